"""Organisers look after people on pages."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from players.erasure.services import erase_person
from players.models import Account, Club, Invitation, Membership, Merge, Person
from players.people.services.merging import merge_persons
from testing.factories import PASSWORD, AccountFactory, ClubFactory, MembershipFactory, PersonFactory, player_in

pytestmark = pytest.mark.core

PEOPLE = "/clubs/rotterdam/people"


@pytest.fixture
def browser(client: Client, organiser: Account) -> Client:
    client.force_login(organiser)
    return client


def text_of(response: Any) -> str:
    """What a reader sees, white space single."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode().partition("<main")[2]).split())


# --- the list -------------------------------------------------------------------------------------------


def test_the_list_shows_members_by_name_with_days_and_accounts(browser: Client, club: Club) -> None:
    PersonFactory(name="Zoë Young", member_of=club)
    account = AccountFactory(username="anna", person=PersonFactory(name="Anna Meyer", country="NL", member_of=club))
    MembershipFactory(person=PersonFactory(name="Gone Away"), club=club, until=date(2025, 5, 1))
    PersonFactory(name="Of Elsewhere", member_of=ClubFactory())
    shown = text_of(browser.get(PEOPLE))
    assert "2 members" in shown and shown.index("Anna Meyer NL 1 January 2024 anna") < shown.index("Zoë Young")
    assert "Gone Away" not in shown and "Of Elsewhere" not in shown
    former = text_of(browser.get(PEOPLE, {"who": "former"}))
    assert "1 former member" in former and "Gone Away 1 January 2024 1 May 2025" in former
    account.is_active = False
    account.save()
    assert "anna switched off" in text_of(browser.get(PEOPLE))


@pytest.mark.postgresql
def test_the_list_is_searched_and_paged_with_few_queries(
    browser: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(130):
        PersonFactory(name=f"Player {number:03}", member_of=club)
    with django_assert_max_num_queries(24):
        first = text_of(browser.get(PEOPLE))
    assert "Player 099" in first and "Player 100" not in first and "Page 1 of 2" in first
    assert "Player 129" in text_of(browser.get(PEOPLE, {"page": "2"}))
    assert "Player 129" in text_of(browser.get(PEOPLE, {"page": "banana"})) or "Player 000" in first
    found = text_of(browser.get(PEOPLE, {"q": "player 128"}))
    assert "Player 128" in found and "Player 127" not in found
    assert "No one here has this name." in text_of(browser.get(PEOPLE, {"q": "nobody"}))


def test_names_are_written_as_names_and_never_as_markup(browser: Client, club: Club) -> None:
    """Services let only clean names in; a page does not rely on it."""
    person = PersonFactory(name="<img src=x onerror=alert(1)>", member_of=club)
    AccountFactory(person=person, username="<b>")
    for page in ("", f"/{person.pk}", f"/{person.pk}/merge", f"/{person.pk}/erase", f"/{person.pk}/name"):
        body = browser.get(PEOPLE + page).content.decode()
        assert "<img src=x" not in body and "&lt;img src=x" in body


# --- adding ---------------------------------------------------------------------------------------------


def add(browser: Client, **fields: str) -> Any:
    return browser.post(f"{PEOPLE}/new", {"name": "Anna Meyer", "country": "NL", "since": "2026-09-01"} | fields)


def test_somebody_new_becomes_a_member(browser: Client, club: Club) -> None:
    assert add(browser).url == PEOPLE
    row = Membership.objects.get()
    assert (row.person.name, row.person.country, row.club, row.since) == ("Anna Meyer", "NL", club, date(2026, 9, 1))


def test_a_name_that_the_server_knows_is_asked_about(browser: Client, club: Club) -> None:
    known = PersonFactory(name="Anna Meyer", country="DE", member_of=ClubFactory(name="Delft"))
    response = add(browser)
    assert response.status_code == 400 and Person.objects.count() == 1
    shown = text_of(response)
    assert "Is it one of these?" in shown and "Anna Meyer DE Delft Invite" in shown
    assert browser.post(f"{PEOPLE}/join", {"player": known.pk, "since": "2026-09-01"}).url == PEOPLE
    assert Invitation.objects.filter(person=known, club=club, answer="").exists() and Person.objects.count() == 1


def test_a_former_member_whom_the_club_looks_after_comes_back_at_once(browser: Client, club: Club) -> None:
    former = PersonFactory(name="Anna Meyer", home=club)
    MembershipFactory(person=former, club=club, until=date(2025, 5, 1))
    assert "Anna Meyer Make a member" in text_of(browser.get(f"{PEOPLE}/new", {"q": "Anna Meyer"}))
    assert browser.post(f"{PEOPLE}/join", {"player": former.pk, "since": "2026-09-01"}).url == f"{PEOPLE}/{former.pk}"
    assert Membership.objects.filter(person=former, club=club, until=None).exists()


def test_a_longer_name_is_shown_and_does_not_stand_in_the_way(browser: Client, club: Club) -> None:
    PersonFactory(name="Johanna Meyerink", member_of=club)
    assert "Johanna Meyerink" in text_of(browser.get(f"{PEOPLE}/new", {"q": "Anna Meyer"}))
    assert add(browser).url == PEOPLE
    assert add(browser, name="anna  MEYER").status_code == 400


def test_a_namesake_is_added_by_saying_so(browser: Client, club: Club) -> None:
    PersonFactory(name="Anna Meyer", member_of=club)
    assert add(browser, sure="on").url == PEOPLE
    assert Person.objects.filter(name="Anna Meyer").count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"name": "<script>alert(1)</script>"},
        {"name": "=HYPERLINK(1)"},
        {"name": "a\x00b"},
        {"country": "XX"},
        {"country": "Netherlands"},
        {"since": ""},
        {"since": "yesterday"},
        {"since": "2026-02-30"},
        {"since": "99999-01-01"},
    ],
)
def test_what_cannot_stand_is_told_and_nothing_is_stored(browser: Client, wrong: dict[str, str]) -> None:
    response = add(browser, **wrong)
    assert response.status_code == 400 and "Please correct" in response.content.decode()
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    ("person", "since", "status"),
    [("", "2026-01-01", 409), ("x", "2026-01-01", 409), ("999999", "2026-01-01", 404), ("9" * 30, "2026-01-01", 409),
     ("known", "", 409), ("known", "never", 409), ("member", "2026-01-01", 409)],
)  # fmt: skip
def test_joining_takes_somebody_and_a_day(browser: Client, club: Club, person: str, since: str, status: int) -> None:
    people = {"known": PersonFactory().pk, "member": PersonFactory(member_of=club).pk}
    response = browser.post(f"{PEOPLE}/join", {"player": people.get(person, person), "since": since})
    assert response.status_code == status and Membership.objects.count() == 1


# --- one person -----------------------------------------------------------------------------------------


def test_a_name_is_corrected(browser: Client, club: Club) -> None:
    person = PersonFactory(name="Ana", member_of=club)
    url = f"{PEOPLE}/{person.pk}/name"
    assert 'value="Ana"' in browser.get(url).content.decode()
    assert browser.post(url, {"name": "", "country": ""}).status_code == 400
    assert browser.post(url, {"name": "@SUM(1)", "country": ""}).status_code == 400
    assert browser.post(url, {"name": "Anna", "country": "NL"}).url == f"{PEOPLE}/{person.pk}"
    person.refresh_from_db()
    assert (person.name, person.country) == ("Anna", "NL")


def test_a_membership_is_ended_and_taken_up_again(browser: Client, club: Club) -> None:
    person = PersonFactory(member_of=club)
    row = Membership.objects.get()
    url = f"/clubs/rotterdam/memberships/{row.pk}"
    for since, until in (("", ""), ("2024-01-01", "2023-12-31"), ("soon", "")):
        assert browser.post(url, {"since": since, "until": until}).status_code == 400
    assert browser.post(url, {"since": "2024-02-01", "until": "2025-06-30"}).status_code == 302
    row.refresh_from_db()
    assert (row.since, row.until) == (date(2024, 2, 1), date(2025, 6, 30))
    assert "A member again" in text_of(browser.get(f"{PEOPLE}/{person.pk}"))
    assert browser.post(f"{PEOPLE}/join", {"player": person.pk, "since": "2026-01-01"}).status_code == 302
    assert Membership.objects.filter(person=person, until=None).count() == 1


def test_memberships_of_another_club_are_not_there(browser: Client) -> None:
    row = MembershipFactory()
    assert browser.get(f"/clubs/rotterdam/memberships/{row.pk}").status_code == 404


def test_a_person_who_was_never_here_has_no_page_here(browser: Client) -> None:
    for person_id in (PersonFactory(member_of=ClubFactory()).pk, 10**6, 10**30):
        assert browser.get(f"{PEOPLE}/{person_id}").status_code == 404


# --- merging --------------------------------------------------------------------------------------------


def test_two_records_are_found_compared_merged_and_taken_apart(browser: Client, club: Club) -> None:
    kept = PersonFactory(name="Anna Meyer", country="NL", member_of=club)
    gone = PersonFactory(name="Meyer Anna", member_of=club)
    url = f"{PEOPLE}/{gone.pk}/merge"
    assert f"?other={kept.pk}" in browser.get(url).content.decode()
    page = browser.get(url, {"other": kept.pk})
    assert "This will happen:" in text_of(page) and page.content.decode().count('name="kept"') == 2
    assert browser.post(url, {"other": kept.pk, "kept": kept.pk}).url == f"{PEOPLE}/{kept.pk}"
    gone.refresh_from_db()
    assert gone.merged_into == kept
    assert browser.get(f"{PEOPLE}/{gone.pk}").url == f"{PEOPLE}/{kept.pk}"
    assert "Meyer Anna Separate …" in text_of(browser.get(f"{PEOPLE}/{kept.pk}"))
    assert "Anna Meyer 2 records" in text_of(browser.get(PEOPLE))
    assert browser.post(f"{PEOPLE}/{kept.pk}/unmerge", {"record": gone.pk}).status_code == 302
    gone.refresh_from_db()
    assert gone.merged_into is None


def test_a_merge_that_cannot_be_says_why_before_and_after_the_button(browser: Client, club: Club) -> None:
    one, other = (AccountFactory(person=PersonFactory(member_of=club)).person for _ in range(2))
    assert one and other
    url = f"{PEOPLE}/{one.pk}/merge"
    page = browser.get(url, {"other": other.pk})
    assert "Both have an account. Unlink one of the two accounts first." in text_of(page)
    assert "Merge the two" not in text_of(page)
    assert browser.post(url, {"other": other.pk, "kept": one.pk}).status_code == 409
    foreign = PersonFactory(member_of=ClubFactory())
    assert "Another club manages this person." in text_of(browser.get(url, {"other": foreign.pk}))
    assert browser.post(url, {"other": foreign.pk, "kept": one.pk}).status_code == 409
    assert browser.post(url, {"other": one.pk, "kept": one.pk}).status_code == 409
    assert not Merge.objects.exists()


@pytest.mark.parametrize("other", ["", "x", "-1", "999999", "9" * 40, "1e3"])
def test_nobody_is_merged_with_what_is_no_person(browser: Client, club: Club, other: str) -> None:
    person = PersonFactory(member_of=club)
    assert browser.get(f"{PEOPLE}/{person.pk}/merge", {"other": other}).status_code == 404


def test_one_of_the_two_is_kept_and_no_third(browser: Client, club: Club) -> None:
    one, other, third = (PersonFactory(member_of=club) for _ in range(3))
    for kept in ("", "x", str(third.pk)):
        response = browser.post(f"{PEOPLE}/{one.pk}/merge", {"other": other.pk, "kept": kept})
        assert response.status_code == 400
    for record in ("", "x", str(third.pk)):
        assert browser.post(f"{PEOPLE}/{one.pk}/unmerge", {"record": record}).status_code == 404
    assert not Merge.objects.exists()


# --- erasing --------------------------------------------------------------------------------------------


def test_a_person_is_erased_by_typing_the_name(browser: Client, club: Club, organiser: Account) -> None:
    person, merged = PersonFactory(name="Anna Meyer", member_of=club), PersonFactory(name="A. Meyer", member_of=club)
    merge_persons(actor=organiser, kept_id=person.pk, gone_id=merged.pk)
    url = f"{PEOPLE}/{person.pk}/erase"
    assert "These records are also erased: A. Meyer" in text_of(browser.get(url))
    for typed in ("", "Anna", "ja"):
        assert browser.post(url, {"typed": typed}).status_code == 400
    assert browser.post(url, {"typed": "Anna Meyer"}).url == PEOPLE
    pages = [
        browser.get(one)
        for one in (PEOPLE, f"{PEOPLE}?who=former", f"{PEOPLE}/{person.pk}", "/clubs/rotterdam/journal")
    ]
    assert not any("Meyer" in page.content.decode() for page in pages)
    assert "This person was erased." in text_of(pages[2])


# --- accounts -------------------------------------------------------------------------------------------


def test_a_person_gets_an_account_and_its_link_is_shown_once(browser: Client, club: Club) -> None:
    person = PersonFactory(member_of=club)
    response = browser.post(f"{PEOPLE}/{person.pk}/account", {"username": "anna", "email": ""})
    assert response.status_code == 200 and "no-store" in response["Cache-Control"]
    link = re.search(r"/account/password-link/[^<]+", response.content.decode())
    assert link and Client().get(link.group()).status_code == 302
    assert Account.objects.get(username="anna").person == person


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": ""},
        {"username": "a b"},
        {"username": "x" * 41},
        {"username": "TAKEN"},
        {"email": "anna"},
        {"email": "taken@example.org"},
    ],
)
def test_an_account_that_cannot_be_is_not_made(browser: Client, club: Club, wrong: dict[str, str]) -> None:
    AccountFactory(username="taken", email="taken@example.org")
    before = Account.objects.count()
    person = PersonFactory(member_of=club)
    response = browser.post(f"{PEOPLE}/{person.pk}/account", {"username": "anna", "email": ""} | wrong)
    assert response.status_code == 400 and Account.objects.count() == before


def test_an_organiser_ties_the_own_account_to_the_own_person(browser: Client, club: Club, organiser: Account) -> None:
    person = PersonFactory(member_of=club)
    url = f"{PEOPLE}/{person.pk}/account"
    assert browser.post(url, {"link": "1", "username": "nobody"}).status_code == 400
    assert browser.post(url, {"link": "1", "username": organiser.username}).url == f"{PEOPLE}/{person.pk}"
    organiser.refresh_from_db()
    assert organiser.person == person
    assert browser.post(f"{PEOPLE}/{person.pk}/account/unlink").status_code == 302
    organiser.refresh_from_db()
    assert organiser.person is None


def test_an_account_of_somebody_else_is_not_tied(browser: Client, club: Club, stranger: Account) -> None:
    person = PersonFactory(member_of=club)
    url = f"{PEOPLE}/{person.pk}/account"
    assert browser.post(url, {"link": "1", "username": stranger.username}).status_code == 403


def test_a_forgotten_password_is_helped_by_a_link(browser: Client, club: Club) -> None:
    member = player_in(club)
    response = browser.post(f"{PEOPLE}/{member.person_id}/account/link")
    assert response.status_code == 200 and "no-store" in response["Cache-Control"]
    assert "It is shown only now, works once, and expires after a day." in text_of(response)
    assert Client().login(username=member.username, password=PASSWORD)


def test_an_account_is_switched_off_and_on(browser: Client, club: Club, organiser: Account) -> None:
    member = player_in(club)
    url = f"{PEOPLE}/{member.person_id}/account/switch"
    assert browser.post(url).status_code == 302
    assert not Client().login(username=member.username, password=PASSWORD)
    assert browser.post(f"{PEOPLE}/{member.person_id}/account/link").status_code == 409
    assert browser.post(url, {"on": "1"}).status_code == 302
    assert Client().login(username=member.username, password=PASSWORD)
    organiser.person = PersonFactory(member_of=club)
    organiser.save()
    response = browser.post(f"{PEOPLE}/{organiser.person.pk}/account/switch")
    assert response.status_code == 409 and "A club needs an organiser." in text_of(response)


def test_what_nobody_has_cannot_be_helped(browser: Client, club: Club) -> None:
    person = PersonFactory(member_of=club)
    for what in ("link", "switch", "unlink"):
        assert browser.post(f"{PEOPLE}/{person.pk}/account/{what}").status_code == 404


def test_an_erased_person_offers_nothing_to_do(browser: Client, club: Club, organiser: Account) -> None:
    member = player_in(club)
    assert member.person
    erase_person(actor=organiser, person_id=member.person.pk)
    shown = text_of(browser.get(f"{PEOPLE}/{member.person.pk}"))
    assert not any(word in shown for word in ("One-time link", "Change", "Merge", "Erase …", "A member again"))
    for name in ("club-person-rename", "club-person-erase"):
        url = reverse(name, args=[club.slug, member.person.pk])
        typed = Person.objects.get(pk=member.person.pk).name
        assert browser.post(url, {"name": "Anna", "typed": typed}).status_code == 400
