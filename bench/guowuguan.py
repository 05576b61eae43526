"""Guo Wu Guan: how fast turns are checked and deals solved, how many deals can be won, and how often chance wins.

    python -m bench.guowuguan [DEALS [GAMES]]

Figures are CPU seconds of one core. For each variant: turns a second that are read, checked and played in random games,
also by the plain engine of testing/reference; DEALS deals (1,000) solved with at most 3,000,000 positions each, every
line that wins played by the checker; GAMES random games (20,000) by a player who chooses uniformly among all legal
lifts and passes and refills only where there is none, with the shares that were given for other deals, and by how many
standard errors of the difference ours are away from them. It takes about ten minutes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from math import sqrt
from time import process_time

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.guowuguan import REFILL
from testing.reference import guowuguan as plain

VARIANTS = ("gwg", "simplified", "okuan", "tongwuguan", "qiqin")
GIVEN = {"gwg": 0.0478, "simplified": 0.476, "okuan": 0.0217, "tongwuguan": 0.0095}
"""Shares of random games that were won, of 100,000 other deals each."""
OF = 100_000
CHECKED = 150
"""Games whose turns are checked."""


def setup_of(variant: str, number: int) -> str:
    """The set-up of a seeded deal."""
    return rules_for(f"guowuguan-{variant}").chance.draw(sha256(f"bench {number}".encode()).hexdigest())


def deal(variant: str, number: int) -> Position:
    """Its start."""
    return rules_for(f"guowuguan-{variant}").start(setup_of(variant, number))


def play_at_random(position: Position, dice: random.Random) -> Iterator[tuple[str, Position]]:
    """The turns of a random game and what they lead to."""
    while position.turn is not None:
        turns = list(position.legal_moves())
        turn = dice.choice([turn for turn in turns if turn != REFILL] or turns)
        position = position.play(turn)
        yield str(turn), position


def check(games: list[tuple[str, int, list[str]]]) -> tuple[int, float]:
    """Read, check and play the turns of these games; how many, and a second."""
    starts = [(deal(variant, number), tokens) for variant, number, tokens in games]
    begun = process_time()
    for position, tokens in starts:
        for token in tokens:
            position = position.play(position.parse(token))
        assert position.outcome is not None
    count = sum(len(tokens) for _start, tokens in starts)
    return count, count / (process_time() - begun)


def check_plainly(games: list[tuple[str, int, list[str]]]) -> float:
    """The same by the plain engine: turns a second."""
    starts = [(plain.start(variant, setup_of(variant, number)), tokens) for variant, number, tokens in games]
    begun = process_time()
    for game, tokens in starts:
        for token in tokens:
            assert token in plain.turns(game)
            game = plain.play(game, token)
    return sum(len(tokens) for _start, tokens in starts) / (process_time() - begun)


def measure_checking(variant: str) -> None:
    """Print how many turns a second are checked."""
    games = []
    for number in range(CHECKED):
        tokens = [token for token, _after in play_at_random(deal(variant, number), random.Random(number))]
        games.append((variant, number, tokens))
    count, rate = check(games)
    print(f"  checked {count:,} turns: {rate:,.0f} a second; plain engine {check_plainly(games[:10]):,.0f}", flush=True)


def measure_solving(variant: str, deals: int) -> None:
    """Print how many deals can be won, how many positions that took, and how many a second."""
    solver = rules_for(f"guowuguan-{variant}").solver()
    solver.solve(deal(variant, -1), 1_000)  # compiled before it is measured
    won = lost = looked_at = most = 0
    rounds, spent = [], 0.0
    for number in range(deals):
        start = deal(variant, number)
        begun = process_time()
        found = solver.solve(start)
        spent += process_time() - begun
        looked_at, most = looked_at + found.looked_at, max(most, found.looked_at)
        won, lost = won + (found.can_be_won is True), lost + (found.can_be_won is False)
        if found.can_be_won:
            rounds.append(found.par)
            for turn in found.line:
                start = start.play(start.parse(str(turn)))
            assert start.outcome.result == "won"
            assert start.tally[0][2] == found.par
        if (number + 1) % 250 == 0:
            print(f"    {number + 1} of {deals} deals …", file=sys.stderr, flush=True)
    print(
        f"  solved {deals:,} deals: {won / deals:.1%} can be won, {lost / deals:.1%} cannot, "
        f"{1 - (won + lost) / deals:.1%} undecided; par {sum(rounds) / max(1, len(rounds)):.1f} rounds;\n"
        f"    {looked_at / deals:,.0f} positions a deal, at most {most:,}; {looked_at / spent:,.0f} a second, "
        f"{spent / deals * 1000:.0f} ms a deal",
        flush=True,
    )


def measure_chance(variant: str, games: int) -> None:
    """Print how many random games are won, beside the share that was given."""
    won = 0
    for number in range(games):
        position = deal(variant, number)
        for _token, after in play_at_random(position, random.Random(number)):
            position = after
        won += position.outcome.result == "won"
    share = won / games
    told = f"  random games won: {share:.2%} of {games:,}"
    if given := GIVEN.get(variant):
        error = sqrt(given * (1 - given) * (1 / games + 1 / OF))
        told += f"; given {given:.2%}: {(share - given) / error:+.1f} standard errors"
    print(told, flush=True)


def main() -> None:
    """Measure each variant."""
    deals, games = (*map(int, sys.argv[1:3]), *(1_000, 20_000)[len(sys.argv[1:3]) :])
    for variant in VARIANTS:
        print(variant)
        measure_checking(variant)
        measure_solving(variant, deals)
        measure_chance(variant, games)


if __name__ == "__main__":
    main()
