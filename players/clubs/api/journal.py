"""The endpoint of a club's journal; `tournaments.events.api.journal` has that of an event."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import WordsField
from common.journal.models import JournalEntry
from players.clubs.journal_entries import describe
from players.core.api import ClubAPIView
from players.models import Club
from players.permissions import require
from players.roles import Permission


class ClubJournalLine(serializers.Serializer[Any]):
    """One act. `version` is the club's version that it made; `who` is null for the system."""

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField(allow_null=True)
    action = serializers.CharField()
    what = WordsField()


class ClubJournal(ClubAPIView):
    """The journal of a club."""

    @extend_schema(responses=ClubJournalLine(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Everything that was done in the club itself, the newest first. For organisers; events have their own."""
        club = get_object_or_404(Club, slug=slug)
        require(self.actor, Permission.READ_JOURNAL, club.scope)
        lines = JournalEntry.objects.filter(scope__key=club.scope).select_related("scope")
        return self.paginate(lines, ClubJournalLine, _in_words)


def _in_words(lines: Any) -> list[dict[str, Any]]:
    described = zip(lines, describe(lines), strict=True)
    return [
        {"version": line.version, "at": row.at, "who": row.actor, "action": line.action, "what": row.text}
        for line, row in described
    ]
