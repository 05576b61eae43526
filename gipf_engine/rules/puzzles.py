"""Puzzles: positions with one way to win, proved beforehand. A file beside the game holds those of a rule set.

`gipf_engine/games/<game>/puzzles/<rules>.jsonl` has a line of JSON each, which `bench.analysis.puzzles` writes. Reading
them needs no search: what answers a wrong turn is stored as well.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.lessons import wins
from gipf_engine.rules.puzzle_themes import THEMES
from gipf_engine.rules.registry import all_rules, rules_for

FOLDER = "puzzles"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of `rules` that the player to move wins by one line: own turns and the longest defence in turn.

    `depth`: turns that the search which proved it has looked at in full. `refutations`: for each other first turn what
    answers it, "" where it ends the game. `themes`: keys of `gipf_engine.rules.puzzle_themes`.
    """

    key: int
    rules: str
    position: str
    line: tuple[str, ...]
    depth: int
    refutations: Mapping[str, str] = field(hash=False)
    themes: tuple[str, ...]

    @property
    def own_turns(self) -> int:
        """In how many own turns it is won."""
        return len(self.line) // 2 + 1

    def position_at(self, ply: int) -> Position:
        """After so many turns of the line."""
        position = rules_for(self.rules).position(self.position)
        for token in self.line[:ply]:
            position = position.play(position.parse(token))
        return position

    def positions(self) -> list[Position]:
        """All positions of the line, the first and the last too."""
        return [self.position_at(ply) for ply in range(len(self.line) + 1)]

    def judge(self, ply: int, token: str) -> Move | None:
        """The turn that was written after `ply` turns of the line, if it wins as the line does or at once; else None.

        Raises what the rules refuse.
        """
        position = self.position_at(ply)
        move = position.parse(token)
        if position.notation(move) == self.line[ply] or wins(position, move):
            return move
        return None

    def refutation(self, ply: int, token: str) -> str:
        """What answers a wrong first turn; "" where nothing is stored."""
        position = self.position_at(ply)
        return self.refutations.get(position.notation(position.parse(token)), "") if ply == 0 else ""


def find_file(rules: str) -> Path | None:
    """Where the puzzles of a rule set are; None where it has none."""
    known = all_rules().get(rules)
    file = Path(__file__).parents[1] / "games" / known.game / FOLDER / f"{rules}.jsonl" if known else None
    return file if file is not None and file.is_file() else None


@cache
def puzzles_of(rules: str) -> tuple[Puzzle, ...]:
    """The puzzles of a rule set, none where there are none."""
    file = find_file(rules)
    return tuple(map(_read_puzzle, file.read_text(encoding="utf-8").splitlines())) if file else ()


@cache
def themes_in(rules: str) -> Mapping[str, int]:
    """The themes of the puzzles of a rule set, in their order, with how many puzzles have each."""
    counted = Counter(key for puzzle in puzzles_of(rules) for key in puzzle.themes)
    return {theme.key: counted[theme.key] for theme in THEMES if counted[theme.key]}


@cache
def all_puzzles() -> Mapping[int, Puzzle]:
    """Every puzzle by its key, in the order of rule sets and files."""
    return {puzzle.key: puzzle for puzzle in _each()}


@cache
def rules_with_puzzles() -> tuple[str, ...]:
    """The rule sets that have puzzles."""
    return tuple(key for key in all_rules() if puzzles_of(key))


def _each() -> Iterator[Puzzle]:
    for key in all_rules():
        yield from puzzles_of(key)


def _read_puzzle(line: str) -> Puzzle:
    found = json.loads(line)
    return Puzzle(
        found["key"],
        found["rules"],
        found["position"],
        tuple(found["line"]),
        found["depth"],
        {turn: answer for turn, (answer, _score) in found["refutations"].items()},
        tuple(found["themes"]),
    )
