"""The turns of a record as lines: the game itself, and every variation in its notes that can be played.

Knows rules, and no database. A variation stands behind the turn that it replaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.core.replay import KEPT, Start, replay
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.game_tree import DEEPEST
from gipf_engine.rules.record import Note, number_turns, read_variation

MOST_TURNS = 2000
"""Turns in the variations of one record that are played through; what is beyond them is shown as text."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A note behind a turn. A variation that can be played is a `line`, any other its text alone."""

    note: Note
    line: Variation | None = None

    @property
    def kind(self) -> str:
        """ "comment", "nag" or "variation"."""
        return self.note.kind


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a line: the seat that played it, the move number that it begins, if any, and what was noted."""

    ply: int
    token: str
    mover: int
    number: int | None
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """The game (number 0) or a variation. `start`: how many turns of the line `parent` come first.

    `tokens` are all its turns from the beginning of the game on, `turns` its own. `opening` was noted before them.
    """

    number: int
    start: int
    parent: int
    tokens: tuple[str, ...]
    turns: tuple[Turn, ...]
    opening: tuple[Remark, ...] = ()

    @property
    def plies(self) -> int:
        """How many turns lead to its end."""
        return len(self.tokens)

    @property
    def numbered(self) -> list[tuple[int, list[Turn]]]:
        """Its turns under their move numbers; those before its first number stand under the one that goes on."""
        rows: list[tuple[int, list[Turn]]] = []
        for turn in self.turns:
            if turn.number is not None:
                rows.append((turn.number, []))
            rows[-1][1].append(turn)
        return rows


def read_lines(start: Start, tokens: Sequence[str], notes: Mapping[int, Sequence[Note]]) -> tuple[Variation, ...]:
    """The game, then its variations in the order in which they are read.

    `notes[n]` stand behind the first n turns. The turns of the game are legal and in official notation.
    """
    return _read_lines(start, tuple(tokens), tuple((ply, tuple(several)) for ply, several in sorted(notes.items())))


@lru_cache(maxsize=KEPT)
def _read_lines(
    start: Start, tokens: tuple[str, ...], notes: tuple[tuple[int, tuple[Note, ...]], ...]
) -> tuple[Variation, ...]:
    reader = _Reader(start.rules.partition("-")[0])
    reader.add(0, 0, _Played(list(replay(start, tokens).positions), list(tokens)), dict(notes), depth=0)
    return tuple(reader.lines)


@dataclass(slots=True)
class _Played:
    """Turns from the beginning on, and the position before and after each."""

    positions: list[Position]
    tokens: list[str]

    def add(self, token: str, after: Position) -> None:
        self.tokens.append(token)
        self.positions.append(after)

    def until(self, ply: int) -> _Played:
        """The first `ply` turns."""
        return _Played(self.positions[: ply + 1], self.tokens[:ply])

    def turns(self, start: int) -> Iterator[Turn]:
        """Those after the first `start`, without remarks. The first of them says its number in any case."""
        seats = [position.turn or 0 for position in self.positions[:-1]]
        current = 1
        for ply, (token, seat, number) in enumerate(zip(self.tokens, seats, number_turns(seats), strict=True), 1):
            current = number or current
            if ply > start:
                yield Turn(ply, token, seat, current if ply == start + 1 else number)


class _Reader:
    """Reads the variations of one record, each into a line of its own."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lines: list[Variation] = []
        self.left = MOST_TURNS

    def add(
        self, parent: int, start: int, played: _Played, notes: Mapping[int, Sequence[Note]], depth: int
    ) -> Variation:
        """The line with its remarks, put before the variations that stand in them."""
        number = len(self.lines)
        bare = Variation(number, start, parent, tuple(played.tokens), tuple(played.turns(start)))
        self.lines.append(bare)

        def remarks(ply: int) -> tuple[Remark, ...]:
            return tuple(self._remark(note, number, played, ply, depth) for note in notes.get(ply, ()))

        opening = remarks(start)
        turns = tuple(replace(turn, remarks=remarks(turn.ply)) for turn in bare.turns)
        self.lines[number] = replace(bare, turns=turns, opening=opening)
        return self.lines[number]

    def _remark(self, note: Note, parent: int, played: _Played, ply: int, depth: int) -> Remark:
        if note.kind != "variation":
            return Remark(note)
        return Remark(note, self._variation(note.text, parent, played, ply, depth + 1))

    def _variation(self, text: str, parent: int, played: _Played, ply: int, depth: int) -> Variation | None:
        """The variation behind the turn `ply`, None where it cannot be played or is too much."""
        record = read_variation(text, self.game)
        if depth > DEEPEST or record.fault or not record.tokens or len(record.tokens) > self.left:
            return None
        self.left -= len(record.tokens)
        start = max(ply - 1, 0)
        branch = played.until(start)
        notes: dict[int, list[Note]] = {start: list(record.notes.get(0, ()))}
        try:
            _play(branch, record.tokens, record.notes, notes)
        except RuleError:
            return None
        return self.add(parent, start, branch, notes, depth)


def _play(
    branch: _Played, tokens: Sequence[str], found: Mapping[int, Sequence[Note]], notes: dict[int, list[Note]]
) -> None:
    """Play turns on, and put what was noted behind each where it stands in the whole line. Raises `RuleError`."""
    at = 0
    while at < len(tokens):
        position = branch.positions[-1]
        move, used = position.read_turn(tokens, at)
        branch.add(position.notation(move), position.play(move))
        several = [note for place in range(at + 1, at + used + 1) for note in found.get(place, ())]
        if several:
            notes[len(branch.tokens)] = several
        at += used
