"""Accounts belong to somebody."""

import datetime

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.accounts.services.accounts import (
    create_account,
    link_account,
    open_example_accounts,
    set_email,
    switch_account,
)
from players.core.errors import LastOrganiser
from players.erasure.services import erase_person
from players.grants.services.grants import grant
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from players.roles import Role
from testing.factories import (
    PASSWORD,
    AccountFactory,
    ClubFactory,
    MembershipFactory,
    PersonFactory,
    administrator,
    holder_of,
    organiser_of,
    player_in,
)

pytestmark = pytest.mark.core


def test_an_organiser_makes_an_account_for_a_member(club: Club, organiser: Account) -> None:
    person = PersonFactory(member_of=club)
    link = create_account(actor=organiser, club=club, username="kris", email="kris@example.org", person=person)
    account = Account.objects.get(username="kris")
    assert (link.account, account.person, account.email) == (account, person, "kris@example.org")
    assert not account.has_usable_password()
    assert JournalEntry.objects.get().data == {"account": account.pk, "person": person.pk}


def test_an_account_for_a_new_organiser_needs_no_person(club: Club, organiser: Account) -> None:
    account = create_account(actor=organiser, club=club, username="kris", as_organiser=True).account
    assert list(account.grants.values_list("role", "scope__key")) == [("organiser", club.scope)]
    with pytest.raises(Refused, match="belongs to a person"):
        create_account(actor=organiser, club=club, username="nobody")


def test_a_person_has_one_account_whichever_record_it_hangs_on(club: Club, organiser: Account) -> None:
    kept, gone = (PersonFactory(member_of=club) for _ in range(2))
    create_account(actor=organiser, club=club, username="kris", person=gone)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    for person in (kept, gone):
        with pytest.raises(Refused, match="has an account"):
            create_account(actor=organiser, club=club, username="kris2", person=person)


@pytest.mark.parametrize("username", ["", " ", "x" * 41, "a b", "<b>", "=A1", "-x", "anna@home", "erased-1234", "KRIS"])
def test_a_sign_in_name_is_plain_and_free_in_any_case(club: Club, organiser: Account, username: str) -> None:
    AccountFactory(username="Kris")
    with pytest.raises(Refused):
        create_account(actor=organiser, club=club, username=username, as_organiser=True)
    assert Account.objects.count() == 2


@pytest.mark.parametrize("email", ["anna", "anna@", "<a>@example.org", "KRIS@example.org"])
def test_an_address_is_one_and_free_in_any_case(club: Club, organiser: Account, email: str) -> None:
    kris = AccountFactory(email="kris@example.org")
    with pytest.raises(Refused):
        create_account(actor=organiser, club=club, username="anna", email=email, as_organiser=True)
    set_email(kris, "Kris@Example.org")
    assert Account.objects.get(pk=kris.pk).email == "Kris@Example.org"


def test_a_sign_in_name_works_in_any_case(db: None) -> None:
    AccountFactory(username="Kris")
    assert Client().login(username="kRIS", password=PASSWORD)


def test_an_account_is_linked_and_unlinked(club: Club, organiser: Account) -> None:
    person = PersonFactory(member_of=club)
    account = create_account(actor=organiser, club=club, username="kris", as_organiser=True).account
    assert link_account(actor=organiser, account_id=account.pk, person_id=person.pk).person == person
    assert link_account(actor=organiser, account_id=account.pk, person_id=None).person is None
    other = AccountFactory(person=PersonFactory(member_of=club))
    with pytest.raises(Refused, match="has an account"):
        link_account(actor=organiser, account_id=account.pk, person_id=other.person_id)


def test_switched_off_an_account_signs_in_nowhere(club: Club, organiser: Account, client: Client) -> None:
    account = player_in(club)
    client.force_login(account)
    switch_account(actor=organiser, account_id=account.pk, on=False)
    assert client.session.get("_auth_user_id") is None
    assert not client.login(username=account.username, password=PASSWORD)
    switch_account(actor=organiser, account_id=account.pk, on=True)
    assert client.login(username=account.username, password=PASSWORD)


def test_the_last_organiser_is_not_switched_off(club: Club, organiser: Account) -> None:
    with pytest.raises(LastOrganiser):
        switch_account(actor=organiser, account_id=organiser.pk, on=False)
    other = organiser_of(club)
    switch_account(actor=organiser, account_id=other.pk, on=False)
    with pytest.raises(LastOrganiser):
        switch_account(actor=administrator(), account_id=organiser.pk, on=False)


def test_an_erased_account_stays_closed(club: Club, organiser: Account) -> None:
    account = player_in(club)
    assert account.person
    erase_person(actor=organiser, person_id=account.person.pk)
    with pytest.raises(Refused, match="erased"):
        switch_account(actor=organiser, account_id=account.pk, on=True)


def test_listing_somebody_as_a_member_gives_no_power_over_the_account(club: Club, organiser: Account) -> None:
    home = ClubFactory()
    account = player_in(home)
    MembershipFactory(person=account.person, club=club, since=datetime.date(1990, 1, 1))
    with pytest.raises(NotAllowed):
        switch_account(actor=organiser, account_id=account.pk, on=False)
    switch_account(actor=organiser_of(home), account_id=account.pk, on=False)


def test_an_account_with_more_power_is_not_in_reach(club: Club, organiser: Account) -> None:
    """Whoever can make a password link for an account can become it."""
    elsewhere = ClubFactory()
    organiser_of(elsewhere)
    members = [
        holder_of(Role.ADMINISTRATOR, "server", player_in(club)),
        holder_of(Role.ORGANISER, elsewhere.scope, player_in(club)),
        holder_of(Role.ARBITER, "event:77", player_in(club)),
    ]
    for account in members:
        with pytest.raises(NotAllowed):
            switch_account(actor=organiser, account_id=account.pk, on=False)
        switch_account(actor=administrator(), account_id=account.pk, on=False)


def test_an_account_of_nobody_is_the_administrators(organiser: Account) -> None:
    account = AccountFactory()
    with pytest.raises(NotAllowed):
        switch_account(actor=organiser, account_id=account.pk, on=False)
    switch_account(actor=administrator(), account_id=account.pk, on=False)


def test_accounts_of_the_example_are_closed_where_others_can_reach_the_server(club: Club, client: Client) -> None:
    example, real = AccountFactory(example=True), AccountFactory()
    client.force_login(example)
    erased = AccountFactory(example=True, username="erased-12345678", is_active=False)
    open_example_accounts(False)
    assert set(Account.objects.filter(is_active=True)) == {real}
    assert client.session.get("_auth_user_id") is None
    open_example_accounts(True)
    assert set(Account.objects.filter(is_active=False)) == {erased}


def test_a_role_and_an_account_are_given_together(club: Club, organiser: Account, stranger: Account) -> None:
    with pytest.raises(NotAllowed):
        create_account(actor=stranger, club=club, username="spy", as_organiser=True)
    arbiter = grant(actor=organiser, account=player_in(club), role=Role.ARBITER, scope=club.scope).account
    with pytest.raises(NotAllowed):
        create_account(actor=arbiter, club=club, username="spy", as_organiser=True)
