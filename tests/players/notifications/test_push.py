"""Notifications on devices: encrypted for one browser, signed by the server, at the hours that their owner wants."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02

from common.jobs.models import Job
from common.jobs.services import run_due
from gipf_engine.messages import Refused
from play.challenges.services.challenges import NewChallenge, close_challenge, open_challenge
from play.models import Challenge
from players.models import Account, NotificationSettings, PushDevice
from players.notifications import push
from players.notifications.services import devices
from testing.play.online import two_accounts
from testing.players.push import PushService, push_service

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def accounts(db: None) -> tuple[Account, Account]:
    return two_accounts()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


def challenge(accounts: tuple[Account, Account]) -> Challenge:
    """Wanda challenges Bela."""
    wanted = NewChallenge(
        rules="gipf-basic", control="300+3", audience=Challenge.Audience.PERSON, opponent=accounts[1].person_id
    )
    return open_challenge(accounts[0], wanted)


def test_a_challenge_is_sent_to_each_device_and_only_it_can_read_it(
    accounts: tuple[Account, Account], service: PushService
) -> None:
    devices.add_device(accounts[1], **service.subscription)
    challenge(accounts)
    run_due()
    (message,) = service.messages()
    assert message["title"] == "Challenges"
    assert message["body"] == "Wanda challenges you to GIPF, basic game."
    assert message["address"].startswith("http") and "/notifications/" in message["address"]
    (headers, body) = service.requests[0]
    assert headers["Content-Encoding"] == "aes128gcm"
    assert int(headers["TTL"]) == 86_400
    assert b"Wanda" not in body


def test_the_server_signs_with_one_key_that_browsers_are_told(
    accounts: tuple[Account, Account], service: PushService
) -> None:
    devices.add_device(accounts[1], **service.subscription)
    challenge(accounts)
    run_due()
    authorization = service.requests[0][0]["Authorization"]
    assert Vapid02.verify(authorization)
    assert authorization.endswith(f"k={push.public_key()}")
    page = Client()
    page.force_login(accounts[1])
    assert f'data-push="{push.public_key()}"' in page.get("/notifications/settings").content.decode()


def test_a_message_is_in_the_language_of_its_reader(accounts: tuple[Account, Account], service: PushService) -> None:
    Account.objects.filter(pk=accounts[1].pk).update(language="ja")
    devices.add_device(accounts[1], **service.subscription)
    challenge(accounts)
    run_due()
    assert "Wanda" in service.messages()[0]["body"]
    assert "challenges you" not in service.messages()[0]["body"]


@pytest.mark.parametrize("status", [404, 410, 403])
def test_a_device_that_has_left_is_forgotten(
    accounts: tuple[Account, Account], service: PushService, status: int
) -> None:
    service.answer = status
    devices.add_device(accounts[1], **service.subscription)
    challenge(accounts)
    run_due()
    assert len(service.requests) == 1
    assert not PushDevice.objects.exists()


def test_where_the_service_is_down_the_job_stays_and_the_device_too(
    accounts: tuple[Account, Account], service: PushService
) -> None:
    service.answer = 503
    devices.add_device(accounts[1], **service.subscription)
    challenge(accounts)
    run_due()
    assert PushDevice.objects.count() == 1
    assert Job.objects.filter(kind="push").exists()


def test_nothing_is_sent_of_what_was_withdrawn_before(accounts: tuple[Account, Account], service: PushService) -> None:
    devices.add_device(accounts[1], **service.subscription)
    close_challenge(accounts[0], challenge(accounts))
    run_due()
    assert service.requests == []


def test_a_kind_that_is_switched_off_is_not_sent(accounts: tuple[Account, Account], service: PushService) -> None:
    devices.add_device(accounts[1], **service.subscription)
    devices.choose(accounts[1], ["turn"], None, "UTC")
    challenge(accounts)
    run_due()
    assert service.requests == []
    assert accounts[1].notifications.count() == 1  # the bell has it


def test_nothing_is_sent_in_the_quiet_hours(accounts: tuple[Account, Account], service: PushService) -> None:
    devices.add_device(accounts[1], **service.subscription)
    now = timezone.now().astimezone(UTC)
    around = ((now - timedelta(hours=1)).time(), (now + timedelta(hours=1)).time())
    devices.choose(accounts[1], ["challenge"], around, "UTC")
    challenge(accounts)
    run_due()
    assert service.requests == []


@pytest.mark.parametrize(
    ("begin", "end", "hour", "is_quiet"),
    [
        (22, 7, 23, True),
        (22, 7, 6, True),
        (22, 7, 7, False),
        (22, 7, 12, False),
        (13, 15, 14, True),
        (13, 15, 15, False),
        (13, 15, 12, False),
        (9, 9, 9, False),
    ],
)
def test_quiet_hours_may_go_over_midnight_and_are_those_of_a_place(
    begin: int, end: int, hour: int, is_quiet: bool
) -> None:
    tokyo = NotificationSettings(quiet_from=time(begin), quiet_to=time(end), time_zone="Asia/Tokyo")
    moment = datetime(2026, 11, 26, hour, tzinfo=UTC) - timedelta(hours=9)
    assert devices.is_quiet(tokyo, moment) is is_quiet


def test_a_browser_that_changes_hands_leaves_the_first_account(
    accounts: tuple[Account, Account], service: PushService
) -> None:
    devices.add_device(accounts[0], **service.subscription)
    devices.add_device(accounts[1], **service.subscription)
    assert list(PushDevice.objects.values_list("account", flat=True)) == [accounts[1].pk]


def test_the_eleventh_device_takes_the_place_of_the_first(
    accounts: tuple[Account, Account], service: PushService
) -> None:
    given = service.subscription
    for number in range(devices.MOST_DEVICES + 1):
        devices.add_device(accounts[0], f"{service.endpoint}{number}", given["key"], given["secret"])
    kept = set(PushDevice.objects.values_list("endpoint", flat=True))
    assert kept == {f"{service.endpoint}{number}" for number in range(1, devices.MOST_DEVICES + 1)}


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "https://push.example.org/" + "x" * 500},
        {"key": "AAAA"},
        {"key": ""},
        {"secret": "AAAA"},
        {"secret": "é" * 22},
        {"secret": "BTBZMqHH6r4Tts7J_aSIgg\0"},
    ],
)
def test_a_subscription_that_is_none_is_refused(
    accounts: tuple[Account, Account], service: PushService, wrong: dict[str, str]
) -> None:
    with pytest.raises(Refused):
        devices.add_device(accounts[0], **(service.subscription | wrong))
    assert not PushDevice.objects.exists()


def test_nobody_removes_the_device_of_another_account(accounts: tuple[Account, Account], service: PushService) -> None:
    device = devices.add_device(accounts[0], **service.subscription)
    client = Client()
    client.force_login(accounts[1])
    client.post(f"/notifications/devices/{device.pk}/remove")
    assert PushDevice.objects.filter(pk=device.pk).exists()
    client.force_login(accounts[0])
    client.post(f"/notifications/devices/{device.pk}/remove")
    assert not PushDevice.objects.exists()


def test_quiet_hours_need_both_ends_and_keep_what_was_typed(accounts: tuple[Account, Account]) -> None:
    client = Client()
    client.force_login(accounts[0])
    answer = client.post("/notifications/settings", {"quiet_from": "22:00", "time_zone": "Asia/Tehran", "turn": "on"})
    text = answer.content.decode()
    assert answer.status_code == 400
    assert "Enter both ends of the quiet hours, or neither." in text
    assert 'value="22:00"' in text
    assert not NotificationSettings.objects.exists()
    client.post(
        "/notifications/settings",
        {"quiet_from": "22:00", "quiet_to": "07:30", "time_zone": "Asia/Tehran", "turn": "on"},
    )
    kept = NotificationSettings.objects.get()
    assert (kept.quiet_from, kept.quiet_to, kept.time_zone) == (time(22), time(7, 30), "Asia/Tehran")
    others = {"challenge", "message", "invitation", "result", "pairing", "followed", "followed-otb", "club-event"}
    assert set(kept.without_push) == others | {"arbiter-call", "announcement", "team"}
