"""DVONN in ten lessons."""

from __future__ import annotations

from gipf_engine.games.dvonn.board import MEN, RED, is_shut_in, occupied, stacks_of
from gipf_engine.games.dvonn.notation import PASS
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.table import Table
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.lessons import (
    COURSES,
    Course,
    Lesson,
    any_turn,
    as_much_as_any,
    at_least,
    both,
    every_reply,
    exactly,
    wins,
)

_SURROUNDED = "e3"


def _table_at(position: Position) -> Table:
    assert isinstance(position, KitPosition)
    state = position.state
    assert isinstance(state, Table)
    return state


def _height(position: Position, move: Move) -> int:
    return len(_table_at(position)[str(move)[:2]])


def _gained(position: Position, move: Move) -> int:
    before, after = (
        sum(len(stack) for _point, stack in stacks_of(_table_at(each), position.turn or 0))
        for each in (position, position.play(move))
    )
    return after - before


def _lands_on_red(position: Position, move: Move) -> bool:
    return _table_at(position)[str(move)[3:]] == RED


def _cut(letter: str, position: Position, move: Move) -> int:
    lost = position.effects(move).removed.values()
    return sum(stack.count(letter) for stack in lost)


def _cut_white(position: Position, move: Move) -> int:
    return _cut(MEN[0], position, move)


def _cut_black(position: Position, move: Move) -> int:
    return _cut(MEN[1], position, move)


def _is_freed(position: Position, move: Move) -> bool:
    table = _table_at(position.play(move))
    return table[_SURROUNDED] == MEN[0] and not is_shut_in(occupied(table), _SURROUNDED)


def _passes(position: Position, move: Move) -> bool:
    return str(move) == PASS


LESSONS = (
    Lesson(
        key="place",
        title=_("The DVONN pieces"),
        text=_("First the players fill the board, one piece each in turn. The three red DVONN pieces come first."),
        task=_("Place the first DVONN piece."),
        hint=_("Any empty point will do."),
        position=".../..../...../...../...../...../...../...../...../..../... w R3 W23 B23 -",
        wanted=any_turn,
        solution="f3",
        wrong="f3-g3",
    ),
    Lesson(
        key="move",
        title=_("One step"),
        text=_("Then pieces move. A single piece moves one point, and always onto another piece."),
        task=_("Move your piece."),
        hint=_("Touch your piece, then a piece beside it."),
        position=".../..../...../...../..RW./..BB./...../...../...../..../... w - - - B21,R2,W22",
        wanted=any_turn,
        solution="e4-f4",
        wrong="e4-d4",
    ),
    Lesson(
        key="height",
        title=_("As far as it is high"),
        text=_("A stack of two moves exactly two points, a stack of three exactly three. It is yours by its top."),
        task=_("Move your stack of two."),
        hint=_("That was the single piece. Touch the stack with a 2."),
        position=".../..../...../..(BW)../..R../..WB./...../...../...../..../... w - - - B21,R2,W21",
        wanted=at_least(2, _height),
        solution="d3-f3",
        wrong="f3-f4",
    ),
    Lesson(
        key="take",
        title=_("Take a stack"),
        text=_("When you land on a stack, all of it is yours. High stacks are worth the most."),
        task=_("Gain as many pieces as you can."),
        hint=_("There is a black stack of three. Land on it."),
        position=".../..../...../..WB./..R(BBB)./..W(BW)(BB)/...../...../...../..../... w - - - B16,R2,W20",
        wanted=as_much_as_any(_gained),
        solution="d3-e4",
        wrong="f3-e3",
    ),
    Lesson(
        key="red",
        title=_("Carry a DVONN piece"),
        text=_("Single DVONN pieces never move. But a DVONN piece in a stack moves along with it."),
        task=_("Land on the DVONN piece."),
        hint=_("That was not the DVONN piece: it is red."),
        position=".../..../.B.../.BW../.BRW./..BW./...../...../...../..../... w - - - B19,R2,W20",
        wanted=_lands_on_red,
        solution="d3-e3",
        wrong="f4-f3",
    ),
    Lesson(
        key="cut",
        title=_("Cut off"),
        text=_("Pieces no longer connected to a DVONN piece leave the board. They count for neither player."),
        task=_("Cut off two black pieces, and no white one."),
        hint=_("Which white piece connects two black ones? Move it back, toward the DVONN piece."),
        position=".../.WB./.BR../..WB./...W./...BB/...../...../...../..../... w - - - B18,R2,W20",
        wanted=both(exactly(2, _cut_black), exactly(0, _cut_white)),
        solution="e4-d4",
        wrong="e4-f4",
    ),
    Lesson(
        key="touch",
        title=_("Stay in touch"),
        text=_("Your own moves can cut off your own pieces. Look before you move what holds them."),
        task=_("Move so that no piece is lost."),
        hint=_("White pieces were cut off. Leave those in the middle of the chain."),
        position=".../..../..RW./..WB./..W../..W../...../...../...../..../... w - - - B22,R2,W19",
        wanted=exactly(0, _cut_white),
        solution="f3-e3",
        wrong="d3-c3",
    ),
    Lesson(
        key="free",
        title=_("Room to move"),
        text=_("A stack with pieces on all six points around it can’t move."),
        task=_("Make room for the white piece on e3, and don’t cover it."),
        hint=_("The piece on e3 is still surrounded, or covered. Move one beside it away."),
        position=".../..../WB.../.BR../.WWB./..WW./...../...../...../..../... w - - - B20,R2,W18",
        wanted=_is_freed,
        solution="e2-d2",
        wrong="c1-c2",
    ),
    Lesson(
        key="pass",
        title=_("Black must pass"),
        text=_("A player who can’t move passes. That leaves the board to the other player."),
        task=_("Leave Black without a move."),
        hint=_("Black can still move. Take the black piece."),
        position=".../..../..RW./..WB./..W../..W../...../...../...../..../... w - - - B22,R2,W19",
        wanted=every_reply(_passes),
        solution="c4-d4",
        wrong="c4-c3",
    ),
    Lesson(
        key="win",
        title=_("The most pieces"),
        text=_("When neither player can move, the game is over. The player with more pieces in own stacks wins."),
        task=_("Win: end the game with more pieces."),
        hint=_("That left Black the stack of three. Land on it."),
        position=".../..../...../...../..RW./...(BBB)./...../...../...../..../... w - - - B20,R2,W22",
        wanted=wins,
        solution="e4-f4",
        wrong="e4-e3",
    ),
)
COURSES.add("dvonn", Course("dvonn", "dvonn-placed", LESSONS))
