"""The 920 rounds of the reference tournaments paired again and compared board by board, in CPU seconds.

    python -m bench.swiss_corpus

A round is equal when the set of (white, black) and the player with the bye are. Every round that is not is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import process_time

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import ByeKind
from gipf_engine.tournament.pairing import RoundPairings, system
from gipf_engine.tournament.replay import before_round, boards_of
from testing.swiss_corpus import tournaments


def boards(made: RoundPairings) -> set[tuple[int, int]]:
    """Pairs as (white, black), the bye that the pairing gave as (number, 0)."""
    byes = {(bye.number, 0) for bye in made.byes if bye.kind is ByeKind.PAIRING}
    return {(pair.white, pair.black) for pair in made.pairs} | byes


def main(_arguments: Sequence[str] = ()) -> int:
    """Pair all rounds; 1 if any differs from the reference."""
    dutch = system("swiss-dutch")
    rounds, equal, spent = 0, 0, 0.0
    for name, data in tournaments().items():
        table = trf.read(data).table
        for number in range(1, table.rounds_played + 1):
            then = before_round(table, number, table.first_colour)
            begin = process_time()
            made = dutch.pair(then)
            spent += process_time() - begin
            rounds += 1
            if boards(made) == boards_of(table, number):
                equal += 1
            else:
                print(f"{name} round {number}: {sorted(boards(made) ^ boards_of(table, number))}")
    print(f"{equal} of {rounds} rounds equal, paired in {spent:.2f} s")
    return int(equal != rounds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
