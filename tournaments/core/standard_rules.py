"""Standard rules: FIDE's basic rules (C.04.1) with a system of its Handbook. What leaves them, and what then follows.

An event that left them once does not come back: its earlier rounds were not held under them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.event_config import EventConfig
from tournaments.core.formats import format_of
from tournaments.models import Event, RuleExit

CHOSEN, FORBIDDEN_PAIRS, EARLY_RESULT = "chosen", "forbidden-pairs", "early-result"
AVOIDED_PAIRS = "avoided-pairs"
SETTINGS: dict[str, str] = {
    "format": _("FIDE has no rules for this format"),
    "colour-free": _("pairings ignore colours"),
    "two-games": _("a round has two games"),
    "points": _("a win, a draw and a loss do not score 1, ½ and 0"),
    "points-unplayed": _("byes or forfeits score differently from FIDE's rules"),
    "handicap": _("players start with different points"),
    CHOSEN: _("by its organisers' choice"),
    FORBIDDEN_PAIRS: _("forbidden pairings changed after round 1 was paired"),
    AVOIDED_PAIRS: _("the order of equally good pairings changes to avoid some pairs"),
    EARLY_RESULT: _("a result was changed from before the round before the last"),
}
"""What leaves standard rules, by the key that files and programs have for it."""
PLAYED: Mapping[str, frozenset[int]] = {"win": frozenset({10}), "draw": frozenset({5}), "loss": frozenset({0})}
UNPLAYED: Mapping[str, frozenset[int]] = {
    "forfeit_win": PLAYED["win"],
    "forfeit_loss": PLAYED["loss"],
    "full_bye": PLAYED["win"],
    "half_bye": PLAYED["draw"],
    "zero_bye": PLAYED["loss"],
    "pairing_bye": frozenset({10, 5, 0}),
}
"""The points under standard rules, in tenths. What the pairing-allocated bye is worth the event's regulations say."""
OUTSIDE = Message(_("not under standard rules"))
OF_LEAVING = (
    Message(_("the event no longer follows standard rules; all its pages and files show this")),
    Message(_("undoing the change does not restore standard rules")),
)
LINE = "Left standard rules"
"""Begins the comment in which a file says so."""


def departures(plan: EventConfig) -> tuple[str, ...]:
    """By what a plan is outside standard rules: keys of `SETTINGS`."""
    return tuple(_departures(plan))


def _departures(plan: EventConfig) -> Iterator[str]:
    if not format_of(plan.format).in_handbook:
        yield "format"
    if plan.format_options.get("colour_free"):
        yield "colour-free"
    if plan.games_per_round > 1:
        yield "two-games"
    if not _has_points(plan, PLAYED):
        yield "points"
    elif plan.games_per_round == 1 and not _has_points(plan, UNPLAYED):
        yield "points-unplayed"  # those that follow from other points, or from two games, go with these
    if plan.handicap != Event.Handicap.NONE:
        yield "handicap"


def _has_points(plan: EventConfig, standard: Mapping[str, frozenset[int]]) -> bool:
    return all(plan.scoring[name] in allowed for name, allowed in standard.items() if name in plan.scoring)


def rules_notice(key: str, *, left: bool) -> Message | None:
    """What every page and feed says of an event of the format called `key` that `left` standard rules, else None.

    A format that FIDE has no rules for cannot leave them: its event is as it should be.
    """
    return OUTSIDE if left and format_of(key).in_handbook else None


def describe_exits(event: Event) -> list[Message]:
    """By what an event left standard rules, and when; nothing where it did not."""
    return [] if event.follows_rules else [_describe_exit(each) for each in event.rule_exits.all()]


def _describe_exit(exit_: RuleExit) -> Message:
    what = {"what": Message(SETTINGS[exit_.setting]), "round": exit_.after_round, "day": exit_.at.date().isoformat()}
    if not exit_.after_round:
        return Message(_("before round 1 (%(day)s): %(what)s"), what)
    return Message(_("after round %(round)d (%(day)s): %(what)s"), what)


def exit_values(event: Event) -> list[dict[str, object]]:
    """By what an event left standard rules, as plain values; nothing where it did not."""
    if event.follows_rules:
        return []
    return [
        {"setting": each.setting, "after_round": each.after_round, "at": _instant(each.at), "by": each.by}
        for each in event.rule_exits.all()
    ]


def is_account(text: str) -> bool:
    """Whether a text names an account by its number, or the system: no name of a person."""
    return re.fullmatch(r"|account [0-9]{1,18}", text) is not None


def exit_lines(event: Event) -> Iterator[str]:
    """A line for each time, for files."""
    for each in exit_values(event):
        what = SETTINGS[str(each["setting"])]
        by = f"; {each['by']}" if each["by"] else ""
        yield f"{LINE} @ Round {each['after_round']}: {what}; {each['at']}{by}"


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
