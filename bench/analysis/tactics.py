"""Whether the search finds the wins there are, and calls nothing a win that is none.

    python -m bench.analysis.tactics [KEY …] [--positions 200] [--nodes 300000] [--seed 0]

Positions with a win are drawn from the ends of random games; that they are won, and how soon, is found by trying
everything on the Python engine (`testing.engine.analysis.proof`), which shares no code with the kernels: up to three
own turns (5 plies) in GIPF basic, two (3 plies) elsewhere. Positions between them in which that finds no win
must not be called won as soon as that; where a loss in two is told, every turn is tried.
"""

import argparse
import random
import time

from gipf_engine.analysis.search import analyse
from testing.engine.analysis.agreement import random_positions
from testing.engine.analysis.proof import wins_in

OWN_TURNS = {"gipf-basic": 3}
MOST_TURNS = {3: 16, 2: 45}
"""Legal turns up to which so many own turns are tried: beyond, Python takes minutes."""
KEYS = (
    *("gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six"),
    *("yinsh-normal", "yinsh-blitz", "zertz-37", "zertz-48", "zertz-61", "zertz-blitz"),
)
LATE = 12
"""Positions before the end of a game are drawn from so many."""


def quickest(position, own_turns):
    """In how many own turns a win is proved, as deep as is affordable here; None for no win, and how deep."""
    count = sum(1 for _turn in position.legal_moves())
    deep = next((turns for turns in (3, 2) if turns <= own_turns and count <= MOST_TURNS[turns]), 1)
    return wins_in(position, deep), deep


def draw(key, seed):
    """Positions near the ends of random games, without end, one a game."""
    while True:
        found = [position for position, turn in random_positions(key, seed) if turn is not None]
        yield random.Random(seed).choice(found[-LATE:])
        seed += 1


def judge(position, own_turns, nodes):
    """Whether a win was there, whether it was found, whether something false was said, and the seconds it took."""
    won, deep = quickest(position, own_turns)
    began = time.process_time()
    best = analyse(position, nodes).lines[0]
    spent = time.process_time() - began
    told = best.ends_in // 2 + 1 if best.ends_in is not None else None
    is_false = best.result == "won" and told <= deep and (won is None or told < won)
    if best.result == "lost" and best.ends_in == 2:
        is_false = not all(
            wins_in(child, 1) for child in map(position.play, position.legal_moves()) if not child.outcome
        )
    return won, best.result == "won", is_false, spent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("keys", nargs="*", default=KEYS, metavar="KEY")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for key in options.keys:
        wins, found, quiet, wrong, slowest = 0, 0, 0, 0, 0.0
        for position in draw(key, options.seed):
            if wins >= options.positions:
                break
            won, is_found, is_false, spent = judge(position, OWN_TURNS.get(key, 2), options.nodes)
            wins, quiet = wins + (won is not None), quiet + (won is None)
            found, wrong, slowest = found + (won is not None and is_found), wrong + is_false, max(slowest, spent)
            if won is not None and not is_found:
                print(f"  missed in {won}: {position.text()}", flush=True)
        print(
            f"{key}: {found} of {wins} wins found, {wrong} of {wins + quiet} answers false, slowest {slowest:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
