"""YINSH, the normal game and blitz. "Y5" is an article of RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from gipf_engine.games.yinsh import notation
from gipf_engine.games.yinsh.board import (
    BOARD,
    EQUIPMENT,
    HAND,
    MARKERS,
    OFF,
    POOL,
    RINGS,
    ROW,
    can_move,
    rings_of,
    rows_of,
)
from gipf_engine.games.yinsh.manual import PORTRAIT, chapters
from gipf_engine.games.yinsh.refusals import refuse
from gipf_engine.kit.choices import Choice, Made
from gipf_engine.kit.effects import Effect, Flipped, Moved, Placed, Removed
from gipf_engine.kit.laying import TableLaying
from gipf_engine.kit.rules import TableRules
from gipf_engine.kit.table import GONE, Table
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Chapter, Outcome
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.registry import register

_ASKS = {
    notation.PLACE: Message(_("Choose an empty point for a ring.")),
    notation.FROM: Message(_("Choose the ring to move; a marker stays in its place.")),
    notation.TO: Message(_("Choose where the ring moves.")),
    notation.ROW: Message(_("Choose a row to remove.")),
    notation.OFF: Message(_("Choose the ring to remove for the row.")),
    notation.PASS: Message(_("None of your rings can move: you must pass.")),
}
_DONE = Message(_("The turn is complete."))
_LAID = {
    RINGS[0]: (Message(_("White ring")), (f"{HAND}.0", f"{OFF}.0")),
    RINGS[1]: (Message(_("Black ring")), (f"{HAND}.1", f"{OFF}.1")),
    MARKERS[0]: (Message(_("White marker")), (POOL,)),
    MARKERS[1]: (Message(_("Black marker")), (POOL,)),
}


@register
class Yinsh(TableRules):
    """The normal game: three rings off win."""

    key, game, variant = "yinsh-normal", "yinsh", "normal"
    game_name = _("YINSH")
    portrait = PORTRAIT
    name = _("YINSH")
    help = _("Make rows of five markers and remove a ring for each. Removing the third ring wins.")
    alternating = True
    draws = True
    equipment = EQUIPMENT
    parts = notation.PARTS
    shape = _("%(turn)s is not a turn: write e3 to place a ring, h7-g7 to move one, or a row as in xe5-i9,e10")
    end_reasons: ClassVar = {
        "rings": _("the rings needed to win were off the board"),
        "pool": _("no marker was left"),
        "stuck": _("no ring could move"),
    }
    score_names: ClassVar = {"rings": _("rings taken off")}
    counted: ClassVar = {"rings": (OFF, "")}
    compared = ("rings",)
    goal: ClassVar[int] = 3
    """Rings off that win."""

    # --- choices -------------------------------------------------------------------------------------------

    def choices(self, state: Table, made: Made) -> Iterable[Choice]:
        """See `Game`: own rows off, then a ring moves, then own rows off (Y4)."""
        kind = made[-1].kind if made else ""
        if kind == notation.ROW:
            return _choose_ring_off(state)
        if kind == notation.FROM:
            return _choose_target(state, made[-1].points[0])
        if kind in (notation.PLACE, notation.PASS) or self._has_won(state, state.mover):
            return ()
        rows = rows_of(state, state.mover)
        if rows:
            return _choose_row(rows, ";" if made else "")
        return () if kind and has_moved(made) else _choose_mover(state, ";" if made else "")

    def effects(self, state: Table, choice: Choice) -> Sequence[Effect]:
        """See `Game`."""
        seat, kind, points = state.mover, choice.kind, choice.points
        if kind == notation.PLACE:
            return [Placed(points[0], RINGS[seat], f"{HAND}.{seat}")]
        if kind == notation.FROM:
            return [Placed(points[0], MARKERS[seat], POOL)]
        if kind == notation.TO:
            return _move(state, choice)
        if kind == notation.ROW:
            return [Removed(point, POOL) for point in points]
        return [Removed(points[0], f"{OFF}.{seat}")] if kind == notation.OFF else []

    def ask(self, state: Table, made: Made) -> Message:
        """See `Game`."""
        following = next(iter(self.choices(state, made)), None)
        return _ASKS[following.kind] if following else _DONE

    def refuse(self, state: Table, made: Made, part: str) -> Message:
        """See `Game`."""
        following = next(iter(self.choices(state, made)), None)
        return refuse(state, made, part, following.kind if following else "")

    def write(self, made: Made) -> str:
        """See `Game`."""
        return notation.write_turn(made)

    def split(self, state: Table, token: str) -> list[str]:
        """See `Game`. Capitals are read as well, and the ends of a row either way round."""
        return [notation.order_ends(part) for part in super().split(state, token.lower())]

    def laying(self) -> TableLaying:
        """See `Rules`."""
        return TableLaying(self, _LAID)

    # --- the end -------------------------------------------------------------------------------------------

    def end(self, state: Table) -> Outcome | None:
        """See `Game` (Y10, Y12, Y13)."""
        for seat in (0, 1):
            if self._has_won(state, seat):
                return _outcome(state, "rings")
        mover = state.mover
        if state.pile(HAND, mover) or rows_of(state, mover):
            return None
        if not state.pile(POOL):
            return _outcome(state, "pool")
        if any(can_move(state, ring) for seat in (mover, 1 - mover) for ring in rings_of(state, seat)):
            return None
        return None if rows_of(state, 1 - mover) else _outcome(state, "stuck")

    def check(self, table: Table) -> None:
        """See `TableRules`: the board is whole, and no one has more rings off than win."""
        super().check(table)
        if table.mask(GONE):
            raise BadSetup(Message(_("no point of this board can be missing")))
        off = [len(table.pile(OFF, seat)) for seat in (0, 1)]
        if max(off) > self.goal or min(off) == self.goal:
            raise BadSetup(Message(_("more rings are off the board than are needed to win")))

    def explain(self) -> Sequence[Message]:
        """See `Rules`."""
        return [text for chapter in self.chapters() for text in chapter.paragraphs]

    def chapters(self) -> Sequence[Chapter]:
        """See `Rules`."""
        return chapters(self.goal)

    def _has_won(self, state: Table, seat: int) -> bool:
        return len(state.pile(OFF, seat)) >= self.goal


@register
class YinshBlitz(Yinsh):
    """Blitz: the first ring off wins (Y14)."""

    key, variant = "yinsh-blitz", "blitz"
    name = _("YINSH: blitz")
    help = _("Make a row of five markers: the first ring removed wins.")
    goal = 1


def has_moved(made: Made) -> bool:
    """Whether a ring has moved in this turn."""
    return any(choice.kind == notation.TO for choice in made)


def _choose_mover(state: Table, mark: str) -> Iterator[Choice]:
    """A point for a ring in the first phase (Y3), then a ring that can move, else to pass (Y13)."""
    if state.pile(HAND, state.mover):
        for point in BOARD.points(state.mask("")):
            yield Choice(notation.PLACE, mark + point, (point,), last=True)
        return
    stuck = True
    for ring in rings_of(state, state.mover):
        if can_move(state, ring):
            stuck = False
            yield Choice(notation.FROM, mark + ring, (ring,))
    if stuck:
        yield Choice(notation.PASS, f"{mark}pass", (), Message(_("Pass")), last=True)


def _choose_target(state: Table, ring: str) -> Iterator[Choice]:
    """Where the ring may go (Y5). The turn ends there unless own markers then make a row."""
    own, other = state.mask(MARKERS[state.mover]) | BOARD.bit[ring], state.mask(MARKERS[1 - state.mover])
    for ray in BOARD.rays[ring]:
        jumped: list[str] = []
        for point in ray:
            there = state[point]
            if not there:
                yield _target(point, ring, jumped, own, other)
                if jumped:
                    break
            elif there in MARKERS:
                jumped.append(point)
            else:
                break


def _target(point: str, ring: str, jumped: list[str], own: int, other: int) -> Choice:
    turned = BOARD.mask(jumped)
    ends = not BOARD.has_row(own & ~turned | other & turned, ROW)
    return Choice(notation.TO, f"-{point}", (point,), last=ends, data=(ring, *jumped))


def _choose_row(rows: Iterable[tuple[str, ...]], mark: str) -> Iterator[Choice]:
    for row in rows:
        yield Choice(notation.ROW, f"{mark}x{notation.name_row(row)}", row)


def _choose_ring_off(state: Table) -> Iterator[Choice]:
    for ring in rings_of(state, state.mover):
        yield Choice(notation.OFF, f",{ring}", (ring,))


def _move(state: Table, choice: Choice) -> list[Effect]:
    """The ring goes, and what it jumped turns over (Y6)."""
    assert isinstance(choice.data, tuple)
    ring, *jumped = choice.data
    turned = [Flipped(point, MARKERS[1 - MARKERS.index(state[point])]) for point in jumped]
    return [Moved(ring, choice.points[0], RINGS[state.mover]), *turned]


def _outcome(state: Table, reason: str) -> Outcome:
    off = [len(state.pile(OFF, seat)) for seat in (0, 1)]
    result = "1-0" if off[0] > off[1] else "0-1" if off[1] > off[0] else "1/2-1/2"
    return Outcome(result, reason, ((off[0],), (off[1],)))
