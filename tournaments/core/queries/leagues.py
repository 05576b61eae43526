"""Which leagues a club has, as its page lists them."""

from __future__ import annotations

from django.db.models import F, QuerySet

from players.models import Club
from tournaments.models import League


def all_leagues() -> QuerySet[League]:
    """The leagues of all clubs, the newest first; `season` is the name of the season that is on."""
    with_season = League.objects.filter(seasons__ended_at=None).annotate(season=F("seasons__name"))
    return with_season.select_related("club").order_by("-pk")


def leagues_of(club: Club) -> list[League]:
    """The leagues of a club, the newest first."""
    return list(all_leagues().filter(club=club))
