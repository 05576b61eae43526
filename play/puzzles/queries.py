"""Puzzles as a reader sees them: the one of the day, the next, the reader's rating and streak."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256

from django.utils import timezone

from gipf_engine.rules import rules_for
from gipf_engine.rules.puzzle_themes import THEMES, Theme
from gipf_engine.rules.puzzles import Puzzle, all_puzzles, puzzles_of, rules_with_puzzles, themes_in
from play.models import PuzzleAttempt, PuzzleRating
from play.models.puzzles import START_RATING
from players.models import Account

NEAR = 8
"""The next puzzle is drawn from so many whose ratings are nearest to the reader's."""


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """How many puzzles a rule set has of the theme that is shown."""

    key: str
    name: str
    count: int


def puzzle_sets(theme: str = "") -> list[PuzzleSet]:
    """The rule sets that have puzzles of a theme ("": of any)."""
    counts = {key: themes_in(key).get(theme, 0) if theme else len(puzzles_of(key)) for key in rules_with_puzzles()}
    return [PuzzleSet(key, type(rules_for(key)).name, count) for key, count in counts.items() if count]


def themes_with_puzzles() -> list[tuple[Theme, int]]:
    """The themes, each with how many puzzles have it; none that no puzzle has."""
    counts = {theme: sum(themes_in(key).get(theme.key, 0) for key in rules_with_puzzles()) for theme in THEMES}
    return [(theme, count) for theme, count in counts.items() if count]


@dataclass(frozen=True, slots=True)
class Solver:
    """What an account has reached: rating in points, attempts, how many were solved, days in a row."""

    rating: int
    attempts: int
    solved: int
    streak: int


def today() -> date:
    """By the server's time zone."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def puzzle_of_day(day: date) -> Puzzle | None:
    """One puzzle a day for all readers, of another rule set each day; None where there are no puzzles."""
    keys = rules_with_puzzles()
    if not keys:
        return None
    stock = puzzles_of(keys[day.toordinal() % len(keys)])
    drawn = int.from_bytes(sha256(f"puzzle of {day.isoformat()}".encode()).digest()[:8])
    return stock[drawn % len(stock)]


def solver_of(account: Account) -> Solver:
    """The account's figures. Three queries."""
    attempts = list(PuzzleAttempt.objects.filter(account=account).values_list("solved", "day"))
    rating = PuzzleRating.objects.filter(account=account).values_list("rating", flat=True).first()
    days = {day for solved, day in attempts if solved and day is not None}
    return Solver(
        round((START_RATING if rating is None else rating) / 100),
        len(attempts),
        sum(solved for solved, _day in attempts),
        streak(days, today()),
    )


def streak(days: Collection[date], now: date) -> int:
    """On how many days in a row, up to `now` or the day before, the puzzle of the day was solved."""
    last = now if now in days else now - timedelta(days=1)
    count = 0
    while last - timedelta(days=count) in days:
        count += 1
    return count


def next_puzzle(rules: str, account: Account | None, besides: Collection[int] = (), theme: str = "") -> Puzzle | None:
    """One of a theme ("": of any) that was not tried, near to the reader's rating; else one that was. Three queries."""
    stock = [puzzle for puzzle in puzzles_of(rules) if not theme or theme in puzzle.themes]
    if not stock:
        return None
    tried = set(besides)
    own: int | None = None
    if account is not None:
        tried |= set(PuzzleAttempt.objects.filter(account=account).values_list("puzzle", flat=True))
        own = PuzzleRating.objects.filter(account=account).values_list("rating", flat=True).first()
    wanted = START_RATING if own is None else own
    rated = dict(PuzzleRating.objects.filter(puzzle__isnull=False).values_list("puzzle", "rating"))
    left = [puzzle for puzzle in stock if puzzle.key not in tried] or list(stock)
    left.sort(key=lambda each: abs(rated.get(each.key, START_RATING) - wanted))
    return random.choice(left[:NEAR])  # noqa: S311  nothing is secret here


def find_puzzle(key: int) -> Puzzle | None:
    """By its key."""
    return all_puzzles().get(key)
