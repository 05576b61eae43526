"""An erased name is nowhere: not in a table, a file or a journal."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.accounts.services.tokens import make_token
from players.clubs.services.memberships import join_club
from players.core.errors import LastOrganiser
from players.core.events import PersonErasing, PersonsChanged, Touched
from players.core.queries.records import record_ids
from players.erasure.services import clubs_that_bear_the_name, erase_account, erase_person
from players.erasure.texts import names_of
from players.grants.services.grants import grant
from players.joining.services import ask_with_account
from players.models import Account, ApiToken, Club, Grant, JoinRequest, Membership, Person
from players.people.queries.search import choices
from players.people.services.merging import merge_persons, unmerge
from players.people.services.people import rename_person
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import (
    PASSWORD,
    AccountFactory,
    ClubFactory,
    MembershipFactory,
    PersonFactory,
    organiser_of,
    player_in,
)
from tests.database_text import bytes_of, whole_database
from tests.events import hearing, subscribed

pytestmark = pytest.mark.postgresql

NAME, OTHER, USERNAME, EMAIL = "Wilhelmina Quist", "Mina Qvist", "mina.quist", "wq@example.org"
TRACES = re.compile("wilhelmina|quist|qvist|mina\\b|wq@", re.IGNORECASE)


@pytest.fixture
def person(club: Club) -> Person:
    return PersonFactory(name=NAME, country="NL", member_of=club)


@pytest.fixture
def account(person: Person) -> Account:
    return AccountFactory(person=person, username=USERNAME, email=EMAIL, language="fa")


@pytest.fixture
def heard() -> Iterator[list[tuple[int, str]]]:
    """What apps above are told: the person, and its name by then."""
    told: list[tuple[int, str]] = []

    def hear(erasing: PersonErasing) -> list[Touched]:
        told.append((erasing.person.pk, erasing.person.name))
        return []

    with subscribed(PersonErasing, hear):
        yield told


def test_nothing_in_any_table_tells_the_name(
    club: Club, organiser: Account, person: Person, account: Account, client: Client
) -> None:
    """A life with everything that leaves traces: a merge, a session, a key, failing jobs, edits."""
    merged = PersonFactory(name=OTHER, member_of=club)
    merge_persons(actor=organiser, kept_id=person.pk, gone_id=merged.pk)
    rename_person(actor=organiser, person_id=person.pk, name=NAME, country="BE")
    client.force_login(account)
    make_token(account=account, label=f"phone of {NAME}")
    assert len(TRACES.findall(whole_database())) > 6
    erase_person(actor=organiser, person_id=merged.pk)
    assert TRACES.findall(whole_database()) == []


def test_nothing_in_the_file_of_an_embedded_server_tells_the_name(real_database: None) -> None:
    """SQLite leaves what it deletes in free pages, unless it is told to overwrite it."""
    if connection.vendor != "sqlite":
        assert "secure_delete" not in str(connection.settings_dict["OPTIONS"])
        return
    club = ClubFactory()
    people = [PersonFactory(name=f"{NAME} {letter}", member_of=club) for letter in "ABCDEFGHIJ"]
    AccountFactory(person=people[0], username=USERNAME, email=EMAIL)
    file = Path(connection.settings_dict["NAME"])
    assert len(TRACES.findall(bytes_of(file).decode("latin-1"))) > 20
    organiser = organiser_of(club)
    for person in people:
        erase_person(actor=organiser, person_id=person.pk)
    assert TRACES.findall(bytes_of(file).decode("latin-1")) == []


def test_every_record_gets_a_pseudonym_of_its_own(club: Club, organiser: Account, person: Person) -> None:
    merged = PersonFactory(name=OTHER, member_of=club)
    merge_persons(actor=organiser, kept_id=person.pk, gone_id=merged.pk)
    erased = erase_person(actor=organiser, person_id=person.pk)
    rows = Person.objects.filter(pk__in=record_ids(person.pk))
    assert len(rows) == 2 and len({row.name for row in rows}) == 2
    assert all(re.fullmatch(r"Player [0-9A-F]{4}", row.name) and row.country == "" and row.erased_at for row in rows)
    assert erased.name == next(row.name for row in rows if row.merged_into_id is None)


def test_the_account_is_closed_and_only_its_id_stays(
    club: Club, organiser: Account, person: Person, account: Account, client: Client
) -> None:
    grant(actor=organiser, account=account, role=Role.ARBITER, scope=club.scope)
    make_token(account=account, label="phone")
    assert client.login(username=USERNAME, password=PASSWORD)
    erase_person(actor=organiser, person_id=person.pk)
    account.refresh_from_db()
    assert re.fullmatch(r"erased-[0-9a-f]{8}", account.username)
    assert (account.email, account.language, account.is_active, account.last_login) == ("", "", False, None)
    assert not account.has_usable_password()
    assert not Grant.objects.filter(account=account).exists() and not ApiToken.objects.exists()
    assert not Client().login(username=account.username, password=PASSWORD)
    assert client.session.get("_auth_user_id") is None


def test_memberships_end_that_day(club: Club, organiser: Account, person: Person) -> None:
    MembershipFactory(person=person, club=ClubFactory(), since=datetime.date(2199, 1, 1))
    erase_person(actor=organiser, person_id=person.pk)
    assert not Membership.objects.filter(until=None).exists()
    assert Membership.objects.count() == 2


def test_what_they_asked_a_club_is_gone(organiser: Account, person: Person, account: Account) -> None:
    ask_with_account(account=account, club=ClubFactory())
    assert JoinRequest.objects.filter(person=person).exists()
    erase_person(actor=organiser, person_id=person.pk)
    assert not JoinRequest.objects.exists()


def test_apps_above_are_told_and_every_name_of_the_person_counts(
    club: Club, organiser: Account, person: Person, account: Account, heard: list[Any]
) -> None:
    merged = PersonFactory(name=OTHER, member_of=club)
    merge_persons(actor=organiser, kept_id=person.pk, gone_id=merged.pk)
    assert names_of(person) == (NAME, EMAIL, OTHER, USERNAME)
    with hearing(PersonsChanged) as changed:
        erased = erase_person(actor=organiser, person_id=person.pk)
    assert heard == [(person.pk, erased.name)]
    assert changed == [PersonsChanged(frozenset({person.pk, merged.pk}))]


def test_people_erase_themselves_and_nobody_else(person: Person, account: Account, stranger: Account) -> None:
    other = PersonFactory(member_of=ClubFactory())
    with pytest.raises(NotAllowed):
        erase_person(actor=account, person_id=other.pk)
    with pytest.raises(NotAllowed):
        erase_person(actor=stranger, person_id=person.pk)
    erase_person(actor=account, person_id=person.pk)
    line = JournalEntry.objects.get()
    ended = {"model": "membership", "id": Membership.objects.get(person=person).pk, "field": "until"}
    assert (line.action, line.actor) == ("erase-person", account.pk)
    assert line.data == {"person": person.pk, "texts": [ended]}


def test_an_erased_person_is_not_found_merged_renamed_or_erased_again(
    club: Club, organiser: Account, person: Person
) -> None:
    merged = PersonFactory(name=OTHER, member_of=club)
    merge_persons(actor=organiser, kept_id=person.pk, gone_id=merged.pk)
    erased = erase_person(actor=organiser, person_id=person.pk)
    assert choices(NAME) == choices(erased.name) == []
    for again in (
        lambda: erase_person(actor=organiser, person_id=person.pk),
        lambda: rename_person(actor=organiser, person_id=person.pk, name=NAME, country=""),
        lambda: join_club(actor=organiser, club=club, person_id=person.pk, since=datetime.date(2199, 1, 1)),
        lambda: unmerge(actor=organiser, person_id=merged.pk),
    ):
        with pytest.raises(Refused, match="erased"):
            again()


def test_the_last_organiser_of_a_club_hands_over_first(club: Club) -> None:
    first = organiser_of(club)
    first.person = PersonFactory(name=NAME, member_of=club)
    first.save()
    with pytest.raises(LastOrganiser):
        erase_person(actor=first, person_id=first.person.pk)
    assert Person.objects.get(pk=first.person.pk).name == NAME
    organiser_of(club)
    assert erase_person(actor=first, person_id=first.person.pk).name != NAME


def test_an_account_without_a_person_can_be_erased_by_its_owner(club: Club, account: Account) -> None:
    alone = AccountFactory(username="quist", email="quist@example.org")
    erase_account(actor=alone)
    assert "quist" not in Account.objects.get(pk=alone.pk).username
    with pytest.raises(Refused):
        erase_account(actor=account)


def test_names_that_others_share_stay_with_them(club: Club, organiser: Account, person: Person) -> None:
    namesake = PersonFactory(name=NAME, member_of=club)
    erase_person(actor=organiser, person_id=person.pk)
    assert Person.objects.get(pk=namesake.pk).name == NAME


def test_what_others_call_their_keys_stays(club: Club, organiser: Account, person: Person) -> None:
    """Only its owner reads the label of a key."""
    make_token(account=organiser, label=f"for {NAME}")
    erase_person(actor=organiser, person_id=person.pk)
    assert ApiToken.objects.get().label == f"for {NAME}"


def test_whoever_erases_is_told_which_clubs_bear_the_name(club: Club, organiser: Account, client: Client) -> None:
    """A club's name is its own to decide; but nobody should believe that the name is gone from it."""
    person = PersonFactory(name="Wilhelmina Quist", member_of=club)
    ClubFactory(name="Quist Memorial Club", slug="memorial")
    ClubFactory(name="Elsewhere", slug="wilhelmina-club")
    ClubFactory(name="Mosquist", slug="mosquist")
    assert [each.slug for each in clubs_that_bear_the_name(person)] == ["wilhelmina-club", "memorial"]
    client.force_login(organiser)
    page = client.get(f"/clubs/{club.slug}/people/{person.pk}/erase").content.decode()
    assert 'href="/clubs/memorial"' in page and 'href="/clubs/wilhelmina-club"' in page
    assert "Mosquist" not in page
    other = PersonFactory(name="Ben", member_of=club)
    assert "Club names are kept" not in client.get(f"/clubs/{club.slug}/people/{other.pk}/erase").content.decode()


def test_whoever_erases_the_own_person_is_told_as_well(club: Club, client: Client) -> None:
    account = player_in(club, name="Wilhelmina Quist")
    ClubFactory(name="Quist Memorial Club", slug="memorial")
    client.force_login(account)
    assert 'href="/clubs/memorial"' in client.get("/account/erase").content.decode()
