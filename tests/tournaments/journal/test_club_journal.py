"""The journal of a club says which event was made; one that is deleted since has no name any more."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import draft
from tournaments.events.services import events

pytestmark = pytest.mark.django_db


def test_events_that_were_made_are_named_while_they_are_there(client: Client, club: Club, organiser: Account) -> None:
    draft(club, organiser, name="Autumn Cup")
    gone = draft(club, organiser, name="Winter Cup")
    events.delete_event(gone.pk, organiser)
    client.force_login(organiser)
    page = client.get(f"/clubs/{club.slug}/journal").content.decode()
    assert "Event created: \u2068Autumn Cup\u2069" in page
    assert "Event created: –" in page
    assert "Event deleted" in page
    assert "Winter Cup" not in page
