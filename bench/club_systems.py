"""How fast the Keizer and McMahon systems pair beside the Dutch one: CPU seconds of the call, round 5 of 9.

    python -m bench.club_systems [--players N]

The least of three calls each, in one process; the bar for a new system is three times the Dutch one at 1,000 players.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random

from bench.swiss import REPEATS, ROUND, ROUNDS, timed
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.replay import before_round

KEYS = ("swiss-dutch", "keizer", "mcmahon")


def seconds(key: str, players: int) -> float:
    """The least of a few calls on an event that the system itself has paired so far."""
    wishes = GeneratorOptions(
        players=players, rounds=ROUNDS, draws=30, lowest=1000, highest=2400, scoring="1-half-0", baku=False, unrated=0,
        forfeits=1, double_forfeits=0, odd_results=0, half_byes=1, zero_byes=1, full_byes=0, late=0, withdrawals=2,
        forbidden=0,
    )  # fmt: skip
    made = generate(wishes, Random(players), system(key))
    table = before_round(made.table, ROUND, made.table.first_colour)
    return min(timed(lambda: system(key).pair(table))[0] for _call in range(REPEATS))


def main(arguments: Sequence[str] = ()) -> None:
    """Print one line a system."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=1000)
    players = parser.parse_args(list(arguments)).players
    found = {key: seconds(key, players) for key in KEYS}
    for key, spent in found.items():
        print(f"{key:12} {spent:.4f} s, {spent / found[KEYS[0]]:.1f} times")


if __name__ == "__main__":
    main(sys.argv[1:])
