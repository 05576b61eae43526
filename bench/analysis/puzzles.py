"""Draw puzzles from the ends of games: positions in which one turn alone wins as soon as can be.

    python -m bench.analysis.puzzles gipf-basic [--puzzles 60] [--nodes 400000] [--seed 0] > FILE
    python -m bench.analysis.puzzles tzaar-drawn --compared 12 > FILE    from games that are not played at random
    python -m bench.analysis.puzzles gipf-basic --themes       write the themes of the puzzles that are there anew
    python -m bench.analysis.puzzles gipf-basic --check        name those in which a second turn wins, however late

One line of JSON each, as `gipf_engine.rules.puzzles` reads it. The search proves the win and that no other turn wins as
soon; the line is the winner's turns with the longest defence. `refutations` tells of every other turn what answers it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from gipf_engine.analysis.answer import WIN
from gipf_engine.analysis.search import analyse
from gipf_engine.kit.kernel import LOST, PRIZE, WON
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.puzzle_themes import themes_of
from gipf_engine.rules.puzzles import find_file, puzzles_of
from testing.engine.analysis.agreement import LONGEST, Tables

LATE = 14
"""Positions before the end of a game are drawn from so many."""
PREFERRED = 0.5
"""How often turns that capture or take off are chosen among themselves."""
TRIED = 5
"""Of these at most, in search of one puzzle; all of them where turns were compared, as more of them are puzzles."""
OWN_TURNS = "1-3"
"""Own turns of the shortest and the longest puzzles, unless --own-turns says otherwise."""
FEWEST_TURNS, MOST_TURNS = 4, 120
"""Legal turns of a position: among fewer there is little to choose from, and more are too many to try in turn."""
GLANCE = 10_000
"""Positions in which so many do not show a win are no puzzles."""
REFUTING = 4_000
"""Positions that are looked at to find what answers a wrong turn."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("key")
    parser.add_argument("--puzzles", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compared", type=int, default=0)
    parser.add_argument("--own-turns", default=OWN_TURNS)
    parser.add_argument("--themes", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        check(options.key, options.nodes)
        return
    if options.themes:
        write_themes(options.key)
        return
    known: set[int] = set()
    least, most = map(int, options.own_turns.split("-"))
    lengths = range(least, most + 1)
    drawn = draw(options.key, options.seed, options.compared)
    found = filter(None, (find_puzzle(late, options.nodes, lengths) for late in drawn))
    while len(known) < options.puzzles:
        puzzle = next(found)
        if puzzle["key"] not in known:
            known.add(puzzle["key"])
            print(json.dumps(puzzle, ensure_ascii=False), flush=True)
            print(len(known), puzzle["line"], file=sys.stderr)


def write_themes(key: str) -> None:
    """Write the themes into the file of a rule set, behind what the search has found."""
    file = find_file(key)
    assert file is not None, f"{key} has no puzzles"
    lines = []
    for line in file.read_text(encoding="utf-8").splitlines():
        puzzle = json.loads(line)
        puzzle["themes"] = themes_of(rules_for(key).position(puzzle["position"]), puzzle["line"])
        lines.append(json.dumps(puzzle, ensure_ascii=False) + "\n")
    file.write_text("".join(lines), encoding="utf-8")


def check(key: str, nodes: int) -> None:
    """Name the puzzles of which a search finds another solution than the line, or a second turn that wins."""
    for puzzle in puzzles_of(key):
        best, second = analyse(puzzle.position_at(0), nodes, 2).lines
        if best.turns[0] != puzzle.line[0] or best.ends_in != len(puzzle.line) or second.result == "won":
            print(puzzle.key, best.turns[0], second.turns[0], second.result, second.ends_in)


def draw(key: str, seed: int, compared: int) -> Iterator[list[Position]]:
    """Some positions near the end of each of many games, without end; `compared` is that of `choose_turn`."""
    while True:
        chance = random.Random(seed)
        late = play_game(key, chance, compared)[-LATE:]
        yield chance.sample(late, min(LATE if compared else TRIED, len(late)))
        seed += 1


def play_game(key: str, chance: random.Random, compared: int) -> list[Position]:
    """The positions of a game but the last. Turns are listed by the kernel, which is much faster."""
    rules, tables, found = rules_for(key), Tables(key), []
    position = rules.start(rules.chance.draw(f"{chance.getrandbits(256):064x}") if rules.chance else "")
    while position.outcome is None and len(found) < LONGEST:
        found.append(position)
        tables.rows[0] = tables.kernel.pack(position)
        end = tables.call["list_turns"](tables.rows, 0, tables.turns, 0, False, tables.scratch)
        turn = choose_turn(tables, end, chance, compared)
        position = position.play(tables.kernel.write(position, tables.turns[turn]))
    return found


def choose_turn(tables: Tables, end: int, chance: random.Random, compared: int) -> int:
    """One of the first `end` turns: by chance, or (`compared`) the one of so many after which the position is best."""
    if compared:
        return max((chance.randrange(end) for _each in range(compared)), key=lambda number: _value(tables, number))
    prized = np.flatnonzero(tables.turns[:end, PRIZE])
    return chance.choice(prized) if len(prized) and chance.random() < PREFERRED else chance.randrange(end)


def _value(tables: Tables, number: int) -> int:
    """How good the position after a turn is for its player."""
    tables.call["play_turn"](tables.rows, 0, *map(int, tables.turns[number, :3]))
    ended = tables.call["judge"](tables.rows, 1, tables.scratch)
    return WIN if ended == LOST else -WIN if ended == WON else -int(tables.call["evaluate"](tables.rows, 1))


def find_puzzle(positions: Sequence[Position], nodes: int, lengths: range) -> dict[str, Any] | None:
    """The first puzzle among positions of a game; None where none is one."""
    return next((puzzle for position in positions if (puzzle := make_puzzle(position, nodes, lengths))), None)


def make_puzzle(position: Position, nodes: int, lengths: range) -> dict[str, Any] | None:
    """The puzzle that a position is; None where nothing is won, or in more than one way, or at once by any turn."""
    if not FEWEST_TURNS <= sum(1 for _turn in islice(position.legal_moves(), MOST_TURNS + 1)) <= MOST_TURNS:
        return None
    if analyse(position, GLANCE, 1).lines[0].result != "won":
        return None
    found = analyse(position, nodes, 2)
    best, *others = found.lines
    if best.result != "won" or best.ends_in is None or (best.ends_in + 1) // 2 not in lengths or not others:
        return None
    line = best.turns[: best.ends_in]
    if (
        others[0].result == "won"
        or len(line) != best.ends_in
        or len(line) % 2 == 0
        or not _is_forced(position, line, nodes)
    ):
        return None
    return {
        "key": position.key() & 0xFFFFFFFFFF,
        "rules": position.rules.key,
        "position": position.text(),
        "line": list(line),
        "depth": found.depth,
        "nodes": found.nodes,
        "themes": themes_of(position, line),
        "refutations": dict(_refute(position, best.turns[0])),
    }


def _is_forced(position: Position, line: Sequence[str], nodes: int) -> bool:
    """Whether each own turn but the last is the only one that wins, and the last one does by the rules."""
    winner = position.turn
    for ply, turn in enumerate(line):
        if 0 < ply < len(line) - 1 and ply % 2 == 0:
            _best, *others = analyse(position, nodes, 2).lines
            if others and others[0].result == "won":
                return False
        position = position.play(turn)
    return position.outcome is not None and position.outcome.result == ("1-0", "0-1")[winner or 0]


def _refute(position: Position, right: str) -> Iterator[tuple[str, list[Any]]]:
    """Every other turn with what answers it, and the score then for the player to move here."""
    for turn in map(str, position.legal_moves()):
        after = position.play(turn)
        if turn == right:
            continue
        if after.outcome is not None:
            yield turn, ["", after.outcome.result]
        else:
            line = analyse(after, REFUTING).lines[0]
            yield turn, [line.turns[0], -line.score]


if __name__ == "__main__":
    main()
