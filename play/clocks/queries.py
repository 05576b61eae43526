"""The vacations of a player, and how many days are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from gipf_engine.clocks import DAYS_A_YEAR, days_left
from play.clocks.services.days_off import time_zone_of, today_in
from play.clocks.services.vacations import vacations_of
from play.models import Vacation
from players.models import Person


@dataclass(frozen=True)
class VacationPlan:
    """What a player has booked and may still book. `today` is where he lives, in `zone`."""

    zone: str
    today: date
    all: Sequence[Vacation]
    most: int = DAYS_A_YEAR

    @property
    def booked(self) -> Sequence[Vacation]:
        """Those that are not over."""
        return [vacation for vacation in self.all if vacation.last >= self.today]

    @property
    def left(self) -> Sequence[tuple[int, int]]:
        """This year and the next, and the days that are left in each."""
        days = [vacation.days for vacation in self.all]
        return [(year, days_left(days, year)) for year in (self.today.year, self.today.year + 1)]


def vacation_plan(person: Person) -> VacationPlan:
    """The vacations of a person, under any of his records."""
    zone = time_zone_of(person)
    return VacationPlan(zone, today_in(zone), vacations_of(person))
