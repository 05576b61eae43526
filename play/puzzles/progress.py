"""Where a reader stands in a puzzle: kept in the session, one puzzle at a time, so that no turn is left out."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from django.http import HttpRequest

from gipf_engine.rules.puzzle_themes import find_theme
from gipf_engine.rules.puzzles import Puzzle
from play.puzzles.services import keep_attempt
from players.models import Account

KEY = "puzzle"
"""Under this key a session holds a `Progress`."""
THEME = "puzzle-theme"
"""Under this key, the theme that the reader has chosen."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many turns of the line of a puzzle were made, how the last one was written, and what a member won or lost.

    `missed`: a turn was wrong. `change`: the change of the rating in points, None where nothing was rated.
    """

    key: int
    ply: int = 0
    last: str = ""
    missed: bool = False
    change: int | None = None

    def is_solved(self, puzzle: Puzzle) -> bool:
        """Whether the line was played to its end."""
        return self.ply == len(puzzle.line)

    def missing(self, request: HttpRequest, puzzle: Puzzle) -> Progress:
        """After a wrong turn: the first one is rated."""
        return self if self.missed else replace(self, missed=True, change=_rate(request, puzzle, solved=False))

    def solving(self, request: HttpRequest, puzzle: Puzzle, token: str) -> Progress:
        """After a right turn and what answers it; behind the last one it is rated, unless a turn was wrong."""
        ply = min(self.ply + 2, len(puzzle.line))
        done = replace(self, ply=ply, last=token)
        if ply < len(puzzle.line) or self.missed:
            return done
        return replace(done, change=_rate(request, puzzle, solved=True))

    def keep(self, request: HttpRequest) -> Progress:
        """Store it in the reader's session."""
        request.session[KEY] = asdict(self)
        return self


def progress_of(request: HttpRequest, puzzle: Puzzle) -> Progress:
    """Where the reader stands in this puzzle."""
    kept: dict[str, Any] = request.session.get(KEY, {})
    return Progress(**kept) if kept.get("key") == puzzle.key else Progress(puzzle.key)


def last_tried(request: HttpRequest) -> set[int]:
    """The puzzle that the reader has had last."""
    kept: dict[str, Any] = request.session.get(KEY, {})
    return {kept["key"]} if kept else set()


def chosen_theme(request: HttpRequest) -> str:
    """The theme whose puzzles the reader wants; "" for all."""
    theme = find_theme(request.session.get(THEME, ""))
    return theme.key if theme else ""


def choose_theme(request: HttpRequest, key: str) -> str:
    """Keep the theme that the reader chooses now; what is none stands for all. It is returned."""
    theme = find_theme(key)
    chosen = theme.key if theme else ""
    if chosen != request.session.get(THEME, ""):
        request.session[THEME] = chosen
    return chosen


def _rate(request: HttpRequest, puzzle: Puzzle, *, solved: bool) -> int | None:
    if not isinstance(request.user, Account):
        return None
    made = keep_attempt(request.user, puzzle, solved=solved)
    return None if made is None else round(made.after / 100) - round(made.before / 100)
