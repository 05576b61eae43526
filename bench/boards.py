"""How many boards a second are drawn, in CPU time of one core.

    python -m bench.boards

Over every position of a game with its last move: whole with words, and as a thumbnail.
"""

import random
from time import process_time

from gipf_engine.diagrams import draw
from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Effects, Position, View

Picture = tuple[View, Effects]


def pictures_of(start: Position) -> list[Picture]:
    """Every position of a random game, and how it came about."""
    dice, position, pictures = random.Random(1), start, []
    while position.turn is not None and len(pictures) < 60:
        move = dice.choice(list(position.legal_moves()))
        effects, position = position.effects(move), position.play(move)
        pictures.append((position.view(), effects))
    return pictures


def rate(pictures: list[Picture], size: str | None) -> float:
    """Boards a CPU second; the best of three, as other programs share the machine."""
    best = 0.0
    for _repeat in range(3):
        begun = process_time()
        for view, effects in pictures:
            draw(view, effects, size=size)
        best = max(best, len(pictures) / (process_time() - begun))
    return best


def main() -> None:
    """Print one line a game."""
    starts = {"GIPF": rules_for("gipf-standard").start(), "LYNGK": rules_for("lyngk-main").start(draw_setup("0" * 64))}
    print(f"{'boards/s':<10}{'whole':>10}{'small':>10}")
    for name, start in starts.items():
        pictures = pictures_of(start)
        print(f"{name:<10}{rate(pictures, None):>10,.0f}{rate(pictures, 'small'):>10,.0f}")


if __name__ == "__main__":
    main()
