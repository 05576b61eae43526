"""Whether pairings that were made beforehand bring everybody together as often as they should. Pure.

For tables that others made, in whatever order and with whatever colours. Files do not say who is in which
group or team, but meetings do: groups of a league are those who meet, directly or through others; the two
teams of a Scheveningen match are the sides of whom only unlike ones meet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable, Meeting

Group = dict[int, int]
"""Entrants by pairing number, each with a side, 0 or 1."""


def wrong_meetings(table: CrossTable, kind: str) -> list[Message]:
    """Who met too often or, once all rounds are played, not often enough. `kind` is the code of record 192."""
    met, groups = Counter(_pairs(table)), _groups(table)
    cycles = _cycles(table, kind, max((len(group) for group in groups), default=0))
    finished = table.rounds_planned is None or table.rounds_played >= table.rounds_planned
    found: list[Message] = []
    for group in groups:
        if finished and len(group) == 1:
            found += [Message(_("number %(number)d had no opponent"), {"number": number}) for number in group]
        for one, other in combinations(sorted(group), 2):
            times = met[one, other]
            expected = 0 if _are_a_team(kind, group, one, other) else cycles
            if times > expected or (finished and times < expected and "SCHILLER" not in kind):
                found.append(_wrong(one, other, times, expected))
    return found


def _wrong(one: int, other: int, met: int, cycles: int) -> Message:
    return Message(
        _("numbers %(one)d and %(other)d met %(met)d times instead of %(cycles)d"),
        {"one": one, "other": other, "met": met, "cycles": cycles},
    )


def _pairs(table: CrossTable) -> Iterator[tuple[int, int]]:
    """Everybody who was paired, round by round, the smaller number first."""
    for round_number in range(1, table.rounds_played + 1):
        for entrant in table.entrants:
            cell = entrant.cell(round_number)
            if isinstance(cell, Meeting) and entrant.number < cell.opponent:
                yield entrant.number, cell.opponent


def _groups(table: CrossTable) -> list[Group]:
    """Those who meet, directly or through others, and their sides: earlier rounds say who is on unlike ones."""
    group_of: dict[int, Group] = {entrant.number: {entrant.number: 0} for entrant in table.entrants}
    for one, other in _pairs(table):
        ours, theirs = group_of[one], group_of[other]
        if ours is not theirs:
            turn = ours[one] == theirs[other]
            ours.update({number: side ^ turn for number, side in theirs.items()})
            group_of.update(dict.fromkeys(theirs, ours))
    return list({id(group): group for group in group_of.values()}.values())


def _are_a_team(kind: str, group: Group, one: int, other: int) -> bool:
    return "SCHEVENINGEN" in kind and group[one] == group[other]


def _cycles(table: CrossTable, kind: str, largest: int) -> int:
    """How often each two meet: twice where the type says so, or where as many rounds leave time for it."""
    if "DOUBLE" in kind:
        return 2
    if "SCHEVENINGEN" in kind or "SCHILLER" in kind:
        return 1
    once = largest + largest % 2 - 1
    return 2 if max(table.rounds_planned or 0, table.rounds_played) >= 2 * once else 1
