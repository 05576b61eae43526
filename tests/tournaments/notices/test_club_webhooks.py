"""A webhook for all events of a club: told of those to come too, of no other club's, and of nothing that is hidden."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from common.jobs.services import run_due
from players.models import Account, Club
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.factories import draft, running
from tests.receiver import Receiver
from tournaments.entries.services.entries import enter_person
from tournaments.events.services import events
from tournaments.models import Event, WebhookMessage
from tournaments.notices.services import add_webhook
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def home(club: Club, organiser: Account) -> Event:
    return running(club, organiser, name="Home Cup", format="swiss-dutch", rounds_planned=3)


def told(one: Receiver) -> list[tuple[str, int]]:
    """Types and events of what came."""
    run_due()
    messages = [json.loads(body) for _headers, body in one.got]
    return [(message["type"], message["data"]["event"]) for message in messages]


def test_it_is_told_of_all_events_of_the_club_once_and_of_no_others(
    home: Event, club: Club, organiser: Account, one: Receiver
) -> None:
    add_webhook(home.pk, organiser, one.address, ["round.published"], for_club=True)
    later = running(club, organiser, ("Uma", "Ugo"), format="swiss-dutch", rounds_planned=3)
    other = ClubFactory()
    foreign = running(other, organiser_of(other), ("Una", "Uwe"), format="swiss-dutch", rounds_planned=3)
    for event, account in ((later, organiser), (foreign, organiser_of(other)), (home, organiser)):
        rounds.start_round(event.pk, account)
    assert told(one) == [("round.published", later.pk), ("round.published", home.pk)]


def test_one_for_an_event_alone_is_told_of_that_event(
    home: Event, club: Club, organiser: Account, one: Receiver
) -> None:
    add_webhook(home.pk, organiser, one.address, ["round.published"])
    later = running(club, organiser, ("Uma", "Ugo"), format="swiss-dutch", rounds_planned=3)
    rounds.start_round(later.pk, organiser)
    assert told(one) == []


def test_what_is_no_longer_public_is_given_up_though_its_own_event_is(
    home: Event, club: Club, organiser: Account, one: Receiver
) -> None:
    add_webhook(home.pk, organiser, one.address, ["entry.added"], for_club=True)
    other = draft(club, organiser, name="Late Cup")
    events.announce(other.pk, organiser)
    enter_person(other.pk, organiser, name="Zoe Newman")
    events.retract(other.pk, organiser)
    assert told(one) == []
    assert WebhookMessage.objects.get().failure == "withdrawn"


def test_the_page_of_another_event_names_it(home: Event, club: Club, organiser: Account, client: Client) -> None:
    client.force_login(organiser)
    form = {"address": "https://hooks.example/in", "for_club": "on", "happenings": ["round.published"]}
    assert client.post(f"/events/{home.pk}/webhooks", form | {"receiver": "slack"}).status_code == 200
    other = draft(club, organiser, name="Late Cup")
    page = client.get(f"/events/{other.pk}/webhooks").content.decode()
    assert "Webhooks of other events that follow this one:" in page and "Home Cup" in page
    assert "all events of the club" in client.get(f"/events/{home.pk}/webhooks").content.decode()
