"""Quick pairing: who meets whom at once, who waits, and what becomes of those who wait."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from gipf_engine.messages import Refused
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.challenges.services.favourites import MOST_FAVOURITES, favourite_controls, keep_control
from play.challenges.services.quick import (
    GONE_AFTER,
    QuickGame,
    delete_seek_of_erased,
    forget_who_is_gone,
    keep_seeking,
    seek_as_guest,
    seek_game,
    stop_seeking,
)
from play.core.errors import PlayRefused
from play.core.services.blocks import block_person
from play.core.services.guests import Visitor
from play.games.services.games import abort
from play.models import Challenge, OnlineGame, Sanction, Seek
from players.core.events import PersonErasing
from players.models import Account, Person
from ratings.models import Pool, Rating
from testing.factories import AccountFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
GIPF = QuickGame("gipf-basic", "300+3")


def member(name: str, rating: int | None = None) -> Account:
    person = PersonFactory(name=name)
    if rating is not None:
        pool, _new = Pool.objects.get_or_create(rules="gipf-basic")
        rate(pool, person, rating)
    return AccountFactory(person=person)


def rate(pool: Pool, person: Person, value: int) -> None:
    known = {"value": value, "games": 9, "provisional": False, "last_rated_on": timezone.localdate()}
    Rating.objects.create(pool=pool, person=person, **known)


def waited(account: Account, seconds: int) -> None:
    """As if somebody had begun to wait so much earlier."""
    seek = Seek.objects.get(person=account.person)
    Seek.objects.filter(pk=seek.pk).update(made_at=seek.made_at - timedelta(seconds=seconds))


def names(game: OnlineGame) -> set[str]:
    return {game.game.white.name, game.game.black.name}


def test_the_first_waits_and_the_second_plays_a_rated_game_at_once() -> None:
    ada, ben = member("Ada", 1500), member("Ben", 1550)
    assert seek_game(ada, GIPF) is None
    game = seek_game(ben, GIPF)
    assert game is not None
    assert names(game.online) == {"Ada", "Ben"}
    assert (game.game.rated, game.online.control, game.game.rules) == (True, "300+3", "gipf-basic")
    assert not Seek.objects.exists()


@pytest.mark.parametrize("other", [QuickGame("gipf-basic", "600+5"), QuickGame("lyngk-main", "300+3")])
def test_another_game_or_clock_is_another_pool(other: QuickGame) -> None:
    seek_game(member("Ada"), GIPF)
    assert seek_game(member("Ben"), other) is None


def test_far_ratings_are_paired_once_both_have_waited_long_enough() -> None:
    """300 points: at once 100 are accepted, and 15 more each second."""
    ada, ben = member("Ada", 1500), member("Ben", 1800)
    seek_game(ada, GIPF)
    assert seek_game(ben, GIPF) is None
    assert keep_seeking(ada) is None
    for account in (ada, ben):
        waited(account, 14)
    game = keep_seeking(ben)
    assert game is not None
    assert names(game.online) == {"Ada", "Ben"}
    led = keep_seeking(ada)
    assert led is not None, "whoever waits no more is led to the game that began"
    assert led.game.pk == game.game.pk
    abort(game.game.pk, ada)
    assert keep_seeking(ada) is None


def test_who_has_left_is_paired_with_nobody() -> None:
    ada = member("Ada")
    seek_game(ada, GIPF)
    Seek.objects.update(seen_at=timezone.now() - GONE_AFTER - timedelta(seconds=1))
    assert seek_game(member("Ben"), GIPF) is None
    forget_who_is_gone()
    assert Seek.objects.get().person.name == "Ben"


def test_two_who_have_just_played_meet_somebody_else_where_there_is_one() -> None:
    ada, ben, cora = member("Ada", 1500), member("Ben", 1500), member("Cora", 1560)
    seek_game(ada, GIPF)
    first = seek_game(ben, GIPF)
    assert first is not None
    abort(first.game.pk, ada)
    seek_game(cora, QuickGame("gipf-basic", "300+3"))
    game = seek_game(ada, GIPF)
    assert game is not None
    assert names(game.online) == {"Ada", "Cora"}
    abort(game.game.pk, ada)
    seek_game(ben, GIPF)
    again = seek_game(cora, GIPF)
    assert again is not None, "Ben and Cora have not met"
    abort(again.game.pk, ben)
    seek_game(ben, GIPF)
    assert seek_game(cora, GIPF) is not None, "nobody else is there"


def test_blocked_people_do_not_meet() -> None:
    ada, ben = member("Ada"), member("Ben")
    block_person(ada, ben.person_id or 0)
    seek_game(ada, GIPF)
    assert seek_game(ben, GIPF) is None
    assert Seek.objects.count() == 2


def test_a_guest_plays_an_unrated_game_unless_the_other_wants_a_rated_one() -> None:
    seek_game(member("Ada"), QuickGame("gipf-basic", "300+3", members=True))
    visitor = Visitor("", "Gast", "192.0.2.1")
    waiting, token = seek_as_guest(visitor, GIPF)
    assert waiting is None
    assert token
    rated = seek_game(member("Ben"), GIPF)
    assert rated is not None
    assert (rated.game.rated, names(rated.online)) == (True, {"Ada", "Ben"})
    game = seek_game(member("Cora"), GIPF)
    assert game is not None
    assert (game.game.rated, bool(game.game.guests)) == (False, True)


def test_an_open_challenge_that_fits_is_taken_first() -> None:
    ada = member("Ada")
    open_challenge(ada, NewChallenge(rules="gipf-basic", control="300+3", colour="white"))
    plain = open_challenge(ada, NewChallenge(rules="gipf-basic", control="300+3", rated=False))
    game = seek_game(member("Ben"), GIPF)
    assert game is not None
    assert Challenge.objects.get(pk=plain.pk).game_id == game.game.pk


def test_by_correspondence_a_challenge_waits_instead() -> None:
    days = QuickGame("gipf-basic", "3days+10")
    assert seek_game(member("Ada"), days) is None
    assert Challenge.objects.get().audience == "everybody"
    assert seek_game(member("Ben"), days) is not None


def test_whoever_is_suspended_waits_for_nothing() -> None:
    ada, now = member("Ada"), timezone.now()
    until = now + timedelta(days=1)
    Sanction.objects.create(person=ada.person, kind="suspension", text="", made_at=now, until=until, made_by=1)
    with pytest.raises(PlayRefused):
        seek_game(ada, GIPF)


def test_one_stops_waiting_and_goes_with_ones_name() -> None:
    ada, ben = member("Ada"), member("Ben")
    seek_game(ada, GIPF)
    stop_seeking(ada)
    assert not Seek.objects.exists()
    seek_game(ben, GIPF)
    delete_seek_of_erased(PersonErasing(ben.person))
    assert not Seek.objects.exists()


def test_the_lobby_shows_who_waits_and_what_for() -> None:
    ada, stranger = member("Ada", 1520), Client()
    seek_game(ada, GIPF)
    page = stranger.get("/play").content.decode()
    assert "Ada" in page
    assert "1520" in page
    client = Client()
    client.force_login(ada)
    assert "Looking for an opponent" in client.get("/play").content.decode()
    answer = stranger.post("/play/quick", {"rules": "gipf-basic", "control": "300+3"})
    assert answer.url == f"/play/{OnlineGame.objects.get().pk}"
    assert stranger.get(answer.url).status_code == 200


def test_a_control_of_ones_own_is_put_together() -> None:
    client, ada = Client(), member("Ada")
    client.force_login(ada)
    own = {"rules": "gipf-basic", "kind": "b", "main": "15", "step": "20", "periods": "5"}
    client.post("/play/quick", own)
    assert Seek.objects.get().control == "900b5x20"
    client.post("/play/favourites", own | {"kind": "days", "main": "12", "step": "2"})
    assert favourite_controls(ada) == ["2days+12"]
    page = client.post("/play/quick", own | {"main": "0", "step": "0"})
    assert page.status_code == 409


def test_favourites_are_few_and_the_latest_first() -> None:
    ada = member("Ada")
    for minutes in range(1, MOST_FAVOURITES + 3):
        keep_control(ada, f"{minutes * 60}+1", is_kept=True)
    assert favourite_controls(ada)[0] == f"{(MOST_FAVOURITES + 2) * 60}+1"
    assert len(favourite_controls(ada)) == MOST_FAVOURITES
    keep_control(ada, favourite_controls(ada)[0], is_kept=False)
    assert favourite_controls(ada)[0] == f"{(MOST_FAVOURITES + 1) * 60}+1"
    with pytest.raises(Refused):
        keep_control(ada, "soon", is_kept=True)
