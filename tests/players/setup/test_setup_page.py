"""The first page sets up the server."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from players.models import Account, Club, Person
from players.setup.setup_token import setup_address
from testing.factories import AccountFactory

GOOD = {
    "club_name": "Delft",
    "time_zone": "Europe/Amsterdam",
    "name": "Anna Meyer",
    "username": "anna",
    "email": "",
    "password": "a good long password",
}


def set_up(client: Client, **other: str) -> Any:
    return client.post(start_path(), GOOD | other)


def start_path() -> str:
    return setup_address().removeprefix(settings.BASE_URL)


def test_an_empty_server_leads_everybody_to_its_first_step(client: Client, db: None) -> None:
    assert client.get("/sign-in").url == "/start"
    page = client.get(start_path()).content.decode()
    assert "You become the administrator of this server" in page


def test_the_first_organiser_is_signed_in_and_goes_on_to_the_first_event(client: Client, db: None) -> None:
    response = set_up(client)
    assert (response.status_code, response.url) == (302, "/clubs/delft/events/new")
    assert "<h1>Your first event</h1>" in client.get(response.url).content.decode()
    assert "Anna Meyer" in client.get("/clubs/delft/people").content.decode()
    assert Account.objects.get().check_password(GOOD["password"])


def test_afterwards_the_page_is_closed(client: Client, db: None) -> None:
    AccountFactory()
    assert client.get("/start").url == "/sign-in"
    response = set_up(client)
    assert response.status_code == 400
    assert "This server already has an organiser. Sign in instead." in response.content.decode()
    assert Account.objects.count() == 1 and not Club.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"club_name": ""},
        {"club_name": "x" * 81},
        {"club_name": "<script>alert(1)</script>"},
        {"club_name": '=HYPERLINK("http://evil.example")'},
        {"time_zone": "Mars/Olympus"},
        {"name": "=1+1"},
        {"username": ""},
        {"username": "anna meyer"},
        {"username": "x" * 41},
        {"email": "anna"},
        {"password": "short"},
        {"username": "annameyer", "password": "annameyer1"},
    ],
)
def test_what_cannot_stand_is_told_and_nothing_is_stored(client: Client, db: None, wrong: dict[str, str]) -> None:
    response = set_up(client, **wrong)
    page = response.content.decode()
    assert response.status_code == 400 and "Please correct" in page
    assert "<script>alert" not in page
    assert GOOD["password"] not in page
    assert not Account.objects.exists() and not Club.objects.exists() and not Person.objects.exists()


def test_from_another_computer_nobody_becomes_administrator_without_the_printed_address(
    client: Client, db: None
) -> None:
    elsewhere = Client(REMOTE_ADDR="192.168.1.20")
    page = elsewhere.get("/start")
    assert page.status_code == 403 and "by the address that was printed" in page.content.decode()
    assert elsewhere.post("/start", GOOD).status_code == 403
    assert elsewhere.post("/start?key=0123456789abcdef0123", GOOD).status_code == 403
    assert not Account.objects.exists()


def test_the_printed_address_sets_up_the_server_from_another_computer(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("startlink")
    printed = capsys.readouterr().out.strip().removeprefix(settings.BASE_URL)
    elsewhere = Client(REMOTE_ADDR="192.168.1.20")
    assert "You become the administrator of this server" in elsewhere.get(printed).content.decode()
    assert elsewhere.post(printed, GOOD).url == "/clubs/delft/events/new"


def test_no_address_is_printed_once_there_is_an_organiser(db: None) -> None:
    AccountFactory()
    with pytest.raises(CommandError, match="has an organiser already"):
        call_command("startlink")


def test_without_the_servers_database_the_command_says_what_it_needs(tmp_path: Path) -> None:
    absent = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"sqlite:///{tmp_path}/no/such/folder/db.sqlite3",
        "DEBUG": "1",
    }
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "startlink"]
    done = subprocess.run(command, env=absent, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert "The server's database cannot be read" in done.stderr and "DATABASE_URL" in done.stderr


# --- without a key, on the own computer alone -------------------------------------------------------------

HERE = {"SERVER_NAME": "127.0.0.1"}


def opened(**meta: str) -> int:
    return Client(**HERE | meta).get("/start").status_code


def test_in_a_service_the_key_is_always_needed(db: None) -> None:
    assert opened() == 403
    assert Client(**HERE).post("/start", GOOD).status_code == 403
    assert not Account.objects.exists()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "127.0.0.1:8000"])
def test_started_for_this_computer_alone_its_browser_needs_no_key(db: None, settings: Any, name: str) -> None:
    settings.START_WITHOUT_KEY = True
    assert opened(HTTP_HOST=name) == 200


@pytest.mark.parametrize(
    "forwarded",
    [
        {"HTTP_X_FORWARDED_FOR": "203.0.113.7"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "127.0.0.1"},
        {"HTTP_VIA": "1.1 proxy"},
        {"SERVER_PROTOCOL": "HTTP/1.0"},
        {"HTTP_HOST": "gipfel.example.org"},
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": ""},
    ],
)
@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",)])
def test_whoever_comes_through_a_proxy_needs_the_key_even_then(
    db: None, settings: Any, forwarded: dict[str, str], trusted: tuple[str, ...]
) -> None:
    settings.START_WITHOUT_KEY, settings.TRUSTED_PROXIES = True, trusted
    settings.ALLOWED_HOSTS = ["127.0.0.1", "gipfel.example.org"]
    assert opened(**forwarded) == 403


def test_a_trusted_proxy_that_says_nothing_is_a_proxy_all_the_same(db: None, settings: Any) -> None:
    settings.START_WITHOUT_KEY, settings.TRUSTED_PROXIES = True, ("127.0.0.1",)
    assert opened() == 403
