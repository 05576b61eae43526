"""Which team has White on board 1 (FIDE C.04.6, article 4)."""

from __future__ import annotations

from typing import NamedTuple

from gipf_engine.tournament.crosstable import Colour, CrossTable, Meeting
from gipf_engine.tournament.pairing.team_swiss.state import TeamState


class Allocation(NamedTuple):
    """Who has White and who Black, and the paragraph of article 4.3 that decided."""

    white: TeamState
    black: TeamState
    paragraph: str


def first_team(one: TeamState, other: TeamState) -> tuple[TeamState, TeamState]:
    """The first-team of a pair and the other one: by score, then by the other score, then by number (4.2)."""
    first, second = sorted((one, other), key=lambda state: (-state.score, -state.second, state.number))
    return first, second


def allocate(one: TeamState, other: TeamState, initial: Colour) -> Allocation:
    """The colours of a pair; `initial` is the colour drawn by lot (4.1)."""
    first, second = first_team(one, other)
    colour, paragraph = _colour_of(first, second, initial)
    white, black = (first, second) if colour is Colour.WHITE else (second, first)
    return Allocation(white, black, paragraph)


def _colour_of(first: TeamState, second: TeamState, initial: Colour) -> tuple[Colour, str]:
    """The colour of the first-team."""
    if not first.colours and not second.colours:
        return (initial if first.number % 2 else initial.other), "4.3.1"
    return _by_preference(first, second) or _by_history(first, second)


def _by_preference(first: TeamState, second: TeamState) -> tuple[Colour, str] | None:
    """Where preferences decide: one alone, opposite ones, or the only strong one."""
    wish, other_wish = first.preference, second.preference
    if wish is None:
        return (other_wish.other, "4.3.2") if other_wish is not None else None
    if other_wish is None:
        return wish, "4.3.2"
    if wish is not other_wish:
        return wish, "4.3.3"
    if first.strong != second.strong:
        return (wish if first.strong else wish.other), "4.3.4"
    return None


def _by_history(first: TeamState, second: TeamState) -> tuple[Colour, str]:
    """Where they do not: colour difference, the last round in which colours differed, the first-team, the other."""
    if first.difference != second.difference:
        return (Colour.WHITE if first.difference < second.difference else Colour.BLACK), "4.3.5"
    for own, theirs in zip(reversed(first.colours), reversed(second.colours), strict=False):
        if own is not theirs:
            return own.other, "4.3.6"
    if first.preference is not None:
        return first.preference, "4.3.7"
    if first.last is not None:
        return first.last.other, "4.3.8"
    assert second.last is not None  # one of the two has had a colour
    return second.last, "4.3.9"


def initial_colour(table: CrossTable) -> Colour:
    """The colour of the lot: as the table has it, else as the first round with colours shows, else White.

    In that round the team with the smaller number of a pair is its first-team.
    """
    if table.first_colour is not None:
        return table.first_colour
    for number in range(1, table.rounds_played + 1):
        for entrant in sorted(table.entrants, key=lambda entrant: entrant.number):
            cell = entrant.cell(number)
            if isinstance(cell, Meeting) and not cell.is_void and cell.opponent > entrant.number:
                colour = cell.games[0].colour
                if colour is not None:
                    return colour if entrant.number % 2 else colour.other
    return Colour.WHITE
