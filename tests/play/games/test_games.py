"""Games on the server's board: turns, clocks, how they end, and what becomes of them then."""

from __future__ import annotations

import pytest

from common.jobs.models import Job
from common.jobs.services import beat, run_due
from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.core.services.errors import ClaimRefused, RecordRefused, ScoreRefused, TurnRefused
from games.models import Claim, Game, Move, Record, RecordedTurn
from games.recordings.services.record_turns import record_turns
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from games.results.services.submit_score import submit_score
from play.clocks.services.flags import PATIENCE_MS, fall_flag
from play.core.errors import PlayRefused
from play.core.playing import load_game, load_games, to_ms
from play.core.services.acting import FIRST_TURN_MS
from play.games.services.games import abort, play_turn, resign
from play.models import OnlineGame
from play.table.services.offers import accept_offer, decline_offer, make_offer
from players.models import Account
from players.permissions import NotAllowed
from ratings.core.lines import lines_of_event
from ratings.models import Pool
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory, administrator
from testing.games.game_records import WON_BY_BLACK
from testing.play.online import DRAW, begin, first_turns, let_time_pass, lyngk, play, reference_turns

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
MINUTES_5 = 300_000


@pytest.fixture
def game(accounts: tuple[Account, Account]) -> int:
    return begin(*accounts)


# --- turns ---------------------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end_and_becomes_a_record_with_its_clocks(
    game: int, accounts: tuple[Account, Account]
) -> None:
    turns = reference_turns(*accounts)
    done = play(game, *turns)
    assert (done.is_over, done.online.ending, done.plies) == (True, "rules", 24)
    stored = Game.objects.get(pk=game)
    assert (stored.result, stored.club, stored.parent_scope.key) == ("0-1", None, f"game:{game}")
    assert stored.rated_on is not None
    record = Record.objects.get(game=game)
    assert (record.outcome, record.plies, record.handed_in_by) == ("0-1", 24, None)
    moves = Move.objects.filter(record=record).order_by("ply")
    assert [move.token for move in moves] == list(done.running.tokens)
    assert all(move.at is not None and 0 < (move.clock_ms or 0) <= MINUTES_5 + 40 * 3_000 for move in moves)
    claim = Claim.objects.get(game=game)
    assert (claim.role, claim.source, claim.result, claim.record) == ("server", "board", "0-1", record)


def test_it_is_rated_in_the_list_of_the_server(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, *reference_turns(*accounts))
    run_due()
    server = Pool.objects.get(rules="gipf-basic", club=None)
    changes = lines_of_event(Game.objects.get(pk=game).parent_scope.key)[server.pk]
    assert len(changes) == 2
    [white], [black] = (changes[account.person_id] for account in accounts)
    assert white.after < black.after


def test_a_turn_out_of_turn_is_refused(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    version = load_game(game).version
    with pytest.raises(PlayRefused, match="your opponent’s turn"):
        play_turn(game, black, "g2", expect=version)
    play_turn(game, white, "g2", expect=version)
    with pytest.raises(PlayRefused, match="your opponent’s turn"):
        play_turn(game, white, "b3", expect=load_game(game).version)


def test_an_illegal_turn_is_refused_in_the_words_of_the_rules(game: int, accounts: tuple[Account, Account]) -> None:
    with pytest.raises(PlayRefused, match="a piece comes in only next to a dot"):
        play(game, (accounts[0], "d4"))
    with pytest.raises(PlayRefused, match="one turn at a time"):
        play(game, (accounts[0], "g2 b3"))
    assert load_game(game).plies == 0


def test_somebody_else_neither_plays_nor_resigns(game: int) -> None:
    stranger = AccountFactory(person=PersonFactory())
    with pytest.raises(NotAllowed):
        play_turn(game, stranger, "g2", expect=load_game(game).version)
    for act in (resign, abort):
        with pytest.raises(NotAllowed):
            act(game, stranger)
    for answer in (make_offer, accept_offer, decline_offer):
        with pytest.raises(NotAllowed):
            answer(game, stranger, DRAW)


def test_the_same_turn_sent_again_is_harmless(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    version = load_game(game).version
    play_turn(game, white, "g2", expect=version)
    assert play_turn(game, white, "g1-g2", expect=version).running.tokens == ("g2",)
    play(game, (black, "b3"))
    assert play_turn(game, white, "g2", expect=version).running.tokens == ("g2", "b3"), (
        "also when it was answered since"
    )
    assert RecordedTurn.objects.count() == 2


def test_a_turn_for_an_old_position_is_refused(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    version = load_game(game).version
    play(game, (white, "g2"), (black, "b3"))
    with pytest.raises(Stale):
        play_turn(game, white, "f2", expect=version)
    assert load_game(game).plies == 2


def test_an_offer_in_between_does_not_make_a_turn_late(accounts: tuple[Account, Account]) -> None:
    game = lyngk(*accounts)
    version = first_turns(game, *accounts)
    make_offer(game, accounts[1], DRAW)
    position = load_game(game).running.reached.position
    token = position.notation(next(iter(position.legal_moves())))
    assert play_turn(game, accounts[0], token, expect=version).offer_by == "", "who moves declines"


# --- clocks --------------------------------------------------------------------------------------------


def test_clocks_run_from_the_third_turn_on(game: int, accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    assert load_game(game).clock.pauses
    let_time_pass(game, 20_000)
    play(game, (white, "g2"))
    let_time_pass(game, 20_000)
    now = play(game, (black, "b3"))
    assert now.clock.pauses == frozenset()
    assert now.remaining(now.clock.since) == (MINUTES_5, MINUTES_5)
    let_time_pass(game, 10_000)
    now = play(game, (white, "f2"))
    used = MINUTES_5 + 3_000 - now.remaining(now.clock.since)[0]
    assert 10_000 <= used < 12_000


def test_a_flag_is_dated_by_its_deadline_whoever_notices(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    let_time_pass(game, MINUTES_5 + 60_000)
    deadline = OnlineGame.objects.get(pk=game).deadline
    done = fall_flag(game)
    assert (done.online.ending, done.online.ended_at) == ("time", deadline)
    assert Game.objects.get(pk=game).result == "0-1"
    assert Record.objects.get(game=game).tags["Termination"] == "time"
    assert done.remaining(to_ms(deadline) + 99_000)[0] == 0
    entries = JournalEntry.objects.filter(scope__key=f"game:{game}", action="end-game").count()
    fall_flag(game)
    assert JournalEntry.objects.filter(scope__key=f"game:{game}", action="end-game").count() == entries == 1


def test_a_flag_falls_without_anybody_watching(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    let_time_pass(game, MINUTES_5 + PATIENCE_MS + 1_000)
    beat("a worker")
    run_due(stopped=lambda: not Job.objects.filter(kind="fall-flag").exists())
    assert Game.objects.get(pk=game).result == "0-1"
    assert not Job.objects.filter(kind="fall-flag").exists()


def test_a_turn_after_the_deadline_is_refused_and_the_flag_falls(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    let_time_pass(game, MINUTES_5 + 100)
    with pytest.raises(PlayRefused, match="Your time is up"):
        play(game, (accounts[0], "f2"))
    assert OnlineGame.objects.get(pk=game).ending == "time"
    with pytest.raises(PlayRefused, match="This game is over"):
        play(game, (accounts[0], "f2"))


def test_who_never_makes_a_first_turn_loses_nothing(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"))
    let_time_pass(game, FIRST_TURN_MS)
    assert fall_flag(game).online.ending == "aborted"
    stored = Game.objects.get(pk=game)
    assert (stored.result, stored.rated_on, Record.objects.count()) == ("void", None, 0)


def test_correspondence_runs_from_the_beginning(accounts: tuple[Account, Account]) -> None:
    game = load_game(begin(*accounts, control="3days+10"))
    assert game.clock.pauses == frozenset()
    assert game.online.deadline is not None
    assert to_ms(game.online.deadline) - game.clock.since == 13 * 86_400_000


# --- ending by the players -----------------------------------------------------------------------------


def test_who_resigns_loses(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    resign(game, accounts[1])
    assert Game.objects.get(pk=game).result == "1-0"
    record = Record.objects.get(game=game)
    assert (record.tags["Result"], record.tags["Termination"]) == ("1-0", "resigned")


def test_before_each_has_made_a_turn_a_game_is_aborted_and_not_lost(
    game: int, accounts: tuple[Account, Account]
) -> None:
    with pytest.raises(PlayRefused, match="you can abort it"):
        resign(game, accounts[0])
    play(game, (accounts[0], "g2"))
    abort(game, accounts[1])
    assert Game.objects.get(pk=game).result == "void"


def test_a_game_that_has_begun_is_not_aborted(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    with pytest.raises(PlayRefused, match="can abort only before"):
        abort(game, accounts[0])


def test_gipf_knows_no_draw(game: int, accounts: tuple[Account, Account]) -> None:
    with pytest.raises(PlayRefused, match="cannot be drawn"):
        make_offer(game, accounts[0], DRAW)


def test_a_draw_is_offered_declined_offered_again_and_agreed(accounts: tuple[Account, Account]) -> None:
    white, black = accounts
    game = lyngk(*accounts)
    first_turns(game, *accounts)
    assert make_offer(game, white, DRAW).offer_by == "white"
    with pytest.raises(PlayRefused, match="before you offer another"):
        make_offer(game, white, DRAW)
    with pytest.raises(PlayRefused, match="offers nothing of the kind"):
        accept_offer(game, white, DRAW)
    assert decline_offer(game, black, DRAW).offer_by == ""
    with pytest.raises(PlayRefused, match="before you offer another"):
        make_offer(game, white, DRAW)
    first_turns(game, *accounts)
    make_offer(game, white, DRAW)
    assert make_offer(game, black, DRAW).online.ending == "agreed", "two offers are an agreement"
    assert Game.objects.get(pk=game).result == "1/2-1/2"
    assert Record.objects.get(game=game).tags["Termination"] == "agreed"


# --- nobody else tells of it ---------------------------------------------------------------------------


def test_its_players_hand_in_nothing(game: int, accounts: tuple[Account, Account]) -> None:
    white, _black = accounts
    with pytest.raises(ClaimRefused, match="come from its board"):
        claim_result(game, white, "1-0", source="page")
    with pytest.raises(RecordRefused, match="come from its board"):
        submit_record(game, white, WON_BY_BLACK)
    with pytest.raises(ScoreRefused, match="come from its board"):
        submit_score(game, white, counts=((1, 2), (3, 4)))
    with pytest.raises(TurnRefused, match="come from its board"):
        record_turns(game, white, "g2", expect=load_game(game).version)
    assert not Claim.objects.exists()
    assert not RecordedTurn.objects.exists()


def test_an_administrator_decides_afterwards_and_says_why(game: int, accounts: tuple[Account, Account]) -> None:
    admin = administrator()
    with pytest.raises(ClaimRefused, match="still being played"):
        claim_result(game, admin, "1-0", source="page")
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    resign(game, accounts[1])
    with pytest.raises(ClaimRefused, match="contradicts the play on the board"):
        claim_result(game, admin, "0-1", source="page")
    claim_result(game, admin, "0-1", source="page", reason="played by a program")
    assert Game.objects.get(pk=game).result == "0-1"


def test_an_aborted_game_shows_the_turn_that_was_acknowledged(game: int, accounts: tuple[Account, Account]) -> None:
    play(game, (accounts[0], "g2"))
    abort(game, accounts[1])
    assert load_game(game).running.tokens == ("g2",)
    (listed,) = load_games(list(OnlineGame.objects.filter(pk=game).select_related("game__white", "game__black")))
    assert listed.running.tokens == ("g2",)
    assert Caller().get(f"/play/games/{game}").json()["turns"] == ["g2"]
