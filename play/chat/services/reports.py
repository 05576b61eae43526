"""Reports of players about each other, and what moderators do about them: each answer is an act in the journal."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from games.core.running import scope_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.chat.acts import MODERATION, AnswerReport, LiftSanction, ReportPlayer
from play.chat.services.chat import clean_line
from play.core.acts import LOBBY
from play.core.errors import PlayRefused
from play.core.player import program_at
from play.core.playing import load_game
from play.core.services.acting import own_seat
from play.core.services.guests import take_names
from play.models import Block, Challenge, ChatMessage, Report, Sanction, SpectatorMessage
from players.core import limits
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account, Person
from players.permissions import require
from players.roles import Permission

LONGEST_DAYS = 365
WARNING_SHOWN = timedelta(days=30)
"""How long a player reads a warning in the lobby."""
KEPT = timedelta(days=365)
"""How long closed reports stay, and sanctions that are no longer in force."""

_TWICE = Message(_("You have reported this game. A moderator will look at it."))
_GUEST = Message(_("A guest reads no message and has no chat: dismiss the report, or take the name away."))
_A_PROGRAM = Message(_("Your opponent is a program of this server."))
_NO_GUEST = Message(_("Only the names of guests are taken away. Persons are renamed by their club."))
_CLOSED = Message(_("This report is closed."))
_SAY_WHY = Message(_("Give the player a reason."))
_DAYS = Message(_("Choose from 1 to %(most)s days."), {"most": LONGEST_DAYS})


class ReportAnswer(StrEnum):
    """What a moderator does about a report."""

    DISMISS = "dismiss"
    WARN = "warn"
    MUTE = "mute"
    SUSPEND = "suspend"
    RENAME = "rename"
    """Of guests alone: the typed name is taken away, at every seat."""


_KINDS = {
    ReportAnswer.WARN: Sanction.Kind.WARNING,
    ReportAnswer.MUTE: Sanction.Kind.MUTE,
    ReportAnswer.SUSPEND: Sanction.Kind.SUSPENSION,
}


def report_player(game_id: int, account: Account, reason: str, text: str = "", message: int | None = None) -> Report:
    """Report the opponent of a game, or one of his messages in it (by its id). One report of a game is open at a time.

    Raises `NotAllowed` for one who does not play, `PlayRefused`, TooMany, OnlineGame.DoesNotExist and
    ChatMessage.DoesNotExist.
    """
    game = load_game(game_id)
    seat = own_seat(game, account)
    if program_at(game.game, 1 - seat) is not None:
        raise PlayRefused(_A_PROGRAM)
    people = [person.merged_into or person for person in (game.game.white, game.game.black)]
    about, of = (clean_line(text, most=Report.LONGEST) if text.strip() else ""), people[1 - seat]
    found = None
    if message is not None:
        found = ChatMessage.objects.get(pk=message, game=game.game, author__in=record_ids(of.pk))
    limits.CHAT_REPORTS.take(str(account.pk))
    journal.open_scope(MODERATION, journal.SERVER)
    with journal.commit(MODERATION, account, ReportPlayer, game=game_id) as act:
        if Report.objects.filter(reporter=people[seat], game=game.game, closed_at=None).exists():
            raise PlayRefused(_TWICE)
        made = Report.objects.create(
            reporter=people[seat], person=of, game=game.game, message=found, reason=reason, text=about,
            made_at=timezone.now(),
        )  # fmt: skip
        act.data["report"] = made.pk
    return made


def answer_report(actor: Account, report_id: int, answer: ReportAnswer, *, days: int = 0, text: str = "") -> Report:
    """Close a report: dismiss it, warn the player, switch off his chat or new games for some days, or rename a guest.

    `text` is told to the player. Raises `NotAllowed`, `PlayRefused` and Report.DoesNotExist.
    """
    require(actor, Permission.MODERATE, journal.SERVER)
    checked = _checked(answer, days, text)
    journal.open_scope(MODERATION, journal.SERVER)
    with journal.commit(MODERATION, actor, AnswerReport, report=report_id, answer=answer.value) as act:
        report = Report.objects.select_related("person__merged_into").get(pk=report_id)
        if report.closed_at is not None:
            raise PlayRefused(_CLOSED)
        _check_person(answer, report.person)
        now = timezone.now()
        report.closed_at, report.closed_by = now, actor.pk
        report.save(update_fields=["closed_at", "closed_by"])
        if answer in _KINDS:
            lasts = WARNING_SHOWN if answer == ReportAnswer.WARN else timedelta(days=days)
            person = report.person.merged_into or report.person
            made = Sanction.objects.create(
                person=person, kind=_KINDS[answer], text=checked, until=now + lasts, made_at=now, made_by=actor.pk
            )
            act.data |= {"sanction": made.pk, "days": lasts.days}
            if answer == ReportAnswer.SUSPEND:
                _close_challenges(person)
        if answer == ReportAnswer.RENAME:
            games = take_names([report.person_id])
            transaction.on_commit(partial(journal.touch, [LOBBY, *map(scope_of, games)]))
    return report


def lift_sanction(actor: Account, sanction_id: int) -> None:
    """End what is in force now. Raises `NotAllowed` and Sanction.DoesNotExist."""
    require(actor, Permission.MODERATE, journal.SERVER)
    journal.open_scope(MODERATION, journal.SERVER)
    with journal.commit(MODERATION, actor, LiftSanction, sanction=sanction_id):
        Sanction.objects.get(pk=sanction_id).delete()


def _checked(answer: ReportAnswer, days: int, text: str) -> str:
    if answer in (ReportAnswer.MUTE, ReportAnswer.SUSPEND) and not 1 <= days <= LONGEST_DAYS:
        raise PlayRefused(_DAYS, field="days")
    if answer in (ReportAnswer.DISMISS, ReportAnswer.RENAME):
        return ""
    if not text.strip():
        raise PlayRefused(_SAY_WHY, field="text")
    return clean_line(text, most=Sanction.LONGEST)


def _check_person(answer: ReportAnswer, person: Person) -> None:
    """Raise `PlayRefused` for what is not done about a guest, or about no one else."""
    if person.is_guest and answer not in (ReportAnswer.DISMISS, ReportAnswer.RENAME):
        raise PlayRefused(_GUEST, field="answer")
    if answer == ReportAnswer.RENAME and not person.is_guest:
        raise PlayRefused(_NO_GUEST, field="answer")


def _close_challenges(person: Person) -> None:
    """Who is suspended offers nothing; the lobby is told when that is certain."""
    offered = Challenge.objects.filter(challenger__in=record_ids(person.pk), closed_at=None)
    offered.update(closed_at=timezone.now())
    transaction.on_commit(partial(journal.touch, [LOBBY]))


@jobs.every(3600)
def delete_old_reports() -> None:
    """Delete closed reports, and sanctions that are long over."""
    old = timezone.now() - KEPT
    Report.objects.filter(closed_at__lt=old).delete()
    Sanction.objects.filter(until__lt=old).delete()


def forget_words(erasing: PersonErasing) -> list[Touched]:
    """Delete the chats of a person's games, both sides and their spectators', and what the person wrote beside others.

    With them go blocks, reports and sanctions that concern the person.

    The other side's lines may name the person, and no one goes on with such a chat.
    """
    records = record_ids(erasing.person.pk)
    of_them = Q(game__white__in=records) | Q(game__black__in=records)
    Report.objects.filter(Q(reporter__in=records) | Q(person__in=records)).delete()
    ChatMessage.objects.filter(of_them).delete()
    SpectatorMessage.objects.filter(of_them | Q(author__in=records)).delete()
    Block.objects.filter(Q(by__in=records) | Q(person__in=records)).delete()
    Sanction.objects.filter(person__in=records).delete()
    return []
