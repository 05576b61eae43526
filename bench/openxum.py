"""Turns checked and positions listed a second, beside the engines of openxum in the same run.

    python -m bench.openxum FOLDER [SECONDS]

FOLDER is `public/javascripts` of openxum-nodejs (GPL-3), which has GIPF, YINSH and ZÈRTZ; it is read and never copied.
node runs it. Both play games at random for SECONDS (10) of CPU each, by their own dice. "Checked" is to play the turns
of a game again: openxum applies them without asking whether they are legal, ours reads each from text, tests it and
plays it. "Listed" is what a random player asks for: openxum one part of a turn (a marble, then a ring), ours all whole
turns of a position, which are many more. The ZÈRTZ of openxum hangs in most games once two
marbles lie beside each other (`is_isolated_marble` takes from the other end of its list): what it did before counts.
"""

from __future__ import annotations

import json
import random
import subprocess  # openxum runs in node
import sys
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules

GAMES = {"gipf": "gipf-basic", "yinsh": "yinsh-normal", "zertz": "zertz-37"}
SCRIPT = Path(__file__).with_suffix(".js")
MOST = 400
"""Turns of a game of ours: a game of GIPF at random need not end."""
SEEDS, IN_VAIN = 6, 2
"""How many runs of openxum there are at most, and after how many without a game it is given up."""


class Speed(NamedTuple):
    """Turns of finished games, and CPU seconds."""

    turns: int
    checking: float
    listing: float


def speed_of_openxum(folder: str, game: str, seconds: float) -> Speed:
    """Of its games by one seed after the other: where an engine hangs in an endless loop, what it did before counts."""
    found = Speed(0, 0.0, 0.0)
    for seed in range(SEEDS):
        left = seconds - found.checking - found.listing
        if left <= 0 or (seed >= IN_VAIN and not found.turns):
            break
        command = ["node", str(SCRIPT), folder, game, str(seed), str(left)]
        lines = _lines_of(command, left + 3)
        if lines:
            last = json.loads(lines[-1])
            found = Speed(*(so_far + last[name] for name, so_far in zip(Speed._fields, found, strict=True)))
    return found


def _lines_of(command: Sequence[str], most: float) -> list[str]:
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            printed, _errors = process.communicate(timeout=most)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, _errors = process.communicate()
    return [line for line in printed.splitlines() if line.endswith("}")]


def speed_of_ours(rules: Rules, seconds: float) -> Speed:
    """Of games by random players who list all turns."""
    found = Speed(0, 0.0, 0.0)
    dice = random.Random(0)
    while found.checking + found.listing < seconds:
        turns: list[str] = []
        position, began = rules.start(), process_time()
        while position.outcome is None and len(turns) < MOST:
            move = dice.choice(list(position.legal_moves()))
            turns.append(position.notation(move))
            position = position.play(move)
        listed, again = process_time(), rules.start()
        for turn in turns:
            again = again.play(again.parse(turn))
        checked = process_time()
        found = Speed(found.turns + len(turns), found.checking + checked - listed, found.listing + listed - began)
    return found


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table."""
    if not arguments:
        print("Which folder? python -m bench.openxum FOLDER [SECONDS]")
        return
    seconds = float(arguments[1]) if len(arguments) > 1 else 10
    print(f"{'':8}{'checked /s':>12}{'openxum':>12}{'ratio':>8}{'listed /s':>14}{'openxum':>12}")
    for game, key in GAMES.items():
        ours, theirs = speed_of_ours(rules_for(key), seconds), speed_of_openxum(arguments[0], game, seconds)
        print(f"{game:8}{_rate(ours, ours.checking)}{_rate(theirs, theirs.checking)}", end="")
        ratio = f"{ours.turns * theirs.checking / (theirs.turns * ours.checking):8.2f}" if theirs.turns else " " * 8
        print(f"{ratio}  {_rate(ours, ours.listing)}{_rate(theirs, theirs.listing)}")


def _rate(speed: Speed, seconds: float) -> str:
    return f"{speed.turns / seconds:12,.0f}" if speed.turns else f"{'hangs':>12}"


if __name__ == "__main__":
    main(sys.argv[1:])
