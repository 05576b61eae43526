"""The endpoints of an event's journal: who did what, when and why, what it was before; and going back to that."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api import NumberField, WordsField
from common.journal import queries as journal
from players.core.pagination import page_of
from tournaments.core import acts as core_acts
from tournaments.core.act_views import ActView
from tournaments.core.api import EventAPIView
from tournaments.core.forms import REASON
from tournaments.core.queries.cached import rows_of
from tournaments.events import schemas
from tournaments.events.services.undo import undo
from tournaments.journal.queries.journal_entries import EntryRow
from tournaments.journal.queries.journal_pages import KINDS, JournalFilter, JournalLines
from tournaments.models import Event, RestorePoint


class ValueChange(serializers.Serializer[Any]):
    """A value that an act changed, before and after, in words."""

    field = serializers.CharField()
    before = WordsField(source="old")
    after = WordsField(source="new")


class JournalLine(serializers.Serializer[Any]):
    """One act. `version` is the event's version that it made; `who` is null for the system, "" for no one in public.

    `why` is shown to arbiters. `round` is the round that it is about, null where it is about none.
    `has_point`: an arbiter can go back to before it; `is_undone`: a person did.
    """

    version = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField(source="actor", allow_null=True)
    action = serializers.CharField()
    what = WordsField(source="text")
    why = serializers.CharField(source="reason")
    round = serializers.IntegerField(allow_null=True)
    changes = ValueChange(many=True)
    has_point = serializers.BooleanField()
    is_undone = serializers.BooleanField()


class JournalAsked(serializers.Serializer[Any]):
    """Which lines are wanted: a kind of acts, a round, and a text in the names of people or in reasons."""

    kind = serializers.ChoiceField(sorted(KINDS), required=False)
    round = NumberField(min_value=1, required=False)
    q = serializers.CharField(max_length=80, required=False)


class Journal(EventAPIView):
    """The journal of an event."""

    path = "journal"

    @extend_schema(parameters=[JournalAsked], responses=JournalLine(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """All actions, newest first. Arbiters see everything, others only public lines."""
        event, asked = self.event(event_id), self.validated_query(JournalAsked)
        wanted = JournalFilter(kind=asked.get("kind", ""), round=asked.get("round"), text=asked.get("q", ""))
        rows = rows_of(event, journal.version(event.scope))
        return self.paginate(JournalLines(rows, request.user, wanted), JournalLine)


class Undo(ActView):
    """Let the event be what it was before the act of this version (`has_point` in the journal).

    Claims since then are void; where there are some, that is answered with 409 and a key to confirm it by.
    """

    path, name = "undo/<int:version>", "event-undo"
    act, service, schema, shape = core_acts.Undo, undo, schemas.UndoInput, JournalLine
    asks, template, done = REASON, "tournaments/events/undo.html", _("It is undone.")

    def found(self, view: EventAPIView, made: Event) -> EntryRow:
        return JournalLines(view.rows(self.event), self.account, JournalFilter())[0]

    def check(self) -> None:
        if not RestorePoint.objects.filter(event=self.event, version=self.ids["version"]).exists():
            raise Http404

    def context(self, form: Form) -> dict[str, Any]:
        lines = JournalLines(self.rows, self.account, JournalFilter(since=self.ids["version"]))
        return {"part": page_of(self.request, lines)}
