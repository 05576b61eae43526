"""How a game of LYNGK ended, and by what count (LYNGK 12 and 13)."""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Outcome
from gipf_engine.rules.lyngk.movegen import moves
from gipf_engine.rules.lyngk.state import State

Row = tuple[int, ...]

END_REASONS = {
    "no-moves": _("nobody could move any more"),
    "six-stack": _("a stack of six was completed"),
}


def tally(state: State) -> tuple[Row, Row]:
    """For each seat [completed, fours, threes, twos, singles] (LYNGK 12).

    `completed`: columns taken off (main) or five-stacks on the board under its colours (six); the others are
    stacks on the board with its colours on top. Neutral columns that stayed count for nobody.
    """
    return _stack_counts(state, 0), _stack_counts(state, 1)


def _stack_counts(state: State, seat: int) -> Row:
    own = [len(stack) for stack in state.stacks if stack and stack[-1] in state.claimed[seat]]
    best = len(state.completed[seat]) if state.limit == 5 else own.count(5)
    return (best, *(own.count(height) for height in (4, 3, 2, 1)))


def determine_outcome(state: State, *, literal_tie: bool) -> Outcome | None:
    """How the game ended, None while either player has a legal turn (LYNGK 12, 13).

    The higher tally wins, compared from the left: completed columns, then fours, threes, twos, singles; all
    equal is a draw. With `literal_tie` nothing but completed columns is compared.
    """
    if state.won:
        return Outcome("1-0" if state.completed[0] else "0-1", "six-stack", tally(state))
    if next(moves(state), None) or next(moves(state.other_to_move()), None):
        return None
    white, black = tally(state)
    compared = 1 if literal_tie else len(white)
    if white[:compared] == black[:compared]:
        return Outcome("1/2-1/2", "no-moves", (white, black))
    return Outcome("1-0" if white[:compared] > black[:compared] else "0-1", "no-moves", (white, black))
