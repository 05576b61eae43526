"""DVONN with pieces that the players place, and from a board that is drawn. "D5" is an article of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from gipf_engine.games.dvonn import notation
from gipf_engine.games.dvonn.board import (
    BOARD,
    DVONN,
    EQUIPMENT,
    HAND,
    MEN,
    OUT,
    PIECE_NAMES,
    PIECES,
    RED,
    can_move,
    cut_off,
    is_placing,
    is_shut_in,
    movers_of,
    occupied,
    piece_of,
    stacks_of,
    targets_of,
)
from gipf_engine.games.dvonn.manual import PORTRAIT, chapters
from gipf_engine.games.dvonn.refusals import refuse
from gipf_engine.kit.choices import Choice, Made
from gipf_engine.kit.effects import Effect, Placed, Removed, Stacked
from gipf_engine.kit.game import quote
from gipf_engine.kit.position import KitPosition
from gipf_engine.kit.rules import TableRules, stack_cannot_be
from gipf_engine.kit.setups import StackLaying, lay_letters
from gipf_engine.kit.table import GONE, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Outcome, Position
from gipf_engine.rules.errors import BadSetup, NotAMove
from gipf_engine.rules.registry import register
from gipf_engine.rules.score import Holding, Score, ScoreLine, explain_difference, first_difference
from gipf_engine.rules.shuffled_setups import shuffle_pieces

COUNT = "pieces"
CHANCE = shuffle_pieces(
    "dvonn-setup-1",
    "".join(piece * count for piece, count in PIECES.items()),
    Message(
        _(
            "Put the pieces in a row: 23 white, 23 black, three DVONN pieces, numbered 0 to 48. For i = 48, 47 … 1, "
            "swap piece i with piece j, where j is a number below i + 1. Then place them on the points a1, a2, a3, b1 "
            "… k5."
        )
    ),
)
_ASK_PIECE = (
    Message(_("Choose an empty point for a white piece.")),
    Message(_("Choose an empty point for a black piece.")),
)
_ASK_RED = Message(_("Choose an empty point for a DVONN piece."))
_ASKS = {
    notation.FROM: Message(_("Choose the stack that moves.")),
    notation.TO: Message(_("Choose where it lands.")),
    notation.PASS: Message(_("None of your stacks can move: you must pass.")),
}
_DONE = Message(_("The turn is complete."))
_PASS = Choice(notation.PASS, notation.PASS, label=Message(_("Pass")), last=True)
_FROM = {point: Choice(notation.FROM, point, (point,)) for point in BOARD.names}
_TO = {
    point: {target: Choice(notation.TO, f"-{target}", (target,), last=True, data=point) for target in BOARD.names}
    for point in BOARD.names
}
_LAID = {
    "W": (Message(_("White piece")), (OUT, f"{HAND}.0")),
    "B": (Message(_("Black piece")), (OUT, f"{HAND}.1")),
    RED: (Message(_("DVONN piece")), (OUT, DVONN)),
}


@register
class DvonnPlaced(TableRules):
    """The normal game: the players place all pieces first (D3)."""

    key, game, variant = "dvonn-placed", "dvonn", "placed"
    game_name = _("DVONN")
    portrait = PORTRAIT
    name = _("DVONN")
    help = _("The players place the pieces, then stack them. Pieces that lose touch with the DVONN pieces are removed.")
    draws = True
    equipment = EQUIPMENT
    parts = notation.PARTS
    shape = _("%(turn)s is not a turn: write e3 to place a piece, a1-b2 to move a stack, or pass")
    end_reasons: ClassVar = {"no-moves": _("neither player could move")}
    score_names: ClassVar = {COUNT: _("pieces in own stacks")}
    compared = (COUNT,)
    piece_names: ClassVar = PIECE_NAMES

    # --- choices -------------------------------------------------------------------------------------------

    def choices(self, state: Table, made: Made) -> Iterable[Choice]:
        """See `Game`: an empty point while pieces are placed, then a stack and where it lands (D3, D5, D8)."""
        if made:
            return self._landings(state, made[-1].points[0]) if made[-1].kind == notation.FROM else ()
        if is_placing(state):
            piece = piece_of(state, state.mover)
            free = BOARD.points(state.mask(""))
            return [Choice(notation.PLACE, point, (point,), last=True, data=piece) for point in free]
        return [_FROM[point] for point in movers_of(state, state.mover)] or [_PASS]

    def choose(self, state: Table, made: Made, text: str) -> Choice | None:
        """See `Game`."""
        if made or is_placing(state) or text not in BOARD:
            return super().choose(state, made, text)
        taken, own = occupied(state), state[text][-1:] == MEN[state.mover]
        return _FROM[text] if own and not is_shut_in(taken, text) and any(targets_of(state, text, taken)) else None

    def turns(self, state: Table) -> Iterable[str]:
        """See `Game`."""
        return super().turns(state) if is_placing(state) else _list_moves(state)

    def effects(self, state: Table, choice: Choice) -> Sequence[Effect]:
        """See `Game`."""
        if choice.kind == notation.PLACE:
            piece = str(choice.data)
            return [Placed(choice.points[0], piece, DVONN if piece == RED else f"{HAND}.{state.mover}")]
        return [Stacked(str(choice.data), choice.points[0])] if choice.kind == notation.TO else []

    def closing(self, state: Table, made: Made) -> Sequence[Effect]:
        """See `Game`: what is not connected to a DVONN piece leaves the board (D7)."""
        return [Removed(point, OUT) for point in cut_off(state)] if made[-1].kind == notation.TO else ()

    def next_turn(self, state: Table, made: Made) -> Table:
        """See `TableRules`: White, who places the last piece, moves at once (D3)."""
        other = 1 - state.mover
        if made[-1].kind != notation.PLACE:
            return state.turn_over(other)
        if not is_placing(state):
            return state.turn_over(0)
        return state.turn_over(other if piece_of(state, other) else state.mover)

    def other_to_move(self, state: Table) -> Table | None:
        """See `Game`."""
        other = 1 - state.mover
        return state.turn_over(other) if piece_of(state, other) or not is_placing(state) else None

    def ask(self, state: Table, made: Made) -> Message:
        """See `Game`."""
        following = next(iter(self.choices(state, made)), None)
        if following is None:
            return _DONE
        if following.kind == notation.PLACE:
            return _ASK_RED if following.data == RED else _ASK_PIECE[state.mover]
        return _ASKS[following.kind]

    def refuse(self, state: Table, made: Made, part: str) -> Message:
        """See `Game`."""
        following = None if made and made[-1].last else next(iter(self.choices(state, made)), None)
        return refuse(state, made, part, following.kind if following else "")

    def split(self, state: Table, token: str) -> list[str]:
        """See `Game`."""
        parts = notation.split(token)
        if parts is None:
            raise NotAMove(Message(self.shape, {"turn": quote(token)}), token)
        return parts

    def laying(self) -> StackLaying:
        """See `Rules`: the phase of moves is laid out."""
        start = self.equipment.start
        piles = {pile.key: () for pile in start.equipment.piles} | {OUT: tuple(sorted(start.count_pieces().elements()))}
        bare = Table(self.equipment, start.points, tuple(piles[pile.key] for pile in self.equipment.piles))
        return StackLaying(self, _LAID, bare)

    def _landings(self, state: Table, point: str) -> list[Choice]:
        return [_TO[point][target] for target in targets_of(state, point, occupied(state))]

    # --- the end -------------------------------------------------------------------------------------------

    def end(self, state: Table) -> Outcome | None:
        """See `Game` (D8, D9)."""
        if is_placing(state) or can_move(state, state.mover) or can_move(state, 1 - state.mover):
            return None
        return self.outcome_of([[sum(len(stack) for _point, stack in stacks_of(state, seat))] for seat in (0, 1)])

    def score(self, position: Position) -> Score | None:
        """See `Rules`: the pieces in stacks of each colour, with the stacks (D9)."""
        if not isinstance(position, KitPosition):
            return None
        white, black = ([Holding(*each) for each in stacks_of(position.state, seat)] for seat in (0, 1))
        counts = sum(len(each.pieces) for each in white), sum(len(each.pieces) for each in black)
        line = ScoreLine(COUNT, counts, (tuple(white), tuple(black)))
        return Score((line,), *first_difference([(COUNT, counts)]))

    def explain_outcome(self, outcome: Outcome) -> Message:
        """See `Rules`."""
        return explain_difference(_compare(outcome), dict(self.score_names))

    def deciding_count(self, outcome: Outcome) -> str:
        """See `Rules`."""
        return first_difference(_compare(outcome))[0]

    def outcome_of(self, counts: Sequence[Sequence[int]]) -> Outcome:
        """See `Rules`: more pieces win (D9)."""
        (white,), (black,) = counts
        if white + black > len(BOARD):
            words = {"count": white + black, "most": len(BOARD)}
            raise BadSetup(Message(_("more pieces are counted than the game has: %(count)s of %(most)s"), words))
        result = "1-0" if white > black else "0-1" if black > white else "1/2-1/2"
        return Outcome(result, "no-moves", ((white,), (black,)))

    def check(self, table: Table) -> None:
        """See `TableRules`: pieces are placed alone and none is out before all are; DVONN pieces lie on nothing."""
        for point, stack in zip(BOARD.names, table.points, strict=True):
            if stack == GONE or (stack[1:] and (stack[-1] == RED or is_placing(table))):
                raise stack_cannot_be(stack, point)
        held = [*table.pile(DVONN)], [*table.pile(HAND, 0)], [*table.pile(HAND, 1)]
        if any({*pile} - {piece} for pile, piece in zip(held, (RED, *MEN), strict=True)):
            raise BadSetup(Message(_("a player holds only pieces of their own colour")))
        if any(held) and (table.pile(OUT) or not piece_of(table, table.mover)):
            raise BadSetup(Message(_("while pieces are placed, the player to move has one and none is out")))
        self.check_counts(table)

    def explain(self) -> Sequence[Message]:
        """See `Rules`."""
        return [text for chapter in self.chapters() for text in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return chapters(self.equipment.start, placed=self.chance is None)


@register
class DvonnDrawn(DvonnPlaced):
    """A filled board that chance has laid out (D10)."""

    key, variant = "dvonn-drawn", "drawn"
    name = _("DVONN: drawn board")
    help = _("A drawn board with all pieces: stack them. Pieces that lose touch with the DVONN pieces are removed.")
    alternating = True
    chance = CHANCE

    def begin(self, setup: str, handicap: str) -> Table:
        """See `GameRules`: 49 letters."""
        if handicap:
            raise BadSetup(Message(_("this game has no handicap")))
        return lay_letters(self.equipment.start, setup)


def _list_moves(state: Table) -> Iterator[str]:
    taken, stuck = occupied(state), True
    for point in movers_of(state, state.mover):
        stuck = False
        for target in targets_of(state, point, taken):
            yield f"{point}-{target}"
    if stuck:
        yield notation.PASS


def _compare(outcome: Outcome) -> list[tuple[str, tuple[int, int]]]:
    (white,), (black,) = outcome.tally or ((0,), (0,))
    return [(COUNT, (white, black))]
