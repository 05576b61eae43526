"""A duplicate event leaves as a file and comes back; nothing of a round that is being played is in one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pytest import Subtests

from games.models import Attempt, AttemptTurn
from gipfel import example
from players.models import Account, Club
from players.setup.services import remove_example_club
from testing.tournaments.duplicate_factories import attempt, give_up, lay_out, play_line, playing, winning_line
from testing.tournaments.factories import fresh, table
from testing.tournaments.round_trips import WISHES, exported, taken_in
from tournaments.duplicate.services import close_deals
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.models import Deal, DrawnDeal, Event
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.core


@pytest.fixture
def played(club: Club, organiser: Account) -> Event:
    """Ada won deal 1, Ben gave it up after a round, Cleo never came. Deal 2 nobody played."""
    event = playing(club, organiser, solved=True)
    play_line(attempt(event, "Ada"), winning_line(attempt(event, "Ada")))
    give_up(attempt(event, "Ben"), ["/"])
    close_deals(event.pk, organiser, 1)
    return fresh(event)


def test_an_event_of_deals_leaves_and_comes_back_the_same(played: Event, club: Club, organiser: Account) -> None:
    first = exported(played, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    assert table(again) == table(played) == [(1, "Ada", 20), (2, "Ben", 10), (3, "Cleo", 0)]
    lines = AttemptTurn.objects.filter(attempt__paired__pairing__round__event=again)
    assert lines.count() == AttemptTurn.objects.count() / 2 > 0
    times = AttemptTurn.objects.exclude(pk__in=lines).order_by("attempt", "ply").values_list("at", flat=True)
    assert list(lines.order_by("attempt", "ply").values_list("at", flat=True)) == list(times)
    assert len(set(times)) == len(times)
    assert Deal.objects.get(event=again).commitment == Deal.objects.get(event=played).commitment


def test_a_file_of_an_earlier_release_says_nothing_of_times(played: Event, club: Club, organiser: Account) -> None:
    data = json.loads(exported(played, "json"))
    for pairing in data["rounds"][0]["pairings"]:
        for each in pairing["attempts"]:
            del each["times"]
    again = taken_in(json.dumps(data).encode(), club, organiser)
    turns = AttemptTurn.objects.filter(attempt__paired__pairing__round__event=again).select_related("attempt")
    assert turns and all(turn.at == turn.attempt.ended_at for turn in turns)


def test_nothing_of_a_round_that_is_being_played_is_in_the_file(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    play_line(attempt(event, "Ada"), ["/"])
    data = exported(event, "json").decode()
    assert json.loads(data)["rounds"] == []
    secrets = [Deal.objects.get(event=event).seed, *DrawnDeal.objects.values_list("setup", flat=True)]
    assert not [secret for secret in secrets if secret in data]


def test_an_event_that_came_in_goes_on_with_deals_of_its_own(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, rounds_planned=2)
    close_deals(event.pk, organiser, 1)
    again = taken_in(exported(event, "json"), club, organiser)
    lay_out(again, 2)
    rounds.start_round(again.pk, organiser)
    assert Attempt.objects.filter(parent_scope__key=again.scope, ended_at=None).count() == 6
    seeds = Deal.objects.filter(round_number=2).values_list("seed", flat=True)
    assert len(set(seeds)) == len(seeds)


def _with(data: dict[str, Any], path: list[Any], value: Any) -> bytes:
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return json.dumps(data).encode()


CHANGED: list[tuple[list[Any], Any, str]] = [
    (["draw", "seed"], "00" * 32, "follow from the seed"),
    (["draw", "seed"], "no seed", "seed is 64"),
    (["draw", "commitment"], "00" * 32, "follow from the seed"),
    (["draw", "deals", 0, "setup"], "11" * 32, "follow from the seed"),
    (["draw", "deals", 0, "par"], 0, "between"),
    (["draw", "deals"], [], "a different number of deals"),
    (["pairings", 0, "attempts", 0, "turns"], "1xG", "turn 1, 1xG: several generals"),
    (["pairings", 0, "attempts", 0, "ending"], "resigned", "do not end like this"),
    (["pairings", 0, "attempts", 0, "begun_at"], None, "not started has no turns"),
    (["pairings", 0, "attempts", 0, "ended_at"], "yesterday", "not a date with a time"),
    (["pairings", 0, "attempts", 0, "times"], [], "times and turns differ"),
    (["pairings", 0, "attempts", 0, "times", 0], "2026-03-07T20:00:00", "not a date with a time"),
    (["pairings", 0, "attempts"], [], "one attempt at each deal"),
    (["pairings", 0, "kind"], "pab", "this value is unknown"),
]
"""What was changed of round 1 of a file, into what, and why it is refused."""


def test_a_file_that_was_changed_is_refused_with_its_place(played: Event, subtests: Subtests) -> None:
    right = exported(played, "json")
    for path, value, why in CHANGED:
        with subtests.test(path=path, value=value), pytest.raises(FileRefused, match=why):
            importers.parse(_with(json.loads(right), ["rounds", 0, *path], value), WISHES)


@pytest.mark.parametrize("kind", ["trf16", "trf26"])
def test_formats_of_games_for_two_have_no_place_for_deals(played: Event, kind: str) -> None:
    with pytest.raises(FileRefused, match="cannot express solitaire events"):
        exported(played, kind)


def test_the_example_club_has_a_finished_event_of_deals_that_goes_with_it(db: None) -> None:
    boss, club, _credentials = example._club()
    example._import_deals(boss, club, example._create_people(boss, club))
    event = Event.objects.get(format="duplicate")
    assert (event.state, event.rounds.count(), Attempt.objects.filter(published=True).count()) == ("closed", 1, 12)
    first, *others = table(event)
    assert first[:2] == (1, "Bruno Keller")
    assert all(points < first[2] for _rank, _name, points in others)
    remove_example_club(actor=boss)
    assert not Attempt.objects.exists() and not DrawnDeal.objects.exists()
