"""Announcing something to players of an event, and withdrawing it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.accounts.services.subscriptions import MailKind, register_mail, subscribers
from players.models import Account, Person
from players.notifications.services.notifications import ask_to_notify
from tournaments.announcements.acts import PublishAnnouncement, WithdrawAnnouncement
from tournaments.core.errors import EventRefused
from tournaments.core.services.base import State, event_act, need_state
from tournaments.models import Announcement, CheckIn, Entry, Event, Round, WaitingPlayer

ANNOUNCEMENT = "announcement"
"""The kind of notification of those to whom something was announced. It is about the announcement's id."""
MAIL_ANNOUNCEMENT = "mail-announcement"
"""The kind of job that mails one to an account. Its subject is "event:12:3:45": event, announcement, account."""
ANNOUNCEMENTS = register_mail(
    MailKind(
        "announcements",
        _("Announcements"),
        _("When an organiser of one of your events announces something."),
        lambda account: account.person_id is not None,
    )
)
MOST_ANNOUNCEMENTS = 200
Audience = Announcement.Audience


def publish_announcement(event_id: int, actor: Account, *, expect: int | None = None, **written: Any) -> Announcement:
    """Tell an audience something: `topic`, `to` (an audience), `round` (for that of a round), `subject` and `text`.

    Raises as `event_act` does, and EventRefused for an audience that does not exist.
    """
    number_of_round = written["round"] if written["to"] == Audience.ROUND else None
    with event_act(event_id, actor, PublishAnnouncement, expect=expect) as doing:
        event = doing.event
        need_state(event, State.OPEN, State.RUNNING, State.CLOSED)
        _check_audience(event, written["to"], number_of_round)
        last = event.announcements.aggregate(last=Max("number"))["last"] or 0
        if last >= MOST_ANNOUNCEMENTS:
            message = _("An event has at most %(most)s announcements.")
            raise EventRefused(Message(message, {"most": MOST_ANNOUNCEMENTS}))
        made = Announcement.objects.create(
            event=event,
            number=last + 1,
            topic=written["topic"],
            audience=written["to"],
            round_number=number_of_round,
            subject=written["subject"].strip(),
            text=written["text"].strip(),
            written_by=actor.pk,
            written_at=timezone.now(),
        )
        doing.note(announcement=made.pk, number=made.number)
        ask_to_notify(ANNOUNCEMENT, made.pk)
        _ask_for_mails(made)
    return made


def withdraw_announcement(
    event_id: int, actor: Account, announcement_id: int, *, note: str, expect: int | None = None
) -> Announcement:
    """Take an announcement back and say why. Raises as `event_act` does, EventRefused and Announcement.DoesNotExist."""
    found = Announcement.objects.get(event=event_id, pk=announcement_id)
    data = {"announcement": found.pk, "number": found.number}
    with event_act(event_id, actor, WithdrawAnnouncement, expect=expect, **data):
        found.refresh_from_db()
        if found.withdrawn_at is not None:
            raise EventRefused(Message(_("This announcement has already been withdrawn.")))
        if not note.strip():
            raise EventRefused(Message(_("Give a reason for withdrawing the announcement.")), field="note")
        found.withdrawn_at, found.note = timezone.now(), note.strip()
        found.save(update_fields=["withdrawn_at", "note"])
        ask_to_notify(ANNOUNCEMENT, found.pk)
    return found


def _check_audience(event: Event, audience: str, number: int | None) -> None:
    if audience == Audience.ROUND and not Round.objects.filter(event=event, number=number or 0).exists():
        raise EventRefused(Message(_("Choose a round that is published.")), field="round")
    if audience == Audience.CHECKED_IN and not CheckIn.objects.filter(event=event).exists():
        raise EventRefused(Message(_("Check-in is not open.")), field="to")


def _ask_for_mails(made: Announcement) -> None:
    """Ask for a mail to each account that was told and wants such mail. Within the act."""
    if not settings.EMAIL_HOST:
        return
    told = subscribers(ANNOUNCEMENTS).filter(pk__in=accounts_notified(made)).values_list("pk", flat=True)
    jobs.request_many(MAIL_ANNOUNCEMENT, [f"event:{made.event_id}:{made.pk}:{account}" for account in told])


def accounts_notified(announcement: Announcement) -> QuerySet[Account]:
    """The accounts of those to whom it is addressed."""
    people = _people_notified(announcement)
    return Account.objects.filter(Q(person__in=people) | Q(person__in=people.values("merged_into")), is_active=True)


def _people_notified(announcement: Announcement) -> QuerySet[Person]:
    event, audience = announcement.event_id, announcement.audience
    waiting = Q(pk__in=WaitingPlayer.objects.filter(event=event).values("person"))
    entries = Entry.objects.filter(event=event, withdrawn_after=None)
    if audience == Audience.WAITING:
        return Person.objects.filter(waiting)
    if audience == Audience.ROUND:
        entries = Entry.objects.filter(slots__round__event=event, slots__round__number=announcement.round_number or 0)
    elif audience == Audience.CHECKED_IN:
        entries = entries.filter(arrivals__check_in__event=event)
    entered = Q(pk__in=entries.values("members__person"))
    return Person.objects.filter(entered | waiting if audience == Audience.ALL else entered)
