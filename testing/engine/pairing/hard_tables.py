"""Cross tables that no Swiss engine made, for which the rules are hard to follow: what a hostile file can hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import (
    Bye,
    ByeKind,
    Cell,
    Colour,
    CrossTable,
    Entrant,
    ForbiddenGroup,
    GameSide,
    Meeting,
)

KINDS = ("random", "apart", "draws", "draws-apart")
"""Anyone won, or every game was drawn, so that all share one score; with 48 % of the field kept apart, or not."""


def make_hard_table(size: int, rounds: int, kind: str, seed: int) -> CrossTable:
    """`size` players after `rounds` rounds of pairings and colours drawn at random. Shape: see `CrossTable`."""
    random = Random(seed)
    cells: list[list[Cell]] = [[] for _player in range(size)]
    for _round in range(rounds):
        for one, two in _draw_pairs(size, cells, random):
            outcome = SideResult.DRAW if kind.startswith("draws") else random.choice((SideResult.WIN, SideResult.LOSS))
            cells[one].append(Meeting(two + 1, (GameSide(Colour.WHITE, outcome),)))
            cells[two].append(Meeting(one + 1, (GameSide(Colour.BLACK, _mirror(outcome)),)))
        for player in cells:
            if len(player) == _round:
                player.append(Bye(ByeKind.PAIRING))
    entrants = tuple(
        Entrant(number, f"Player {number}", cells=tuple(each), rating=max(1, 3000 - number))
        for number, each in enumerate(cells, 1)
    )
    groups = (
        (ForbiddenGroup(frozenset(random.sample(range(1, size + 1), size * 48 // 100))),)
        if kind.endswith("apart")
        else ()
    )
    return CrossTable(entrants, rounds, rounds_planned=rounds + 1, first_colour=Colour.WHITE, forbidden=groups)


def _mirror(outcome: SideResult) -> SideResult:
    return {SideResult.WIN: SideResult.LOSS, SideResult.LOSS: SideResult.WIN}.get(outcome, outcome)


def _draw_pairs(size: int, cells: list[list[Cell]], random: Random) -> Iterator[tuple[int, int]]:
    """A random pairing; a player who is drawn against an earlier opponent changes places with another."""
    met = [{cell.opponent - 1 for cell in each if isinstance(cell, Meeting)} for each in cells]
    order = list(range(size))
    while True:
        random.shuffle(order)
        pairs = list(zip(order[::2], order[1::2], strict=False))
        for place, (one, two) in enumerate(pairs):
            if two in met[one]:
                other = random.randrange(len(pairs))
                pairs[place], pairs[other] = (one, pairs[other][1]), (pairs[other][0], two)
        if all(two not in met[one] for one, two in pairs):
            return iter(pairs)
