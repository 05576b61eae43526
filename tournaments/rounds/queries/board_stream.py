"""What a stream of boards tells: those of a round that are not as the reader has seen them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from common.streams import Portion, StreamedLine
from games.core.broadcasts import shown_games
from games.core.running import scope_of
from games.models import Game
from play.core.playing import GameInPlay, load_games
from play.models import OnlineGame
from tournaments.core.loader import EventData
from tournaments.models import Event
from tournaments.rounds.queries.games import GameLine, game_rows

PACE_SECONDS = 0.5
"""Between two looks at all boards of a round."""
_DIGITS = 6


@dataclass(frozen=True)
class StreamedBoard:
    """A game of a round: its line, its turns, and the game where it is played on this server."""

    line: GameLine
    turns: Sequence[str]
    played: GameInPlay | None
    scope: str
    """Whose version moves with its turns, or with those that are old enough to be shown."""

    @property
    def digest(self) -> str:
        """Changes with everything that is told of it; the clock does with every turn."""
        game, version = self.line.game, self.played.version if self.played is not None else 0
        names = [(seat.id, seat.name) for seat in (self.line.white, self.line.black)]
        told = json.dumps([game.id, game.code, game.online, list(self.turns), version, names])
        return f"{crc32(told.encode()):08x}"[-_DIGITS:]

    def tell(self) -> dict[str, Any]:
        """Its line as values."""
        game = self.line.game
        return {
            "round": self.line.round,
            "board": self.line.board,
            "leg": game.leg,
            "game": game.id,
            "white": self.line.white,
            "black": self.line.black,
            "result": game.code,
            "online": game.online,
            "turns": self.turns,
            "clock": self.played,
        }


def stream_boards(event: Event, rows: EventData, number: int, seen: str, describe: Any) -> Portion:
    """The boards of a round that are new for a reader, as `describe` writes them. Nine queries at most."""
    boards = _boards_to_tell(rows, number)
    known = _read_digests(seen, number)
    digests = [board.digest for board in boards]
    before = dict(enumerate(known or ()))
    news = [board for place, board in enumerate(boards) if before.get(place) != digests[place]]
    lines: list[StreamedLine] = [{"type": "board", **describe(board.tell())} for board in news]
    if known is None:
        lines.append({"type": "ready"})
    moving = (board.scope for board in boards if board.line.game.result.is_open)
    return Portion(lines, f"r{number}.{''.join(digests)}", {event.scope, *moving}, pace=PACE_SECONDS)


def _boards_to_tell(rows: EventData, number: int) -> list[StreamedBoard]:
    lines = [line for _number, of_round in game_rows(rows, number) for line in of_round]
    ids = [line.game.id for line in lines]
    people = ("game__parent_scope", "game__white__merged_into", "game__black__merged_into")
    rows_here = list(OnlineGame.objects.filter(game__in=ids).select_related(*people)) if ids else []
    played = {game.game.pk: game for game in load_games(rows_here)} if rows_here else {}
    recorded = shown_games(Game.objects.filter(pk__in=set(ids) - set(played), records__isnull=True)) if ids else {}
    boards = []
    for line in lines:
        game = played.get(line.game.id)
        running = game.running if game is not None else recorded.get(line.game.id)
        turns, scope = (list(running.tokens), running.scope) if running is not None else ([], scope_of(line.game.id))
        boards.append(StreamedBoard(line, turns, game, scope))
    return boards


def _read_digests(seen: str, number: int) -> list[str] | None:
    """The digests that a reader has of this round; None for one who has seen nothing of it."""
    head, _, digests = seen.partition(".")
    if head != f"r{number}":
        return None
    return [digests[at : at + _DIGITS] for at in range(0, len(digests), _DIGITS)]
