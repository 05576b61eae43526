"""What a team brings to the pairing of a round (FIDE C.04.6, article 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Entrant, Meeting


@dataclass(frozen=True, slots=True)
class Preferences:
    """How colours count (article 1.7): not at all, by type A, or by type B (`mild`: there are mild preferences too)."""

    count: bool = True
    mild: bool = False


class TeamState(NamedTuple):
    """One team before a round.

    `score` counts virtual points, `points` does not. `second` is the other score, 0 where it is not used.
    `colours` are those of the matches played, in order. `floated`: its last opponent had another score.
    """

    number: int
    score: int
    points: int
    second: int
    colours: tuple[Colour, ...]
    difference: int
    preference: Colour | None
    strong: bool
    met: frozenset[int]
    floated: bool
    may_have_bye: bool

    @property
    def last(self) -> Colour | None:
        """The colour of its last match."""
        return self.colours[-1] if self.colours else None


def is_played(cell: Cell) -> bool:
    """Whether a cell is a match that was played or is being played: it counts as met and gives a colour (1.6.1)."""
    return isinstance(cell, Meeting) and any(side.played or side.outcome is None for side in cell.games)


def states_of(table: CrossTable, preferences: Preferences, *, use_second: bool) -> tuple[TeamState, ...]:
    """The teams to be paired, by number: neither withdrawn nor with a bye for the coming round."""
    scores = {entrant.number: _running_scores(table, entrant) for entrant in table.entrants}
    coming = table.rounds_played + 1
    is_last = table.rounds_planned is not None and coming >= table.rounds_planned
    return tuple(
        _state_of(table, entrant, scores, preferences, is_last=is_last, use_second=use_second)
        for entrant in sorted(table.entrants, key=lambda entrant: entrant.number)
        if not entrant.withdrawn and entrant.cell(coming) is None
    )


def _state_of(
    table: CrossTable,
    entrant: Entrant,
    scores: dict[int, list[int]],
    preferences: Preferences,
    *,
    is_last: bool,
    use_second: bool,
) -> TeamState:
    cells = [entrant.cell(number) for number in range(1, table.rounds_played + 1)]
    met = [cell for cell in cells if isinstance(cell, Meeting) and is_played(cell)]
    colours = tuple(side.colour for cell in met for side in cell.games[:1] if side.colour is not None)
    difference = sum(1 if colour is Colour.WHITE else -1 for colour in colours)
    preference, strong = preference_of(colours, difference, preferences, is_last=is_last)
    points = scores[entrant.number][table.rounds_played]
    return TeamState(
        number=entrant.number,
        score=points + _virtual(entrant, table.rounds_played + 1),
        points=points,
        second=sum(entrant.second_points[: table.rounds_played]) if use_second else 0,
        colours=colours,
        difference=difference,
        preference=preference,
        strong=strong,
        met=frozenset(cell.opponent for cell in met),
        floated=_floated(table, entrant, scores),
        may_have_bye=not any(_bars_from_bye(cell) for cell in cells),
    )


def preference_of(
    colours: tuple[Colour, ...], difference: int, preferences: Preferences, *, is_last: bool
) -> tuple[Colour | None, bool]:
    """The colour that a team prefers, and whether strongly; simple preferences of type A count as strong (1.7)."""
    white, black = Colour.WHITE, Colour.BLACK
    if not preferences.count:
        return None, False
    for colour, own in ((white, difference), (black, -difference)):
        if own < -1 or (own in (-1, 0) and colours[-2:] == (colour.other, colour.other)):
            return colour, True
    if not preferences.mild or not colours:
        return None, False
    if difference:
        return (white if difference < 0 else black), False
    return (None, False) if is_last else (colours[-1].other, False)


def _running_scores(table: CrossTable, entrant: Entrant) -> list[int]:
    """Points before round 1, 2, …; a match without a result counts as drawn (C.04.2)."""
    running = [0]
    for number in range(1, table.rounds_played + 1):
        cell = entrant.cell(number)
        undecided = isinstance(cell, Meeting) and any(side.outcome is None for side in cell.games)
        running.append(running[-1] + (table.scoring.draw if undecided else table.cell_points(cell)))
    return running


def _virtual(entrant: Entrant, round_number: int) -> int:
    """Virtual points of a round (acceleration)."""
    return entrant.accelerated[round_number - 1] if round_number <= len(entrant.accelerated) else 0


def _floated(table: CrossTable, entrant: Entrant, scores: dict[int, list[int]]) -> bool:
    """Whether the team met one with another score in the previous round (article 1.5)."""
    last = table.rounds_played
    cell = entrant.cell(last) if last else None
    if not isinstance(cell, Meeting) or not is_played(cell):
        return False
    own = scores[entrant.number][last - 1] + _virtual(entrant, last)
    return own != scores[cell.opponent][last - 1] + _virtual(table.entrant(cell.opponent), last)


def _bars_from_bye(cell: Cell) -> bool:
    """C2: a pairing-allocated bye, a match won by forfeit, a full-point bye (article 2.1.2)."""
    if isinstance(cell, Bye):
        return cell.kind in (ByeKind.PAIRING, ByeKind.FULL)
    return (
        isinstance(cell, Meeting) and not is_played(cell) and any(side.outcome is SideResult.WIN for side in cell.games)
    )
