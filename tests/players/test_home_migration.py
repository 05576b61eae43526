"""The upgrade that states home clubs keeps every power where it was the day before."""

import datetime
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from players.models import Account, Club, Merge, Person
from players.permissions import home_club, may_manage_account
from players.roles import Role
from players.services import merge_persons
from tests.factories import AccountFactory, ClubFactory, MembershipFactory, PersonFactory, holder_of, keeper, player_in

pytestmark = pytest.mark.postgresql

DAY, LATER = datetime.date(2025, 1, 1), datetime.date(2025, 6, 1)


@pytest.fixture
def upgraded(club: Club) -> dict[str, Any]:
    """People and accounts of an earlier release, and what the migration makes of them."""
    first, second = ClubFactory(), ClubFactory()
    both = player_in(first)
    MembershipFactory(person=both.person, club=second, since=datetime.date(1990, 1, 1))
    second_only, gone, nobody = PersonFactory(), PersonFactory(), PersonFactory()
    MembershipFactory(person=second_only, club=first, until=DAY)
    MembershipFactory(person=second_only, club=second)
    MembershipFactory(person=gone, club=first, until=LATER)
    MembershipFactory(person=gone, club=second, until=DAY)
    kept, merged = PersonFactory(), PersonFactory()
    MembershipFactory(person=merged, club=first)
    MembershipFactory(person=kept, club=second)
    merge_persons(actor=keeper(), kept_id=kept.pk, gone_id=merged.pk)
    arbiter = holder_of(Role.ARBITER, second.scope)
    Person.objects.update(home=None)
    Account.objects.update(home=None)
    import_module("players.migrations.0004_homes_as_they_were").state_homes(apps, None)
    return {
        "first": first, "second": second, "both": both, "second_only": second_only, "gone": gone, "nobody": nobody,
        "kept": kept, "merged": merged, "arbiter": arbiter,
    }  # fmt: skip


def home_of(row: Person | Account) -> Club | None:
    fresh = type(row).objects.get(pk=row.pk)
    return home_club(fresh) if isinstance(fresh, Person) else fresh.home


def test_the_first_open_membership_had_the_power_and_keeps_it(upgraded: dict[str, Any]) -> None:
    assert home_of(upgraded["both"]) == upgraded["first"]
    assert home_of(upgraded["second_only"]) == upgraded["second"]


def test_where_all_have_ended_the_last_keeps_it_and_without_any_the_keepers(upgraded: dict[str, Any]) -> None:
    assert home_of(upgraded["gone"]) == upgraded["first"]
    assert home_of(upgraded["nobody"]) is None


def test_a_merged_record_has_its_own_for_the_day_it_is_parted(upgraded: dict[str, Any]) -> None:
    assert home_of(upgraded["kept"]) == upgraded["first"]  # the membership that was written first, as before
    Merge.objects.update(undone_at="2026-01-01T00:00Z")
    Person.objects.update(merged_into=None)
    assert home_of(upgraded["merged"]) == upgraded["first"]


def test_an_account_with_roles_and_no_person_stays_with_the_club_of_the_first(upgraded: dict[str, Any]) -> None:
    arbiter, second = upgraded["arbiter"], upgraded["second"]
    assert isinstance(arbiter, Account) and isinstance(second, Club)
    assert home_of(arbiter) == second
    arbiter.refresh_from_db()
    assert may_manage_account(holder_of(Role.ORGANISER, second.scope), arbiter)
    assert home_of(AccountFactory()) is None
