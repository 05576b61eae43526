"""Events that are played on this server: a round's pairings become games with clocks, and results need no entry."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from common.jobs.models import Job
from common.journal import queries as journal
from common.journal.models import JournalEntry, Scope
from common.journal.services import Stale
from games.core.services.errors import ClaimRefused, GameRefused
from games.models import Game, Record, RecordedTurn
from games.results.services.create import set_handicap
from games.results.services.results import claim_result
from games.results.services.undo_decision import undo_decision
from play.challenges.queries import own_games
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.games.services.event_games import follow_decision, note_arrival
from play.games.services.games import abort, play_turn, resign
from play.models import OfferKind, OnlineGame
from play.table.services.leavers import claim_time
from play.table.services.offers import make_offer
from players.erasure.services import erase_person
from players.models import Account, Club
from testing.factories import PersonFactory, administrator
from testing.games.game_records import played, tokens_of
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import fresh, last_point, table
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from testing.tournaments.here import BY_MAIL, announced_here, games_of, let_the_deadline_pass, make_turns, running_here
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import entries, leaving
from tournaments.events.queries.own_tasks import own_tasks
from tournaments.events.services import events, lifecycle, undo
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Entry, Event, PairedGame, Pairing, RestorePoint
from tournaments.rounds.services import boards, rounds
from tournaments.rounds.services.boards import NEXT, begin_next_games
from tournaments.rounds.services.round_drafts import draft_round, publish_round, unpublish_round
from tournaments.rounds.services.rounds import RoundOptions
from tournaments.rounds.services.setup_redraws import redraw_setups

pytestmark = [pytest.mark.django_db, pytest.mark.core]
SWISS = {"format": "swiss-dutch", "rounds_planned": 3}


@pytest.fixture
def organised(club: Club, organiser: Account) -> tuple[Club, Account]:
    return club, organiser


def follow(*games: Game) -> None:
    """What is done after the commit: boards are as their games are."""
    for game in games:
        follow_decision(game.pk)


def again(game: Game) -> Game:
    return Game.objects.select_related("white", "black").get(pk=game.pk)


# --- a round begins ------------------------------------------------------------------------------------


def test_a_published_round_is_played_on_the_boards_of_the_server(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, **SWISS)
    games = games_of(event)
    assert [(game.online, game.parent_scope.key, game.club_id) for game in games] == [
        (True, event.scope, organised[0].pk)
    ] * 2
    for game in games:
        board = load_game(game.pk)
        assert (board.in_event, board.plies, board.to_move, board.online.control) == (True, 0, 0, "300+3")
        assert board.online.deadline == board.online.no_show_at
        scope = Scope.objects.get(key=f"game:{game.pk}")
        assert (scope.parent, scope.version) == (game.parent_scope, 1)
        assert JournalEntry.objects.get(scope=scope).action == "begin-game"
    ada = players["Ada"]
    assert [own.game.game.pk for own in own_games(ada.person)] == [games[0].pk]
    assert [(own.game, own.is_here) for own in own_tasks(ada).games] == [(games[0].pk, True)]


def test_a_whole_round_robin_is_played_and_closed_without_an_entered_result(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben", "Cleo"), rounds=0, **BY_MAIL)
    for _round in range(3):
        rounds.start_round(event.pk, organised[1])
        (game,) = (game for game in games_of(event) if game.result == "pending")
        make_turns(players, game, *tokens_of(played()))
        game = again(game)
        assert (game.result, game.rated_on, game.rated) == ("0-1", None, True)
        assert [(claim.role, claim.source) for claim in game.claims.all()] == [("server", "board")]
    lifecycle.close_event(event.pk, organised[1])
    assert sum(points for _rank, _name, points in table(event)) == 30, "three wins"
    assert {game.rated_on for game in games_of(event)} == {event.ends_on}
    line = JournalEntry.objects.filter(scope__key=event.scope, action="end-online-game").latest("version")
    assert line.data["changed"] == {"result": ["pending", "0-1"]}


def test_a_turn_moves_the_game_and_not_the_event(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised)
    game, before = games_of(event)[0], journal.version(event.scope)
    make_turns(players, game, "g2", "b3", "f2")
    assert journal.version(event.scope) == before
    assert journal.version(f"game:{game.pk}") == 4


@pytest.mark.parametrize("key", ["json", "trf26"])
def test_a_file_shows_a_game_of_the_server_as_any_other(organised: tuple[Club, Account], key: str) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, *tokens_of(played()))
    file = EXPORTERS[key].serialize(load(fresh(event))).decode()
    assert ("0-1" if key == "json" else "   2 w 0") in file
    assert key != "json" or "12. i3-d2 b6-b2 0-1" in file, "the record is in it"
    Game.objects.update(online=False)
    assert EXPORTERS[key].serialize(load(fresh(event))).decode() == file


def test_who_has_no_account_or_has_left_plays_over_the_board(organised: tuple[Club, Account]) -> None:
    event, _players = announced_here(*organised, ("Ada", "Ben", "Cleo"))
    guest = PersonFactory(name="Guest", member_of=organised[0])
    entries.enter_person(event.pk, organised[1], person_id=guest.pk)
    lifecycle.start_event(event.pk, organised[1])
    rounds.start_round(event.pk, organised[1])
    assert {(game.online, "Guest" in (game.white.name, game.black.name)) for game in games_of(event)} == {
        (True, False),
        (False, True),
    }
    assert OnlineGame.objects.count() == 1


def test_a_draft_has_no_games_and_its_clocks_start_when_it_is_published(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, rounds=0, **SWISS)
    draft_round(event.pk, organised[1], RoundOptions(number=1))
    assert not Game.objects.exists()
    assert own_games(players["Ada"].person) == []
    publish_round(event.pk, organised[1])
    assert OnlineGame.objects.filter(ended_at=None).count() == 2


@pytest.mark.postgresql
def test_a_large_round_begins_and_is_taken_back_in_as_many_queries_as_a_small_one(
    organised: tuple[Club, Account],
) -> None:
    counts = []
    for players in (4, 16):
        names = [f"Player {number} of {players}" for number in range(players)]
        event, _accounts = running_here(*organised, names, rounds=0, **SWISS)
        with CaptureQueriesContext(connection) as starting:
            rounds.start_round(event.pk, organised[1])
        with CaptureQueriesContext(connection) as ending:
            rounds.delete_round(event.pk, organised[1], 1)
        counts.append((len(starting), len(ending)))
    assert counts[0] == counts[1]


# --- who does not come ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "black_comes", "result"),
    [((), False, "--"), ((), True, "-+"), (("g2",), False, "+-"), (("g2",), True, "+-")],
)
def test_who_makes_no_first_turn_in_time_loses_by_forfeit(
    organised: tuple[Club, Account], turns: tuple[str, ...], black_comes: bool, result: str
) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, *turns)
    if black_comes:
        note_arrival(load_game(game.pk), 1)
    let_the_deadline_pass(game)
    assert again(game).result == result
    assert (load_game(game.pk).online.ending, game.records.count()) == ("no-show", 0)
    assert [claim.role for claim in game.claims.all()] == ["server"]


def test_who_is_waited_for_has_time_after_a_late_first_turn(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    row = OnlineGame.objects.get(pk=game.pk)
    assert row.no_show_at is not None
    soon = timezone.now() + timedelta(seconds=2)
    OnlineGame.objects.filter(pk=game.pk).update(no_show_at=soon, deadline=soon)
    make_turns(players, game, "g2")
    deadline = load_game(game.pk).online.deadline
    assert deadline is not None
    assert deadline - soon > timedelta(seconds=50), "a minute from White's turn"


def test_the_clock_runs_from_the_second_turn_and_the_flag_loses(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3")
    board = load_game(game.pk)
    assert (board.clock.pauses, board.to_move) == (frozenset(), 0)
    let_the_deadline_pass(game)
    assert (again(game).result, load_game(game.pk).online.ending) == ("0-1", "time")
    assert Record.objects.get(game=game).plies == 2


# --- what the two may do -------------------------------------------------------------------------------


def test_in_an_event_the_two_agree_on_nothing_but_a_draw(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    ada = players[game.white.name]
    with pytest.raises(PlayRefused, match="ask the arbiter"):
        abort(game.pk, ada)
    with pytest.raises(PlayRefused, match="ask the arbiter"):
        resign(game.pk, ada)
    make_turns(players, game, "g2", "b3", "f2")
    for kind in (OfferKind.TAKEBACK, OfferKind.ADJOURN, OfferKind.REMATCH):
        with pytest.raises(PlayRefused):
            make_offer(game.pk, ada, kind)
    assert claim_time(load_game(game.pk), 0) is None
    make_offer(game.pk, ada, OfferKind.DRAW)
    make_offer(game.pk, players[game.black.name], OfferKind.DRAW)
    assert again(game).result == "1/2-1/2"


def test_players_do_not_report_and_the_arbiter_decides_at_any_time(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3", "f2")
    with pytest.raises(ClaimRefused):
        claim_result(game.pk, players["Ada"], "1-0", source="page")
    seen = load_game(game.pk).version
    claim_result(game.pk, organised[1], "1-0", source="desk")
    with pytest.raises(PlayRefused, match="over"):
        play_turn(game.pk, players[game.black.name], "b4", expect=seen)  # its board is not told yet
    follow(game)
    board = load_game(game.pk)
    assert (board.is_over, board.online.ending, again(game).result) == (True, "decided", "1-0")
    assert Record.objects.get(game=game).plies == 3
    with pytest.raises(PlayRefused, match="over"):
        play_turn(game.pk, players[game.black.name], "b4", expect=board.version)


@pytest.mark.parametrize("how", ["pending", "undone"])
def test_a_decision_that_is_taken_back_lets_the_game_go_on_with_its_time(
    organised: tuple[Club, Account], how: str
) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3", "f2")
    before = load_game(game.pk)
    claim_result(game.pk, organised[1], "1-0", source="desk")
    follow(game)
    if how == "pending":
        claim_result(game.pk, organised[1], "pending", source="desk", reason="a slip")
    else:
        undo_decision(game.pk, organised[1], 1)
    follow(game)
    now = load_game(game.pk)
    assert (now.is_over, now.running.tokens, now.to_move) == (False, before.running.tokens, 1)
    assert now.online.deadline is not None
    assert before.online.deadline is not None
    assert now.online.deadline >= before.online.deadline, "no time ran meanwhile"
    make_turns(players, game, "b4")
    resign(game.pk, players["Ada"])
    assert again(game).result == "0-1"
    assert list(game.records.order_by("number").values_list("plies", flat=True)) == [3, 4]


# --- the arbiter changes the round ---------------------------------------------------------------------


def stopped(game: Game) -> bool:
    """Whether a game has left its event, nothing is lost of it, and its board is closed."""
    follow(game)
    board, row = load_game(game.pk), again(game)
    assert not PairedGame.objects.filter(game=game).exists()
    assert (row.result, row.removed_at is not None) == ("void", True)
    return board.is_over and board.online.ending == "aborted"


@pytest.mark.parametrize("how", ["delete", "unpublish"])
def test_a_round_that_is_taken_back_stops_its_games(organised: tuple[Club, Account], how: str) -> None:
    event, players = running_here(*organised, **SWISS)
    games = games_of(event)
    make_turns(players, games[0], "g2", "b3")
    if how == "delete":
        rounds.delete_round(event.pk, organised[1], 1)
    else:
        unpublish_round(event.pk, organised[1], 1, reason="too early")
    assert all(map(stopped, games))
    assert RecordedTurn.objects.filter(recording__game=games[0]).count() == 2, "what was played can be read"
    with pytest.raises(PlayRefused):
        play_turn(games[0].pk, players[games[0].white.name], "f2", expect=load_game(games[0].pk).version)


def test_a_round_in_which_a_game_has_ended_stays(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, **SWISS)
    make_turns(players, games_of(event)[0], *tokens_of(played()))
    with pytest.raises(EventRefused, match="Round 1 cannot be undone"):
        rounds.delete_round(event.pk, organised[1], 1)


def test_swapped_colours_stop_a_game_and_begin_another(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, **SWISS)
    one, other = games_of(event)
    make_turns(players, one, "g2")
    pairing = Pairing.objects.get(paired_games__game=one)
    swap_colours(event.pk, organised[1], pairing.pk, reason="sat down wrong")
    assert stopped(one)
    new, same = games_of(event)
    assert (new.white, new.black, new.online, same) == (one.black, one.white, True, other)
    make_turns(players, new, "g2", "b3")
    assert load_game(other.pk).plies == 0


def test_exchanged_players_get_new_games(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, **SWISS)
    old = games_of(event)
    first, second = (Entry.objects.get(members__person=game.white).pk for game in old)
    exchange_entries(event.pk, organised[1], 1, first, second, reason="a couple")
    assert all(map(stopped, old))
    assert all(game.online and game not in old for game in games_of(event))
    make_turns(players, games_of(event)[1], "g2", "b3")


def test_one_board_is_played_over_the_board(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, **SWISS)
    one, other = games_of(event)
    pairing = Pairing.objects.get(paired_games__game=one)
    with pytest.raises(EventRefused):
        boards.play_over_the_board(event.pk, organised[1], pairing.pk, reason="")
    boards.play_over_the_board(event.pk, organised[1], pairing.pk, reason="both are in the club")
    assert stopped(one)
    new, same = games_of(event)
    assert (new.online, new.white, new.black, new.result, same) == (False, one.white, one.black, "pending", other)
    for name in ("Ada", "Cleo"):
        claim_result(new.pk, players[name], "1-0", source="page")
    assert again(new).result == "1-0"
    with pytest.raises(EventRefused, match="not being played"):
        boards.play_over_the_board(event.pk, organised[1], pairing.pk, reason="again")


def test_going_back_brings_a_stopped_game_back_to_its_board(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, **SWISS)
    one, _other = games_of(event)
    make_turns(players, one, "g2", "b3")
    boards.play_over_the_board(event.pk, organised[1], Pairing.objects.get(paired_games__game=one).pk, reason="hm")
    assert stopped(one)
    confirmed(undo.undo, event.pk, organised[1], last_point(event), reason="a slip")
    follow(one)
    assert one in games_of(event)
    make_turns(players, one, "f2")
    assert load_game(one.pk).plies == 3


def test_the_game_of_an_event_that_is_deleted_stays_with_its_players(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3")
    first = RestorePoint.objects.filter(event=event).earliest("version").version
    confirmed(undo.undo, event.pk, organised[1], first, reason="another day")
    assert fresh(event).state == Event.State.DRAFT
    events.delete_event(event.pk, organised[1])
    assert stopped(game)
    reader = Client()
    reader.force_login(players["Ada"])
    assert "aborted: removed from its round by the arbiter" in reader.get(f"/play/{game.pk}").content.decode()
    assert f"/play/{game.pk}" not in reader.get("/play").content.decode()


def test_the_game_of_somebody_who_is_erased_is_won_on_time(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"))
    (game,) = games_of(event)
    make_turns(players, game, "g2", "b3")
    erase_person(actor=administrator(), person_id=game.white_id)
    let_the_deadline_pass(game)
    assert again(game).result == "0-1"
    assert again(game).white.name not in ("Ada", "Ben")


def test_who_withdraws_loses_the_game_that_is_being_played_and_forfeits_one_that_is_not(
    organised: tuple[Club, Account],
) -> None:
    event, players = running_here(*organised, **SWISS)
    one, other = games_of(event)
    make_turns(players, one, "g2", "b3")
    for game in (one, other):
        leaving.withdraw(event.pk, organised[1], Entry.objects.get(members__person=game.white).pk, reason="ill")
        follow(game)
    assert [again(game).result for game in (one, other)] == ["0-1", "-+"]
    assert [load_game(game.pk).online.ending for game in (one, other)] == ["decided", "decided"]
    assert [game.records.count() for game in (one, other)] == [1, 0]


def test_a_handicap_is_given_before_the_first_turn_and_the_board_begins_with_it(
    organised: tuple[Club, Account],
) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"), handicap="by-hand")
    (game,) = games_of(event)
    seen = load_game(game.pk).version
    set_handicap(game.pk, organised[1], "0/2")
    follow(game)
    with pytest.raises(Stale):
        play_turn(game.pk, players[game.white.name], "g2", expect=seen)
    make_turns(players, game, "g2")
    with pytest.raises(GameRefused):
        set_handicap(game.pk, organised[1], "")


def test_set_ups_that_are_drawn_again_reach_boards_on_which_nothing_was_played(
    organised: tuple[Club, Account],
) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"), rules="lyngk-main")
    (game,) = games_of(event)
    seen, setup = load_game(game.pk).version, game.setup
    redraw_setups(event.pk, organised[1], 1, reason="laid out wrong")
    follow(game)
    board = load_game(game.pk)
    assert board.game.setup != setup
    position = board.running.reached.position
    token = position.notation(next(iter(position.legal_moves())))
    with pytest.raises(Stale):
        play_turn(game.pk, players[game.white.name], token, expect=seen)
    make_turns(players, game, token)
    with pytest.raises(GameRefused):
        redraw_setups(event.pk, organised[1], 1, reason="once more")


# --- two games a round --------------------------------------------------------------------------------


def test_of_two_games_a_round_in_real_time_the_second_begins_when_the_first_is_decided(
    organised: tuple[Club, Account],
) -> None:
    event, players = running_here(*organised, games_per_round=2)
    first, second, other, _last = games_of(event)
    ada = players[first.white.name]
    assert [own.game for own in own_tasks(ada).games] == [first.pk]
    assert set(OnlineGame.objects.values_list("pk", flat=True)) == {first.pk, other.pk}
    begin_next_games(event.pk)
    assert not OnlineGame.objects.filter(pk=second.pk).exists(), "the first is open"
    make_turns(players, first, *tokens_of(played()))
    assert Job.objects.filter(kind=NEXT, subject=event.scope).exists()
    before = journal.version(event.scope)
    for _time in range(2):
        begin_next_games(event.pk)
    assert journal.version(event.scope) == before + 1, "it may be done twice"
    assert load_game(second.pk).in_event
    assert OnlineGame.objects.count() == 3
    make_turns(players, second, "g2", "b3")


def test_the_second_game_waits_on_no_board_when_the_first_is_forfeited_or_the_round_goes(
    organised: tuple[Club, Account],
) -> None:
    event, _players = running_here(*organised, games_per_round=2, **SWISS)
    first, second, third, fourth = games_of(event)
    leaving.withdraw(event.pk, organised[1], Entry.objects.get(members__person=first.white).pk, reason="ill")
    begin_next_games(event.pk)
    assert {again(game).result for game in (first, second)} == {"-+", "+-"}
    assert not OnlineGame.objects.filter(pk=second.pk).exists()
    pairing = Pairing.objects.get(paired_games__game=third)
    boards.play_over_the_board(event.pk, organised[1], pairing.pk, reason="they meet")
    assert stopped(third)
    follow(fourth)
    assert again(fourth).result == "void"
    assert [game.online for game in games_of(event)] == [True, True, False, False]


def test_two_games_a_round_are_played_at_once_by_correspondence(organised: tuple[Club, Account]) -> None:
    event, players = running_here(*organised, ("Ada", "Ben"), games_per_round=2, **BY_MAIL)
    first, second = games_of(event)
    assert (first.white, first.online, second.online) == (second.black, True, True)
    make_turns(players, second, "g2", "b3")
    assert load_game(first.pk).plies == 0
