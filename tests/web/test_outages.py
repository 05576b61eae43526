"""When the database cannot: 503 with what happened and when to try again; a read survives one dead connection."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client, RequestFactory

from gipfel import outages
from gipfel.views import errors
from players.accounts.services.tokens import make_token
from players.models import Account
from testing.factories import PASSWORD
from tests.web.storage import full_storage, locked_table

pytestmark = pytest.mark.postgresql


@pytest.fixture(autouse=True)
def nothing_was_met() -> Iterator[None]:
    outages.forget()
    yield
    outages.forget()


def _sign_in(client: Client, account: Account, **headers: str) -> Any:
    client.raise_request_exception = False
    return client.post("/sign-in", {"username": account.username, "password": PASSWORD}, headers=headers)


def test_a_full_disk_is_said_on_the_page_with_when_to_try_again(
    client: Client, organiser: Account, real_database: None
) -> None:
    with full_storage("players_session"):
        answer = _sign_in(client, organiser)
    html = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "<h1>The server cannot store anything</h1>" in html
    assert "Your last step was not saved" in html
    assert _sign_in(client, organiser).status_code == 302


def test_it_is_said_in_the_language_of_the_reader(client: Client, organiser: Account, real_database: None) -> None:
    client.cookies["django_language"] = "fa"
    with full_storage("players_session"):
        html = _sign_in(client, organiser).content.decode()
    assert '<html lang="fa" dir="rtl"' in html
    assert "سرور نمی‌تواند چیزی ذخیره کند" in html


def test_a_full_disk_is_json_for_the_api(client: Client, organiser: Account, real_database: None) -> None:
    key = make_token(account=organiser, label="test").key
    client.raise_request_exception = False
    with full_storage("players_person"):
        answer = client.post(
            "/api/v1/clubs/rotterdam/players",
            {"name": "Anna " + "x" * 60},
            content_type="application/json",
            headers={"Authorization": f"Token {key}"},
        )
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["error"]["code"] == "storage-full"


def test_whoever_finds_the_database_locked_is_told_to_try_again(
    client: Client, organiser: Account, real_database: None
) -> None:
    with locked_table("players_session"):
        answer = _sign_in(client, organiser)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "<h1>The server is busy</h1>" in answer.content.decode()
    assert _sign_in(client, organiser).status_code == 302


def test_a_program_that_prefers_json_gets_it_from_pages_too(
    client: Client, organiser: Account, real_database: None
) -> None:
    with locked_table("players_session"):
        answer = _sign_in(client, organiser, Accept="application/json")
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "busy"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server that could end a connection")
def test_a_read_survives_that_its_connection_was_ended(client: Client, organiser: Account, real_database: None) -> None:
    client.force_login(organiser)
    client.raise_request_exception = False
    _end_own_connection()
    answer = client.get("/account")
    assert answer.status_code == 200
    assert organiser.username in answer.content.decode()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server that could end a connection")
def test_a_write_is_not_repeated_and_its_sender_told_to_look(
    client: Client, organiser: Account, real_database: None
) -> None:
    _end_own_connection()
    answer = _sign_in(client, organiser)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "first check whether your last step was saved" in answer.content.decode()
    connection.close()


def _end_own_connection() -> None:
    """As an administrator, or a crash, ends it: between two requests, without a word to this process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    settings = connection.get_connection_params()
    where = {key: settings[key] for key in ("host", "port", "user", "dbname") if settings.get(key)}
    with psycopg.connect(**where) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def test_errors_of_the_code_stay_errors(rf: RequestFactory) -> None:
    try:
        raise RuntimeError("database is locked")
    except RuntimeError:
        answer = errors.broken(rf.get("/"))
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/clubs", "/api/v1/no/such"])
def test_an_unforeseen_error_is_json_for_the_api_too(rf: RequestFactory, path: str) -> None:
    try:
        raise RuntimeError("unforeseen")
    except RuntimeError:
        answer = errors.broken(rf.get(path))
    assert answer.status_code == 500
    assert b'"code": "error"' in answer.content


def test_what_needs_a_package_that_is_still_being_installed_comes_later_and_is_said(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setitem(sys.modules, "icalendar", None)  # as where it cannot be imported
    (tmp_path / "being-installed").touch()
    answer = client.get("/events.ics")
    assert (answer.status_code, answer["Retry-After"]) == (503, "20")
    assert "<h1>The server is still being installed</h1>" in answer.content.decode()
    (tmp_path / "being-installed").unlink()
    with pytest.raises(ImportError):
        client.get("/events.ics")
    monkeypatch.undo()
    assert client.get("/events.ics").status_code == 200
