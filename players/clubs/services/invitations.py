"""Joining a club is an invitation until the one who is asked accepts."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.db.models import Max
from django.utils import timezone

from common.events import emit
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs.acts import AcceptInvitation, DeclineInvitation, InvitePerson, WithdrawInvitation
from players.clubs.services.homes import move_home
from players.clubs.services.memberships import refuse_house_player
from players.core.acts import commit_permitted
from players.core.events import MembershipsChanged
from players.core.queries.records import record_ids
from players.grants.services.role_offers import WAIT_AFTER_NO, refuse_before
from players.models import Account, Club, Invitation, Membership, Person
from players.notifications.services.notifications import ask_to_notify
from players.people.services.people import lock_person, one_at_a_time
from players.permissions import NotAllowed, may_answer_for
from players.roles import Permission

INVITATION = "invitation"
"""The kind of notification of an invitation, about its id."""


def invite_person(*, actor: Account, club: Club, person_id: int, since: datetime.date) -> Invitation:
    """Ask a person to become a member of `club` from `since` on. Nothing changes for them until they accept."""
    with commit_permitted(club.scope, actor, InvitePerson, person=person_id):
        person = lock_person(person_id)
        refuse_house_player(person)
        records = record_ids(person.pk)
        if Membership.objects.filter(person__in=records, club=club, until=None).exists():
            raise Refused(Message(_("This person is already a member of the club.")))
        if Invitation.objects.filter(person__in=records, club=club, answer="").exists():
            raise Refused(Message(_("This person is already invited.")))
        _refuse_after_no(records, club)
        made = Invitation.objects.create(
            person=person, club=club, since=since, made_at=timezone.now(), made_by=actor.pk
        )
        ask_to_notify(INVITATION, made.pk)
        return made


def _refuse_after_no(records: Sequence[int], club: Club) -> None:
    """A club that was declined waits some days before it asks again."""
    declined = Invitation.objects.filter(person__in=records, club=club, answer=Invitation.Answer.DECLINED)
    last: datetime.datetime | None = declined.aggregate(last=Max("answered_at"))["last"]
    if last is not None:
        refuse_before(last + WAIT_AFTER_NO)


def withdraw_invitation(*, actor: Account, invitation_id: int) -> None:
    """Take an invitation back that is not answered yet."""
    club = Club.objects.get(invitations=invitation_id)
    with commit_permitted(club.scope, actor, WithdrawInvitation) as act:
        row = _open(invitation_id)
        act.data["person"] = row.person_id
        _answer_invitation(row, actor, Invitation.Answer.WITHDRAWN)


def decline_invitation(*, actor: Account, invitation_id: int) -> None:
    """Say no. Raises NotAllowed unless `actor` may answer for the person."""
    club = Club.objects.get(invitations=invitation_id)
    with journal.commit(club.scope, actor, DeclineInvitation) as act:
        row = _open(invitation_id)
        act.data["person"] = row.person_id
        _require_answer(actor, lock_person(row.person_id))
        _answer_invitation(row, actor, Invitation.Answer.DECLINED)


def accept_invitation(*, actor: Account, invitation_id: int, as_home: bool = False) -> Membership:
    """Become a member. With `as_home` the club also looks after name and account from now on, instead of another.

    Raises NotAllowed unless `actor` may answer for the person, Refused where the invitation is answered already.
    """
    club = Club.objects.get(invitations=invitation_id)
    with one_at_a_time():
        with journal.commit(club.scope, actor, AcceptInvitation) as act:
            row = _open(invitation_id)
            act.data["person"] = row.person_id
            person = lock_person(row.person_id)
            _require_answer(actor, person)
            membership = Membership.objects.create(person=person, club=club, since=_first_day(row, person))
            _answer_invitation(row, actor, Invitation.Answer.ACCEPTED)
            emit(MembershipsChanged(person))
        if as_home:
            move_home(actor, person, club)
    return membership


def _open(invitation_id: int) -> Invitation:
    """The invitation, for an act that has its club's scope locked."""
    row = Invitation.objects.get(pk=invitation_id)
    if row.answer:
        raise Refused(Message(_("This invitation was already answered or withdrawn.")))
    return row


def _require_answer(actor: Account, person: Person) -> None:
    if not may_answer_for(actor, person):
        raise NotAllowed(Permission.MANAGE_PEOPLE, f"person:{person.pk}")


def _answer_invitation(row: Invitation, actor: Account, answer: Invitation.Answer) -> None:
    row.answer, row.answered_at, row.answered_by = answer, timezone.now(), actor.pk
    row.save(update_fields=["answer", "answered_at", "answered_by"])
    ask_to_notify(INVITATION, row.pk)


def _first_day(row: Invitation, person: Person) -> datetime.date:
    """The day that the club named, or the one after an earlier membership of the same club."""
    earlier = Membership.objects.filter(person__in=record_ids(person.pk), club=row.club)
    if earlier.filter(until=None).exists():
        raise Refused(Message(_("This person is already a member of the club.")))
    last: datetime.date | None = earlier.aggregate(last=Max("until"))["last"]
    return row.since if last is None else max(row.since, last + datetime.timedelta(days=1))
