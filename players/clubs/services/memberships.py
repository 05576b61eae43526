"""Who belongs to which club, from when to when."""

from __future__ import annotations

import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from common.events import emit
from common.journal import services as journal
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs.acts import EditMembership, JoinClub, LeaveClub
from players.clubs.services.homes import end_home
from players.core.acts import commit_permitted
from players.core.events import MembershipsChanged
from players.core.queries.records import record_ids
from players.identity import person_of
from players.models import Account, Club, Invitation, Membership, Person
from players.people.services.people import lock_person
from players.permissions import joins_unasked, require
from players.roles import Permission


def join_club(*, actor: Account, club: Club, person_id: int, since: datetime.date) -> Membership:
    """Make a person who is known to the server a member of `club`, where no one else has to agree.

    Raises Refused where `permissions.joins_unasked` says that the person must be invited instead.
    """
    with commit_permitted(club.scope, actor, JoinClub, person=person_id):
        person = lock_person(person_id)
        refuse_house_player(person)
        _refuse_unasked(actor, club, person)
        records = record_ids(person.pk)
        _refuse_overlap(Membership.objects.filter(person__in=records, club=club), since, None)
        Invitation.objects.filter(person__in=records, club=club, answer="").update(
            answer=Invitation.Answer.ACCEPTED, answered_at=timezone.now(), answered_by=actor.pk
        )
        membership = Membership.objects.create(person=person, club=club, since=since)
        emit(MembershipsChanged(person))
        return membership


def leave_club(*, actor: Account, club: Club, person_id: int, until: datetime.date) -> None:
    """End a person's membership of `club` with the day `until`. What they did in the club stays.

    People leave by themselves, too. The club no longer looks after the account of a person who left.
    """
    if not _is_own(actor, person_id):
        require(actor, Permission.MANAGE_PEOPLE, club.scope)
    with journal.commit(club.scope, actor, LeaveClub, person=person_id):
        person = lock_person(person_id)
        rows = Membership.objects.filter(person__in=record_ids(person.pk), club=club, until=None)
        if not rows:
            raise Refused(Message(_("This person is not a member of the club.")))
        if any(row.since > until for row in rows):
            raise Refused(_ends_before_it_begins())
        rows.update(until=until)
        end_home(person, club)
        emit(MembershipsChanged(person))


def edit_membership(
    *, actor: Account, membership_id: int, since: datetime.date, until: datetime.date | None
) -> Membership:
    """Correct the days of a membership; `until` None makes it one that goes on, as joining does."""
    row = Membership.objects.select_related("club").get(pk=membership_id)
    with commit_permitted(row.club.scope, actor, EditMembership, person=row.person_id, membership=membership_id):
        person = lock_person(row.person_id)
        row.refresh_from_db(fields=["since", "until"])
        if until is None and row.until is not None:
            _refuse_unasked(actor, row.club, person)
        if until is not None and until < since:
            raise Refused(_ends_before_it_begins())
        # Two records of one person, merged, have overlapping days: each is corrected for itself.
        _refuse_overlap(Membership.objects.filter(person=row.person, club=row.club).exclude(pk=row.pk), since, until)
        row.since, row.until = since, until
        row.save(update_fields=["since", "until"])
        end_home(person, row.club)
        emit(MembershipsChanged(person))
    return row


def refuse_house_player(person: Person) -> None:
    """Raise Refused for a house player: it plays for its club, and is a member of none."""
    if person.program_level is not None:
        raise Refused(Message(_("A house player belongs to its club, and cannot be a member.")))


def _is_own(actor: Account, person_id: int) -> bool:
    own = person_of(actor)
    return own is not None and own.pk == record_ids(person_id)[0]


def _refuse_unasked(actor: Account, club: Club, person: Person) -> None:
    """No one becomes a member without agreeing, or the agreement of those who look after them."""
    if not joins_unasked(actor, club, person):
        raise Refused(Message(_("This person has to agree to be a member: send an invitation.")))


def _refuse_overlap(others: QuerySet[Membership], since: datetime.date, until: datetime.date | None) -> None:
    """No one becomes a member of one club twice on one day: not beside any of these memberships."""
    others = others.filter(Q(until=None) | Q(until__gte=since))
    if until is not None:
        others = others.filter(since__lte=until)
    if others.exists():
        raise Refused(Message(_("This person is already a member of the club in that period.")))


def _ends_before_it_begins() -> Message:
    return Message(_("A membership cannot end before it starts."))
