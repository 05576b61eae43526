"""Rounds that a fixed schedule foresees, and players who stayed away from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.steps import StepCounter
from tournaments.core.formats import is_predetermined, system_of
from tournaments.core.loader import EventData
from tournaments.core.mapping import cross_table
from tournaments.core.sides import has_fixed_schedule, table_of_sides

# --- rounds that a fixed schedule foresees: what will be paired, before it is -----------------------------


STEPS_AN_ENTRANT = 20
"""What seating an entrant in one round of a schedule takes."""


def scheduled_rounds(rows: EventData, steps: StepCounter | None = None) -> Iterator[RoundPairings]:
    """The rounds after those that are paired, as far as the format knows them; none where results make them.

    A round robin of n entrants has about n²/2 pairs to come, each found when it is asked for. Raises `TooManySteps`.
    """
    ahead = _rounds_to_come(rows)
    if not ahead:
        return
    table, steps = table_of_sides(rows), steps or StepCounter()
    for number in ahead:
        steps.take(STEPS_AN_ENTRANT * len(table.entrants))
        round_ = _pair_ahead(rows, table, number, steps)
        if round_ is None:
            return
        yield round_


def _rounds_to_come(rows: EventData) -> range:
    if not has_fixed_schedule(rows.event.format) or rows.coming is None or not rows.by_number:
        return range(0)
    return range(rows.coming, rows.rounds_total + 1)


def rounds_ahead(rows: EventData) -> range:
    """The numbers of the rounds whose boards are known before they are paired: none where captains seat players."""
    return _rounds_to_come(rows) if is_predetermined(rows.event.format) else range(0)


def foreseen_round(rows: EventData, number: int) -> RoundPairings | None:
    """One of these rounds; None where the field was changed by hand into something that the format would not pair."""
    return _pair_ahead(rows, cross_table(rows), number, StepCounter()) if number in rounds_ahead(rows) else None


def _pair_ahead(rows: EventData, table: CrossTable, number: int, steps: StepCounter) -> RoundPairings | None:
    """Round `number` as if all before it were played. The schedule does not ask how they ended."""
    try:
        return system_of(rows.event).pair(replace(table, rounds_played=number - 1), steps)
    except PairingError:
        return None


# --- players of a fixed schedule who stayed away from more than half of their games -----------------------
# And whom no one withdrew.


def annul_absent(rows: EventData) -> EventData:
    """The rows with the games of such players out of the standings once all rounds are paired, as if they had left.

    Whether the games of a person who withdrew count is the arbiter's word (`tournaments.entries.services.leaving`).
    """
    if not is_predetermined(rows.event.format) or rows.coming is not None:
        return rows
    absent = {entry.id for entry in rows.entries if not entry.withdrawn and _stayed_away(rows, entry.id)}
    if not absent:
        return rows
    entries = (replace(entry, annulled=entry.annulled or entry.id in absent) for entry in rows.entries)
    return replace(rows, entries=tuple(entries))


def _stayed_away(rows: EventData, entry_id: int) -> bool:
    games, missed = 0, 0
    for pairing in rows.of_entry(entry_id):
        for game in pairing.games:
            side = "white" if (pairing.white == entry_id) == (not game.is_swapped) else "black"
            games += 1
            missed += game.result.is_forfeit and game.result.outcome(side) is SideResult.LOSS
    return 2 * missed > games
