from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from players.models import Account, Club, Person
from tests.factories import AccountFactory

GOOD = {
    "club_name": "Delft",
    "time_zone": "Europe/Amsterdam",
    "name": "Anna Meyer",
    "username": "anna",
    "email": "",
    "password": "a good long password",
    "again": "a good long password",
}


def set_up(client: Client, **other: str) -> Any:
    return client.post("/start", GOOD | other)


def test_an_empty_server_leads_everybody_to_its_first_step(client: Client, db: None) -> None:
    assert client.get("/sign-in").url == "/start"
    page = client.get("/start").content.decode()
    assert "You become the keeper of this server" in page


def test_the_first_organiser_is_signed_in_and_goes_on_to_the_people(client: Client, db: None) -> None:
    response = set_up(client)
    assert (response.status_code, response.url) == (302, "/clubs/delft/people")
    assert "Anna Meyer" in client.get("/clubs/delft/people").content.decode()
    assert Account.objects.get().check_password(GOOD["password"])


def test_afterwards_the_page_is_closed(client: Client, db: None) -> None:
    AccountFactory()
    assert client.get("/start").url == "/sign-in"
    response = set_up(client)
    assert response.status_code == 400
    assert "This server has an organiser already. Sign in instead." in response.content.decode()
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
        {"password": "short", "again": "short"},
        {"password": "anna-anna-anna", "again": "another one here"},
        {"username": "annameyer", "password": "annameyer1", "again": "annameyer1"},
    ],
)
def test_what_cannot_stand_is_told_and_nothing_is_stored(client: Client, db: None, wrong: dict[str, str]) -> None:
    response = set_up(client, **wrong)
    page = response.content.decode()
    assert response.status_code == 400 and "Nothing was stored yet" in page
    assert "<script>alert" not in page
    assert GOOD["password"] not in page
    assert not Account.objects.exists() and not Club.objects.exists() and not Person.objects.exists()


def test_from_another_computer_nobody_becomes_keeper_without_the_printed_address(client: Client, db: None) -> None:
    elsewhere = Client(REMOTE_ADDR="192.168.1.20")
    page = elsewhere.get("/start")
    assert page.status_code == 403 and "Open this page on the computer that runs the server" in page.content.decode()
    assert elsewhere.post("/start", GOOD).status_code == 403
    assert elsewhere.post("/start?key=0123456789abcdef0123", GOOD).status_code == 403
    assert not Account.objects.exists()


def test_the_printed_address_sets_up_the_server_from_another_computer(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("startlink")
    printed = capsys.readouterr().out.strip().removeprefix(settings.BASE_URL)
    elsewhere = Client(REMOTE_ADDR="192.168.1.20")
    assert "You become the keeper of this server" in elsewhere.get(printed).content.decode()
    assert elsewhere.post(printed, GOOD).url == "/clubs/delft/people"


def test_no_address_is_printed_once_there_is_an_organiser(db: None) -> None:
    AccountFactory()
    with pytest.raises(CommandError, match="has an organiser already"):
        call_command("startlink")


def test_behind_a_proxy_the_reader_is_elsewhere_although_the_proxy_is_here(db: None, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    assert Client().get("/start", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403
