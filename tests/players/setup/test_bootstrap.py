"""A server begins with one organiser."""

import pytest

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.accounts.services.accounts import open_example_accounts
from players.models import Account, Club, Person
from players.permissions import may
from players.roles import Permission
from players.setup.services import create_first_organiser, remove_example_club
from testing.factories import PASSWORD, AccountFactory
from tests.threads import at_once

pytestmark = pytest.mark.core


def test_the_first_organiser_keeps_the_server_and_organises_the_first_club(db: None) -> None:
    began = create_first_organiser(
        username="anna", password=PASSWORD, club_name="Delft", time_zone="Europe/Amsterdam", name="Anna Meyer"
    )
    assert began.club is not None and began.club.slug == "delft"
    account = Account.objects.get()
    assert account.check_password(PASSWORD) and account.person == Person.objects.get(name="Anna Meyer")
    assert may(account, Permission.MANAGE_SERVER, "server") and may(account, Permission.EDIT_CLUB, began.club.scope)
    assert began.club.memberships.get().person == account.person
    assert JournalEntry.objects.get().action == "first-organiser"


def test_a_first_organiser_needs_neither_club_nor_person(db: None) -> None:
    assert create_first_organiser(username="anna", password=PASSWORD).club is None
    assert Account.objects.get().person is None


def test_once_there_is_an_account_nobody_begins_again(db: None) -> None:
    AccountFactory(is_active=False)
    with pytest.raises(Refused, match="already has an organiser"):
        create_first_organiser(username="anna", password=PASSWORD)
    assert Account.objects.count() == 1


def test_a_server_whose_only_accounts_are_closed_ones_of_the_example_can_be_begun(db: None) -> None:
    create_first_organiser(username="organiser", password=PASSWORD, club_name="Example", example=True)
    with pytest.raises(Refused, match="already has an organiser"):
        create_first_organiser(username="anna", password=PASSWORD)
    open_example_accounts(False)
    began = create_first_organiser(username="anna", password=PASSWORD, club_name="Delft")
    assert may(began.account, Permission.MANAGE_SERVER, "server")
    remove_example_club(actor=began.account)
    assert [account.username for account in Account.objects.all()] == ["anna"]
    with pytest.raises(Refused, match="already has an organiser"):
        create_first_organiser(username="bert", password=PASSWORD)


@pytest.mark.parametrize("wrong", [{"club_name": "<b>"}, {"name": "=1"}, {"username": "a b"}, {"time_zone": "Mars"}])
def test_a_beginning_that_is_refused_leaves_nothing(db: None, wrong: dict[str, str]) -> None:
    good = {"username": "anna", "password": PASSWORD, "club_name": "Delft", "name": "Anna"}
    with pytest.raises(Refused):
        create_first_organiser(**(good | wrong))
    assert not Account.objects.exists() and not Club.objects.exists()


@pytest.mark.postgresql
def test_of_two_browsers_at_one_moment_one_makes_the_administrator(real_database: None) -> None:
    results = at_once(
        lambda: create_first_organiser(username="anna", password=PASSWORD),
        lambda: create_first_organiser(username="bert", password=PASSWORD),
    )
    assert sorted(type(result).__name__ for result in results) == ["FirstOrganiser", "Refused"]
    assert Account.objects.count() == 1
