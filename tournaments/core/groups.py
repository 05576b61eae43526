"""Who is in which group or team when an event starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.league import partition
from tournaments.core.errors import EventRefused
from tournaments.core.formats import groups_of, is_league, option
from tournaments.core.loader import EntryRow
from tournaments.models import Event

FEWEST_IN_GROUP = 2


class Grouping(StrEnum):
    """How groups or teams come about from the order of the pairing numbers."""

    STRENGTH = "strength"  # neighbours: the best in the first group
    SERPENTINE = "serpentine"  # there and back, so that all are about as strong: 1 4 5 8 and 2 3 6 7
    HAND = "hand"


def usual_grouping(key: str) -> Grouping:
    """Leagues are cut by strength, teams are to be equally strong."""
    return Grouping.STRENGTH if is_league(key) else Grouping.SERPENTINE


def fewest_entries(event: Event) -> int:
    """How many players the groups or teams of an event need at least."""
    return groups_of(event) * fewest_in_group(event)


def fewest_in_group(event: Event) -> int:
    """A group needs two to play, and those who move up or down have to be different people; a team needs one."""
    if not is_league(event.format):
        return 1
    groups = groups_of(event)
    moving = (option(event, "up") if groups > 1 else 0) + (option(event, "down") if groups > 1 else 0)
    return max(FEWEST_IN_GROUP, moving)


def split(event: Event, in_order: Sequence[EntryRow], how: Grouping, by_hand: Mapping[int, int]) -> dict[int, int]:
    """The group of every entry, by its id, for entries in the order of their numbers.

    `by_hand` are groups by entry, needed where `how` says so. EventRefused where a group would be too small.
    """
    groups = groups_of(event)
    if how is Grouping.HAND:
        found = {entry.id: by_hand.get(entry.id, 0) for entry in in_order}
    elif how is Grouping.SERPENTINE:
        found = {entry.id: _serpentine(place, groups) for place, entry in enumerate(in_order)}
    else:
        parts = partition([entry.id for entry in in_order], groups)
        found = {entry: group for group, part in enumerate(parts, 1) for entry in part}
    _check_groups(event, found)
    return found


def _serpentine(place: int, groups: int) -> int:
    """There and back again: 1 2 3 3 2 1 1 2 3 …"""
    lap, step = divmod(place, groups)
    return groups - step if lap % 2 else step + 1


def _check_groups(event: Event, found: Mapping[int, int]) -> None:
    groups, fewest = groups_of(event), fewest_in_group(event)
    if not set(found.values()) <= set(range(1, groups + 1)):
        message = Message(_("Give every player a number from 1 to %(groups)d."), {"groups": groups})
        raise EventRefused(message, field="groups")
    sizes = Counter(found.values())
    for group in range(1, groups + 1):
        if sizes[group] < fewest:
            params = {"group": group, "players": sizes[group], "fewest": fewest}
            message = Message(_("Group %(group)d has %(players)d of the %(fewest)d players it needs."), params)
            raise EventRefused(message, field="groups")


def smallest_group(event: Event, groups: Sequence[int | None]) -> int:
    """Where a person goes who enters after the start, given everybody's group: the smallest, of equal ones the last."""
    sizes = Counter(groups)
    return min(range(groups_of(event), 0, -1), key=lambda group: sizes[group])
