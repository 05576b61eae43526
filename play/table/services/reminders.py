"""Reminders of games by correspondence: mail for those who turn it on, and a calendar at a secret address.

A mail tells of all games in which it is a person's turn, at most one a day: where a turn is new to him, or where a
deadline comes near of which no mail has told since it is near.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from common.jobs import services as jobs
from common.secret_keys import digest_of
from gipf_engine.messages import gettext_noop as _
from play.core.services.acting import need_person
from play.models import PlayerSettings
from play.table.own_boards import OwnBoard, own_boards
from players.accounts.services.subscriptions import MailKind, register_mail, subscribers
from players.identity import person_of
from players.models import Account

REMINDERS = register_mail(
    MailKind(
        "reminders",
        _("Games by correspondence"),
        _("When it is your turn, and when two days are left. At most one a day for all games."),
        lambda account: account.person_id is not None,
    )
)
REMIND = "remind-player"
"""The kind of job that mails a reminder. Its subject is "account:" and the id."""
PAUSE = timedelta(days=1)
"""Between two mails to one account."""
SETTLED = timedelta(hours=1)
"""Who plays turn after turn is not mailed: a turn is so old before a mail tells of it."""
NEAR = timedelta(days=2)
"""A deadline is near."""
_LOOK_EVERY = 600.0


def make_calendar(account: Account) -> str:
    """A new secret for the address of the calendar; the one before works no more. It is told this once."""
    need_person(account)
    secret = secrets.token_urlsafe(24)
    PlayerSettings.objects.update_or_create(account=account, defaults={"calendar_digest": digest_of(secret)})
    return secret


def revoke_calendar(account: Account) -> None:
    """The address of the calendar works no more."""
    PlayerSettings.objects.filter(account=account).update(calendar_digest="")


def find_calendar(secret: str) -> Account | None:
    """Whose calendar is at this address."""
    found = PlayerSettings.objects.filter(calendar_digest=digest_of(secret), account__is_active=True)
    chosen = found.select_related("account__person__merged_into").first()
    return None if chosen is None else chosen.account


def boards_to_tell(account: Account, reminded_at: datetime | None, now: datetime) -> Collection[OwnBoard]:
    """The games by correspondence that a mail tells of now: all in which it is his turn, or none."""
    person = person_of(account)
    if person is None or (reminded_at is not None and now - reminded_at < PAUSE):
        return []
    waiting = [board for board in own_boards(person) if board.is_turn and not board.is_real_time]
    return waiting if any(_is_news(board, reminded_at, now) for board in waiting) else []


def note_reminder(account: Account, at: datetime) -> None:
    """A mail has left."""
    PlayerSettings.objects.update_or_create(account=account, defaults={"reminded_at": at})


def last_reminded(account: Account) -> datetime | None:
    """When the last mail left."""
    chosen = PlayerSettings.objects.filter(account=account).first()
    return None if chosen is None else chosen.reminded_at


def _is_news(board: OwnBoard, reminded_at: datetime | None, now: datetime) -> bool:
    if reminded_at is None or board.since > reminded_at:
        return now - board.since >= SETTLED
    is_near = board.deadline is not None and board.deadline - now <= NEAR
    return is_near and board.deadline is not None and board.deadline - reminded_at > NEAR


@jobs.every(_LOOK_EVERY)
def look_whom_to_remind() -> None:
    """Ask for mail to those who may be waiting for it. Nothing where no mail is set up."""
    if not settings.EMAIL_HOST:
        return
    now = timezone.now()
    at = "player_settings__reminded_at"  # None where there are no settings, too
    wanted = subscribers(REMINDERS).filter(Q(**{at: None}) | Q(**{f"{at}__lt": now - PAUSE}))
    for account in wanted.select_related("person__merged_into", "player_settings"):
        if boards_to_tell(account, last_reminded(account), now):
            jobs.request(REMIND, f"account:{account.pk}")
