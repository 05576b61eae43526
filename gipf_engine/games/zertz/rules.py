"""ZÈRTZ on 37, 48 and 61 rings, and blitz. "Z5" is an article of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from gipf_engine.games.zertz import notation
from gipf_engine.games.zertz.board import (
    COLOURS,
    POOL,
    equip,
    free_rings,
    full_islands,
    jumpers,
    jumps_from,
)
from gipf_engine.games.zertz.manual import PORTRAIT, chapters
from gipf_engine.games.zertz.refusals import refuse
from gipf_engine.kit.choices import Choice, Made
from gipf_engine.kit.effects import CAPTURED, Captured, Effect, Moved, Placed, PointRemoved
from gipf_engine.kit.game import quote
from gipf_engine.kit.laying import TableLaying
from gipf_engine.kit.rules import TableRules
from gipf_engine.kit.table import Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Outcome
from gipf_engine.rules.errors import BadSetup, IllegalMove, NotAMove
from gipf_engine.rules.laying import Laid
from gipf_engine.rules.registry import register

MARBLES = {"W": 6, "G": 8, "B": 10}
BLITZ_MARBLES = {"W": 5, "G": 7, "B": 9}
PASSED, BOTH_PASSED = "passed", "both-passed"
"""What a table remembers of the turns just before (Z8)."""
_BUTTONS = {"W": Message(_("White marble")), "G": Message(_("Grey marble")), "B": Message(_("Black marble"))}
_ASKS = {
    notation.JUMPER: Message(_("You must capture: choose the marble that jumps.")),
    notation.LEAP: Message(_("Choose where the marble jumps.")),
    notation.COLOUR: Message(_("Choose a marble.")),
    notation.POINT: Message(_("Choose a vacant ring for the marble.")),
    notation.RING: Message(_("Choose the ring to remove.")),
    notation.PASS: Message(_("You have no marble to place: you must pass.")),
}
_JUMP_ON = Message(_("The marble must jump on: choose where."))
_DONE = Message(_("The turn is complete."))
_LAID = {colour: (words, (POOL, f"{CAPTURED}.0", f"{CAPTURED}.1")) for colour, words in _BUTTONS.items()}
_RING = Laid("ring", Message(_("Remove the ring")))


@register
class Zertz(TableRules):
    """The usual game on 37 rings; others differ in their board, marbles and goals."""

    key, game, variant = "zertz-37", "zertz", "37"
    game_name = _("ZÈRTZ")
    portrait = PORTRAIT
    name = _("ZÈRTZ")
    help = _("On 37 rings. Four white marbles win, or five grey, six black, three of each.")
    alternating = True
    draws = True
    equipment = equip(37, MARBLES)
    parts = notation.PARTS
    shape = _("%(turn)s is not a turn: write Wd4,d1 to place a marble and take a ring, xd1Gd3 to capture")
    end_reasons: ClassVar = {
        "marbles": _("a winning set of marbles was captured"),
        "passes": _("neither player had a marble to place"),
        "no-rings": _("no ring was left"),
    }
    score_names: ClassVar = {
        "white": _("captured white marbles"),
        "grey": _("captured grey marbles"),
        "black": _("captured black marbles"),
    }
    counted: ClassVar = {"white": (CAPTURED, "W"), "grey": (CAPTURED, "G"), "black": (CAPTURED, "B")}
    memos = frozenset({"", PASSED, BOTH_PASSED})
    goal: ClassVar[Mapping[str, int]] = {"W": 4, "G": 5, "B": 6}
    of_each: ClassVar[int] = 3
    """How many of one colour win, and how many of every colour (Z10)."""

    # --- choices -------------------------------------------------------------------------------------------

    def choices(self, state: Table, made: Made) -> Iterable[Choice]:
        """See `Game`: captures where there are any, else a marble and a ring (Z3)."""
        if not made:
            return _choose_capture(state) or _choose_marble(state)
        kind = made[-1].kind
        if kind in (notation.JUMPER, notation.LEAP):
            return _choose_leap(state, made[-1].points[0])
        if kind == notation.COLOUR:
            return _choose_point(state, made[-1])
        return _choose_ring(state) if kind == notation.POINT else ()

    def effects(self, state: Table, choice: Choice) -> Sequence[Effect]:
        """See `Game`."""
        if choice.kind == notation.LEAP:
            assert isinstance(choice.data, tuple)
            source, jumped = choice.data
            return [Moved(source, choice.points[0], state[source]), Captured(jumped, state.mover)]
        if choice.kind == notation.POINT:
            return [Placed(choice.points[0], str(choice.data), _source(state))]
        return [PointRemoved(choice.points[0])] if choice.kind == notation.RING else []

    def closing(self, state: Table, made: Made) -> Sequence[Effect]:
        """See `Game`: isolated groups without a vacant ring go to the mover, marbles and rings (Z6)."""
        found = full_islands(state)
        captured: list[Effect] = [Captured(point, state.mover) for point in found]
        return captured + [PointRemoved(point) for point in found]

    def next_turn(self, state: Table, made: Made) -> Table:
        """See `TableRules`."""
        passed = made[-1].kind == notation.PASS
        return state.turn_over(1 - state.mover, (BOTH_PASSED if state.memo else PASSED) if passed else "")

    def ask(self, state: Table, made: Made) -> Message:
        """See `Game`."""
        following = next(iter(self.choices(state, made)), None)
        if following and made and made[-1].kind == notation.LEAP:
            return _JUMP_ON
        return _ASKS[following.kind] if following else _DONE

    def refuse(self, state: Table, made: Made, part: str) -> Message:
        """See `Game`."""
        following = next(iter(self.choices(state, made)), None)
        return refuse(state, made, part, following.kind if following else "")

    def split(self, state: Table, token: str) -> list[str]:
        """See `Game`."""
        parts = notation.split(token)
        if parts is None:
            raise NotAMove(Message(self.shape, {"turn": quote(token)}), token)
        return parts

    def check_written(self, state: Table, made: Made, token: str) -> None:
        """See `Game`: isolated marbles, where a turn tells them."""
        told = notation.isolated(token)
        if told is not None and told != {point: state[point] for point in full_islands(state)}:
            raise IllegalMove(Message(_("these are not the marbles that the turn isolates")), token)

    def laying(self) -> TableLaying:
        """See `Rules`."""
        return TableLaying(self, _LAID, _RING)

    # --- the end -------------------------------------------------------------------------------------------

    def end(self, state: Table) -> Outcome | None:
        """See `Game` (Z8 to Z10). Who has just moved comes first."""
        for seat in (1 - state.mover, state.mover):
            held = state.pile(CAPTURED, seat)
            counts = {colour: held.count(colour) for colour in COLOURS}
            if min(counts.values()) >= self.of_each or any(counts[each] >= self.goal[each] for each in COLOURS):
                return _outcome(state, ("1-0", "0-1")[seat], "marbles")
        if state.memo == BOTH_PASSED:
            return _outcome(state, "1/2-1/2", "passes")
        return None if state.mask("") else _outcome(state, "1/2-1/2", "no-rings")

    def check(self, table: Table) -> None:
        """See `TableRules`: no group of rings is full, as it would have been captured."""
        super().check(table)
        full = full_islands(table)
        if full:
            raise BadSetup(Message(_("the marble on %(point)s is isolated, so it is captured"), {"point": full[0]}))

    def explain(self) -> Sequence[Message]:
        """See `Rules`."""
        return [text for chapter in self.chapters() for text in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return chapters(self.equipment.start, blitz=self.of_each == ZertzBlitz.of_each)


@register
class Zertz48(Zertz):
    """On 48 rings."""

    key, variant = "zertz-48", "48"
    name = _("ZÈRTZ: 48 rings")
    help = _("On 48 rings. Four white marbles win, or five grey, six black, three of each.")
    equipment = equip(48, MARBLES)


@register
class Zertz61(Zertz):
    """On 61 rings."""

    key, variant = "zertz-61", "61"
    name = _("ZÈRTZ: 61 rings")
    help = _("On 61 rings. Four white marbles win, or five grey, six black, three of each.")
    equipment = equip(61, MARBLES)


@register
class ZertzBlitz(Zertz):
    """Fewer marbles, and fewer win (Z11)."""

    key, variant = "zertz-blitz", "blitz"
    name = _("ZÈRTZ: blitz")
    help = _("With fewer marbles. Three white ones win, or four grey, five black, two of each.")
    equipment = equip(37, BLITZ_MARBLES)
    goal: ClassVar = {"W": 3, "G": 4, "B": 5}
    of_each = 2


def _choose_capture(state: Table) -> list[Choice]:
    return [Choice(notation.JUMPER, f"x{point}", (point,)) for point in jumpers(state)]


def _choose_leap(state: Table, source: str) -> Iterator[Choice]:
    for jumped, target in jumps_from(state, source):
        yield Choice(notation.LEAP, f"{state[jumped]}{target}", (target,), data=(source, jumped))


def _choose_marble(state: Table) -> list[Choice]:
    """Of the pool, or of the mover's own where it is empty (Z4, Z7); who has none passes (Z8)."""
    held = state.pile(POOL) or state.pile(CAPTURED, state.mover)
    found = [Choice(notation.COLOUR, each, label=_BUTTONS[each]) for each in COLOURS if each in held]
    return found or [Choice(notation.PASS, "pass", label=Message(_("Pass")), last=True)]


def _choose_point(state: Table, colour: Choice) -> Iterator[Choice]:
    for point in state.equipment.board.points(state.mask("")):
        yield Choice(notation.POINT, point, (point,), data=colour.text)


def _choose_ring(state: Table) -> Iterator[Choice]:
    for point in free_rings(state):
        yield Choice(notation.RING, f",{point}", (point,), last=True)


def _source(state: Table) -> str:
    return POOL if state.pile(POOL) else f"{CAPTURED}.{state.mover}"


def _outcome(state: Table, result: str, reason: str) -> Outcome:
    held = [state.pile(CAPTURED, seat) for seat in (0, 1)]
    return Outcome(result, reason, tuple(tuple(each.count(colour) for colour in COLOURS) for each in held))
