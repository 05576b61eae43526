"""An answer that is too large to be kept: what was done is still not done again."""

from __future__ import annotations

import pytest

from common import idempotency
from common.journal.models import StoredAnswer
from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.tournaments.factories import draft
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
KEY = {"Idempotency-Key": "a-key"}


def test_a_large_answer_is_not_kept(club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    event, caller = draft(club, organiser), Caller(organiser)
    monkeypatch.setattr(idempotency, "LARGEST_KEPT", 40)
    address, body = f"/events/{event.pk}/entries", {"name": "Somebody New"}
    assert caller.post(address, body, **KEY).status_code == 201
    assert not StoredAnswer.objects.exists()
    assert error(caller.post(address, body, **KEY))["code"] == "already-done"
    assert Entry.objects.filter(event=event).count() == 1
