"""Who started a round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from common.journal.models import JournalEntry
from tournaments.journal.queries.journal_entries import account_names
from tournaments.models import Event
from tournaments.rounds.acts import DraftRound, PublishRound, StartRound


@dataclass(frozen=True, slots=True)
class Starter:
    """Who started a round, and when. `name` is an account's, None for the system."""

    name: str | None
    at: datetime


STARTING = (StartRound.name, DraftRound.name, PublishRound.name)
"""Acts after which somebody else who means to start the same round is too late."""


def who_started(event: Event, number: int) -> Starter | None:
    """The account that started a round, None while nobody did."""
    lines = JournalEntry.objects.filter(scope__key=event.scope, action__in=STARTING, data__round=number)
    line = lines.order_by("-version").first()
    if line is None:
        return None
    return Starter(account_names([line.actor] if line.actor else []).get(line.actor or 0), line.at)
