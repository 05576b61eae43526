"""Tables as CSV, and what is public of a whole event as JSON."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.core.draws import lot_values
from tournaments.core.event_values import entry_values, game_values, pairing_values, plan_values
from tournaments.core.loader import EventData, GameRow
from tournaments.core.queries.events import seed_of
from tournaments.core.saved_event import FORMAT_VERSION
from tournaments.core.standard_rules import exit_values
from tournaments.rounds.queries.setup_draws import Draw, all_draws
from tournaments.standings.queries.standings import Standings

PUBLIC_OF_EXITS = ("setting", "after_round", "at")
"""What everybody may know of how an event left standard rules: not whose account it was."""


# --- a whole event -----------------------------------------------------------------------------------


def event_json(rows: EventData, table: Standings) -> dict[str, Any]:
    """Everything public about an event: plan, entries, rounds with their games, standings. Points are tenths."""
    event = rows.event
    refs = {entry.id: entry.number for entry in rows.entries}
    return {
        "format_version": FORMAT_VERSION,
        "event": {
            "id": event.pk,
            "club": event.club.name,
            "state": event.state,
            **plan_values(event),
            "seed_of_numbers": seed_of(event),
            "lots": lot_values(rows),
            "standard_rules": event.follows_rules,
            "left_rules": [{name: each[name] for name in PUBLIC_OF_EXITS} for each in exit_values(event)],
        },
        "entries": [entry_values(entry) for entry in rows.entries],
        "rounds": [
            {
                "number": round_.number,
                "pairings": [
                    {"board": each.board, **pairing_values(each, refs, _describe_game)} for each in round_.pairings
                ],
            }
            for round_ in rows.rounds
        ],
        "standings": _standings(table),
        "draws": [_describe_draw(draws.round, draw) for draws in all_draws(rows) for draw in draws.draws],
    }


def event_json_text(rows: EventData, table: Standings) -> str:
    """The event as the text of the file that is downloaded; a signed statement has the digest of its bytes in UTF-8."""
    return json.dumps(event_json(rows, table), indent=1, ensure_ascii=False, cls=DjangoJSONEncoder)


def signed_values(rows: EventData, table: Standings) -> dict[str, Any]:
    """What the server says of a closed event when it signs: its standings by pairing number, and the file's digest."""
    return {
        "event": rows.event.pk,
        "name": rows.event.name,
        "club": rows.event.club.name,
        "digest": sha256(event_json_text(rows, table).encode()).hexdigest(),
        "standings": _standings(table),
    }


def _describe_game(game: GameRow) -> dict[str, Any]:
    return {"id": game.id, "leg": game.leg, **game_values(game)}


def _describe_draw(number: int, draw: Draw) -> dict[str, Any]:
    """What chance drew for a round; the seed is None while it is a secret."""
    return {
        "round": number,
        "board": draw.board or None,
        "recipe": draw.version,
        "commitment": draw.commitment,
        "seed": draw.seed,
        "drawn_at": draw.drawn_at.isoformat(timespec="seconds"),
        "in_force": not draw.replaced,
    }


def _standings(table: Standings) -> list[dict[str, Any]]:
    codes = [column.code for column in table.columns]
    return [
        {
            "rank": row.rank,
            "number": row.entry.number,
            "points": row.points,
            "tie_breaks": dict(zip(codes, (value.text for value in row.values), strict=False)),
        }
        for row in table.rows
    ]
