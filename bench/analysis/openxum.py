"""How the partner fares against openxum's own search in basic GIPF: colours changed, openings by seed, our referee.

    python -m bench.analysis.openxum FOLDER [--level 8] [--simulations 1000] [--games 20] [--results FILE] [--rest]

FOLDER is `lib` of openxum-es6-games (GPL-3); it is read and never copied, and node runs it. Its search is the Monte
Carlo tree search that all its games share, by so many simulations a part of a turn (its pages use 10 to 100). Before
each of its turns its engine is set to our position. Its turn is the one of ours that leads to the same pieces and
reserves; where none does, its rules are not ours, and it plays one by chance instead, which is counted. Results go to
FILE (`var/openxum.jsonl`), a line each, and are not played again.

It has no search for the others: openxum-nodejs has only players by chance for GIPF, YINSH and ZÈRTZ, whose engines list
no moves. LYNGK of openxum-es6-games lists moves, but claims colours by chance while it lists them, in a list that all
copies of a position share: a search from the start claims two to four in the game itself.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess  # openxum runs in node
from collections import Counter
from pathlib import Path
from typing import Any

from bench.analysis.strength import LONGEST, describe, interval, opening, player
from gipf_engine.rules.base import Position

KEY = "gipf-basic"
SCRIPT = Path(__file__).with_suffix(".mjs")


class Openxum:
    """A process that answers positions with turns."""

    def __init__(self, folder: str, simulations: int) -> None:
        self._simulations = simulations
        self.counted: Counter[str] = Counter()
        self._process = subprocess.Popen(
            ["node", str(SCRIPT), folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choose(self, position: Position, seed: str) -> str:
        """The turn of ours that its own turn is, or one by chance."""
        chance = random.Random(f"{seed} {position.text()}")
        asked = {**tell(position), "simulations": self._simulations, "seed": chance.getrandbits(32)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        reached = json.loads(self._process.stdout.readline())
        self.counted.update(turns=1, parts=reached["parts"], unsearched=reached["lost"])
        turns = list(position.legal_moves())
        wanted = reached["cells"], reached["reserves"]
        for turn in turns:
            told = tell(position.play(turn))
            if (told["cells"], told["reserves"]) == wanted:
                return turn
        self.counted["not ours"] += 1
        return chance.choice(turns)

    def end(self) -> None:
        """Let the process go."""
        self._process.communicate()


def tell(position: Position) -> dict[str, Any]:
    """A position in openxum's names: pieces by spot with their seat, reserves, and who is to move."""
    state: Any = position.state
    cells = {_rename(spot): "WB".index(stack[0]) for spot, stack in state.stacks().items() if stack}
    return {"cells": cells, "reserves": [side.reserve for side in state.sides], "seat": state.seat}


def _rename(spot: str) -> str:
    """Its columns behind the middle are numbered on from where the lines of the board begin."""
    return f"{spot[0].upper()}{int(spot[1]) + max(0, ord(spot[0]) - ord('e'))}"


def play(openxum: Openxum, level: str, seed: int) -> dict[str, Any]:
    """One game; the level has White in games of even seed, and the opening is that of half the seed."""
    position, ours = opening(KEY, seed // 2), player(describe(KEY, level))
    before, plies = Counter(openxum.counted), 0
    while position.outcome is None and plies < LONGEST:
        is_ours = position.turn == seed % 2
        position = position.play((ours if is_ours else openxum.choose)(position, str(seed)))
        plies += 1
    result = position.outcome.result if position.outcome else "1/2-1/2"
    score = {("1-0", "0-1")[seed % 2]: 1.0, ("0-1", "1-0")[seed % 2]: 0.0}.get(result, 0.5)
    return {"seed": seed, "score": score, "plies": plies, **(openxum.counted - before)}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--level", default="8")
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--results", type=Path, default=Path("var/openxum.jsonl"))
    parser.add_argument("--rest", action="store_true")
    options = parser.parse_args()
    of = [describe(KEY, options.level), options.simulations]
    known = map(json.loads, options.results.read_text().splitlines() if options.results.exists() else [])
    played = {line["seed"]: line for line in known if line["of"] == of}
    if not options.rest:
        options.results.parent.mkdir(parents=True, exist_ok=True)
        openxum = Openxum(options.folder, options.simulations)
        for seed in set(range(options.games)) - played.keys():
            played[seed] = {"of": of, **play(openxum, options.level, seed)}
            with options.results.open("a") as results:
                results.write(json.dumps(played[seed]) + "\n")
        openxum.end()
    if played:
        print(describe_match(of, list(played.values())))


def describe_match(of: list[Any], lines: list[dict[str, Any]]) -> str:
    """The figures of a match."""
    scores, sums = [line["score"] for line in lines], Counter[str]()
    for line in lines:
        sums.update({name: line.get(name, 0) for name in ("turns", "parts", "unsearched", "not ours")})
    low, high = interval(scores)
    return (
        f"{of[0]} v openxum with {of[1]} simulations: {sum(scores):g} of {len(scores)} ({low:.0%}–{high:.0%}); of its "
        f"{sums['turns']} turns {sums['not ours']} are none of ours, {sums['unsearched']} parts of turns by chance"
    )


if __name__ == "__main__":
    main()
