"""Where a club finds the players of its next event: its members, its last events, its rating lists. As names."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.translation import translate_message
from players.clubs.queries.members import members_of
from players.core.queries.records import canonical_name
from players.models import Club
from ratings.core.queries.rating_list import rating_list
from ratings.models import Pool
from tournaments.core.schemas import MOST_ENTRIES
from tournaments.models import Event, Member

_MEMBERS, _LIST, _EVENT = "members", "list", "event"
_LAST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class Source:
    """Where names are taken from: its key in forms, and what it is called."""

    key: str
    name: str


def sources_of(club: Club) -> list[Source]:
    """The club's members, its last events and its rating lists, where there are any. Four queries at most."""
    members = members_of(club).count()
    found = [Source(_MEMBERS, _("Members of the club (%(count)d)") % {"count": members})] if members else []
    events = Event.objects.filter(club=club, entries__isnull=False).distinct().order_by("-starts_on", "-pk")
    found += [Source(f"{_EVENT}-{event.pk}", event.name) for event in events[:_LAST_EVENTS]]
    return found + [
        Source(f"{_LIST}-{pool.pk}", _("Rating list: %(name)s") % {"name": translate_message(pool.name)})
        for pool in _pools_of(club).filter(ratings__isnull=False).distinct()
    ]


def names_from(club: Club, key: str) -> list[str]:
    """The names of a source; none where the club has no such source."""
    kind, _dash, number = key.partition("-")
    pk = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    if kind == _MEMBERS:
        return list(members_of(club).values_list("name", flat=True)[:MOST_ENTRIES])
    if kind == _EVENT:
        return names_of_event(club, pk)
    pool = _pools_of(club).filter(pk=pk).first() if kind == _LIST else None
    return [row.name for row in rating_list(pool, limit=MOST_ENTRIES)] if pool else []


def names_of_event(club: Club, pk: int) -> list[str]:
    """Who plays in an event of the club, by their numbers or as they were entered."""
    rows = Member.objects.filter(event=pk, event__club=club).order_by("entry__number", "entry_id", "pk")
    return list(rows.values_list(canonical_name("person"), flat=True))


def _pools_of(club: Club) -> QuerySet[Pool]:
    return Pool.objects.filter(club=club, is_main=True)
