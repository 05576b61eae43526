"""What a clock shows where no script counts it down."""

from __future__ import annotations

from django.utils.translation import ngettext

DAY = 86_400_000
WORDS_FROM = 2 * DAY
"""A clock with so much time or more shows days."""


def clock_words(milliseconds: int) -> str:
    """A clock without a script: "9:58", "1:02:03"; from two days on "3 days"."""
    if milliseconds >= WORDS_FROM:
        days = milliseconds // DAY
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


class ShownClock:
    """A clock with `remaining` milliseconds, for templates."""

    remaining: int

    @property
    def clock(self) -> str:
        """What the clock shows without a script."""
        return clock_words(self.remaining)

    @property
    def is_digital(self) -> bool:
        """Whether the clock shows hours, minutes and seconds, and no days."""
        return self.remaining < WORDS_FROM
