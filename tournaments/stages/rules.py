"""How a stage takes its players and what its event is like, and the kinds of events in stages that clubs hold often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from gipf_engine.clocks import parse_control
from gipf_engine.clocks.controls import Fischer
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.knock_out import KnockOut
from gipf_engine.tournament.stage_seeding import StageSeeding
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig, config_of, validate
from tournaments.core.formats import formats
from tournaments.models import Event, Stage

LONGEST_STAGE_NAME = 40
MOST_GOING_ON = 64
"""Players of one group who advance, and best ones of the rest."""
FASTEST = 60
"""Seconds: no clock of a play-off has less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRule:
    """What an organiser decides of a later stage: who advances, how they are seeded, and what the event is like.

    `rounds` counts only for formats in which the organiser chooses it; `third_place` only in a knock-out.
    """

    name: str
    first: int = 0
    rest: int = 0
    seeding: str = StageSeeding.CROSS
    format: str = KnockOut.key
    third_place: bool = False
    rounds: int | None = None
    games_per_round: int = 1

    @property
    def settings(self) -> dict[str, Any]:
        """What is kept of the event."""
        own = {"third_place": True} if self.third_place and self.format == KnockOut.key else {}
        planned = {} if self.rounds is None else {"rounds_planned": self.rounds}
        return {"format": self.format, "format_options": own, "games_per_round": self.games_per_round, **planned}


def rule_of(stage: Stage) -> StageRule:
    """The rule that a stage is kept with."""
    kept = stage.settings
    return StageRule(
        name=stage.name,
        first=stage.first,
        rest=stage.rest,
        seeding=stage.seeding,
        format=kept["format"],
        third_place=bool(kept["format_options"].get("third_place")),
        rounds=kept.get("rounds_planned"),
        games_per_round=kept["games_per_round"],
    )


def check_rule(rule: StageRule, source: Event) -> None:
    """EventRefused, with the field, where no stage can be like that after the event `source`."""
    if not 0 <= rule.first <= MOST_GOING_ON or not 0 <= rule.rest <= MOST_GOING_ON or not rule.first + rule.rest:
        raise EventRefused(Message(_("Enter how many players advance.")), field="first")
    if rule.seeding not in [each.value for each in StageSeeding]:
        raise EventRefused(Message(_("This way of seeding does not exist.")), field="seeding")
    if rule.format not in [each.key for each in formats() if not each.for_teams]:
        message = Message(_("There is no format called %(key)s."), {"key": rule.format[:30]})
        raise EventRefused(message, field="format")
    validate(_plan_after(source, rule.name, rule.settings))


TWO = 2


def plan_of_stage(stage: Stage, source: Event) -> EventConfig:
    """The plan of a stage's event: its own settings, and otherwise what the event before it has. It starts today."""
    return _plan_after(source, f"{stage.plan.name}: {stage.name}"[:80], stage.settings)


def plan_of_playoff(stage: Stage, source: Event, players: int, name: str) -> EventConfig:
    """The plan of a play-off: two games between two, else everybody meets everybody; faster and not rated.

    Two who are level after two games play one more in sudden death.
    """
    knock_out = {"format": KnockOut.key, "games_per_round": 2, "format_options": {"sudden_death": True}}
    settings: dict[str, Any] = knock_out if players == TWO else {"format": "round-robin", "games_per_round": 1}
    plan = _plan_after(source, f"{stage.plan.name}: {name}"[:80], settings)
    control = faster(plan.time_control)
    if control and players == TWO:
        plan = replace(plan, format_options={**plan.format_options, **_clock_of_last_game(control)})
    return replace(plan, rated=False, time_control=control)


def _clock_of_last_game(control: str) -> dict[str, int]:
    """The clock of sudden death where the two games before have this one: half of it again."""
    main, increment = faster(control).split("+")
    return {"tie_minutes": max(int(main) // 60, 1), "tie_seconds": int(increment)}


def faster(control: str) -> str:
    """Half the time of a clock in real time; ten minutes where turns take days, "" where games are over the board."""
    if not control:
        return ""
    known = parse_control(control)
    if not known.is_real_time:
        return "600+5"
    increment = known.increment // 2000 if isinstance(known, Fischer) else 0
    return f"{max(known.main // 2000, FASTEST)}+{increment}"


def _plan_after(source: Event, name: str, settings: Mapping[str, Any]) -> EventConfig:
    kept = config_of(source)
    first_day = max(today(source), source.starts_on)
    plan = replace(
        kept,
        name=name,
        about="",
        starts_on=first_day,
        ends_on=max(first_day, source.ends_on),
        format_options={},
        rounds_planned=None,
        games_per_round=1,
        scoring={key: kept.scoring[key] for key in ("win", "draw", "loss") if key in kept.scoring},
        tie_breaks=None,
        self_entry=False,
    )
    return replace(plan, **settings)


# --- kinds of events in stages that clubs hold often ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StagePreset:
    """A kind of event in stages: the format of its first stage, and the rule of its second."""

    key: str
    name: str
    help: str
    first_name: str
    format: str
    format_options: Mapping[str, object] = field(default_factory=dict)
    second: StageRule = field(default_factory=lambda: StageRule(name=_("Finals"), first=4, third_place=True))

    def first_plan(
        self, *, name: str, rules: str, starts_on: date, ends_on: date, time_zone: str, rounds: int, groups: int
    ) -> EventConfig:
        """The plan of the first stage's event; `rounds` counts in a Swiss, `groups` in a league."""
        options = {**self.format_options, "groups": groups} if self.format == "league" else dict(self.format_options)
        return EventConfig(
            name=name[:80],
            rules=rules,
            starts_on=starts_on,
            ends_on=ends_on,
            time_zone=time_zone,
            format=self.format,
            format_options=options,
            rounds_planned=None if self.format == "league" else rounds,
        )


STAGE_PRESETS: tuple[StagePreset, ...] = (
    StagePreset(
        "groups",
        _("Groups, then finals"),
        _("Groups of round robins. The first two of each advance to a knock-out with a match for third place."),
        _("Groups"),
        "league",
        {"up": 0, "down": 0},
        StageRule(name=_("Finals"), first=2, third_place=True),
    ),
    StagePreset(
        "swiss-4",
        _("Swiss, then semi-finals"),
        _("The first four of a Swiss play semi-finals, the final and a match for third place."),
        _("Swiss"),
        "swiss-dutch",
    ),
    StagePreset(
        "swiss-8",
        _("Swiss, then quarter-finals"),
        _("The first eight of a Swiss play a knock-out with a match for third place."),
        _("Swiss"),
        "swiss-dutch",
        second=StageRule(name=_("Finals"), first=8, third_place=True),
    ),
)


def stage_preset(key: str) -> StagePreset:
    """The kind called `key`. EventRefused where there is none."""
    found = next((each for each in STAGE_PRESETS if each.key == key), None)
    if found is None:
        raise EventRefused(Message(_("This kind of event in stages does not exist.")), field="preset")
    return found
