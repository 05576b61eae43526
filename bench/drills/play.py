"""Games that are played: 300 at once over real connections, and how soon a turn is on the other board (2 min).

    python -m bench.drills.play [--database sqlite] [--games 300] [--every 5] [--seconds 30] [--burst 100]
                                [--watchers 600] [--hostile 40] [--echo]

Each of the two players of a game has a connection for requests and a WebSocket, as a browser has. A turn is sent to the
address of the board; the opponent is pushed the board after it, or told that there is something new and fetches it, and
finds in it that very turn, and that it is the opponent's turn: so long the time runs. First each game gets a turn
every so many seconds, spread evenly, then --burst games get one within a second. Required: 95 of 100 within --bar ms,
none lost, none twice, each record what its two players saw. `--watchers` look on: half of them before the first turn,
the others arriving while turns are made; 95 of 100 turns have to be on their boards within a second, none lost.
`--hostile` sockets ask meanwhile for whatever they can, from one address. With `--echo` the same driver plays against
a program that only passes turns on: that is what driver and machine cost.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from statistics import median, quantiles
from time import process_time

from bench.drills.live import allow_files, start_nodes
from bench.drills.play_driver import Match, play_burst, play_evenly, sit_down
from bench.drills.play_watchers import Audience
from bench.drills.running import Verdict, main
from bench.drills.site import Site
from testing.servers import free_port, wait_for

LAST_EVENT = 20  # hostile sockets ask for events up to this number, whether they are there or not
WATCHERS_BAR = 1000.0
"""Milliseconds until 95 of 100 turns are on the boards of who looks on."""


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from bench.drills.play_games import begin_games, compare_records, turns

    allow_files(4 * options.games + 300)
    line = turns()
    matches = [Match(game, seats, line, version=1) for game, seats in begin_games(options.games)]
    if options.echo:
        ports = [free_port()]
        site.start("echo", [sys.executable, "-m", "bench.drills.play_echo", str(ports[0])])
        wait_for(ports[0], "the echo")
    else:
        _webs, ports = start_nodes(site)
    load = os.getloadavg()[0]
    used = asyncio.run(_play(matches, ports, options, verdict, site))
    made = sum(len(match.seen) for match in matches)
    verdict.report(f"{made} turns, of which {sum(match.fetched for match in matches)} were fetched, the others pushed")
    told = ", ".join(f"{what} {1000 * seconds / made:.1f}" for what, seconds in used.items())
    verdict.report(f"milliseconds of processor time a turn: {told}")
    verdict.report(f"load {load:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores")
    if not options.echo:
        for fault in compare_records((match.game, match.seen) for match in matches):
            verdict.require(False, fault)


async def _play(
    matches: list[Match], ports: list[int], options: argparse.Namespace, verdict: Verdict, site: Site
) -> dict[str, float]:
    """Seconds of processor time from when everybody sits at the board, by who used them."""
    await sit_down(matches, ports)
    audience = Audience(matches, options.watchers)
    await audience.come(ports, options.seconds)
    before = _cpu_used(site)
    hostile = await _let_in_hostile(options, ports)
    took = await play_evenly(matches, options.every, options.seconds)
    _judge(f"{len(matches)} games, a turn every {options.every:.0f} s each", took, options.bar, verdict)
    took = await play_burst(matches[: options.burst], 1.0)
    _judge(f"{options.burst} turns within a second", took, options.bar, verdict)
    await audience.leave()
    if hostile is not None:
        told, _errors = await hostile.communicate()
        verdict.report(f"hostile sockets: {told.decode().strip()}")
    if options.watchers:
        _judge_watchers(audience, verdict)
    for match in matches:
        for seat in match.seats:
            seat.leave()
    return {what: seconds - before[what] for what, seconds in _cpu_used(site).items()}


def _cpu_used(site: Site) -> dict[str, float]:
    """Seconds of processor time so far, by who used them."""
    return site.cpu_used() | {"driver": process_time()}


async def _let_in_hostile(options: argparse.Namespace, ports: list[int]) -> asyncio.subprocess.Process | None:
    if not options.hostile:
        return None
    numbers = map(str, (int(options.seconds), options.hostile, 1, LAST_EVENT, *ports))
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.drills.hostile_sockets", *numbers, stdout=asyncio.subprocess.PIPE
    )


def _judge_watchers(audience: Audience, verdict: Verdict) -> None:
    waits = audience.waits()
    took = [wait for wait in waits if wait is not None]
    verdict.require(len(took) == len(waits), f"{waits.count(None)} turns never came to a watcher's board")
    _judge(f"{len(audience.watchers)} watchers", took, WATCHERS_BAR, verdict)
    heard = sum(watcher.bytes_heard for watcher, _match in audience.watchers)
    bare = sum(watcher.without_parts for watcher, _match in audience.watchers)
    verdict.report(f"{heard / max(1, len(took)):.0f} bytes for a turn and watcher; {bare} messages without the board")


def _judge(what: str, took: list[float], bar: float, verdict: Verdict) -> None:
    slow = quantiles(took, n=100)
    verdict.report(
        f"{what}: {len(took)} turns seen, after {median(took):.0f} ms, 95th percentile {slow[94]:.0f}, "
        f"99th {slow[98]:.0f}, slowest {max(took):.0f}"
    )
    verdict.require(slow[94] <= bar, f"95th percentile {slow[94]:.0f} ms")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--every", type=float, default=5, help="seconds between two turns of a game")
    parser.add_argument("--watchers", type=int, default=0, help="who looks on without playing")
    parser.add_argument("--hostile", type=int, default=0, help="sockets that ask for what they can, from one address")
    parser.add_argument("--seconds", type=float, default=30, help="how long turns are made evenly")
    parser.add_argument("--burst", type=int, default=100, help="turns that are made within one second")
    parser.add_argument("--bar", type=float, default=150, help="ms for 95 of 100 turns")
    parser.add_argument("--echo", action="store_true", help="play against a program that only passes turns on")
    os.environ["LIVE_STREAMS_PER_ADDRESS"] = "3000"
    os.environ["WEB_CONCURRENCY"] = "1"


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
