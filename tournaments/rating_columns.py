"""What standings show of ratings, as the organiser chooses."""

from __future__ import annotations

from enum import StrEnum

from gipf_engine.messages import gettext_noop as _


class RatingColumn(StrEnum):
    """A column of the standings."""

    RATING = "rating"  # by which the event seeds
    CHANGE = "change"  # what the event did to it, once it is closed
    PERFORMANCE = "performance"  # what the results say of themselves


COLUMN_NAMES: dict[str, str] = {
    RatingColumn.RATING: _("Rating before the event"),
    RatingColumn.CHANGE: _("Rating points won or lost, once the event is closed"),
    RatingColumn.PERFORMANCE: _("Performance: the rating that the score against rated opponents corresponds to"),
}
"""What organisers choose from."""
SHORT_NAMES: dict[str, str] = {
    RatingColumn.RATING: _("rating"),
    RatingColumn.CHANGE: _("rating change"),
    RatingColumn.PERFORMANCE: _("performance"),
}


def usual_columns() -> list[str]:
    """Those of a new event."""
    return [RatingColumn.RATING.value, RatingColumn.CHANGE.value]
