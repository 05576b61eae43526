"""The clock of a round: how long it still lasts, for everyone in the hall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from common.compiled_query import Argument, CompiledObjects
from tournaments.models import Event, Round, RoundClock


@dataclass(frozen=True, slots=True)
class ClockState:
    """A clock of `seconds` in all, of which `used` had passed when it last started, at `running_since`.

    `running_since` is None while it is paused.
    """

    round: int
    seconds: int
    used: int
    running_since: datetime | None

    @classmethod
    def of(cls, clock: RoundClock, number: int) -> ClockState:
        """What the row of round `number` says."""
        return cls(number, clock.seconds, clock.used, clock.running_since)

    @property
    def ends_at(self) -> datetime | None:
        """When time is up, or was; None while it is paused."""
        left = timedelta(seconds=self.seconds - self.used)
        return None if self.running_since is None else self.running_since + left

    @property
    def left(self) -> int:
        """The seconds that were left when it last started or stopped."""
        return self.seconds - self.used

    @property
    def left_words(self) -> str:
        """The seconds left as it shows them: "1:05:00", "24:10"."""
        minutes, seconds = divmod(self.left, 60)
        hours, rest = divmod(minutes, 60)
        return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def clock_of(event: Event) -> ClockState | None:
    """The clock of the event's last round, None where it has none, or does not run. One query of a running event."""
    if event.state != Event.State.RUNNING:
        return None
    found = _CLOCK(event.pk)
    return ClockState.of(found[0], found[0].round.number) if found else None


def _clock_of_last_round(event: Argument) -> QuerySet[RoundClock]:
    later = Round.objects.filter(event=event, number__gt=OuterRef("round__number"))
    return RoundClock.objects.filter(~Exists(later), round__event=event)


_CLOCK = CompiledObjects(_clock_of_last_round, ["round"])


def usual_minutes(event: Event) -> int | None:
    """How many minutes the latest clock of the event has or had; None where there was none. One query."""
    found = RoundClock.objects.filter(round__event=event).order_by("-round__number").first()
    return None if found is None else found.seconds // 60
