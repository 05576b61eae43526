"""A position of LYNGK as every game shows it: `gipf_engine.rules.base.Position`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE, Effects, Move, Outcome, Pool, Position, Rules, View
from gipf_engine.rules.errors import IllegalMove
from gipf_engine.rules.lyngk.ascii import draw_ascii
from gipf_engine.rules.lyngk.board import INDEX, SKEWED, SPOTS
from gipf_engine.rules.lyngk.move import PASS, LyngkMove, parse_move
from gipf_engine.rules.lyngk.movegen import moves, way
from gipf_engine.rules.lyngk.outcome import determine_outcome
from gipf_engine.rules.lyngk.position_text import write_position
from gipf_engine.rules.lyngk.state import State
from gipf_engine.rules.lyngk.steps import explain_refusal, steps_of
from gipf_engine.rules.lyngk.validation import GAME_OVER, find_fault
from gipf_engine.rules.position_key import hexagonal
from gipf_engine.rules.steps import Steps

_SYMMETRIES = hexagonal(SKEWED)

FEW = 12
"""Up to so many legal turns are told to a player whose turn was refused."""

LITERAL_TIE = "literal_tie"


def has_no_claim(position: Position, move: Move) -> int:
    """1 for a turn without a claim, else 0."""
    return int(not (isinstance(move, LyngkMove) and move.claim))


class LyngkPosition(Position):
    """A state with its rule set. Moves are `Turn`s; whether the game is over is found out when first asked."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self._outcome: Outcome | None = None
        self._ended: bool | None = None
        self._last_legal: LyngkMove | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LyngkPosition):
            return NotImplemented
        return (self.state, self.rules.key, self.rules.options) == (other.state, other.rules.key, other.rules.options)

    def __hash__(self) -> int:
        return hash((self.state, self.rules.key))

    def __repr__(self) -> str:
        return f"<{self.rules.key} {self.text()}>"

    @property
    def turn(self) -> int | None:
        """The seat to move, which may have to pass; None when the game is over."""
        return self.state.mover if self.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while either player has a legal turn."""
        if self._ended is None:
            self._outcome = determine_outcome(self.state, literal_tie=LITERAL_TIE in self.rules.options)
            self._ended = self._outcome is not None
        return self._outcome

    def legal_moves(self) -> Iterator[LyngkMove]:
        """Every legal turn once: moves without a claim, then by claim; the pass where it is forced (LYNGK 11)."""
        listed = moves(self.state)
        first = next(listed, None)
        if first is not None:
            yield first
            yield from listed
        elif self.outcome is None:
            yield PASS

    def is_legal(self, move: Move) -> bool:
        """Whether `move` may be played here, tested by itself."""
        return isinstance(move, LyngkMove) and find_fault(self.state, move) is None

    def play(self, move: Move) -> LyngkPosition:
        """The position after a turn. Raises `IllegalMove`, with the legal turns where they are few."""
        return LyngkPosition(self.rules, self.state.after(self._validate(move)))

    def parse(self, token: str) -> LyngkMove:
        """Read `[C,]from-to` or `pass`. Raises `NotAMove`, or `IllegalMove` when it may not be played here."""
        return self._validate(parse_move(token))

    def write(self, move: Move, style: str) -> str:
        """Write a turn; "official" is the only style."""
        if not isinstance(move, LyngkMove):
            raise TypeError(f"{move!r} is no LYNGK turn")
        return str(move)

    def steps(self) -> Steps:
        """A claim or none, the stack, where it lands; the pass where it is forced."""
        return Steps(GAME_OVER, ()) if self.outcome else steps_of(self.state)

    def with_other_to_move(self) -> LyngkPosition:
        """The stacks as they stand, and the other player moves one."""
        return LyngkPosition(self.rules, self.state.other_to_move())

    def explain_refusal(self, path: Sequence[str], key: str) -> Message:
        """Why a stack may not move, or not land there."""
        return explain_refusal(self.state, path, key) or super().explain_refusal(path, key)

    def effects(self, move: Move) -> Effects:
        """What a legal turn does: its way with any shortest chain of springboards, what lands, what leaves.

        `placed` has the stack that stands now where the move ended; `captured` the columns that left the board, also
        those that a claim took.
        """
        turn = self._validate(move)
        if turn == PASS:
            return Effects(())
        before = self.state.after_claim(turn.claim) if turn.claim else self.state
        source, target = INDEX[turn.source], INDEX[turn.target]
        mover = before.stacks[source]
        colour = mover[-1] if mover[-1] in before.claimed[before.mover] else ""
        captured = {SPOTS[spot]: tuple(self.state.stacks[spot]) for spot in self.state.columns_for(turn.claim)}
        placed = {}
        if stack := before.after(turn._replace(claim="")).stacks[target]:
            placed[turn.target] = tuple(stack)
        else:
            captured[turn.target] = tuple(before.stacks[target] + mover)
        path = way(before.stacks, source, target, colour) or ()
        return Effects(tuple(SPOTS[spot] for spot in path), placed, captured)

    def view(self, seat: int | None = None) -> View:
        """Nothing is hidden in LYNGK: every seat sees the same."""
        return View(
            game=self.rules.game,
            rules=self.rules.key,
            turn=self.turn,
            spots={SPOTS[spot]: tuple(stack) for spot, stack in enumerate(self.state.stacks)},
            pools=tuple(pool for seat in (WHITE, BLACK) for pool in self._pools(seat)),
        )

    def claimed(self, seat: int) -> str:
        """The colours that `seat` has claimed, as letters."""
        return self.state.claimed[seat]

    def columns(self, seat: int) -> tuple[str, ...]:
        """The columns that `seat` has completed, each bottom to top; "" for one that a position text only counts."""
        return self.state.completed[seat]

    def stacks(self) -> dict[str, str]:
        """The stacks on the board by spot, bottom to top."""
        return {SPOTS[spot]: stack for spot, stack in enumerate(self.state.stacks) if stack}

    def ascii(self) -> str:
        """The stacks in their columns of spots, with claims and columns beside them."""
        return draw_ascii(self.state)

    def key(self) -> int:
        """A number that all twelve images of the star share. Of completed columns only the number is in it."""
        stacks = [(SPOTS[spot], stack) for spot, stack in enumerate(self.state.stacks) if stack]
        state = self.state
        completed = [len(columns) for columns in state.completed]
        return _SYMMETRIES.key(stacks, f"{self.rules.key} {state.mover} {state.claimed} {completed}")

    def _pools(self, seat: int) -> tuple[Pool, Pool]:
        claimed, completed = self.state.claimed[seat], self.state.completed[seat]
        return (
            Pool("claimed", seat, tuple((colour,) for colour in claimed)),
            Pool("completed", seat, tuple(tuple(column) for column in completed)),
        )

    def text(self) -> str:
        """The position on one line, as told in `wording`."""
        return write_position(self.state)

    def _validate(self, move: Move) -> LyngkMove:
        """`move` itself when it is legal. Raises `IllegalMove`.

        The last legal turn is kept: a turn that is read is usually played next.
        """
        if not isinstance(move, LyngkMove):
            raise IllegalMove(Message(_("that is not a turn of LYNGK")), str(move))
        if move == self._last_legal:
            return move
        found = find_fault(self.state, move)
        if found is not None:
            legal = list(islice(self.legal_moves(), FEW + 1))
            raise IllegalMove(found, str(move), [str(turn) for turn in legal] if len(legal) <= FEW else ())
        self._last_legal = move
        return move
