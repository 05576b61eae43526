"""A club and its people as they leave the server."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import QuerySet

from players.core.queries.records import canonical_id, canonical_ids, record_ids_of
from players.models import Club, ClubPage, GuardianConsent, Membership, Person
from players.moving.values import MovedClub, MovedConsent, MovedPerson, Period

PLAIN = ("name", "place", "time_zone", "takes_requests", "asks_guardians", "open_licence")


def moved_club(club: Club) -> MovedClub:
    """What is the club's own. One query."""
    page = ClubPage.objects.filter(club=club).first()
    values: dict[str, Any] = {name: getattr(club, name) for name in PLAIN}
    if page is not None:
        values |= {"colour": page.colour, "logo": bytes(page.logo)}
    return MovedClub(**values)


def people_of_club(club: Club) -> set[int]:
    """Those who are or were members, or are managed by the club, or whose guardians answered it: canonical ids.

    House players are none: they are programs of this server.
    """
    ids = set(Membership.objects.filter(club=club).values_list(canonical_id("person"), flat=True))
    ids |= set(canonical_ids(Person.objects.filter(home=club).values_list("pk", flat=True)).values())
    ids |= set(_answered(club).values_list(canonical_id("person"), flat=True))
    return set(Person.objects.filter(pk__in=ids, program_level=None).values_list("pk", flat=True))


def moved_people(club: Club, people: Collection[int]) -> dict[int, MovedPerson]:
    """By canonical id what is moved of these people; memberships in this club alone, and consents given to it."""
    records = record_ids_of(people)
    periods: defaultdict[int, set[Period]] = defaultdict(set)
    rows = Membership.objects.filter(club=club, person__in=records)
    for person, since, until in rows.values_list(canonical_id("person"), "since", "until"):
        periods[person].add((since, until))
    consents: defaultdict[int, list[MovedConsent]] = defaultdict(list)
    for consent in _answered(club).filter(person__in=records).annotate(root=canonical_id("person")):
        consents[consent.root].append(
            MovedConsent(
                birth_year=consent.birth_year,
                guardian=consent.guardian,
                asked_at=consent.asked_at,
                answers=tuple((each.answer, each.at) for each in consent.answers.all()),
            )
        )
    return {
        person.pk: MovedPerson(
            name=person.name,
            country=person.country,
            looked_after=person.home_id == club.pk,
            erased=person.erased_at is not None,
            periods=_one_open(periods[person.pk]),
            consents=tuple(consents[person.pk]),
        )
        for person in Person.objects.filter(pk__in=people)
    }


def _answered(club: Club) -> QuerySet[GuardianConsent]:
    """Questions to guardians that were answered; one that is open is asked again on the other server."""
    rows = GuardianConsent.objects.filter(club=club, person__isnull=False, answers__isnull=False)
    return rows.distinct().prefetch_related("answers").order_by("asked_at", "pk")


def _one_open(periods: Iterable[Period]) -> tuple[Period, ...]:
    """The days of all records of a person, in order. Of several that go on, two merged ones, the earliest."""
    over = sorted((since, until) for since, until in periods if until is not None)
    going_on = sorted(since for since, until in periods if until is None)
    return (*over, *((since, None) for since in going_on[:1]))
