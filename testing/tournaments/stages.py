"""Events in stages made by services: two groups of four that are played, and finals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.results.services.decisions import Decision, decide_results
from players.models import Account, Club
from testing.tournaments.factories import draft, enter_persons, fresh, members, plan
from tournaments.events.services import events, lifecycle
from tournaments.models import Entry, Event, Stage, StagePlan
from tournaments.rounds.services import rounds
from tournaments.stages.rules import StageRule
from tournaments.stages.services.advancing import pass_over
from tournaments.stages.services.plans import FirstStage, StagesPlan, create_stages

EIGHT = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal")
"""Unrated, so that they are numbered by name: Ada to Dan are group 1, Eva to Hal group 2."""
LEAGUE: dict[str, Any] = {"format": "league", "format_options": {"groups": 2, "up": 0, "down": 0}}
FINALS = StageRule(name="Finals", first=2, third_place=True)
CLEAR: Mapping[str, int] = {"Ada": 4, "Ben": 3, "Cleo": 2, "Dan": 1, "Fay": 8, "Eva": 7, "Gus": 6, "Hal": 5}
"""Who is stronger wins: Ada 3, Ben 2, Cleo 1, Dan 0; Fay 3, Eva 2, Gus 1, Hal 0."""


def new_stages(
    club: Club, organiser: Account, *later: StageRule, first: Mapping[str, Any] = LEAGUE, **more: Any
) -> StagePlan:
    """Named "Cup", with a first event called "Groups" and these later stages: finals where none is said."""
    own = FirstStage(name="Groups", plan=plan(name="Groups", **{**first, **more}))
    return create_stages(club.pk, organiser, StagesPlan(name="Cup", first=own, later=later or (FINALS,)))


def first_event(made: StagePlan) -> Event:
    return Event.objects.get(stage_event__stage__plan=made, stage_event__stage__number=1)


def stage(made: StagePlan, number: int = 2) -> Stage:
    return Stage.objects.select_related("plan").get(plan=made, number=number)


def start_with(event: Event, organiser: Account, names: tuple[str, ...] = EIGHT) -> None:
    """Announce a draft, enter these players and start it."""
    events.announce(event.pk, organiser)
    enter_persons(event, organiser, members(event.club, names))
    lifecycle.start_event(event.pk, organiser, first_colour="w" if event.format == "swiss-dutch" else "")


def play_round(event: Event, organiser: Account, strength: Mapping[str, int], draws: tuple[str, ...] = ()) -> None:
    """Pair the next round and let the stronger win each game; "Ada-Ben" in `draws` is a draw."""
    rounds.start_round(event.pk, organiser)
    games = Game.objects.filter(paired__pairing__round__event=event, result="pending")
    decisions = []
    for game, one, two in games.values_list("pk", "white__name", "black__name"):
        if f"{one}-{two}" in draws or f"{two}-{one}" in draws:
            code = "1/2-1/2"
        else:
            code = "1-0" if strength[one] > strength[two] else "0-1"
        decisions.append(Decision(game, code))
    decide_results(event.scope, organiser, decisions, source="desk")


def play_all(
    event: Event, organiser: Account, strength: Mapping[str, int], number: int, draws: tuple[str, ...] = ()
) -> Event:
    """Play so many rounds and close the event."""
    for _round in range(number):
        play_round(event, organiser, strength, draws)
    lifecycle.close_event(event.pk, organiser)
    return fresh(event)


def played_groups(club: Club, organiser: Account, *later: StageRule, **more: Any) -> StagePlan:
    """Two groups of four, played as in `CLEAR` and closed."""
    made = new_stages(club, organiser, *later, **more)
    start_with(first_event(made), organiser)
    play_all(first_event(made), organiser, CLEAR, 3)
    return made


def next_event(made: StagePlan, number: int = 2) -> Event:
    return Event.objects.get(stage_event__stage__plan=made, stage_event__stage__number=number,
                             stage_event__purpose="next")  # fmt: skip


def numbered(event: Event) -> list[str]:
    """The names in the order of the pairing numbers."""
    rows = Entry.objects.filter(event=event).order_by("number")
    return list(rows.values_list("members__person__name", flat=True))


@dataclass(frozen=True)
class StagesWorld:
    """`ready` can start its finals, in which Stage Dan is passed over; in `tied` three are equal at the border.

    `coming` has a first event that is a draft; `free` is an event that is no stage.
    """

    ready: StagePlan
    tied: StagePlan
    coming: StagePlan
    free: Event

    def entry(self, name: str) -> int:
        """The entry of a player in the groups of `ready`."""
        return Entry.objects.get(event=first_event(self.ready), members__person__name=name).pk


def stages_world(club: Club, organiser: Account) -> StagesWorld:
    """All of it, with names that no other player has."""
    ready, tied, coming = (new_stages(club, organiser, rated=False) for _each in range(3))
    strength = {f"Stage {name}": value for name, value in CLEAR.items()}
    draws = ("Stage Ben-Stage Cleo", "Stage Ben-Stage Dan", "Stage Cleo-Stage Dan")
    for made, equal in ((ready, ()), (tied, draws)):
        event = first_event(made)
        start_with(event, organiser, tuple(f"Stage {name}" for name in EIGHT))
        play_all(event, organiser, strength, 3, draws=equal)
    world = StagesWorld(ready, tied, coming, draft(club, organiser, name="Free Stage Event"))
    pass_over(ready.pk, organiser, 2, world.entry("Stage Dan"), reason="moved away")
    return world
