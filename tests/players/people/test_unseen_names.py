"""Wherever a name comes in, one that nobody could see, or that only looks like another, is refused or made plain."""

from __future__ import annotations

import pytest

from gipf_engine.messages import Refused
from players.accounts.services.accounts import create_account
from players.clubs.services.clubs import create_club, edit_club
from players.models import Account, Club, Person
from players.names import is_seen
from players.people.queries.search import matching
from players.people.services.people import create_person, rename_person
from testing.api.caller import Caller
from testing.factories import PersonFactory, administrator
from testing.tournaments.factories import draft, entry, running
from tournaments.core.loader import load
from tournaments.entries.services import entries
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Event

pytestmark = pytest.mark.django_db
FILLERS = ("\u115f", "\u1160", "\u3164", "\uffa0")


@pytest.mark.parametrize("filler", FILLERS)
@pytest.mark.parametrize("seen", ["", "Nova"])
def test_no_service_takes_a_filler(club: Club, organiser: Account, filler: str, seen: str) -> None:
    person = PersonFactory(name="Kris", member_of=club)
    event = draft(club, organiser)
    name = seen + filler
    for service in (
        lambda: create_person(actor=organiser, club=club, name=name),
        lambda: rename_person(actor=organiser, person_id=person.pk, name=name, country=""),
        lambda: create_account(actor=organiser, club=club, username=name, person=person),
        lambda: create_club(actor=administrator(), name=name),
        lambda: edit_club(actor=organiser, club_id=club.pk, name=name, place="", time_zone="UTC"),
        lambda: edit_club(actor=organiser, club_id=club.pk, name="Club", place=name, time_zone="UTC"),
        lambda: entries.enter_person(event.pk, organiser, name=name),
        lambda: entries.enter_many(event.pk, organiser, [name]),
    ):
        with pytest.raises(Refused):
            service()
    assert list(Person.objects.values_list("name", flat=True)) == ["Kris"]


@pytest.mark.parametrize("filler", FILLERS)
def test_no_file_and_no_request_brings_a_filler(club: Club, organiser: Account, filler: str) -> None:
    """A TRF file whose event has no name that can stand comes in under another."""
    event = running(club, organiser, ("Brechtje", "Ben"), name="Winter Cup")
    caller = Caller(organiser)
    for kind in ("json", "trf26"):
        file = EXPORTERS[kind].serialize(load(event)).decode()
        for word in ("Brechtje", "Winter Cup"):
            assert word in file
            body = {"club": club.slug, "file": file.replace(word, word[:-1] + filler)}
            assert caller.post("/events/import", body).status_code in (201, 400, 409), (kind, word)
    assert caller.post(f"/clubs/{club.slug}/players", {"name": filler}).status_code == 400
    names = {*Event.objects.values_list("name", flat=True), *Person.objects.values_list("name", flat=True)}
    assert {name for name in names if not is_seen(name)} == set()
    assert entry(event, "Brechtje").members.count() == 1


def test_a_joiner_that_shapes_nothing_makes_no_namesake_and_persian_keeps_its_own(
    club: Club, organiser: Account
) -> None:
    plain = create_person(actor=organiser, club=club, name="An\u200cna\u200d")
    persian = create_person(actor=organiser, club=club, name="علی\u200cرضا")
    assert (plain.name, plain.folded) == ("Anna", "anna")
    assert persian.name == "علی\u200cرضا"
    assert list(matching("Anna\u3164")) == [plain]
