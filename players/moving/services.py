"""Storing a club that comes from another server, with its people: hidden first, then shown in one transaction."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from django.utils import timezone
from django.utils.text import slugify

from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from common.limited_process import LimitReached, Limits, WorkFailed, run
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs.services.clubs import LONGEST_SLUG, TAKEN_BY_PAGES
from players.core.events import OpenLicenceChanged
from players.core.time_zones import time_zones
from players.models import (
    Account,
    Club,
    ClubPage,
    Grant,
    GuardianAnswer,
    GuardianConsent,
    Licence,
    Membership,
    Person,
)
from players.moving.acts import BringClub, ClubCame
from players.moving.values import MovedClub, MovedPerson
from players.names import NotAName, clean_name
from players.people.services.people import lock_persons
from players.program_names import is_marked
from players.roles import Role

LIMITS = Limits(cpu_seconds=10, wall_seconds=20, memory=700 * 2**20)


def check_club(moved: MovedClub) -> MovedClub:
    """The club as it is stored. Raises Refused for what no club can have; a picture is drawn anew, outside any lock."""
    if moved.time_zone not in time_zones():
        raise Refused(Message(_("There is no time zone called %(name)s."), {"name": moved.time_zone[:40]}))
    if moved.open_licence not in Licence.values or moved.colour not in ClubPage.Colour.values:
        raise Refused(Message(_("The licence or the colour of the club is unknown here.")))
    try:
        clean_name(moved.name)
        if moved.place:
            clean_name(moved.place)
        if moved.logo and run("players.clubs.logo:make_logo", moved.logo, LIMITS) != moved.logo:
            raise Refused(Message(_("The logo of the club is not one that a server made.")))
    except NotAName as error:
        raise Refused(error.message) from error
    except (LimitReached, WorkFailed) as error:
        raise Refused(Message(_("The logo of the club is damaged."))) from error
    return moved


def is_slug_free(slug: str) -> bool:
    """Whether a club that comes can have this address: Latin letters, digits and hyphens that no club has."""
    if slugify(slug) != slug:
        return False
    taken = Club.with_staged.filter(slug=slug).exists() or ClubPage.objects.filter(address=slug).exists()
    return bool(slug) and len(slug) <= LONGEST_SLUG and slug not in TAKEN_BY_PAGES and not taken


def require_slug(slug: str) -> str:
    """The address, where a club that comes can have it. Raises Refused."""
    if not is_slug_free(slug):
        raise Refused(
            Message(_("The address %(slug)s is taken or not possible on this server: choose another."), {"slug": slug})
        )
    return slug


def stage_club(moved: MovedClub) -> tuple[Club, Scope]:
    """The row of a club that no one sees before `show_club`, with its scope. Inside the caller's transaction.

    It has no address of its own yet, so that one that is left over keeps none.
    """
    club = Club.with_staged.create(
        name=moved.name,
        slug=f"staged-{secrets.token_hex(8)}",
        place=moved.place,
        time_zone=moved.time_zone,
        takes_requests=moved.takes_requests,
        asks_guardians=moved.asks_guardians,
        open_licence=moved.open_licence,
        staged=True,
    )
    return club, journal.open_scope(club.scope, journal.SERVER, hidden=True)


def stage_moved_people(club: Club, scope: Scope, people: Sequence[MovedPerson]) -> list[Person]:
    """The rows of people who come with a club, whom no one sees before `show_club`. Inside the caller's transaction."""
    return Person.staged.bulk_create(
        Person(
            name=each.name,
            country=each.country,
            home=club if each.looked_after else None,
            staged_in=scope,
            is_program=is_marked(each.name),
        )
        for each in people
    )


def show_club(club: Club, slug: str, actor: Account, server: str) -> None:
    """Let everybody see the club at its address, `actor` as its organiser. Inside the transaction that completes it.

    The club counts in the lists of this server once an administrator admits it, as every new club. Raises Refused
    where the address was taken meanwhile.
    """
    with journal.commit(journal.SERVER, actor, BringClub, club=club.pk):
        journal.show_scope(club.scope)
        club.slug, club.staged = require_slug(slug), False
        club.save(update_fields=["slug", "staged"])
        scope = Scope.objects.get(key=club.scope)
        Person.staged.filter(staged_in=scope).update(staged_in=None)
        Grant.objects.create(account=actor, role=Role.ORGANISER, scope=scope)
    with journal.commit(club.scope, actor, ClubCame, server=server):
        pass


def settle_club(club: Club, moved: MovedClub, people: Mapping[int, MovedPerson]) -> None:
    """What hangs on the club and its people (by id), once they are seen. Inside the same transaction."""
    if moved.colour or moved.logo:
        digest = hashlib.sha256(moved.logo).hexdigest() if moved.logo else ""
        ClubPage.objects.create(club=club, colour=moved.colour, logo=moved.logo, digest=digest)
    locked = lock_persons(people)
    roots = {person: row.pk for person, row in locked.items()}
    Membership.objects.bulk_create(
        Membership(person_id=roots[person], club=club, since=since, until=until)
        for person, each in people.items()
        for since, until in each.periods
    )
    _store_consents(club, {roots[person]: each for person, each in people.items()})
    erased = [person for person, each in people.items() if each.erased]
    Person.objects.filter(pk__in=erased).update(erased_at=timezone.now())
    if club.open_licence:
        emit(OpenLicenceChanged(club))


def _store_consents(club: Club, people: Mapping[int, MovedPerson]) -> None:
    wanted = [(person, consent) for person, each in people.items() for consent in each.consents]
    made = GuardianConsent.objects.bulk_create(
        GuardianConsent(
            club=club,
            person_id=person,
            birth_year=consent.birth_year,
            guardian=consent.guardian,
            asked_at=consent.asked_at,
        )
        for person, consent in wanted
    )
    GuardianAnswer.objects.bulk_create(
        GuardianAnswer(consent=row, answer=answer, at=at)
        for row, (_person, consent) in zip(made, wanted, strict=True)
        for answer, at in consent.answers
    )
