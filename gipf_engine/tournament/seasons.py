"""From one season of a league to the next: who moves up and down between divisions, and who plays where then.

Divisions are counted from 1, the highest. Who moves by the standings is what `standings.league.season` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.tournament.standings.base import Standing
from gipf_engine.tournament.standings.league import season


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player at the end of a season: the rank in the division, None for who is not ranked; `has_left` it."""

    player: int
    rank: int | None
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class DivisionChange:
    """Where a player goes: `to` is the division of the next season, None for who leaves the league."""

    player: int
    division: int
    to: int | None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Transition:
    """What a season leads to: a step for each player, in the order of divisions and ranks.

    `undecided` are sets of players who share a rank across the border of a move; who of them was moved by hand is no
    longer in them. `too_small` are the divisions that have fewer players than move.
    """

    steps: tuple[DivisionChange, ...]
    undecided: tuple[tuple[int, ...], ...] = ()
    too_small: tuple[int, ...] = ()

    def field(self, division: int) -> tuple[int, ...]:
        """Who plays in a division next: those who come down first, then those who stay, then those who come up."""
        return tuple(step.player for step in self.steps if step.to == division)


def transition(
    divisions: Sequence[Sequence[Finisher]], up: int, down: int, by_hand: Mapping[int, int | None] | None = None
) -> Transition:
    """The first `up` of every division but the highest move up, the last `down` of every one but the lowest down.

    Players who left or are not ranked neither move nor count; who left plays no more. `by_hand` are the divisions that
    an organiser chose for players (None: they leave the league), whatever their ranks say; no one takes their place.
    """
    chosen = by_hand or {}
    ranked = [[each for each in division if each.rank is not None and not each.has_left] for division in divisions]
    most = len(divisions)
    too_small = tuple(
        number
        for number, players in enumerate(ranked, 1)
        if (up if number > 1 else 0) + (down if number < most else 0) > len(players)
    )
    moves: dict[int, int] = {}
    undecided: list[tuple[int, ...]] = []
    if not too_small:
        found = season([_standings(players) for players in ranked], up, down)
        moves = {move.number: move.to for move in found.moves}
        undecided = [tuple(player for player in tied if player not in chosen) for tied in found.undecided]
    steps = (
        _step_of(each, number, moves, chosen)
        for number, division in enumerate(divisions, 1)
        for each in sorted(division, key=lambda each: (each.rank is None, each.rank or 0))
    )
    return Transition(tuple(steps), tuple(tied for tied in undecided if len(tied) > 1), too_small)


def _standings(players: Sequence[Finisher]) -> list[Standing]:
    rows = sorted(players, key=lambda each: each.rank or 0)
    return [Standing(each.rank or 0, each.player, 0, ()) for each in rows]


def _step_of(
    each: Finisher, division: int, moves: Mapping[int, int], chosen: Mapping[int, int | None]
) -> DivisionChange:
    if each.player in chosen:
        return DivisionChange(each.player, division, chosen[each.player], by_hand=True)
    if each.has_left:
        return DivisionChange(each.player, division, None)
    return DivisionChange(each.player, division, moves.get(each.player, division))
