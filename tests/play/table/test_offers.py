"""What the two of a game offer each other: takebacks, adjourning, rematches; and games that somebody has left."""

from __future__ import annotations

from hashlib import sha256

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client

from common.journal.services import Stale
from games.models import Game, Move, Record, RecordedTurn
from gipf_engine.games.lyngk.setups import draw_setup
from play.clocks.services.flags import fall_flag
from play.core.errors import PlayRefused
from play.core.playing import GameInPlay, from_ms, load_game, now_ms
from play.core.services.acting import RETURN_MS
from play.core.services.presence import LEFT_MS, note_presence
from play.games.services.games import play_turn, resign
from play.models import OfferKind
from play.table.services.leavers import claim_draw, claim_time, claim_win
from play.table.services.offers import accept_offer, decline_offer, make_offer
from players.models import Account
from testing.play.online import begin, first_turns, let_time_pass, lyngk, play, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]
TAKEBACK, ADJOURN, RESUME, REMATCH = OfferKind.TAKEBACK, OfferKind.ADJOURN, OfferKind.RESUME, OfferKind.REMATCH
MINUTES_5 = 300_000


@pytest.fixture
def accounts() -> tuple[Account, Account]:
    cache.clear()
    return two_accounts()


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    """Black is to make his second turn."""
    made = begin(*accounts)
    play(made, (accounts[0], "g2"), (accounts[1], "b3"), (accounts[0], "f2"))
    return made


def left(game: GameInPlay) -> tuple[int, int]:
    return game.remaining(game.clock.since)


# --- takebacks -----------------------------------------------------------------------------------------


def test_a_turn_is_taken_back_by_consent_and_another_is_made(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    make_offer(game, white, TAKEBACK)
    now = accept_offer(game, black, TAKEBACK, expect=load_game(game).version)
    assert (now.running.tokens, now.to_move, now.offer) == (("g2", "b3"), 0, "")
    play(game, (white, "h3"), (black, "b4"))
    resign(game, white)
    assert list(Move.objects.filter(record__game=game, ply__gt=0).order_by("ply").values_list("token", flat=True)) == [
        *("g2", "b3"),
        *load_game(game).running.tokens[2:],
    ]
    assert load_game(game).running.tokens[2].endswith("h3")
    assert Record.objects.get(game=game).plies == 4


def test_who_is_to_move_takes_back_his_last_turn_and_the_answer(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    play(game, (black, "b4"))
    make_offer(game, white, TAKEBACK)
    assert accept_offer(game, black, TAKEBACK).running.tokens == ("g2", "b3")


def test_time_that_was_used_stays_used_and_a_void_turn_is_not_thought_about_for_nothing(
    game: int, accounts: tuple[Account, Account]
) -> None:
    white, black = accounts
    let_time_pass(game, 20_000)  # Black thinks
    before = left(load_game(game))
    make_offer(game, white, TAKEBACK)
    now = accept_offer(game, black, TAKEBACK)
    assert left(now) == before, "Black is not charged for an answer to a turn that is void"
    let_time_pass(game, 10_000)
    play(game, (white, "h3"), (black, "b4"))
    let_time_pass(game, 30_000)
    make_offer(game, white, TAKEBACK)
    again = accept_offer(game, black, TAKEBACK)
    assert again.remaining(now_ms())[0] <= MINUTES_5 + 2 * 3_000 - 40_000, "White thinks on, and gets nothing back"


def test_first_turns_and_another_players_turns_are_not_taken_back(game: int, accounts: tuple[Account, Account]) -> None:
    with pytest.raises(PlayRefused, match="No takeback is possible"):
        make_offer(game, accounts[1], TAKEBACK)


def test_an_answer_to_an_old_position_is_refused(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    make_offer(game, white, TAKEBACK)
    seen = load_game(game).version
    play(game, (black, "b4"))
    with pytest.raises(PlayRefused, match="offers nothing"):
        accept_offer(game, black, TAKEBACK)
    with pytest.raises(Stale):
        accept_offer(game, black, TAKEBACK, expect=seen)
    assert load_game(game).plies == 4
    make_offer(game, black, TAKEBACK)
    with pytest.raises(Stale):
        accept_offer(game, white, TAKEBACK, expect=seen)


def test_taking_back_twice_takes_one_turn_back(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    make_offer(game, white, TAKEBACK)
    seen = load_game(game).version
    accept_offer(game, black, TAKEBACK, expect=seen)
    with pytest.raises((PlayRefused, Stale)):
        accept_offer(game, black, TAKEBACK, expect=seen)
    assert load_game(game).plies == 2


def test_a_turn_that_was_taken_back_can_be_made_again_and_a_replay_of_it_is_harmless(
    game: int, accounts: tuple[Account, Account]
) -> None:
    white, black = accounts
    make_offer(game, white, TAKEBACK)
    accept_offer(game, black, TAKEBACK)
    version = load_game(game).version
    for _time in range(2):
        assert play_turn(game, white, "f2", expect=version).plies == 3
    assert RecordedTurn.objects.filter(recording__game=game).count() == 5


def test_a_declined_offer_is_not_made_again_before_a_turn(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    make_offer(game, white, TAKEBACK)
    with pytest.raises(PlayRefused, match="Answer your opponent’s offer first"):
        make_offer(game, black, ADJOURN)
    decline_offer(game, black, TAKEBACK)
    with pytest.raises(PlayRefused, match="before you offer another"):
        make_offer(game, white, TAKEBACK)
    play(game, (black, "b4"), (white, "h3"))
    assert make_offer(game, white, TAKEBACK).offer == "takeback"


# --- adjourning ----------------------------------------------------------------------------------------


def adjourn(game: int, accounts: tuple[Account, Account]) -> GameInPlay:
    make_offer(game, accounts[0], ADJOURN)
    return make_offer(game, accounts[1], ADJOURN)


def test_an_adjourned_game_stands_still_until_both_resume_it(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    let_time_pass(game, 20_000)
    now = adjourn(game, accounts)
    assert now.is_adjourned
    before = now.remaining(now_ms())
    let_time_pass(game, 86_400_000)
    assert fall_flag(game, now_ms()).remaining(now_ms()) == before
    with pytest.raises(PlayRefused, match="adjourned"):
        play(game, (black, "b4"))
    with pytest.raises(PlayRefused, match="adjourned"):
        make_offer(game, white, TAKEBACK)
    assert make_offer(game, white, RESUME).is_adjourned
    assert not accept_offer(game, black, RESUME).is_adjourned
    assert 0 <= before[1] - load_game(game).remaining(now_ms())[1] < 2_000
    play(game, (black, "b4"))


@pytest.mark.parametrize(("asks", "ending", "result"), [(True, "left", "1-0"), (False, "aborted", "void")])
def test_who_does_not_come_back_loses_to_who_does(
    game: int, accounts: tuple[Account, Account], asks: bool, ending: str, result: str
) -> None:
    adjourn(game, accounts)
    if asks:
        make_offer(game, accounts[0], RESUME)
    let_time_pass(game, RETURN_MS)
    assert fall_flag(game, now_ms()).online.ending == ending
    assert Game.objects.get(pk=game).result == result


def test_correspondence_and_games_that_have_not_begun_are_not_adjourned(accounts: tuple[Account, Account]) -> None:
    with pytest.raises(PlayRefused, match="when each player has made a turn"):
        make_offer(begin(*accounts), accounts[0], ADJOURN)
    days = begin(*accounts, control="3days+10")
    play(days, (accounts[0], "g2"), (accounts[1], "b3"))
    with pytest.raises(PlayRefused, match="Correspondence games"):
        make_offer(days, accounts[0], ADJOURN)


# --- who leaves ----------------------------------------------------------------------------------------


def test_a_game_that_was_left_is_won_after_two_minutes(game: int, accounts: tuple[Account, Account]) -> None:
    white = accounts[0]
    assert claim_time(load_game(game), 0) is None, "nobody knows anything of him"
    note_presence(game, 1, now_ms() - LEFT_MS // 2)
    assert 0 < (claim_time(load_game(game), 0) or 0) <= LEFT_MS // 2
    with pytest.raises(PlayRefused, match="not been away for long enough"):
        claim_win(game, white)
    note_presence(game, 1, now_ms() - LEFT_MS)
    with pytest.raises(PlayRefused, match="cannot be drawn"):
        claim_draw(game, white)
    assert claim_win(game, white).online.ending == "left"
    assert Game.objects.get(pk=game).result == "1-0"
    assert Record.objects.get(game=game).tags["Termination"] == "arbiter"


def test_who_comes_back_in_time_plays_on(game: int, accounts: tuple[Account, Account]) -> None:
    note_presence(game, 1, now_ms() - LEFT_MS)
    note_presence(game, 1, now_ms())
    with pytest.raises(PlayRefused, match="Your opponent is here"):
        claim_win(game, accounts[0])


def test_a_board_says_that_its_player_is_there_and_is_told_of_the_other(
    client: Client, game: int, accounts: tuple[Account, Account]
) -> None:
    note_presence(game, 1, now_ms() - LEFT_MS)
    client.force_login(accounts[0])
    assert client.post(f"/play/{game}/here").json() == {"opponent": "left"}
    client.force_login(accounts[1])
    client.post(f"/play/{game}/here")
    client.force_login(accounts[0])
    assert client.post(f"/play/{game}/here").json() == {"opponent": "here"}


def test_nothing_is_claimed_while_it_is_ones_own_turn(game: int, accounts: tuple[Account, Account]) -> None:
    note_presence(game, 0, now_ms() - LEFT_MS)
    with pytest.raises(PlayRefused):
        claim_win(game, accounts[1])


def test_where_the_rules_know_draws_a_draw_can_be_claimed(accounts: tuple[Account, Account]) -> None:
    game = lyngk(*accounts)
    first_turns(game, *accounts, accounts[0])
    note_presence(game, 1, now_ms() - LEFT_MS)
    assert claim_draw(game, accounts[0]).online.ending == "left"
    assert Game.objects.get(pk=game).result == "1/2-1/2"


def test_a_game_that_both_have_left_is_adjourned_as_it_was_when_the_second_left(
    game: int, accounts: tuple[Account, Account]
) -> None:
    let_time_pass(game, MINUTES_5 + 10_000)
    since = load_game(game).clock.since
    note_presence(game, 0, since - 1_000)
    note_presence(game, 1, since + 60_000)
    now = fall_flag(game, now_ms())
    assert now.is_adjourned
    assert now.remaining(now_ms())[1] == MINUTES_5 - 60_000
    assert now.online.deadline == from_ms(since + 60_000 + RETURN_MS)


def test_where_the_server_does_not_adjourn_them_the_flag_falls(
    game: int, accounts: tuple[Account, Account], settings: LazySettings
) -> None:
    settings.ADJOURN_LEFT_GAMES = False
    let_time_pass(game, MINUTES_5 + 10_000)
    since = load_game(game).clock.since
    for seat in (0, 1):
        note_presence(game, seat, since)
    assert fall_flag(game, now_ms()).online.ending == "time"


def test_a_flag_falls_where_one_has_stayed(game: int, accounts: tuple[Account, Account]) -> None:
    let_time_pass(game, MINUTES_5 + 10_000)
    note_presence(game, 0, now_ms() - 20_000)
    note_presence(game, 1, load_game(game).clock.since)
    assert fall_flag(game, now_ms()).online.ending == "time"


# --- rematches -----------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_terms_and_other_colours(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = lyngk(*accounts, control="600d5")
    first_turns(game, *accounts)
    with pytest.raises(PlayRefused, match="when the game is over"):
        make_offer(game, white, REMATCH)
    resign(game, black)
    make_offer(game, white, REMATCH)
    with pytest.raises(PlayRefused, match="You have offered this"):
        make_offer(game, white, REMATCH)
    done = accept_offer(game, black, REMATCH)
    assert done.online.rematch_id is not None
    again = load_game(done.online.rematch_id)
    before = Game.objects.get(pk=game)
    assert (again.game.white_id, again.game.black_id) == (before.black_id, before.white_id)
    assert (again.game.rules, again.online.control, again.game.rated) == (before.rules, "600d5", before.rated)
    assert again.plies == 0
    with pytest.raises(PlayRefused, match="rematch has started"):
        make_offer(game, black, REMATCH)


def test_the_hash_of_a_rematchs_set_up_is_shown_with_the_offer_and_stays(
    client: Client, accounts: tuple[Account, Account]
) -> None:
    white, black = accounts
    game = lyngk(*accounts)
    first_turns(game, *accounts)
    resign(game, black)
    seed = make_offer(game, white, REMATCH).online.rematch_seed
    shown = sha256(f"lyngk-setup-1:lyngk-main:{seed}".encode()).hexdigest()
    for account in accounts:
        client.force_login(account)
        page = client.get(f"/play/{game}").content.decode()
        assert shown in page
        assert seed not in page
    decline_offer(game, black, REMATCH)
    assert make_offer(game, black, REMATCH).online.rematch_seed == seed, "nobody has it drawn again by declining"
    done = accept_offer(game, white, REMATCH)
    assert done.online.rematch_id is not None
    again = load_game(done.online.rematch_id)
    assert (again.online.seed, again.game.setup) == (seed, draw_setup(seed))


def test_a_handicap_stays_with_its_player_in_the_rematch(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = begin(*accounts, handicap="2/0")
    play(game, (white, "g2"), (black, "b3"))
    resign(game, black)
    make_offer(game, white, REMATCH)
    done = accept_offer(game, black, REMATCH)
    again = Game.objects.get(pk=done.online.rematch_id)
    assert (again.black, again.handicap) == (white.person, "0/2")
