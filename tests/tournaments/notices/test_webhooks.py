"""Webhooks of events: what is told, how it is signed, when it is tried again, and that nothing is lost or doubled."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from common.jobs.models import Job
from common.jobs.services import run_due
from games.results.services.create import set_handicap
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.factories import AccountFactory
from testing.tournaments.factories import draft, entry, game, running, with_players
from tests.killed import kill_at
from tests.receiver import Receiver
from tournaments.core.errors import EventRefused
from tournaments.core.webhooks import HAPPENINGS, PAUSES, make_headers
from tournaments.entries.services import entries, leaving
from tournaments.events.services import events, lifecycle
from tournaments.models import Event, Round, Webhook, WebhookMessage
from tournaments.notices import services
from tournaments.notices.services import MOST_WEBHOOKS, deliver_waiting, look_what_is_due
from tournaments.rounds.services import hand_pairing, round_changes, round_drafts, rounds
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}
State = WebhookMessage.State


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, **SWISS)


def follow(event: Event, organiser: Account, one: Receiver, *happenings: str) -> tuple[Webhook, str]:
    """The receiver is told of these happenings, of all where none is named."""
    return services.add_webhook(event.pk, organiser, one.address, happenings or tuple(HAPPENINGS))


def told(one: Receiver) -> list[tuple[str, dict[str, object]]]:
    """Type and data of what came, without what every message of an event says."""
    run_due()
    found = []
    for _headers, body in one.got:
        message = json.loads(body)
        data = message["data"]
        found.append((message["type"], {key: data[key] for key in data if key not in ("event", "version", "url")}))
    return found


def hurry() -> None:
    """Let all pauses be over."""
    past = timezone.now() - timedelta(seconds=1)
    WebhookMessage.objects.filter(state=State.WAITING).update(next_at=past)
    Webhook.objects.update(rests_until=None)
    look_what_is_due()
    run_due()


def test_a_new_secret_signs_beside_the_former_one_for_a_day(event: Event, organiser: Account, one: Receiver) -> None:
    webhook, first = follow(event, organiser, one, "round.published")
    second = services.rotate_secret(event.pk, organiser, webhook.pk)
    assert second != first
    for secrets in ([second, first], [second]):
        services.send_test(event.pk, organiser, webhook.pk)
        run_due()
        headers, body = one.got[-1]
        signatures = headers["webhook-signature"].split()
        assert len(signatures) == len(secrets)
        for secret, signature in zip(secrets, signatures, strict=True):  # as a receiver checks it
            Verifier(secret).verify(body, headers | {"webhook-signature": signature})
        Webhook.objects.update(former_until=timezone.now() - timedelta(seconds=1))
    webhook.refresh_from_db()
    assert not {first, second} & {webhook.secret, webhook.former_secret}  # they are kept encrypted


def test_what_a_webhook_is_told_is_changed(event: Event, organiser: Account, one: Receiver) -> None:
    webhook, _secret = follow(event, organiser, one, "round.published")
    services.change_webhook(event.pk, organiser, webhook.pk, happenings=["round.closed", "entry.withdrawn"])
    rounds.start_round(event.pk, organiser)
    assert told(one) == []
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    assert [kind for kind, _data in told(one)] == ["entry.withdrawn"]
    with pytest.raises(EventRefused):
        services.change_webhook(event.pk, organiser, webhook.pk, address="http://10.0.0.1/")
    webhook.refresh_from_db()
    assert (webhook.address, webhook.happenings) == (one.address, ["round.closed", "entry.withdrawn"])


def test_a_message_is_signed_as_the_specification_has_it(event: Event, organiser: Account, one: Receiver) -> None:
    """The signature is computed here from the words of Standard Webhooks 1.0.0, by other code."""
    _webhook, secret = follow(event, organiser, one, "round.published")
    rounds.start_round(event.pk, organiser)
    run_due()
    ((headers, body),) = one.got
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    key = base64.b64decode(secret.removeprefix("whsec_"))
    assert secret.startswith("whsec_") and len(key) == 32
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    assert re.fullmatch(r"msg_[0-9a-f]{32}", headers["webhook-id"])
    message = json.loads(body)
    assert (message["type"], message["data"]["event"], message["data"]["round"]) == ("round.published", event.pk, 1)
    assert message["data"]["url"].endswith(f"/api/v1/events/{event.pk}/rounds/1")


def test_the_signature_of_the_reference_libraries() -> None:
    """The vector of the tests of Standard Webhooks' own libraries."""
    at = datetime.fromtimestamp(1614265330, UTC)
    headers = make_headers(
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], "msg_p5jXN8AQM9LWM0D4loKWxJek", at, '{"test": 2432232314}'
    )
    assert headers["webhook-timestamp"] == "1614265330"
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_happens_is_told_in_order_and_drafts_never_are(event: Event, organiser: Account, one: Receiver) -> None:
    follow(event, organiser, one)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    round_drafts.discard_draft(event.pk, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    hand_pairing.end_hand_pairing(event.pk, organiser)
    assert told(one) == []
    round_drafts.publish_round(event.pk, organiser)
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="Wrong")
    round_drafts.publish_round(event.pk, organiser)
    ada = game(event, "Ada", "Cleo")
    claim_result(ada.pk, organiser, "1-0", source="desk", role="arbiter")
    claim_result(game(event, "Dan", "Ben").pk, organiser, "0-1", source="desk", role="arbiter")
    round_changes.lock_round(event.pk, organiser, 1)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk, reason="Ill")
    found = told(one)
    assert [(kind, data.get("round")) for kind, data in found] == [
        ("round.published", 1),
        ("round.withdrawn", 1),
        ("round.published", 1),
        ("result.changed", None),
        ("result.changed", None),
        ("round.closed", 1),
        ("entry.withdrawn", None),
    ]
    assert found[3][1]["game"] == ada.pk and found[3][1]["result"] == "1-0"
    assert found[6][1] == {"entry": entry(event, "Dan").pk}
    assert not any(name in body for _headers, body in one.got for name in ("Ada", "Cleo", "Ill", "Wrong"))


def test_what_is_not_public_or_not_chosen_is_not_told(club: Club, organiser: Account, one: Receiver) -> None:
    hidden = draft(club, organiser)
    follow(hidden, organiser, one)
    entries.enter_person(hidden.pk, organiser, name="Early")
    events.announce(hidden.pk, organiser)
    assert told(one) == []
    entries.enter_person(hidden.pk, organiser, name="Late")
    assert told(one) == [("entry.added", {"entry": entry(hidden, "Late").pk})]
    entries.enter_person(hidden.pk, organiser, name="Later")
    events.retract(hidden.pk, organiser)  # before a worker came to it
    assert len(told(one)) == 1
    assert WebhookMessage.objects.get(state=State.GIVEN_UP).failure == "withdrawn"


def test_a_result_is_told_once_both_seats_say_it(club: Club, organiser: Account, one: Receiver) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1, rules="gipf-basic", handicap="by-hand")
    follow(event, organiser, one, "result.changed")
    played = event.rounds.get().pairings.get().paired_games.get().game
    set_handicap(played.pk, organiser, "")
    white, black = (AccountFactory(person=person) for person in (played.white, played.black))
    claim_result(played.pk, white, "1-0", source="page")
    assert told(one) == []
    claim_result(played.pk, black, "1-0", source="page")
    assert [data["result"] for _kind, data in told(one)] == ["1-0"]


def test_the_secret_is_shown_once_and_kept_encrypted(event: Event, organiser: Account, one: Receiver) -> None:
    browser = Client()
    browser.force_login(organiser)
    page = f"/events/{event.pk}/webhooks"
    shown = browser.post(page, {"address": one.address, "happenings": ["round.published"]}).content.decode()
    (secret,) = re.findall(r"whsec_[\w+/=]+", shown)
    again = browser.get(page).content.decode()
    assert "whsec_" not in again and one.address.split("?")[0] in again
    assert secret not in Webhook.objects.get().secret
    assert "no-store" in browser.get(page)["Cache-Control"]


def test_an_event_has_five_at_most(event: Event, organiser: Account, one: Receiver) -> None:
    for _each in range(MOST_WEBHOOKS):
        follow(event, organiser, one)
    with pytest.raises(EventRefused, match="at most 5"):
        follow(event, organiser, one)


@pytest.mark.parametrize(
    ("address", "happenings"),
    [("http://example.org/", ["round.published"]), ("https://10.0.0.1/", ["round.published"]),
     ("https://example.org/", []), ("https://example.org/", ["draft.made"])],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_stays_typed(
    address: str, happenings: list[str], event: Event, organiser: Account
) -> None:
    browser = Client()
    browser.force_login(organiser)
    answer = browser.post(f"/events/{event.pk}/webhooks", {"address": address, "happenings": happenings})
    assert answer.status_code == 400
    assert f'value="{address}"' in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_failure_is_tried_again_with_the_same_id_and_body(event: Event, organiser: Account, one: Receiver) -> None:
    webhook, _secret = follow(event, organiser, one, "round.published")
    one.answer(500, b"<b>broken</b>")
    rounds.start_round(event.pk, organiser)
    run_due()
    message = WebhookMessage.objects.get()
    assert (message.state, message.attempts, message.status) == (State.WAITING, 1, 500)
    assert message.last_at is not None and message.next_at - message.last_at == PAUSES[0]
    deliver_waiting(webhook.pk)
    assert len(one.got) == 1  # the pause is not over
    browser = Client()
    browser.force_login(organiser)
    page = browser.get(f"/events/{event.pk}/webhooks").content.decode()
    assert "&lt;b&gt;broken&lt;/b&gt;" in page and "<b>broken" not in page
    one.answer(200, b"thanks")
    hurry()
    message.refresh_from_db()
    assert (message.state, message.attempts, message.answer) == (State.DELIVERED, 2, "thanks")
    (first, body), (second, body_again) = one.got
    assert (first["webhook-id"], body) == (second["webhook-id"], body_again)


def test_others_wait_while_an_address_fails_and_keep_their_order(
    event: Event, organiser: Account, one: Receiver
) -> None:
    """A slow address costs one attempt at a time, however much there is to tell."""
    follow(event, organiser, one)
    one.answer(503, Retry_After="3600")
    rounds.start_round(event.pk, organiser)
    claim_result(game(event, "Ada", "Cleo").pk, organiser, "1-0", source="desk", role="arbiter")
    run_due()
    assert len(one.got) == 1
    first = WebhookMessage.objects.earliest("pk")
    assert first.last_at is not None and first.next_at - first.last_at == timedelta(hours=1)
    one.answer(200)
    one.got.clear()
    hurry()
    assert [kind for kind, _data in told(one)] == ["round.published", "result.changed"]


def test_after_three_days_it_is_given_up_turned_off_and_said(
    event: Event, organiser: Account, one: Receiver, settings: LazySettings
) -> None:
    settings.EMAIL_HOST = "mail.example"
    organiser.email = "o@example.org"
    organiser.save()
    webhook, _secret = follow(event, organiser, one, "round.published")
    one.answer(500)
    rounds.start_round(event.pk, organiser)
    run_due()
    for _pause in PAUSES:
        assert WebhookMessage.objects.get().state == State.WAITING
        hurry()
    assert sum(PAUSES, timedelta()) > timedelta(days=3)
    webhook.refresh_from_db()
    assert (WebhookMessage.objects.get().state, webhook.disabled) == (State.GIVEN_UP, "failing")
    assert len(one.got) == len(PAUSES) + 1
    (sent,) = mail.outbox
    assert sent.to == ["o@example.org"] and f"/events/{event.pk}/webhooks" in sent.body
    browser = Client()
    browser.force_login(organiser)
    assert "A webhook was turned off" in browser.get(f"/events/{event.pk}/desk").content.decode()
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="none is told")
    assert WebhookMessage.objects.count() == 1
    with pytest.raises(EventRefused, match="turn it on"):
        services.send_test(event.pk, organiser, webhook.pk)
    services.enable_webhook(event.pk, organiser, webhook.pk)
    one.answer(204)
    services.send_again(event.pk, organiser, webhook.pk, WebhookMessage.objects.get().pk)
    services.send_test(event.pk, organiser, webhook.pk)
    run_due()
    assert set(WebhookMessage.objects.values_list("state", flat=True)) == {State.DELIVERED}
    assert [json.loads(body)["type"] for _headers, body in one.got[-2:]] == ["round.published", "webhook.test"]


def test_an_address_that_is_gone_is_turned_off_at_once(event: Event, organiser: Account, one: Receiver) -> None:
    webhook, _secret = follow(event, organiser, one, "round.published")
    one.answer(410)
    rounds.start_round(event.pk, organiser)
    run_due()
    webhook.refresh_from_db()
    assert (webhook.disabled, WebhookMessage.objects.get().state) == ("gone", State.GIVEN_UP)


def test_an_act_that_is_refused_tells_nothing(event: Event, organiser: Account, one: Receiver) -> None:
    follow(event, organiser, one)
    with pytest.raises(EventRefused):
        lifecycle.close_event(event.pk, organiser)
    assert not WebhookMessage.objects.exists()
    assert not Job.objects.filter(kind="deliver-webhook").exists()


def test_arbiters_and_strangers_have_no_business_here(
    event: Event, organiser: Account, stranger: Account, one: Receiver
) -> None:
    webhook, _secret = follow(event, organiser, one)
    rounds.start_round(event.pk, organiser)
    message = WebhookMessage.objects.get().pk
    browser = Client()
    browser.force_login(stranger)
    for path, data in (("webhooks", {}), (f"webhooks/{webhook.pk}", {"do": "again", "message": message})):
        assert browser.post(f"/events/{event.pk}/{path}", data).status_code == 403
    other = with_players(event.club, organiser)
    signed_in = Client()
    signed_in.force_login(organiser)
    assert signed_in.post(f"/events/{other.pk}/webhooks/{webhook.pk}", {"do": "test"}).status_code == 404


# --- killed ------------------------------------------------------------------------------------------------

_BEGIN = """
import sys, django
django.setup()
from players.models import Account
from tournaments.core.services import base
from tournaments.notices import services
from tournaments.rounds.services import rounds
event, organiser = int(sys.argv[1]), Account.objects.get(pk=sys.argv[2])
def stop():
    print("here", flush=True)
    input()
"""
_IN_THE_ACT = """
tell = base.tell_of_act
def tell_and_stop(*told):
    tell(*told)
    stop()
base.tell_of_act = tell_and_stop
rounds.start_round(event, organiser)
"""
_WHEN_IT_IS_SENT = """
rounds.start_round(event, organiser)
from common.jobs.services import run_due
post = services.post
def post_and_stop(*sent):
    post(*sent)
    stop()
services.post = post_and_stop
run_due()
"""


@pytest.fixture
def real_event(real_database: None, club: Club, organiser: Account) -> Event:
    return running(club, organiser, **SWISS)


def test_a_process_killed_in_the_act_or_while_it_sends_loses_and_doubles_nothing(
    real_event: Event, organiser: Account, one: Receiver
) -> None:
    follow(real_event, organiser, one, "round.published")
    who = (str(real_event.pk), str(organiser.pk))
    kill_at("here", _BEGIN + _IN_THE_ACT, *who)
    assert not Round.objects.filter(event=real_event).exists()
    assert not WebhookMessage.objects.exists()
    kill_at("here", _BEGIN + _WHEN_IT_IS_SENT, *who)
    assert (WebhookMessage.objects.get().state, len(one.got)) == (State.WAITING, 1)
    Job.objects.update(leased_until=None)  # as it is a minute later
    run_due()
    (first, body), (second, body_again) = one.got
    assert (first["webhook-id"], body) == (second["webhook-id"], body_again)
    assert WebhookMessage.objects.get().state == State.DELIVERED
    run_due()
    assert len(one.got) == 2
