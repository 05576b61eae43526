"""Lessons: a game learnt step by step, each with a task on a board that the rules judge.

A game brings its own: a module `lessons` in its folder that adds a `Course`, imported by the folder's `__init__`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gipf_engine.registry import Registry
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.registry import rules_for

Condition = Callable[[Position, Move], bool]
"""Whether a legal turn of a position does what is asked for."""
Measure = Callable[[Position, Move], int]
"""How much of something a legal turn brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A step of a course: a short text, a position of `rules`, and a task that a turn fulfils.

    All that is read is marked for the catalogs.
    `wanted` judges legal turns, `hint` is what a reader is told whose turn is legal and does not do it. `solution` is a
    turn that does, in official notation, `wrong` one that does not, or is refused; `key` names the step in addresses.
    """

    key: str
    title: str
    text: str
    task: str
    hint: str
    position: str
    wanted: Condition
    solution: str
    wrong: str
    rules: str = ""
    """Those of its course unless it says others."""

    def begin(self) -> Position:
        """The position of the task."""
        return rules_for(self.rules).position(self.position)

    def judge(self, token: str) -> Move | None:
        """The turn that was written, where it does what is asked for; None where it is legal and does not.

        Raises what the rules refuse.
        """
        position = self.begin()
        move = position.parse(token)
        return move if self.wanted(position, move) else None


@dataclass(frozen=True)
class Course:
    """The lessons of a game. `game` is the key of the game, `rules` a rule set that is named after it."""

    game: str
    rules: str
    steps: Sequence[Lesson]

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """In the order in which they are learnt."""
        return tuple(each if each.rules else replace(each, rules=self.rules) for each in self.steps)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The names of the lessons."""
        return tuple(lesson.key for lesson in self.lessons)

    @property
    def name(self) -> str:
        """What the game is called."""
        return type(rules_for(self.rules)).game_name


COURSES: Registry[Course] = Registry(__name__.rpartition(".")[0], "gipf_engine.games")


def all_courses() -> Mapping[str, Course]:
    """Every course by the key of its game, in the order of these keys."""
    return dict(sorted(COURSES.items()))


def course_of(game: str) -> Course | None:
    """The course of a game; None where it has none."""
    return COURSES.get(game)


# --- what is asked for ------------------------------------------------------------------------------------


def any_turn(position: Position, move: Move) -> bool:
    """Every legal turn."""
    return True


def wins(position: Position, move: Move) -> bool:
    """The game is over with the turn, and the one who made it has won."""
    outcome = position.play(move).outcome
    return outcome is not None and outcome.result == ("1-0", "0-1")[position.turn or 0]


def captured(position: Position, move: Move) -> int:
    """How many spots were emptied into the player's hands."""
    return len(position.effects(move).captured)


def returned(position: Position, move: Move) -> int:
    """How many spots were emptied into a reserve or a common supply."""
    return len(position.effects(move).returned)


def flipped(position: Position, move: Move) -> int:
    """How many pieces show their other side."""
    return len(position.effects(move).flipped)


def passed(position: Position, move: Move) -> int:
    """Over how many points the turn went, first and last counted."""
    return len(position.effects(move).path)


def at_least(count: int, measure: Measure) -> Condition:
    """The turn brings so much, or more."""
    return lambda position, move: measure(position, move) >= count


def exactly(count: int, measure: Measure) -> Condition:
    """The turn brings just so much."""
    return lambda position, move: measure(position, move) == count


def as_much_as_any(measure: Measure) -> Condition:
    """No other legal turn brings more."""

    def holds(position: Position, move: Move) -> bool:
        return measure(position, move) == max(measure(position, other) for other in position.legal_moves())

    return holds


def no_reply(condition: Condition) -> Condition:
    """Whatever the opponent plays then, none of it does this."""
    return lambda position, move: not _any_turn(position.play(move), condition)


def every_reply(condition: Condition) -> Condition:
    """Whatever the opponent plays then does this, and there is something to play."""

    def holds(position: Position, move: Move) -> bool:
        after = position.play(move)
        return after.outcome is None and all(condition(after, reply) for reply in after.legal_moves())

    return holds


def then(condition: Condition) -> Condition:
    """After the turn there is one that does this."""
    return lambda position, move: _any_turn(position.play(move), condition)


def both(*conditions: Condition) -> Condition:
    """All of these."""
    return lambda position, move: all(condition(position, move) for condition in conditions)


def _any_turn(position: Position, condition: Condition) -> bool:
    return any(condition(position, move) for move in position.legal_moves())
