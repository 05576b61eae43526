"""Time controls: what each turn costs, and what it gives back.

Fischer adds to the clock after each turn, Bronstein gives back what was used up to a delay, byo-yomi has periods that
are whole again after each turn in time, correspondence has days for each turn and days in reserve for the game.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _

SECOND = 1_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
LONGEST_REAL_TIME = 6 * 60 * MINUTE
LONGEST_DAYS = 60
_WEEKEND = frozenset({5, 6})
_WEEKENDS_OFF = "w"
"""At the end of a control by correspondence: weekends do not count."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a seat has left between its turns: `main` milliseconds and `periods` of byo-yomi (0 in other controls)."""

    main: int
    periods: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl(ABC):
    """How time is given. `main` is what a seat has at the start, in milliseconds."""

    main: int
    key: ClassVar[str]
    is_real_time: ClassVar[bool] = True

    def initial(self) -> Budget:
        """What each seat has before its first turn."""
        return Budget(self.main)

    def available(self, budget: Budget) -> int:
        """For how many milliseconds a turn that begins now may last; at that length the flag falls."""
        return budget.main

    @abstractmethod
    def after_turn(self, budget: Budget, used: int) -> Budget:
        """What is left after a turn that took `used` milliseconds, less than were available."""

    @abstractmethod
    def explain(self) -> Message:
        """The control in a sentence."""

    @property
    def days_off(self) -> frozenset[int]:
        """The days of the week, from 0 (Monday), on which no one's time runs."""
        return frozenset()

    @property
    def expected(self) -> int:
        """About how long a seat thinks in a game of forty turns, in milliseconds (the usual measure of speed)."""
        return self.main


@dataclass(frozen=True, slots=True)
class Fischer(TimeControl):
    """`increment` milliseconds are added after each turn."""

    increment: int = 0
    key: ClassVar[str] = "fischer"

    def after_turn(self, budget: Budget, used: int) -> Budget:
        return Budget(budget.main - used + self.increment)

    @property
    def expected(self) -> int:
        return self.main + 40 * self.increment

    def explain(self) -> Message:
        template = _("%(main)s min + %(step)s s per turn")
        return Message(
            template, {"main": _write_number(self.main, MINUTE), "step": _write_number(self.increment, SECOND)}
        )

    def __str__(self) -> str:
        return f"{_write_number(self.main, SECOND)}+{_write_number(self.increment, SECOND)}"


@dataclass(frozen=True, slots=True)
class Bronstein(TimeControl):
    """What a turn took comes back, up to `delay` milliseconds: no one gains time."""

    delay: int = 0
    key: ClassVar[str] = "bronstein"

    def after_turn(self, budget: Budget, used: int) -> Budget:
        return Budget(budget.main - used + min(used, self.delay))

    @property
    def expected(self) -> int:
        return self.main + 40 * self.delay

    def explain(self) -> Message:
        template = _("%(main)s min, delay %(step)s s per turn")
        return Message(template, {"main": _write_number(self.main, MINUTE), "step": _write_number(self.delay, SECOND)})

    def __str__(self) -> str:
        return f"{_write_number(self.main, SECOND)}d{_write_number(self.delay, SECOND)}"


@dataclass(frozen=True, slots=True)
class ByoYomi(TimeControl):
    """After the main time there are `periods` of `period` milliseconds; one that a turn uses up is gone."""

    periods: int = 1
    period: int = 30 * SECOND
    key: ClassVar[str] = "byoyomi"

    def initial(self) -> Budget:
        return Budget(self.main, self.periods)

    def available(self, budget: Budget) -> int:
        return budget.main + budget.periods * self.period

    def after_turn(self, budget: Budget, used: int) -> Budget:
        over = used - budget.main
        if over <= 0:
            return replace(budget, main=-over)
        return Budget(0, budget.periods - over // self.period)

    @property
    def expected(self) -> int:
        return self.main + 25 * self.period

    def explain(self) -> Message:
        template = _("%(main)s min, then %(periods)s × %(step)s s byo-yomi")
        step = _write_number(self.period, SECOND)
        return Message(template, {"main": _write_number(self.main, MINUTE), "periods": self.periods, "step": step})

    def __str__(self) -> str:
        return f"{_write_number(self.main, SECOND)}b{self.periods}x{_write_number(self.period, SECOND)}"


@dataclass(frozen=True, slots=True)
class Correspondence(TimeControl):
    """Each turn has `per_turn` milliseconds of its own; what it takes beyond them comes out of the reserve (`main`).

    With `weekends_off` no time runs on Saturdays and Sundays, for each player where he lives.
    """

    per_turn: int = 3 * DAY
    weekends_off: bool = False
    key: ClassVar[str] = "correspondence"
    is_real_time: ClassVar[bool] = False

    def available(self, budget: Budget) -> int:
        return self.per_turn + budget.main

    def after_turn(self, budget: Budget, used: int) -> Budget:
        return Budget(budget.main - max(0, used - self.per_turn))

    @property
    def expected(self) -> int:
        return self.main + 40 * self.per_turn

    def explain(self) -> Message:
        template = _("%(days)s per turn, plus %(reserve)s in reserve")
        if self.weekends_off:
            template = _("%(days)s per turn, plus %(reserve)s in reserve; weekends do not count")
        return Message(template, {"days": _explain_days(self.per_turn), "reserve": _explain_days(self.main)})

    @property
    def days_off(self) -> frozenset[int]:
        return _WEEKEND if self.weekends_off else frozenset()

    def __str__(self) -> str:
        off = _WEEKENDS_OFF if self.weekends_off else ""
        return f"{_write_number(self.per_turn, DAY)}days+{_write_number(self.main, DAY)}{off}"


_NUMBER = r"(\d{1,6}(?:\.\d{1,3})?)"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[Sequence[str]], TimeControl]], ...] = (
    (re.compile(rf"{_NUMBER}\+{_NUMBER}"), lambda found: Fischer(_seconds(found[0]), _seconds(found[1]))),
    (re.compile(rf"{_NUMBER}d{_NUMBER}"), lambda found: Bronstein(_seconds(found[0]), _seconds(found[1]))),
    (
        re.compile(rf"{_NUMBER}b(\d{{1,2}})x{_NUMBER}"),
        lambda found: ByoYomi(_seconds(found[0]), int(found[1]), _seconds(found[2])),
    ),
    (
        re.compile(rf"{_NUMBER}days\+{_NUMBER}({_WEEKENDS_OFF}?)"),
        lambda found: Correspondence(_read_days(found[1]), _read_days(found[0]), bool(found[2])),
    ),
)


def parse_control(text: str) -> TimeControl:
    """The time control that `str` writes: "300+3", "300d3", "600b3x30" (in seconds), "3days+10", "3days+10w".

    Raises `Refused`.
    """
    for form, make in _FORMS:
        if found := form.fullmatch(text):
            return _checked(make(found.groups()))
    template = _("%(text)s is not a time control; write 300+3, 300d3, 600b3x30 or 3days+10")
    raise Refused(Message(template, {"text": text[:40]}))


def _checked(control: TimeControl) -> TimeControl:
    first = control.available(control.initial())
    if first < (5 * SECOND if control.is_real_time else DAY // 24):
        raise Refused(Message(_("The first turn needs at least five seconds, in correspondence an hour.")))
    if isinstance(control, ByoYomi) and not (control.periods and control.period):
        raise Refused(Message(_("Byo-yomi needs at least one period that lasts.")))
    if isinstance(control, Correspondence):
        if max(control.main, control.per_turn) > LONGEST_DAYS * DAY:
            raise Refused(Message(_("At most %(days)s days a turn, and as many in reserve."), {"days": LONGEST_DAYS}))
    elif control.expected > 4 * LONGEST_REAL_TIME or control.main > LONGEST_REAL_TIME:
        raise Refused(Message(_("At most six hours a player; choose days for each turn instead.")))
    return control


def _seconds(text: str) -> int:
    return _length(text, SECOND)


def _read_days(text: str) -> int:
    return _length(text, DAY)


def _length(text: str, unit: int) -> int:
    whole, _dot, part = text.partition(".")
    return int(whole) * unit + int(part.ljust(3, "0") or 0) * unit // 1_000


def _explain_days(time: int) -> Message:
    if time == DAY:
        return Message(_("one day"))
    return Message(_("%(number)s days"), {"number": _write_number(time, DAY)})


def _write_number(length: int, unit: int) -> str:
    """How many of `unit` there are, with at most three decimals and no zeros at the end."""
    return f"{length / unit:.3f}".rstrip("0").rstrip(".")
