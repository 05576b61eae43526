"""A medley of three games on the server's boards: 12 players, each a process, choose, play and are rated (3 min).

    python -m bench.drills.medley [--database sqlite] [--players 12] [--rounds 3] [--longest 30]

The lower rated player of each board chooses its game by the API; the board opens then. An arbiter, who also knows
nothing but addresses, pairs the rounds and closes the event. Required: every game has the rules that were chosen, each
player chose exactly where it was theirs, no result differs from what both players saw, the standings add up, and each
game counts in the list of its own rules and in that of all games.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.drills.running import Verdict, at_most, main
from bench.drills.site import Site

PLAYER = Path(__file__).with_name("medley_player.py")
GAMES = ("gipf-basic", "yinsh-normal", "lyngk-main")


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.medley_event import compare_with_server, make_event

    event, arbiter, keys = make_event(GAMES, options.players, options.rounds)
    site.start("web", site.web_command(workers=1))
    site.start_worker()
    if not site.embedded:
        site.start_beat()
    site.wait_until_served()
    began = perf_counter()
    with at_most(options.seconds, "the event"):
        said = _hold(site.url, event, arbiter, keys, options)
    lines = [line for lines in said for line in lines]
    verdict.report(
        f"{len(lines) // 2} games of {options.players} players in {perf_counter() - began:.0f} s, "
        f"{sum(line['turns'] for line in lines) // 2} turns; by game: {dict(Counter(line['rules'] for line in lines))}"
    )
    verdict.report(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    chosen = sum(line["chosen_here"] for line in lines)
    verdict.require(len(lines) == options.players * options.rounds, f"{len(lines)} games were seen")
    verdict.require(chosen == len(lines) // 2, f"{chosen} of {len(lines) // 2} games were chosen by their players")
    for fault in compare_with_server(event, lines, GAMES):
        verdict.require(False, fault)


def _hold(
    url: str, event: int, arbiter: str, keys: list[str], options: argparse.Namespace
) -> list[list[dict[str, Any]]]:
    """What the players said, while the arbiter pairs round after round and closes the event."""
    running = []
    for seed, key in enumerate(keys, options.seed):
        arguments = map(str, (PLAYER, url, key, event, options.rounds, options.longest, seed))
        command = [sys.executable, *arguments]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    try:
        with ThreadPoolExecutor(len(running)) as beside, ExitStack() as ended:
            ended.callback(_end, running)  # else those who wait for them would never return
            texts = [beside.submit(process.communicate) for process in running]
            for number in range(1, options.rounds + 1):
                _ask(url, arbiter, f"/events/{event}/rounds", {"number": number})
                while _is_open(_ask(url, arbiter, f"/events/{event}/rounds/{number}")):
                    time.sleep(1)
            _ask(url, arbiter, f"/events/{event}/close", {})
            found = [text.result()[0] for text in texts]
    finally:
        _end(running)
    return [[json.loads(line) for line in text.splitlines()] for text in found]


def _end(running: list[subprocess.Popen[str]]) -> None:
    for process in running:
        process.kill()
        process.wait()


def _is_open(round_: Any) -> bool:
    """Whether some game of a round has no result yet."""
    return any(game["result"] == "pending" for board in round_["boards"] for game in board["games"])


def _ask(url: str, key: str, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1{path}", data, headers), timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--longest", type=int, default=30, help="turns after which a game is given up")
    parser.add_argument("--seconds", type=float, default=1_200, help="after which the drill gives up")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
