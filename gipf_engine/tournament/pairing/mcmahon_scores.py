"""McMahon scores: where a player's rating lets them start, and the points of the event on top.

A band is so many rating points wide and worth one win. All from the upper bar up start in its band, all below the lower
bar in that one's, and so do the unrated; without a lower bar these start with the last of the field.
"""

from __future__ import annotations

from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.base import Option

HIGHEST_RATING = 9999
WIDEST = 1000

UPPER = Option(
    "upper_bar",
    _("Upper bar"),
    _("Players with this rating or a higher one start equal; 0 for no bar."),
    0,
    0,
    HIGHEST_RATING,
)
LOWER = Option(
    "lower_bar",
    _("Lower bar"),
    _("Players with a lower rating or none start as if they had this one; 0 for no bar."),
    0,
    0,
    HIGHEST_RATING,
)
BAND = Option("band", _("Width of a band"), _("How many rating points are worth one win at the start."), 100, 1, WIDEST)
FOLD = Option(
    "fold",
    _("First against last"),
    _("Within a group the first meets the last; else the upper half meets the lower half."),
    default=False,
)
CHOICES = (UPPER, LOWER, BAND, FOLD)


def choice(table: CrossTable, option: Option) -> int:
    """What the organiser chose for an option, or the usual."""
    return table.choices.get(option.key, option.default)


def start_scores(table: CrossTable) -> dict[int, int]:
    """Everybody's score before round 1, in tenths, by pairing number."""
    upper, lower, band = choice(table, UPPER), choice(table, LOWER), choice(table, BAND)
    known = [entrant.rating for entrant in table.entrants if entrant.rating is not None]
    unrated = lower or min(known, default=0)
    win = table.scoring.win * table.games_per_round
    found = {}
    for entrant in table.entrants:
        rating = max(unrated if entrant.rating is None else entrant.rating, lower)
        found[entrant.number] = (min(rating, upper) if upper else rating) // band * win
    return found
