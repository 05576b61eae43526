"""A role in a foreign club is an offer: it changes nobody's power over the account until its owner accepts."""

from __future__ import annotations

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry
from common.journal.services import open_scope
from gipf_engine.messages import Refused
from players.clubs.services.invitations import decline_invitation, invite_person
from players.core.errors import LastOrganiser
from players.erasure.services import erase_person
from players.grants.services.grants import give_up_role, grant, revoke
from players.grants.services.role_offers import accept_role, decline_role, withdraw_role_offer
from players.models import Account, Club, Grant, Invitation, RoleOffer
from players.permissions import NotAllowed, may, may_erase_person, may_manage_account
from players.roles import Permission, Role
from testing.api.caller import Caller
from testing.factories import AccountFactory, ClubFactory, administrator, holder_of, organiser_of, player_in
from tests.threads import at_once

pytestmark = pytest.mark.core

DAY = datetime.date(2026, 1, 1)


@pytest.fixture
def home(db: None) -> Club:
    return ClubFactory(name="Home")


@pytest.fixture
def helper(home: Club) -> Account:
    """Who may help the owner of the account, and erase her."""
    return organiser_of(home)


@pytest.fixture
def owner(home: Club) -> Account:
    return player_in(home, name="Anna Meyer")


def offer_to(account: Account, organiser: Account, scope: str, role: Role = Role.ARBITER) -> RoleOffer:
    given = grant(actor=organiser, account=account, role=role, scope=scope)
    assert isinstance(given, RoleOffer)
    return given


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.ARBITER])
def test_a_foreign_organiser_takes_nobodys_help_away(
    club: Club, organiser: Account, owner: Account, helper: Account, role: Role
) -> None:
    offer_to(owner, organiser, club.scope, role)
    assert owner.person is not None
    assert may_manage_account(helper, owner) and may_erase_person(helper, owner.person)
    assert not may(owner, Permission.RUN_ROUNDS, club.scope) and not Grant.objects.filter(account=owner).exists()
    assert not may_manage_account(organiser, owner)


def test_a_role_that_is_accepted_holds_and_one_that_is_given_up_holds_no_more(
    club: Club, organiser: Account, owner: Account, helper: Account
) -> None:
    held = accept_role(account=owner, offer_id=offer_to(owner, organiser, club.scope).pk)
    assert may(owner, Permission.RUN_ROUNDS, club.scope) and not may_manage_account(helper, owner)
    give_up_role(account=owner, grant_id=held.pk)
    assert not may(owner, Permission.RUN_ROUNDS, club.scope) and may_manage_account(helper, owner)
    assert list(JournalEntry.objects.order_by("pk").values_list("action", "actor")) == [
        ("offer-role", organiser.pk),
        ("accept-role", owner.pk),
        ("give-up-role", owner.pk),
    ]


def test_only_the_owner_answers(club: Club, organiser: Account, owner: Account, helper: Account) -> None:
    offer = offer_to(owner, organiser, club.scope)
    for other in (organiser, helper, administrator()):
        for answer in (accept_role, decline_role):
            with pytest.raises(NotAllowed):
                answer(account=other, offer_id=offer.pk)
    held = holder_of(Role.ARBITER, club.scope, owner).grants.get()
    with pytest.raises(NotAllowed):
        give_up_role(account=organiser, grant_id=held.pk)


def test_who_works_with_the_club_already_or_is_looked_after_there_needs_not_accept(
    club: Club, organiser: Account, owner: Account
) -> None:
    first, second = (open_scope(f"event:{number}", club.scope).key for number in (1, 2))
    accept_role(account=owner, offer_id=offer_to(owner, organiser, first).pk)
    for account, scope in ((owner, second), (owner, club.scope), (player_in(club), first)):
        assert isinstance(grant(actor=organiser, account=account, role=Role.ARBITER, scope=scope), Grant)
    assert isinstance(
        grant(actor=administrator(), account=AccountFactory(), role=Role.ORGANISER, scope=club.scope), Grant
    )


def test_membership_is_no_acceptance_of_a_role(club: Club, organiser: Account, owner: Account) -> None:
    assert owner.person is not None
    owner.person.memberships.create(club=club, since=DAY)
    offer_to(owner, organiser, club.scope)


def test_a_club_has_one_offer_open_and_waits_after_a_no(club: Club, organiser: Account, owner: Account) -> None:
    event = open_scope("event:1", club.scope).key
    offer = offer_to(owner, organiser, club.scope)
    with pytest.raises(Refused, match="already"):
        offer_to(owner, organiser, event)
    decline_role(account=owner, offer_id=offer.pk)
    for scope in (event, club.scope):
        with pytest.raises(Refused, match="You can ask again from"):
            offer_to(owner, organiser, scope)
    for act in (accept_role, decline_role):
        with pytest.raises(Refused, match="answered or withdrawn"):
            act(account=owner, offer_id=offer.pk)
    RoleOffer.objects.update(declined_at=timezone.now() - datetime.timedelta(days=14, minutes=1))
    withdraw_role_offer(actor=organiser, offer_id=offer_to(owner, organiser, event).pk)
    assert not RoleOffer.objects.exists()


def test_a_club_does_not_invite_again_at_once_after_a_no(club: Club, organiser: Account, owner: Account) -> None:
    assert owner.person is not None
    person = owner.person.pk

    def invite(by: Account = organiser, to: Club = club) -> Invitation:
        return invite_person(actor=by, club=to, person_id=person, since=DAY)

    decline_invitation(actor=owner, invitation_id=invite().pk)
    with pytest.raises(Refused, match="You can ask again from"):
        invite()
    other = ClubFactory()
    invite(organiser_of(other), other)  # another club has not asked yet
    Invitation.objects.filter(club=club).update(answered_at=timezone.now() - datetime.timedelta(days=15))
    assert invite().answer == ""


def test_the_last_organiser_does_not_give_up(club: Club, organiser: Account) -> None:
    with pytest.raises(LastOrganiser):
        give_up_role(account=organiser, grant_id=organiser.grants.get().pk)


@pytest.mark.postgresql
def test_two_answers_at_one_moment_are_one(real_database: None) -> None:
    club = ClubFactory()
    offer = offer_to(player_in(ClubFactory()), organiser_of(club), club.scope)
    results = at_once(
        lambda: accept_role(account=offer.account, offer_id=offer.pk),
        lambda: decline_role(account=offer.account, offer_id=offer.pk),
    )
    gone = (Refused, RoleOffer.DoesNotExist)  # the latter where the role was accepted before the other one looked
    assert sum(isinstance(result, gone) for result in results) == 1, results
    declined = RoleOffer.objects.filter(declined_at__isnull=False).exists()
    assert Grant.objects.filter(account=offer.account).exists() != declined


@pytest.mark.postgresql
def test_the_database_keeps_one_offer_of_a_club(club: Club, organiser: Account, owner: Account) -> None:
    offer = offer_to(owner, organiser, club.scope)
    with pytest.raises(IntegrityError), transaction.atomic():
        RoleOffer.objects.create(
            account=owner, club=club, role="arbiter", scope=offer.scope, made_at=timezone.now(), made_by=1
        )


def test_nothing_of_an_offer_is_left_of_somebody_erased(club: Club, organiser: Account, owner: Account) -> None:
    offer_to(owner, organiser, club.scope)
    assert owner.person is not None
    erase_person(actor=owner, person_id=owner.person.pk)
    assert not RoleOffer.objects.exists()


def test_pages_show_the_offer_and_take_the_answer(club: Club, organiser: Account, owner: Account) -> None:
    mine, theirs = Client(), Client()
    mine.force_login(owner)
    theirs.force_login(organiser)
    assert "Waiting for your answer" not in mine.get("/").content.decode()
    typed = {"username": owner.username, "role": "arbiter", "scope": club.scope}
    told = theirs.post(f"/clubs/{club.slug}/roles", typed, follow=True).content.decode()
    assert "offered" in told and "Withdraw" in told
    assert "Waiting for your answer" in mine.get("/").content.decode()
    offer = RoleOffer.objects.get()
    assert f"/role-offers/{offer.pk}/answer" in mine.get("/account").content.decode()
    assert theirs.post(f"/role-offers/{offer.pk}/answer", {"answer": "accept"}).status_code == 404
    mine.post(f"/role-offers/{offer.pk}/answer", {"answer": "accept"})
    held = Grant.objects.get(account=owner)
    page = mine.get("/account").content.decode()
    assert f"/account/roles/{held.pk}/give-up" in page and "Waiting for your answer" not in page
    mine.post(f"/account/roles/{held.pk}/give-up")
    assert not Grant.objects.filter(account=owner).exists()


def test_an_invitation_shows_a_mark_to_the_owner_alone(club: Club, organiser: Account, owner: Account) -> None:
    assert owner.person is not None
    invite_person(actor=organiser, club=club, person_id=owner.person.pk, since=DAY)
    for account, marked in ((owner, True), (organiser, False)):
        client = Client()
        client.force_login(account)
        assert ("Waiting for your answer" in client.get("/").content.decode()) is marked


def test_the_api_takes_the_answer_and_gives_roles_up(club: Club, organiser: Account, owner: Account) -> None:
    offer, me = offer_to(owner, organiser, club.scope), Caller(owner)
    (shown,) = me.get("/me/role-offers").json()["results"]
    assert (shown["id"], shown["role"], shown["scope"], shown["club"]["slug"]) == (
        offer.pk,
        "arbiter",
        club.scope,
        club.slug,
    )
    assert Caller(organiser).post(f"/role-offers/{offer.pk}/accept").status_code == 404
    held = me.post(f"/role-offers/{offer.pk}/accept").json()
    assert [each["id"] for each in me.get("/me/roles").json()["results"]] == [held["id"]]
    assert me.delete(f"/me/roles/{held['id']}").status_code == 204
    assert not Grant.objects.filter(account=owner).exists()
    with pytest.raises(Grant.DoesNotExist):
        revoke(actor=organiser, grant_id=held["id"])
