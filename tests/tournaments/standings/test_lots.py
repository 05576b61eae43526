"""The lots of an event: drawn when it first starts, and the same for good."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from django.test import Client
from pytest import Subtests

from common.journal.models import JournalEntry
from players.models import Account, Club
from testing.savepoints import undone
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, last_point, running, table, values, with_players
from testing.tournaments.round_trips import WISHES, exported, taken_in
from tournaments.entries.services import entries, leaving, numbering
from tournaments.events.services import lifecycle, undo
from tournaments.interchange.formats import importers
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.core]

SEED = "0123456789abcdef0123456789abcdef"
"""Keys 1, 2, 3, 4, 5 have digests that begin with c356, bfc4, 02fb, 2068 and 48b8."""


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Ada, Ben, Cleo and Dan, who entered in this order, in a Swiss of which no round is paired, all equal."""
    made = with_players(club, organiser, format="swiss-dutch", rounds_planned=3, tie_breaks=("LOT",))
    Event.objects.filter(pk=made.pk).update(lot_seed=SEED)
    lifecycle.start_event(made.pk, organiser, first_colour="w")
    return fresh(made)


def names(event: Event) -> list[str]:
    """The order of the table."""
    return [name for _rank, name, _points in table(event)]


def test_equal_players_are_ranked_by_lot(event: Event) -> None:
    assert [(rank, name) for rank, name, _points in table(event)] == [(1, "Cleo"), (2, "Dan"), (3, "Ben"), (4, "Ada")]
    assert values(event, "Ben") == ["3"]


def test_in_a_round_robin_too(club: Club, organiser: Account) -> None:
    """Two play to a draw, so that one point each stands there."""
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, tie_breaks=("LOT",))
    decide(event, organiser, {("Ada", "Ben"): "1/2-1/2"})
    seed = fresh(event).lot_seed
    first = sorted((sha256(f"{seed}:{key}".encode()).hexdigest(), name) for key, name in ((1, "Ada"), (2, "Ben")))
    assert [(rank, name) for rank, name, _points in table(event)] == [(1, first[0][1]), (2, first[1][1])]


def test_the_seed_is_drawn_at_the_first_start_and_stays(club: Club, organiser: Account) -> None:
    event, other = (with_players(club, organiser, tie_breaks=("LOT",)) for _each in range(2))
    assert fresh(event).lot_seed == ""
    drawn = []
    for _time in range(2):
        lifecycle.start_event(event.pk, organiser)
        drawn.append((fresh(event).lot_seed, names(event)))
        lifecycle.unstart_event(event.pk, organiser)
    assert drawn[0] == drawn[1] and len(drawn[0][0]) == 32
    lifecycle.start_event(other.pk, organiser)
    assert fresh(other).lot_seed != drawn[0][0]


def test_undo_keeps_it(event: Event, organiser: Account) -> None:
    before = names(event)
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="She plays on.")
    assert (fresh(event).lot_seed, names(event)) == (SEED, before)
    start = JournalEntry.objects.get(scope__key=event.scope, action="start-event")
    confirmed(undo.undo, event.pk, organiser, start.version, reason="Too soon.")
    assert (fresh(event).state, fresh(event).lot_seed) == ("open", SEED)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    assert (fresh(event).lot_seed, names(event)) == (SEED, before)


def test_other_numbers_and_late_entries_keep_the_order(event: Event, organiser: Account) -> None:
    """Eve has key 5, so that her lot is between Dan's and Ben's; Dan's rating gives him number 1."""
    numbering.set_rating(event.pk, organiser, entry(event, "Dan").pk, 1900, reason="A list of paper.")
    confirmed(numbering.renumber, event.pk, organiser)
    entries.enter_person(event.pk, organiser, name="Eve")
    assert entry(event, "Dan").number == 1
    assert names(event) == ["Cleo", "Dan", "Eve", "Ben", "Ada"]
    assert entry(event, "Eve").lot_key == 5


def test_files_bring_seed_and_keys(event: Event, club: Club, organiser: Account, subtests: Subtests) -> None:
    """Where numbers moved, as well: Dan has number 1 and key 4."""
    numbering.set_rating(event.pk, organiser, entry(event, "Dan").pk, 1900, reason="A list of paper.")
    confirmed(numbering.renumber, event.pk, organiser)
    for kind in ("json", "trf26", "trf16"):
        with subtests.test(kind), undone():
            copy = taken_in(exported(event, kind), club, organiser)
            assert fresh(copy).lot_seed == SEED
            assert names(copy) == names(event) == ["Cleo", "Dan", "Ben", "Ada"]
            assert entry(copy, "Dan").lot_key == 4
            assert exported(copy, kind) == exported(event, kind)


def test_a_file_without_a_seed_brings_no_lots(event: Event, club: Club, organiser: Account, subtests: Subtests) -> None:
    document = json.loads(exported(event, "json"))
    assert document.pop("lots") == {"seed": SEED, "keys": [1, 2, 3, 4]}
    trf = exported(event, "trf26").replace(b'"lots"', b'"none"')
    for data in (json.dumps(document).encode(), trf):
        with subtests.test(data[:9]), undone():
            copy = taken_in(data, club, organiser)
            assert fresh(copy).lot_seed == ""
            assert {rank for rank, _name, _points in table(copy)} == {1}
            assert values(copy, "Ada") == ["–"]


def test_what_a_trf_says_of_lots_is_left_out_where_it_is_none(event: Event) -> None:
    data = exported(event, "trf26").replace(b'"keys":[1,2,3,4]', b'"keys":[1,2,3,3]')
    assert importers.parse(data, WISHES).lots is None


def test_the_seed_is_public_from_the_start_on(event: Event, organiser: Account) -> None:
    def shown() -> tuple[bool, bool]:
        page, public = (Client().get(f"/events/{event.pk}/{name}") for name in ("info", "event.json"))
        return SEED in page.content.decode(), public.json()["event"]["lots"] == {"seed": SEED, "keys": [1, 2, 3, 4]}

    assert shown() == (True, True)
    lifecycle.unstart_event(event.pk, organiser)
    assert shown() == (False, False)
    assert SEED not in exported(event, "json").decode()


def test_the_page_shows_it_where_lots_decide(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(tie_breaks=["BH"])
    assert SEED not in Client().get(f"/events/{event.pk}/info").content.decode()
