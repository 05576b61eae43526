"""What games ask about events: which are drafts, and which have a name."""

from __future__ import annotations

from django.db.models import Q

from games.core.questions import OccasionsNamed, UnpublishedOccasions
from tournaments.core.queries.visibility import PUBLIC
from tournaments.models import Event

MOST_WORDS = 8


def drafts_with_games(asked: UnpublishedOccasions) -> list[str]:
    """A draft seldom has rounds: one that was imported, or taken back, may. One query."""
    drafts = Event.objects.exclude(state__in=PUBLIC).filter(rounds__isnull=False).order_by().distinct()
    return [f"event:{event}" for event in drafts.values_list("pk", flat=True)]


def events_named(asked: OccasionsNamed) -> list[str]:
    """Public events whose name has every word, the latest first. One query."""
    words = Q(*(("name__icontains", word) for word in asked.text.split()[:MOST_WORDS]))
    events = Event.objects.filter(words, state__in=PUBLIC).order_by("-starts_on", "-pk")
    return [f"event:{event}" for event in events.values_list("pk", flat=True)[: asked.limit]]
