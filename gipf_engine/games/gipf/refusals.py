"""Why a written GIPF turn cannot be played, in a player's words, and what may be played instead where that is little.

Asked only after a turn was refused, so it may take its time; but it never lists thousands of removals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from gipf_engine.games.gipf import bits
from gipf_engine.games.gipf.bits import BIT, LINES_IN, LineBits
from gipf_engine.games.gipf.board import BOARD, DOTS, ENTRY_SPOTS, WAYS, WAYS_INTO, Way
from gipf_engine.games.gipf.notation import (
    AFTER,
    BEFORE,
    ENTER,
    SINGLE,
    ParsedToken,
    PieceEntry,
    Removal,
    join_tokens,
    mark_after,
    name_removal,
    read,
    read_removal,
    stage_after,
)
from gipf_engine.games.gipf.removal import Removals
from gipf_engine.games.gipf.setups import GipfSetups
from gipf_engine.games.gipf.state import GIPFS_ONLY, NOTHING_YET, GipfState
from gipf_engine.kit.choices import Moment, list_turns_with
from gipf_engine.kit.game import Refusal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import AmbiguousMove, NotAMove

FEW = 8
"""Where more removals than this may be meant none is told: a position can have thousands."""
_TURN_OF = (Message(_("it is White's turn")), Message(_("it is Black's turn")))


def refuse_turn(rules: GipfSetups, moment: Moment[GipfState], parts: Sequence[str], token: str) -> Refusal:
    """Why a turn that was followed up to `moment` does not go on with `parts`. Raises `NotAMove`."""
    written = read(join_tokens(token))
    _check_points(written, token)
    state = moment.state
    if written.entry and written.entry.seat not in (None, state.seat):
        return Refusal(_TURN_OF[state.seat], ())
    return _Refuser(rules, moment, parts, written.entry).refuse()


def write_touches(rules: GipfSetups, moment: Moment[GipfState], path: Sequence[str], key: str) -> list[str]:
    """Touches as a piece that comes in, from what was touched before or at once; after it as what comes off."""
    if key not in BOARD:
        return []
    if stage_after(moment.state, moment.made) == AFTER:
        return [f";x{key}"]
    points = [each for each in (*path, key) if each in BOARD]
    begin = mark_after(moment.made) + "G" * (SINGLE not in path and True in moment.state.kinds)
    return [f"{begin}{'-'.join(points[-2:])}", f"{begin}{key}"]


def _check_points(written: ParsedToken, token: str) -> None:
    taken = [mark.spot for part in (written.before, written.after) if part for mark in part.marks]
    for point in taken:
        if point in DOTS:
            raise NotAMove(Message(_("%(dot)s is a dot; pieces come off spots only"), {"dot": point}), token)
    entry = written.entry
    for name in [*taken, *([entry.point, entry.end] if entry else [])]:
        if name and name not in BOARD:
            raise NotAMove(Message(_("there is no point %(point)s on the board"), {"point": name}), token)


class _Refuser:
    """One moment at which the written turn leaves the tree."""

    def __init__(
        self, rules: GipfSetups, moment: Moment[GipfState], parts: Sequence[str], entry: PieceEntry | None
    ) -> None:
        self.rules = rules
        self.moment = moment
        self.state = moment.state
        self.stage = stage_after(moment.state, moment.made)
        self.parts = parts
        self.entry = entry
        self.gipf = entry is not None and entry.gipf

    def refuse(self) -> Refusal:
        if not self.parts:
            return self._refuse_end()
        if self.parts[0].lstrip(";").startswith("x"):
            return self._refuse_removal(read_removal(self.parts[0].lstrip(";")))
        if not self.stage:
            alone = self.rules.write(self.moment.made)
            return Refusal(Message(_("this removal ends the game: no push follows it")), [alone])
        rows = self.state.rows_to_take() if self.stage == BEFORE else ()
        if rows:
            message = Message(_("you must take the row %(row)s first"), {"row": _name_row(rows[0])})
            return Refusal(message, self._turns_with_removals(self.parts[:1]))
        assert self.entry is not None
        return self._refuse_kind(self.state, self.gipf) or self._refuse_entry(self.entry)

    def _refuse_end(self) -> Refusal:
        """Why the turn is not complete."""
        if self.stage == AFTER:
            row = _name_row(self.state.rows_to_take()[0])
            message = Message(_("this makes the row %(row)s, and you must take it"), {"row": row})
            return Refusal(message, self._turns_with_removals(()))
        return Refusal(Message(_("the turn continues after this removal: write the push too")), ())

    # --- what comes off ------------------------------------------------------------------------------

    def _turns_with_removals(self, parts: Sequence[str]) -> Iterator[str]:
        """The turns that take something off here and go on as written; none where that is not written."""
        if self.stage == ENTER:
            return iter(())
        removals = (choice for choice in self.rules.choices(self.state, self.moment.made) if choice.text)
        return list_turns_with((each for each in removals if parts or each.last), self.moment, parts, FEW)

    def _refuse_removal(self, removal: Removal) -> Refusal:
        state, then = self.state, self.parts[1:2]
        removals = state.removals(self.rules.crossing_row_may_stay)
        if not removal.marks:
            some = list(islice((taken for taken in removals if taken), FEW + 1))
            if not some:
                return Refusal(Message(_("you have no row to take here")), ())
            if len(some) > 1:
                return Refusal(_say_which(state, some), self._turns_with_removals(then), AmbiguousMove)
            taken = some[0]
        else:
            if (wrong := _find_wrong_mark(state, removal)) is not None:
                return Refusal(wrong, ())
            taken = BOARD.mask(removal.spots)
            if taken not in removals:
                return Refusal(_explain_removal(state, taken, removals), self._turns_with_removals(then))
        refusal = self._refuse_kind(state.without(taken), self.gipf)  # it may come off, but nothing could come in then
        assert refusal is not None
        return refusal

    # --- the piece that comes in ---------------------------------------------------------------------

    def _refuse_kind(self, state: GipfState, gipf: bool) -> Refusal | None:
        own = state.own
        if gipf in state.kinds:
            return None
        if own.reserve == 0:
            reason = _("your reserve is empty: take a GIPF-piece back first")
        elif not gipf:
            reason = _("your first piece must be a GIPF-piece: write G before it")
        elif not self.rules.has_opening:
            reason = _("you cannot bring in GIPF-pieces in this game")
        elif own.phase not in (NOTHING_YET, GIPFS_ONLY):
            reason = _("you have brought in a single; from then on only singles can come in")
        else:
            reason = _("a GIPF-piece needs two pieces, and only one is left in your reserve")
        return Refusal(Message(reason), ())

    def _refuse_entry(self, entry: PieceEntry) -> Refusal:
        if entry.end is None:
            return self._refuse_spot(entry.point)
        if entry.point not in DOTS:
            message = Message(_("%(spot)s is not a dot; a push starts on a dot"), {"spot": entry.point})
            return Refusal(message, (), NotAMove)
        return self._refuse_push(entry.point, entry.end)

    def _refuse_spot(self, spot: str) -> Refusal:
        named = {"spot": spot}
        if spot in DOTS:
            way = next(way for way in WAYS if way.dot == spot)
            stays = _("%(dot)s is a dot, and no piece stays there: write the spot, such as %(example)s")
            return Refusal(Message(stays, {"dot": spot, "example": f"{spot}-{way.spots[0]}"}), (), NotAMove)
        if spot not in ENTRY_SPOTS:
            return Refusal(Message(_("%(spot)s: a piece comes in only next to a dot"), named), ())
        entries = [line.entry(self.state.occupied) for line in map(_line_along, WAYS_INTO[spot])]
        if not any(entries):
            return Refusal(Message(_("%(spot)s: every line through it is full"), named), ())
        return Refusal(
            Message(_("%(spot)s is occupied: add the dot you push from"), named), self._turns_with_entries(entries)
        )

    def _refuse_push(self, dot: str, end: str) -> Refusal:
        way = next((way for way in WAYS if way.dot == dot and end in way.spots), None)
        if way is None:
            words = {"dot": dot, "end": end}
            return Refusal(Message(_("no line leads from %(dot)s to the spot %(end)s"), words), (), NotAMove)
        entry = _line_along(way).entry(self.state.occupied)
        if entry is None:
            return Refusal(Message(_("%(spot)s: the line is full"), {"spot": way.spots[0]}), ())
        return Refusal(
            Message(_("this push ends on %(last)s, not on %(end)s"), {"last": entry.path[-1], "end": end}),
            self._turns_with_entries([entry]),
        )

    def _turns_with_entries(self, entries: Sequence[bits.EntryBits | None]) -> Iterator[str]:
        """The turns in which the piece comes in so."""
        moment = self.moment
        if not self.gipf and (single := moment.find("")) is not None:
            moment = moment.after(single)
        names = [entry.name for entry in entries if entry]
        choices = [choice for name in names if (choice := moment.find(f"{'G' * self.gipf}{name}"))]
        return list_turns_with(choices, moment, (), FEW)


def _find_wrong_mark(state: GipfState, removal: Removal) -> Message | None:
    for mark in removal.marks:
        bit, named = BIT[mark.spot], {"spot": mark.spot}
        if not bit & state.occupied:
            return Message(_("%(spot)s is empty"), named)
        if mark.enemy and bit & state.own.pieces:
            return Message(_("the piece on %(spot)s is your own: no * after it"), named)
        if mark.gipf and not bit & state.gipfs:
            return Message(_("the piece on %(spot)s is not a GIPF-piece"), named)
    return None


def _explain_removal(state: GipfState, taken: int, removals: Removals) -> Message:
    """Why the spots `taken` may not come off together."""
    in_rows = 0
    for row in state.rows():
        in_rows |= row
    if strangers := BOARD.points(taken & ~in_rows):
        return Message(_("%(spot)s is in none of your rows"), {"spot": strangers[0]})
    left = state.without(taken).rows_to_take()
    if left:
        return Message(_("the row %(row)s is still on the board and must be taken too"), {"row": _name_row(left[0])})
    missing = [more & ~taken for more in removals.completions(taken)]
    if missing:
        least = min(missing, key=lambda each: (each.bit_count(), BOARD.points(each)))
        return Message(_("%(spot)s belongs to the row and must come off too"), {"spot": BOARD.points(least)[0]})
    return Message(_("these pieces cannot all come off: of two crossing rows, taking one breaks the other"))


def _say_which(state: GipfState, removals: Sequence[int]) -> Message:
    if len(removals) > FEW:
        return Message(_("more than one removal is possible here: write the list of spots after the x"))
    lists = " | ".join(sorted(name_removal(state, taken) for taken in removals))
    return Message(_("more than one removal is possible here: write one of %(lists)s"), {"lists": lists})


def _name_row(row: int) -> str:
    """`c3–f6`: where the run begins and ends."""
    spots = BOARD.points(row)
    return f"{spots[0]}–{spots[-1]}"


def _line_along(way: Way) -> LineBits:
    return LINES_IN[f"{way.dot}-{way.spots[0]}"]
