"""Rounds that a fixed schedule foresees: what will be paired, before it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.bridge import cross_table
from tournaments.formats import is_predetermined, system_of
from tournaments.pairing import PairingError, RoundPairings
from tournaments.rows import EventRows


def foreseen(rows: EventRows) -> Sequence[RoundPairings]:
    """The rounds after those that are paired, as far as the format knows them; none where results make them."""
    if not is_predetermined(rows.event.format) or rows.coming is None or not rows.by_number:
        return ()
    system, table = system_of(rows.event), cross_table(rows)
    rounds: list[RoundPairings] = []
    for number in range(rows.coming, rows.rounds_total + 1):
        try:
            rounds.append(system.pair(replace(table, rounds_played=number - 1)))
        except PairingError:
            break  # changed by hand into something that the format would not pair
    return rounds
