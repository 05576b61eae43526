"""GIPF written straight from its rules: the reference that the engine is held against.

A turn is: all own rows off, one piece in, all own rows off. "GIPF 3" is article 3 of docs/game-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple

from gipf_engine.games.gipf.notation import Mark, join_parts, join_tokens, write_turn
from gipf_engine.games.gipf.options import AT_ONCE, REMOVER_WINS, REPETITION
from gipf_engine.games.gipf.rules import Gipf, GipfBasic, GipfStandard, GipfTournament
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Move, Outcome, Position, TurnCount, View
from gipf_engine.rules.errors import IllegalMove, RuleError
from testing.reference.gipf_board import Board, entries, push, removal_sets, rows_of, without
from testing.reference.gipf_parser import resolve
from testing.reference.gipf_position import COLOURS, GIPFS_ONLY, NOTHING_YET, SINGLES, PositionData, read_position


class Turn(NamedTuple):
    """A whole turn: spots taken off, the entry in official notation ("" for none), spots taken off."""

    before: frozenset[str]
    entry: str
    gipf: bool
    after: frozenset[str]


@dataclass(frozen=True, eq=False)
class ReferenceGipf(Position):
    """A position as `PositionData`. `seen` counts earlier positions where repetition draws."""

    rules: Gipf
    position_data: PositionData
    seen: Mapping[str, int]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceGipf) and (self.rules, self.text()) == (other.rules, other.text())

    def __hash__(self) -> int:
        return hash(self.text())

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self.outcome else self.position_data.turn

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        mover, other = self.position_data.turn, 1 - self.position_data.turn
        if lost := lost_their_gipfs(self.rules, self.position_data):  # GIPF 10
            both_loser = mover if REMOVER_WINS in self.rules.options else other
            return _lost(both_loser if len(lost) == 2 else lost[0], "gipf")
        if AT_ONCE in self.rules.options and self.position_data.reserves[other] == 0:
            return _lost(other, "reserve")
        if self.position_data.times >= 3:
            return Outcome("1/2-1/2", "repetition")
        if self.position_data.reserves[mover] == 0 and not rows_of(self.position_data.board, COLOURS[mover]):  # GIPF 6
            return _lost(mover, "reserve")
        return None

    def legal_moves(self) -> Iterator[Turn]:
        """Every legal turn once (GIPF 3)."""
        if self.outcome:
            return
        colour = COLOURS[self.position_data.turn]
        for before in removal_sets(self.position_data.board, colour, self.rules.crossing_row_may_stay):
            middle = self.after_removal(self.position_data, before)
            if self.ended_by_removal(middle):
                yield Turn(before, "", False, frozenset())
                continue
            for gipf in self.kinds(middle):
                for entry in entries(middle.board):
                    pushed = self.after_entry(middle, entry, gipf)
                    for after in removal_sets(pushed.board, colour, self.rules.crossing_row_may_stay):
                        yield Turn(before, entry, gipf, after)

    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played."""
        return move in set(self.legal_moves())

    def play(self, move: Move) -> ReferenceGipf:
        """The position after `move`. Raises `IllegalMove`."""
        if not isinstance(move, Turn) or not self.is_legal(move):
            raise IllegalMove(Message(_("this turn may not be played here")))
        position_data = self.after_removal(self.position_data, move.before)
        if move.entry:
            position_data = self.after_removal(self.after_entry(position_data, move.entry, move.gipf), move.after)
        position_data = replace(position_data, turn=1 - position_data.turn, times=1)
        if REPETITION not in self.rules.options:
            return ReferenceGipf(self.rules, position_data, {})
        key = position_data.text()
        times = self.seen.get(key, 0) + 1
        return ReferenceGipf(self.rules, replace(position_data, times=times), {**self.seen, key: times})

    def parse(self, token: str) -> Turn:
        """Read one turn in any notation of the game. Raises the three errors."""
        return resolve(self, join_tokens(token))

    def read_turn(self, tokens: Sequence[str], at: int = 0) -> tuple[Turn, int]:
        """Read the turn that begins at `tokens[at]`: the move, and how many tokens it took."""
        token, used = join_parts(tokens, at, self._reads)
        return self.parse(token), used

    def _reads(self, token: str) -> bool:
        try:
            self.parse(token)
        except RuleError:
            return False
        return True

    def write(self, move: Move, style: str) -> str:
        """Write a legal turn, "official" (complete) or "gf1" (dot and first spot)."""
        assert isinstance(move, Turn)
        middle = without(self.position_data.board, move.before)
        if not move.entry:
            return write_turn(self.marks(self.position_data.board, move.before), "", ())
        pushed = self.pushed(move)
        way = entries(middle)[move.entry][0]
        entry = f"{way.dot}-{way.spots[0]}" if style == "gf1" else move.entry
        return write_turn(
            self.marks(self.position_data.board, move.before), "G" * move.gipf + entry, self.marks(pushed, move.after)
        )

    def effects(self, move: Move) -> Effects:
        """What a legal turn does."""
        assert isinstance(move, Turn)
        board = self.position_data.board
        if not move.entry:
            return Effects((), {}, *self._removed(board, move.before))
        middle, pushed = without(board, move.before), self.pushed(move)
        way = entries(middle)[move.entry][0]
        last = way.spots.index(move.entry.split("-")[-1])
        captured, returned = self._removed(board, move.before)
        more_captured, more_returned = self._removed(pushed, move.after)
        end = without(pushed, move.after)
        placed = {spot: tuple(end[spot]) for spot in way.spots if spot in end and end[spot] != board.get(spot)}
        path = (way.dot, *way.spots[: last + 1])
        return Effects(path, placed, captured | more_captured, returned | more_returned)

    def _removed(self, board: Board, taken: Set[str]) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
        """What a removal captures and what it gives back."""
        own = COLOURS[self.position_data.turn]
        captured = {spot: tuple(board[spot]) for spot in taken if board[spot][0] != own}
        return captured, {spot: tuple(board[spot]) for spot in taken if board[spot][0] == own}

    def view(self, seat: int | None = None) -> View:
        """What everybody sees."""
        return self.position_data.view(self.rules.key, self.turn)

    def text(self) -> str:
        """The position text."""
        return self.position_data.text()

    def ended_by_removal(self, middle: PositionData) -> bool:
        """Whether the removal before the push has left a player without GIPF-pieces."""
        return bool(lost_their_gipfs(self.rules, middle))

    def kinds(self, position_data: PositionData) -> list[bool]:
        """What the mover may bring in: True a GIPF-piece, False a single (GIPF 11)."""
        reserve, phase = position_data.reserves[position_data.turn], position_data.phases[position_data.turn]
        may = {NOTHING_YET: [True], GIPFS_ONLY: [True, False], SINGLES: [False]}[phase]
        return [gipf for gipf in may if reserve >= (2 if gipf else 1)]

    def after_removal(self, position_data: PositionData, taken: Set[str]) -> PositionData:
        """Own pieces go back to the reserve, the other's are captured (GIPF 4, 9)."""
        colour, seat = COLOURS[position_data.turn], position_data.turn
        back = sum(len(position_data.board[spot]) for spot in taken if position_data.board[spot][0] == colour)
        caught = sum(len(position_data.board[spot]) for spot in taken if position_data.board[spot][0] != colour)
        return replace(
            position_data,
            board=without(position_data.board, taken),
            reserves=_added(position_data.reserves, seat, back),
            captured=_added(position_data.captured, seat, caught),
        )

    def after_entry(self, position_data: PositionData, entry: str, gipf: bool) -> PositionData:
        """A piece has come in and pushed its line; the mover's phase moves on."""
        seat, pieces = position_data.turn, COLOURS[position_data.turn] * (2 if gipf else 1)
        phases = list(position_data.phases)
        phases[seat] = GIPFS_ONLY if gipf else SINGLES
        return replace(
            position_data,
            board=push(position_data.board, entries(position_data.board)[entry][0], pieces),
            reserves=_added(position_data.reserves, seat, -len(pieces)),
            phases=(phases[0], phases[1]),
        )

    def pushed(self, move: Turn) -> Board:
        """The board between the push and the removal after it."""
        return self.after_entry(self.after_removal(self.position_data, move.before), move.entry, move.gipf).board

    def marks(self, board: Board, spots: Set[str]) -> list[Mark]:
        """The spots as a removal list of the mover."""
        colour = COLOURS[self.position_data.turn]
        return [Mark(spot, len(board[spot]) == 2, board[spot][0] != colour) for spot in spots]


def dots_of(position: Position, move: Move) -> int:
    """From how many dots the piece of a turn gets to its spot."""
    assert isinstance(position, ReferenceGipf)
    assert isinstance(move, Turn)
    return len(entries(without(position.position_data.board, move.before))[move.entry]) if move.entry else 1


def lost_their_gipfs(rules: Gipf, position_data: PositionData) -> list[int]:
    """The seats that have brought in a GIPF-piece and have none left (GIPF 10)."""
    if not rules.has_gipfs:
        return []
    return [
        seat
        for seat in (0, 1)
        if position_data.phases[seat] != NOTHING_YET and COLOURS[seat] * 2 not in position_data.board.values()
    ]


def _lost(seat: int, reason: str) -> Outcome:
    return Outcome(("0-1", "1-0")[seat], reason)


def _added(pair: tuple[int, int], seat: int, change: int) -> tuple[int, int]:
    return (pair[0] + change, pair[1]) if seat == 0 else (pair[0], pair[1] + change)


class _Reference(Gipf):
    """Mixed into the three rule sets: positions are `ReferenceGipf`, made from position texts."""

    counts: ClassVar = {"dots": TurnCount("", dots_of)}

    def start(self, setup: str = "", handicap: str = "") -> ReferenceGipf:  # type: ignore[override]  # not on the kit
        return self._place(super().start(setup, handicap).text())

    def position(self, text: str) -> ReferenceGipf:  # type: ignore[override]  # not on the kit
        return self._place(super().position(text).text())

    def _place(self, text: str) -> ReferenceGipf:
        told = read_position(text)
        seen = {replace(told, times=1).text(): told.times} if REPETITION in self.options else {}
        return ReferenceGipf(self, told, seen)


class ReferenceBasic(_Reference, GipfBasic):
    """Basic GIPF by the reference engine."""


class ReferenceStandard(_Reference, GipfStandard):
    """Standard GIPF by the reference engine."""


class ReferenceTournament(_Reference, GipfTournament):
    """Tournament GIPF by the reference engine."""
