"""Mail about notifications: for who asked for it, once what waits has not been seen for a while."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from play.challenges.services.challenges import NewChallenge, close_challenge, open_challenge
from play.models import Challenge
from players.accounts.services.subscriptions import choose_mail, chosen_mail, read_token, unsubscribe
from players.models import Account
from players.notifications.services.notifications import read_all
from testing.play.online import two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def accounts(db: None, settings: LazySettings) -> tuple[Account, Account]:
    """Wanda, and Bela, who gets mail about challenges."""
    settings.EMAIL_HOST = "mail.example.org"
    wanda, bela = two_accounts()
    Account.objects.filter(pk=bela.pk).update(email="bela@example.org")
    choose_mail(bela, {"challenge": True})
    return wanda, bela


def challenge(accounts: tuple[Account, Account]) -> Challenge:
    wanted = NewChallenge(
        rules="gipf-basic", control="300+3", audience=Challenge.Audience.PERSON, opponent=accounts[1].person_id
    )
    return open_challenge(accounts[0], wanted)


def ten_minutes_later() -> None:
    """Do what is due now and what is planned for ten minutes from now."""
    run_due()
    Job.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    run_due()


def test_a_challenge_that_was_not_seen_is_mailed_with_a_way_out(
    accounts: tuple[Account, Account], mailoutbox: list[EmailMessage]
) -> None:
    challenge(accounts)
    run_due()
    assert mailoutbox == []
    ten_minutes_later()
    (mail,) = mailoutbox
    assert mail.subject == "Wanda challenges you to GIPF, basic game."
    assert mail.to == ["bela@example.org"]
    address = mail.extra_headers["List-Unsubscribe"].strip("<>")
    found = read_token(address.rpartition("/")[2])
    assert found is not None
    unsubscribe(*found)
    assert chosen_mail(accounts[1]) == frozenset()


@pytest.mark.parametrize("seen", [True, False])
def test_what_was_seen_or_waits_no_longer_is_not_mailed(
    accounts: tuple[Account, Account], mailoutbox: list[EmailMessage], seen: bool
) -> None:
    made = challenge(accounts)
    run_due()
    if seen:
        read_all(accounts[1])
    else:
        close_challenge(accounts[0], made)
    ten_minutes_later()
    assert mailoutbox == []


def test_who_did_not_ask_gets_none(accounts: tuple[Account, Account], mailoutbox: list[EmailMessage]) -> None:
    choose_mail(accounts[1], {"challenge": False})
    challenge(accounts)
    ten_minutes_later()
    assert mailoutbox == []
