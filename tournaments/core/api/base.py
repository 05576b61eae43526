"""What all endpoints of an event share: finding it for this reader, and answers that did not change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from common.entity_tags import State, make_tag
from common.journal import queries as journal
from players.core.api import BaseAPIView
from tournaments.core.loader import EventData
from tournaments.core.queries.cached import rows_of
from tournaments.core.queries.visibility import may_see
from tournaments.models import Event


class EventAPIView(BaseAPIView):
    """An endpoint of one event. What a reader may not see is not there (404)."""

    def event(self, event_id: int) -> Event:
        """The event, if the reader may see it."""
        event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
        if not may_see(self.request.user, event):
            raise Http404
        return event

    def rows(self, event: Event) -> EventData:
        """The event's rows as they stand now."""
        return rows_of(event, journal.version(event.scope))

    def conditional_get(self, event: Event, answer: Callable[[EventData, int], Any], *made_of: str) -> HttpResponseBase:
        """The answer that `answer(rows, version)` makes, or 304 where the reader has it already (If-None-Match).

        Whatever is done in the event, and whoever in it gets another name, moves its version. `made_of` is what else
        the answer depends on.
        """
        version = journal.version(event.scope)
        etag = make_tag(State(event.scope, version, event.scope), self.request, event.club.name, *made_of)
        return self.answer_unless_known(etag, lambda: answer(rows_of(event, version), version))

    def state(self) -> State | None:
        """That of the event, for all addresses below it."""
        if "event_id" not in self.kwargs:
            return None
        scope = self.event(self.kwargs["event_id"]).scope
        return State(scope, journal.version(scope), scope)
