"""Random events by Dubov and Burstein, paired by us and by a judge that enumerates.

    python -m bench.swiss_systems [--system dubov|burstein] [--events N] [--first SEED] [--players MOST] [--harsh]

The judge (`testing.reference`) is plain and was written from the articles apart from the engine; it takes fields of up
to 8. Seeding rounds of Burstein are compared with our Dutch system instead. `bench.both_ways` has another program.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from bench.both_ways import describe, pair_here
from bench.peers import Boards
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratedTournament, GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.replay import before_round
from testing.reference import burstein, dubov
from testing.reference.swiss_facts import NoRoundError, Round

SYSTEMS = {"dubov": dubov.pair, "burstein": burstein.pair}
MOST_TO_JUDGE = 8


def event(key: str, seed: int, most: int, *, harsh: bool) -> GeneratedTournament:
    """A random event paired by `key`; in a harsh one little goes as planned."""
    random = Random(seed)
    wishes: dict[str, int] = {}
    if harsh:
        rates = {"zero_byes": (0, 10, 25), "half_byes": (0, 10), "full_byes": (0, 5), "forfeits": (0, 10, 30)}
        rates |= {"late": (0, 30), "withdrawals": (0, 40), "forbidden": (0, 1, 3)}
        wishes = {name: random.choice(choices) for name, choices in rates.items()}
    options = GeneratorOptions(
        players=random.randint(3, most), rounds=random.randint(3, 9), odd_results=0, unrated=0, **wishes
    )
    return generate(options, random, system(key))


def judged(key: str, table: CrossTable) -> dict[str, Boards]:
    """The judge's rounds: the one by the letter is "same" where it is ours, and those by other readings."""
    judges = {"same": SYSTEMS[key]}
    if key == "burstein":
        judges |= {f"same by {each}": partial(burstein.pair, reading=each) for each in burstein.READINGS[1:]}
    return {name: _boards_of(judge, table) for name, judge in judges.items()}


def _boards_of(judge: Callable[[CrossTable], Round], table: CrossTable) -> Boards:
    try:
        made = judge(table)
    except NoRoundError:
        return None
    return set(made.pairs) | ({(made.bye, 0)} if made.bye else set())


def compare(key: str, wanted: argparse.Namespace) -> bool:
    """All events of a system: prints what differs. Whether nothing is left unexplained."""
    rounds, judgements = 0, Counter[str]()
    for seed in range(wanted.first, wanted.first + wanted.events):
        made = event(key, seed, wanted.players, harsh=wanted.harsh)
        for number in range(1, made.table.rounds_played + 1):
            table = before_round(made.table, number, made.table.first_colour)
            mine = pair_here(key, table)
            rounds += 1
            if key == "burstein" and burstein.is_seeding_round(table):
                judgements[
                    "seeding, as Dutch" if mine == pair_here("swiss-dutch", table) else "seeding, not as Dutch"
                ] += 1
                continue
            if len(table.entrants) <= MOST_TO_JUDGE:
                theirs = judged(key, table)
                verdict = next((name for name, round_ in theirs.items() if round_ == mine), "differs")
                judgements[verdict] += 1
                if verdict != "same":
                    print(f"{key}, seed {seed}, round {number}, {verdict}: {describe(mine, theirs['same'])}")
    print(f"{key}: {wanted.events} events, {rounds} rounds")
    print(f"  the judge: {dict(judgements.most_common())}")
    return not judgements["differs"] and not judgements["seeding, not as Dutch"]


def main(arguments: Sequence[str] = ()) -> int:
    """Compare; 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="one of the two alone")
    parser.add_argument("--events", type=int, default=100, help="how many random events of each")
    parser.add_argument("--first", type=int, default=1, help="the first event's seed")
    parser.add_argument("--players", type=int, default=MOST_TO_JUDGE, help="the largest event")
    parser.add_argument("--harsh", action="store_true", help="events in which little goes as planned")
    wanted = parser.parse_args(list(arguments))
    results = [compare(key, wanted) for key in SYSTEMS if wanted.system in (None, key)]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
