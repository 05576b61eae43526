"""Where the rating of an entry comes from, and which ratings the standings show."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from gipf_engine.messages import gettext_noop as _

# --- where the rating is from that an event uses for a player ---------------------------------------------


class RatingSource(models.TextChoices):
    """A list, a file, or a person's hand."""

    UNKNOWN = ""  # there is no rating, or it was there before sources were kept
    SERVER = "server"  # the server's list
    CLUB = "club"  # the club's own list
    FILE = "file"  # the file that the event, or the list of players, came from
    HAND = "hand"  # an organiser typed it


STAYS = frozenset({RatingSource.FILE, RatingSource.HAND})
"""Ratings that lists do not replace when an event starts."""


# --- what standings show of ratings, as the organiser chooses ---------------------------------------------


class RatingColumn(StrEnum):
    """A column of the standings."""

    RATING = "rating"  # by which the event seeds
    CHANGE = "change"  # what the event did to it, once it is closed
    PERFORMANCE = "performance"  # what the results say of themselves


COLUMN_NAMES: dict[str, str] = {
    RatingColumn.RATING: _("Rating before the event"),
    RatingColumn.CHANGE: _("Rating change, known when the event is closed"),
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
