"""Positions and set-ups as text.

A position is four words: the spots by column (`/` between columns, `,` between spots, stacks bottom to top,
`.` for an empty spot), the player to move (`w` began), the claimed colours and the completed columns of both
(in the six-stack game: the six-stack that won; a number stands for columns that no one knows any more):

    R/K,R,G,I/G,B,J,K,G,K,K/R,I,G,R,R,B/B,B,I,I,K,I,B/G,I,B,I,B,R/G,B,K,R,G,K,J/R,I,K,G/J w -:- 0:0
"""

from __future__ import annotations

import re
from collections import Counter

from gipf_engine.games.lyngk.board import COLOUR_NAMES, COLOURS, JOKER, PIECES, SPOTS
from gipf_engine.games.lyngk.state import Columns, LyngkState
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import BadSetup

_SEATS = "wb"
_LONGEST = 400
_SHAPE = re.compile(r"([IBRGKJ.,/]+) ([wb]) ([IBRGK]{1,2}|-):([IBRGK]{1,2}|-) ([IBRGKJ,]+|[0-8]):([IBRGKJ,]+|[0-8])")


def read_setup(setup: str) -> tuple[str, ...]:
    """43 letters, one for each spot in the order a1 b1 b2 … i1 (LYNGK 1). Raises `BadSetup`."""
    if not setup:
        raise BadSetup(Message(_("LYNGK needs a set-up: 43 letters, one for each spot from a1 to i1")))
    if len(setup) != len(SPOTS):
        raise BadSetup(
            Message(
                _("a set-up has %(wanted)s letters; this one has %(count)s"),
                {"wanted": len(SPOTS), "count": len(setup)},
            )
        )
    counted = Counter(setup)
    for kind, wanted in PIECES.items():
        if counted[kind] != wanted:
            raise BadSetup(
                Message(
                    _("%(kind)s (%(letter)s) must appear in the set-up %(wanted)s times, not %(count)s"),
                    {"kind": COLOUR_NAMES[kind], "letter": kind, "wanted": wanted, "count": counted[kind]},
                )
            )
    return tuple(setup)


def write_position(state: LyngkState) -> str:
    """See the top of this file."""
    columns: dict[str, list[str]] = {}
    for spot, stack in zip(SPOTS, state.stacks, strict=True):
        columns.setdefault(spot[0], []).append(stack or ".")
    board = "/".join(",".join(stacks) for stacks in columns.values())
    claimed = ":".join(colours or "-" for colours in state.claimed)
    return f"{board} {_SEATS[state.mover]} {claimed} {':'.join(map(_columns_text, state.completed))}"


def read_position(text: str, *, limit: int, captures: bool) -> LyngkState:
    """Read what `write_position` writes, or a position with fewer pieces. Raises `BadSetup`."""
    match = _SHAPE.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise BadSetup(Message(_("this is not a LYNGK position: it needs board, player to move, claims and columns")))
    board, mover, white, black, white_columns, black_columns = match.groups()
    state = LyngkState(
        stacks=_read_board(board, limit),
        claimed=(_in_order(white), _in_order(black)),
        completed=(_read_columns(white_columns, limit), _read_columns(black_columns, limit)),
        mover=_SEATS.index(mover),
        limit=limit,
        captures=captures,
    )
    _check_claims(state)
    _check_pieces(state)
    return state


def _columns_text(columns: Columns) -> str:
    """The columns with commas; how many they are where there are none or they are not known."""
    return ",".join(columns) if columns and all(columns) else str(len(columns))


def _read_columns(text: str, limit: int) -> Columns:
    if text.isdigit():
        return ("",) * int(text)
    columns = tuple(text.split(","))
    for column in columns:
        if len(column) != limit or _is_twice(column):
            raise BadSetup(Message(_("%(column)s is not a complete column"), {"column": column[:10]}), column[:10])
    return columns


def _in_order(claimed: str) -> str:
    return "" if claimed == "-" else "".join(sorted(claimed, key=COLOURS.index))


def _read_board(board: str, limit: int) -> tuple[str, ...]:
    columns = [column.split(",") for column in board.split("/")]
    heights = list(Counter(spot[0] for spot in SPOTS).values())
    if [len(column) for column in columns] != heights:
        raise BadSetup(Message(_("the columns a to i have 1, 4, 7, 6, 7, 6, 7, 4 and 1 spots")))
    stacks = tuple("" if stack == "." else stack for column in columns for stack in column)
    for spot, stack in zip(SPOTS, stacks, strict=True):
        if "." in stack or len(stack) > limit or _is_twice(stack):
            raise BadSetup(Message(_("%(stack)s cannot be on %(spot)s"), {"stack": stack, "spot": spot}))
    return stacks


def _is_twice(stack: str) -> bool:
    colours = stack.replace(JOKER, "")
    return len(set(colours)) < len(colours)


def _check_claims(state: LyngkState) -> None:
    both = state.claimed[0] + state.claimed[1]
    if len(set(both)) < len(both):
        raise BadSetup(Message(_("a colour can be claimed only once")))


def _check_pieces(state: LyngkState) -> None:
    known = "".join(state.completed[0] + state.completed[1]) if state.limit == 5 else ""
    counted = Counter("".join(state.stacks) + known)
    for kind, most in PIECES.items():
        if counted[kind] > most:
            raise BadSetup(
                Message(_("there are only %(most)s pieces of %(kind)s"), {"most": most, "kind": COLOUR_NAMES[kind]})
            )
    if state.limit == 6:
        _check_six_stack(state)
    elif counted.total() - len(known) + state.limit * sum(map(len, state.completed)) > len(SPOTS):
        raise BadSetup(Message(_("the board and the completed columns have more than 43 pieces")))


def _check_six_stack(state: LyngkState) -> None:
    """A win needs the stack that won it; no one wins twice."""
    won_by_seat = [len(columns) for columns in state.completed]
    for seat, won in enumerate(won_by_seat):
        stacks = [stack for stack in state.stacks if len(stack) == state.limit and stack[-1] in state.claimed[seat]]
        if won > min(1, len(stacks)) or sum(won_by_seat) > 1:
            raise BadSetup(Message(_("the board does not show the six-stack that won")))
