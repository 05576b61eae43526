"""TZAAR from a drawn board, the fixed one, and with pieces that players place. "T5" is an article of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from gipf_engine.games.tzaar import notation
from gipf_engine.games.tzaar.board import (
    BOARD,
    EQUIPMENT,
    FIXED,
    HAND,
    KIND_NAMES,
    KINDS,
    MEN,
    PIECES,
    can_capture,
    is_first_turn,
    is_placing,
    lacks_kind,
    list_actions,
    visible,
)
from gipf_engine.games.tzaar.manual import PORTRAIT, chapters
from gipf_engine.games.tzaar.refusals import refuse
from gipf_engine.kit.choices import Choice, Made
from gipf_engine.kit.effects import CAPTURED, Captured, Effect, Placed, Stacked
from gipf_engine.kit.game import quote
from gipf_engine.kit.rules import TableRules, stack_cannot_be
from gipf_engine.kit.setups import StackLaying, lay_letters
from gipf_engine.kit.table import GONE, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Outcome
from gipf_engine.rules.errors import BadSetup, NotAMove
from gipf_engine.rules.registry import register
from gipf_engine.rules.setup_seed import SetupGenerator
from gipf_engine.rules.shuffled_setups import shuffle_pieces

CHANCE = shuffle_pieces(
    "tzaar-setup-1",
    "".join(piece * count for piece, count in PIECES.items()),
    Message(
        _(
            "Put the pieces in a row: six tzaars, nine tzarras and fifteen totts of White, then the same of Black, "
            "numbered 0 to 59. For i = 59, 58 … 1, swap piece i with piece j, where j is a number below i + 1. Then "
            "place them on the points a1, a2, a3 … i5."
        )
    ),
)
_BUTTONS = {"Z": Message(_("Tzaar")), "A": Message(_("Tzarra")), "T": Message(_("Tott"))}
_ASK_SECOND = Message(_("Capture again, put a stack on another of yours, or end the turn."))
_ASKS = {
    notation.PIECE: Message(_("Choose a piece to place.")),
    notation.POINT: Message(_("Choose an empty point for the piece.")),
    notation.FROM: Message(_("Choose the stack that captures.")),
    notation.TO: Message(_("Choose where it lands.")),
}
_DONE = Message(_("The turn is complete."))
_END = Choice(notation.END, "", label=Message(_("End the turn")), last=True)
_FROM = {mark: tuple(Choice(notation.FROM, mark + point, (point,)) for point in BOARD.names) for mark in ("", ";")}
_TO = tuple(
    tuple(Choice(notation.TO, f"-{target}", (target,), data=source) for target in BOARD.names) for source in BOARD.names
)
_LAST_TO = tuple(tuple(choice._replace(last=True) for choice in targets) for targets in _TO)
_TEXTS = tuple(tuple(f"{source}-{target}" for target in BOARD.names) for source in BOARD.names)
_LAID = {
    piece: (Message(words), (f"{CAPTURED}.{1 - seat}", f"{HAND}.{seat}"))
    for seat, names in enumerate(
        ((_("White tzaar"), _("White tzarra"), _("White tott")), (_("Black tzaar"), _("Black tzarra"), _("Black tott")))
    )
    for piece, words in zip(MEN[seat], names, strict=True)
}


@register
class TzaarDrawn(TableRules):
    """The usual start: chance lays out all pieces (T3)."""

    key, game, variant = "tzaar-drawn", "tzaar", "drawn"
    game_name = _("TZAAR")
    portrait = PORTRAIT
    name = _("TZAAR")
    help = _("A drawn board. Capture in every turn, and keep at least one tzaar, one tzarra and one tott.")
    alternating = True
    equipment = EQUIPMENT
    parts = notation.PARTS
    shape = _("%(turn)s is not a turn: write c1-c2 to capture, c1-c2;d3-d4 for two actions, or Zc4 to place a tzaar")
    end_reasons: ClassVar = {
        "type": _("a player had no tzaar, no tzarra or no tott left"),
        "no-capture": _("a player could not capture"),
    }
    piece_names: ClassVar = KIND_NAMES
    chance: ClassVar[SetupGenerator | None] = CHANCE

    def begin(self, setup: str, handicap: str) -> Table:
        """See `GameRules`: 60 letters."""
        if handicap:
            raise BadSetup(Message(_("this game has no handicap")))
        return lay_letters(self.equipment.start, setup)

    # --- choices -------------------------------------------------------------------------------------------

    def choices(self, state: Table, made: Made) -> Iterable[Choice]:
        """See `Game`: a piece and a point; or a capture, then another action or none (T3 to T5)."""
        if not made:
            return _choose_piece(state) if is_placing(state) else _choose_stack(state, "", stacking=False)
        last = made[-1]
        if last.last:
            return ()
        if last.kind == notation.PIECE:
            free = BOARD.points(state.mask(""))
            return [Choice(notation.POINT, point, (point,), last=True, data=last.data) for point in free]
        if last.kind == notation.FROM:
            return _choose_target(state, last.points[0], second=len(made) > 1)
        return [*_choose_stack(state, ";", stacking=True), _END]

    def turns(self, state: Table) -> Iterable[str]:
        """See `Game`."""
        return super().turns(state) if is_placing(state) else _list_turns(state)

    def effects(self, state: Table, choice: Choice) -> Sequence[Effect]:
        """See `Game`."""
        if choice.kind == notation.POINT:
            return [Placed(choice.points[0], str(choice.data), f"{HAND}.{state.mover}")]
        if choice.kind != notation.TO:
            return ()
        source, target = str(choice.data), choice.points[0]
        moved = Stacked(source, target)
        return [moved] if state[target][-1] in MEN[state.mover] else [Captured(target, state.mover), moved]

    def next_turn(self, state: Table, made: Made) -> Table:
        """See `TableRules`: while pieces are placed, a player who has none left is passed over."""
        other = 1 - state.mover
        return state.turn_over(state.mover if is_placing(state) and not state.pile(HAND, other) else other)

    def other_to_move(self, state: Table) -> Table | None:
        """See `Game`."""
        other = 1 - state.mover
        return None if is_placing(state) and not state.pile(HAND, other) else state.turn_over(other)

    def ask(self, state: Table, made: Made) -> Message:
        """See `Game`."""
        kind = self._expected(state, made)
        return _ASK_SECOND if kind and made and made[-1].kind == notation.TO else _ASKS.get(kind, _DONE)

    def refuse(self, state: Table, made: Made, part: str) -> Message:
        """See `Game`."""
        return refuse(state, made, part, self._expected(state, made))

    def split(self, state: Table, token: str) -> list[str]:
        """See `Game`."""
        parts = notation.split(token)
        if parts is None:
            raise NotAMove(Message(self.shape, {"turn": quote(token)}), token)
        return parts

    def laying(self) -> StackLaying:
        """See `Rules`: the phase of captures is laid out."""
        start = self.equipment.start
        bare = Table(self.equipment, start.points, ((), (), start.pile(HAND, 1), start.pile(HAND, 0)))
        return StackLaying(self, _LAID, bare)

    def _expected(self, state: Table, made: Made) -> str:
        """The kind of choice that is asked; a second action begins with a stack, "" where the turn is complete."""
        if made and made[-1].kind == notation.TO and not made[-1].last:
            return notation.FROM
        following = next(iter(self.choices(state, made)), None)
        return following.kind if following else ""

    # --- the end -------------------------------------------------------------------------------------------

    def end(self, state: Table) -> Outcome | None:
        """See `Game` (T9 to T12). The player who has just moved comes first."""
        if is_placing(state):
            return None
        for seat in (1 - state.mover, state.mover):
            if lacks_kind(state.points, seat):
                return Outcome(("0-1", "1-0")[seat], "type")
        return None if can_capture(state, state.mover) else Outcome(("0-1", "1-0")[state.mover], "no-capture")

    def check(self, table: Table) -> None:
        """See `TableRules`: stacks have one colour, and pieces lie where they can have come to."""
        for point, stack in zip(BOARD.names, table.points, strict=True):
            if stack == GONE or not any({*stack} <= {*men} for men in MEN) or (stack[1:] and is_placing(table)):
                raise stack_cannot_be(stack, point)
        for seat in (0, 1):
            if not {*table.pile(HAND, seat)} <= {*MEN[seat]} or not {*table.pile(CAPTURED, seat)} <= {*MEN[1 - seat]}:
                raise BadSetup(Message(_("players hold their own pieces and capture those of the opponent")))
        if is_placing(table) and (
            table.pile(CAPTURED, 0) or table.pile(CAPTURED, 1) or not table.pile(HAND, table.mover)
        ):
            raise BadSetup(Message(_("while pieces are placed, the player to move has one and none is captured")))
        self.check_counts(table)

    def explain(self) -> Sequence[Message]:
        """See `Rules`."""
        return [text for chapter in self.chapters() for text in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return chapters(self.variant, self.start(FIXED if self.chance else "").text())


@register
class TzaarFixed(TzaarDrawn):
    """Every game starts alike (T3)."""

    key, variant = "tzaar-fixed", "fixed"
    name = _("TZAAR: fixed board")
    help = _("Always the same board. Capture in every turn, and keep at least one tzaar, one tzarra and one tott.")
    chance = None

    def begin(self, setup: str, handicap: str) -> Table:
        """See `GameRules`."""
        return lay_letters(super(TzaarDrawn, self).begin(setup, handicap), FIXED)


@register
class TzaarPlaced(TzaarDrawn):
    """The tournament game: the players place all pieces first (T3)."""

    key, variant = "tzaar-placed", "placed"
    name = _("TZAAR: placed pieces")
    help = _("The players place the pieces. Then capture in every turn, and keep a tzaar, a tzarra and a tott.")
    chance = None

    def begin(self, setup: str, handicap: str) -> Table:
        """See `GameRules`."""
        return super(TzaarDrawn, self).begin(setup, handicap)


def _choose_piece(state: Table) -> Iterator[Choice]:
    for kind, piece in zip(KINDS, MEN[state.mover], strict=True):
        if piece in state.pile(HAND, state.mover):
            yield Choice(notation.PIECE, kind, label=_BUTTONS[kind], data=piece)


def _choose_stack(state: Table, mark: str, *, stacking: bool) -> list[Choice]:
    """The stacks that can act."""
    sources = dict.fromkeys(source for source, _target in list_actions(state.points, state.mover, stacking=stacking))
    return [_FROM[mark][source] for source in sources]


def _choose_target(state: Table, point: str, *, second: bool) -> Iterator[Choice]:
    """Where the stack may land; the turn surely ends with a second action, the first turn, and a win (T4, T10)."""
    chosen, first = BOARD.index[point], is_first_turn(state)
    counts = visible(state.points, 1 - state.mover)
    for source, target in list_actions(state.points, state.mover, stacking=second):
        if source == chosen:
            ends = second or first or counts[state.points[target][-1].upper()] == 1
            yield (_LAST_TO if ends else _TO)[source][target]


def _list_turns(state: Table) -> Iterator[str]:
    seat, first = state.mover, is_first_turn(state)
    counts = visible(state.points, 1 - seat)
    for source, target in list_actions(state.points, seat, stacking=False):
        begun = _TEXTS[source][target]
        yield begun
        if first or counts[state.points[target][-1].upper()] == 1:
            continue
        points = list(state.points)
        points[source], points[target] = "", points[source]
        begun += ";"
        for one, other in list_actions(points, seat, stacking=True):
            yield begun + _TEXTS[one][other]
