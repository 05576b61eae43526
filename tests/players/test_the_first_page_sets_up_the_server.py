from typing import Any

import pytest
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
