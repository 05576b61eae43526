"""The clock of a game: whose time runs since when, and the instant at which the flag falls.

A deadline is fixed when a turn begins, so the server, a job and both browsers know the same instant. How much of a turn
was on its way to the server is measured before the turn (`lag`) and given back from a quota that refills slowly, after
scalachess's LagTracker: no one gains more than the line costs, and no one more than the quota.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gipf_engine.clocks.calendar import ALWAYS, Calendar
from gipf_engine.clocks.controls import SECOND, Budget, TimeControl, parse_control

LONGEST_GIFT = 1_500
"""How many milliseconds a restart of the server may add at most to the time of the one who is to move."""
_LONGEST_ALLOWANCE = 2 * SECOND


class FlagFallen(Exception):
    """A turn came at or after the deadline; `deadline` is the instant at which the flag fell."""

    def __init__(self, deadline: int) -> None:
        super().__init__(f"the flag fell at {deadline}")
        self.deadline = deadline


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's part of the clock: its budget, the quota left for its line (ms), and when its time stands still."""

    budget: Budget
    quota: int
    calendar: Calendar


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of two seats.

    `to_move` is the seat (0 or 1) whose turn it is. Its time runs since the instant `since`, unless there are
    `pauses` (reasons, as keys); `used` milliseconds of this turn were counted before that. `allowance` milliseconds of
    the turn are the line's and cost nothing.
    """

    control: TimeControl
    sides: tuple[Side, Side]
    to_move: int
    since: int
    used: int = 0
    allowance: int = 0
    pauses: frozenset[str] = frozenset()

    @property
    def deadline(self) -> int | None:
        """When the flag falls if no one moves before; None while the clock is paused."""
        if self.pauses:
            return None
        side = self.sides[self.to_move]
        return side.calendar.add(self.since, self.control.available(side.budget) + self.allowance - self.used)

    def has_fallen(self, now: int) -> bool:
        """Whether the flag of the one who is to move has fallen at `now`."""
        return self.deadline is not None and now >= self.deadline

    def remaining(self, seat: int, now: int) -> int:
        """How many milliseconds `seat` has left at `now` for the turn it makes or will make; never below 0."""
        left = self.control.available(self.sides[seat].budget)
        return max(0, left - self._charged(now)) if seat == self.to_move else left

    def stands_until(self, now: int) -> int | None:
        """When the time of the one who is to move runs again, where a day off stops it at `now`; None where it runs."""
        return self.sides[self.to_move].calendar.stands_until(now)

    def press(self, now: int, *, to_move: int, lag: int = 0) -> Clock:
        """The clock after a turn that reached the server at `now`.

        `to_move` is who makes the next turn (perhaps the same seat), `lag` what the line of that seat was measured to
        cost, in milliseconds. Raises `FlagFallen`; no one moves while the clock is paused.
        """
        assert not self.pauses, "a paused clock runs again before somebody moves"
        if (deadline := self.deadline) is not None and now >= deadline:
            raise FlagFallen(deadline)
        side = self.sides[self.to_move]
        given = min(self.allowance, max(0, self._counted(now)))
        quota = min(7 * self._gain, side.quota - given + self._gain)
        budget = self.control.after_turn(side.budget, self._charged(now))
        clock = self._with_side(self.to_move, replace(side, budget=budget, quota=quota))
        return replace(clock, to_move=to_move, since=now, used=0, allowance=clock._allow(to_move, lag))

    def pause(self, reason: str, now: int) -> Clock:
        """The clock standing still for one more reason. A flag that has fallen stays fallen: raises `FlagFallen`."""
        return replace(self._counted_until(now), pauses=self.pauses | {reason})

    def resume(self, reason: str, now: int) -> Clock:
        """The clock without this reason to stand still; it runs again once there is none."""
        return replace(self, pauses=self.pauses - {reason}, since=now if self.pauses else self.since)

    def take_back(self, now: int, *, to_move: int) -> Clock:
        """The clock after turns were taken back, so that `to_move` makes the next one.

        What was used for turns stays used. No one is charged for thinking about a turn of the opponent that no longer
        stands; the one who thinks about his own thinks on.
        """
        if to_move == self.to_move:
            return self
        return replace(self, to_move=to_move, since=now, used=0, allowance=0)

    def with_calendar(self, seat: int, calendar: Calendar, now: int) -> Clock:
        """The clock from `now` on with other days off for `seat`. Raises `FlagFallen`."""
        clock = self._counted_until(now)
        return clock._with_side(seat, replace(clock.sides[seat], calendar=calendar))

    def after_restart(self, last_alive: int, now: int, *, gift: int = LONGEST_GIFT) -> Clock:
        """The clock after the server was away between two instants.

        The time away costs no one anything, and the one who is to move gets `gift` to find the page again. A flag that
        fell before `last_alive` stays fallen.
        """
        assert 0 <= gift <= LONGEST_GIFT
        if self.pauses or self.has_fallen(last_alive):
            return self
        return replace(self, since=max(now, self.since), used=self._counted(max(last_alive, self.since)) - gift)

    def _counted(self, now: int) -> int:
        """How much of this turn has run, the line's part included."""
        if self.pauses:
            return self.used
        return self.used + self.sides[self.to_move].calendar.elapsed(self.since, now)

    def _charged(self, now: int) -> int:
        return max(0, self._counted(now) - self.allowance)

    def _counted_until(self, now: int) -> Clock:
        if self.pauses:
            return self
        if (deadline := self.deadline) is not None and now >= deadline:
            raise FlagFallen(deadline)
        return replace(self, used=self._counted(now), since=now)

    def _with_side(self, seat: int, side: Side) -> Clock:
        return replace(self, sides=(side, self.sides[1]) if seat == 0 else (self.sides[0], side))

    @property
    def _gain(self) -> int:
        return quota_gain(self.control)

    def _allow(self, seat: int, lag: int) -> int:
        return max(0, min(lag, self.sides[seat].quota, _LONGEST_ALLOWANCE))


def quota_gain(control: TimeControl) -> int:
    """How many milliseconds a turn adds to the quota of a line: more in slow games, none in correspondence.

    scalachess's LagTracker: min(100, 0.4 x (seconds of a game of forty turns) + 15) hundredths of a second.
    """
    if not control.is_real_time:
        return 0
    return 10 * min(100, int(0.4 * control.expected / SECOND) + 15)


def start_clock(
    control: TimeControl, now: int, *, to_move: int = 0, lag: int = 0, calendars: Sequence[Calendar] = (ALWAYS, ALWAYS)
) -> Clock:
    """The clock of a game that begins at `now` with a turn of `to_move`."""
    quota = 3 * quota_gain(control)
    first, second = (Side(control.initial(), quota, calendar) for calendar in calendars)
    clock = Clock(control, (first, second), to_move, now)
    return replace(clock, allowance=clock._allow(to_move, lag))


# --- a clock as a JSON object and back: what a database keeps of a running game ----------------------------


def clock_to_json(clock: Clock) -> dict[str, Any]:
    """Everything of `clock` in numbers, texts and lists; times in milliseconds."""
    return {
        "control": str(clock.control),
        "sides": [_side_to_json(side) for side in clock.sides],
        "to_move": clock.to_move,
        "since": clock.since,
        "used": clock.used,
        "allowance": clock.allowance,
        "pauses": sorted(clock.pauses),
    }


def clock_from_json(stored: Mapping[str, Any]) -> Clock:
    """The clock that `clock_to_json` wrote."""
    first, second = (_side_from_json(side) for side in stored["sides"])
    return Clock(
        control=parse_control(stored["control"]),
        sides=(first, second),
        to_move=stored["to_move"],
        since=stored["since"],
        used=stored["used"],
        allowance=stored["allowance"],
        pauses=frozenset(stored["pauses"]),
    )


def _side_to_json(side: Side) -> dict[str, Any]:
    calendar = side.calendar
    return {
        "main": side.budget.main,
        "periods": side.budget.periods,
        "quota": side.quota,
        "weekdays": sorted(calendar.weekdays),
        "zone": calendar.zone,
        "vacations": [list(stretch) for stretch in calendar.vacations],
    }


def _side_from_json(stored: Mapping[str, Any]) -> Side:
    vacations = tuple((start, until) for start, until in stored["vacations"])
    calendar = Calendar(frozenset(stored["weekdays"]), stored["zone"], vacations)
    return Side(Budget(stored["main"], stored["periods"]), stored["quota"], calendar)
