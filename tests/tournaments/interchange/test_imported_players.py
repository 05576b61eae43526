"""Who the players of a file are: names as they were, members where one is called so, and nobody twice."""

from __future__ import annotations

import pytest

from players.erasure.services import erase_person
from players.models import Account, Club, Membership, Person
from players.permissions import NotAllowed
from testing.factories import ClubFactory, PersonFactory, organiser_of
from testing.tournaments.factories import entry, fresh, running
from testing.tournaments.round_trips import WISHES, exported, play_somehow, taken_in
from tests.database_text import every_word
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.imported_event import known_people, matches
from tournaments.interchange.services import importing
from tournaments.models import Event, Member

pytestmark = [pytest.mark.django_db, pytest.mark.core]

HOSTILE = (
    "O'Neil, Ann-Marie",
    "سارا نمونه",
    "高橋 花子",
    "Ｆｕｌｌ Ｗｉｄｔｈ",
    "Zoë Ångström",
    "001    1 w 1",
    "192 FIDE_DUTCH_2026",
    "gipfel {}",
    "N. O. T. Anumber 0000 - U",
    '"Quoted" \\ Backslash',
    "Maximiliane Alexandra von und zu Hohenberg-Lützelburg",
    "Maximiliane Alexandra von und zu Hohenberg-Lützelstein",
)


@pytest.mark.parametrize("kind", EXPORTERS)
def test_names_of_every_kind_come_back_as_they_were(club: Club, organiser: Account, kind: str) -> None:
    """TRF cuts names at 33 characters: the two long ones are alike there, so that both are taken for somebody new."""
    event = running(club, organiser, HOSTILE, format="swiss-dutch", rounds_planned=5)
    play_somehow(event, organiser, 2)
    first = exported(event, kind)
    again = taken_in(first, club, organiser)
    assert exported(again, kind) == first
    names = {each.name for each in load(again).entries}
    assert names >= set(HOSTILE[:10])
    assert (set(HOSTILE) <= names) == (kind == "json")


def test_whoever_is_called_as_one_member_is_that_member(club: Club, organiser: Account) -> None:
    """One Ada is a member; two Bens are, so that nobody can tell which; Cleo is turned round; Dan is elsewhere."""
    ada = PersonFactory(name="Ada Lovelace", member_of=club)
    bens = [PersonFactory(name="Ben Ten", member_of=club) for _each in range(2)]
    cleo = PersonFactory(name="Cleo de Vries", member_of=club)
    dan = PersonFactory(name="Dan Brown", member_of=ClubFactory())
    home = ClubFactory()
    names = ("Ada Lovelace", "Ben Ten", "de Vries, Cleo", "Dan Brown")
    event = running(home, organiser_of(home), names)
    incoming = importers.parse(exported(event, "trf26"), WISHES)
    found = {match.entry.name: match for match in matches(incoming, club)}
    assert {name: match.chosen for name, match in found.items()} == {
        "Ada Lovelace": ada.pk,
        "Ben Ten": None,
        "de Vries, Cleo": cleo.pk,
        "Dan Brown": None,
    }
    assert {each.id for each in found["Ben Ten"].candidates} >= {each.pk for each in bens}
    assert dan.pk in {each.id for each in found["Dan Brown"].candidates}
    people = known_people(matches(incoming, club)) | {found["Dan Brown"].entry.ref: dan.pk}
    before = Person.objects.count()
    made = importing.import_event(club.pk, organiser, incoming, people)
    assert Person.objects.count() == before + 1
    assert {each.person.pk for each in Member.objects.filter(event=made)} >= {ada.pk, cleo.pk, dan.pk}
    assert Membership.objects.filter(club=club, person__name="Ben Ten").count() == 3


def test_two_players_are_never_one_person(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"))
    incoming = importers.parse(exported(event, "json"), WISHES)
    ada = Person.objects.get(name="Ada")
    events = Event.objects.count()
    with pytest.raises(EventRefused, match="These would be one person: Ada, Ben"):
        importing.import_event(club.pk, organiser, incoming, {1: ada.pk, 2: ada.pk})
    with pytest.raises(Person.DoesNotExist):
        importing.import_event(club.pk, organiser, incoming, {1: 10**9})
    assert Event.objects.count() == events


def test_only_organisers_of_the_club_take_events_in(
    club: Club, organiser: Account, stranger: Account, arbiter_to_be: Account
) -> None:
    incoming = importers.parse(exported(running(club, organiser), "json"), WISHES)
    for account in (stranger, arbiter_to_be):
        with pytest.raises(NotAllowed):
            importing.import_event(club.pk, account, incoming, {})


def test_an_erased_person_is_in_no_file(club: Club, organiser: Account) -> None:
    """Nor is what a file had said of the person and of the event's arbiters and comments, every word being ticked."""
    event = running(club, organiser, ("Wilhelmina Quist", "Ben Ten"), rules="gipf-basic")
    data = exported(event, "trf26").decode().replace("062 2", "102 Wilhelmina Quist\r\n112 B. Quist\r\n062 2")
    data = data.replace("001    2     ", "001    2 w   ")
    data = data.replace("### gipfel", "### Thanks to Wilhelmina!\r\n### gipfel")
    incoming = importers.parse(data.encode(), WISHES)
    made = importing.import_event(club.pk, organiser, incoming, known_people(matches(incoming, club)))
    assert entry(made, "Wilhelmina Quist").details == {"sex": "w"}
    assert exported(made, "trf26").decode().count("Wilhelmina") == 3
    person = Person.objects.get(name="Wilhelmina Quist")
    erase_person(actor=organiser, person_id=person.pk, words=every_word(organiser, person))
    for kind in EXPORTERS:
        text = exported(made, kind).decode()
        assert "Wilhelmina" not in text and "Quist" not in text
    assert fresh(made).file_header["deputies"] != ["B. Quist"]
    assert {tuple(each.details) for each in made.entries.all()} == {()}
