"""Following players and clubs: who may, what is told to whom and when no longer, and what erasing leaves."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs.services import run_due
from games.models import Game
from gipf_engine.messages import Refused
from play.core.services.blocks import block_person
from play.games.notifications import look_what_is_over
from play.games.services.games import resign
from players.erasure import exports
from players.erasure.services import erase_person
from players.following.queries import followed_by, followers_of
from players.following.services import (
    MOST_FOLLOWED,
    choose_followers,
    follow_club,
    follow_person,
    unfollow_club,
    unfollow_person,
)
from players.identity import person_of
from players.models import Account, Club, Follow, NoFollowers, Person
from players.people.services.merging import merge_persons
from players.permissions import NotAllowed
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import AccountFactory, ClubFactory, PersonFactory, administrator, organiser_of
from testing.play.online import begin, first_turns, two_accounts
from testing.system.html_forms import html_forms
from testing.tournaments.factories import decide, draft, running
from tournaments.events.services import events
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def accounts(db: None) -> tuple[Account, Account]:
    return two_accounts()


@pytest.fixture
def fan() -> Account:
    return AccountFactory(person=PersonFactory(name="Fanny"))


def own(account: Account) -> Person:
    person = person_of(account)
    assert person is not None
    return person


def told(account: Account) -> list[str]:
    """What the page of notifications tells its owner."""
    run_due()
    html = signed_in(account).get("/notifications").content.decode()
    return [unescape(text) for text in re.findall(r'<a href="/notifications/[0-9]+">(.*?)</a>', html)]


# --- what is told -----------------------------------------------------------------------------------------


def test_a_follower_is_told_of_a_game_while_it_goes_on(accounts: tuple[Account, Account], fan: Account) -> None:
    follow_person(fan, own(accounts[0]).pk)
    game = begin(*accounts)
    (line,) = told(fan)
    assert own(accounts[0]).name in line
    assert "has started a game" in line
    assert fan.notifications.get().address == f"/games/{game}"
    assert told(accounts[0]) == told(accounts[1]) == told(AccountFactory()) == []
    first_turns(game, *accounts)
    resign(game, accounts[0])
    look_what_is_over()
    assert told(fan) == []


def test_who_plays_is_not_told_of_the_own_game(accounts: tuple[Account, Account]) -> None:
    follow_person(accounts[0], own(accounts[1]).pk)
    begin(*accounts)
    assert not any("has started a game" in line for line in told(accounts[0]))


def test_a_follower_is_told_of_a_board_of_an_event(club: Club, organiser: Account, fan: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="gipf-basic", games_per_round=1)
    follow_person(fan, Person.objects.get(name="Ada").pk)
    rounds.start_round(event.pk, organiser)
    (line,) = told(fan)
    assert "Ada" in line and "round" in line and "plays on board" in line
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert Game.objects.get().result == "1-0"


def test_followers_of_a_club_are_told_of_an_event_until_it_is_taken_back(
    club: Club, organiser: Account, fan: Account
) -> None:
    follow_club(fan, club)
    event = draft(club, organiser)
    assert told(fan) == []
    events.announce(event.pk, organiser)
    (line,) = told(fan)
    assert "has announced an event" in line and "Spring Open" in line
    assert told(organiser) == []
    events.retract(event.pk, organiser)
    assert told(fan) == []
    unfollow_club(fan, club)
    events.announce(event.pk, organiser)
    assert told(fan) == []


def test_kinds_are_chosen_on_the_page_of_notifications(fan: Account) -> None:
    page = signed_in(fan).get("/notifications/settings").content.decode()
    for kind in ("followed", "followed-otb", "club-event"):
        assert f'name="{kind}"' in page


# --- who may ----------------------------------------------------------------------------------------------


def test_nobody_follows_who_wants_no_followers_is_erased_or_the_reader(
    accounts: tuple[Account, Account], fan: Account
) -> None:
    ada = own(accounts[0])
    follow_person(fan, ada.pk)
    choose_followers(accounts[0], ada.pk, allowed=False)
    assert not Follow.objects.exists(), "those who did follow no longer do"
    with pytest.raises(Refused, match="cannot be followed"):
        follow_person(fan, ada.pk)
    assert "Follow" not in signed_in(fan).get(f"/people/{ada.pk}").content.decode()
    choose_followers(accounts[0], ada.pk, allowed=True)
    follow_person(fan, ada.pk)
    with pytest.raises(Refused, match="yourself"):
        follow_person(fan, own(fan).pk)
    with pytest.raises(Person.DoesNotExist):
        follow_person(fan, Person.guests.create(name="Guest", is_guest=True).pk)
    gone = erase_person(actor=accounts[1], person_id=own(accounts[1]).pk)
    with pytest.raises(Refused):
        follow_person(fan, gone.pk)


def test_who_looks_after_a_child_lets_nobody_follow_it(club: Club, organiser: Account, fan: Account) -> None:
    child = PersonFactory(name="Mini", member_of=club, home=club)
    with pytest.raises(NotAllowed):
        choose_followers(fan, child.pk, allowed=False)
    client, page = signed_in(organiser), f"/clubs/{club.slug}/people/{child.pk}"
    form = next(
        each for each in html_forms(page, client.get(page).content.decode()) if each.path.endswith("/followers")
    )
    client.post(form.path, {"allowed": "no"})
    assert NoFollowers.objects.get().person == child
    with pytest.raises(Refused):
        follow_person(fan, child.pk)


def test_a_block_parts_the_two_and_keeps_them_apart(accounts: tuple[Account, Account], fan: Account) -> None:
    ada = own(accounts[0])
    follow_person(fan, ada.pk)
    follow_person(accounts[0], own(fan).pk)
    block_person(accounts[0], own(fan).pk)
    assert not Follow.objects.exists()
    for follower, followed in ((fan, ada), (accounts[0], own(fan))):
        with pytest.raises(Refused, match="cannot be followed"):
            follow_person(follower, followed.pk)
    Follow.objects.create(account=fan, person=ada, made_at=timezone.now())  # as if from before
    assert followers_of(ada) == []


def test_so_many_are_followed_and_no_more(fan: Account) -> None:
    now = timezone.now()
    people = [PersonFactory() for _one in range(MOST_FOLLOWED)]
    Follow.objects.bulk_create(Follow(account=fan, person=person, made_at=now) for person in people)
    follow_person(fan, people[0].pk)
    with pytest.raises(Refused, match="the limit"):
        follow_club(fan, ClubFactory())


# --- pages and endpoints ----------------------------------------------------------------------------------


def test_a_person_and_a_club_are_followed_on_their_pages_and_listed(
    club: Club, accounts: tuple[Account, Account], fan: Account
) -> None:
    ada, client = own(accounts[0]), signed_in(fan)
    for page, action in ((f"/people/{ada.pk}", f"/people/{ada.pk}/follow"), (f"/clubs/{club.slug}", None)):
        to = action or f"{page}/follow"
        assert "follow" not in Client().get(page).content.decode().lower().replace("followed", "")
        assert any(form.path == to for form in html_forms(page, client.get(page).content.decode()))
        assert client.post(to, {"follow": "yes"}).status_code == 302
        assert "Unfollow" in client.get(page).content.decode()
    listed = client.get("/account/following").content.decode()
    assert ada.name in listed and club.name in listed
    assert client.post(f"/people/{ada.pk}/follow", {"follow": "no", "from": "list"})["Location"] == "/account/following"
    assert list(followed_by(fan).people) == []
    assert Client().post(f"/people/{ada.pk}/follow", {"follow": "yes"}).status_code in (302, 403)


def test_the_api_follows_lists_and_unfollows(club: Club, accounts: tuple[Account, Account], fan: Account) -> None:
    ada, caller = own(accounts[0]), Caller(fan)
    caller.done(f"/players/{ada.pk}/follow", method="PUT")
    caller.done(f"/players/{ada.pk}/follow", method="PUT")
    caller.done(f"/clubs/{club.slug}/follow", method="PUT")
    found = caller.read("/me/following")
    assert found == {
        "people": [{"id": ada.pk, "name": ada.name}],
        "clubs": [{"slug": club.slug, "name": club.name}],
    }
    caller.done(f"/players/{ada.pk}/follow", method="DELETE")
    caller.done(f"/clubs/{club.slug}/follow", method="DELETE")
    assert caller.read("/me/following") == {"people": [], "clubs": []}
    assert Caller().get("/me/following").status_code == 401


def test_two_records_of_one_person_are_followed_as_one(club: Club, fan: Account) -> None:
    kept, gone = PersonFactory(name="Kay", member_of=club), PersonFactory(name="Kay Two", member_of=club)
    for person in (kept, gone):
        follow_person(fan, person.pk)
    merge_persons(actor=organiser_of(club), kept_id=kept.pk, gone_id=gone.pk)
    assert list(followed_by(fan).people) == [kept]
    assert followers_of(kept) == [fan]
    unfollow_person(fan, kept.pk)
    assert not Follow.objects.exists()


# --- what is kept -----------------------------------------------------------------------------------------


def test_erasing_deletes_what_follows_and_is_followed(
    club: Club, accounts: tuple[Account, Account], fan: Account
) -> None:
    ada, ben = own(accounts[0]), own(accounts[1])
    follow_person(fan, ada.pk)
    follow_person(accounts[0], ben.pk)
    follow_club(accounts[0], club)
    choose_followers(accounts[1], ben.pk, allowed=False)
    assert f'"people": [\n        {ada.pk}' in exports.as_json(fan)
    erase_person(actor=accounts[0], person_id=ada.pk)
    assert not Follow.objects.exists()
    erase_person(actor=administrator(), person_id=ben.pk)
    assert not NoFollowers.objects.exists()
