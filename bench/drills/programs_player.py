"""One of the two programs of `bench.drills.programs`: written from docs/programs.md alone, with nothing but Python.

    python bench/drills/programs_player.py SERVER KEY OPPONENT CHALLENGES ALL_GAMES LONGEST

It challenges the OPPONENT (an id) so often, accepts what comes, and ends when ALL_GAMES games are over, each of which
it gives up after LONGEST turns. For each game it prints a line of JSON: the turns that it saw, how the game ended, and
for each of its turns how many milliseconds its clock lost more than it took by itself.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from typing import Any

SERVER, KEY = sys.argv[1:3]
OPPONENT, CHALLENGES, ALL_GAMES, LONGEST = map(int, sys.argv[3:7])
CONTROL, INCREMENT_MS = "180+2", 2_000
AT_ONCE = 8
"""Games of its own challenges: with those of the other's, and its events, fewer streams than a key may have."""
counted: Counter[str] = Counter()


def call(path: str, body: object = None) -> Any:
    """An answer, or the refusal; where the server says so it waits."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    pause = 1
    while True:
        counted["requests"] += 1
        try:
            return urllib.request.urlopen(urllib.request.Request(f"{SERVER}/api/v1{path}", data, headers), timeout=60)
        except urllib.error.HTTPError as refused:
            if refused.code not in (429, 503):
                counted[str(refused.code)] += 1
                return refused
            counted["refused by rate"] += 1
            time.sleep(max(pause, int(refused.headers.get("Retry-After", 1))))
            pause *= 2
        except urllib.error.URLError:
            counted["broken"] += 1
            time.sleep(pause)


def lines(path: str) -> Iterator[dict[str, Any]]:
    """The lines of a stream, whatever breaks in between."""
    seen = ""
    while True:
        try:
            for text in call(f"{path}?since={seen}"):
                if text.strip():
                    line = json.loads(text)
                    seen = line["seen"]
                    yield line
        except OSError:
            counted["broken"] += 1
        time.sleep(1)


class Match:
    """One game, as this program plays it."""

    def __init__(self, number: int, colour: str) -> None:
        self.number, self.colour = number, colour
        self.turns: list[str] = []
        self.more: list[float] = []
        """By turn, what the clock lost beyond the time from the line that said whose turn it was to the answer."""
        self.less: list[float] = []
        """By turn, what the clock lost less than was thought, below 0 for nothing."""

    def play(self) -> None:
        """Until it is over."""
        for line in lines(f"/play/games/{self.number}/stream"):
            came = time.time()
            game = line.get("game")
            if game is None:
                continue
            self.turns = game["turns"]
            if game["ending"]:
                self.report(game)
                return
            if game["to_move"] == self.colour:
                self.move(game, came)

    def move(self, game: dict[str, Any], came: float) -> None:
        """A legal turn by chance, after a moment of thinking; or give up a game that has gone on for long."""
        if len(game["turns"]) >= LONGEST:
            call(f"/play/games/{self.number}/resign", {})
            return
        legal = json.load(call(f"/play/games/{self.number}/legal-turns"))
        if legal["version"] != game["version"]:
            return
        time.sleep(random.uniform(0, 0.2))
        thought = time.time() - came
        turn = {"turn": random.choice(legal["turns"]), "version": game["version"]}
        answer = call(f"/play/games/{self.number}/turns", turn)
        took = time.time() - came
        after = json.load(answer)
        if answer.status == 200 and game["clock"]["running"] is not None:
            self.compare(game, after, thought * 1000, took * 1000)

    def compare(self, before: dict[str, Any], after: dict[str, Any], thought: float, took: float) -> None:
        """The clock of the server beside this one."""
        own = f"{self.colour}_ms"
        clock = before["clock"][own] + INCREMENT_MS - after["clock"][own]
        if after["version"] != before["version"] + 1:  # the server was away and gave time back, or a turn came since
            counted["turns not compared"] += 1
            return
        self.more.append(clock - took)
        self.less.append(thought - clock)

    def report(self, game: dict[str, Any]) -> None:
        """What came of it."""
        told = {"game": self.number, "turns": self.turns, "result": game["result"], "ending": game["ending"]}
        print(json.dumps(told | {"more": self.more, "less": self.less, "clock": game["clock"]}), flush=True)
        with ready:
            over.add(self.number)
            ready.notify_all()


over: set[int] = set()
begun: set[int] = set()
mine: set[int] = set()
ready = threading.Condition()


def challenge() -> None:
    """One challenge after the other, so many games at once."""
    for number in range(CHALLENGES):
        with ready:
            ready.wait_for(lambda number=number: number - len(mine & over) < AT_ONCE)
        wanted = {"rules": "gipf-basic", "control": CONTROL, "audience": "person", "opponent": OPPONENT}
        call("/play/challenges", wanted)


def main() -> None:
    threading.Thread(target=challenge, daemon=True).start()
    threading.Thread(target=listen, daemon=True).start()
    with ready:
        ready.wait_for(lambda: len(over) >= ALL_GAMES)
    print(json.dumps({"counted": counted}), flush=True)


def listen() -> None:
    """Accept what comes, and play what begins."""
    own: set[int] = set()
    for line in lines("/play/stream"):
        if line["type"] == "challenge" and line["challenge"]["own"]:
            own.add(line["challenge"]["id"])
        elif line["type"] == "challenge":
            call(f"/play/challenges/{line['challenge']['id']}/take", {})
        elif line["type"] == "challenge-gone" and line["id"] in own and line["game"] is not None:
            mine.add(line["game"])
        elif line["type"] == "game-start" and line["game"] not in begun:
            begun.add(line["game"])
            threading.Thread(target=Match(line["game"], line["colour"]).play, daemon=True).start()


if __name__ == "__main__":
    main()
