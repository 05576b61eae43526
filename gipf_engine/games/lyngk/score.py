"""How a game of LYNGK ended, who owns which stack, and which count decides (LYNGK 12 and 13)."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.games.lyngk.landings import has_turn
from gipf_engine.games.lyngk.state import LyngkState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Outcome
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.score import Holding, Score, ScoreLine, explain_difference, first_difference

SIX, FIVES, COLUMNS = "sixes", "fives", "columns"
_HEIGHTS = {"fours": 4, "threes": 3, "twos": 2, "singles": 1}
MAIN_NAMES = {
    COLUMNS: _("completed columns"),
    "fours": _("own stacks of four"),
    "threes": _("own stacks of three"),
    "twos": _("own stacks of two"),
    "singles": _("own single pieces"),
}
SIX_NAMES = {
    SIX: _("completed stacks of six"),
    FIVES: _("own stacks of five"),
    **{key: name for key, name in MAIN_NAMES.items() if key != COLUMNS},
}
_PIECES = 43
_COMPLETED_SIX = (_("White completed a stack of six"), _("Black completed a stack of six"))

Pair = tuple[int, int]
Row = tuple[int, ...]

END_REASONS = {
    "no-moves": _("neither player could move"),
    "six-stack": _("a stack of six was completed"),
}


def tally(state: LyngkState) -> tuple[Row, Row]:
    """For each seat [completed, fours, threes, twos, singles] (LYNGK 12).

    `completed`: columns taken off (main) or five-stacks on the board under its colours (six); the others are
    stacks on the board with its colours on top. Neutral columns that stayed count for no one.
    """
    return _stack_counts(state, 0), _stack_counts(state, 1)


def _stack_counts(state: LyngkState, seat: int) -> Row:
    own = [len(stack) for stack in state.stacks if stack and stack[-1] in state.claimed[seat]]
    best = len(state.completed[seat]) if state.limit == 5 else own.count(5)
    return (best, *(own.count(height) for height in (4, 3, 2, 1)))


def determine_outcome(state: LyngkState, *, literal_tie: bool) -> Outcome | None:
    """How the game ended, None while either player has a legal turn (LYNGK 12, 13).

    The higher tally wins, compared from the left: completed columns, then fours, threes, twos, singles; all
    equal is a draw. With `literal_tie` nothing but completed columns is compared.
    """
    if state.won:
        return Outcome("1-0" if state.completed[0] else "0-1", "six-stack", tally(state))
    if has_turn(state) or has_turn(state.other_to_move()):
        return None
    white, black = tally(state)
    compared = 1 if literal_tie else len(white)
    if white[:compared] == black[:compared]:
        return Outcome("1/2-1/2", "no-moves", (white, black))
    return Outcome("1-0" if white[:compared] > black[:compared] else "0-1", "no-moves", (white, black))


def count_score(state: LyngkState, *, literal_tie: bool) -> Score:
    """Every count of this position with the stacks behind it, whether the game is over or not."""
    own = (_own_stacks(state, 0), _own_stacks(state, 1))
    lines = [_completed_line(state, own)]
    if state.limit == 6:
        lines.append(_score_line(FIVES, own, 5))
    lines += [_score_line(key, own, height) for key, height in _HEIGHTS.items()]
    decided_by, leader = first_difference(counts_to_compare([(line.key, line.counts) for line in lines], literal_tie))
    return Score(tuple(lines), decided_by, leader, state.claimed, _neutral(state, lines))


def explain_outcome(outcome: Outcome, names: dict[str, str], *, literal_tie: bool) -> Message:
    """Why the winner won, from the tally that was stored."""
    if outcome.reason == "six-stack":
        return Message(_COMPLETED_SIX[outcome.result == "0-1"])
    pairs = _compared_counts(outcome, names, literal_tie)
    return explain_difference(pairs, names, all_count=len(pairs) > 1)


def deciding_count(outcome: Outcome, names: dict[str, str], *, literal_tie: bool) -> str:
    """The first count of the stored tally that differs, "" where none does."""
    if outcome.reason == "six-stack":
        return SIX
    return first_difference(_compared_counts(outcome, names, literal_tie))[0]


def outcome_of(counts: Sequence[Sequence[int]], names: dict[str, str], *, literal_tie: bool) -> Outcome:
    """How a game ended that its players counted: for each seat a number for each of `names`. Raises `BadSetup`."""
    white, black = (tuple(row) for row in counts)
    _check_pieces(white, black, names)
    if SIX in names:
        if white[0] + black[0]:
            return Outcome("1-0" if white[0] else "0-1", "six-stack", (white[1:], black[1:]))
        white, black = white[1:], black[1:]
    equal = Outcome("1/2-1/2", "no-moves", (white, black))
    _key, leader = first_difference(_compared_counts(equal, names, literal_tie))
    return equal if leader is None else Outcome(("1-0", "0-1")[leader], "no-moves", (white, black))


def _compared_counts(outcome: Outcome, names: dict[str, str], literal_tie: bool) -> list[tuple[str, Pair]]:
    """What a game without moves is decided by, from its tally."""
    assert outcome.tally is not None
    white, black = outcome.tally
    keys = [key for key in names if key != SIX]
    return counts_to_compare(list(zip(keys, zip(white, black, strict=True), strict=True)), literal_tie)


def counts_to_compare(pairs: list[tuple[str, Pair]], literal_tie: bool) -> list[tuple[str, Pair]]:
    """The counts that are compared: with `literal_tie` the completed columns alone."""
    return pairs[:1] if literal_tie else pairs


def _check_pieces(white: Sequence[int], black: Sequence[int], names: dict[str, str]) -> None:
    heights = {SIX: 6, FIVES: 5, COLUMNS: 5, **_HEIGHTS}
    pieces = sum(heights[key] * (one + other) for key, one, other in zip(names, white, black, strict=True))
    if pieces > _PIECES:
        raise BadSetup(
            Message(_("pieces in these stacks: %(count)s; LYNGK has %(most)s"), {"count": pieces, "most": _PIECES})
        )
    if SIX in names and white[0] + black[0] > 1:
        raise BadSetup(Message(_("the first stack of six ends the game: there can be only one")))


def _completed_line(state: LyngkState, own: tuple[list[Holding], list[Holding]]) -> ScoreLine:
    if state.limit == 6:
        sixes = [[held for held in own[seat] if len(held.pieces) == 6][: len(state.completed[seat])] for seat in (0, 1)]
        return ScoreLine(SIX, (len(state.completed[0]), len(state.completed[1])), (tuple(sixes[0]), tuple(sixes[1])))
    white, black = (tuple(Holding("", column) for column in state.completed[seat]) for seat in (0, 1))
    return ScoreLine(COLUMNS, (len(white), len(black)), (white, black))


def _score_line(key: str, own: tuple[list[Holding], list[Holding]], height: int) -> ScoreLine:
    white, black = (tuple(held for held in own[seat] if len(held.pieces) == height) for seat in (0, 1))
    return ScoreLine(key, (len(white), len(black)), (white, black))


def _own_stacks(state: LyngkState, seat: int) -> list[Holding]:
    claimed = state.claimed[seat]
    return [Holding(SPOTS[spot], stack) for spot, stack in enumerate(state.stacks) if stack and stack[-1] in claimed]


def _neutral(state: LyngkState, lines: Sequence[ScoreLine]) -> tuple[Holding, ...]:
    """Stacks that no line counts: under colours no one owns, or complete before their colour was claimed."""
    counted = {held.spot for line in lines for seat in line.stacks for held in seat}
    stacks = enumerate(state.stacks)
    return tuple(Holding(SPOTS[spot], stack) for spot, stack in stacks if stack and SPOTS[spot] not in counted)
