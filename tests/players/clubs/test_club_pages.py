"""Organisers look after their club on pages."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from common.journal.services import open_scope
from players.grants.services.grants import grant
from players.models import Account, Club, Grant, Person
from players.people.services.people import create_person
from players.roles import Role
from players.setup.setup_token import setup_address
from testing.factories import (
    AccountFactory,
    ClubFactory,
    PersonFactory,
    administrator,
    holder_of,
    organiser_of,
    player_in,
)


@pytest.fixture
def browser(client: Client, organiser: Account) -> Client:
    client.force_login(organiser)
    return client


def text_of(response: Any) -> str:
    """What a reader sees, white space single."""
    words = re.sub(r"<[^>]+>|[\u2066-\u2069]", " ", response.content.decode().partition("<main")[2])
    return " ".join(words.split())


BAD_CLUBS = [
    {"name": ""},
    {"name": "x" * 81},
    {"name": "<script>"},
    {"name": "=1+1"},
    {"place": "<b>"},
    {"place": "x" * 81},
    {"time_zone": ""},
    {"time_zone": "Mars/Olympus"},
    {"version": "-1"},
    {"version": "x"},
]


# --- clubs ----------------------------------------------------------------------------------------------


def test_an_administrator_makes_a_club(client: Client, db: None) -> None:
    client.force_login(administrator())
    good = {"name": "Delft", "place": "Delft", "time_zone": "Europe/Amsterdam"}
    for wrong in BAD_CLUBS[:8]:
        assert client.post("/clubs/new", good | wrong).status_code == 400
    assert not Club.objects.exists()
    assert client.post("/clubs/new", good).url == "/clubs/delft/people"


def version_on(page: Any) -> str:
    found = re.search(r'name="version" value="(\d+)"', page.content.decode())
    assert found
    return found.group(1)


def test_a_club_is_changed_and_a_page_that_is_too_old_changes_nothing(browser: Client, club: Club) -> None:
    seen = version_on(browser.get("/clubs/rotterdam/settings"))
    form = {"name": "GIPF Rotterdam", "place": "", "time_zone": "Europe/Amsterdam", "version": seen}
    assert browser.post("/clubs/rotterdam/settings", form).status_code == 302
    assert browser.post("/clubs/rotterdam/settings", form | {"name": "Late"}).status_code == 409
    assert Club.objects.get(pk=club.pk).name == "GIPF Rotterdam"


@pytest.mark.parametrize("wrong", BAD_CLUBS)
def test_what_no_club_is_called_is_refused(browser: Client, club: Club, wrong: dict[str, str]) -> None:
    form = {"name": "Good", "place": "", "time_zone": "UTC", "version": "0"} | wrong
    assert browser.post("/clubs/rotterdam/settings", form).status_code == 400
    assert Club.objects.get(pk=club.pk).name == "Rotterdam GIPF Club"


def test_the_example_club_is_removed_by_its_button(client: Client, db: None) -> None:
    club = ClubFactory(slug="example", example=True)
    account = holder_of(Role.ADMINISTRATOR, "server", AccountFactory(example=True))
    holder_of(Role.ORGANISER, club.scope, account)
    PersonFactory(member_of=club, example=True)
    client.force_login(account)
    assert "Remove the example club" in text_of(client.get("/clubs/example/settings"))
    assert client.post("/clubs/example/settings/remove-example").url == "/start"
    assert not Club.objects.exists() and not Person.objects.exists() and not Account.objects.exists()
    assert client.get(setup_address().removeprefix(settings.BASE_URL)).status_code == 200


def test_a_real_club_has_no_such_button(browser: Client, club: Club) -> None:
    assert "example" not in text_of(browser.get("/clubs/rotterdam/settings"))
    assert browser.post("/clubs/rotterdam/settings/remove-example").status_code == 404
    assert Club.objects.filter(pk=club.pk).exists()


def test_the_example_stays_while_it_holds_the_only_administrator_of_real_clubs(client: Client, db: None) -> None:
    example = ClubFactory(slug="example", example=True)
    organiser_of(ClubFactory())
    client.force_login(organiser_of(example))
    response = client.post("/clubs/example/settings/remove-example")
    assert response.status_code == 409 and "Make one of your own accounts an administrator first." in text_of(response)


def test_the_journal_says_who_did_what_and_follows_new_names(browser: Client, club: Club, organiser: Account) -> None:
    person = create_person(actor=organiser, club=club, name="Ana")
    Person.objects.filter(pk=person.pk).update(name="Anna Meyer")
    member = player_in(club)
    grant(actor=organiser, account=member, role=Role.ARBITER, scope=club.scope)
    shown = text_of(browser.get("/clubs/rotterdam/journal"))
    assert f"Anna Meyer added {organiser.username}" in shown
    assert shown.index(f"{member.username} has the role Arbiter") < shown.index("Anna Meyer added")


# --- roles ----------------------------------------------------------------------------------------------


def give(browser: Client, **fields: str) -> Any:
    return browser.post("/clubs/rotterdam/roles", {"role": "arbiter"} | fields)


def test_a_role_is_given_shown_and_taken_back(browser: Client, club: Club) -> None:
    member = player_in(club, name="Anna Meyer")
    event = open_scope("event:5", club.scope)
    assert give(browser, username=member.username, scope=event.key).status_code == 302
    held = Grant.objects.get(account=member)
    assert (held.role, held.scope) == ("arbiter", event)
    shown = text_of(browser.get("/clubs/rotterdam/roles"))
    assert f"{member.username} Anna Meyer Arbiter" in shown
    assert browser.post(f"/clubs/rotterdam/roles/{held.pk}/revoke").status_code == 302
    assert not Grant.objects.filter(account=member).exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "nobody"},
        {"username": ""},
        {"username": "x" * 41},
        {"role": "administrator"},
        {"role": "king"},
        {"scope": "server"},
        {"scope": "club:999"},
        {"scope": "event:77"},
        {"scope": ""},
        {"role": "organiser", "scope": "event:5"},
    ],
)
def test_a_role_that_cannot_be_is_not_given(browser: Client, club: Club, wrong: dict[str, str]) -> None:
    open_scope("event:5", club.scope)
    open_scope("event:77", ClubFactory().scope)
    member = player_in(club)
    before = Grant.objects.count()
    fields = {"username": member.username, "scope": club.scope} | wrong
    assert give(browser, **fields).status_code == 400
    assert Grant.objects.count() == before


def test_the_last_organiser_is_not_sent_away(browser: Client, club: Club, organiser: Account) -> None:
    mine = Grant.objects.get(account=organiser)
    response = browser.post(f"/clubs/rotterdam/roles/{mine.pk}/revoke")
    assert response.status_code == 409
    assert "A club needs an organiser. Give the role to another account first." in text_of(response)
    assert Grant.objects.filter(pk=mine.pk).exists()


def test_roles_of_another_club_are_out_of_reach(browser: Client, stranger: Account) -> None:
    theirs = Grant.objects.get(account=stranger)
    assert browser.post(f"/clubs/rotterdam/roles/{theirs.pk}/revoke").status_code == 404
    assert browser.post("/clubs/rotterdam/roles/999999/revoke").status_code == 404


def test_an_administrator_gives_the_role_of_administrator_and_an_organiser_does_not_see_it(
    client: Client, club: Club
) -> None:
    member = player_in(club)
    client.force_login(organiser_of(club))
    assert "Administrator" not in client.get("/clubs/rotterdam/roles").content.decode().partition("<aside")[0]
    client.force_login(administrator())
    assert give(client, username=member.username, role="administrator", scope="server").status_code == 302
    assert Grant.objects.get(account=member).scope.key == "server"


def test_a_fellow_organiser_gets_an_account_and_a_link(browser: Client, club: Club) -> None:
    response = browser.post("/clubs/rotterdam/roles/organiser", {"username": "bert", "email": ""})
    assert response.status_code == 200 and "/account/password-link/" in response.content.decode()
    assert Grant.objects.get(account__username="bert").scope.key == club.scope
    for username in ("", "a b", "BERT", "<b>"):
        again = browser.post("/clubs/rotterdam/roles/organiser", {"username": username, "email": ""})
        assert again.status_code == 400
    assert Account.objects.filter(username__iexact="bert").count() == 1
