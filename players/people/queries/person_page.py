"""Everything that the page of a club says about one person."""

from __future__ import annotations

from dataclasses import dataclass

from players.core.queries.records import record_ids
from players.identity import account_of
from players.models import Account, Club, Membership, Passkey, Person, SecondFactor
from players.permissions import home_club, joins_unasked, may, may_erase_person, may_manage_account, may_manage_person
from players.roles import Permission


@dataclass(frozen=True, slots=True)
class PersonPage:
    """Everything that the page of a club says about one person, and what the reader may do there."""

    person: Person
    memberships: list[Membership]
    is_member: bool
    records: list[Person]
    account: Account | None
    home: Club | None
    may_manage: bool
    may_manage_account: bool
    may_erase: bool
    joins_unasked: bool
    may_assign_home: bool
    may_reset_second_factor: bool


def person_page(club: Club, person: Person, reader: Account) -> PersonPage:
    """What `reader` sees of a canonical person of `club`."""
    records = record_ids(person.pk)
    memberships = list(Membership.objects.filter(person__in=records, club=club).order_by("since", "pk"))
    account = account_of(person)
    erased, home = person.erased_at is not None, home_club(person)
    is_member = any(row.until is None for row in memberships)
    return PersonPage(
        person=person,
        memberships=memberships,
        is_member=is_member,
        records=list(Person.objects.filter(pk__in=records[1:]).order_by("pk")),
        account=account,
        home=home,
        may_manage=not erased and may_manage_person(reader, person),
        may_manage_account=not erased and account is not None and may_manage_account(reader, account),
        may_erase=not erased and may_erase_person(reader, person),
        joins_unasked=joins_unasked(reader, club, person),
        may_assign_home=is_member and home != club and not erased and may(reader, Permission.MANAGE_SERVER, "server"),
        may_reset_second_factor=(
            may(reader, Permission.RESET_SECOND_FACTOR, "server")
            and any(model._default_manager.filter(account=account).exists() for model in (SecondFactor, Passkey))
        ),
    )
