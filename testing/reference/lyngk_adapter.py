"""The reference engine of LYNGK in the shape of every game.

Texts are read and written by `gipf_engine.games.lyngk`, as both engines must mean the same words; every question about
the rules goes to `testing.reference.lyngk`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.games.lyngk.notation import split
from gipf_engine.games.lyngk.position_text import write_position
from gipf_engine.games.lyngk.rules import LyngkMain, LyngkRules, LyngkSix
from gipf_engine.games.lyngk.state import LyngkState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Move, Outcome, Pool, Position, Rules, View
from gipf_engine.rules.errors import IllegalMove
from testing.reference import lyngk as plain


@dataclass(frozen=True, eq=False)
class ReferenceLyngk(Position):
    """A position as a `plain.Game`. Moves are texts, as the fast checker's are."""

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

    def legal_moves(self) -> Iterator[str]:
        """Every legal turn once."""
        return iter(self._turns())

    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played."""
        return move in self._turns()

    def play(self, move: Move) -> ReferenceLyngk:
        """The position after `move`. Raises `IllegalMove`."""
        return ReferenceLyngk(self.rules, plain.play(self.game, self._judge(move)))

    def parse(self, token: str) -> str:
        """Read one turn. Raises `NotAMove` and `IllegalMove`."""
        turn = "".join(split(token))
        self._judge(turn)
        return turn

    def write(self, move: Move, style: str) -> str:
        """Write a turn; "official" is the only style."""
        return str(move)

    def effects(self, move: Move) -> Effects:
        """What a legal turn does."""
        turn = self._judge(move)
        if turn is None:
            return Effects(())
        (claim, source, target), game, seat = turn, self.game, self.game.turn
        claimed = plain.claim(game, seat, claim) if claim else game
        after = plain.play(game, turn)
        captured = {spot: tuple(stack) for spot, stack in game.board.items() if spot not in claimed.board}
        landed = {}
        if target in after.board:
            landed[target] = tuple(after.board[target])
        else:
            captured[target] = tuple(claimed.board[target] + claimed.board[source])
        return Effects(plain.landings(claimed, seat, source)[target], landed, captured)

    def view(self, seat: int | None = None) -> View:
        """Nothing is hidden."""
        state = self._state()
        unclaimed = [colour for colour in plain.COLOURS if colour not in "".join(state.claimed)]
        held = [("unclaimed", None, unclaimed), *(("claimed", seat, state.claimed[seat]) for seat in (0, 1))]
        held += [("captured", seat, state.completed[seat]) for seat in (0, 1)]
        return View(
            game=self.rules.game,
            rules=self.rules.key,
            turn=self.turn,
            spots={spot: tuple(self.game.board.get(spot, "")) for spot in SPOTS},
            pools=tuple(Pool(name, seat, tuple(tuple(stack) for stack in stacks)) for name, seat, stacks in held),
        )

    def text(self) -> str:
        """The position text."""
        return write_position(self._state())

    def _turns(self) -> dict[str, plain.Turn]:
        """The legal turns by their texts."""
        return {_write(turn): turn for turn in plain.turns(self.game)}

    def _judge(self, move: Move) -> plain.Turn:
        turns = self._turns()
        if move not in turns:
            raise IllegalMove(Message(_("this turn may not be played here")), str(move))
        return turns[str(move)]

    def _state(self) -> LyngkState:
        """The facts as the text form has them: colours in their order, a won six-stack counted."""
        game = self.game
        claimed = ["".join(colour for colour in plain.COLOURS if colour in own) for own in game.claimed]
        return LyngkState(
            stacks=tuple(game.board.get(spot, "") for spot in SPOTS),
            claimed=(claimed[0], claimed[1]),
            completed=game.taken,
            mover=game.turn,
            limit=game.limit,
            captures="claim_captures" in game.options,
        )


def _write(turn: plain.Turn) -> str:
    if turn is None:
        return "pass"
    claim, source, target = turn
    return f"{claim},{source}-{target}" if claim else f"{source}-{target}"


class _Reference(LyngkRules):
    """Mixed into the two rule sets: positions are `ReferenceLyngk`."""

    def start(self, setup: str = "", handicap: str = "") -> ReferenceLyngk:  # type: ignore[override]  # not on the kit
        """See `Rules`."""
        return self._place(self.begin(setup, handicap))

    def position(self, text: str) -> ReferenceLyngk:  # type: ignore[override]  # not on the kit
        """See `Rules`."""
        return self._place(self.read(text))

    def _place(self, state: LyngkState) -> ReferenceLyngk:
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
