"""Studies as text: a record a chapter, with variations and comments as records have them (docs/record-format.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import rules_for
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.formats import read_any
from gipf_engine.rules.record import SIGNS, GameRecord, Note, number_turns, read_variation
from gipf_engine.studies.chapter import (
    MOST_CHAPTERS,
    MOST_VARIATIONS_WITHIN,
    BadStudy,
    Chapter,
    Grower,
    Turn,
    WrittenStudy,
    clean_comment,
    clean_marks,
    clean_title,
    renumber,
)

LONGEST_FILE = 1_000_000
"""Characters of a study that is read."""
_WIDTH = 100
_MARKS = re.compile(r"\[%(?:csl|cal)\s+([^\]]*)\]")
_MARK = re.compile(r"([GRYB][a-z]\d{1,2})-?([a-z]\d{1,2})?")
_OWN = re.compile(r"&#(?=\d)|\}|\[(?=%)|^\[", re.MULTILINE)
_WRITTEN = {"&": "&#38;", "}": "&#125;", "[": "&#91;"}
_ESCAPED = re.compile(r"&#(38|125|91);")
_NAGS = {sign: number for number, sign in SIGNS.items()}


# --- reading ---------------------------------------------------------------------------------------------


def read_study(text: str) -> WrittenStudy:
    """The study of a text: each of its records is a chapter. Raises `BadStudy`, also for a turn that is not legal."""
    if len(text) > LONGEST_FILE:
        raise BadStudy(Message(_("A study has at most %(most)d characters."), {"most": LONGEST_FILE}), field="text")
    try:
        records = read_any(text.replace("\r\n", "\n").replace("\r", "\n"))
    except RuleError as error:
        raise BadStudy(error.message, field="text") from error
    if not records or not any(record.tags for record in records):
        raise BadStudy(Message(_('No chapter found: each one starts with tags such as [Game "gipf"].')), field="text")
    check_number_of_chapters(len(records))
    title = next((record.tags["Study"] for record in records if "Study" in record.tags), "")
    return WrittenStudy(
        clean_title(title[:1000]), tuple(_read_chapter(record, at) for at, record in enumerate(records, 1))
    )


def check_number_of_chapters(number: int) -> None:
    """Raise `BadStudy` where a study would have so many."""
    if number > MOST_CHAPTERS:
        raise BadStudy(Message(_("A study has at most %(most)d chapters."), {"most": MOST_CHAPTERS}), field="text")


def _read_chapter(record: GameRecord, number: int) -> Chapter:
    try:
        if record.fault is not None:
            raise record.fault
        return chapter_of(record, is_strict=True)
    except RuleError as error:
        raise BadStudy(_in_chapter(number, error.message), field="text") from error
    except BadStudy as error:
        raise BadStudy(_in_chapter(number, error.message), field="text") from error


def _in_chapter(number: int, why: Message) -> Message:
    return Message(_("Chapter %(number)d: %(why)s"), {"number": number, "why": why})


def chapter_of(record: GameRecord, *, is_strict: bool = False) -> Chapter:
    """A record with its comments and variations as a chapter. Raises `RuleError` and `BadStudy`.

    A variation that cannot be played is kept as words; with `is_strict` it is refused.
    """
    tags = record.tags
    head = Chapter(
        clean_title(tags.get("Chapter", "")),
        record.key,
        tuple(sorted(record.options)),
        tags.get("Setup", ""),
        tags.get("Handicap", ""),
        tags.get("Position", ""),
    )
    reader = _Reader(Grower(head), record.game, is_strict)
    reader.grow(0, record, 0)
    return renumber(reader.grower.chapter)


class _Reader:
    """Puts the turns and notes of one record into a tree."""

    def __init__(self, grower: Grower, game: str, is_strict: bool) -> None:
        self.grower, self.game, self.is_strict = grower, game, is_strict

    def grow(self, number: int, record: GameRecord, depth: int) -> None:
        """Play the turns of a line on from a turn of the tree."""
        at, opening = 0, record.notes.get(0, ())
        if not depth:
            self._note(number, opening, depth)
            opening = ()
        while at < len(record.tokens):
            number, used = self.grower.add(number, record.tokens, at)
            behind = [note for place in range(at + 1, at + used + 1) for note in record.notes.get(place, ())]
            self._note(number, [*opening, *behind], depth)
            at, opening = at + used, ()

    def _note(self, number: int, notes: Iterable[Note], depth: int) -> None:
        for note in notes:
            if note.kind == "variation":
                self._branch(number, note.text, depth + 1)
            elif note.kind == "nag" and note.text in SIGNS and number and not self.grower.turns[number].sign:
                self.grower.annotate(number, sign=SIGNS[note.text])
            else:
                self._comment(number, note.text if note.kind == "comment" else str(note))

    def _comment(self, number: int, written: str) -> None:
        words = [mark for marks in _MARKS.findall(written) for mark in _words_of_marks(marks)]
        text = clean_comment(_ESCAPED.sub(lambda found: chr(int(found[1])), _MARKS.sub("", written)))
        turn = self.grower.turns[number]
        marks = clean_marks([*turn.marks, *words], self.grower.start)
        both = clean_comment("\n".join(filter(None, (turn.comment, text))))
        self.grower.annotate(number, comment=both, marks=marks)

    def _branch(self, number: int, text: str, depth: int) -> None:
        """A variation stands behind the turn that it replaces; before the first turn it begins the game."""
        variation, before = read_variation(text, self.game), dict(self.grower.turns)
        try:
            if depth > MOST_VARIATIONS_WITHIN or variation.fault is not None or not variation.tokens:
                raise variation.fault or RuleError(Message(_("a variation cannot be read")))
            self.grow(before[number].parent or 0, variation, depth)
        except RuleError:
            if self.is_strict:
                raise
            self.grower.go_back(before)
            self._comment(number, f"({text})")


def _words_of_marks(text: str) -> Iterator[str]:
    for word in text.split(","):
        mark = _MARK.fullmatch(word.strip())
        yield (f"{mark[1]}-{mark[2]}" if mark[2] else mark[1]) if mark else word.strip()


# --- writing ---------------------------------------------------------------------------------------------


def write_study(study: WrittenStudy) -> str:
    """The study as text, which `read_study` reads back as it is."""
    return "\n".join(write_chapter(chapter, study.title) for chapter in study.chapters)


def write_chapter(chapter: Chapter, title: str = "") -> str:
    """One chapter as a record."""
    game, _dash, variant = chapter.rules.partition("-")
    tags = {
        "Game": game,
        "Rules": variant,
        "Options": ",".join(chapter.options),
        "Study": title,
        "Chapter": chapter.name,
        "Setup": chapter.setup,
        "Handicap": chapter.handicap,
        "Position": chapter.position,
    }
    lines = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in tags.items() if value)
    return f"{lines}\n{_fold([*_Writer(chapter).words(), '*'])}\n"


class _Writer:
    """Writes the turns of a chapter, numbered as in a record."""

    def __init__(self, chapter: Chapter) -> None:
        self.children = chapter.children
        self.root = chapter.turns[0]
        self.movers = movers_of(chapter)

    def words(self) -> list[str]:
        """What stands between two spaces, comments whole."""
        first = self.children.get(0, ())[:1]
        return [*_words_said(self.root), *(self._line(first[0], []) if first else ())]

    def _line(self, turn: Turn, before: Sequence[int]) -> list[str]:
        """A line from a turn on. `before`: the seats that played the turns that lead to it."""
        words: list[str] = []
        seats = list(before)
        at: Turn | None = turn
        while at is not None:
            seats.append(self.movers[at.number])
            words += _words_of_turn(at, seats, is_first=at is turn)
            words += self._others(at, seats[:-1])
            at = next(iter(self.children.get(at.number, ())), None)
        return words

    def _others(self, turn: Turn, before: Sequence[int]) -> list[str]:
        """The variations that stand behind a turn: the other turns in its place, behind the first of them."""
        first, *others = self.children[turn.parent or 0]
        if first is not turn:
            return []
        lines = [self._line(other, before) for other in others]
        return [word for line in lines for word in (f"({line[0]}", *line[1:-1], f"{line[-1]})")]


def _words_of_turn(turn: Turn, seats: Sequence[int], *, is_first: bool) -> list[str]:
    number = list(number_turns(seats))[-1]
    words = []
    if number or is_first:
        current = number or max(filter(None, number_turns(seats)), default=1)
        words.append(f"{current}.{'..' if seats[-1] else ''}")
    nag = [f"${_NAGS[turn.sign]}"] if turn.sign else []
    return [*words, turn.token, *nag, *_words_said(turn)]


def _words_said(turn: Turn) -> list[str]:
    """Marks and comment in braces."""
    kinds = {
        "csl": [mark for mark in turn.marks if "-" not in mark],
        "cal": [mark for mark in turn.marks if "-" in mark],
    }
    marks = "".join(f"[%{kind} {','.join(several)}]" for kind, several in kinds.items() if several)
    text = _OWN.sub(lambda found: _WRITTEN[found[0][0]] + found[0][1:], turn.comment)
    said = " ".join(filter(None, (marks, text)))
    return [f"{{{said}}}"] if said else []


@lru_cache(maxsize=64)  # the chapters that are read, also where several look at one
def movers_of(chapter: Chapter) -> Mapping[int, int]:
    """The seat that played each turn, by the turn's number."""
    grower = Grower(chapter)
    if not rules_for(chapter.rules, chapter.options).alternating:
        return {turn.number: grower.position(turn.parent or 0).turn or 0 for turn in chapter.turns}
    first, plies = grower.start.turn or 0, {0: 0}
    for turn in chapter.turns[1:]:
        plies[turn.number] = plies[turn.parent or 0] + 1
    return {number: (first + ply - 1) % 2 for number, ply in plies.items()}


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _fold(words: Iterable[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])
