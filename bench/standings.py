"""How fast standings and TRF files are, beside gacrux in the same run; and a long comparison of values.

    python -m bench.standings [--events N] [--first SEED]

CPU seconds of one core. "Corpus" ranks the 120 reference tournaments by 26 tie-breaks each; the larger fields are
generated, nine rounds. gacrux times its tie-break object and computation on a tournament it has parsed. With --events
so many random events are ranked by both, fore Buchholz last (see docs/tiebreaks.md), and every difference is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import process_time

from gacrux.tiebreak import tiebreak

from gipf_engine.tournament import standings, trf
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from testing import gacrux_oracle
from testing.gacrux_oracle import START, SWISS
from testing.swiss_corpus import COLUMNS, tournaments

SIZES = (100, 300, 1000)
PARAMS = {"check": False, "swiss": True, "pre_determined": False, "unrated": None, "current_round": -1}


def timed(work) -> float:
    """CPU seconds of a call."""
    begin = process_time()
    work()
    return process_time() - begin


def rank_by_gacrux(tournament) -> None:
    """All columns by gacrux."""
    params = PARAMS | {"tiebreak": list(COLUMNS)}
    tiebreak(tournament, -1, params).compute_tiebreaks(tournament, params)


def compare(name: str, texts: list[str]) -> None:
    """One line: reading and ranking these files, ours and gacrux's."""
    tables, parsed = [], []
    reading = timed(lambda: tables.extend(trf.read(text).table for text in texts))
    reading_gacrux = timed(lambda: parsed.extend(gacrux_oracle.parsed(text) for text in texts))
    ranking = timed(lambda: [standings.rank(table, COLUMNS) for table in tables])
    ranking_gacrux = timed(lambda: [rank_by_gacrux(tournament) for _reader, tournament in parsed])
    print(f"{name:>12}  {reading:8.2f} {reading_gacrux:8.2f}   {ranking:8.2f} {ranking_gacrux:8.2f}")


def event(seed: int, wishes: GeneratorOptions) -> tuple[CrossTable, str]:
    """A generated event: its table and its file, dated so that the newest tie-break rules apply."""
    made = generate(wishes, Random(seed), system("swiss-dutch"))
    document = replace(made.document, first_day=START, newline="\n")
    return made.table, trf.write(made.table, document).decode()


def differences(events: int, first: int) -> int:
    """Rank so many random events by both; print and count what differs."""
    found = 0
    for seed in range(first, first + events):
        table, text = event(seed, GeneratorOptions())
        theirs = gacrux_oracle.standings(text, SWISS, rounds=table.rounds_played)
        for row in standings.rank(table, SWISS):
            rank, values = theirs[row.number]
            pairs = zip(("rank", *SWISS), (row.rank, *row.values), (rank, *values), strict=True)
            for code, ours, other in pairs:
                if (0 if ours is None and code.startswith("DE") else ours) != other:
                    found += 1
                    print(f"seed {seed}, number {row.number}: {code} is {ours}, gacrux has {other}")
    return found


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table of times, then the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100, help="random events to compare")
    parser.add_argument("--first", type=int, default=10_000, help="the first event's seed")
    wanted = parser.parse_args(list(arguments))
    print(f"{'':>12}  {'reading':>8} {'gacrux':>8}   {'ranking':>8} {'gacrux':>8}")
    compare("corpus", [data.decode() for data in tournaments().values()])
    for size in SIZES:
        wishes = GeneratorOptions(players=size, rounds=9, unrated=0, withdrawals=0, late=0)
        compare(f"{size} players", [event(size, wishes)[1]])
    found = differences(wanted.events, wanted.first)
    print(f"{wanted.events} random events, {len(SWISS)} columns each: {found} differences")


if __name__ == "__main__":
    main(sys.argv[1:])
