"""Random games on the kit against their plain reference engines, and how fast turns are listed and checked.

    python -m bench.kit_games [GAMES] [NAME …]

GAMES are played of each game (100 unless you say), or of those named, shared among its rule sets: in every position the
turns, the table after each and the end must be the same. Speed is in CPU seconds of one core, over other games.
"""

import sys
from itertools import groupby
from time import process_time

from testing.engine.rules.kit_data import RULES, play_both, random_position

GAMES = 100
SPEED_GAMES = 30


def main() -> None:
    """Compare, then measure."""
    words = sys.argv[1:]
    games = int(words.pop(0)) if words and words[0].isdecimal() else GAMES
    by_game = {name: list(keys) for name, keys in groupby(RULES, key=lambda key: RULES[key].game)}
    for name in words or by_game:
        keys = by_game[name]
        plies = sum(play_both(keys[seed % len(keys)], seed) for seed in range(games))
        print(f"{name}: {games} games, {plies} turns, 0 differences", flush=True)
        for key in keys:
            measure(key)


def measure(key: str) -> None:
    """Turns listed and checked a second."""
    games = [random_position(key, 10_000 + seed, 400) for seed in range(SPEED_GAMES)]
    began = process_time()
    listed = sum(1 for game in games for position in game for turn in position.legal_moves())
    listing = process_time() - began
    records = [[(position, next(iter(position.legal_moves()))) for position in game[:-1]] for game in games]
    began = process_time()
    for game in records:
        for position, turn in game:
            fresh = type(position)(position.rules, position.state)
            fresh.play(fresh.parse(turn)).outcome  # noqa: B018  (asking is the work)
    checking = process_time() - began
    checked = sum(map(len, records))
    print(f"{key}: {listed / listing:,.0f} turns/s listed, {checked / checking:,.0f} turns/s checked")


if __name__ == "__main__":
    main()
