"""What of somebody's words goes when the person is erased."""

from __future__ import annotations

from django.db.models import Q

from play.models import Block, ChatMessage, Report, Sanction
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids


def forget_words(erasing: PersonErasing) -> list[Touched]:
    """Delete the chats of a person's games, both sides, and blocks, reports and sanctions that concern the person.

    The other side's lines may name the person, and nobody goes on with such a chat.
    """
    records = record_ids(erasing.person.pk)
    of_them = Q(game__white__in=records) | Q(game__black__in=records)
    Report.objects.filter(Q(reporter__in=records) | Q(person__in=records)).delete()
    ChatMessage.objects.filter(of_them).delete()
    Block.objects.filter(Q(by__in=records) | Q(person__in=records)).delete()
    Sanction.objects.filter(person__in=records).delete()
    return []
