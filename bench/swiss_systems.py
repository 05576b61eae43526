"""Random events by Dubov and Burstein, paired by us, by a judge that enumerates, and by py4swiss.

    python -m bench.swiss_systems [--system dubov|burstein] [--events N] [--first SEED] [--players MOST] [--harsh]

The judge (`testing.reference`) is plain and was written from the articles apart from the engine; it takes fields of up
to 8. py4swiss 0.3.1 departs from the articles: each difference is named by the fewest departures without which it is
gone, or counted as not explained. Seeding rounds of Burstein are compared with our Dutch system instead.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from random import Random

from bench import _py4swiss_peer as py4swiss_peer
from bench._py4swiss_mends import mended
from bench.swiss_corpus import boards
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratedTournament, GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.replay import before_round
from testing.reference import burstein, dubov
from testing.reference.swiss_facts import NoRoundError, Round

SYSTEMS = {"dubov": dubov.pair, "burstein": burstein.pair}
MOST_TO_JUDGE = 8
MOST_AT_ONCE = 3
"""Departures taken away together; with more of them a search takes minutes."""
Boards = set[tuple[int, int]] | None


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


def ours(key: str, table: CrossTable) -> Boards:
    """Our round; None where there is no legal one."""
    try:
        return boards(system(key).pair(table))
    except PairingError:
        return None


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


def explain_peer(key: str, table: CrossTable, mine: Boards) -> str:
    """By which departures py4swiss's round differs from ours; "same" where it does not."""
    for count in range(MOST_AT_ONCE + 1):
        for names in combinations(py4swiss_peer.DEPARTURES, count):
            with mended(names):
                if py4swiss_peer.pair(key, table) == mine:
                    return " and ".join(names) or "same"
    for other_reading in ("index", "series"):
        with mended(name for name in py4swiss_peer.DEPARTURES if name != other_reading):
            if py4swiss_peer.pair(key, table) == mine:
                return f"more than {MOST_AT_ONCE} departures together"
    return "not explained"


def told(mine: Boards, theirs: Boards) -> str:
    """What each has that the other has not."""
    return f"ours {sorted((mine or set()) - (theirs or set()))}, theirs {sorted((theirs or set()) - (mine or set()))}"


def compare(key: str, wanted: argparse.Namespace) -> bool:
    """All events of a system: prints what differs. Whether nothing is left unexplained."""
    rounds, judgements, peers = 0, Counter[str](), Counter[str]()
    for seed in range(wanted.first, wanted.first + wanted.events):
        made = event(key, seed, wanted.players, harsh=wanted.harsh)
        for number in range(1, made.table.rounds_played + 1):
            table = before_round(made.table, number, made.table.first_colour)
            mine = ours(key, table)
            rounds += 1
            if key == "burstein" and burstein.is_seeding_round(table):
                judgements["seeding, as Dutch" if mine == ours("swiss-dutch", table) else "seeding, not as Dutch"] += 1
                continue
            if len(table.entrants) <= MOST_TO_JUDGE:
                theirs = judged(key, table)
                verdict = next((name for name, round_ in theirs.items() if round_ == mine), "differs")
                judgements[verdict] += 1
                if verdict != "same":
                    print(f"{key}, seed {seed}, round {number}, {verdict}: {told(mine, theirs['same'])}")
            if py4swiss_peer.to_pair(table) < 2:
                continue  # which its Burstein cannot pair
            kind = explain_peer(key, table, mine)
            peers[kind] += 1
            if kind == "not explained":
                print(f"{key}, seed {seed}, round {number}, py4swiss: {told(mine, py4swiss_peer.pair(key, table))}")
    print(f"{key}: {wanted.events} events, {rounds} rounds")
    print(f"  the judge: {dict(judgements.most_common())}")
    for kind, count in peers.most_common():
        print(f"  py4swiss: {count:6} {kind}")
    return not judgements["differs"] and not judgements["seeding, not as Dutch"] and not peers["not explained"]


def main(arguments: Sequence[str] = ()) -> int:
    """Compare; 1 if anything differs that no article explains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", choices=sorted(SYSTEMS), help="one of the two alone")
    parser.add_argument("--events", type=int, default=100, help="how many random events of each")
    parser.add_argument("--first", type=int, default=1, help="the first event's seed")
    parser.add_argument("--players", type=int, default=MOST_TO_JUDGE, help="the largest event")
    parser.add_argument("--harsh", action="store_true", help="events in which little goes as planned")
    wanted = parser.parse_args(list(arguments))
    for name, text in py4swiss_peer.DEPARTURES.items():
        print(f"{name}: {text}")
    results = [compare(key, wanted) for key in SYSTEMS if wanted.system in (None, key)]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
