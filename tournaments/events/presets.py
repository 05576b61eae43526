"""Kinds of events that clubs hold often: each fills the form of a new event, and everything can still be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gipf_engine.messages import gettext_noop as _


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of event: its key in addresses, its name and help, and the fields of the form that it fills."""

    key: str
    name: str
    help: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def follows_rules(self) -> bool:
        """Whether such an event is held under standard rules."""
        return bool(self.values.get("standard_rules", True))


PRESETS: tuple[Preset, ...] = (
    Preset(
        "afternoon",
        _("Short Swiss (5 rounds)"),
        _("For an evening or an afternoon: players with equal scores meet, never twice."),
        {"format": "swiss-dutch", "rounds_planned": 5, "rules": "gipf-standard", "rated": True, "self_entry": False},
    ),
    Preset(
        "evening",
        _("Club evening"),
        _("All players meet once, on one evening; the arbiter enters the results."),
        {"format": "round-robin", "rules": "gipf-standard", "rated": True, "self_entry": False},
    ),
    Preset(
        "championship",
        _("Club championship"),
        _("All players meet twice, once with each colour, over several weeks; players register themselves."),
        {"format": "double-round-robin", "rules": "gipf-tournament", "rated": True, "self_entry": True},
    ),
    Preset(
        "gipf-championship",
        _("GIPF championship"),
        _("Swiss, seven rounds, with the median Buchholz as tie-break, as at the world championships."),
        {
            "format": "swiss-dutch",
            "rounds_planned": 7,
            "rules": "gipf-tournament",
            "rated": True,
            "self_entry": True,
            "ranking": "own",
            "tie_break_1": "MB",
            "tie_break_2": "DE",
            "tie_break_3": "WIN",
        },
    ),
    Preset(
        "arena",
        _("Arena evening"),
        _("Online for an hour: players join and leave as they like and are paired again at once."),
        {"format": "arena", "arena__minutes": 60, "rules": "gipf-standard", "rated": True, "self_entry": True}
        | {"standard_rules": False},
    ),
    Preset(
        "friendly",
        _("Friendly"),
        _("All players meet once, with handicaps, outside the rating lists."),
        {"format": "round-robin", "rules": "gipf-basic", "rated": False, "handicap": "by-hand", "self_entry": True}
        | {"standard_rules": False},
    ),
)


def preset(key: str) -> Preset | None:
    """The preset called `key`, None where there is none."""
    return next((each for each in PRESETS if each.key == key), None)


@dataclass(frozen=True, slots=True)
class Points:
    """A way to count that clubs know by name. Values are tenths of a point."""

    key: str
    name: str
    values: Mapping[str, int]


POINTS: tuple[Points, ...] = (
    Points("1-½-0", _("1 – ½ – 0"), {"win": 10, "draw": 5, "loss": 0}),
    Points("3-1-0", _("3 – 1 – 0"), {"win": 30, "draw": 10, "loss": 0}),
    Points("2-1-0", _("2 – 1 – 0"), {"win": 20, "draw": 10, "loss": 0}),
)
OWN_POINTS = "own"
