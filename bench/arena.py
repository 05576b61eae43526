"""How long players wait in an arena, how near their opponents are, and who meets again.

    python -m bench.arena [--players 60] [--minutes 45] [--seeds 10] [--game 5]

Players of known rating (mean 1500, deviation 300) come in the first two minutes; games last about `--game` minutes
(from a third of that to twice) and are won by strength. The server looks every four seconds, as it does. `wait`:
seconds between two games of a player who has one after it; `places`: how many lie between two in the standings;
`again`: pairs twice in a row for both; `met`: pairs who had met before; `colours`: the greatest surplus of a colour.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import mean, median

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.arena import PlayerToPair, pair_free

STEP, MINUTE = 4_000, 60_000
COMING = 2 * MINUTE
WIN = 20
COLUMNS = ("games", "wait", "p95", "most", "places", "p95", "rating", "p95", "again", "met", "colours")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--minutes", type=int, default=45)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--game", type=float, default=5)
    args = parser.parse_args()
    print(f"{args.players} players, {args.minutes} minutes, games of {args.game:g} minutes, {args.seeds} runs")
    print("".join(f"{name:>9}" for name in COLUMNS))
    runs = [Run(Random(seed), args.players, args.minutes * MINUTE, args.game * MINUTE) for seed in range(args.seeds)]
    figures = [run.play() for run in runs]
    print("".join(f"{mean(row[column] for row in figures):>9.1f}" for column in range(len(COLUMNS))))


class Run:
    """One arena. `ends` says when the game of a player ends, and how."""

    def __init__(self, chance: Random, players: int, length: int, game: float) -> None:
        self.chance, self.length, self.game = chance, length, game
        coming = {number: chance.randrange(COMING) for number in range(1, players + 1)}
        self.players = {
            number: PlayerToPair(number, rating=round(chance.gauss(1500, 300)), free_since=at)
            for number, at in coming.items()
        }
        self.running: list[tuple[int, int, int]] = []
        self.waits: list[float] = []
        self.places: list[int] = []
        self.ratings: list[int] = []
        self.again = self.met = 0

    def play(self) -> Sequence[float]:
        """The figures of the run."""
        for now in range(0, self.length, STEP):
            for ending in [each for each in self.running if each[0] <= now]:
                self.running.remove(ending)
                self._end(*ending)
            there = [each for each in self.players.values() if each.free_since is None or each.free_since <= now]
            for pair in pair_free(there, now):
                self._begin(there, pair.white, pair.black, now)
        surplus = max(abs(each.balance) for each in self.players.values())
        waits, places, ratings = (sorted(values) for values in (self.waits, self.places, self.ratings))
        return [
            len(places), mean(waits), _p95(waits), waits[-1], mean(places), _p95(places),
            median(ratings), _p95(ratings), self.again, self.met, surplus,
        ]  # fmt: skip

    def _begin(self, there: Sequence[PlayerToPair], white: int, black: int, now: int) -> None:
        in_order = sorted(there, key=lambda each: (-each.points, -(each.rating or 0), each.number))
        place = {each.number: at for at, each in enumerate(in_order)}
        one, other = self.players[white], self.players[black]
        self.waits += [(now - (each.free_since or 0)) / 1000 for each in (one, other) if each.last is not None]
        self.places.append(abs(place[white] - place[black]))
        self.ratings.append(abs((one.rating or 0) - (other.rating or 0)))
        self.again += one.last == black and other.last == white
        self.met += black in one.met
        for player, opponent, colour in ((one, black, Colour.WHITE), (other, white, Colour.BLACK)):
            self.players[player.number] = replace(
                player,
                free_since=None,
                last=opponent,
                met=Counter(player.met) + Counter([opponent]),
                balance=player.balance + (1 if colour is Colour.WHITE else -1),
                last_colour=colour,
            )
        self.running.append((now + round(self.chance.uniform(self.game / 3, 2 * self.game)), white, black))

    def _end(self, at: int, white: int, black: int) -> None:
        difference = (self.players[black].rating or 0) - (self.players[white].rating or 0)
        has_won = self.chance.random() < 1 / (1 + 10 ** (difference / 400))
        for number, won in ((white, has_won), (black, not has_won)):
            player = self.players[number]
            self.players[number] = replace(player, free_since=at, points=player.points + (WIN if won else 0))


def _p95(values: Sequence[float]) -> float:
    return values[int(0.95 * (len(values) - 1))]


if __name__ == "__main__":
    main()
