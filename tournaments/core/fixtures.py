"""Rounds that a fixed schedule foresees: what will be paired, before it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter
from tournaments.core.formats import is_predetermined, system_of
from tournaments.core.loader import EventData
from tournaments.core.mapping import cross_table

STEPS_AN_ENTRANT = 20
"""What seating an entrant in one round of a schedule takes."""


def scheduled_rounds(rows: EventData, steps: StepCounter | None = None) -> Iterator[RoundPairings]:
    """The rounds after those that are paired, as far as the format knows them; none where results make them.

    A round robin of n entrants has about n²/2 pairs to come, each found when it is asked for. Raises `TooManySteps`.
    """
    ahead = rounds_ahead(rows)
    if not ahead:
        return
    table, steps = cross_table(rows), steps or StepCounter()
    for number in ahead:
        steps.take(STEPS_AN_ENTRANT * len(table.entrants))
        round_ = _pair_ahead(rows, table, number, steps)
        if round_ is None:
            return
        yield round_


def rounds_ahead(rows: EventData) -> range:
    """The numbers of these rounds, without working them out."""
    if not is_predetermined(rows.event.format) or rows.coming is None or not rows.by_number:
        return range(0)
    return range(rows.coming, rows.rounds_total + 1)


def foreseen_round(rows: EventData, number: int) -> RoundPairings | None:
    """One of these rounds; None where the field was changed by hand into something that the format would not pair."""
    return _pair_ahead(rows, cross_table(rows), number, StepCounter()) if number in rounds_ahead(rows) else None


def _pair_ahead(rows: EventData, table: CrossTable, number: int, steps: StepCounter) -> RoundPairings | None:
    """Round `number` as if all before it were played. The schedule does not ask how they ended."""
    try:
        return system_of(rows.event).pair(replace(table, rounds_played=number - 1), steps)
    except PairingError:
        return None
