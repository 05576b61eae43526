"""Accelerated rounds: the Baku method (FIDE C.04.7).

The upper half of the initial list (group GA, its size rounded up to an even number) gets virtual
points in the first half of the rounds (rounded up): a win's worth in the first half of those rounds
(rounded up again), half of that in the rest. They count when pairing, never in the standings.
"""

from __future__ import annotations

from dataclasses import replace

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments.crosstable import CrossTable
from tournaments.pairing.api import PairingError


def baku(table: CrossTable) -> CrossTable:
    """The table with the virtual points of every entrant, in place of any it had.

    All entrants make up the initial list. Raises `PairingError` where the method does not apply: the
    number of rounds is open, or two draws are not worth a win and a loss nothing.
    """
    scoring, rounds = table.scoring, table.rounds_planned
    if rounds is None:
        raise PairingError(Phrase(_("Baku acceleration needs the number of rounds.")))
    if 2 * scoring.draw != scoring.win or scoring.loss:
        raise PairingError(Phrase(_("Baku acceleration needs a draw worth half a win and a loss worth nothing.")))
    virtual = virtual_points(rounds, scoring.win)
    size = 2 * -(-len(table.entrants) // 4)
    upper = {entrant.number for entrant in sorted(table.entrants, key=lambda entrant: entrant.number)[:size]}
    return replace(
        table,
        entrants=tuple(
            replace(entrant, accelerated=virtual if entrant.number in upper else ()) for entrant in table.entrants
        ),
    )


def virtual_points(rounds: int, win: int) -> tuple[int, ...]:
    """Tenths that group GA gets in each of its accelerated rounds, of `rounds` in all."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win // 2,) * (accelerated - full)
