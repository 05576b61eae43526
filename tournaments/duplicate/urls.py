"""Addresses: duplicate."""

from __future__ import annotations

from django.urls import path

from tournaments.core.act_urls import page_urls
from tournaments.duplicate import api
from tournaments.duplicate import pages as attempts

urlpatterns = [
    *page_urls(api),
    path("events/<int:event_id>/pairings/<int:number>/deals", attempts.deals, name="event-deals"),
    path("events/<int:event_id>/pairings/<int:number>/deals.json", attempts.deals_json, name="event-deals-json"),
    path("attempts/<int:attempt_id>", attempts.attempt, name="attempt"),
    path("attempts/<int:attempt_id>/begin", attempts.begin, name="attempt-begin"),
    path("attempts/<int:attempt_id>/resign", attempts.resign, name="attempt-resign"),
    path("attempts/<int:attempt_id>/record", attempts.record, name="attempt-record"),
]
