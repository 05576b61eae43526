"""Webhooks to chat services: the shape that each takes, in words, signed, and nothing of it stored."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from standardwebhooks import Webhook as Verifier

from common.jobs.services import run_due
from players.models import Account, Club, Person
from testing.api.caller import Caller
from testing.tournaments.factories import WELCOME, decide, running
from tests.receiver import Receiver
from tournaments.announcements.services import publish_announcement, withdraw_announcement
from tournaments.models import Event, Webhook, WebhookMessage
from tournaments.notices.services import add_webhook
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, name="Spring Open", format="swiss-dutch", rounds_planned=3)


def body_sent(one: Receiver) -> dict[str, object]:
    """The last body that came."""
    run_due()
    found: dict[str, object] = json.loads(one.got[-1][1])
    return found


def test_each_service_gets_the_shape_that_it_takes(event: Event, organiser: Account, one: Receiver) -> None:
    address = f"/events/{event.pk}/announcements"
    text = f"Spring Open: Welcome\nCome, <!everyone> & all.\n{settings.BASE_URL}{address}"
    shapes = {
        "discord": {"content": text, "allowed_mentions": {"parse": []}},
        "slack": {"text": text.replace("<!everyone> &", "&lt;!everyone&gt; &amp;")},
        "matrix": {"msgtype": "m.text", "body": text, "text": text},
    }
    for name, expected in shapes.items():
        webhook, secret = add_webhook(event.pk, organiser, one.address, ["announcement.published"], name)
        publish_announcement(event.pk, organiser, **WELCOME | {"text": "Come, <!everyone> & all."})
        assert body_sent(one) == expected
        headers, body = one.got[-1]
        Verifier(secret).verify(body, headers)
        webhook.delete()


def test_results_and_rounds_are_told_with_names_and_pages(event: Event, organiser: Account, one: Receiver) -> None:
    add_webhook(event.pk, organiser, one.address, ["round.published", "result.changed"], "slack")
    rounds.start_round(event.pk, organiser)
    assert str(body_sent(one)["text"]).endswith(
        f"A round is published (Round 1)\n{settings.BASE_URL}/events/{event.pk}/pairings/1"
    )
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    said = str(body_sent(one)["text"])
    assert "Ada – Cleo: " in said and "1-0" in said and "/api/" not in said


def test_nothing_with_a_name_is_stored(event: Event, organiser: Account, one: Receiver) -> None:
    add_webhook(event.pk, organiser, one.address, ["result.changed"], "discord")
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    assert "Ada" not in WebhookMessage.objects.get().body
    Person.objects.filter(name="Ada").update(name="Erased")
    assert "Ada" not in str(body_sent(one)["content"])


def test_what_was_withdrawn_before_it_was_sent_is_not_told(event: Event, organiser: Account, one: Receiver) -> None:
    add_webhook(event.pk, organiser, one.address, ["announcement.published"], "discord")
    made = publish_announcement(event.pk, organiser, **WELCOME)
    withdraw_announcement(event.pk, organiser, made.pk, note="Wrong day.")
    said = str(body_sent(one)["content"])
    assert made.text not in said and "Wrong day." in said


def test_a_message_that_is_too_long_for_a_channel_is_cut(event: Event, organiser: Account, one: Receiver) -> None:
    add_webhook(event.pk, organiser, one.address, ["announcement.published"], "discord")
    publish_announcement(event.pk, organiser, **WELCOME | {"text": "x" * 3000})
    said = str(body_sent(one)["content"])
    assert len(said) == 2000 and said.endswith("x …")


@pytest.mark.postgresql
def test_the_endpoint_chooses_the_receiver_and_refuses_others(event: Event, organiser: Account) -> None:
    caller, here = Caller(organiser), f"/events/{event.pk}/webhooks"
    wanted = {"address": "https://hooks.example/in", "happenings": ["event.closed"]}
    assert caller.done(here, wanted)["receiver"] == "program"
    assert caller.done(here, {**wanted, "receiver": "slack"})["receiver"] == "slack"
    assert caller.post(here, {**wanted, "receiver": "fax"}).status_code == 400
    with pytest.raises(IntegrityError), transaction.atomic():
        Webhook.objects.update(receiver="fax")
