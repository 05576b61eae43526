"""The page and the API of the server's state: who sees it, what it says, what it advises."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from common.jobs.models import Heartbeat, Job
from gipfel.monitoring import recent
from players.accounts.services.tokens import make_token
from players.models import Account
from testing.factories import PASSWORD, AccountFactory, administrator

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def lines_of(account: Account) -> dict[str, dict[str, Any]]:
    """The lines of the API's answer, by key."""
    token = make_token(account=account, label="test").key
    answer = Client().get("/api/v1/server/status", headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 200
    return {line["key"]: line for section in answer.json()["sections"] for line in section["lines"]}


def test_only_administrators_see_it(client: Client, organiser: Account) -> None:
    assert client.get("/server/status")["Location"] == "/sign-in?next=/server/status"
    assert client.get("/api/v1/server/status").status_code == 401
    for account in (AccountFactory(), organiser):
        client.force_login(account)
        assert client.get("/server/status").status_code == 403
        assert 'href="/server/status"' not in client.get("/account").content.decode()
        token = make_token(account=account, label="test").key
        refused = client.get("/api/v1/server/status", headers={"Authorization": f"Token {token}"})
        assert refused.status_code == 403
    client.force_login(administrator())
    page = client.get("/server/status")
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert 'href="/server/status"' in client.get("/account").content.decode()


def test_a_server_without_worker_and_backups_is_told_what_to_do(client: Client) -> None:
    lines = lines_of(administrator())
    assert (lines["workers"]["value"], lines["workers"]["state"]) == ("0", "danger")
    assert lines["workers"]["advice"].startswith("Start a worker.")
    assert (lines["last-backup"]["value"], lines["last-backup"]["state"]) == ("none are made", "warning")
    assert "BACKUP_DIR" in lines["last-backup"]["advice"]
    assert (lines["migrations"]["value"], lines["migrations"]["state"]) == ("0", "good")
    client.force_login(administrator())
    html = client.get("/server/status").content.decode()
    assert "Start a worker." in html
    assert '<span class="badge danger"><bdi>0</bdi></span>' in html


def test_one_that_is_well_gets_no_advice(settings: LazySettings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    made = timezone.now().replace(microsecond=0) - timedelta(hours=2)
    (tmp_path / f"gipfel-{made.strftime('%Y%m%dT%H%M%SZ')}.dump").write_bytes(b"x" * 2_500_000)
    Heartbeat.objects.create(worker="one", at=timezone.now())
    Heartbeat.objects.create(worker="two", at=timezone.now() - timedelta(seconds=30))
    Heartbeat.objects.create(worker="of yesterday", at=timezone.now() - timedelta(days=1))
    lines = lines_of(administrator())
    assert [lines["workers"][part] for part in ("value", "state", "advice")] == ["2", "good", None]
    assert [lines["last-backup"][part] for part in ("value", "state", "advice")] == ["2.5 MB", "good", None]
    assert lines["last-backup"]["at"] == made.isoformat().replace("+00:00", "Z")
    assert lines["next-backup"]["at"] == (made + timedelta(days=1)).isoformat().replace("+00:00", "Z")


def test_old_and_failing_backups_are_warnings(settings: LazySettings, tmp_path: Path) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    made, now = timezone.now() - timedelta(days=2), timezone.now()
    (tmp_path / f"gipfel-{made.strftime('%Y%m%dT%H%M%SZ')}.dump").write_bytes(b"x")
    Job.objects.create(
        kind="backup", subject="server", asked_at=now, due_at=now, failures=1, error="BackupError: no <room>"
    )
    lines = lines_of(administrator())
    assert lines["last-backup"]["state"] == "warning"
    assert "manage.py backup FILE" in lines["last-backup"]["advice"]
    assert (lines["failed-backup"]["state"], lines["failed-backup"]["value"]) == ("danger", "BackupError: no <room>")
    assert lines["failing"]["value"] == "1"


def test_jobs_that_wait_too_long_are_a_warning() -> None:
    now = timezone.now()
    Job.objects.create(kind="rate", subject="1", asked_at=now, due_at=now - timedelta(minutes=4))
    person = administrator()
    assert [lines_of(person)["due"][part] for part in ("value", "state")] == ["1", "good"]
    Job.objects.update(due_at=now - timedelta(minutes=6))
    assert [lines_of(person)["due"][part] for part in ("value", "state")] == ["1", "warning"]


def test_wrong_passwords_are_counted(client: Client) -> None:
    account = AccountFactory()
    for password in ("wrong", "wrong too", "wrong again", PASSWORD):
        client.post("/sign-in", {"username": account.username, "password": password})
    assert lines_of(administrator())["failed-sign-ins"]["value"] == "3 in the last hour, 3 in a day"


def test_slow_requests_are_listed_with_their_numbers(client: Client, settings: LazySettings) -> None:
    client.force_login(administrator())
    assert "No request took longer than 1000 ms." in client.get("/server/status").content.decode()
    settings.SLOW_REQUEST_MS = 0
    number = client.get("/clubs/nobody-s-club")["X-Request-ID"]
    settings.SLOW_REQUEST_MS = 1000
    html = client.get("/server/status").content.decode()
    assert number in html
    assert "GET /clubs/&lt;slug:slug&gt;" in html
    assert "nobody-s-club" not in html


def test_slow_requests_are_bounded_in_number_and_time() -> None:
    at = timezone.now()
    for number in range(recent.PLACES + 20):
        recent.note_slow_request(recent.SlowRequest(at, "GET", "/", 200, number, 1, 1, "x"))
    found = recent.slow_requests()
    assert sorted(each.milliseconds for each in found) == list(range(20, recent.PLACES + 20))
    recent.note_slow_request(recent.SlowRequest(at - timedelta(minutes=61), "GET", "/", 200, 7777, 1, 1, "x"))
    assert 7777 not in [each.milliseconds for each in recent.slow_requests()]


@pytest.mark.parametrize(("language", "said"), [("fa", "پردازشگرهای فعال"), ("ja", "稼働中のワーカー")])
def test_it_speaks_the_reader_s_language(client: Client, language: str, said: str) -> None:
    client.force_login(administrator())
    client.cookies["django_language"] = language
    assert said in client.get("/server/status").content.decode()
