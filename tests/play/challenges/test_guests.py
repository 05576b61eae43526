"""Guests: whoever has the token sits at the seat, and nobody else; their games are unrated, bounded, and forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from common.journal.models import JournalEntry
from common.secret_keys import digest_of
from games.core.queries.lists import games_of
from games.models import Game, Record, RecordedTurn
from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.clocks.services.flags import fall_flag
from play.core.errors import PlayRefused
from play.core.player import Player
from play.core.playing import load_game, now_ms
from play.core.services import guests
from play.core.services.blocks import block_person
from play.core.services.guests import KEPT, MOST_GAMES, Visitor, as_guest, forget_guests
from play.core.services.presence import LEFT_MS, note_presence
from play.core.web_visitors import COOKIE
from play.games.services.games import play_turn, resign
from play.models import Challenge, Guest, OfferKind, OnlineGame
from play.table.services.leavers import claim_win
from play.table.services.offers import accept_offer, make_offer
from players.core import limits
from players.core.rate_limit import TooMany
from players.guest_names import GUEST
from players.models import Account, KnownDevice, Person
from players.people.queries.search import matching
from testing.factories import AccountFactory, PersonFactory
from testing.games.game_records import played, tokens_of
from testing.play.online import let_time_pass, play

pytestmark = [pytest.mark.django_db, pytest.mark.core]

ADDRESS = "192.0.2.7"


def offer(account: Account, **more: object) -> Challenge:
    wanted = NewChallenge(rules="gipf-basic", control="300+3", colour="white", rated=False, guests=True)
    return open_challenge(account, replace(wanted, **more))


def take(challenge: Challenge, *, token: str = "", name: str = "Guest", address: str = ADDRESS) -> tuple[int, str]:
    game, kept = as_guest(Visitor(token, name, address), lambda guest: take_challenge(guest, challenge))
    return game.game.pk, kept


@pytest.fixture
def host() -> Account:
    return AccountFactory(person=PersonFactory(name="Wanda"))


@pytest.fixture
def game(host: Account) -> int:
    return take(offer(host))[0]


@pytest.mark.parametrize("known_by", ["browser", "network"])
def test_who_is_blocked_takes_no_challenge_as_a_guest(client: Client, host: Account, known_by: str) -> None:
    """Signed out, in the same browser elsewhere, or at the same network with another browser."""
    pest, now = AccountFactory(person=PersonFactory(name="Pest")), timezone.now()
    KnownDevice.objects.create(
        account=pest, digest=digest_of("the-browser"), network="198.51.100.9", first_used_at=now, used_at=now
    )
    client.cookies["device"] = "the-browser" if known_by == "browser" else "another"
    where = {"REMOTE_ADDR": "198.51.100.9" if known_by == "network" else "203.0.113.5"}
    before = offer(host)
    assert client.post(f"/play/challenges/{before.pk}/take", **where).status_code == 302, "nobody is blocked"
    block_person(host, pest.person_id)
    challenge = offer(host)
    refused = client.post(f"/play/challenges/{challenge.pk}/take", **where)
    assert (
        refused.status_code == 409 and "does not play guests from your browser or network" in refused.content.decode()
    )
    api = client.post(f"/api/v1/play/challenges/{challenge.pk}/take", {}, "application/json", **where)
    assert api.status_code == 409
    other = Client().post(f"/play/challenges/{challenge.pk}/take", REMOTE_ADDR="203.0.113.6")
    assert other.status_code == 302


def guest_at(game_id: int) -> Guest:
    return Guest.objects.get(person=Game.objects.get(pk=game_id).black_id)


def browser_of(token: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = token
    return client


def test_a_guest_takes_a_challenge_and_plays_it_to_an_end(host: Account) -> None:
    game, _token = take(offer(host), name="Zoe (guest)")
    guest, tokens = guest_at(game), tokens_of(played())
    seats: tuple[Player, Player] = (host, guest)
    for ply, turn in enumerate(tokens):
        play_turn(game, seats[ply % 2], turn, expect=load_game(game).version)
    row = Game.objects.get(pk=game)
    assert (row.result, row.rated, row.guests) == ("0-1", False, "black")
    assert Record.objects.get(game=row).moves.filter(ply__gt=0).count() == len(tokens)
    written = Client().get(f"/games/{game}/record.txt").content.decode()
    assert '[Black "Zoe (guest)"]' in written


def test_turns_offers_resignation_and_claims_are_a_guests_too(host: Account, game: int) -> None:
    guest = guest_at(game)
    play(game, (host, "g2"))
    version = load_game(game).version
    play_turn(game, guest, "b3", expect=version)
    assert play_turn(game, guest, "b3", expect=version).plies == 2  # sent again, it is the same turn
    assert list(RecordedTurn.objects.values_list("account", flat=True)) == [host.pk, None]
    assert JournalEntry.objects.filter(action="play-turn", data__guest="black", actor=None).count() == 1
    play(game, (host, "f2"))
    make_offer(game, host, OfferKind.TAKEBACK)
    accept_offer(game, guest, OfferKind.TAKEBACK)
    assert load_game(game).plies == 2
    play(game, (host, "f2"))
    resign(game, guest)
    make_offer(game, guest, OfferKind.REMATCH)
    make_offer(game, host, OfferKind.REMATCH)
    again = OnlineGame.objects.get(pk=game).rematch
    assert again is not None
    assert (again.white_id, again.guests, again.rated) == (guest.person_id, "white", False)
    play_turn(again.pk, guest, "g2", expect=load_game(again.pk).version)
    play(again.pk, (host, "b3"))
    play_turn(again.pk, guest, "f2", expect=load_game(again.pk).version)
    note_presence(again.pk, 1, now_ms() - LEFT_MS)
    assert claim_win(again.pk, guest).game.result == "1-0"


def test_the_flag_of_a_guest_falls(host: Account, game: int) -> None:
    play(game, (host, "g2"))
    play_turn(game, guest_at(game), "b3", expect=load_game(game).version)
    play(game, (host, "f2"))
    let_time_pass(game, 400_000)
    assert fall_flag(game, now_ms()).game.result == "1-0"


ACTS = ("resign", "abort", "claim-win", "offer-takeback", "agree-draw", "decline-draw", "offer-rematch")


def test_the_token_of_another_guest_and_no_token_do_nothing(host: Account, game: int) -> None:
    _other, strange = take(offer(host), address="192.0.2.8")
    play(game, (host, "g2"))
    before = load_game(game).version
    for client in (browser_of(strange), browser_of("x"), Client()):
        posts: list[Callable[[], HttpResponse]] = [
            partial(client.post, f"/play/{game}", {"turns": "b3", "version": before}),
            *(partial(client.post, f"/play/{game}/{act}", {"version": before}) for act in ACTS),
        ]
        for post in posts:
            answer = post()
            assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/sign-in")
        assert client.get(f"/play/{game}/state").status_code == 404
        assert client.get(f"/play/{game}/steps").status_code == 404
    assert load_game(game).version == before


def test_the_cookie_cannot_be_read_by_scripts_and_the_database_does_not_hold_it(host: Account) -> None:
    made = offer(host, audience="link")
    client = Client()
    answer = client.post(f"/play/links/{made.token}", {"name": "Zoe"})
    cookie = answer.cookies[COOKIE]
    assert answer.status_code == 302
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    guest = Guest.objects.select_related("person").get()
    assert guest.person.name == "Zoe (guest)"
    assert cookie.value not in str(Guest.objects.values_list())
    board = client.get(answer["Location"])
    assert board.status_code == 200
    assert "private" in board["Cache-Control"]
    assert "Your opponent is to move" in board.content.decode()


@pytest.mark.parametrize(
    ("typed", "stored", "english", "persian"),
    [
        ("Zoe", "Zoe (guest)", "Zoe (guest)", "\u2068Zoe\u2069 (مهمان)"),
        ("زهرا", "زهرا (guest)", "\u2068زهرا\u2069 (guest)", "زهرا (مهمان)"),
        ("", "Guest", "Guest", "مهمان"),
    ],
)
def test_a_guest_is_marked_in_the_language_of_the_reader(
    host: Account, typed: str, stored: str, english: str, persian: str
) -> None:
    """Whatever the guest read: on the board, on the host's home, the game's page and by the API. A name that runs the
    other way stays apart from the mark.
    """
    guest, reader = Client(), Client()
    guest.post("/language", {"language": "fa"})
    made = offer(host, audience="link")
    board = guest.post(f"/play/links/{made.token}", {"name": typed})["Location"]
    assert f"<bdi>{persian}</bdi>" in guest.get(board).content.decode()
    game = int(board.rsplit("/", 1)[-1])
    assert Game.objects.get(pk=game).black.name == stored
    reader.force_login(host)
    for language, name, other in (("en", english, persian), ("fa", persian, english)):
        reader.post("/language", {"language": language})
        for address in (board, "/", "/play", f"/games/{game}"):
            page = reader.get(address).content.decode()
            assert f"<bdi>{name}</bdi>" in page, (language, address)
            assert f">{other}<" not in page, (language, address)
        told = reader.get(f"/api/v1/play/games/{game}", headers={"Accept-Language": language}).json()
        assert told["black"]["name"] == name


def test_a_guest_who_signs_in_keeps_the_seat(host: Account) -> None:
    game, token = take(offer(host))
    client = browser_of(token)
    client.force_login(AccountFactory(person=PersonFactory()))
    assert client.get(f"/play/{game}").status_code == 200
    play(game, (host, "g2"))
    answer = client.post(f"/play/{game}", {"turns": "b3", "version": load_game(game).version})
    assert answer.status_code == 302
    assert load_game(game).plies == 2


def test_only_what_is_open_to_guests_is_taken_by_one(host: Account) -> None:
    rated = open_challenge(host, NewChallenge(rules="gipf-basic", control="300+3", audience="link"))
    with pytest.raises(PlayRefused, match="Sign in"):
        take(rated)
    assert not Guest.objects.exists()
    assert not Person.guests.exists()
    answer = Client().post(f"/play/links/{rated.token}")
    assert answer["Location"].startswith("/sign-in?next=/play/links/")
    assert "Sign in to play" in Client().get(f"/play/links/{rated.token}").content.decode()


@pytest.mark.parametrize("more", [{"rated": True}, {"least": 1200}, {"most": 1800}])
def test_guests_play_unrated_games_for_any_rating(host: Account, more: dict[str, object]) -> None:
    with pytest.raises(PlayRefused, match="unrated"):
        offer(host, **more)


@pytest.mark.postgresql
def test_the_database_refuses_a_rated_game_with_a_guest(host: Account, game: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=game).update(rated=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Challenge.objects.filter(guests=True).update(rated=True)


def test_a_guest_offers_a_link_and_another_takes_it() -> None:
    one, other = Client(), Client()
    sent = one.post("/play/new", {"name": "", "rules": "gipf-basic", "control": "7days+14", "colour": "black"})
    made = Challenge.objects.get()
    assert sent["Location"] == f"/play/links/{made.token}"
    assert (made.audience, made.rated, made.guests) == ("link", False, True)
    assert "Send this link" in one.get(sent["Location"]).content.decode()
    board = other.post(f"/play/links/{made.token}", {"name": "Ali"})["Location"]
    assert Game.objects.get().guests == "both"
    assert other.post(board, {"turns": "g2", "version": 1}).status_code == 302
    assert "Your turn" in one.get(board).content.decode()
    listed = one.get("/play").content.decode()
    assert "Ali (guest)" in listed
    assert one.post(f"/play/links/{made.token}").headers["Location"] == board
    assert Client().post(f"/play/links/{made.token}").status_code == 409


def test_a_guest_makes_no_other_challenge(host: Account, game: int) -> None:
    with pytest.raises(PlayRefused, match="link"):
        open_challenge(guest_at(game), NewChallenge(rules="gipf-basic", control="300+3", rated=False))


def test_a_bad_name_is_refused_and_stays_in_the_form(host: Account) -> None:
    made = offer(host, audience="link")
    answer = Client().post(f"/play/links/{made.token}", {"name": "=1+1"})
    assert answer.status_code == 409
    assert 'value="=1+1"' in answer.content.decode()
    assert "must start with a letter" in answer.content.decode()


def test_the_games_of_a_guest_and_of_a_client_are_bounded(host: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MOST_GAMES_OF_CLIENT", 8)
    token = ""
    for _time in range(MOST_GAMES):
        _game, token = take(offer(host), token=token)
    assert Guest.objects.count() == 1
    with pytest.raises(PlayRefused, match="finish one first"):
        take(offer(host), token=token)
    for _time in range(8 - MOST_GAMES):
        take(offer(host))
    with pytest.raises(PlayRefused, match="at your address"):
        take(offer(host))
    take(offer(host), address="192.0.2.99")


def test_what_a_client_begins_is_slowed_down(host: Account) -> None:
    made = offer(host)
    for _time in range(limits.GUEST_GAMES.tries):
        limits.GUEST_GAMES.take(ADDRESS)
    with pytest.raises(TooMany):
        take(made)


def test_a_guest_is_nobody_who_can_be_found_or_listed(host: Account, game: int) -> None:
    person = guest_at(game).person
    Person.guests.filter(pk=person.pk).update(name="Zoe (guest)", folded="zoe (guest)")
    assert not Person.objects.filter(pk=person.pk).exists()
    assert not matching("Zoe").exists()
    assert Client().get(f"/people/{person.pk}").status_code == 404
    page = Client().get(f"/games/{game}").content.decode()
    assert "Zoe (guest)" in page
    assert f"/people/{person.pk}" not in page
    (row,) = games_of(host.person_id)
    assert (row.black_id, row.black) == (None, "Zoe (guest)")
    assert Client().get(f"/api/v1/play/games/{game}").json()["black"] == {"id": None, "name": "Zoe (guest)"}


def test_what_is_known_of_a_guest_is_forgotten_after_a_time_and_the_game_stays(host: Account) -> None:
    game, token = take(offer(host), name="Zoe (guest)")
    Guest.objects.update(seen_at=timezone.now() - KEPT - timedelta(minutes=1))
    forget_guests()
    assert Guest.objects.exists()  # the game still runs
    resign_after_first_turns(game, host)
    forget_guests()
    assert not Guest.objects.exists()
    assert Game.objects.get(pk=game).black.name == GUEST
    assert browser_of(token).get(f"/play/{game}").status_code == 302
    assert "Zoe" not in Client().get(f"/games/{game}").content.decode()


def resign_after_first_turns(game: int, host: Account) -> None:
    play(game, (host, "g2"))
    play_turn(game, guest_at(game), "b3", expect=load_game(game).version)
    resign(game, host)


def test_who_comes_back_is_known_for_longer(host: Account) -> None:
    game, token = take(offer(host))
    resign_after_first_turns(game, host)
    Guest.objects.update(seen_at=timezone.now() - KEPT + timedelta(hours=1))
    browser_of(token).get(f"/play/{game}")
    assert Guest.objects.get().seen_at > timezone.now() - timedelta(minutes=5)


def test_a_form_for_guests_is_ticked_for_unrated_games_alone(host: Account) -> None:
    client = Client()
    client.force_login(host)
    wanted = {"rules": "gipf-basic", "control": "300+3", "audience": "everybody", "guests": "on"}
    refused = client.post("/play/new", wanted | {"rated": "on"})
    assert refused.status_code == 400
    assert "Games with guests are unrated" in refused.content.decode()
    assert client.post("/play/new", wanted).status_code == 302
    assert Challenge.objects.get().guests
    client.post("/play/new", {"rules": "gipf-basic", "control": "300+3", "audience": "link"})
    assert Challenge.objects.get(audience="link").guests  # an unrated link is for whoever has it
