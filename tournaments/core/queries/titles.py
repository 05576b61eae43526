"""Who holds which titles, as pages of players and clubs list them."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from players.core.queries.records import record_ids
from players.models import Club, Person
from tournaments.models import Award, Title


def awards_in_force() -> QuerySet[Award]:
    """The awards that were not withdrawn, the newest first."""
    return Award.objects.filter(withdrawal=None).select_related("title__club")


def titles_held(person: Person) -> list[Award]:
    """The titles of a person, also those awarded to records that were merged. Two queries."""
    return list(awards_in_force().filter(person__in=record_ids(person.pk)))


def titles_of(club: Club) -> list[Title]:
    """The titles of a club; `holders` counts the awards in force."""
    counted = Count("awards", filter=Q(awards__withdrawal=None))
    return list(Title.objects.filter(club=club).annotate(holders=counted))
