"""/metrics counts what happened: each number is compared before and after traffic of which the test knows all."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from common.jobs import services as jobs
from common.jobs.models import Heartbeat, Job
from gipfel.backups import schedule
from players.models import Account
from testing.factories import PASSWORD, AccountFactory
from tests.monitoring.metrics_reader import Metrics, read_metrics
from tests.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture(autouse=True)
def allowed(settings: LazySettings) -> None:
    settings.METRICS_ALLOWED = ("127.0.0.1",)


def test_requests_are_counted_by_route_method_and_status_class(client: Client) -> None:
    before = read_metrics(client)
    for path in ("/about", "/about", "/clubs/nobody", "/clubs/nothing", "/no/such", "/no/such/2", "/static/none.css"):
        client.get(path)
    client.post("/about")
    client.generic("BREW", "/about")
    after = read_metrics(client)

    def more(**labels: str) -> float:
        return after("gipfel_http_requests_total", **labels) - before("gipfel_http_requests_total", **labels)

    assert more(route="/about", method="GET", status="2xx") == 2
    assert more(route="/about", method="POST", status="2xx") + more(route="/about", method="POST", status="4xx") == 1
    assert more(route="/about", method="other", status="2xx") + more(route="/about", method="other", status="4xx") == 1
    assert more(route="/clubs/<slug:slug>", method="GET", status="4xx") == 2
    assert more(route="none", method="GET", status="4xx") == 3
    seconds = [_seconds(each, "/about") for each in (before, after)]
    assert seconds[1] - seconds[0] == 4


def _seconds(metrics: Metrics, route: str) -> float:
    """How many requests the histogram of this route holds."""
    return metrics("gipfel_http_request_seconds_count", route=route)


def test_no_path_and_no_name_is_a_label(client: Client) -> None:
    client.get("/clubs/a-club-that-nobody-made")
    client.get("/made-up/by-somebody")
    told = client.get("/metrics").content.decode()
    assert "a-club-that-nobody-made" not in told
    assert "made-up" not in told


def test_reads_of_the_cache_are_hits_or_misses(client: Client) -> None:
    before = read_metrics(client)
    cache.set("there", 1)
    cache.get("there")
    cache.get("not-there", "usual")
    cache.get_many(["there", "not-there", "nor-there"])
    after = read_metrics(client)
    found = {
        r: after("gipfel_cache_reads_total", result=r) - before("gipfel_cache_reads_total", result=r)
        for r in ("hit", "miss")
    }
    assert found == {"hit": 2, "miss": 3}


def test_queries_of_requests_are_counted(client: Client, organiser: Account) -> None:
    client.force_login(organiser)
    read_metrics(Client())
    before = read_metrics(Client())
    client.get("/account")
    between = read_metrics(Client())
    after = read_metrics(Client())
    own = after("gipfel_database_queries_total") - between("gipfel_database_queries_total")
    with_account = between("gipfel_database_queries_total") - before("gipfel_database_queries_total")
    assert own > 0
    assert with_account - own >= 2  # session, account
    assert after("gipfel_database_query_seconds_total") > before("gipfel_database_query_seconds_total")


def test_an_answer_that_the_database_is_away_is_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fall() -> None:
        raise OSError(28, "No space left on device")

    before = read_metrics(client)
    monkeypatch.setattr("gipfel.queries.clubs_with_events", fall)
    client.raise_request_exception = False
    assert client.get("/").status_code == 503
    after = read_metrics(client)
    assert after("gipfel_outages_total", code="storage-full") - before("gipfel_outages_total", code="storage-full") == 1
    route = {"route": "/", "method": "GET", "status": "5xx"}
    assert after("gipfel_http_requests_total", **route) - before("gipfel_http_requests_total", **route) == 1


def test_waits_for_locks_are_measured(client: Client, organiser: Account, real_database: None) -> None:
    client.force_login(organiser)
    before = read_metrics(Client())
    client.post("/account/email", {"email": "a@example.org", "old": PASSWORD})
    after = read_metrics(Client())
    assert after("gipfel_database_lock_seconds_count") > before("gipfel_database_lock_seconds_count")


def test_wrong_passwords_are_counted(client: Client) -> None:
    account = AccountFactory()
    before = read_metrics(client)
    for password in ("wrong", "wrong again", PASSWORD):
        client.post("/sign-in", {"username": account.username, "password": password})
    after = read_metrics(client)
    assert after("gipfel_sign_ins_failed_total") - before("gipfel_sign_ins_failed_total") == 2


# --- what is read from the database -------------------------------------------------------------------


@pytest.fixture
def handled(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(subject: str) -> None:
        if subject == "bad":
            raise ValueError("bad")

    monkeypatch.setitem(jobs._handlers, "tested", work)


def test_jobs_are_counted_by_state(client: Client, handled: None) -> None:
    now = timezone.now()
    minute = timedelta(minutes=1)
    for number, (due, fields) in enumerate(
        [
            (now - 10 * minute, {}),
            (now - minute, {}),
            (now + minute, {"failures": 2, "error": "ValueError: bad"}),
            (now + minute, {}),
            (now - minute, {"leased_until": now + minute}),
        ]
    ):
        Job.objects.create(kind="tested", subject=str(number), asked_at=now, due_at=due, **fields)
    metrics = read_metrics(client)
    states = {state: metrics("gipfel_jobs", state=state) for state in ("due", "failing", "later", "at_work")}
    assert states == {"due": 2, "failing": 1, "later": 1, "at_work": 1}
    assert 600 <= metrics("gipfel_jobs_oldest_due_seconds") < 660


def test_jobs_that_were_done_and_failed_are_counted_for_good(client: Client, handled: None) -> None:
    for subject in ("one", "two", "bad"):
        jobs.request("tested", subject)
    jobs.run_due()
    metrics = read_metrics(client)
    assert metrics("gipfel_jobs_done_total", kind="tested") == 2
    assert metrics("gipfel_jobs_failed_total", kind="tested") == 1
    assert metrics("gipfel_jobs_seconds_total", kind="tested") > 0
    assert metrics("gipfel_jobs", state="failing") == 1


@pytest.mark.django_db(transaction=True)
def test_workers_that_count_at_the_same_moment_lose_nothing(client: Client, handled: None, real_database: None) -> None:
    for number in range(12):
        jobs.request("tested", str(number))
    at_once(*[jobs.run_due] * 4)
    assert Job.objects.count() == 0
    assert read_metrics(client)("gipfel_jobs_done_total", kind="tested") == 12


def test_workers_backups_and_versions(client: Client, settings: LazySettings, tmp_path: Path) -> None:
    assert "gipfel_worker_seen_seconds" not in client.get("/metrics").content.decode()
    Heartbeat.objects.create(worker="one", at=timezone.now() - timedelta(seconds=90))
    file = tmp_path / f"gipfel-{(timezone.now() - timedelta(hours=3)).strftime('%Y%m%dT%H%M%SZ')}.sqlite3"
    file.write_bytes(b"x" * 1234)
    settings.BACKUP_DIR = str(tmp_path)
    metrics = read_metrics(client)
    assert 90 <= metrics("gipfel_worker_seen_seconds") < 150
    assert 3 * 3600 <= metrics("gipfel_backup_age_seconds") < 3 * 3600 + 60
    assert metrics("gipfel_backup_bytes") == 1234
    assert metrics("gipfel_database_up") == 1
    assert metrics("gipfel_disk_free_bytes", place="backups") > 0
    ((labels),) = metrics.labels("gipfel_release_info")
    assert set(labels) == {"release", "python", "django", "database"}
    assert labels["database"].startswith(("SQLite 3.", "PostgreSQL 1"))


def test_a_backup_that_only_the_worker_sees_has_its_age(client: Client) -> None:
    jobs.JobCount.objects.create(kind=schedule.BACKUP, done=1, last_done_at=timezone.now() - timedelta(hours=2))
    metrics = read_metrics(client)
    assert 2 * 3600 <= metrics("gipfel_backup_age_seconds") < 2 * 3600 + 60
    assert metrics.labels("gipfel_backup_bytes") == []
