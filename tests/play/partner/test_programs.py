"""Games against programs of this server: who begins them, the turns that a worker makes, what a program agrees to."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.translation import override

from common.jobs.models import Job
from games.fair_play import FairPlayRefused
from games.models import Game
from gipf_engine.rules import rules_for
from play.chat.services.reports import report_player
from play.core.errors import PlayRefused
from play.core.player import program_at
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import PLAY
from play.core.services.guests import Visitor
from play.games.services.games import play_turn, resign
from play.models import Guest, OfferKind
from play.partner.services import (
    MOST_RUNNING,
    ProgramGame,
    begin_program_game,
    begin_program_game_as_guest,
    play_for_program,
    rules_of_programs,
    turns_tried,
)
from play.table.services.offers import make_offer
from play.watching.queries import running_list
from players.guest_names import mark_guest, shown_name
from players.models import Account, Person
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, play, reference_turns

pytestmark = [pytest.mark.django_db, pytest.mark.core]

BASIC = ProgramGame(rules="gipf-basic", level=1, colour="white")


@pytest.fixture
def player() -> Account:
    return AccountFactory(person=PersonFactory(name="Mina Mensch"))


def begin_as_guest(wanted: ProgramGame = BASIC, token: str = "") -> tuple[GameInPlay, Guest]:
    game, _token = begin_program_game_as_guest(Visitor(token, "Guest", "198.51.100.9"), wanted)
    return game, Guest.objects.get(person__program_level=None, person_id__in=[game.game.white_id, game.game.black_id])


def work() -> None:
    call_command("work", "--once", "--queues", "turns")


def turns_of(game: GameInPlay) -> tuple[str, ...]:
    return load_game(game.game.pk).running.tokens


def test_a_guest_plays_and_the_program_answers_through_its_job() -> None:
    game, guest = begin_as_guest()
    assert (game.game.guests, game.game.rated, game.game.black.name) == ("both", False, "Computer, level 1")
    work()
    assert turns_of(game) == (), "it is not the turn of the program"
    play_turn(game.game.pk, guest, "a2-b3", expect=game.version)
    assert Job.objects.get(kind=PLAY).subject == game.scope
    work()
    assert len(turns_of(game)) == 2
    assert not Job.objects.filter(kind=PLAY).exists()
    play_for_program(game.game.pk)
    assert len(turns_of(game)) == 2, "done twice, it changes nothing"


def test_the_program_has_the_first_turn_with_white(player: Account) -> None:
    game = begin_program_game(player, ProgramGame(rules="lyngk-main", level=3, colour="black"))
    work()
    assert len(turns_of(game)) == 1
    program = program_at(load_game(game.game.pk).game, 0)
    assert program is not None and program.level == 3
    assert program_at(game.game, 1) is None


ROUND = (
    *("a4-c6", "h3", "b6-d6", "d1-f2", "a4-d7", "d2", "e9-e7;xb5,c6,d7,e8", "c2;xb2,c2,d2,e2", "i1-g3"),
    *("b2", "c2", "b1-b3", "c1-c3", "b1-b4", "c1-c4", "b1-b5;xb2,b3,b4,b5", "c1-c5;xc2,c3,c4,c5"),
)
"""Turns of a game that was won and went round for ever: the last leads back to the position after nine."""


def test_a_program_does_not_repeat_itself_where_a_position_comes_back(player: Account) -> None:
    game = begin_program_game(player, ProgramGame(rules="gipf-basic", level=8, colour="white"))
    for place, turn in enumerate(ROUND):
        now = load_game(game.game.pk)
        program = program_at(now.game, 1)
        assert program is not None
        assert turns_tried(now.running) == []
        play_turn(game.game.pk, program if place % 2 else player, turn, expect=now.version)
    assert turns_tried(load_game(game.game.pk).running) == ["b2"]
    work()
    assert len(turns_of(game)) == 18 and turns_of(game)[-1] != "b2"


def test_it_allows_a_takeback_at_once_and_declines_a_draw(player: Account) -> None:
    game = begin_program_game(player, ProgramGame(rules="lyngk-main", level=1, colour="black"))
    pk = game.game.pk
    work()
    for _pair in range(2):
        now = load_game(pk)
        first = now.running.reached.position
        play_turn(pk, player, first.notation(next(iter(first.legal_moves()))), expect=now.version)
        work()
    before = turns_of(game)
    assert len(before) == 5
    after = make_offer(pk, player, OfferKind.TAKEBACK)
    assert (after.offer, turns_of(game)) == ("", before[:3])
    if load_game(pk).can_be_drawn:
        assert make_offer(pk, player, OfferKind.DRAW).offer == ""
    assert not load_game(pk).is_over


@pytest.mark.parametrize(
    ("rules", "turn"),
    [("dvonn-placed", "f3"), ("tzaar-fixed", "d3-d4"), ("yinsh-normal", "e5"), ("zertz-37", "Wd4,a1")],
)
def test_games_on_the_kit_are_played_as_well(player: Account, rules: str, turn: str) -> None:
    game = begin_program_game(player, ProgramGame(rules=rules, level=2, colour="white"))
    play_turn(game.game.pk, player, turn, expect=game.version)
    work()
    first, answer = turns_of(game)
    assert first == turn
    assert answer in set(rules_for(rules).start().play(turn).legal_moves())


def test_a_program_that_places_the_last_piece_of_dvonn_moves_at_once(player: Account) -> None:
    rules = rules_for("dvonn-placed")
    position = rules.start()
    for _piece in range(48):
        position = position.play(next(iter(position.legal_moves())))
    game = begin_program_game(
        player, ProgramGame(rules="dvonn-placed", level=2, colour="black", position=position.text())
    )
    work()
    work()
    placed, moved = turns_of(game)
    assert (placed, load_game(game.game.pk).to_move) == ("k5", 1)
    assert moved in set(position.play("k5").legal_moves())


def test_what_is_taken_back_while_it_thinks_is_not_answered(player: Account) -> None:
    game = begin_program_game(player, BASIC)
    pk = game.game.pk
    for turn in ("a2-b3", "i2-h3"):
        play_turn(pk, player, turn, expect=load_game(pk).version)
        if turn == "a2-b3":
            work()
    make_offer(pk, player, OfferKind.TAKEBACK)
    work()
    assert len(turns_of(game)) == 2
    assert load_game(pk).to_move == 0


def test_a_game_ends_as_any_other_and_is_followed_by_a_rematch_that_the_program_begins(player: Account) -> None:
    game = begin_program_game(player, BASIC)
    pk = game.game.pk
    play_turn(pk, player, "a2-b3", expect=game.version)
    work()
    assert resign(pk, player).game.result == "0-1"
    make_offer(pk, player, OfferKind.REMATCH)
    following = Game.objects.latest("pk")
    assert (following.white.program_level, following.black, following.rated) == (1, player.person, False)
    work()
    assert len(load_game(following.pk).running.tokens) == 1


def test_what_no_program_plays_is_refused(player: Account) -> None:
    assert set(rules_of_programs()) == {
        *("dvonn-placed", "dvonn-drawn", "tzaar-drawn", "tzaar-fixed", "tzaar-placed"),
        *("gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six", "yinsh-normal", "yinsh-blitz"),
        *("zertz-37", "zertz-48", "zertz-61", "zertz-blitz"),
    }
    for wanted in (ProgramGame(rules="yinsh", level=1), ProgramGame(rules="gipf-basic", level=9)):
        with pytest.raises(PlayRefused):
            begin_program_game(player, wanted)
    for _game in range(MOST_RUNNING):
        begin_program_game(player, BASIC)
    with pytest.raises(PlayRefused, match="against the computer running"):
        begin_program_game(player, BASIC)


def test_programs_are_named_as_such_in_each_language_and_guests_cannot_take_their_names() -> None:
    assert shown_name("Computer, level 3", None) == "Computer, level 3"
    assert shown_name(mark_guest("Computer, level 3"), None) == "Computer, level 3 (guest)"
    with override("fa"):
        assert shown_name("Computer, level 3", None).endswith("3")


@pytest.mark.postgresql
def test_programs_are_no_persons_and_each_level_has_one_name(player: Account) -> None:
    first, second = begin_program_game(player, BASIC), begin_program_game(player, BASIC)
    assert first.game.black == second.game.black
    assert not Person.objects.filter(program_level__isnull=False).exists()
    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.create(name="A person", program_level=4)
    with pytest.raises(PlayRefused, match="a program of this server"):
        report_player(first.game.pk, player, "insult")


def test_the_list_of_running_games_is_of_people(player: Account) -> None:
    begin_program_game(player, BASIC)
    assert running_list() == []


def test_one_press_on_home_begins_a_game_for_a_stranger(client: Client) -> None:
    begun = client.post("/play/computer")
    game = Game.objects.get()
    assert (begun.status_code, begun["Location"]) == (302, f"/play/{game.pk}")
    assert (game.rules, game.white.is_guest, game.black.program_level) == ("gipf-basic", True, 2)
    board = client.get(begun["Location"]).content.decode()
    assert "Computer, level 2" in board and "Report this person" not in board
    wrong = client.post("/play/computer", {"level": "9"})
    assert wrong.status_code == 400 and "Level" in wrong.content.decode()
    lobby = client.get("/play").content.decode()
    assert lobby.count('name="level"') == 8


def test_the_computer_judges_no_position_of_another_game_that_its_opponent_plays(player: Account) -> None:
    """The same turns in a game against a person and in one against the computer, of which this one would go ahead."""
    other = AccountFactory(person=PersonFactory(name="Ola Andere"))
    turns, live = [turn for _account, turn in reference_turns(player, other)[:8]], begin(player, other)
    play(live, *zip((player, other) * 4, turns, strict=True))
    game = begin_program_game(player, BASIC).game
    program = program_at(game, 1)
    assert program is not None
    for ply, turn in enumerate(turns[:6]):
        play_turn(game.pk, (player, program)[ply % 2], turn, expect=load_game(game.pk).version)
    version = load_game(game.pk).version
    with pytest.raises(FairPlayRefused):
        play_turn(game.pk, player, turns[6], expect=version)
    assert load_game(game.pk).version == version
    resign(live, other)
    assert play_turn(game.pk, player, turns[6], expect=version).plies == 7
