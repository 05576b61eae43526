"""A record as text for others: tags with the names as they are now, turns, comments (docs/record-format.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core.queries.page import GamePage, RecordView
from games.core.record_comments import serialize
from games.core.services.consistency import game_tags
from gipf_engine.claims import ClaimState
from gipf_engine.rules import OFFICIAL
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from gipf_engine.rules.record import GameRecord, write_record
from gipf_engine.rules.verdict import OPEN, TERMINATIONS


def record_text(page: GamePage, record: RecordView, style: str = OFFICIAL) -> str:
    """The record written anew, with the game's own tags and result, in one of the notations of its rules."""
    kept = {0: record.opening} | {step.ply: step.notes for step in record.steps}
    written = GameRecord(
        tags=_tags(page, record),
        tokens=tuple(step.token for step in record.steps),
        notes={ply: notes for ply, notes in kept.items() if notes},
    )
    seats = [step.mover for step in record.steps]
    return write_record(written if style == OFFICIAL else _in_style(written, page, style), seats)


def record_document(page: GamePage, record: RecordView) -> dict[str, Any]:
    """Tags, turns and verdict of a record in plain values (docs/record-format.md)."""
    line = record.line
    turns = [
        {"ply": step.ply, "seat": step.mover, "token": step.token, "notes": serialize(step.notes)}
        for step in record.steps
    ]
    verdict = {
        "legal": True,
        "plies": line.plies,
        "outcome": line.outcome,
        "reason": line.reason or None,
        "tally": line.tally,
        "agrees": True,
        "error": None,
    }
    return {"tags": _tags(page, record), "opening": serialize(record.opening), "turns": turns, "verdict": verdict}


def _in_style(record: GameRecord, page: GamePage, style: str) -> GameRecord:
    """`record` with its turns in another notation. Variations stay as they are: each notation is read everywhere."""
    position = page.start.position()
    tokens = []
    for token in record.tokens:
        move = position.parse(token)
        tokens.append(position.notation(move, style))
        position = position.play(move)
    return replace(record, tokens=tuple(tokens))


def record_file_name(page: GamePage, record: RecordView, ending: str = ".txt") -> str:
    """A file name that sorts and names no one: "gipf-tournament-2026-03-01-game-12.txt"."""
    game = page.game
    parts = [game.rules, game.played_on.strftime("%Y-%m-%d") if game.played_on else "", f"game-{game.pk}"]
    if len(page.records) > 1:
        parts.append(f"record-{record.line.number}")
    return "-".join(filter(None, parts)) + ending


def _tags(page: GamePage, record: RecordView) -> dict[str, str]:
    game, handed_in = page.game, record.line.tags
    result, termination = ending_of(page, record)
    known = {
        "Event": page.parent_scope.name if page.parent_scope.url else handed_in.get("Event", ""),
        "Site": handed_in.get("Site", "") or (game.club.place if game.club else ""),
        "Date": game.played_on.strftime("%Y.%m.%d") if game.played_on else handed_in.get("Date", ""),
        "Round": handed_in.get("Round", ""),
        "White": page.white.name,
        "Black": page.black.name,
        "Termination": termination,
        "Result": result,
    }
    return game_tags(game) | {name: value for name, value in known.items() if value}


def ending_of(page: GamePage, record: RecordView) -> tuple[str, str]:
    """The tags Result and Termination: what the moves prove, else the result in force and how it came about."""
    if record.line.outcome not in OPEN:
        return record.line.outcome, ""
    if page.game.result not in OVER_THE_BOARD:
        return OPEN[0], ""
    written = record.line.tags.get("Termination", "")
    if written in TERMINATIONS[1:]:
        return page.game.result, written
    return page.game.result, "arbiter" if page.standing.state is ClaimState.DECIDED else "agreed"
