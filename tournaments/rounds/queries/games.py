"""The games of an event, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Record
from players.names import normalize_name, search_words
from tournaments.core.loader import EntryRow, EventData, GameRow, PairingRow


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game of the event: its seats in this game, its result, and whether there is a record of it."""

    round: int
    board: int
    game: GameRow
    white: EntryRow
    black: EntryRow
    has_record: bool


def game_rows(rows: EventData, number: int | None = None) -> list[tuple[int, list[GameLine]]]:
    """The games of a round (None: of all) by round, the newest round first. One query."""
    rounds = [round_ for round_ in reversed(rows.rounds) if number in (None, round_.number)]
    ids = [game.id for round_ in rounds for pairing in round_.pairings for game in pairing.games]
    recorded = set(Record.objects.filter(game__in=ids).values_list("game", flat=True))
    return [
        (round_.number, [line for pairing in round_.pairings for line in _game_lines(rows, pairing, recorded)])
        for round_ in rounds
    ]


def find_games(rows: EventData, asked: Mapping[str, Any]) -> list[GameLine]:
    """The games of an event that are as `asked` says (as the API has it), in its `ordering`. One query.

    `q`: one of the players has all its words in the name, as searches for people compare them.
    """
    rounds = game_rows(rows, asked.get("round"))
    if asked["ordering"] == "round":
        rounds.reverse()
    words = search_words(asked.get("q", ""))
    return [line for _number, lines in rounds for line in lines if _is_asked(line, asked, words)]


def _is_asked(line: GameLine, asked: Mapping[str, Any], words: Sequence[str]) -> bool:
    seats, day = (line.white, line.black), line.game.played_on
    if "player" in asked and not any(asked["player"] in seat.people for seat in seats):
        return False
    if asked.get("result", line.game.code) != line.game.code:
        return False
    if ("from" in asked or "to" in asked) and not (
        day is not None and asked.get("from", day) <= day <= asked.get("to", day)
    ):
        return False
    return any(all(word in normalize_name(seat.name) for word in words) for seat in seats)


def _game_lines(rows: EventData, pairing: PairingRow, recorded: set[int]) -> list[GameLine]:
    if pairing.white is None or pairing.black is None:
        return []
    seats = (rows.by_id[pairing.white], rows.by_id[pairing.black])
    return [
        GameLine(pairing.round, pairing.board, game, *(seats if game.leg == 1 else seats[::-1]), game.id in recorded)
        for game in pairing.games
    ]
