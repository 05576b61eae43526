"""Of two organisers who take each other's role at one moment, the second finds that nobody else is left."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction

from players.accounts.services.accounts import switch_account
from players.core.errors import LastOrganiser
from players.erasure.services import erase_account, erase_person
from players.grants.services.grants import revoke
from players.models import Account, Grant
from players.permissions import NotAllowed
from testing.factories import ClubFactory, PersonFactory, administrator, organiser_of

pytestmark = pytest.mark.postgresql

LONGEST_WAIT = 20
"""Seconds until a test gives up. No result depends on it."""


def second_begins_before_first_ends(first: Callable[[], object], second: Callable[[], object]) -> object:
    """Do `first` in a transaction that stays open until `second` waits for it, or is done; what `second` raised."""
    outcome: list[object] = []

    def run() -> None:
        try:
            second()
            outcome.append(None)
        except (LastOrganiser, NotAllowed) as error:
            outcome.append(error)
        finally:
            connections.close_all()

    other = threading.Thread(target=run, daemon=True)
    with transaction.atomic():
        first()
        other.start()
        until = time.monotonic() + LONGEST_WAIT
        while other.is_alive() and not _somebody_waits():
            assert time.monotonic() < until, "the second neither waits nor ends"
            time.sleep(0.01)
    other.join(LONGEST_WAIT)
    assert not other.is_alive()
    return outcome[0]


def _somebody_waits() -> bool:
    """Whether a transaction waits for a lock of ours. SQLite has one writer: whoever begins second always waits."""
    if connection.vendor == "sqlite":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


@pytest.fixture
def two(real_database: None) -> list[Account]:
    """The two organisers of a club."""
    club = ClubFactory()
    return [organiser_of(club) for _ in range(2)]


def grant_of(account: Account) -> int:
    return Grant.objects.get(account=account).pk


def test_two_who_revoke_each_other(two: list[Account]) -> None:
    one, other = two
    ids = [grant_of(account) for account in two]
    refusal = second_begins_before_first_ends(
        lambda: revoke(actor=one, grant_id=ids[1]), lambda: revoke(actor=other, grant_id=ids[0])
    )
    # where the second begins late, on SQLite, the role is gone before it may ask for anything
    assert isinstance(refusal, LastOrganiser | NotAllowed)
    assert [grant.account_id for grant in Grant.objects.all()] == [one.pk]


def test_two_who_are_switched_off_by_the_clubs_that_look_after_them(two: list[Account]) -> None:
    one, other = two
    for account in two:
        Account.objects.filter(pk=account.pk).update(home=ClubFactory())
    admin = administrator()
    refusal = second_begins_before_first_ends(
        lambda: switch_account(actor=admin, account_id=other.pk, on=False),
        lambda: switch_account(actor=admin, account_id=one.pk, on=False),
    )
    assert isinstance(refusal, LastOrganiser)
    assert set(Account.objects.filter(pk__in=[one.pk, other.pk], is_active=True)) == {one}


def switch_off(account: Account) -> None:
    switch_account(actor=administrator(), account_id=account.pk, on=False)


def erase_the_account(account: Account) -> None:
    erase_account(actor=account)


def erase_the_person(account: Account) -> None:
    account.person = PersonFactory()
    account.save()
    erase_person(actor=account, person_id=account.person.pk)


@pytest.mark.parametrize("leave", [switch_off, erase_the_account, erase_the_person])
@pytest.mark.parametrize("leaves_first", [False, True])
def test_one_leaves_while_the_other_loses_the_role(
    two: list[Account], leave: Callable[[Account], None], leaves_first: bool
) -> None:
    """Whoever leaves is looked after elsewhere, so that the two acts have no scope in common but the role's."""
    leaver, other = two
    Account.objects.filter(pk=leaver.pk).update(home=ClubFactory())
    admin, id_of_other = administrator(), grant_of(other)

    def lose_the_role() -> None:
        revoke(actor=admin, grant_id=id_of_other)

    def go() -> None:
        leave(Account.objects.get(pk=leaver.pk))

    first, second = (go, lose_the_role) if leaves_first else (lose_the_role, go)
    assert isinstance(second_begins_before_first_ends(first, second), LastOrganiser)
    club = Grant.objects.get(account=other if leaves_first else leaver).scope
    assert Grant.objects.filter(scope=club, account__is_active=True).count() == 1
