"""From what was written to the turn that is meant, and why it cannot be played if it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from games.rules.api import AmbiguousMove, IllegalMove, NotAMove, RuleError
from games.rules.gipf.board import DOTS, ENTRY_SPOTS, SPOTS, WAYS, Way
from games.rules.gipf.notation import Entry, Removal, Written, read, write_removal, write_turn
from games.rules.gipf.scene import COLOURS, SINGLES, Scene
from games.rules.plain.gipf_board import Board, Spots, entry_name, may_remove, must_go, removal_sets, rows_of, without
from phrases import Phrase
from phrases import gettext_noop as _

if TYPE_CHECKING:
    from games.rules.plain.gipf import PlainGipf

FEW = 8
"""More alternatives than this are not told. As a position can have thousands of removals, they are never all listed."""

T = TypeVar("T")
Turns = Callable[[Iterable[T]], Iterable[str]]
"""Writes the turns that go on from each of several choices."""
Parts = tuple[Spots, str, bool, Spots]
"""Taken before, entry, whether it is a GIPF-piece, taken after."""


class Reading:
    """One token read in one position."""

    def __init__(self, position: PlainGipf, token: str) -> None:
        self.position = position
        self.token = token
        self.written: Written = read(token)
        self.colour = COLOURS[position.scene.turn]

    def resolve(self) -> Parts:
        """The turn that is meant. Raises the three errors."""
        self._check_points()
        if self.position.outcome:
            raise self._illegal(Phrase(_("the game is over")))
        self._check_player()
        before = self._before()
        middle = self.position.after_removal(self.position.scene, before)
        entry = self.written.entry
        if self.position.ended_by_removal(middle):
            return self._ending(before)
        if entry is None:
            raise self._illegal(Phrase(_("the turn goes on after this removal: write the push too")))
        self._check_kind(middle, entry)
        name = self._entry(before, middle, entry)
        pushed = self.position.after_entry(middle, name, entry.gipf)
        return before, name, entry.gipf, self._after(before, name, pushed)

    def _illegal(self, phrase: Phrase, alternatives: Iterable[str] = ()) -> IllegalMove:
        return IllegalMove(phrase, self.token, sorted(_few(alternatives)))

    def _check_points(self) -> None:
        parts = [part for part in (self.written.before, self.written.after) if part]
        points = [mark.spot for part in parts for mark in part.marks]
        for point in points:
            if point in DOTS:
                raise NotAMove(Phrase(_("%(dot)s is a dot; pieces come off spots only"), {"dot": point}), self.token)
        if entry := self.written.entry:
            points += [point for point in (entry.point, entry.end) if point]
        for point in points:
            if point not in SPOTS and point not in DOTS:
                raise NotAMove(Phrase(_("there is no point %(point)s on the board"), {"point": point}), self.token)

    def _check_player(self) -> None:
        turn = self.position.scene.turn
        if self.written.entry and self.written.entry.seat not in (None, turn):
            raise self._illegal(Phrase(_("it is Black's turn") if turn else _("it is White's turn")))

    # What comes off before the push

    def _before(self) -> Spots:
        board = self.position.scene.board
        if self.written.before is None:
            for row in rows_of(board, self.colour):
                if must_go(board, row):
                    raise self._illegal(
                        Phrase(_("you must take the row %(row)s first"), {"row": row.name}),
                        self._turns(removal_sets(board, self.colour)),
                    )
            return frozenset()
        return self._removal(board, self.written.before, self._turns)

    def _ending(self, before: Spots) -> Parts:
        if self.written.entry is not None:
            board = self.position.scene.board
            raise self._illegal(
                Phrase(_("this removal ends the game, and nothing is pushed after it")),
                [write_turn(self.position.marks(board, before), "", ())],
            )
        return before, "", False, frozenset()

    def _turns(self, befores: Iterable[Spots]) -> Iterator[str]:
        """The legal turns that begin with one of these removals, if they are few, and go on with what was written."""
        position, entry = self.position, self.written.entry
        for before in _few(befores):
            middle = position.after_removal(position.scene, before)
            marks = position.marks(position.scene.board, before)
            if position.ended_by_removal(middle):
                yield write_turn(marks, "", ())
            elif entry:
                try:
                    self._check_kind(middle, entry)
                    name = self._entry(before, middle, entry)
                except RuleError:
                    continue
                yield from self._afters(before, name, position.after_entry(middle, name, entry.gipf))

    # The piece that comes in

    def _check_kind(self, middle: Scene, entry: Entry) -> None:
        may = self.position.kinds(middle)
        if entry.gipf in may:
            return
        phase = middle.phases[middle.turn]
        if middle.reserves[middle.turn] == 0:
            reason = _("your reserve is empty: take a GIPF-piece back first")
        elif not entry.gipf:
            reason = _("your first piece must be a GIPF-piece: write G before it")
        elif not self.position.rules.has_opening:
            reason = _("no GIPF-pieces are brought in in this game")
        elif phase == SINGLES:
            reason = _("you have brought in a single; from then on only singles come in")
        else:
            reason = _("a GIPF-piece takes two pieces, and one is left in your reserve")
        raise self._illegal(Phrase(reason))

    def _entry(self, before: Spots, middle: Scene, entry: Entry) -> str:
        """The official name of the entry that is meant."""

        def turns(names: Iterable[str]) -> Iterator[str]:
            for name in names:
                yield from self._afters(before, name, self.position.after_entry(middle, name, entry.gipf))

        if entry.end is None:
            return self._single_point(middle.board, entry.point, turns)
        return self._push(middle.board, entry.point, entry.end, turns)

    def _single_point(self, board: Board, spot: str, turns: Turns[str]) -> str:
        if spot in DOTS:
            raise NotAMove(
                Phrase(
                    _("%(dot)s is a dot, and no piece stays there: write the spot, such as %(example)s"),
                    {"dot": spot, "example": f"{spot}-{_ways_from(spot)[0].spots[0]}"},
                ),
                self.token,
            )
        if spot not in ENTRY_SPOTS:
            raise self._illegal(Phrase(_("%(spot)s: a piece comes in beside a dot only"), {"spot": spot}))
        if spot in board:
            names = [name for way in WAYS if way.spots[0] == spot and (name := entry_name(board, way))]
            if not names:
                raise self._illegal(Phrase(_("%(spot)s: every line through it is full"), {"spot": spot}))
            raise self._illegal(
                Phrase(_("%(spot)s is occupied: say from which dot you push"), {"spot": spot}), turns(names)
            )
        return spot

    def _push(self, board: Board, dot: str, end: str, turns: Turns[str]) -> str:
        if dot not in DOTS:
            raise NotAMove(Phrase(_("%(spot)s is no dot; a push begins on a dot"), {"spot": dot}), self.token)
        way = next((way for way in _ways_from(dot) if end in way.spots), None)
        if way is None:
            raise NotAMove(
                Phrase(_("no line leads from %(dot)s to the spot %(end)s"), {"dot": dot, "end": end}), self.token
            )
        name = entry_name(board, way)
        if name is None:
            raise self._illegal(Phrase(_("%(spot)s: the line is full"), {"spot": way.spots[0]}))
        last = name.split("-")[-1]
        if end not in (way.spots[0], last):
            raise self._illegal(
                Phrase(_("this push ends on %(last)s, not on %(end)s"), {"last": last, "end": end}), turns([name])
            )
        return name

    # What comes off after the push

    def _after(self, before: Spots, entry: str, pushed: Scene) -> Spots:
        def turns(afters: Iterable[Spots]) -> Iterator[str]:
            return self._afters(before, entry, pushed, afters)

        if self.written.after is not None:
            return self._removal(pushed.board, self.written.after, turns)
        for row in rows_of(pushed.board, self.colour):
            if must_go(pushed.board, row):
                raise self._illegal(
                    Phrase(_("this makes the row %(row)s, and you must take it"), {"row": row.name}),
                    turns(removal_sets(pushed.board, self.colour)),
                )
        return frozenset()

    def _afters(self, before: Spots, entry: str, pushed: Scene, afters: Iterable[Spots] | None = None) -> Iterator[str]:
        position, written = self.position, "G" * bool(self.written.entry and self.written.entry.gipf) + entry
        marks = position.marks(position.scene.board, before)
        for after in removal_sets(pushed.board, self.colour) if afters is None else afters:
            yield write_turn(marks, written, position.marks(pushed.board, after))

    # Removals before and after alike

    def _removal(self, board: Board, removal: Removal, turns: Turns[Spots]) -> Spots:
        sets = (taken for taken in removal_sets(board, self.colour) if taken)
        if not removal.marks:
            return self._short_form(board, list(islice(sets, FEW + 1)), turns)
        self._check_marks(board, removal)
        if not may_remove(board, self.colour, removal.spots):
            raise self._illegal(self._wrong_removal(board, removal.spots), turns(sets))
        return removal.spots

    def _short_form(self, board: Board, sets: list[Spots], turns: Turns[Spots]) -> Spots:
        if not sets:
            raise self._illegal(Phrase(_("you have no row to take here")))
        if len(sets) > 1:
            raise AmbiguousMove(self._which(board, sets), self.token, sorted(_few(turns(sets))))
        return sets[0]

    def _which(self, board: Board, sets: list[Spots]) -> Phrase:
        lists = sorted(write_removal(self.position.marks(board, taken)) for taken in _few(sets))
        if not lists:
            return Phrase(_("more than one removal is possible here: write the list of spots after the x"))
        return Phrase(
            _("more than one removal is possible here: write which, one of %(lists)s"), {"lists": " | ".join(lists)}
        )

    def _check_marks(self, board: Board, removal: Removal) -> None:
        for mark in removal.marks:
            named = {"spot": mark.spot}
            if mark.spot not in board:
                raise self._illegal(Phrase(_("%(spot)s is empty"), named))
            if mark.enemy and board[mark.spot][0] == self.colour:
                raise self._illegal(Phrase(_("the piece on %(spot)s is your own: no * after it"), named))
            if mark.gipf and len(board[mark.spot]) == 1:
                raise self._illegal(Phrase(_("the piece on %(spot)s is no GIPF-piece"), named))

    def _wrong_removal(self, board: Board, taken: Spots) -> Phrase:
        """Why `taken` may not come off."""
        in_rows = frozenset(spot for row in rows_of(board, self.colour) for spot in row.spots)
        if strangers := sorted(taken - in_rows):
            return Phrase(_("%(spot)s stands in no row of yours"), {"spot": strangers[0]})
        left = without(board, taken)
        for row in rows_of(left, self.colour):
            if must_go(left, row):
                return Phrase(_("the row %(row)s still stands and must be taken too"), {"row": row.name})
        for more in self._completed(board, taken):
            if more > taken and may_remove(board, self.colour, more):
                return Phrase(_("%(spot)s belongs to the row and must come off too"), {"spot": min(more - taken)})
        return Phrase(_("these pieces cannot all come off: one row of a crossing goes, the other falls apart"))

    def _completed(self, board: Board, taken: Spots) -> list[Spots]:
        """`taken` with all singles of a row that it touches, for each such row, and at last for all of them."""
        rows = [row for row in rows_of(board, self.colour) if not taken.isdisjoint(row.spots)]
        singles = [frozenset(spot for spot in row.spots if len(board[spot]) == 1) for row in rows]
        return [taken.union(each) for each in singles] + [taken.union(*singles)]


def resolve(position: PlainGipf, token: str) -> Parts:
    """The turn that `token` means in this position. Raises the three errors."""
    return Reading(position, token).resolve()


def _ways_from(dot: str) -> list[Way]:
    return [way for way in WAYS if way.dot == dot]


def _few(alternatives: Iterable[T]) -> list[T]:
    """The alternatives if they are few, else none."""
    first = list(islice(alternatives, FEW + 1))
    return first if len(first) <= FEW else []
