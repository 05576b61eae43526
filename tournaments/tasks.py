"""Work that workers do for tournaments."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.conf import settings
from django.utils.translation import gettext, ngettext, override

from common.jobs.descriptions import Description
from common.jobs.queues import Queue
from common.jobs.services import handler, progress, request
from common.stored_files import Withdrawn
from common.translation import translate_message
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.accounts.mailing import reader_of_mail, send_mail_to, send_subscribed_mail, subscriber
from players.permissions import may
from players.roles import Permission
from tournaments.announcements.services import ANNOUNCEMENTS, MAIL_ANNOUNCEMENT, accounts_notified
from tournaments.arenas.services import PAIR_ARENA, run_arena
from tournaments.club_files.services.bringing import remove_staged_club
from tournaments.club_files.services.making import MAKE_CLUB_FILE, make_club_file
from tournaments.core.draws import DRAW
from tournaments.core.queries.events import PUBLIC
from tournaments.core.round_drafts import PAIR
from tournaments.core.services import staging
from tournaments.core.services.base import (
    DELIVER,
    MAIL_PAIRING,
    MAIL_ROUND,
    PAIRINGS,
    pairing_to_tell,
    request_pairing_mails,
)
from tournaments.duplicate.services import draw_next_deal
from tournaments.entries.services.leaving import own_entry
from tournaments.entries.services.moving_up import MOVED_UP
from tournaments.interchange.services.import_requests import IMPORT, import_asked_for
from tournaments.labels import about_event
from tournaments.medleys.services import settle_due_choices
from tournaments.models import Announcement, Event, Webhook
from tournaments.notices.queries import DISABLED
from tournaments.notices.services import OFF_MAIL, deliver_waiting, send_news
from tournaments.open_data.services import OPEN_MONTH, make_month
from tournaments.open_data.who_is_in import read_month
from tournaments.results.services.results import (
    MAIL_ARBITERS,
    MAIL_REPORTS,
    REPORTS,
    reports_to_tell,
    request_report_mails,
)
from tournaments.rounds.queries.rounds import BYES, bye_words
from tournaments.rounds.services.boards import CHOOSE, NEXT, begin_next_games
from tournaments.rounds.services.deferred_pairing import EXPLAIN, find_explanation, run_deferred_pairing
from tournaments.rounds.services.round_drafts import PUBLISH, publish_scheduled
from tournaments.teams.services.line_ups import DUE, SEAT, seat_ready_matches


@handler(PAIR, label=about_event(_("Pairing of round %(round)s, %(event)s")))
def pair(subject: str) -> None:
    """Make a round that takes long. `subject` is the event's scope and the round's number, "event:12:3"."""
    _event, event_id, number = subject.split(":")
    run_deferred_pairing(int(event_id), int(number))


@handler(PUBLISH, label=about_event(_("Publishing of round %(round)s, %(event)s")))
def publish(subject: str) -> None:
    """Publish a draft whose time has come. `subject` is the event's scope and the round's number, "event:12:3"."""
    _event, event_id, number = subject.split(":")
    publish_scheduled(int(event_id), int(number))


@handler(SEAT, label=about_event(_("Line-ups of round %(round)s, %(event)s")))
@handler(DUE, label=about_event(_("Line-ups of round %(round)s, %(event)s")))
def seat_matches(subject: str) -> None:
    """Make boards of the line-ups that are in or due. The subject is "event:12:3", with the round's number."""
    _event, event_id, number = subject.split(":")
    seat_ready_matches(int(event_id), int(number))


@handler(CHOOSE, label=about_event(_("Games that were not chosen in time, %(event)s")))
def settle_choices(scope: str) -> None:
    """Settle the games that were not chosen in time. The subject is the event's scope, "event:12"."""
    settle_due_choices(int(scope.partition(":")[2]))


@handler(NEXT, label=about_event(_("Second games of a round, %(event)s")))
def begin_next(scope: str) -> None:
    """Begin the second games of pairings whose first one is decided. The subject is the event's scope, "event:12"."""
    begin_next_games(int(scope.partition(":")[2]))


@handler(PAIR_ARENA, label=about_event(_("Pairing of an arena, %(event)s")))
def run_arena_of(scope: str) -> None:
    """Pair who is free in an arena, or close it when it is over. The subject is the event's scope, "event:12"."""
    run_arena(int(scope.partition(":")[2]))


@handler(EXPLAIN, label=about_event(_("Reasons of round %(round)s, %(event)s")))
def explain(subject: str) -> None:
    """Find out why a round is as it is, or why two did not meet: "event:12:3:0:0", or their numbers for the zeros."""
    _event, event_id, number, lower, higher = subject.split(":")
    find_explanation(int(event_id), int(number), (int(lower), int(higher)))


@handler(DRAW, label=about_event(_("Deals of round %(round)s, %(event)s")), queue=Queue.HEAVY)
def draw(subject: str) -> None:
    """Draw and solve the next deal of a round, "event:12:3", and ask for the one after it."""
    _event, event_id, number = subject.split(":")
    if draw_next_deal(int(event_id), int(number)):
        request(DRAW, subject)


def _describe_staged(scopes: Collection[str]) -> Mapping[str, Description]:
    label = Message(_("An event that is being imported, to be removed if that fails"))
    return {scope: Description(label, scope) for scope in scopes}


@handler(staging.REMOVE, label=_describe_staged)
def remove_staged(scope: str) -> None:
    """Remove an event of which not everything came: the one who brought it was stopped on the way."""
    staging.remove_staged(scope)


def _describe_staged_club(scopes: Collection[str]) -> Mapping[str, Description]:
    label = Message(_("A club that is being imported, to be removed if that fails"))
    return {scope: Description(label, scope) for scope in scopes}


@handler(staging.REMOVE_CLUB, label=_describe_staged_club)
def remove_left_club(scope: str) -> None:
    """Remove a club of which not everything came: the one who brought it was stopped on the way."""
    remove_staged_club(scope)


@handler(MAKE_CLUB_FILE, label=_("File of a club"), queue=Queue.HEAVY)
def make_file_of_club(subject: str) -> None:
    """Make the file of a club that an organiser asked for. `subject` is "club-file:" and its id."""
    make_club_file(int(subject.partition(":")[2]))


@handler(DELIVER, label=about_event(_("Messages to a webhook of %(event)s")), queue=Queue.HEAVY)
def deliver(subject: str) -> None:
    """Send what waits for a webhook. `subject` is the event's scope and the webhook's id, "event:12:3"."""
    deliver_waiting(int(subject.split(":")[2]))


@handler(OFF_MAIL, label=about_event(_("Mail that a webhook of %(event)s was turned off")), queue=Queue.MAIL)
def mail_webhook_off(subject: str) -> None:
    """Tell the one who made a webhook that it was turned off, if it still is. The subject is like that of `deliver`."""
    webhook = Webhook.objects.select_related("event").filter(pk=int(subject.split(":")[2])).exclude(disabled="").first()
    account = reader_of_mail(webhook.made_by) if webhook is not None else None
    if webhook is None or account is None or not may(account, Permission.EDIT_EVENT, webhook.event.scope):
        return
    with override(account.language or settings.LANGUAGE_CODE):
        title = gettext("A webhook was turned off")
        context = {
            "webhook": webhook,
            "event": webhook.event,
            "why": translate_message(Message(DISABLED[webhook.disabled])),
        }
        send_mail_to(account, title, "tournaments/mail/webhook-off.txt", context)


@handler(
    MOVED_UP, label=about_event(_("Mail that a player moved up from the waiting list of %(event)s")), queue=Queue.MAIL
)
def mail_moved_up(subject: str) -> None:
    """Tell a person of a place in an event, if it still is theirs: its scope and the account's id, "event:12:3"."""
    _event, event_id, account_id = subject.split(":")
    event, account = Event.objects.filter(pk=event_id).first(), reader_of_mail(int(account_id))
    if event is None or account is None or event.state not in PUBLIC or own_entry(event, account) is None:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        title = gettext("You have a place: %(event)s") % {"event": event.name}
        send_mail_to(account, title, "tournaments/mail/moved-up.txt", {"event": event})


@handler(IMPORT, label=_("Import of a file"))
def take_in(subject: str) -> None:
    """Take in a large file. `subject` is "import:" and the request's id."""
    import_asked_for(int(subject.partition(":")[2]))


@handler(MAIL_ROUND, label=about_event(_("Mail about round %(round)s, %(event)s")), queue=Queue.MAIL)
def mail_round(subject: str) -> None:
    """Ask for mail to those who want to know their pairing. The subject is "event:12:3", with the round's number."""
    _event, event_id, number = subject.split(":")
    request_pairing_mails(int(event_id), int(number))


@handler(MAIL_PAIRING, label=about_event(_("Mail about round %(round)s, %(event)s")), queue=Queue.MAIL)
def mail_pairing(subject: str) -> None:
    """Mail a player's pairing, if it is published and news to him. `subject` is "event:12:3:45", the account last."""
    _event, event_id, number, account_id = subject.split(":")
    account = subscriber(int(account_id), PAIRINGS)
    own = pairing_to_tell(account, int(event_id), int(number)) if account is not None else None
    if account is None or own is None:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        title = gettext("%(event)s: your pairing in round %(round)s") % {"event": own.event.name, "round": number}
        bye = bye_words(own.event, own.pairing.kind) if own.pairing.kind in BYES else None
        context = {"own": own, "bye": bye}
        template = "tournaments/mail/pairing.txt"
        send_news(
            account,
            own.event.pk,
            f"round:{number}",
            [own.key],
            lambda: send_subscribed_mail(account, PAIRINGS, title, template, context),
        )


@handler(MAIL_ARBITERS, label=about_event(_("Mail about waiting reports, %(event)s")), queue=Queue.MAIL)
def mail_arbiters(subject: str) -> None:
    """Ask for mail to those who want to know which reports wait. The subject is the event's scope, "event:12"."""
    request_report_mails(subject)


@handler(MAIL_REPORTS, label=about_event(_("Mail about waiting reports, %(event)s")), queue=Queue.MAIL)
def mail_reports(subject: str) -> None:
    """Mail an arbiter the reports that wait, if any is news to him. `subject` is "event:12:45", the account last."""
    _event, event_id, account_id = subject.split(":")
    account = subscriber(int(account_id), REPORTS)
    event = Event.objects.filter(pk=int(event_id)).first()
    reports = reports_to_tell(account, event) if account is not None and event is not None else ()
    if account is None or event is None or not reports:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        count = len(reports)
        title = ngettext("%(event)s: %(count)d report waiting", "%(event)s: %(count)d reports waiting", count)
        context = {"event": event, "reports": reports}
        template = "tournaments/mail/reports.txt"
        send_news(
            account,
            event.pk,
            "reports",
            [report.key for report in reports],
            lambda: send_subscribed_mail(
                account, REPORTS, title % {"event": event.name, "count": count}, template, context
            ),
        )


@handler(MAIL_ANNOUNCEMENT, label=about_event(_("Mail about an announcement, %(event)s")), queue=Queue.MAIL)
def mail_announcement(subject: str) -> None:
    """Mail an announcement to a person whom it is for, if it is in force: "event:12:3:45", the account last."""
    _event, event_id, number, account_id = subject.split(":")
    account = subscriber(int(account_id), ANNOUNCEMENTS)
    found = Announcement.objects.select_related("event").filter(pk=int(number), withdrawn_at=None).first()
    if account is None or found is None or not accounts_notified(found).filter(pk=account.pk).exists():
        return
    if found.event.state not in PUBLIC:
        return
    with override(account.language or settings.LANGUAGE_CODE):
        title, context = f"{found.event.name}: {found.subject}", {"announcement": found, "event": found.event}
        template = "tournaments/mail/announcement.txt"
        send_news(
            account,
            int(event_id),
            f"news:{number}",
            [number],
            lambda: send_subscribed_mail(account, ANNOUNCEMENTS, title, template, context),
        )


def _month_labels(subjects: Collection[str]) -> Mapping[str, Description]:
    label = _("Open data of %(month)s")
    return {subject: Description(Message(label, {"month": subject})) for subject in subjects}


@handler(OPEN_MONTH, label=_month_labels, queue=Queue.HEAVY)
def make_open_month(subject: str) -> None:
    """Make the file of a month's public games, "2026-03"."""
    try:
        make_month(read_month(subject), lambda done: progress(OPEN_MONTH, subject, done, done))
    except Withdrawn:
        """Another worker was slower than a day with it, and is gone."""
