"""A chapter of a study: where it starts, and a tree of legal turns with what is said about them.

Every turn is checked by the rules of its game as it is put in (`Grower`), so that what is kept can be played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gipf_engine.diagrams import points_of
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import TWO_SEATS, Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import SIGNS

MOST_CHAPTERS = 32
MOST_TURNS = 600
"""Turns of a chapter, those of all its variations together."""
MOST_VARIATIONS_WITHIN = 24
"""Variations inside variations: what is deeper cannot be followed on a page."""
LONGEST_COMMENT = 4000
LONGEST_TEXT = 200_000
"""Characters in all comments of a chapter."""
LONGEST_NAME = 100
LONGEST_POSITION = 1000
MOST_MARKS = 40
COLOURS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
"""What the letter of a mark stands for."""
TURN_SIGNS = tuple(SIGNS.values())
"""The signs that judge a turn: "!", "?", and so on."""

_MARK = re.compile(r"([GRYB])([a-z]\d{1,2})(?:-([a-z]\d{1,2}))?")
_UNWRITTEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufeff]")


class BadStudy(Refused):
    """A study that cannot be kept: `message` says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the tree, and what is said of the position after it. Number 0 is the start and has no `token`.

    `parent` is the number of the turn before it. `marks` are points ("Gd4") and arrows ("Rd4-e5") with their colour.
    """

    number: int
    parent: int | None
    token: str = ""
    comment: str = ""
    sign: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A tree of turns. They stand so that each comes after its parent; the first of a parent goes on with its line.

    `position` is a position text to start from; "" for the start of the game with its `setup` and `handicap`.
    """

    name: str
    rules: str
    options: tuple[str, ...] = ()
    setup: str = ""
    handicap: str = ""
    position: str = ""
    turns: tuple[Turn, ...] = (Turn(0, None),)

    @property
    def children(self) -> Mapping[int, Sequence[Turn]]:
        """The turns after each turn, by its number."""
        found: dict[int, list[Turn]] = {}
        for turn in self.turns:
            if turn.parent is not None:
                found.setdefault(turn.parent, []).append(turn)
        return found


@dataclass(frozen=True)
class WrittenStudy:
    """A title and chapters in their order."""

    title: str
    chapters: tuple[Chapter, ...]


def start_of_chapter(chapter: Chapter) -> Position:
    """The position before the first turn. Raises `BadStudy`."""
    try:
        rules = rules_for(chapter.rules, chapter.options)
        if rules.seats != TWO_SEATS:
            raise BadStudy(Message(_("Studies are of games between two players.")), field="rules")
        if chapter.position:
            return rules.position(chapter.position[:LONGEST_POSITION])
        return rules.start(chapter.setup, chapter.handicap)
    except RuleError as error:
        raise BadStudy(error.message, field="position" if chapter.position else "setup") from error


def clean_comment(text: str) -> str:
    """A comment as it is kept. Raises `BadStudy` where it is too long."""
    text = _UNWRITTEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(text) > LONGEST_COMMENT:
        raise BadStudy(
            Message(_("A comment has at most %(most)d characters."), {"most": LONGEST_COMMENT}), field="comment"
        )
    return text


def clean_title(text: str) -> str:
    """A title or the name of a chapter as it is kept: one line. Raises `BadStudy` where it is too long."""
    text = " ".join(_UNWRITTEN.sub(" ", text).split())
    if len(text) > LONGEST_NAME:
        raise BadStudy(Message(_("A title has at most %(most)d characters."), {"most": LONGEST_NAME}), field="title")
    return text


def clean_marks(words: Iterable[str], position: Position) -> tuple[str, ...]:
    """Marks as they are kept: points before arrows, one colour each. Raises `BadStudy` for what is no mark."""
    there, found = points_of(position.view()), dict[str, str]()
    for word in words:
        mark = _MARK.fullmatch(word)
        if mark is None or not {mark[2], mark[3] or mark[2]} <= there or mark[2] == mark[3]:
            raise BadStudy(Message(_("“%(mark)s” is no mark on this board."), {"mark": word[:20]}), field="marks")
        found[word[1:]] = word
    if len(found) > MOST_MARKS:
        raise BadStudy(Message(_("A position has at most %(most)d marks."), {"most": MOST_MARKS}), field="marks")
    return tuple(sorted(found.values(), key=lambda word: "-" in word))


def check_sign(sign: str) -> str:
    """The sign, or "" for none. Raises `BadStudy` for another."""
    if sign and sign not in TURN_SIGNS:
        raise BadStudy(Message(_("“%(sign)s” is no sign for a turn."), {"sign": sign[:20]}), field="sign")
    return sign


class Grower:
    """A tree that turns are put into: each is played, and refused where the rules do not allow it.

    It goes on from a chapter whose turns were checked before, or from one without turns.
    """

    def __init__(self, chapter: Chapter) -> None:
        self._chapter = chapter
        self.start = start_of_chapter(chapter)
        self._positions: dict[int, Position] = {0: self.start}
        self.turns = {turn.number: turn for turn in chapter.turns}
        self._after = {(turn.parent, turn.token): turn.number for turn in chapter.turns}
        self._depths = depths_of(chapter.turns)
        self._next = max(self.turns, default=0) + 1

    @property
    def chapter(self) -> Chapter:
        """The chapter as it has grown."""
        return replace(self._chapter, turns=tuple(self.turns.values()))

    def position(self, number: int) -> Position:
        """The position after a turn of the tree."""
        missing = []
        while number not in self._positions:
            missing.append(self.turns[number])
            number = missing[-1].parent or 0
        for turn in reversed(missing):
            before = self._positions[turn.parent or 0]
            self._positions[turn.number] = before.play(before.parse(turn.token))
        return self._positions[missing[0].number if missing else number]

    def add(self, parent: int, tokens: Sequence[str], at: int = 0, number: int | None = None) -> tuple[int, int]:
        """Put in the turn that begins at `tokens[at]`, where it is not there: its number, and how many tokens it took.

        Raises `RuleError` where it cannot be played, and `BadStudy` where there are too many.
        """
        before = self.position(parent)
        move, used = before.read_turn(tokens, at)
        token = before.notation(move)
        known = self._after.get((parent, token))
        if known is not None:
            return known, used
        number = self._next if number is None else number
        self._put(Turn(number, parent, token))
        self._positions[number] = before.play(move)
        return number, used

    def go_back(self, turns: Mapping[int, Turn]) -> None:
        """Be as it was when `turns` were the turns of the tree."""
        self.turns = dict(turns)
        self._after = {(turn.parent, turn.token): turn.number for turn in turns.values()}
        self._depths = depths_of(turns.values())
        self._positions = {number: position for number, position in self._positions.items() if number in turns}

    def annotate(self, number: int, **said: Any) -> None:
        """Let something else be said of a turn: `comment`, `sign`, `marks`."""
        self.turns[number] = replace(self.turns[number], **said)
        if sum(len(turn.comment) for turn in self.turns.values()) > LONGEST_TEXT:
            raise BadStudy(
                Message(_("All comments of a chapter have at most %(most)d characters."), {"most": LONGEST_TEXT})
            )

    def _put(self, turn: Turn) -> None:
        if len(self.turns) > MOST_TURNS:
            raise BadStudy(Message(_("A chapter has at most %(most)d turns."), {"most": MOST_TURNS}))
        branches = any(parent == turn.parent for parent, _token in self._after)
        depth = self._depths[turn.parent or 0] + branches
        if depth > MOST_VARIATIONS_WITHIN:
            raise BadStudy(Message(_("Variations are at most %(most)d deep."), {"most": MOST_VARIATIONS_WITHIN}))
        self.turns[turn.number] = turn
        self._after[turn.parent, turn.token] = turn.number
        self._depths[turn.number] = depth
        self._next = max(self._next, turn.number + 1)


def depths_of(turns: Iterable[Turn]) -> dict[int, int]:
    """In how many variations each turn of a tree lies: 0 on its main line."""
    depths: dict[int, int] = {}
    known: set[int | None] = set()
    for turn in turns:
        depths[turn.number] = depths.get(turn.parent or 0, 0) + (turn.parent in known) if turn.number else 0
        known.add(turn.parent)
    return depths


def in_order(turns: Sequence[Turn]) -> list[Turn]:
    """The turns as they are read: each followed by its whole line, the main one first."""
    after: dict[int | None, list[Turn]] = {}
    for turn in turns:
        after.setdefault(turn.parent, []).append(turn)
    found: list[Turn] = []
    waiting = list(after.get(None, ()))
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(after.get(found[-1].number, ()))
    return found


def renumber(chapter: Chapter) -> Chapter:
    """The chapter with its turns numbered as they are read, from 0."""
    turns = in_order(chapter.turns)
    numbers: dict[int | None, int | None] = {turn.number: number for number, turn in enumerate(turns)}
    numbers[None] = None
    new = (replace(turn, number=at, parent=numbers[turn.parent]) for at, turn in enumerate(turns))
    return replace(chapter, turns=tuple(new))
