"""What all endpoints of an event share: finding it for this reader, and answers that did not change."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from rest_framework.response import Response

from common.journal import queries as journal
from common.release import release
from players.api.base import BaseAPIView
from tournaments.domain.loader import EventData
from tournaments.models import Event
from tournaments.queries.standings import rows_of
from tournaments.queries.visibility import may_see


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

    def conditional_get(self, event: Event, answer: Callable[[EventData, int], Any]) -> HttpResponseBase:
        """The answer that `answer(rows, version)` makes, or 304 where the reader has it already (If-None-Match).

        Whatever is done in the event, and whoever in it gets another name, moves its version.
        """
        version = journal.version(event.scope)
        etag = self._etag(event, version)
        request = self.request._request
        unchanged: HttpResponseBase | None = get_conditional_response(request, etag=etag)
        response = Response(answer(rows_of(event, version), version)) if unchanged is None else unchanged
        response["ETag"] = etag
        return response

    def _etag(self, event: Event, version: int) -> str:
        asked = f"{event.pk} {version} {release()} {event.club.name} {get_language()} {self.request.get_full_path()}"
        return quote_etag(sha256(asked.encode()).hexdigest()[:32])
