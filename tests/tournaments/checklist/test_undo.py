"""Restore points, and going back to one; how exactly is tried in tests/tournaments/events/test_undo.py."""

from __future__ import annotations

import pytest

from common.journal.models import JournalEntry
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import entry, fresh, running
from tests.tournaments.checklist.ways import form_to
from tournaments.core.saved_event import save_event
from tournaments.entries.services import leaving
from tournaments.models import Entry, RestorePoint

pytestmark = pytest.mark.django_db


def test_a46_one_form_goes_back_and_the_journal_says_so(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    before = save_event(event.pk)
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    point = RestorePoint.objects.filter(event=event).latest("version")
    client, address = signed_in(organiser), f"/events/{event.pk}/undo/{point.version}"
    answer = client.post(address, form_to(client, address).untouched() | {"reason": "She plays on."})
    assert answer.status_code == 409  # her game was forfeited: that is told before it is void
    line = _confirmed(event.pk, organiser, point.version)
    assert line.action == "undo" and line.data["to"] == point.version
    after = save_event(fresh(event).pk)
    assert (after.event, after.tables["entry"]) == (before.event, before.tables["entry"])
    assert not Entry.objects.filter(event=event, withdrawn_after__isnull=False).exists()


def _confirmed(event_id: int, organiser: Account, version: int) -> JournalEntry:
    confirm_by_api(Caller(organiser), f"/events/{event_id}/undo/{version}", {"reason": "She plays on."})
    return JournalEntry.objects.filter(scope__key=f"event:{event_id}").latest("version")
