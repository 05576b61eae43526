"""Everybody looks after the own account."""

import json
from typing import Any

import pytest
from django.test import Client

from players.accounts import tokens
from players.models import Account, ApiToken, Club, Person
from testing.factories import PASSWORD, AccountFactory, organiser_of, player_in


@pytest.fixture
def member(club: Club) -> Account:
    return player_in(club, name="Anna Meyer")


@pytest.fixture
def browser(client: Client, member: Account) -> Client:
    client.force_login(member)
    return client


def test_the_page_shows_the_person_the_clubs_and_the_roles(client: Client, club: Club, browser: Client) -> None:
    page = browser.get("/account").content.decode()
    assert "Anna Meyer" in page and club.name in page
    client.force_login(organiser_of(club))
    page = client.get("/account").content.decode()
    assert "Organiser ·" in page and "None yet. If you play, ask an organiser of your club." in page


def change(browser: Client, old: str = PASSWORD, new: str = "an entirely new one", again: str | None = None) -> Any:
    return browser.post("/account/password", {"old": old, "password": new, "again": again or new})


def test_a_changed_password_signs_out_other_devices_and_not_this_one(browser: Client, member: Account) -> None:
    other = Client()
    other.force_login(member)
    before = browser.session.session_key
    assert change(browser).url == "/account"
    assert browser.get("/account").status_code == 200 and browser.session.session_key != before
    assert other.get("/account").status_code == 302
    member.refresh_from_db()
    assert member.check_password("an entirely new one")


@pytest.mark.parametrize(
    "wrong", [{"old": "wrong"}, {"old": ""}, {"new": "short"}, {"again": "different"}, {"new": "x" * 201}]
)
def test_a_password_is_changed_only_by_whoever_knows_it(
    browser: Client, member: Account, wrong: dict[str, str]
) -> None:
    assert change(browser, **wrong).status_code == 400
    member.refresh_from_db()
    assert member.check_password(PASSWORD)


def test_guessing_the_present_password_is_slowed_down_in_this_session_alone(browser: Client, member: Account) -> None:
    for _ in range(6):
        assert "This is not your current password." in change(browser, old="wrong").content.decode()
    response = change(browser)
    assert response.status_code == 400 and "Too many tries" in response.content.decode()
    other = Client()
    other.force_login(member)
    assert change(other).url == "/account"


def test_the_address_is_changed_with_the_password(browser: Client, member: Account) -> None:
    AccountFactory(email="bert@example.org")

    def put(email: str, old: str = PASSWORD) -> int:
        return browser.post("/account/email", {"email": email, "old": old}).status_code

    assert put("anna@example.org", "wrong") == put("no address") == put("BERT@example.org") == 400
    assert Account.objects.get(pk=member.pk).email == ""
    assert put("anna@example.org") == 302
    assert Account.objects.get(pk=member.pk).email == "anna@example.org"
    assert put("") == 302
    assert Account.objects.get(pk=member.pk).email == ""


def test_a_key_is_shown_once_and_removed(browser: Client, member: Account) -> None:
    response = browser.post("/account/keys", {"label": "results <phone>"})
    page = response.content.decode()
    key = page.partition("<pre>")[2].partition("</pre>")[0]
    found = tokens.find(key)
    assert found is not None and found.account == member
    assert "no-store" in response["Cache-Control"]
    listed = browser.get("/account").content.decode()
    assert "results &lt;phone&gt;" in listed and key not in listed
    assert browser.post(f"/account/keys/{found.pk}/remove").url == "/account"
    assert tokens.find(key) is None


@pytest.mark.parametrize("label", ["", "   ", "x" * 61, "a\x00b"])
def test_a_key_is_for_something(browser: Client, label: str) -> None:
    assert browser.post("/account/keys", {"label": label}).status_code == 400
    assert not ApiToken.objects.exists()


def test_the_own_data_come_as_a_file(browser: Client, member: Account) -> None:
    response = browser.get("/account/export")
    assert response["Content-Disposition"] == 'attachment; filename="gipfel-my-data.json"'
    assert "no-store" in response["Cache-Control"]
    told = json.loads(response.content)
    assert told["account"]["sign_in_name"] == member.username
    assert [row["name"] for row in told["person"]] == ["Anna Meyer"]


def test_whoever_types_the_own_name_is_erased_and_signed_out(browser: Client, member: Account) -> None:
    assert browser.post("/account/erase").status_code == 400
    for typed in ("Anna", "yes", "<script>"):
        response = browser.post("/account/erase", {"typed": typed})
        assert response.status_code == 400 and "That is not the name." in response.content.decode()
    assert Person.objects.get().name == "Anna Meyer"
    assert browser.post("/account/erase", {"typed": "  anna  MEYER "}).url == "/"
    assert Person.objects.get().name.startswith("Player ")
    assert "_auth_user_id" not in browser.session
    assert not Client().login(username=member.username, password=PASSWORD)


def test_an_account_of_nobody_is_erased_by_its_sign_in_name(client: Client, db: None) -> None:
    account = AccountFactory(username="quist")
    client.force_login(account)
    assert client.post("/account/erase", {"typed": "quist"}).url == "/"
    assert not Account.objects.filter(username="quist").exists()


def test_the_last_organiser_is_told_to_hand_over_first(client: Client, club: Club, organiser: Account) -> None:
    client.force_login(organiser)
    response = client.post("/account/erase", {"typed": organiser.username})
    assert response.status_code == 400
    assert "A club needs an organiser. Give the role to another account first." in response.content.decode()
    assert Account.objects.filter(username=organiser.username).exists()
