"""The fast GIPF position: three ints for the board, and no list of turns unless one is asked for.

"GIPF 10" is an article of docs/game-rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Effects, Move, Outcome, Position, Stack, View
from gipf_engine.rules.errors import IllegalMove
from gipf_engine.rules.gipf import bits
from gipf_engine.rules.gipf.ascii import draw_ascii
from gipf_engine.rules.gipf.bits import ENTRIES, has_four
from gipf_engine.rules.gipf.board import SKEWED
from gipf_engine.rules.gipf.history import History, append_position, count, counts
from gipf_engine.rules.gipf.move import NO_ENTRY, GipfMove
from gipf_engine.rules.gipf.notation import join_tokens, write_turn
from gipf_engine.rules.gipf.parser import parse_move
from gipf_engine.rules.gipf.position_text import KINDS, PositionData
from gipf_engine.rules.gipf.rules_text import AT_ONCE, REMOVER_WINS, REPETITION
from gipf_engine.rules.gipf.state import PlayerState, State, position_data_of
from gipf_engine.rules.gipf.steps import explain_refusal, steps_of
from gipf_engine.rules.gipf.token_reader import TokenReader
from gipf_engine.rules.gipf.validation import marks_of, refuse
from gipf_engine.rules.gipf.variants import GipfRules
from gipf_engine.rules.position_key import hexagonal
from gipf_engine.rules.steps import Steps

_SYMMETRIES = hexagonal(SKEWED)


class GipfPosition(TokenReader):
    """`state` is seen from the player to move, whose seat `mover` is. `times`: how often it has come up.

    Positions are equal when they play alike. Where repetition draws, that takes the same earlier positions too, which
    a position text does not tell.
    """

    rules: GipfRules

    def __init__(self, rules: GipfRules, state: State, mover: int, history: History = (), times: int = 1) -> None:
        self.rules = rules
        self.state = state
        self.mover = mover
        self.times = times
        self._history = history
        self._outcome = _outcome(rules, state, mover, times)
        self._judged: tuple[GipfMove, State | None] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GipfPosition):
            return NotImplemented
        mine = (self.state, self.mover, self.times, self.rules.key, self.rules.options)
        theirs = (other.state, other.mover, other.times, other.rules.key, other.rules.options)
        return mine == theirs and counts(self._history) == counts(other._history)

    def __hash__(self) -> int:
        return hash((self.state, self.mover))

    def __repr__(self) -> str:
        return f"<{self.rules.key} {self.text()}>"

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""
        return None if self._outcome else self.mover

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._outcome

    def legal_moves(self) -> Iterator[GipfMove]:
        """Every legal turn once, lazily (GIPF 3)."""
        if self._outcome:
            return
        choice = self.rules.crossing_row_may_stay
        for before in self.state.removals(choice):
            middle = self.state.without(before)
            if before and any(middle.has_lost_gipfs(self.rules.has_gipfs)):
                yield GipfMove(before, NO_ENTRY, False, 0)
            elif kinds := [gipf for gipf in KINDS[middle.own.phase] if middle.own.reserve > gipf]:
                yield from _entering(middle, before, kinds, choice)

    def is_legal(self, move: Move) -> bool:
        """Whether this very turn may be played, tested without listing the others."""
        return isinstance(move, GipfMove) and self._end_of(move) is not None

    def play(self, move: Move) -> GipfPosition:
        """The position after `move`. Raises `IllegalMove`."""
        end = self._end_of(move) if isinstance(move, GipfMove) else None
        if end is None:
            raise IllegalMove(Message(_("this turn may not be played here")))
        state, mover = end.swap_sides(), 1 - self.mover
        if REPETITION not in self.rules.options:
            return GipfPosition(self.rules, state, mover)
        nothing_captured = end.own.captured == self.state.own.captured
        history = append_position(self._history if nothing_captured else (), (state, mover))
        return GipfPosition(self.rules, state, mover, history, count(history, (state, mover)))

    def parse(self, token: str) -> GipfMove:
        """Read one turn, official (short or complete) or GF1. Raises the three errors."""
        token = join_tokens(token)
        turn = parse_move(token, self.state, self.mover, self.rules.crossing_row_may_stay)
        if turn is None or self._end_of(turn) is None:
            raise refuse(self, token)
        return turn

    def write(self, move: Move, style: str) -> str:
        """Write a legal turn, "official" (complete) or "gf1" (dot and first spot)."""
        turn = _require_gipf_move(move)
        names = bits.GF1_NAMES if style == "gf1" else bits.NAMES
        if not turn.before and not turn.after:
            return "G" * turn.gipf + names[turn.entry]
        before = marks_of(self.state, turn.before)
        if turn.entry == NO_ENTRY:
            return write_turn(before, "", ())
        return write_turn(
            before, "G" * turn.gipf + names[turn.entry], marks_of(self._push(turn), turn.after) if turn.after else ()
        )

    def steps(self) -> Steps:
        """What comes off where there is a choice, the dot, the way in."""
        return Steps(Message(_("the game is over")), ()) if self._outcome else steps_of(self)

    def with_other_to_move(self) -> GipfPosition:
        """The pieces as they lie, and the other player comes in."""
        return GipfPosition(self.rules, self.state.swap_sides(), 1 - self.mover)

    def explain_refusal(self, path: Sequence[str], key: str) -> Message:
        """Why no piece comes in there."""
        return explain_refusal(self, path, key) or super().explain_refusal(path, key)

    def effects(self, move: Move) -> Effects:
        """What a legal turn does."""
        turn = _require_gipf_move(move)
        captured, returned = _split_removal(self.state, self.mover, turn.before)
        if turn.entry == NO_ENTRY:
            return Effects((), {}, captured, returned)
        before = position_data_of(self.state, self.mover).board
        pushed = self._push(turn)
        more_captured, more_returned = _split_removal(pushed, self.mover, turn.after)
        standing = position_data_of(pushed, self.mover).board
        path, gone = bits.PATHS[turn.entry], bits.spots(turn.after)
        placed = {
            spot: tuple(standing[spot]) for spot in path[1:] if spot not in gone and standing[spot] != before.get(spot)
        }
        return Effects(path, placed, captured | more_captured, returned | more_returned)

    def view(self, seat: int | None = None) -> View:
        """What everybody sees: GIPF hides nothing."""
        return self.position_data().view(self.rules.key, self.turn)

    def text(self) -> str:
        """The position text."""
        return self.position_data().text()

    def key(self) -> int:
        """A number that all twelve images of the board share. How often the position has come up is not in it."""
        own, other = self.state.own, self.state.other
        colours = "WB"[self.mover], "WB"[1 - self.mover]
        stacks = [
            (bits.SPOT[bit], colour * (1 + bool(self.state.gipfs & bit)))
            for colour, player in zip(colours, (own, other), strict=True)
            for bit in bits.each(player.pieces)
        ]
        sides = [f"{side.reserve} {side.captured} {side.phase}" for side in (own, other)]
        return _SYMMETRIES.key(stacks, f"{self.rules.key} {self.mover} {' '.join(sides)}")

    def ascii(self) -> str:
        """The board as White sees it, a line of spots a row, with what lies beside it."""
        return draw_ascii(self.position_data())

    def reserve(self, seat: int) -> int:
        """How many pieces `seat` may still bring in."""
        return self._player(seat).reserve

    def captured(self, seat: int) -> int:
        """How many pieces of the other `seat` has captured."""
        return self._player(seat).captured

    def pieces(self, seat: int) -> dict[str, bool]:
        """The spots on which pieces of `seat` stand; True for a GIPF-piece."""
        own = self._player(seat).pieces
        return {spot: bool(self.state.gipfs & bits.BIT[spot]) for spot in bits.spots(own)}

    def _player(self, seat: int) -> PlayerState:
        return self.state.own if seat == self.mover else self.state.other

    def position_data(self) -> PositionData:
        """The position told plainly."""
        return position_data_of(self.state, self.mover, self.times)

    def _end_of(self, turn: GipfMove) -> State | None:
        """The end of `turn`, still seen from its player; None if it is not legal.

        The last answer is kept: a turn that is read is usually played next.
        """
        if self._judged is None or self._judged[0] != turn:
            self._judged = turn, self._find_end(turn)
        return self._judged[1]

    def _find_end(self, turn: GipfMove) -> State | None:
        before, entry, gipf, after = turn
        state, choice = self.state, self.rules.crossing_row_may_stay
        if self._outcome or not state.may_remove(before, choice):
            return None
        if before:
            state = state.without(before)
            if any(state.has_lost_gipfs(self.rules.has_gipfs)):
                return state if turn[1:] == (NO_ENTRY, False, 0) else None
        if not 0 <= entry < len(bits.NAMES) or not state.has_room(entry):
            return None
        if gipf not in KINDS[state.own.phase] or state.own.reserve <= gipf:
            return None
        state = state.push(entry, gipf)
        return state.without(after) if state.may_remove(after, choice) else None

    def _push(self, turn: GipfMove) -> State:
        return self.state.without(turn.before).push(turn.entry, turn.gipf)


def entry_count(position: Position, move: Move) -> int:
    """From how many dots the piece of a turn gets to its spot."""
    return bits.DOTS_TO.get(_require_gipf_move(move).entry, 1)


def _split_removal(state: State, mover: int, taken: int) -> tuple[dict[str, Stack], dict[str, Stack]]:
    """What a removal captures and what it gives back, by spot."""
    stacks = position_data_of(state, mover).board
    return (
        {spot: tuple(stacks[spot]) for spot in bits.spots(taken & state.other.pieces)},
        {spot: tuple(stacks[spot]) for spot in bits.spots(taken & state.own.pieces)},
    )


def _entering(middle: State, before: int, kinds: list[bool], choice: bool) -> Iterator[GipfMove]:
    """Every turn that goes on from `middle` with a piece coming in."""
    own, occupied = middle.own.pieces, middle.occupied
    for entry in ENTRIES:
        if not occupied & entry.bit:
            yield from _finishing(middle, before, entry.entry, own | entry.bit, kinds, choice)
            continue
        for line, pushes in entry.pushes:
            push = pushes.get(occupied & line)
            if push is not None:
                yield from _finishing(middle, before, push.entry, push.shift(own) | entry.bit, kinds, choice)


def _finishing(middle: State, before: int, entry: int, own: int, kinds: list[bool], choice: bool) -> Iterable[GipfMove]:
    """Every turn with this entry. `own`: the player's pieces after the push."""
    if not has_four(own):
        return [GipfMove(before, entry, gipf, 0) for gipf in kinds]
    return (
        GipfMove(before, entry, gipf, after) for gipf in kinds for after in middle.push(entry, gipf).removals(choice)
    )


def _outcome(rules: GipfRules, state: State, mover: int, times: int) -> Outcome | None:
    """How the game ended before the player of `state` could move."""
    other = 1 - mover
    own_lost, other_lost = state.has_lost_gipfs(rules.has_gipfs)
    if own_lost or other_lost:  # GIPF 10
        if own_lost and other_lost:
            return _loss_of(mover if REMOVER_WINS in rules.options else other, "gipf")
        return _loss_of(mover if own_lost else other, "gipf")
    if AT_ONCE in rules.options and state.other.reserve == 0:
        return _loss_of(other, "reserve")
    if times >= 3:
        return Outcome("1/2-1/2", "repetition")
    if state.own.reserve == 0 and not has_four(state.own.pieces):  # GIPF 6
        return _loss_of(mover, "reserve")
    return None


def _loss_of(seat: int, reason: str) -> Outcome:
    return Outcome(("0-1", "1-0")[seat], reason)


def _require_gipf_move(move: Move) -> GipfMove:
    if not isinstance(move, GipfMove):
        raise TypeError(f"{move!r} is no GIPF turn")
    return move
