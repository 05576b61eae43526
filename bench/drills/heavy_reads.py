"""The heaviest anonymous pages of events that a hostile file brought: CPU and memory of each (6 min a database).

    python -m bench.drills.heavy_reads [--database sqlite|postgresql|both] [--sizes 300,1000] [--seed N] [--unbounded]

The events are Swisses of nine rounds by name, whose pairings and colours were drawn by lot: anyone won, or all was
drawn, with and without 48 % of the field kept apart; beside them a round robin of as many players. Each address is
asked for once with nothing kept, in a process of its own: CPU seconds, the wall's, and how many MB it held beyond what
the process began with. `--unbounded` lifts the limit of explanations: what a reader got before there was one, minutes.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess  # each database has a process of its own, since Django is set up for one
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from bench.pages import database_of_its_own
from testing.engine.pairing.hard_tables import KINDS

if TYPE_CHECKING:
    from players.models import Account, Club
    from tournaments.models import Event

DATABASES = ("sqlite", "postgresql")
ROUNDS = 9
ROUND_ROBIN_MOST = 1_000
SECONDS_ALLOWED, MEGABYTES_ALLOWED = 10.0, 300
"""What no address may need, on a shared machine: far above what is measured, far below what was."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    parser.add_argument("--sizes", default="300,1000", help="numbers of players")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which of the events")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", default="", help="only addresses with this text in them")
    parser.add_argument("--unbounded", action="store_true")
    chosen = parser.parse_args()
    if chosen.database == "both":
        rest = [each for each in sys.argv[1:] if each != "both" and not each.startswith("--database")]
        command = [sys.executable, "-m", "bench.drills.heavy_reads", *rest, "--database"]
        return max(subprocess.run([*command, each]).returncode for each in DATABASES)
    print(f"{chosen.database}, seed {chosen.seed}{', without limits' if chosen.unbounded else ''}", flush=True)
    sizes = [int(size) for size in chosen.sizes.split(",")]
    with database_of_its_own("", postgres=chosen.database == "postgresql"):
        return _drill(sizes, chosen.kinds.split(","), chosen)


def _drill(sizes: list[int], kinds: list[str], chosen: argparse.Namespace) -> int:
    from django.conf import settings

    from testing.factories import ClubFactory, organiser_of

    if chosen.unbounded:
        settings.EXPLANATION_STEPS_ON_A_PAGE = settings.EXPLANATION_BYTES_ON_A_PAGE = None
    club = ClubFactory(name="Hostile", slug="hostile", time_zone="UTC")
    organiser = organiser_of(club)
    over = 0
    print(f"{'address':<62} {'CPU s':>7} {'wall s':>7} {'MB':>6} {'KB':>7}")
    for size in sizes:
        for event in _events(club, organiser, size, kinds, chosen.seed):
            for address in _addresses(event):
                if chosen.only in address:
                    over += _ask(event, address)
    print(f"{over} addresses beyond {SECONDS_ALLOWED:.0f} s or {MEGABYTES_ALLOWED} MB", flush=True)
    return 0 if chosen.unbounded else int(over > 0)


def _events(club: Club, organiser: Account, size: int, kinds: list[str], seed: int) -> Iterator[Event]:
    from testing.tournaments.factories import running
    from testing.tournaments.hard_events import import_hard_event

    for kind in kinds:
        began = process_time()
        event = import_hard_event(club, organiser, size, ROUNDS, kind, seed)
        print(f"{size} players, {kind}: taken in after {process_time() - began:.1f} s", flush=True)
        yield event
    names = [f"Player {number}" for number in range(1, min(size, ROUND_ROBIN_MOST) + 1)]
    yield running(club, organiser, names, rounds=1, name=f"round robin {size}")


def _addresses(event: Event) -> Iterator[str]:
    """What anyone may ask for, the heaviest first."""
    paired = event.rounds.count()
    page, api = f"/events/{event.pk}", f"/api/v1/events/{event.pk}"
    yield from (f"{page}/pairings/{paired}", f"{page}/pairings/{paired}?one=1&two=2")
    yield from (f"{page}/pairings/{paired}?one=1&two=150", f"{api}/rounds/{paired}/why/3/{event.entries.count()}")
    yield from (page, f"{page}/players", f"{page}/games", f"{page}/crosstable", f"{page}/info")
    yield from (f"{page}/standings.csv", f"{page}/crosstable.csv", f"{page}/event.json")
    yield from (f"{page}/crosstable?page=all", f"{page}?page=all", f"{page}/pairings/{paired + 1}")
    for each in (
        "",
        "/standings",
        "/crosstable",
        "/rounds",
        f"/rounds/{paired}",
        "/games?size=500",
        "/entries?size=500",
    ):
        yield api + each


def _ask(event: Event, address: str) -> int:
    """Ask in a process of its own; 1 where it took more than is allowed, or was no page."""
    from django.db import connections

    connections.close_all()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, _measure(address).encode())
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    os.close(writer)
    with closing(os.fdopen(reader)) as answer:
        told = answer.read()
    os.waitpid(child, 0)
    cpu, wall, megabytes, size, status = told.split() if told else ("999", "999", "0", "0", "500")
    print(f"{event.name + ' ' + address:<62} {cpu:>7} {wall:>7} {megabytes:>6} {size:>7} {status}", flush=True)
    too_much = float(cpu) > SECONDS_ALLOWED or float(megabytes) > MEGABYTES_ALLOWED
    return int(too_much or int(status) >= 500)


def _measure(address: str) -> str:
    from django.core.cache import cache
    from django.test import Client

    client = Client()
    client.get("/healthz")  # what a process does once only
    cache.clear()
    held, began, wall = _peak_kilobytes(), process_time(), perf_counter()
    answer = client.get(address)
    took = process_time() - began, perf_counter() - wall
    megabytes = (_peak_kilobytes() - held) / 1024
    return f"{took[0]:.2f} {took[1]:.2f} {megabytes:.0f} {len(answer.content) / 1024:.0f} {answer.status_code}"


def _peak_kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    sys.exit(main())
