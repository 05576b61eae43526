"""Reminders: whose turn it is on the home page, by mail and in a calendar at a secret address."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from games.models import Recording
from play.models import OnlineGame, PlayerSettings
from play.table.services import reminders
from play.table.services.reminders import look_whom_to_remind, make_calendar
from players.accounts.services.subscriptions import choose_mail
from players.models import Account, MailSubscription
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, play

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
BY_MAIL = "3days+0"


@pytest.fixture
def accounts(settings: Any) -> tuple[Account, Account]:
    """White has asked for mail, Black has not."""
    settings.EMAIL_HOST = "mail.example.org"
    white = AccountFactory(person=PersonFactory(name="Wanda"), email="wanda@example.org")
    black = AccountFactory(person=PersonFactory(name="Bela"), email="bela@example.org")
    choose_mail(white, {"reminders": True})
    return white, black


def pass_hours(hours: int) -> None:
    """As if games without a turn had begun, and mail had been sent, so much earlier."""
    ago = timedelta(hours=hours)
    for row in Recording.objects.all():
        Recording.objects.filter(pk=row.pk).update(begun_at=row.begun_at - ago)
    for online in OnlineGame.objects.exclude(deadline=None):
        OnlineGame.objects.filter(pk=online.pk).update(deadline=online.deadline - ago)
    for chosen in PlayerSettings.objects.exclude(reminded_at=None):
        PlayerSettings.objects.filter(pk=chosen.pk).update(reminded_at=chosen.reminded_at - ago)


def mails() -> list[Any]:
    """What workers send now."""
    mail.outbox.clear()
    look_whom_to_remind()
    run_due()
    return list(mail.outbox)


def test_one_mail_tells_of_all_games_and_only_those_who_want_it(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    games = [begin(white, black, control=BY_MAIL) for _game in range(2)]
    begin(white, black, control="300+3")
    assert mails() == [], "who plays turn after turn is not mailed"
    pass_hours(2)
    (sent,) = mails()
    assert sent.to == ["wanda@example.org"]
    assert sent.subject == "It is your turn in 2 games"
    assert all(f"/play/{game}" in sent.body for game in games)
    assert mails() == []


def test_a_turn_is_told_once_and_again_when_two_days_are_left(accounts: tuple[Account, Account]) -> None:
    """Three days for the turn: mail after 2 hours, and after a day more, when fewer than two are left."""
    begin(*accounts, control=BY_MAIL)
    counts = []
    for hours in (2, 20, 10, 20, 15):
        pass_hours(hours)
        counts.append(len(mails()))
    assert counts == [1, 0, 1, 0, 0]


def test_a_new_turn_is_news_an_hour_after_it_and_a_day_after_the_last_mail(
    accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    white, black = accounts
    game = begin(white, black, control="7days+14")
    pass_hours(2)
    assert len(mails()) == 1
    play(game, (white, "g2"), (black, "b3"))
    PlayerSettings.objects.update(reminded_at=timezone.now() - timedelta(hours=25))
    assert mails() == []
    monkeypatch.setattr(reminders, "SETTLED", timedelta())
    PlayerSettings.objects.update(reminded_at=timezone.now() - timedelta(hours=12))
    assert mails() == []
    PlayerSettings.objects.update(reminded_at=timezone.now() - timedelta(hours=25))
    assert len(mails()) == 1


def test_what_is_no_news_any_more_when_a_worker_comes_is_not_mailed(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    pass_hours(2)
    look_whom_to_remind()
    assert Job.objects.filter(kind="remind-player").count() == 1
    play(game, (white, "g2"))
    run_due()
    assert mail.outbox == []


def test_the_link_of_a_mail_ends_it_without_signing_in(client: Client, accounts: tuple[Account, Account]) -> None:
    begin(*accounts, control=BY_MAIL)
    pass_hours(2)
    (sent,) = mails()
    address = re.search(r"/account/mail/\S+", sent.body)
    assert address is not None
    assert f"{address[0]}>" in sent.extra_headers["List-Unsubscribe"]
    assert client.get(address[0]).status_code == 200
    assert MailSubscription.objects.filter(account=accounts[0]).exists(), "looking changes nothing"
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(address[0], {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not MailSubscription.objects.filter(account=accounts[0]).exists()
    assert client.post(f"/account/mail/{accounts[0].pk}:reminders:made-up").status_code == 404


def test_nothing_is_asked_for_where_no_mail_is_set_up(accounts: tuple[Account, Account], settings: Any) -> None:
    settings.EMAIL_HOST = ""
    begin(*accounts, control=BY_MAIL)
    pass_hours(2)
    look_whom_to_remind()
    assert not Job.objects.filter(kind="remind-player").exists()


def test_the_calendar_is_read_by_who_knows_its_address_until_it_is_revoked(
    client: Client, accounts: tuple[Account, Account]
) -> None:
    white, black = accounts
    game = begin(white, black, control=BY_MAIL)
    begin(black, white, control=BY_MAIL)
    client.force_login(white)
    page = client.post("/play/calendar", {"calendar": "yes"}).content.decode()
    address = re.search(r"/play/calendar/[\w-]+\.ics", page)
    assert address is not None
    deadline = OnlineGame.objects.get(pk=game).deadline
    assert deadline is not None
    read = Client().get(address[0])
    text = read.content.decode().replace("\r\n ", "")
    assert text.count("BEGIN:VEVENT") == 1, "the games in which it is his turn"
    assert f"DTSTART;VALUE=DATE:{timezone.localtime(deadline):%Y%m%d}" in text
    assert "against Bela" in text
    assert address[0] not in client.get("/play/settings").content.decode()
    again = make_calendar(white)
    assert Client().get(address[0]).status_code == 404
    client.post("/play/calendar", {"calendar": "no"})
    assert Client().get(f"/play/calendar/{again}.ics").status_code == 404
    assert Client().get("/play/calendar/x.ics").status_code == 404


def test_home_shows_the_games_whose_turn_it_is_first(client: Client, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    waiting = begin(black, white, control=BY_MAIL)
    mine = begin(white, black, control="7days+14")
    client.force_login(white)
    page = client.get("/").content.decode()
    assert page.index(f"/play/{mine}") < page.index(f"/play/{waiting}")
    assert "your turn, by" in page
