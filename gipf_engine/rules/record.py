"""Records of games as text: tags, a blank line, the turns. Many may stand in one file (docs/record-format.md).

Reading knows no rules: it takes a text apart and never raises. What cannot be read is told by
`Record.fault`, so that the other records of a file are still read. Judging is in `gipf_engine.rules.verdict`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup, NotAMove, RuleError
from gipf_engine.rules.registry import all_rules

LONGEST_LINE = 65_535
"""Characters in a line. No record needs more, and a longer line is no record."""
LONGEST_RECORD = 1_048_576
"""Characters in one record, its comments included."""
_WIDTH = 100
"""Characters after which a line of turns is broken."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*", "won", "lost", "open")
TAG_ORDER = (
    *("Game", "Rules", "Options", "Event", "Site", "Date", "Round", "White", "Black", "Player"),
    *("Setup", "Handicap", "Termination", "Result"),
)

_TAG = re.compile(r'\s*\[\s*(\w{1,60})\s+"((?:[^"\\]|\\.)*)"\s*\]', re.ASCII)
_ESCAPE = re.compile(r"\\(.)")
_COUNT = re.compile(r"\(\s*(\d{1,3})\s*\)", re.ASCII)
_NEXT = re.compile(
    r"""\s*+ (?:
        (?P<word> [^\s{}()]++ )
      | (?P<note> \{ [^}]*+ \}  |  \( [^(){}]*+ (?: \{[^}]*+\} [^(){}]*+ )*+ \) )  # no variation inside
      | (?P<bracket> [{}()] )
      | \Z
    )""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"\d{1,6}\.+", re.ASCII)
_NAG = re.compile(r"\$(\d{1,3})", re.ASCII)
_SIGN = re.compile(r"[!?]{1,2}\Z")
_BRACKET = re.compile(r"[(){}]")
_DEEPER = {"(": 1, ")": -1}


class Note(NamedTuple):
    """A comment, a variation, or a sign that judges a turn (a NAG): kept as it was written, never judged.

    The text of a sign is its number in PGN's table of numeric annotation glyphs: "1" is a good turn, "2" a poor one.
    """

    kind: Literal["comment", "variation", "nag"]
    text: str

    def __str__(self) -> str:
        return {"comment": "{%s}", "variation": "(%s)", "nag": "$%s"}[self.kind] % self.text

    @property
    def sign(self) -> str:
        """A NAG as people write it: "!", "??"; "$14" for one without such a sign."""
        return SIGNS.get(self.text, str(self))


SIGNS = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}
_NAGS = {sign: number for number, sign in SIGNS.items()}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One record. `tokens` are the turns as written, move numbers and the closing result left out.

    `notes[n]` and `counts[n]`, a number in brackets, stand after the first n tokens. `line`: where it begins in its
    file, from 1; `end`: the line after its last. `fault` says why reading stopped after `tokens`; None for a record
    that could be read to its end. `format` is a key of `gipf_engine.rules.formats`: how it was written.
    """

    tags: Mapping[str, str]
    tokens: tuple[str, ...] = ()
    notes: Mapping[int, tuple[Note, ...]] = field(default_factory=dict)
    counts: Mapping[int, int] = field(default_factory=dict)
    result: str = ""
    line: int = 1
    end: int = 2
    fault: RuleError | None = None
    format: str = "gipfel"

    @property
    def game(self) -> str:
        """The Game tag."""
        return self.tags.get("Game", "")

    @property
    def variant(self) -> str:
        """The Rules tag."""
        return self.tags.get("Rules", "")

    @property
    def key(self) -> str:
        """What `rules_for` calls its rules: "gipf-basic"."""
        return f"{self.game}-{self.variant}"

    @property
    def options(self) -> frozenset[str]:
        """The names in the Options tag."""
        return frozenset(name.strip() for name in self.tags.get("Options", "").split(",")) - {""}


def read_records(source: str | Iterable[str]) -> Iterator[GameRecord]:
    """Every record of a text, or of the lines of a file, one after the other and lazily. Never raises."""
    lines = io.StringIO(source) if isinstance(source, str) else source
    block = _Block(1)
    for number, raw in enumerate(lines, 1):
        line = raw.lstrip("\ufeff")  # files that begin with it may have been joined
        if block.ends_before(line):
            yield block.record()
            block = _Block(number)
        block.add(line)
    if not block.is_empty:
        yield block.record()


def read_record(text: str) -> GameRecord:
    """The one record of a text, with its `fault` if it has one. Raises `NotAMove` where there is none, or more."""
    if len(text) > LONGEST_RECORD:
        raise _too_long()
    records = list(read_records(text))
    if len(records) != 1:
        raise NotAMove(Message(_("this should be one record, not %(count)s"), {"count": len(records)}))
    return records[0]


def find_token(text: str, number: int) -> tuple[int, int] | None:
    """Where token `number`, counted from 0, of the one record of `text` begins and ends; None where there is none."""
    block, starts, offset = _Block(1), [], 0
    for raw in io.StringIO(text, newline=""):
        line, kept = raw.lstrip("\ufeff"), len(block.text)
        block.add(line)
        if len(block.text) > kept:
            starts.append((sum(map(len, block.text[:-1])), offset + len(raw) - len(line)))
        offset += len(raw)
    moves = _Moves("".join(block.text), block.tags.get("Game", ""))
    if not number < len(moves.tokens):
        return None
    place = moves.places[number]
    in_moves, in_text = next(each for each in reversed(starts) if each[0] <= place)
    begin = place - in_moves + in_text
    return begin, begin + len(moves.tokens[number])


def write_record(record: GameRecord, movers: Sequence[int] | None = None) -> str:
    """The record as text, with move numbers, lines folded at 100 characters, and a closing result.

    `movers`: the seat that played each token, by which turns are numbered; None: two seats in turn.
    """
    names = [name for name in TAG_ORDER if name in record.tags]
    names += [name for name in record.tags if name not in TAG_ORDER]
    tags = "".join(f'[{name} "{_escape(record.tags[name])}"]\n' for name in names)
    return f"{tags}\n{_fold_lines(_chunks(record, movers))}\n"


def renumber(record: GameRecord, tokens: Iterable[str], ends: Iterable[int]) -> GameRecord:
    """The record with other tokens. `ends[n]` is the number of old tokens that the first n + 1 new ones stand for."""
    place = {0: 0}
    start = 0
    for turn, end in enumerate(ends, 1):
        place.update((old, turn) for old in range(start + 1, end + 1))
        start = end
    notes: dict[int, tuple[Note, ...]] = {}
    for old, several in sorted(record.notes.items()):
        notes[place[old]] = notes.get(place[old], ()) + several
    counts = {place[old]: count for old, count in record.counts.items()}
    return replace(record, tokens=tuple(tokens), notes=notes, counts=counts)


class _Block:
    """The lines of one record while they come in."""

    def __init__(self, line: int) -> None:
        self.line = self.end = line
        self.tags: dict[str, str] = {}
        self.text: list[str] = []
        self.size = 0
        self.in_comment = False
        self.fault: RuleError | None = None

    @property
    def is_empty(self) -> bool:
        return not self.tags and not self.text and self.fault is None

    def ends_before(self, line: str) -> bool:
        """Whether `line` begins the next record. A Game tag does so even inside a comment never closed."""
        if self.in_comment:
            return line.startswith('[Game "')
        if not line.lstrip().startswith("[") or self.is_empty:
            return False
        tag = _TAG.match(line[:LONGEST_LINE])
        return bool(self.text) or (tag is not None and tag[1] in self.tags)

    def add(self, line: str) -> None:
        self.size += len(line)
        self.end += 1
        if self.fault or not (line.strip() or self.in_comment):
            return
        if len(line) > LONGEST_LINE or self.size > LONGEST_RECORD:
            self.fault = _too_long()
            self.text.clear()
        elif line.lstrip().startswith("[") and not self.text:
            self._add_tags(line)
        else:
            self.text.append(line)
            self._watch_comment(line)

    def record(self) -> GameRecord:
        moves = _Moves("".join(self.text), self.tags.get("Game", ""))
        return GameRecord(
            tags=self.tags,
            tokens=tuple(moves.tokens),
            notes={place: tuple(notes) for place, notes in moves.notes.items()},
            counts=moves.counts,
            result=moves.result,
            line=self.line,
            end=self.end,
            fault=self.fault or moves.fault,
        )

    def _add_tags(self, line: str) -> None:
        at = 0
        while tag := _TAG.match(line, at):
            if tag[1] in self.tags and self.fault is None:
                self.fault = BadSetup(Message(_("the tag %(tag)s appears twice"), {"tag": tag[1]}), tag[1])
            self.tags[tag[1]] = _ESCAPE.sub(r"\1", tag[2])
            at = tag.end()
        if rest := line[at:].strip():
            self.fault = BadSetup(Message(_("this is not a tag: %(text)s"), {"text": rest[:40]}), rest[:40])

    def _watch_comment(self, line: str) -> None:
        """Behind the last `}` of a line no comment is open, whatever stood before it."""
        end = line.rfind("}")
        self.in_comment = (self.in_comment and end < 0) or line.find("{", end + 1) >= 0


def read_variation(text: str, game: str) -> GameRecord:
    """The turns and notes of a variation's text, as a record without tags. Never raises."""
    moves = _Moves(text, game)
    notes = {place: tuple(several) for place, several in moves.notes.items()}
    return GameRecord({}, tuple(moves.tokens), notes, moves.counts, moves.result, fault=moves.fault)


class _Moves:
    """The turns, notes and closing result of one record, taken apart in one pass."""

    def __init__(self, text: str, game: str) -> None:
        self.text = text
        self.dotted = _has_dotted_turns(game)
        self.tokens: list[str] = []
        self.places: list[int] = []
        self.notes: dict[int, list[Note]] = {}
        self.counts: dict[int, int] = {}
        self.fault: RuleError | None = None
        self._read_text()
        self.result = self._closing()

    def _read_text(self) -> None:
        at, text = 0, self.text
        while self.fault is None and (found := _NEXT.match(text, at)) and (kind := found.lastgroup):
            at = found.end()
            if kind == "word":
                self._add_word(found["word"], found.start("word"))
            elif kind == "note":
                self._add_note(found["note"])
            else:
                at = self._read_nested(at - 1)

    def _add_word(self, word: str, place: int) -> None:
        if word[0].isdigit() and (number := _NUMBER.match(word)):
            if number.end() == len(word):
                return
            if not self.dotted:
                word, place = word[number.end() :], place + number.end()
        if word[:1] == "$" and (nag := _NAG.fullmatch(word)):
            self._keep(Note("nag", nag[1]))
            return
        sign = _SIGN.search(word) if word.endswith(("!", "?")) else None
        if sign:
            word = word[: sign.start()]
        if word:
            self.tokens.append(word)
            self.places.append(place)
        if sign:
            self._keep(Note("nag", _NAGS[sign[0]]))

    def _keep(self, note: Note) -> None:
        self.notes.setdefault(len(self.tokens), []).append(note)

    def _add_note(self, note: str) -> None:
        """Keep a comment or variation, brackets and all; a number alone, behind a turn, is a count."""
        place = len(self.tokens)
        if note[0] == "(" and place and (count := _COUNT.fullmatch(note)):
            self.counts[place] = int(count[1])
        else:
            self._keep(Note("comment" if note[0] == "{" else "variation", note[1:-1]))

    def _read_nested(self, at: int) -> int:
        """Read the variation with others inside that opens at `at`. Returns where it ends."""
        sign = self.text[at]
        end = self._variation_end(at) if sign == "(" else -1
        if end < 0:
            self.fault = NotAMove(Message(_("a %(sign)s is unmatched"), {"sign": sign}), sign)
            return len(self.text)
        self._add_note(self.text[at:end])
        return end

    def _variation_end(self, at: int) -> int:
        depth = 0
        while bracket := _BRACKET.search(self.text, at):
            at = bracket.end()
            if bracket[0] == "{":
                at = self.text.find("}", at) + 1
                if not at:
                    return -1
            depth += _DEEPER.get(bracket[0], 0)
            if depth == 0:
                return at
        return -1

    def _closing(self) -> str:
        if not self.tokens or self.tokens[-1] not in RESULTS or self.fault:
            return ""
        result, place = self.tokens.pop(), len(self.tokens)
        if notes := self.notes.pop(place + 1, None):
            self.notes.setdefault(place, []).extend(notes)
        self.counts.pop(place + 1, None)
        return result


def number_turns(movers: Iterable[int]) -> Iterator[int | None]:
    """For each turn the move number that it begins; None for one that goes on under the number before it.

    Under a number every seat plays at most once, in the order of the seats: a seat that plays twice on end, and the
    one seat of a solitaire, gets a new number each time. Of two seats in turn each number has both.
    """
    number, last = 0, None
    for mover in movers:
        begins = last is None or mover <= last
        number, last = number + begins, mover
        yield number if begins else None


def _chunks(record: GameRecord, movers: Sequence[int] | None) -> Iterator[str]:
    """What stands in the text between two spaces, comments whole."""
    seats = movers if movers is not None else [place % 2 for place in range(len(record.tokens))]
    numbers = [None, *number_turns(seats)]
    for place in range(len(record.tokens) + 1):
        if place:
            number, token = numbers[place], record.tokens[place - 1]
            yield f"{number}.{'..' if seats[place - 1] else ''} {token}" if number else token
            if place in record.counts:
                yield f"({record.counts[place]})"
        for note in record.notes.get(place, ()):
            yield _write_tag_value(note)
    result = record.result or record.tags.get("Result", "")
    yield result if result in RESULTS else "*"


def _write_tag_value(note: Note) -> str:
    """The note as text. A comment cannot hold its own end, nor begin a record."""
    if note.kind == "comment":
        note = Note("comment", note.text.replace("}", ")"))
    return str(note).replace('\n[Game "', '\n [Game "')


def _has_dotted_turns(game: str) -> bool:
    return any(rules.dotted_turns for rules in all_rules().values() if rules.game == game)


def _fold_lines(chunks: Iterable[str]) -> str:
    lines: list[str] = []
    line = ""
    for chunk in chunks:
        if line and len(line) + 1 + len(chunk) > _WIDTH:
            lines.append(line)
            line = chunk
        else:
            line = f"{line} {chunk}" if line else chunk
    return "\n".join([*lines, line])


def _escape(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _too_long() -> NotAMove:
    return NotAMove(
        Message(
            _("this is too long for a record: at most %(line)s characters per line and %(record)s in total"),
            {"line": LONGEST_LINE, "record": LONGEST_RECORD},
        )
    )
