"""Roles are granted and taken back."""

import pytest

from common.journal.models import JournalEntry
from common.journal.services import open_scope
from gipf_engine.messages import Refused
from players.core.errors import LastOrganiser
from players.grants.services.grants import grant, revoke
from players.models import Account, Club, Grant
from players.permissions import NotAllowed, may, roles_in
from players.roles import Permission, Role
from testing.factories import AccountFactory, ClubFactory, administrator, organiser_of
from tests.threads import at_once

pytestmark = pytest.mark.postgresql


@pytest.fixture
def event(club: Club) -> str:
    return open_scope("event:1", club.scope).key


def test_an_organiser_makes_an_arbiter_of_one_event(
    club: Club, organiser: Account, arbiter_to_be: Account, event: str
) -> None:
    other = open_scope("event:2", club.scope).key
    grant(actor=organiser, account=arbiter_to_be, role=Role.ARBITER, scope=event)
    assert may(arbiter_to_be, Permission.RUN_ROUNDS, event)
    assert not may(arbiter_to_be, Permission.RUN_ROUNDS, other) and not may(
        arbiter_to_be, Permission.RUN_ROUNDS, club.scope
    )
    line = JournalEntry.objects.get()
    assert (line.scope.key, line.action, line.data) == (
        event,
        "grant",
        {"account": arbiter_to_be.pk, "role": "arbiter"},
    )


def test_giving_a_role_twice_is_giving_it_once(club: Club, organiser: Account, arbiter_to_be: Account) -> None:
    grants = [grant(actor=organiser, account=arbiter_to_be, role=Role.ORGANISER, scope=club.scope) for _ in range(2)]
    assert grants[0] == grants[1]
    assert roles_in(arbiter_to_be, club.scope) == {Role.ORGANISER}


def test_a_role_that_is_taken_back_holds_no_more(
    club: Club, organiser: Account, arbiter_to_be: Account, event: str
) -> None:
    given = grant(actor=organiser, account=arbiter_to_be, role=Role.ARBITER, scope=event)
    revoke(actor=organiser, grant_id=given.pk)
    assert not may(arbiter_to_be, Permission.RUN_ROUNDS, event)


def test_an_arbiter_gives_no_roles(club: Club, organiser: Account, arbiter_to_be: Account, event: str) -> None:
    grant(actor=organiser, account=arbiter_to_be, role=Role.ARBITER, scope=club.scope)
    for role in Role:
        with pytest.raises(NotAllowed):
            grant(actor=arbiter_to_be, account=arbiter_to_be, role=role, scope=event)


def test_nobody_gives_more_than_they_have(club: Club, organiser: Account, stranger: Account, event: str) -> None:
    for actor, role, scope in (
        (organiser, Role.ADMINISTRATOR, "server"),
        (organiser, Role.ADMINISTRATOR, club.scope),
        (organiser, Role.ORGANISER, ClubFactory().scope),
        (stranger, Role.ORGANISER, club.scope),
        (stranger, Role.ARBITER, event),
    ):
        with pytest.raises(NotAllowed):
            grant(actor=actor, account=actor, role=role, scope=scope)


def test_roles_are_held_where_they_mean_something(club: Club, event: str) -> None:
    for role, scope in ((Role.ADMINISTRATOR, club.scope), (Role.ORGANISER, event), (Role.ARBITER, "server")):
        with pytest.raises(Refused, match="is not possible there"):
            grant(actor=administrator(), account=AccountFactory(), role=role, scope=scope)


def test_an_account_that_is_switched_off_gets_no_role_and_has_none(club: Club, organiser: Account) -> None:
    off = organiser_of(club)
    off.is_active = False
    off.save()
    assert not may(off, Permission.EDIT_CLUB, club.scope) and not roles_in(off, club.scope)
    with pytest.raises(Refused, match="switched off"):
        grant(actor=organiser, account=off, role=Role.ARBITER, scope=club.scope)


def test_the_last_organiser_of_a_club_stays(club: Club, organiser: Account) -> None:
    mine = Grant.objects.get(account=organiser)
    for actor in (organiser, administrator()):
        with pytest.raises(LastOrganiser, match="A club needs an organiser"):
            revoke(actor=actor, grant_id=mine.pk)
    other = organiser_of(club)
    revoke(actor=organiser, grant_id=mine.pk)
    with pytest.raises(LastOrganiser):
        revoke(actor=other, grant_id=Grant.objects.get(account=other).pk)


def test_the_last_administrator_stays(db: None) -> None:
    first = administrator()
    mine = Grant.objects.get(account=first)
    with pytest.raises(LastOrganiser, match="needs an administrator"):
        revoke(actor=first, grant_id=mine.pk)
    administrator()
    revoke(actor=first, grant_id=mine.pk)
    assert not may(first, Permission.MANAGE_SERVER, "server")


def test_of_two_organisers_who_leave_at_one_moment_one_stays(real_database: None) -> None:
    club = ClubFactory()
    grants = [Grant.objects.get(account=organiser_of(club)) for _ in range(2)]

    def leave(one: Grant) -> None:
        revoke(actor=one.account, grant_id=one.pk)

    results = at_once(lambda: leave(grants[0]), lambda: leave(grants[1]))
    assert sorted(type(result).__name__ for result in results) == ["LastOrganiser", "NoneType"]
    assert Grant.objects.count() == 1
