"""Games that are played beside followers who ask for as much as they can: do turns still arrive? (4 min)

    python -m bench.drills.hostile_followers [--database sqlite] [--games 20] [--sockets 40] [--seconds 60]

First the games are played alone. Then so many hostile sockets (bench.drills.hostile_sockets) ask a minute long for
pages of six events with forty entries each, for boards and for nonsense, and come back as soon as they are let go:
first from one network, then from as many as there are sockets. Required: 95 of 100 turns are on the other board within
twice the time that they take alone (or 50 ms), none lost.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from statistics import median, quantiles

from bench.drills.live import allow_files, start_nodes
from bench.drills.play_driver import Match, play_evenly, sit_down
from bench.drills.running import Verdict, main
from bench.drills.site import Site

TURN_SECONDS = 3.0
TURNS_ALONE, TURNS_OF_A_LINE = 10, 24
LEAST_MS = 50.0
EVENTS, ENTRIES = 6, 40


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.hostile_followers_events import make_events
    from bench.drills.play_games import begin_games, compare_records, turns

    allow_files(4 * options.games + 300)
    last_event = make_events(EVENTS, ENTRIES)
    line, crews = turns(), []
    for crew in range(3):
        begun = begin_games(options.games, f"{crew}-")
        crews.append([Match(game, seats, line, version=1) for game, seats in begun])
    _webs, ports = start_nodes(site)
    asyncio.run(_play(crews, ports, last_event, options, verdict))
    for matches in crews:
        for fault in compare_records((match.game, match.seen) for match in matches):
            verdict.require(False, fault)


async def _play(
    crews: list[list[Match]], ports: list[int], last_event: int, options: argparse.Namespace, verdict: Verdict
) -> None:
    alone = await _measure(crews[0], ports, "alone", options.seconds, verdict)
    for matches, networks in zip(crews[1:], (1, options.sockets), strict=True):
        numbers = map(str, (int(options.seconds), options.sockets, networks, last_event, *ports))
        hostile = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.drills.hostile_sockets", *numbers, stdout=asyncio.subprocess.PIPE
        )
        what = f"beside {options.sockets} hostile sockets of {networks} networks"
        beside = await _measure(matches, ports, what, options.seconds, verdict)
        told, _errors = await hostile.communicate()
        verdict.report(f"they: {told.decode().strip()}")
        bar = max(LEAST_MS, 2 * alone)
        verdict.require(beside <= bar, f"95th percentile {beside:.0f} ms {what}, {alone:.0f} alone")


async def _measure(matches: list[Match], ports: list[int], what: str, seconds: float, verdict: Verdict) -> float:
    """The 95th percentile of turns, each of these games having one every few seconds."""
    await sit_down(matches, ports)
    every = max(TURN_SECONDS, seconds / TURNS_OF_A_LINE)
    took = await play_evenly(matches, every, seconds)
    for match in matches:
        for seat in match.seats:
            seat.leave()
    slow = quantiles(took, n=100)
    verdict.report(
        f"{what}: {len(took)} turns, median {median(took):.0f} ms, 95th percentile {slow[94]:.0f}, "
        f"slowest {max(took):.0f}; load {os.getloadavg()[0]:.1f}"
    )
    return slow[94]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--sockets", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60)
    os.environ["WEB_CONCURRENCY"] = "1"


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
