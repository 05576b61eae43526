"""Events that say more than TRF does: what only comments tell comes back, and nobody finds fault with the rounds."""

from __future__ import annotations

import pytest

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, game, running, swiss_after_round_1
from testing.tournaments.round_trips import WISHES, exported, taken_in
from tournaments.core.loader import load
from tournaments.entries.services import exclusions, leaving
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.import_check import check_rounds
from tournaments.interchange.formats.own_comment import parse_avoided
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def comes_back(event: Event, organiser: Account) -> str:
    """The event as TRF26, which is the same when it was imported and exported again, and is paired by the rules."""
    first = exported(event, "trf26")
    assert check_rounds(importers.parse(first, WISHES)).lines == []
    assert exported(taken_in(first, event.club, organiser), "trf26") == first
    return first.decode()


def test_a_round_that_was_paired_before_a_correction_says_so(club: Club, organiser: Account) -> None:
    """Ada and Ben won, and meet in round 2; then Dan turns out to have beaten Ben: now Ada would meet Dan."""
    event = swiss_after_round_1(club, organiser)
    rounds.start_round(event.pk, organiser)
    assert "### Changed" not in comes_back(event, organiser)
    confirmed(
        claim_result, game(event, "Dan", "Ben").pk, organiser, "1-0", source="desk", reason="misread", role="arbiter"
    )
    assert "### Changed @ Round 2: when paired: results 4-2 0-1\r\n" in comes_back(event, organiser)


def test_a_round_that_was_paired_before_two_were_kept_apart_says_so(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    rounds.start_round(event.pk, organiser)
    pair = [entry(event, name).pk for name in ("Ada", "Ben")]
    confirmed(exclusions.add_exclusion, event.pk, organiser, pair, first_round=3)
    assert "### Changed" not in comes_back(event, organiser), "this is for a later round"
    confirmed(exclusions.add_exclusion, event.pk, organiser, pair, first_round=1)
    assert "### Changed @ Round 2: when paired: kept apart nobody\r\n" in comes_back(event, organiser)


def test_who_withdrew_from_a_round_that_was_taken_back_left_before_it(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="round-robin", rounds=1)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk, annul=False)
    rounds.delete_round(event.pk, organiser, 1)
    assert entry(event, "Dan").withdrawn_after == 0
    assert '"withdrawn":{"4":0}' in comes_back(event, organiser)


def test_a_last_round_in_which_nobody_meets_is_paired_all_the_same(club: Club, organiser: Account) -> None:
    """Both of the other half of a knock-out withdraw: in the final Ada has nobody to meet."""
    event = running(club, organiser, format="knock-out")
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    for name in ("Ben", "Cleo"):
        leaving.withdraw(event.pk, organiser, entry(event, name).pk)
    rounds.start_round(event.pk, organiser, despite_open=True)
    assert [len(each.pairings[0].games) for each in load(fresh(event)).rounds] == [1, 0]
    assert '"rounds_paired":2' in comes_back(event, organiser)


@pytest.mark.parametrize("kind", ["json", "trf26", "trf16"])
def test_pairs_that_are_only_avoided_come_back_and_forbid_nothing_elsewhere(
    club: Club, organiser: Account, kind: str
) -> None:
    """Other programs would forbid what a record 260 names, so it names none of them."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    pair = [entry(event, name).pk for name in ("Ada", "Cleo")]
    confirmed(exclusions.add_exclusion, event.pk, organiser, pair, last_round=2, strength="avoid")
    rounds.start_round(event.pk, organiser)
    first = exported(fresh(event), kind)
    assert b"\r\n260" not in first and b"XXP" not in first
    again = taken_in(first, club, organiser)
    (group,) = load(again).forbidden
    assert (group.strength, group.first_round, group.last_round) == ("avoid", 1, 2)
    assert {load(again).by_id[each].name for each in group.entries} == {"Ada", "Cleo"}
    assert exported(again, kind) == first
    assert check_rounds(importers.parse(first, WISHES)).lines == []


def test_a_comment_of_avoided_pairs_that_is_wrong_is_left_out() -> None:
    wrong = [[[1, 2], 1], [[1], 1, None], [[1, "2"], 1, None], [[1, 2], 0, None], [[1, 2], 3, 2], "x", [[1, 9], 1, 2]]
    assert list(parse_avoided([*wrong, [[2, 1, 2], 1, None]], {1, 2})) == [((1, 2), 1, None)]
    assert list(parse_avoided({"a": 1}, {1, 2})) == []
