"""Who belongs to which club, from when to when."""

from __future__ import annotations

import datetime

from django.db.models import Q, QuerySet

from journal import services as journal
from phrases import Phrase, Refused
from phrases import gettext_noop as _
from players.models import Account, Club, Membership
from players.permissions import require
from players.queries import record_ids
from players.roles import Act
from players.services.people import lock_person


def join_club(*, actor: Account, club: Club, person_id: int, since: datetime.date) -> Membership:
    """Make somebody who is known to the server a member of `club`."""
    require(actor, Act.MANAGE_PEOPLE, club.scope)
    with journal.act(club.scope, actor, "join-club", person=person_id):
        person = lock_person(person_id)
        _refuse_overlap(Membership.objects.filter(person__in=record_ids(person.pk), club=club), since, None)
        return Membership.objects.create(person=person, club=club, since=since)


def leave_club(*, actor: Account, club: Club, person_id: int, until: datetime.date) -> None:
    """End somebody's membership of `club` with the day `until`. What they did in the club stays."""
    require(actor, Act.MANAGE_PEOPLE, club.scope)
    with journal.act(club.scope, actor, "leave-club", person=person_id):
        rows = Membership.objects.filter(person__in=record_ids(person_id), club=club, until=None)
        if not rows:
            raise Refused(Phrase(_("This person is not a member of the club.")))
        if any(row.since > until for row in rows):
            raise Refused(_ends_before_it_begins())
        rows.update(until=until)


def edit_membership(
    *, actor: Account, membership_id: int, since: datetime.date, until: datetime.date | None
) -> Membership:
    """Correct the days of a membership; `until` None makes it one that goes on."""
    row = Membership.objects.select_related("club").get(pk=membership_id)
    require(actor, Act.MANAGE_PEOPLE, row.club.scope)
    with journal.act(row.club.scope, actor, "edit-membership", person=row.person_id, membership=membership_id):
        lock_person(row.person_id)
        if until is not None and until < since:
            raise Refused(_ends_before_it_begins())
        # Two records of one person, merged, have overlapping days: each is corrected for itself.
        _refuse_overlap(Membership.objects.filter(person=row.person, club=row.club).exclude(pk=row.pk), since, until)
        row.since, row.until = since, until
        row.save(update_fields=["since", "until"])
    return row


def _refuse_overlap(others: QuerySet[Membership], since: datetime.date, until: datetime.date | None) -> None:
    """Nobody becomes a member of one club twice on one day: not beside any of these memberships."""
    others = others.filter(Q(until=None) | Q(until__gte=since))
    if until is not None:
        others = others.filter(since__lte=until)
    if others.exists():
        raise Refused(Phrase(_("This person is a member of the club in those days already.")))


def _ends_before_it_begins() -> Phrase:
    return Phrase(_("A membership ends on the day it begins, or later."))
