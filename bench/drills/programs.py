"""Two programs, written from docs/programs.md alone, play 100 games by the API, within its limits (8 min).

    python -m bench.drills.programs [--database sqlite] [--games 100] [--longest 40]

Each is a process that knows an address, a key and the other's id (`bench/drills/programs_player.py`); each makes half
of the challenges and accepts the other's. A game that lasts --longest turns is given up. Required: all games are over
and none lost, each record is what both programs saw, no clock lost less than its program thought nor --slack ms more
than it took in all, and the games count in the list of programs alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from bench.drills.running import Verdict, at_most, main
from bench.drills.site import Site

PLAYER = Path(__file__).with_name("programs_player.py")


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.programs_check import compare_with_server, make_players

    site.start("web", site.web_command(workers=1))
    site.wait_until_served()
    players = make_players()
    load, began = os.getloadavg()[0], perf_counter()
    half = options.games // 2
    with at_most(options.seconds, "playing"):
        said = _play(site.url, players, half, options.longest)
    took = perf_counter() - began
    games = [[line for line in lines if "game" in line] for lines in said]
    counted = [next(line["counted"] for line in lines if "counted" in line) for lines in said]
    turns = sum(len(line["turns"]) for line in games[0])
    verdict.report(f"{len(games[0])} games of two programs, {turns} turns, {took:.0f} s; counted: {counted}")
    verdict.report(f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores")
    _judge_clocks([line for lines in games for line in lines], options.slack, verdict)
    for lines in games:
        verdict.require(len({line["game"] for line in lines}) == 2 * half, f"{len(lines)} of {2 * half} games")
    for fault in compare_with_server(games, players):
        verdict.require(False, fault)


def _play(url: str, players: list[tuple[int, str]], half: int, longest: int) -> list[list[dict[str, Any]]]:
    """What the two programs have said."""
    running = []
    for place, (_person, key) in enumerate(players):
        opponent = players[1 - place][0]
        arguments = map(str, (PLAYER, url, key, opponent, half, 2 * half, longest))
        command = [sys.executable, *arguments]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    try:
        with ThreadPoolExecutor(len(running)) as beside:
            texts = list(beside.map(lambda process: process.communicate()[0], running))
    finally:
        for process in running:
            process.kill()
            process.wait()
    return [[json.loads(line) for line in text.splitlines()] for text in texts]


def _judge_clocks(lines: list[dict[str, Any]], slack: float, verdict: Verdict) -> None:
    """What the server's clocks lost beside what the programs measured."""
    more = [each for line in lines for each in line["more"]]
    less = [each for line in lines for each in line["less"]]
    part = quantiles(more, n=100)
    verdict.report(
        f"{len(more)} turns compared: a clock lost {median(more):.0f} ms more than its program took in all (95th "
        f"percentile {part[94]:.0f}, most {max(more):.0f}), and at most {max(less):.0f} ms less than it thought"
    )
    verdict.require(max(less) <= 1, f"a clock lost {max(less):.0f} ms less than was thought")
    verdict.require(max(more) <= slack, f"a clock lost {max(more):.0f} ms more than the turn took")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--longest", type=int, default=40, help="turns after which a game is given up")
    parser.add_argument("--slack", type=float, default=2_000, help="ms that a line may take to a program")
    parser.add_argument("--seconds", type=float, default=1_800, help="after which the drill gives up")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
