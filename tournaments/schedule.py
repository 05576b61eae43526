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
    rounds: list[RoundPairings] = []
    for number in rounds_ahead(rows):
        round_ = foreseen_round(rows, number)
        if round_ is None:
            break
        rounds.append(round_)
    return rounds


def rounds_ahead(rows: EventRows) -> range:
    """The numbers of these rounds, without working them out."""
    if not is_predetermined(rows.event.format) or rows.coming is None or not rows.by_number:
        return range(0)
    return range(rows.coming, rows.rounds_total + 1)


def foreseen_round(rows: EventRows, number: int) -> RoundPairings | None:
    """One of these rounds; None where the field was changed by hand into something that the format would not pair."""
    if number not in rounds_ahead(rows):
        return None
    try:
        return system_of(rows.event).pair(replace(cross_table(rows), rounds_played=number - 1))
    except PairingError:
        return None
