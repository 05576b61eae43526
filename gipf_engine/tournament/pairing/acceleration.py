"""Accelerated rounds: the Baku method (FIDE C.04.7).

The upper half of those who are to be paired in round 1 (group GA, its size rounded up to an even
number) gets virtual points in the first half of the rounds (rounded up): a win's worth in the first
half of those rounds (rounded up again), half of that in the rest. They count when pairing, never in
the standings. The last player of GA stays so: the one who joins later, or had a bye in round 1, is in GA
where the pairing number is smaller.
"""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable, Entrant, took_part
from gipf_engine.tournament.pairing.base import PairingError


def baku(table: CrossTable) -> CrossTable:
    """The table with the virtual points of every entrant, in place of any it had.

    Raises `PairingError` where the method does not apply: the
    number of rounds is open, or two draws are not worth a win and a loss nothing.
    """
    scoring, rounds = table.scoring, table.rounds_planned
    if rounds is None:
        raise PairingError(Message(_("Baku acceleration needs the number of rounds.")))
    if 2 * scoring.draw != scoring.win or scoring.loss:
        raise PairingError(Message(_("Baku acceleration needs a draw worth half a win and a loss worth nothing.")))
    virtual = virtual_points(rounds, scoring.win)
    last = _last_of_upper_group(table)
    return replace(
        table,
        entrants=tuple(
            replace(entrant, accelerated=virtual if entrant.number <= last else ()) for entrant in table.entrants
        ),
    )


def _last_of_upper_group(table: CrossTable) -> int:
    """The pairing number of the last player of GA; 0 where no one is paired in round 1."""
    listed = sorted(entrant.number for entrant in table.entrants if _is_paired_in_round_1(table, entrant))
    size = 2 * -(-len(listed) // 4)
    return listed[:size][-1] if listed else 0


def _is_paired_in_round_1(table: CrossTable, entrant: Entrant) -> bool:
    """Whether the entrant was paired in round 1 or, before it, is to be; the pairing-allocated bye counts."""
    if not table.rounds_played:
        return not entrant.withdrawn and entrant.cell(1) is None
    return took_part(entrant.cell(1))


def virtual_points(rounds: int, win: int) -> tuple[int, ...]:
    """Tenths that group GA gets in each of its accelerated rounds, of `rounds` in all."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win // 2,) * (accelerated - full)
