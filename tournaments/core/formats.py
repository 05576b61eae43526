"""Formats as events use them, and the games that can be played in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.translation import gettext

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules
from gipf_engine.rules.base import TWO_SEATS
from gipf_engine.tournament.pairing import PairingSystem, system, systems
from gipf_engine.tournament.pairing.base import Option
from gipf_engine.tournament.pairing.league import GROUP, partition
from gipf_engine.tournament.pairing.scheveningen import TEAM
from tournaments.core.errors import EventRefused
from tournaments.models import Event

# --- the games that an event can have ---------------------------------------------------------------------


def playable_rules() -> list[tuple[str, str]]:
    """Every game that an event can have, by its key: for two, or a solitaire whose deals are drawn."""
    return [
        (key, gettext(rules.name))
        for key, rules in all_rules().items()
        if rules.seats == TWO_SEATS or rules.solver_version
    ]


def game_of(event: Event) -> str:
    """The key of the game that an event is of, whatever its rules: "gipf" of "gipf-basic"."""
    return all_rules()[event.rules].game


def game_names() -> dict[str, str]:
    """The name of every game that an event can have, by its key."""
    found: dict[str, str] = {}
    for key, name in playable_rules():
        found.setdefault(all_rules()[key].game, _VARIANT.split(name, maxsplit=1)[0])
    return found


_VARIANT = re.compile("[,،、:：]")
"""What parts the name of a game from that of a variant, in any language."""


# --- the formats that an event can have -------------------------------------------------------------------
# Today the pairing systems of the register, with what can be chosen in each.


MOST_ROUNDS = 50
POINTS = "PTS"


def format_of(key: str) -> PairingSystem:
    """The pairing system behind a format's key, with its usual options; KeyError if there is none."""
    return _build(key, ())


def system_of(event: Event) -> PairingSystem:
    """The pairing system of an event, with the options that were chosen for it."""
    own = {option.key for option in format_of(event.format).options}
    return _build(event.format, tuple(sorted((name, value) for name, value in _all(event).items() if name in own)))


@cache
def _build(key: str, options: tuple[tuple[str, int], ...]) -> PairingSystem:
    return system(key, **dict(options))


def formats() -> tuple[type[PairingSystem], ...]:
    """All formats, for lists to choose from."""
    return systems()


def is_for_teams(key: str) -> bool:
    """Whether teams meet in the format, in matches of several boards."""
    return format_of(key).for_teams


def is_predetermined(key: str) -> bool:
    """Whether it is known before round 1 which players meet. In matches of teams captains decide it."""
    chosen = format_of(key)
    return not chosen.needs_results and not chosen.for_teams


def pairs_freely(key: str) -> bool:
    """Whether players of the format can come late, have byes, be kept apart and be exchanged by hand."""
    chosen = format_of(key)
    return chosen.pairs_freely and not chosen.for_teams


def pairs_teams_freely(key: str) -> bool:
    """Whether teams of the format can come late, have byes and be kept apart."""
    chosen = format_of(key)
    return chosen.pairs_freely and chosen.for_teams


def has_schedule_of_teams(key: str) -> bool:
    """Whether it is known before round 1 which teams meet."""
    chosen = format_of(key)
    return not chosen.needs_results and chosen.for_teams


def avoids_pairs(key: str) -> bool:
    """Whether the format can avoid pairs where its criteria leave a choice."""
    return format_of(key).avoids_pairs


def has_opponents(key: str) -> bool:
    """Whether players of the format meet; else everybody plays the same deals alone."""
    return format_of(key).has_opponents


def is_by_clock(key: str) -> bool:
    """Whether the server pairs who is free while a clock runs, as in an arena."""
    return format_of(key).by_clock


def usual_tie_breaks(key: str) -> tuple[str, ...]:
    """What ranks players with the same points where the organiser says nothing."""
    return format_of(key).usual_tie_breaks


def ranking_of(event: Event) -> tuple[str, ...]:
    """The whole list that ranks players, where points are not what comes first; else the event's tie-breaks alone.

    In an event of teams these are the teams'; its players are ranked by the points of their boards.
    """
    if is_for_teams(event.format):
        return ()
    own = system_of(event).ranked_by
    return (*(code for code in own if code != POINTS), *event.tie_breaks)


# --- options -----------------------------------------------------------------------------------------


def options_of(key: str) -> tuple[Option, ...]:
    """What can be chosen within a format: the choices of its system, then those that the event minds."""
    chosen = format_of(key)
    return (*chosen.options, *chosen.event_options)


def option(event: Event, name: str) -> int:
    """What was chosen for an option of the event's format; 0 where the format does not have it."""
    return _all(event).get(name, 0)


def choices_of(event: Event) -> dict[str, int]:
    """What was chosen within the event's format for the event itself to mind, by the key of the option."""
    chosen = _all(event)
    return {each.key: chosen[each.key] for each in format_of(event.format).event_options}


def _all(event: Event) -> dict[str, int]:
    return {each.key: event.format_options.get(each.key, each.default) for each in options_of(event.format)}


def validate_options(key: str, values: Mapping[str, object]) -> dict[str, int]:
    """The options of a format as they are kept: those that differ from the usual. EventRefused for what cannot be."""
    known = {each.key: each for each in options_of(key)}
    strange = sorted(values.keys() - known.keys())
    if strange:
        raise _refusal(Message(_("This format has no option %(name)s."), {"name": strange[0][:40]}))
    kept = {name: _validate_option(known[name], value) for name, value in sorted(values.items())}
    return {name: value for name, value in kept.items() if value != known[name].default}


def _validate_option(option_: Option, value: object) -> int:
    name = {"name": Message(option_.name)}
    if isinstance(option_.default, bool):
        if not isinstance(value, bool):
            raise _refusal(Message(_("%(name)s must be on or off."), name))
        return value
    if isinstance(value, bool) or not isinstance(value, int):
        raise _refusal(Message(_("%(name)s must be a number."), name))
    most = MOST_ROUNDS if option_.most is None else option_.most
    if not option_.least <= value <= most:
        limits = {**name, "least": option_.least, "most": most}
        raise _refusal(Message(_("%(name)s must be a number from %(least)d to %(most)d."), limits))
    return value


def _refusal(message: Message) -> EventRefused:
    return EventRefused(message, field="format_options")


# --- groups and rounds -------------------------------------------------------------------------------

TWO_TEAMS = 2


def splits(key: str) -> bool:
    """Whether players of the format belong to groups or teams."""
    return bool(format_of(key).split_by)


def has_one_table(key: str) -> bool:
    """Whether all players of the format stand in one table: no groups, and no teams."""
    return not splits(key) and not is_for_teams(key)


def groups_of_teams(event: Event, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The pairing numbers of teams by the groups that are ranked one by one; all in one, as a rule."""
    return partition(numbers, option(event, "groups") or 1) if numbers else ()


def is_league(key: str) -> bool:
    """Whether the players of the format belong to groups that are ranked one by one."""
    return format_of(key).split_by == GROUP


def has_teams(key: str) -> bool:
    """Whether the players of the format belong to two teams."""
    return format_of(key).split_by == TEAM


def groups_of(event: Event) -> int:
    """How many groups or teams an event has; 1 where it is not split."""
    return groups_of_options(event.format, event.format_options) if splits(event.format) else 1


def groups_of_options(key: str, options: Mapping[str, object]) -> int:
    """How many groups or teams a format has with these options."""
    usual = {each.key: each.default for each in options_of(key)}
    found = options.get("groups", usual.get("groups", TWO_TEAMS))
    return found if isinstance(found, int) else TWO_TEAMS


def rounds_of(event: Event, groups: Sequence[int | None]) -> int:
    """How many rounds the event has, given the group of each entrant: what the format says, else what was announced.

    Entrants are players, or teams where these meet.
    Where groups are of unequal size it takes as many as if all were as large as the largest.
    """
    sizes = Counter(group for group in groups if group is not None)
    entrants = max(sizes.values()) * groups_of(event) if sizes else len(groups)
    fixed = system_of(event).rounds(entrants)
    return fixed if fixed is not None else event.rounds_planned or 0
