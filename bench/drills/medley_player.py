"""A player of the medley of `bench.drills.medley`: a process that knows a server, a key and an event, and nothing else.

    python bench/drills/medley_player.py SERVER KEY EVENT ROUNDS LONGEST SEED

In each round it looks for its board, chooses the game where that is its own choice, and plays legal turns by chance, at
most LONGEST of both, then it resigns. It prints a line of JSON for each round: the game, its rules, how it ended, and
whether it was chosen here.
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any

SERVER, KEY = sys.argv[1:3]
EVENT, ROUNDS, LONGEST, SEED = map(int, sys.argv[3:7])
PAUSE = 0.6


def call(path: str, body: object = None, method: str | None = None) -> tuple[int, Any]:
    """The status and what was answered, None for nothing. Where the server says so it waits."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    while True:
        asked = urllib.request.Request(f"{SERVER}/api/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 503):
                return refused.code, None
            time.sleep(int(refused.headers.get("Retry-After", 1)))
        except urllib.error.URLError:
            time.sleep(PAUSE)


def own_board(number: int, me: int) -> tuple[dict[str, Any], dict[str, Any], str, int]:
    """The round, the game at one's own board, one's colour and entry; waits until the round is there."""
    while True:
        status, round_ = call(f"/events/{EVENT}/rounds/{number}")
        for board in round_["boards"] if status == 200 else ():
            for colour in ("white", "black"):
                side = board[colour]
                if side and side["entry"]["player"]["id"] == me and board["games"]:
                    return round_, board["games"][0], colour, side["entry"]["id"]
        time.sleep(PAUSE)


def choose(number: int, me: int, chance: random.Random, games: list[str]) -> tuple[dict[str, Any], str, bool]:
    """The game of a round, once it is chosen, by oneself where that is one's own choice."""
    mine = False
    while True:
        round_, game, colour, entry = own_board(number, me)
        if not game["choice_open"]:
            return game, colour, mine
        if game["chooser"] == entry:
            wanted = {"rules": chance.choice(games), "version": round_["version"]}
            status, _answer = call(f"/events/{EVENT}/games/{game['id']}/choice", wanted, "PUT")
            mine = mine or status == 204
        time.sleep(PAUSE)


def play(game: int, colour: str, chance: random.Random) -> dict[str, Any]:
    """Until it is over."""
    while True:
        status, now = call(f"/play/games/{game}")
        if status != 200:
            time.sleep(PAUSE)
            continue
        if now["ending"]:
            return now
        if now["to_move"] != colour:
            time.sleep(PAUSE)
            continue
        if len(now["turns"]) >= LONGEST:
            call(f"/play/games/{game}/resign", {})
            continue
        _status, legal = call(f"/play/games/{game}/legal-turns")
        if legal and legal["turns"]:
            call(f"/play/games/{game}/turns", {"turn": chance.choice(legal["turns"]), "version": legal["version"]})


def main() -> None:
    chance = random.Random(SEED)
    me = call("/me")[1]["player"]["id"]
    games = call(f"/events/{EVENT}")[1]["medley"]
    for number in range(1, ROUNDS + 1):
        game, colour, mine = choose(number, me, chance, games)
        over = play(game["id"], colour, chance)
        told = {"round": number, "game": game["id"], "rules": game["rules"], "result": over["result"]}
        print(json.dumps(told | {"chosen_here": mine, "turns": len(over["turns"])}), flush=True)


if __name__ == "__main__":
    main()
