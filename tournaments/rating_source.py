"""Where the rating is from that an event uses for a player."""

from __future__ import annotations

from django.db import models

MOST_RATING = 9999


class RatingSource(models.TextChoices):
    """A list, a file, or somebody's hand."""

    UNKNOWN = ""  # there is no rating, or it was there before sources were kept
    SERVER = "server"  # the server's list
    CLUB = "club"  # the club's own list
    FILE = "file"  # the file that the event, or the list of players, came from
    HAND = "hand"  # an organiser typed it


STAYS = frozenset({RatingSource.FILE, RatingSource.HAND})
"""Ratings that lists do not replace when an event starts."""
