"""Games that are played here, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from common.journal import services as journal
from games.recordings.services.online import create_online_game
from gipf_engine.clocks import clock_from_json, clock_to_json
from gipf_engine.rules import rules_for
from play.challenges.services.challenges import NewChallenge, open_challenge, take_challenge
from play.challenges.services.favourites import keep_control
from play.challenges.services.quick import QuickGame, seek_game
from play.chat.services.chat import send_message
from play.chat.services.reports import report_player
from play.chat.services.spectators import write_as_spectator
from play.clocks.services.vacations import book_vacation
from play.core.playing import GameInPlay, from_ms, load_game, to_ms
from play.core.services.guests import Visitor, as_guest
from play.core.services.series import begin_series, place_in_series
from play.core.web_visitors import COOKIE
from play.games.services.games import begin_online_game, play_turn
from play.models import Challenge, OfferKind, OnlineGame, Sanction, Series
from play.table.services.conditional_turns import store_line
from play.table.services.offers import make_offer
from players.models import Account
from testing.factories import AccountFactory, ClubFactory, PersonFactory
from testing.games.game_records import played, tokens_of

DRAW = OfferKind.DRAW
FIVE_MINUTES = "300+3"
LYNGK_SETUP_SEED = "ab" * 32


def two_accounts() -> tuple[Account, Account]:
    """White and Black, members of an admitted club: their rated games count in the lists of the server."""
    club = ClubFactory(time_zone="UTC")
    white, black = (PersonFactory(name=name, member_of=club) for name in ("Wanda", "Bela"))
    return AccountFactory(person=white), AccountFactory(person=black)


def begin(
    white: Account, black: Account, *, control: str = FIVE_MINUTES, rules: str = "gipf-basic", **more: Any
) -> int:
    """A game on the board, with nothing played; its id."""
    journal.open_scope(journal.SERVER)
    game = create_online_game(rules=rules, white=white.person, black=black.person, rated=True, **more)
    begin_online_game(game, control, white)
    return game.pk


def play(game_id: int, *turns: tuple[Account, str]) -> GameInPlay:
    """Make turns one after the other."""
    for account, token in turns:
        play_turn(game_id, account, token, expect=load_game(game_id).version)
    return load_game(game_id)


def reference_turns(white: Account, black: Account) -> list[tuple[Account, str]]:
    """24 turns of GIPF basic that Black wins: White's reserve is empty."""
    return [((white, black)[ply % 2], token) for ply, token in enumerate(tokens_of(played()))]


def let_time_pass(game_id: int, milliseconds: int) -> None:
    """As if the last turn had been made so much earlier."""
    row = OnlineGame.objects.get(pk=game_id)
    clock = clock_to_json(clock_from_json(row.clock))
    clock["since"] -= milliseconds
    row.clock = clock
    if row.deadline is not None:
        row.deadline = from_ms(to_ms(row.deadline) - milliseconds)
    row.save(update_fields=["clock", "deadline"])


def lyngk(white: Account, black: Account, control: str = FIVE_MINUTES) -> int:
    """A game of LYNGK, whose players may agree on a draw."""
    chance = rules_for("lyngk-main").chance
    assert chance is not None
    return begin(white, black, control=control, rules="lyngk-main", setup=chance.draw(LYNGK_SETUP_SEED))


def first_turns(game_id: int, *accounts: Account) -> int:
    """A turn of each, the one that the rules list first; the version then."""
    for account in accounts:
        position = load_game(game_id).running.reached.position
        play(game_id, (account, position.notation(next(iter(position.legal_moves())))))
    return load_game(game_id).version


def guest_browser() -> Client:
    """The browser of a guest, who plays a game with a person of no club."""
    host, client = AccountFactory(person=PersonFactory(name="Hana Host")), Client()
    wanted = NewChallenge(rules="gipf-basic", control="7days+14", rated=False, guests=True)
    made = open_challenge(host, wanted)
    _game, token = as_guest(Visitor("", "Guest", "192.0.2.1"), lambda guest: take_challenge(guest, made))
    client.cookies[COOKIE] = token
    return client


@dataclass(frozen=True)
class OnlineWorld:
    """Games of a player, who has White, and challenges.

    `begun` waits for his third turn, no one has made one in `new`, the first of a series, and in `drawn` his opponent
    offers a draw. `own` is his challenge to everybody; `other` and `link` are those of another person. He has booked
    `vacation`. He was warned (`sanction`), and reported in `new`, where he wrote something. Two others play `watched`,
    and a spectator has written a `line`. In `waited` the opponent is to move, and the player has `stored` an answer.
    """

    begun: int
    new: int
    drawn: int
    own: Challenge
    other: Challenge
    link: Challenge
    vacation: int
    report: int
    sanction: int
    watched: int
    line: int
    waited: int
    stored: int


def online_world(player: Account) -> OnlineWorld:
    """What there is to play for `player`. His opponents are of no club."""
    opponent = AccountFactory(person=PersonFactory(name="Olga Online"))
    drawn = lyngk(player, opponent, "7days+14")
    first_turns(drawn, player, opponent)
    make_offer(drawn, opponent, DRAW)
    begun = begin(player, opponent, control="7days+14")
    play(begun, (player, "g2"), (opponent, "b3"))
    wanted = {"rules": "gipf-basic", "control": "7days+14"}
    keep_control(player, "420+7", is_kept=True)
    new = begin(player, opponent, control="7days+14")
    send_message(new, player, "Hello")
    waited = begin(player, opponent, control="7days+14")
    play(waited, (player, "g2"))
    now = timezone.now()
    warning = Sanction.objects.create(
        person=player.person, kind="warning", text="Be kind.", made_at=now, until=now + timedelta(days=9), made_by=1
    )
    seek_game(player, QuickGame("gipf-basic", "420+7"))
    in_a_month = timezone.localdate() + timedelta(days=30)
    place_in_series(OnlineGame.objects.get(pk=new), begin_series(Series(length=4)), "gipf-basic")
    watched = begin(*(AccountFactory(person=PersonFactory(name=name)) for name in ("Wera White", "Boris Black")))
    spectator = AccountFactory(person=PersonFactory(name="Sven Spectator"))
    return OnlineWorld(
        watched=watched,
        line=write_as_spectator(watched, spectator, "A fine row").pk,
        waited=waited,
        stored=store_line(waited, player, "b3 f2").pk,
        begun=begun,
        new=new,
        drawn=drawn,
        own=open_challenge(player, NewChallenge(**wanted)),
        other=open_challenge(opponent, NewChallenge(**wanted)),
        link=open_challenge(opponent, NewChallenge(**wanted, audience="link")),
        report=report_player(new, opponent, "insult").pk,
        sanction=warning.pk,
        vacation=book_vacation(player, in_a_month, in_a_month).pk,
    )
