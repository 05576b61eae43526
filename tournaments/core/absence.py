"""Players of a fixed schedule who stayed away from more than half of their games, and whom nobody withdrew."""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.results import Outcome
from tournaments.core.formats import is_predetermined
from tournaments.core.loader import EventData


def annul_absent(rows: EventData) -> EventData:
    """The rows with the games of such players out of the standings once all rounds are paired, as if they had left.

    Whether the games of somebody who withdrew count is the arbiter's word (`tournaments.entries.services.withdrawals`).
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
            side = "white" if (pairing.white == entry_id) == (game.leg == 1) else "black"
            games += 1
            missed += game.result.is_forfeit and game.result.outcome(side) is Outcome.LOSS
    return 2 * missed > games
