"""What web processes are told of turns: a bus that keeps it, and games whose turns are told."""

from __future__ import annotations

import json
from typing import Any

from common.live.bus import Hear
from play.core.playing import load_game
from play.games.services.games import play_turn
from players.models import Account
from testing.games.game_records import GAMES

PUBLISHED: list[str] = []


class ListedBus:
    """Keeps what is published."""

    def publish(self, message: str) -> None:
        PUBLISHED.append(message)

    async def listen(self, hear: Hear) -> None:
        """Keep silent: no process listens."""


def yinsh_turns(*accounts: Account) -> list[tuple[Account, str]]:
    """A game of YINSH to its end: who played each turn."""
    tokens = json.loads((GAMES / "yinsh.jsonl").read_text().splitlines()[0])["turns"].split()
    return [(accounts[ply % 2], token) for ply, token in enumerate(tokens)]


def news_of_turn(game: int, by: Account, token: str, capture: Any, published: list[str]) -> str:
    """What the processes are told of a turn, behind the version."""
    with capture(execute=True):
        play_turn(game, by, token, expect=load_game(game).version)
    scope, _, news = published[-1].partition(" ")
    assert scope == f"game:{game}={load_game(game).version}"
    return news
