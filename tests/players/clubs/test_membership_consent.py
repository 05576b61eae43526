"""Power over a person and an account moves by consent alone: an acceptance by its owner, or an administrator's act."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry
from gipf_engine.messages import Refused
from players.accounts.services.accounts import create_account, link_account, switch_account
from players.accounts.services.passwords import password_link
from players.clubs.services.homes import assign_home, choose_home
from players.clubs.services.invitations import accept_invitation, decline_invitation, invite_person, withdraw_invitation
from players.clubs.services.memberships import edit_membership, join_club, leave_club
from players.core.errors import MergeRefused
from players.core.queries.memberships import clubs_of
from players.erasure.services import erase_person
from players.identity import account_of
from players.models import Account, Club, Invitation, Membership, Person
from players.people.services.merging import merge_persons, unmerge
from players.people.services.people import create_person, rename_person
from players.permissions import NotAllowed, home_club, may_manage_account, may_manage_person
from players.roles import Role
from testing.factories import (
    AccountFactory,
    ClubFactory,
    MembershipFactory,
    PersonFactory,
    administrator,
    holder_of,
    organiser_of,
    player_in,
)
from tests.threads import at_once

pytestmark = pytest.mark.core

DAY, LATER = datetime.date(2026, 1, 1), datetime.date(2026, 6, 1)


@pytest.fixture
def home(db: None) -> Club:
    return ClubFactory(name="Home")


@pytest.fixture
def owner(home: Club) -> Account:
    """A player of another club, with an account."""
    return player_in(home, name="Anna Meyer")


def person_of(account: Account) -> Person:
    assert account.person is not None
    return account.person


def acts_of_power(actor: Account, account: Account) -> dict[str, Any]:
    """Everything that power over an account and its person is."""
    person = person_of(account)
    return {
        "link": lambda: password_link(actor=actor, account_id=account.pk),
        "switch off": lambda: switch_account(actor=actor, account_id=account.pk, on=False),
        "unlink": lambda: link_account(actor=actor, account_id=account.pk, person_id=None),
        "rename": lambda: rename_person(actor=actor, person_id=person.pk, name="Mallory", country=""),
        "erase": lambda: erase_person(actor=actor, person_id=person.pk),
    }


def assert_no_power(actor: Account, account: Account) -> None:
    for name, act in acts_of_power(actor, account).items():
        with pytest.raises(NotAllowed):
            act()
        assert Account.objects.get(pk=account.pk).is_active, name


def try_to_join(actor: Account, club: Club, person: Person) -> None:
    with pytest.raises(Refused, match="invitation"):
        join_club(actor=actor, club=club, person_id=person.pk, since=DAY)


# --- the attacks ------------------------------------------------------------------------------------------


def test_listing_somebody_and_the_end_of_the_first_membership_gives_no_power(
    club: Club, organiser: Account, home: Club, owner: Account
) -> None:
    try_to_join(organiser, club, person_of(owner))
    MembershipFactory(person=owner.person, club=club)  # as it stands in tables of earlier releases
    leave_club(actor=organiser_of(home), club=home, person_id=person_of(owner).pk, until=LATER)
    assert_no_power(organiser, owner)
    assert_no_power(organiser_of(home), owner)
    assert password_link(actor=administrator(), account_id=owner.pk).account == owner


def test_correcting_the_days_of_the_first_membership_gives_no_power_either(
    club: Club, organiser: Account, home: Club, owner: Account
) -> None:
    MembershipFactory(person=owner.person, club=club, since=datetime.date(1990, 1, 1))
    row = Membership.objects.get(club=home)
    edit_membership(actor=organiser_of(home), membership_id=row.pk, since=row.since, until=LATER)
    assert_no_power(organiser, owner)
    assert_no_power(organiser_of(home), owner)


def test_an_ended_membership_does_not_go_on_unasked(club: Club, organiser: Account, owner: Account) -> None:
    row = MembershipFactory(person=owner.person, club=club, until=LATER)
    with pytest.raises(Refused, match="invitation"):
        edit_membership(actor=organiser, membership_id=row.pk, since=row.since, until=None)
    edit_membership(actor=organiser, membership_id=row.pk, since=row.since, until=DAY)
    assert Membership.objects.get(pk=row.pk).until == DAY


def test_a_role_gives_no_power_over_an_account_without_a_person(club: Club, organiser: Account) -> None:
    account = holder_of(Role.ARBITER, club.scope, AccountFactory())
    with pytest.raises(NotAllowed):
        password_link(actor=organiser, account_id=account.pk)
    with pytest.raises(NotAllowed):
        link_account(actor=organiser, account_id=account.pk, person_id=PersonFactory(member_of=club).pk)


def test_no_merge_moves_an_account_to_another_club(club: Club, home: Club, owner: Account) -> None:
    """Even by somebody who organises both clubs: the others of the new club would get the account."""
    both = holder_of(Role.ORGANISER, home.scope, organiser_of(club))
    record = PersonFactory(member_of=club)
    merge_persons(actor=both, kept_id=record.pk, gone_id=person_of(owner).pk)
    assert account_of(record) == owner and home_club(record) == home
    assert_no_power(organiser_of(club), owner)
    unmerge(actor=both, person_id=person_of(owner).pk)
    assert home_club(Person.objects.get(pk=record.pk)) == club
    assert home_club(Person.objects.get(pk=person_of(owner).pk)) == home


def test_a_record_is_not_merged_into_somebody_of_another_club(club: Club, organiser: Account, owner: Account) -> None:
    record = PersonFactory(member_of=club)
    for kept, gone in ((record, person_of(owner)), (person_of(owner), record)):
        with pytest.raises((NotAllowed, MergeRefused)):
            merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)


def test_linking_an_account_to_a_person_does_not_move_the_account(club: Club, home: Club, owner: Account) -> None:
    both = holder_of(Role.ORGANISER, home.scope, organiser_of(club))
    record = PersonFactory(member_of=club)
    link_account(actor=both, account_id=owner.pk, person_id=record.pk)
    owner.refresh_from_db()
    assert owner.person == record and home_club(record) == home
    assert_no_power(organiser_of(club), owner)


def test_whoever_holds_more_power_is_not_erased_by_the_home_club(
    club: Club, organiser: Account, client: Client
) -> None:
    """Erasing closes the account, so it takes the same right as switching it off, and no page offers it."""
    elsewhere = ClubFactory()
    organiser_of(elsewhere)
    account = holder_of(Role.ORGANISER, elsewhere.scope, player_in(club))
    with pytest.raises(NotAllowed):
        erase_person(actor=organiser, person_id=person_of(account).pk)
    client.force_login(organiser)
    page = f"/clubs/{club.slug}/people/{person_of(account).pk}"
    assert f"{page}/erase" not in client.get(page).content.decode()
    assert client.get(f"{page}/erase").status_code == 403


def test_a_one_time_link_dies_when_the_account_moves_to_another_club(
    club: Club, home: Club, owner: Account, client: Client
) -> None:
    link = password_link(actor=organiser_of(home), account_id=owner.pk)
    join_club(actor=administrator(), club=club, person_id=person_of(owner).pk, since=DAY)
    choose_home(account=owner, club=club)
    assert client.get(link.url, follow=True).status_code == 410


def test_the_pages_of_a_club_that_lists_somebody_open_no_account(
    club: Club, organiser: Account, home: Club, owner: Account, client: Client
) -> None:
    client.force_login(organiser)
    person = person_of(owner)
    client.post(f"/clubs/{club.slug}/people/join", {"player": person.pk, "since": "2026-01-01"})
    assert not Membership.objects.filter(club=club).exists()
    Membership.objects.filter(club=home).update(until=LATER)
    for page in ("account/link", "account/switch", "erase", "name", "merge"):
        answer = client.post(f"/clubs/{club.slug}/people/{person.pk}/{page}", {"typed": person.name, "name": "M"})
        assert answer.status_code in (403, 404), page
    assert Person.objects.get(pk=person.pk).name == "Anna Meyer"


# --- invitations -------------------------------------------------------------------------------------------


def test_an_invitation_changes_nothing_until_the_owner_accepts(
    club: Club, organiser: Account, home: Club, owner: Account
) -> None:
    person = person_of(owner)
    invitation = invite_person(actor=organiser, club=club, person_id=person.pk, since=DAY)
    assert clubs_of([person.pk]) == {person.pk: [home]}
    for other in (organiser, organiser_of(home), player_in(home), player_in(club)):
        with pytest.raises(NotAllowed):
            accept_invitation(actor=other, invitation_id=invitation.pk)
        with pytest.raises(NotAllowed):
            decline_invitation(actor=other, invitation_id=invitation.pk)
    row = accept_invitation(actor=owner, invitation_id=invitation.pk)
    assert (row.club, row.since, row.until) == (club, DAY, None)
    assert clubs_of([person.pk]) == {person.pk: [home, club]}
    assert home_club(person) == home
    assert_no_power(organiser, owner)


def test_who_accepts_can_let_the_club_look_after_the_account(
    club: Club, organiser: Account, home: Club, owner: Account
) -> None:
    invitation = invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    accept_invitation(actor=owner, invitation_id=invitation.pk, as_home=True)
    owner.refresh_from_db()
    assert may_manage_account(organiser, owner) and may_manage_person(organiser, person_of(owner))
    assert_no_power(organiser_of(home), owner)
    told = {(line.scope.key, line.action) for line in JournalEntry.objects.select_related("scope")}
    assert {(home.scope, "leave-home"), (club.scope, "enter-home"), (club.scope, "accept-invitation")} <= told


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
def test_an_invitation_is_answered_once(club: Club, organiser: Account, owner: Account, answer: str) -> None:
    invitation = invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    with pytest.raises(Refused, match="already invited"):
        invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    answers = {
        "accept": lambda: accept_invitation(actor=owner, invitation_id=invitation.pk),
        "decline": lambda: decline_invitation(actor=owner, invitation_id=invitation.pk),
        "withdraw": lambda: withdraw_invitation(actor=organiser, invitation_id=invitation.pk),
    }
    answers[answer]()
    for again in answers.values():
        with pytest.raises(Refused, match="answered or withdrawn"):
            again()
    invitation.refresh_from_db()
    assert invitation.answer == {"accept": "accepted", "decline": "declined", "withdraw": "withdrawn"}[answer]
    assert Membership.objects.filter(club=club).exists() == (answer == "accept")


def test_another_club_withdraws_no_invitation(club: Club, organiser: Account, owner: Account, home: Club) -> None:
    invitation = invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    with pytest.raises(NotAllowed):
        withdraw_invitation(actor=organiser_of(home), invitation_id=invitation.pk)


def test_people_without_an_account_are_answered_for_by_the_club_that_made_them(
    club: Club, organiser: Account, home: Club
) -> None:
    host = organiser_of(home)
    person = create_person(actor=host, club=home, name="Kim")
    try_to_join(organiser, club, person)
    invitation = invite_person(actor=organiser, club=club, person_id=person.pk, since=DAY)
    with pytest.raises(NotAllowed):
        accept_invitation(actor=organiser, invitation_id=invitation.pk)
    accept_invitation(actor=host, invitation_id=invitation.pk)
    leave_club(actor=host, club=home, person_id=person.pk, until=datetime.datetime.now(datetime.UTC).date())
    with pytest.raises(NotAllowed):
        erase_person(actor=organiser, person_id=person.pk)
    assert rename_person(actor=host, person_id=person.pk, name="Kim Lee", country="").name == "Kim Lee"


def test_a_club_of_its_own_people_needs_no_invitation(club: Club, organiser: Account) -> None:
    person = create_person(actor=organiser, club=club, name="Kim", since=DAY)
    leave_club(actor=organiser, club=club, person_id=person.pk, until=LATER)
    join_club(actor=organiser, club=club, person_id=person.pk, since=LATER + datetime.timedelta(days=1))
    account = create_account(actor=organiser, club=club, username="kim", person=person).account
    assert may_manage_account(organiser, account)
    assert clubs_of([person.pk]) == {person.pk: [club]}


def test_who_comes_back_begins_after_the_former_membership(club: Club, organiser: Account, owner: Account) -> None:
    MembershipFactory(person=owner.person, club=club, until=LATER)
    invitation = invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    row = accept_invitation(actor=owner, invitation_id=invitation.pk)
    assert row.since == LATER + datetime.timedelta(days=1)


def test_an_erased_person_is_invited_nowhere(club: Club, organiser: Account, owner: Account) -> None:
    person = person_of(owner)
    invite_person(actor=organiser, club=club, person_id=person.pk, since=DAY)
    erase_person(actor=owner, person_id=person.pk)
    assert not Invitation.objects.exists()
    with pytest.raises(Refused, match="erased"):
        invite_person(actor=organiser, club=club, person_id=person.pk, since=DAY)


@pytest.mark.postgresql
def test_the_database_takes_one_open_invitation_and_no_half_answer(owner: Account, club: Club) -> None:
    fields = {"person": person_of(owner), "club": club, "since": DAY, "made_at": timezone.now(), "made_by": 1}
    Invitation.objects.create(**fields)
    wrong = ({}, {"answer": "accepted"}, {"answered_at": timezone.now()}, {"answer": "maybe"})
    for more in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Invitation.objects.create(**fields, **more)


@pytest.mark.postgresql
def test_accepted_and_withdrawn_at_one_moment_it_is_one_of_both(real_database: None) -> None:
    club, owner = ClubFactory(), player_in(ClubFactory())
    organiser = organiser_of(club)
    invitation = invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    results = at_once(
        lambda: accept_invitation(actor=owner, invitation_id=invitation.pk, as_home=True),
        lambda: withdraw_invitation(actor=organiser, invitation_id=invitation.pk),
    )
    assert sum(isinstance(result, Refused) for result in results) == 1, results
    accepted = Invitation.objects.get().answer == "accepted"
    assert Membership.objects.filter(club=club).exists() == accepted
    assert (Account.objects.get(pk=owner.pk).home == club) == accepted


# --- who looks after whom ------------------------------------------------------------------------------------


def test_owners_choose_among_their_own_clubs_and_nobody_else_does(
    club: Club, organiser: Account, home: Club, owner: Account
) -> None:
    with pytest.raises(Refused, match="not a member"):
        choose_home(account=owner, club=club)
    for other in (organiser, organiser_of(home), owner):
        with pytest.raises(NotAllowed):
            assign_home(actor=other, person_id=person_of(owner).pk, club=home)
    choose_home(account=owner, club=None)
    owner.refresh_from_db()
    assert_no_power(organiser_of(home), owner)
    choose_home(account=owner, club=home)
    owner.refresh_from_db()
    assert may_manage_account(organiser_of(home), owner)


def test_an_administrator_assigns_who_looks_after_somebody(club: Club, organiser: Account, owner: Account) -> None:
    boss, person = administrator(), person_of(owner)
    with pytest.raises(Refused, match="not a member"):
        assign_home(actor=boss, person_id=person.pk, club=club)
    join_club(actor=boss, club=club, person_id=person.pk, since=DAY)
    assert_no_power(organiser, owner)
    assign_home(actor=boss, person_id=person.pk, club=club)
    owner.refresh_from_db()
    assert may_manage_account(organiser, owner)


def test_who_leaves_is_looked_after_by_the_administrators_alone(home: Club, owner: Account) -> None:
    leave_club(actor=owner, club=home, person_id=person_of(owner).pk, until=LATER)
    owner.refresh_from_db()
    assert owner.home is None
    assert_no_power(organiser_of(home), owner)
    link_account(actor=administrator(), account_id=owner.pk, person_id=None)
    assert not may_manage_person(organiser_of(home), Person.objects.get(pk=person_of(owner).pk))


def test_nobody_leaves_a_club_for_somebody_else(club: Club, home: Club, owner: Account) -> None:
    with pytest.raises(NotAllowed):
        leave_club(actor=player_in(home), club=home, person_id=person_of(owner).pk, until=LATER)
    with pytest.raises(NotAllowed):
        leave_club(actor=organiser_of(club), club=home, person_id=person_of(owner).pk, until=LATER)


# --- pages -----------------------------------------------------------------------------------------------------


def test_the_owner_accepts_on_the_account_page(club: Club, organiser: Account, owner: Account, client: Client) -> None:
    client.force_login(organiser)
    joining = {"player": person_of(owner).pk, "since": "2026-01-01"}
    assert client.post(f"/clubs/{club.slug}/people/join", joining).url == f"/clubs/{club.slug}/people"
    page = client.get(f"/clubs/{club.slug}/people").content.decode()
    assert "Invited, not yet accepted" in page and "Anna Meyer" in page
    invitation = Invitation.objects.get()
    assert client.post(f"/invitations/{invitation.pk}/answer", {"answer": "accept"}).status_code == 404
    client.force_login(owner)
    shown = client.get("/account").content.decode()
    assert "Invitations" in shown and club.name in shown and "one-time link" in shown
    answer = client.post(f"/invitations/{invitation.pk}/answer", {"answer": "accept", "as_home": "on"})
    assert answer.url == "/account"
    owner.refresh_from_db()
    assert owner.home == club and Membership.objects.filter(club=club, person=owner.person).exists()
    assert client.post(f"/invitations/{invitation.pk}/answer", {"answer": "decline"}).status_code == 409
    assert client.post("/account/home", {"club": ""}).url == "/account"
    owner.refresh_from_db()
    assert owner.home is None
    assert client.post(f"/account/clubs/{club.slug}/leave").url == "/account"
    assert not Membership.objects.filter(club=club, until=None).exists()


def test_the_club_that_looks_after_somebody_answers_on_its_page(
    club: Club, organiser: Account, home: Club, client: Client
) -> None:
    kim = PersonFactory(name="Kim Lee", member_of=home)
    invitation = invite_person(actor=organiser, club=club, person_id=kim.pk, since=DAY)
    client.force_login(organiser_of(home))
    page = client.get(f"/clubs/{home.slug}/people").content.decode()
    assert "Other clubs invite these people" in page and club.name in page
    assert client.post(f"/invitations/{invitation.pk}/answer", {"answer": "decline"}).status_code == 302
    assert Invitation.objects.get().answer == "declined"


def test_a_club_withdraws_on_its_page(club: Club, organiser: Account, owner: Account, client: Client) -> None:
    invitation = invite_person(actor=organiser, club=club, person_id=person_of(owner).pk, since=DAY)
    client.force_login(organiser)
    assert client.post(f"/clubs/{club.slug}/invitations/{invitation.pk}/withdraw").status_code == 302
    assert Invitation.objects.get().answer == "withdrawn"


# --- the API -----------------------------------------------------------------------------------------------------


def test_by_the_api_the_owner_answers_and_chooses(club: Club, organiser: Account, home: Club, owner: Account) -> None:
    from testing.api.caller import Caller

    inviting, own = Caller(organiser), Caller(owner)
    new = {"player": person_of(owner).pk, "since": "2026-01-01"}
    made = inviting.post(f"/clubs/{club.slug}/invitations", new)
    assert made.status_code == 201
    number = made.json()["id"]
    assert [row["id"] for row in inviting.read(f"/clubs/{club.slug}/invitations")["results"]] == [number]
    assert own.get(f"/clubs/{club.slug}/invitations").status_code == 403
    assert inviting.post(f"/invitations/{number}/accept", {"as_home": True}).status_code == 404
    assert inviting.post(f"/invitations/{number}/decline").status_code == 404
    (mine,) = own.read("/me/invitations")["results"]
    assert (mine["id"], mine["club"]["slug"], mine["player"]["name"]) == (number, club.slug, "Anna Meyer")
    accepted = own.post(f"/invitations/{number}/accept", {})
    assert accepted.json() == {"club": {"slug": club.slug, "name": club.name}, "since": "2026-01-01"}
    owner.refresh_from_db()
    assert owner.home == home
    assert own.ask("PUT", "/me/home", {"club": club.slug}).json() == {"club": club.slug}
    owner.refresh_from_db()
    assert owner.home == club
    assert inviting.post(f"/clubs/{home.slug}/invitations", new).status_code == 403


def test_by_the_api_listing_and_merging_takes_nobody_over(club: Club, organiser: Account, owner: Account) -> None:
    from testing.api.caller import Caller

    MembershipFactory(person=owner.person, club=club)
    Membership.objects.exclude(club=club).update(until=LATER)
    twin, caller = PersonFactory(member_of=club), Caller(organiser)
    person = person_of(owner)
    assert caller.post(f"/players/{twin.pk}/merge", {"gone": person.pk}).status_code == 403
    assert caller.post(f"/players/{person.pk}/merge", {"gone": twin.pk}).status_code == 403
    assert caller.patch(f"/players/{person.pk}", {"name": "Mallory"}).status_code == 403
    assert Person.objects.get(pk=person.pk).name == "Anna Meyer"
