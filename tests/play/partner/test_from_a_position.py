"""Playing on against the computer from a position: who is to move, the record, what is refused."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from common.journal import services as journal
from games.core.queries.page import game_page, record_view
from games.core.services.errors import GameRefused
from games.fair_play import FairPlayRefused
from games.models import Game
from games.results.services.create import check_starts, create_game
from gipf_engine.rules.record import read_record
from gipf_engine.rules.verdict import check
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.games.services.games import play_turn
from play.models import OfferKind
from play.partner.services import ProgramGame, begin_program_game
from play.table.services.offers import make_offer
from players.models import Account
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, play, reference_turns

pytestmark = [pytest.mark.django_db, pytest.mark.core]

RULES = "gipf-basic"
WON = "1b1b/2b1b/2b2w/3b1ww/1b3w/1b1b1/1w1b w 9-1 4-1 ss"
"""White wins by h6-h4, e9-e6, b2."""
BLACK_TO_MOVE = "b2w/5/6/w5b/6/w4/b2w b 11-12 0-0 ss"


@pytest.fixture
def player() -> Account:
    journal.open_scope(journal.SERVER)
    return AccountFactory(person=PersonFactory(name="Mina Mensch"))


def work() -> None:
    call_command("work", "--once", "--queues", "turns")


def wanted(position: str, colour: str = "white", level: int = 8) -> ProgramGame:
    return ProgramGame(rules=RULES, level=level, colour=colour, position=position)


def test_the_game_is_played_and_recorded_from_the_position(player: Account) -> None:
    begun = begin_program_game(player, wanted(WON)).game
    assert load_game(begun.pk).running.reached.position.text() == WON
    play_turn(begun.pk, player, "h6-h4", expect=load_game(begun.pk).version)
    work()
    game = load_game(begun.pk)
    assert game.plies == 2
    play_turn(begun.pk, player, "b2", expect=game.version)
    over = Game.objects.get(pk=begun.pk)
    assert (over.result, over.rated, over.setup) == ("1-0", False, WON.replace(" ", "_"))
    record = record_view(game_page(begun.pk), None)
    assert record is not None
    assert record.frame(0).text == WON
    assert (record.line.plies, record.line.outcome) == (3, "1-0")
    text = Client().get(f"/games/{begun.pk}/record.txt").content.decode()
    assert f'[Setup "{over.setup}"]' in text
    verdict = check(read_record(text))
    assert (verdict.legal, verdict.plies, verdict.outcome, verdict.agrees) == (True, 3, "1-0", True)


def test_where_black_is_to_move_black_moves_first(player: Account) -> None:
    as_white = begin_program_game(player, wanted(BLACK_TO_MOVE)).game
    work()
    assert load_game(as_white.pk).plies == 1
    assert load_game(as_white.pk).to_move == 0
    as_black = begin_program_game(player, wanted(BLACK_TO_MOVE, "black")).game
    work()
    assert (load_game(as_black.pk).plies, load_game(as_black.pk).to_move) == (0, 1)


def test_a_turn_is_taken_back(player: Account) -> None:
    begun = begin_program_game(player, wanted(BLACK_TO_MOVE, "black", 1)).game
    for turn in ("b1-b3", None):
        game = load_game(begun.pk)
        position = game.running.reached.position
        play_turn(begun.pk, player, turn or str(next(position.legal_moves())), expect=game.version)
        work()
    assert load_game(begun.pk).plies == 4
    make_offer(begun.pk, player, OfferKind.TAKEBACK)
    assert (load_game(begun.pk).plies, load_game(begun.pk).to_move) == (2, 1)


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("nonsense", "is not a GIPF position"),
        (WON.replace("9-1 4-1", "19-1 4-1"), "in reserve and captured"),
        ("b2w/5/6/w5b/6/5/b2w w 0-12 0-12 ss", "The game is over in this position."),
    ],
)
def test_what_cannot_be_played_is_refused(player: Account, position: str, why: str) -> None:
    with pytest.raises(PlayRefused, match=why):
        begin_program_game(player, wanted(position))
    assert not Game.objects.exists()


def test_a_position_of_another_game_is_refused(player: Account) -> None:
    other = AccountFactory(person=PersonFactory())
    running = begin(player, other)
    play(running, *reference_turns(player, other)[:8])
    position = load_game(running).running.reached.position.text()
    with pytest.raises(FairPlayRefused):
        begin_program_game(player, wanted(position))
    begin_program_game(AccountFactory(person=PersonFactory()), wanted(position))


def test_the_page_shows_the_position_and_a_guest_plays_on(client: Client) -> None:
    journal.open_scope(journal.SERVER)
    AccountFactory()
    page = client.get("/play/computer", {"rules": RULES, "position": BLACK_TO_MOVE}).content.decode()
    assert "GIPF, basic game, from this position" in page
    assert f'name="position" value="{BLACK_TO_MOVE}"' in page
    assert '<option value="black" selected>' in page, "who is to move is offered"
    begun = client.post("/play/computer", {"rules": RULES, "position": BLACK_TO_MOVE, "level": "1", "colour": "black"})
    game = Game.objects.get()
    assert (begun.headers["Location"], game.setup) == (f"/play/{game.pk}", BLACK_TO_MOVE.replace(" ", "_"))
    assert client.get(f"/play/{game.pk}").status_code == 200
    bad = client.post("/play/computer", {"rules": RULES, "position": "nonsense", "level": "1"})
    assert (bad.status_code, "is not a GIPF position" in bad.content.decode()) == (409, True)


@pytest.mark.postgresql
def test_a_game_from_a_position_is_never_rated(player: Account) -> None:
    setup = WON.replace(" ", "_")
    people = {"white": player.person, "black": PersonFactory()}
    with pytest.raises(GameRefused, match="is not rated"):
        create_game(parent_scope=journal.open_scope(journal.SERVER), club=None, rules=RULES, setup=setup, **people)
    begun = begin_program_game(player, wanted(WON)).game
    with pytest.raises(IntegrityError, match="a_game_from_a_position_is_unrated"), transaction.atomic():
        Game.objects.filter(pk=begun.pk).update(rated=True, guests="", left_out="")
    with pytest.raises(GameRefused, match="cannot start from a position"):
        check_starts([(setup, "")], RULES)
