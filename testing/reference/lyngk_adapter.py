"""The reference engine of LYNGK in the shape of every game.

Texts are read and written by `gipf_engine.rules.lyngk`, as both engines must mean the same words; every question about
the rules goes to `testing.reference.lyngk`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Move, Outcome, Pool, Position, Rules, View
from gipf_engine.rules.errors import IllegalMove
from gipf_engine.rules.lyngk.board import SPOTS
from gipf_engine.rules.lyngk.move import PASS, LyngkMove, parse_move
from gipf_engine.rules.lyngk.position_text import write_position
from gipf_engine.rules.lyngk.rules import LyngkMain, LyngkRules, LyngkSix
from gipf_engine.rules.lyngk.state import State
from testing.reference import lyngk as plain


@dataclass(frozen=True, eq=False)
class ReferenceLyngk(Position):
    """A position as a `plain.Game`. Moves are `Turn`s, as the fast checker's are."""

    rules: Rules
    game: plain.Game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ReferenceLyngk) and (self.rules, self.text()) == (other.rules, other.text())

    def __hash__(self) -> int:
        return hash(self.text())

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self.outcome else self.game.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        ended = plain.result(self.game)
        if ended is None:
            return None
        white, black = (tuple(row) for row in plain.tally(self.game))
        return Outcome(*ended, (white, black))

    def legal_moves(self) -> Iterator[LyngkMove]:
        """Every legal turn once."""
        return (PASS if turn is None else LyngkMove(*turn) for turn in plain.turns(self.game))

    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played."""
        return move in set(self.legal_moves())

    def play(self, move: Move) -> ReferenceLyngk:
        """The position after `move`. Raises `IllegalMove`."""
        turn = self._judged(move)
        return ReferenceLyngk(self.rules, plain.play(self.game, None if turn == PASS else turn))

    def parse(self, token: str) -> LyngkMove:
        """Read one turn. Raises `NotAMove` and `IllegalMove`."""
        return self._judged(parse_move(token))

    def write(self, move: Move, style: str) -> str:
        """Write a turn; "official" is the only style."""
        return str(move)

    def effects(self, move: Move) -> Effects:
        """What a legal turn does."""
        turn = self._judged(move)
        if turn == PASS:
            return Effects(())
        game, seat = self.game, self.game.turn
        claimed = plain.claim(game, seat, turn.claim) if turn.claim else game
        after = plain.play(game, turn)
        captured = {spot: tuple(stack) for spot, stack in game.board.items() if spot not in claimed.board}
        landed = {}
        if turn.target in after.board:
            landed[turn.target] = tuple(after.board[turn.target])
        else:
            captured[turn.target] = tuple(claimed.board[turn.target] + claimed.board[turn.source])
        return Effects(plain.landings(claimed, seat, turn.source)[turn.target], landed, captured)

    def view(self, seat: int | None = None) -> View:
        """Nothing is hidden."""
        state = self._state()
        return View(
            game=self.rules.game,
            rules=self.rules.key,
            turn=self.turn,
            spots={spot: tuple(self.game.board.get(spot, "")) for spot in SPOTS},
            pools=tuple(
                Pool(name, seat, tuple(tuple(stack) for stack in held[seat]))
                for seat in (0, 1)
                for name, held in (("claimed", state.claimed), ("completed", state.completed))
            ),
        )

    def text(self) -> str:
        """The position text."""
        return write_position(self._state())

    def _judged(self, move: Move) -> LyngkMove:
        if not isinstance(move, LyngkMove) or not self.is_legal(move):
            raise IllegalMove(Message(_("this turn may not be played here")), str(move))
        return move

    def _state(self) -> State:
        """The facts as the text form has them: colours in their order, a won six-stack counted."""
        game = self.game
        claimed = ["".join(colour for colour in plain.COLOURS if colour in own) for own in game.claimed]
        return State(
            stacks=tuple(game.board.get(spot, "") for spot in SPOTS),
            claimed=(claimed[0], claimed[1]),
            completed=game.taken,
            mover=game.turn,
            limit=game.limit,
            captures="claim_captures" in game.options,
        )


class _Reference(LyngkRules):
    """Mixed into the two rule sets: positions are `ReferenceLyngk`."""

    def place(self, state: State) -> ReferenceLyngk:
        game = plain.Game(
            board={spot: stack for spot, stack in zip(SPOTS, state.stacks, strict=True) if stack},
            limit=state.limit,
            turn=state.mover,
            claimed=state.claimed,
            options=self.options,
        )
        winner = int(not state.completed[0]) if state.won else None
        return ReferenceLyngk(self, replace(game, taken=state.completed, winner=winner))


class ReferenceMain(_Reference, LyngkMain):
    """LYNGK by the reference engine."""


class ReferenceSix(_Reference, LyngkSix):
    """The six-stack game by the reference engine."""
