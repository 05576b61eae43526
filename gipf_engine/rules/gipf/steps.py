"""A turn of GIPF by touch: what comes off first where one can choose, the dot, the way in, what comes off then.

A dot and the spot beside it may be touched in either order; what is still open is asked, and nothing else. Where a
player may bring in a GIPF-piece or a single, dots bring in a GIPF-piece until a button says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Protocol

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.gipf import bits
from gipf_engine.rules.gipf.board import WAYS
from gipf_engine.rules.gipf.notation import write_removal
from gipf_engine.rules.gipf.position_text import KINDS
from gipf_engine.rules.gipf.state import State
from gipf_engine.rules.gipf.validation import RefusingPosition, marks_of, refuse
from gipf_engine.rules.steps import Ending, SetChoice, Step, Steps, Words

MOST_REMOVALS = 2000
"""Removals among which one can choose by touch. A position that has more was made up; there they are typed."""
SINGLE, TAKE = "single", "take"

_ASK_SINGLE = Message(_("Choose the dot where your piece comes in."))
_ASK_GIPF = Message(_("Choose the dot where your GIPF-piece comes in."))
_ASK_WAY = Message(_("Choose which way it goes."))
_ASK_TAKE = Message(_("Take your row: it ends the game."))
_REMOVAL = Words(
    ask=Message(_("Choose which row to remove, or a GIPF-piece to remove with it.")),
    done=Message(_("The others stay")),
)


class ChoosingPosition(RefusingPosition, Protocol):
    """What is asked of the position whose turns are put together."""


def steps_of(position: ChoosingPosition) -> Steps:
    """The tree of all turns of the player to move."""
    return _Builder(position).begin()


class _Builder:
    """Makes the steps of one position; what was made is kept as long as the steps themselves."""

    def __init__(self, position: ChoosingPosition) -> None:
        self.state = position.state
        self.has_gipfs = position.rules.has_gipfs
        self.choice = position.rules.crossing_row_may_stay

    def begin(self) -> Steps:
        removals = [taken for taken in self._removals(self.state) if self._goes_on(taken)]
        endings = {frozenset(bits.spots(taken)): self._after_removal(taken) for taken in removals}
        if len(endings) > 1:
            return SetChoice(endings, _REMOVAL).begin()
        ((text, then, _tell),) = endings.values()
        if then is None:
            return Steps(_ASK_TAKE, (Step(TAKE, text, None, Message(_("Take the row"))),))
        return then()

    def _removals(self, state: State) -> Iterator[int]:
        return islice(state.removals(self.choice), MOST_REMOVALS)

    def _goes_on(self, taken: int) -> bool:
        """Whether a turn can begin with this removal: it ends the game, or a piece is left to bring in."""
        middle = self.state.without(taken)
        return self._is_end(taken, middle) or bool(_kinds(middle))

    def _is_end(self, taken: int, middle: State) -> bool:
        return bool(taken) and any(middle.has_lost_gipfs(self.has_gipfs))

    def _after_removal(self, taken: int) -> Ending:
        middle = self.state.without(taken)
        before = write_removal(marks_of(self.state, taken)) if taken else ""
        if self._is_end(taken, middle):
            return Ending(before, None)
        # The text of the removal is written where the way in is known, so that no touch is needed for it alone.
        return Ending("", _Entries(middle, f"{before};" if before else "", self.choice).begin)


def _kinds(middle: State) -> list[bool]:
    """What may come in: True a GIPF-piece, False a single."""
    return [gipf for gipf in KINDS[middle.own.phase] if middle.own.reserve > gipf]


class _Entries:
    """The steps of bringing in a piece, and of what comes off after it. `before` is what was written until then."""

    def __init__(self, middle: State, before: str, choice: bool) -> None:
        self.middle, self.before, self.choice = middle, before, choice
        self._begin: Steps | None = None
        self._open = list(_open_ways(middle))

    def begin(self) -> Steps:
        if self._begin is None:
            self._begin = self._make_steps()
        return self._begin

    def _make_steps(self) -> Steps:
        kinds = _kinds(self.middle)
        if len(kinds) == 1:
            return self._entering(gipf=kinds[0])
        singles = self._entering(gipf=False)
        button = Step(SINGLE, "", lambda: singles, Message(_("Bring in a single piece instead")))
        gipfs = self._entering(gipf=True)
        return Steps(gipfs.ask, (*gipfs.steps, button))

    def _entering(self, *, gipf: bool) -> Steps:
        end_of = cache(lambda number: self._end_of(number, gipf))
        by_dot: dict[str, dict[str, int]] = {}
        by_spot: dict[str, dict[str, int]] = {}
        for dot, spot, number in self._open:
            by_dot.setdefault(dot, {})[spot] = number
            by_spot.setdefault(spot, {})[dot] = number
        steps = [_first_touch(*each, end_of) for each in sorted((by_dot | by_spot).items())]
        return Steps(_ASK_GIPF if gipf else _ASK_SINGLE, tuple(steps))

    def _end_of(self, number: int, gipf: bool) -> Ending:
        """What an entry leads to: the end of the turn, or the choice of what comes off."""
        entry = f"{self.before}{'G' * gipf}{bits.NAMES[number]}"
        pushed = self.middle.push(number, gipf)
        removals = list(islice(pushed.removals(self.choice), MOST_REMOVALS))
        written = {taken: f";{write_removal(marks_of(pushed, taken))}" if taken else "" for taken in removals}
        if len(removals) == 1:
            return Ending(entry + written[removals[0]], None)
        sets = {frozenset(bits.spots(taken)): Ending(text, None) for taken, text in written.items()}
        return Ending(entry, SetChoice(sets, _REMOVAL).begin)


def _open_ways(middle: State) -> Iterator[tuple[str, str, int]]:
    """Dot, first spot and entry number of every way that is not full."""
    for way in WAYS:
        spot = way.spots[0]
        number, line, pushes = bits.BY_GF1[f"{way.dot}-{spot}"]
        if middle.occupied & bits.FIRST_BIT[number]:
            push = pushes.get(middle.occupied & line)
            if push is None:
                continue
            number = push.entry
        yield way.dot, spot, number


def _first_touch(key: str, ways: dict[str, int], end_of: Callable[[int], Ending]) -> Step:
    """A dot or spot: where only one entry is possible it is that, else the other end of the way is asked."""
    if len(set(ways.values())) == 1:
        return _last_touch(key, next(iter(ways.values())), end_of)
    following = Steps(_ASK_WAY, tuple(_last_touch(each, number, end_of) for each, number in sorted(ways.items())))
    return Step(key, "", lambda: following)


def _last_touch(key: str, number: int, end_of: Callable[[int], Ending]) -> Step:
    text, then, _tell = end_of(number)
    return Step(key, text, then)


def explain_refusal(position: RefusingPosition, path: Sequence[str], key: str) -> Message | None:
    """Why `key` may not be touched, as the typed turn would be refused; None where the general answer must do."""
    points = [each for each in (*path, key) if _is_point(each)]
    if not points or not _is_point(key):
        return None
    gipf = "G" * (SINGLE not in path and True in _kinds(position.state))
    for token in (f"{gipf}{'-'.join(points[-2:])}", f"{gipf}{key}"):
        try:
            return _reason(position, token)
        except ValueError:  # as it is written it could be played: it is not what was touched
            continue
    return None


def _reason(position: RefusingPosition, token: str) -> Message:
    reason: RuleError = refuse(position, token)
    return reason.message


def _is_point(key: str) -> bool:
    return key in _POINTS


_POINTS: Iterable[str] = frozenset(point for way in WAYS for point in (way.dot, *way.spots))
