"""How long players wait in the pool of quick pairing, and how near they are, beside the best pairing in hindsight.

    python -m bench.quick_pairing [--players 200] [--minutes 30] [--seeds 20]

Players of known rating (mean 1500, deviation 300) come at random moments, and ask every three seconds as the page of
who waits does. In hindsight the same players are paired so that the differences of ratings are least in sum, where no
pair waits longer than the longest wait in the simulation. All come twice, and the second time counts: `again` are
pairs of two who met the first time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from statistics import mean, median

from gipf_engine.pool_pairing import Waiting, difference, pair_waiting
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching

STEP = 3_000
MINUTE = 60_000
FORBIDDEN = 100_000
Pair = tuple[Waiting, Waiting]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--seeds", type=int, default=20)
    args = parser.parse_args()
    print(f"{args.players} players in {args.minutes} minutes, {args.seeds} runs")
    print(
        f"{'':<12}{'wait':>8}{'median':>8}{'p95':>8}{'most':>8}{'differ':>9}{'median':>8}{'p95':>8}{'left':>6}{'again':>7}"
    )
    rows = [run(seed, args.players, args.minutes) for seed in range(args.seeds)]
    for name, place in (("pool", 0), ("hindsight", 1)):
        columns = [mean(row[place][column] for row in rows) for column in range(9)]
        print(f"{name:<12}" + "".join(f"{value:>8.1f}" for value in columns))


def run(seed: int, players: int, minutes: int) -> tuple[Sequence[float], Sequence[float]]:
    """The figures of one run, of the pool and in hindsight. The players come twice; the second time counts."""
    chance = Random(seed)
    ratings = [round(chance.gauss(1500, 300)) for _player in range(players)]
    first, _begun = simulate(_arrivals(chance, ratings, minutes, {}))
    last = {one.key: other.key for pair in first for one, other in (pair, pair[::-1])}
    pairs, begun = simulate(_arrivals(chance, ratings, minutes, last))
    waits = [begun[each.key] - each.since for pair in pairs for each in pair]
    best = in_hindsight([each for pair in pairs for each in pair], max(waits))
    at_once = [max(one.since, other.since) - each.since for one, other in best for each in (one, other)]
    left = players - 2 * len(pairs)
    return _figures(waits, pairs, left), _figures(at_once, best, left)


def _arrivals(chance: Random, ratings: Sequence[int], minutes: int, last: dict[int, int]) -> list[Waiting]:
    came = sorted(chance.randrange(minutes * MINUTE) for _rating in ratings)
    keys = chance.sample(range(len(ratings)), len(ratings))
    return [Waiting(key, ratings[key], at, last.get(key)) for key, at in zip(keys, came, strict=True)]


def simulate(coming: Sequence[Waiting]) -> tuple[list[Pair], dict[int, int]]:
    """Whom the pool pairs, and when, by player: it looks when a player comes, and every three seconds."""
    begun: dict[int, int] = {}
    waiting: list[Waiting] = []
    pairs: list[Pair] = []
    moments = sorted({each.since for each in coming} | set(range(0, coming[-1].since + 10 * MINUTE, STEP)))
    ahead = list(coming)
    for now in moments:
        while ahead and ahead[0].since <= now:
            waiting.append(ahead.pop(0))
        for pair in pair_waiting(waiting, now):
            pairs.append(pair)
            begun |= {each.key: now for each in pair}
        waiting = [each for each in waiting if each.key not in begun]
    return pairs, begun


def in_hindsight(players: Sequence[Waiting], longest: int) -> list[Pair]:
    """The pairing of the same players with the least differences, in which no player waits longer than `longest` ms."""

    def weight(one: Waiting, other: Waiting) -> int:
        bad = abs(one.since - other.since) > longest or one.last == other.key
        return -difference(one, other) - (FORBIDDEN if bad else 0)

    partners = heaviest_perfect_matching([[weight(one, other) for other in players] for one in players])
    return [(players[at], players[partner]) for at, partner in enumerate(partners) if at < partner]


def _figures(waits: Sequence[int], pairs: Sequence[Pair], left: int) -> Sequence[float]:
    seconds = sorted(wait / 1000 for wait in waits)
    differences = sorted(difference(one, other) for one, other in pairs)
    return [
        mean(seconds), median(seconds), _p95(seconds), seconds[-1],
        mean(differences), median(differences), _p95(differences), left,
        sum(one.last == other.key for one, other in pairs),
    ]  # fmt: skip


def _p95(values: Sequence[float]) -> float:
    return values[int(0.95 * (len(values) - 1))]


if __name__ == "__main__":
    main()
