"""An event as plain values, the same for its file, for programs that read its page, and for the API.

Days are ISO 8601, points tenths. Entries are called by what `refs` has for their ids: pairing numbers, as a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import date
from typing import Any

from tournaments.core.event_config import MEDLEY_FIELDS, config_of
from tournaments.core.loader import EntryRow, GameRow, PairingRow
from tournaments.models import Event

GameValues = Callable[[GameRow], dict[str, Any]]


def plan_values(event: Event) -> dict[str, Any]:
    """What its organisers decided about an event; an event of one game says nothing of medleys."""
    left_out = () if event.medley else MEDLEY_FIELDS
    return {name: plain(value) for name, value in asdict(config_of(event)).items() if name not in left_out}


def entry_values(entry: EntryRow) -> dict[str, Any]:
    """What everybody may know of an entry."""
    return {
        "number": entry.number,
        "name": entry.name,
        "country": entry.country,
        "rating": entry.rating,
        "withdrawn_after": entry.withdrawn_after,
        "annulled": entry.annulled,
        "expelled": entry.expelled,
        "group": entry.group,
    }


def attempt_values(pairing: PairingRow) -> list[dict[str, Any]]:
    """How far a person is with each deal of a round, and what came of it once the round is over."""
    return [
        {"id": each.id, "begun": each.begun, "ended": each.ended, "counts": each.counts} for each in pairing.attempts
    ]


def pairing_values(
    pairing: PairingRow,
    refs: Mapping[int, int | None],
    game: GameValues,
    attempts: Callable[[PairingRow], list[dict[str, Any]]] = attempt_values,
) -> dict[str, Any]:
    """Two and what `game` makes of each of their games, or one with `attempts` at deals or a kind of bye."""
    if pairing.alone is not None:
        alone = {"kind": pairing.kind, "entry": refs[pairing.alone]}
        return {**alone, "attempts": attempts(pairing)} if pairing.attempts else alone
    assert pairing.white is not None and pairing.black is not None
    seats: dict[str, Any] = {"kind": pairing.kind, "white": refs[pairing.white], "black": refs[pairing.black]}
    if not pairing.has_colours:
        seats["has_colours"] = False
    return {**seats, "games": [game(each) for each in pairing.games]}


def game_values(game: GameRow) -> dict[str, Any]:
    """What came of a game and when."""
    return {"result": game.code, "played_on": plain(game.played_on)}


def plain(value: Any) -> Any:
    """A value as JSON has it, always the same for what is equal."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return dict(sorted(value.items()))  # a database may keep them in another order
    return list(value) if isinstance(value, tuple) else value
