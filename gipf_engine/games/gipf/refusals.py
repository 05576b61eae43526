"""Why a written GIPF turn cannot be played, in a player's words, and what may be played instead where that is little.

Asked only after a turn was refused, so it may take its time; but it never lists thousands of removals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Outcome
from gipf_engine.rules.errors import AmbiguousMove, IllegalMove, NotAMove, RuleError
from gipf_engine.rules.gipf import bits
from gipf_engine.rules.gipf.board import DOTS, ENTRY_SPOTS, SPOTS, WAYS, Way
from gipf_engine.rules.gipf.notation import Entry, Mark, Removal, read, write_removal, write_turn
from gipf_engine.rules.gipf.position_text import GIPFS_ONLY, KINDS, NOTHING_YET
from gipf_engine.rules.gipf.removal import completions
from gipf_engine.rules.gipf.state import State
from gipf_engine.rules.gipf.variants import GipfRules

FEW = 8
"""More alternatives than this are not told. As a position can have thousands of removals, they are never all listed."""

T = TypeVar("T")
Turns = Callable[[Iterable[T]], Iterable[str]]
"""Writes the turns that go on from each of several choices."""


class RefusingPosition(Protocol):
    """What is asked of the position in which a turn was refused. `state` is seen from the player to move."""

    rules: GipfRules
    state: State
    mover: int

    @property
    def outcome(self) -> Outcome | None: ...
    def text(self) -> str: ...


def refuse(position: RefusingPosition, token: str) -> RuleError:
    """Why `token` is no turn that may be played here; ValueError where it is one."""
    try:
        Validation(position, token).check()
    except RuleError as reason:
        return reason
    raise ValueError(f"{token} may be played in {position.text()}")


class Validation:
    """One token read in one position, step by step as the turn is played."""

    def __init__(self, position: RefusingPosition, token: str) -> None:
        self.position = position
        self.state: State = position.state
        self.has_gipfs = position.rules.has_gipfs
        self.choice = position.rules.crossing_row_may_stay
        self.token = token
        self.written = read(token)

    def check(self) -> None:
        """Raise NotAMove, IllegalMove or AmbiguousMove for the first step that cannot be done."""
        self._check_points()
        if self.position.outcome:
            raise self._illegal(Message(_("the game is over")))
        self._check_player()
        before = self._check_first_removal()
        middle = self.state.without(before)
        entry = self.written.entry
        if any(middle.has_lost_gipfs(self.has_gipfs)):
            self._check_nothing_follows(before)
            return
        if entry is None:
            raise self._illegal(Message(_("the turn goes on after this removal: write the push too")))
        self._check_kind(middle, entry)
        number = self._check_entry(before, middle, entry)
        self._check_second_removal(before, number, middle.push(number, entry.gipf))

    def _illegal(self, message: Message, alternatives: Iterable[str] = ()) -> IllegalMove:
        return IllegalMove(message, self.token, sorted(_few(alternatives)))

    def _check_points(self) -> None:
        parts = [part for part in (self.written.before, self.written.after) if part]
        points = [mark.spot for part in parts for mark in part.marks]
        for point in points:
            if point in DOTS:
                raise NotAMove(Message(_("%(dot)s is a dot; pieces come off spots only"), {"dot": point}), self.token)
        if entry := self.written.entry:
            points += [point for point in (entry.point, entry.end) if point]
        for point in points:
            if point not in SPOTS and point not in DOTS:
                raise NotAMove(Message(_("there is no point %(point)s on the board"), {"point": point}), self.token)

    def _check_player(self) -> None:
        if self.written.entry and self.written.entry.seat not in (None, self.position.mover):
            blacks_turn = self.position.mover == 1
            raise self._illegal(Message(_("it is Black's turn") if blacks_turn else _("it is White's turn")))

    # --- what comes off before the push --------------------------------------------------------------

    def _check_first_removal(self) -> int:
        if self.written.before is not None:
            return self._check_removal(self.state, self.written.before, self._turns)
        for row in _own_runs(self.state):
            if row & ~self.state.gipfs:
                raise self._illegal(
                    Message(_("you must take the row %(row)s first"), {"row": _row_name(row)}),
                    self._turns(self.state.removals(self.choice)),
                )
        return 0

    def _check_nothing_follows(self, before: int) -> None:
        if self.written.entry is not None:
            raise self._illegal(
                Message(_("this removal ends the game, and nothing is pushed after it")),
                [write_turn(marks_of(self.state, before), "", ())],
            )

    def _turns(self, removals: Iterable[int]) -> Iterator[str]:
        """The legal turns that begin with one of these removals, if they are few, and go on with what was written."""
        entry = self.written.entry
        for before in _few(removals):
            middle = self.state.without(before)
            if any(middle.has_lost_gipfs(self.has_gipfs)):
                yield write_turn(marks_of(self.state, before), "", ())
            elif entry:
                try:
                    self._check_kind(middle, entry)
                    number = self._check_entry(before, middle, entry)
                except RuleError:
                    continue
                yield from self._endings(before, number, middle.push(number, entry.gipf))

    # --- the piece that comes in ---------------------------------------------------------------------

    def _check_kind(self, middle: State, entry: Entry) -> None:
        own = middle.own
        if entry.gipf in KINDS[own.phase] and own.reserve > entry.gipf:
            return
        if own.reserve == 0:
            reason = _("your reserve is empty: take a GIPF-piece back first")
        elif not entry.gipf:
            reason = _("your first piece must be a GIPF-piece: write G before it")
        elif not self.position.rules.has_opening:
            reason = _("no GIPF-pieces are brought in in this game")
        elif own.phase not in (NOTHING_YET, GIPFS_ONLY):
            reason = _("you have brought in a single; from then on only singles come in")
        else:
            reason = _("a GIPF-piece takes two pieces, and one is left in your reserve")
        raise self._illegal(Message(reason))

    def _check_entry(self, before: int, middle: State, entry: Entry) -> int:
        """The number of the entry that is meant."""

        def turns(numbers: Iterable[int]) -> Iterator[str]:
            for number in numbers:
                yield from self._endings(before, number, middle.push(number, entry.gipf))

        if entry.end is None:
            return self._check_spot(middle, entry.point, turns)
        return self._check_push(middle, entry.point, entry.end, turns)

    def _check_spot(self, middle: State, spot: str, turns: Turns[int]) -> int:
        if spot in DOTS:
            raise NotAMove(
                Message(
                    _("%(dot)s is a dot, and no piece stays there: write the spot, such as %(example)s"),
                    {"dot": spot, "example": f"{spot}-{_ways_from(spot)[0].spots[0]}"},
                ),
                self.token,
            )
        if spot not in ENTRY_SPOTS:
            raise self._illegal(Message(_("%(spot)s: a piece comes in beside a dot only"), {"spot": spot}))
        if not middle.occupied & bits.BIT[spot]:
            return bits.BY_NAME[spot]
        ways = [way for way in WAYS if way.spots[0] == spot]
        numbers = [number for way in ways if (number := _entry_along(middle, way)) is not None]
        if not numbers:
            raise self._illegal(Message(_("%(spot)s: every line through it is full"), {"spot": spot}))
        raise self._illegal(
            Message(_("%(spot)s is occupied: say from which dot you push"), {"spot": spot}), turns(numbers)
        )

    def _check_push(self, middle: State, dot: str, end: str, turns: Turns[int]) -> int:
        if dot not in DOTS:
            raise NotAMove(Message(_("%(spot)s is not a dot; a push begins on a dot"), {"spot": dot}), self.token)
        way = next((way for way in _ways_from(dot) if end in way.spots), None)
        if way is None:
            raise NotAMove(
                Message(_("no line leads from %(dot)s to the spot %(end)s"), {"dot": dot, "end": end}), self.token
            )
        number = _entry_along(middle, way)
        if number is None:
            raise self._illegal(Message(_("%(spot)s: the line is full"), {"spot": way.spots[0]}))
        last = bits.NAMES[number].split("-")[-1]
        if end not in (way.spots[0], last):
            raise self._illegal(
                Message(_("this push ends on %(last)s, not on %(end)s"), {"last": last, "end": end}), turns([number])
            )
        return number

    # --- what comes off after the push ---------------------------------------------------------------

    def _check_second_removal(self, before: int, entry: int, pushed: State) -> None:
        def turns(removals: Iterable[int]) -> Iterator[str]:
            return self._endings(before, entry, pushed, removals)

        if self.written.after is not None:
            self._check_removal(pushed, self.written.after, turns)
            return
        for row in _own_runs(pushed):
            if row & ~pushed.gipfs:
                raise self._illegal(
                    Message(_("this makes the row %(row)s, and you must take it"), {"row": _row_name(row)}),
                    turns(pushed.removals(self.choice)),
                )

    def _endings(self, before: int, entry: int, pushed: State, removals: Iterable[int] | None = None) -> Iterator[str]:
        """The turns with this entry, by what comes off after it: all that may, or these."""
        gipf = bool(self.written.entry and self.written.entry.gipf)
        first = marks_of(self.state, before)
        for after in pushed.removals(self.choice) if removals is None else removals:
            yield write_turn(first, "G" * gipf + bits.NAMES[entry], marks_of(pushed, after))

    # --- removals before and after alike -------------------------------------------------------------

    def _check_removal(self, state: State, removal: Removal, turns: Turns[int]) -> int:
        some = (taken for taken in state.removals(self.choice) if taken)
        if not removal.marks:
            return self._check_short_form(state, list(islice(some, FEW + 1)), turns)
        self._check_marks(state, removal)
        taken = bits.mask(removal.spots)
        if not state.may_remove(taken, self.choice):
            raise self._illegal(_wrong_removal(state, taken), turns(some))
        return taken

    def _check_short_form(self, state: State, removals: list[int], turns: Turns[int]) -> int:
        if not removals:
            raise self._illegal(Message(_("you have no row to take here")))
        if len(removals) > 1:
            raise AmbiguousMove(_say_which(state, removals), self.token, sorted(_few(turns(removals))))
        return removals[0]

    def _check_marks(self, state: State, removal: Removal) -> None:
        for mark in removal.marks:
            bit, named = bits.BIT[mark.spot], {"spot": mark.spot}
            if not bit & state.occupied:
                raise self._illegal(Message(_("%(spot)s is empty"), named))
            if mark.enemy and bit & state.own.pieces:
                raise self._illegal(Message(_("the piece on %(spot)s is your own: no * after it"), named))
            if mark.gipf and not bit & state.gipfs:
                raise self._illegal(Message(_("the piece on %(spot)s is not a GIPF-piece"), named))


def marks_of(state: State, taken: int) -> list[Mark]:
    """The spots of a removal with the marks of its list, seen from the player of `state`."""
    return [
        Mark(spot, bool(state.gipfs & bits.BIT[spot]), bool(state.other.pieces & bits.BIT[spot]))
        for spot in bits.spots(taken)
    ]


def _wrong_removal(state: State, taken: int) -> Message:
    """Why the spots `taken` may not come off together."""
    own, occupied, gipfs = state.own.pieces, state.occupied, state.gipfs
    in_rows = 0
    for row in _own_runs(state):
        in_rows |= row
    if strangers := bits.spots(taken & ~in_rows):
        return Message(_("%(spot)s is in none of your rows"), {"spot": strangers[0]})
    for row in bits.runs(own & ~taken, occupied & ~taken):
        if row & ~gipfs:
            return Message(_("the row %(row)s still stands and must be taken too"), {"row": _row_name(row)})
    missing = [more & ~taken for more in completions(taken, own, occupied, gipfs)]
    if missing:
        least = min(missing, key=lambda each: (each.bit_count(), bits.spots(each)))
        return Message(_("%(spot)s belongs to the row and must come off too"), {"spot": bits.spots(least)[0]})
    return Message(_("these pieces cannot all come off: one row of a crossing goes, the other falls apart"))


def _say_which(state: State, removals: list[int]) -> Message:
    lists = sorted(write_removal(marks_of(state, taken)) for taken in _few(removals))
    if not lists:
        return Message(_("more than one removal is possible here: write the list of spots after the x"))
    return Message(
        _("more than one removal is possible here: write which, one of %(lists)s"), {"lists": " | ".join(lists)}
    )


def _own_runs(state: State) -> list[int]:
    """The rows of the player of `state`, each as the bits of the run that comes off with it (GIPF 4)."""
    return bits.runs(state.own.pieces, state.occupied)


def _row_name(row: int) -> str:
    """`c3–f6`: where the run begins and ends."""
    spots = bits.spots(row)
    return f"{spots[0]}–{spots[-1]}"


def _entry_along(state: State, way: Way) -> int | None:
    """The number of the entry that comes in along `way`; None where the line is full."""
    number, line, pushes = bits.BY_GF1[f"{way.dot}-{way.spots[0]}"]
    if not state.occupied & bits.FIRST_BIT[number]:
        return number
    push = pushes.get(state.occupied & line)
    return push.entry if push is not None else None


def _ways_from(dot: str) -> list[Way]:
    return [way for way in WAYS if way.dot == dot]


def _few(alternatives: Iterable[T]) -> list[T]:
    """The alternatives if they are few, else none."""
    first = list(islice(alternatives, FEW + 1))
    return first if len(first) <= FEW else []
