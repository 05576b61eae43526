"""Tables as CSV, and what is public of a whole event as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from common.csv import Cell, to_csv
from gipf_engine.messages import Message
from tournaments.domain.event_values import entry_values, game_values, pairing_values, plan_values
from tournaments.domain.loader import EventData, GameRow
from tournaments.domain.standard_rules import exit_values
from tournaments.models import Event
from tournaments.queries.crosstables import CrossGrid
from tournaments.queries.event_header import seed_of
from tournaments.queries.journal_entries import EntryRow
from tournaments.queries.prizes import CategoryTable, PrizePage
from tournaments.queries.result_symbols import Mark
from tournaments.queries.setup_draws import Draw, all_draws
from tournaments.queries.standings import StandingRow, Standings
from tournaments.rating_columns import RatingColumn

FORMAT_VERSION = 1
PUBLIC_OF_EXITS = ("setting", "after_round", "at")
"""What everybody may know of how an event left standard rules: not whose account it was."""
TENTHS = 10


def decimal(tenths: int) -> str:
    """Tenths of a point as a plain decimal number: "4.5"."""
    return f"{tenths / TENTHS:g}"


def _write(event: Event, lines: list[list[Cell]], is_final: bool | None = None) -> str:
    """A table with what every file says of an event: whether it follows standard rules and, of places, is final."""
    notices = {"standard_rules": event.follows_rules} | ({} if is_final is None else {"final": is_final})
    said: list[Cell] = ["yes" if value else "no" for value in notices.values()]
    return to_csv([*line, *(said if at else notices)] for at, line in enumerate(lines))


def standings_csv(event: Event, table: Standings) -> str:
    """The standings, with the codes of the tie-breaks for heads. Heads are in English, for programs.

    Leagues and matches begin with a column of groups or teams. Columns `change` and `performance` are there where the
    event shows them. The last columns say whether the event follows standard rules, and whether the table is final.
    """
    head: list[Cell] = ["rank", "number", "name", "country", "rating", "points", "won", "drawn", "lost"]
    split: list[Cell] = ["group"] if table.is_league else ["team"] if table.is_match else []
    ratings = _rating_columns(table)
    lines: list[list[Cell]] = [[*split, *head, *ratings, *(column.code for column in table.columns)]]
    for row in table.rows:
        entry = row.entry
        where: list[Cell] = [entry.group] if split else []
        who: list[Cell] = [row.rank, entry.number, entry.name, entry.country, entry.rating]
        what: list[Cell] = [decimal(row.points), row.won, row.drawn, row.lost]
        what += _rating_cells(row, ratings)
        lines.append([*where, *who, *what, *(value.text for value in row.values)])
    return _write(event, lines, table.is_final)


def _rating_columns(table: Standings) -> list[RatingColumn]:
    """What `table` shows of ratings beside those before the event."""
    shown = {RatingColumn.CHANGE: table.has_rating_changes, RatingColumn.PERFORMANCE: table.has_performances}
    return [key for key, is_shown in shown.items() if is_shown]


def _rating_cells(row: StandingRow, columns: Iterable[RatingColumn]) -> list[Cell]:
    known = {RatingColumn.CHANGE: row.rating_change, RatingColumn.PERFORMANCE: row.performance}
    return [known[key] for key in columns]


def categories_csv(event: Event, table: Standings, categories: Iterable[CategoryTable]) -> str:
    """The tables of categories below each other; `overall` is the rank in the standings.

    Columns `change` and `performance` are there where the event shows them, as in the standings.
    """
    head: list[Cell] = ["category", "rank", "overall", "number", "name", "country", "rating", "points"]
    ratings = _rating_columns(table)
    lines: list[list[Cell]] = [[*head, *ratings, *(column.code for column in table.columns)]]
    for each in categories:
        for line in each.rows:
            row, entry = line.row, line.row.entry
            who: list[Cell] = [each.category.name, line.rank, row.rank, entry.number, entry.name, entry.country]
            what: list[Cell] = [entry.rating, decimal(row.points), *_rating_cells(row, ratings)]
            lines.append([*who, *what, *(value.text for value in row.values)])
    return _write(event, lines, table.is_final)


def prizes_csv(event: Event, page: PrizePage) -> str:
    """Who gets which prize. The list of the event has no category; amounts are decimal numbers."""
    lines: list[list[Cell]] = [["category", "rank", "number", "name", "amount", "currency", "thing"]]
    for each in page.lists:
        category = each.category.name if each.category else ""
        for row in each.awards:
            who: list[Cell] = [category, row.rank, row.entry.number, row.entry.name]
            lines.append([*who, row.amount, page.rules.currency if row.amount else "", row.names])
    return _write(event, lines, page.is_final)


def cross_table_csv(event: Event, grid: CrossGrid) -> str:
    """The cross table: columns are pairing numbers, or rounds where not all meet all."""
    heads: list[Cell] = [f"no. {head}" if grid.grid else f"round {head}" for head in grid.heads]
    lines: list[list[Cell]] = [["rank", "number", "name", *heads, "points"]]
    for row in grid.rows:
        standing = row.standing
        cells: list[Cell] = [_cell(cell, grid=grid.grid) for cell in row.cells]
        lines.append([standing.rank, standing.entry.number, standing.entry.name, *cells, decimal(standing.points)])
    return _write(event, lines, grid.progress.is_final)


def _cell(marks: Sequence[Mark] | None, *, grid: bool) -> str:
    if marks is None:
        return "×"
    return " ".join(_sign(mark, grid=grid) for mark in marks)


def _sign(mark: Mark, *, grid: bool) -> str:
    text = mark.text if grid or mark.opponent is None else f"{mark.opponent}{mark.colour}{mark.text}"
    return f"({text})" if mark.annulled else text


def journal_csv(event: Event, lines: Iterable[EntryRow], to_text: Callable[[Message | str], str]) -> str:
    """The journal, one line for each value that an act changed, and one for an act that changed none.

    Heads and actions are in English, for programs; words are in the reader's language.
    """
    head: list[Cell] = ["version", "at", "who", "action", "round", "what", "why", "changed", "before", "after"]
    found: list[list[Cell]] = [head]
    for row in lines:
        act: list[Cell] = [row.version, row.at.isoformat(timespec="seconds"), row.actor or "", row.action, row.round]
        act += [to_text(row.text), row.reason]
        changes = [[to_text(each.label), to_text(each.old), to_text(each.new)] for each in row.changes]
        found += [[*act, *change] for change in changes or [["", "", ""]]]
    return _write(event, found)


def journal_json(event: Event, lines: Iterable[EntryRow], to_text: Callable[[Message | str], str]) -> dict[str, Any]:
    """The journal, newest first; words are in the reader's language."""
    return {
        "format_version": FORMAT_VERSION,
        "event": event.pk,
        "journal": [
            {
                "version": row.version,
                "at": row.at.isoformat(timespec="seconds"),
                "who": row.actor,
                "action": row.action,
                "round": row.round,
                "what": to_text(row.text),
                "why": row.reason,
                "changes": [
                    {"field": each.field, "before": to_text(each.old), "after": to_text(each.new)}
                    for each in row.changes
                ],
            }
            for row in lines
        ],
    }


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
            "standard_rules": event.follows_rules,
            "left_rules": [{name: each[name] for name in PUBLIC_OF_EXITS} for each in exit_values(event)],
        },
        "entries": [entry_values(entry) for entry in rows.entries],
        "rounds": [
            {
                "number": round_.number,
                "pairings": [{"board": each.board, **pairing_values(each, refs, _game)} for each in round_.pairings],
            }
            for round_ in rows.rounds
        ],
        "standings": _standings(table),
        "draws": [_draw(draws.round, draw) for draws in all_draws(rows) for draw in draws.draws],
    }


def event_json_text(rows: EventData, table: Standings) -> str:
    """The same as the file that is downloaded; its bytes in UTF-8 are what a signed statement has the digest of."""
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


def _game(game: GameRow) -> dict[str, Any]:
    return {"id": game.id, "leg": game.leg, **game_values(game)}


def _draw(number: int, draw: Draw) -> dict[str, Any]:
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
