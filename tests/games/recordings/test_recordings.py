"""A game recorded turn by turn: what is stored, what is refused, and what two recorders of one game do."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from common.journal.models import JournalEntry, Scope
from common.journal.services import Stale
from games.core.running import line_of, running_game, scope_of
from games.core.services.errors import GameRefused, RecordRefused, TurnRefused
from games.models import Claim, Game, Record, RecordedTurn, Recording
from games.recordings.services.record_turns import Recorded, finish_recording, record_turns, take_back
from games.records.services.submit_record import submit_record
from games.results.services.create import delete_games, set_handicap
from games.results.services.internal import seat_players, set_setup
from players.permissions import NotAllowed
from testing.factories import ClubFactory, GameFactory, PersonFactory, organiser_of, seated
from testing.games.game_records import WON_BY_BLACK
from tests.threads import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def rows(game: Game) -> list[tuple[int, int, str]]:
    return list(RecordedTurn.objects.filter(recording__game=game).values_list("version", "ply", "token"))


def test_each_turn_is_a_row_with_its_ply_and_version(game: Game) -> None:
    white, black = seated(game, "white"), seated(game, "black")
    assert record_turns(game.pk, white, "g2", expect=0).running.version == 1
    done = record_turns(game.pk, black, "b3 f2", expect=1)
    # By hand: b3 and f2 are empty spots beside dots at the start.
    assert done.running.tokens == ("g2", "b3", "f2")
    assert rows(game) == [(1, 1, "g2"), (2, 2, "b3"), (2, 3, "f2")]
    assert Scope.objects.get(key=scope_of(game.pk)).parent == game.parent_scope
    entries = JournalEntry.objects.filter(scope__key=scope_of(game.pk)).order_by("version")
    assert [(entry.action, entry.data["ply"]) for entry in entries] == [("record-turns", 1), ("record-turns", 3)]
    game.parent_scope.refresh_from_db()
    assert game.parent_scope.version == 0, "nobody else in the event waits for it"


def test_turns_are_kept_in_official_notation_and_numbers_left_out(game: Game) -> None:
    white = seated(game, "white")
    # The dot g1 and its first spot, as other sites write it: an empty spot is official by its name alone.
    assert record_turns(game.pk, white, "1. g1-g2 2. a2-b3", expect=0).running.tokens == ("g2", "b3")


def test_an_illegal_turn_is_refused_with_words_and_nothing_is_stored(game: Game) -> None:
    with pytest.raises(TurnRefused) as refused:
        record_turns(game.pk, seated(game, "white"), "d4", expect=0)
    assert str(refused.value.message) == "Turn 1, d4: d4: a piece comes in only next to a dot."
    assert refused.value.fault is not None
    assert refused.value.left == ("d4",)
    assert not Recording.objects.exists()
    assert not Scope.objects.filter(key=scope_of(game.pk)).exists()


def test_legal_turns_before_an_illegal_one_are_stored_and_the_rest_comes_back(game: Game) -> None:
    done = record_turns(game.pk, seated(game, "white"), "g2 b3 d4 f2", expect=0)
    assert done.running.tokens == ("g2", "b3")
    assert done.fault is not None
    assert (done.fault.ply, done.fault.token) == (3, "d4")
    assert done.left == ("d4", "f2")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a turn on the board, or type one."),
        ("g2 {good}", "Only turns are recorded here: leave out comments, variations and brackets."),
        ("g2 (f2)", "Only turns are recorded here: leave out comments, variations and brackets."),
        ("x" * 20_001, "At most 20000 characters are read at once."),
    ],
)
def test_what_is_no_turn_is_refused(game: Game, text: str, words: str) -> None:
    with pytest.raises(TurnRefused) as refused:
        record_turns(game.pk, seated(game, "white"), text, expect=0)
    assert str(refused.value.message) == words


def test_a_recording_has_an_end(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("games.recordings.services.record_turns"), "MOST_TURNS", 3)
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3", expect=0)
    with pytest.raises(TurnRefused, match="at most 3 turns"):
        record_turns(game.pk, white, "f2 d2", expect=1)
    assert record_turns(game.pk, white, "f2", expect=1).running.tokens == ("g2", "b3", "f2")


def test_turns_are_taken_back_by_a_row_more(game: Game) -> None:
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3 f2", expect=0)
    assert take_back(game.pk, white, expect=1, keep=1).tokens == ("g2",)
    assert record_turns(game.pk, white, "b4", expect=2).running.tokens == ("g2", "b4")
    assert rows(game) == [(1, 1, "g2"), (1, 2, "b3"), (1, 3, "f2"), (2, 1, ""), (3, 2, "b4")]
    assert running_game(game).tokens == ("g2", "b4")
    for keep in (2, 7, -1):
        with pytest.raises(TurnRefused):
            take_back(game.pk, white, expect=3, keep=keep)


def test_other_turns_take_the_place_of_what_stands_behind_those_that_are_kept(game: Game) -> None:
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3 f2", expect=0)
    assert record_turns(game.pk, white, "b4 d2", expect=1, keep=1).running.tokens == ("g2", "b4", "d2")
    assert running_game(game).tokens == ("g2", "b4", "d2")


def test_a_line_is_what_its_rows_leave() -> None:
    assert line_of([(1, "a"), (2, "b"), (3, "c"), (1, ""), (2, "d")]) == ("a", "d")
    assert line_of([(1, "a"), (0, "")]) == ()


def test_a_turn_for_an_old_position_is_refused_with_what_is_true_now(game: Game) -> None:
    record_turns(game.pk, seated(game, "white"), "g2", expect=0)
    with pytest.raises(Stale) as stale:
        record_turns(game.pk, seated(game, "black"), "f2", expect=0)
    assert (stale.value.expected, stale.value.found) == (0, 1)
    assert running_game(game).tokens == ("g2",)


def test_only_players_and_arbiters_record(game: Game, stranger) -> None:
    for work in (
        lambda: record_turns(game.pk, stranger, "g2", expect=0),
        lambda: take_back(game.pk, stranger, expect=0, keep=0),
        lambda: finish_recording(game.pk, stranger, expect=0),
    ):
        with pytest.raises(NotAllowed):
            work()
    assert record_turns(game.pk, organiser_of(game.club), "g2", expect=0).running.tokens == ("g2",)


def test_what_is_recorded_is_handed_in_as_the_record_and_claims_what_it_proves(game: Game) -> None:
    white = seated(game, "white")
    tokens = WON_BY_BLACK.split()
    version = 0
    for token in (each for each in tokens if not each.endswith(".")):
        version = record_turns(game.pk, white, token, expect=version).running.version
    record = finish_recording(game.pk, white, expect=version)
    assert (record.plies, record.outcome, record.reason) == (24, "0-1", "reserve")
    claim = Claim.objects.get()
    assert (claim.role, claim.result, claim.record) == ("white", "0-1", record)
    recording = Recording.objects.get()
    assert (recording.record, recording.closed_at is None) == (record, False)
    other = GameFactory(club=game.club)
    assert submit_record(other.pk, seated(other, "white"), f"{WON_BY_BLACK} 0-1").digest == record.digest


def test_how_a_game_ended_is_said_where_the_moves_do_not(game: Game) -> None:
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3", expect=0)
    record = finish_recording(game.pk, white, expect=1, result="1-0", termination="resigned")
    assert record.tags == {"Result": "1-0", "Termination": "resigned"}
    assert Claim.objects.get().result == "1-0"


def test_a_recording_that_is_not_accepted_stays_open(game: Game) -> None:
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3", expect=0)
    with pytest.raises(RecordRefused):
        finish_recording(game.pk, white, expect=1, result="1-0", termination="because")
    assert running_game(game).tokens == ("g2", "b3")
    assert not Record.objects.exists()
    with pytest.raises(TurnRefused, match="Nothing is recorded yet"):
        empty = GameFactory(club=game.club)
        finish_recording(empty.pk, seated(empty, "white"), expect=0)


def test_after_a_record_another_one_can_be_begun(game: Game) -> None:
    white = seated(game, "white")
    record_turns(game.pk, white, "g2 b3", expect=0)
    finish_recording(game.pk, white, expect=1)
    now = running_game(game)
    assert (now.tokens, now.version, now.recording) == ((), 2, None)
    assert record_turns(game.pk, white, "f2", expect=2).running.tokens == ("f2",)
    assert Recording.objects.count() == 2


def test_what_recorded_turns_depend_on_stays(game: Game, organiser) -> None:
    record_turns(game.pk, seated(game, "white"), "g2", expect=0)
    with pytest.raises(GameRefused):
        set_handicap(game.pk, organiser, "1/0")
    with pytest.raises(GameRefused), transaction.atomic():
        set_setup({game.pk: "x"})
    with pytest.raises(GameRefused), transaction.atomic():
        seat_players(game.pk, PersonFactory(), PersonFactory())
    take_back(game.pk, seated(game, "white"), expect=1, keep=0)
    set_handicap(game.pk, organiser, "1/0")
    assert record_turns(game.pk, seated(game, "white"), "g2", expect=2).running.tokens == ("g2",)


def test_a_game_that_is_removed_takes_its_recording_and_its_scope_along(game: Game) -> None:
    record_turns(game.pk, seated(game, "white"), "g2", expect=0)
    key = scope_of(game.pk)
    delete_games([game])
    assert not Scope.objects.filter(key=key).exists()
    assert not RecordedTurn.objects.exists()


def test_recorded_turns_are_never_rewritten(game: Game) -> None:
    record_turns(game.pk, seated(game, "white"), "g2", expect=0)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_recordedturn SET token = 'f2'")
    assert running_game(game).tokens == ("g2",)


# --- two recorders -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_database")
class TestTwoAtOnce:
    def test_of_two_turns_for_one_ply_one_is_stored_and_the_other_told(self, transactional_db: None) -> None:
        game = GameFactory(club=ClubFactory())
        white, black = seated(game, "white"), seated(game, "black")
        for version in range(4):
            turn = ("g2", "b3", "f7", "d7")[version]
            other = ("f2", "b4", "d2", "c6")[version]
            done = at_once(
                lambda version=version, turn=turn: record_turns(game.pk, white, turn, expect=version),
                lambda version=version, other=other: record_turns(game.pk, black, other, expect=version),
            )
            assert sorted(type(each).__name__ for each in done) == ["Recorded", "Stale"], done
            stored = next(each for each in done if isinstance(each, Recorded))
            assert running_game(game).tokens == stored.running.tokens
            assert stored.running.tokens[version:] in ((turn,), (other,))
        assert [version for version, _ply, _token in rows(game)] == [1, 2, 3, 4]

    def test_a_turn_and_a_take_back_of_one_position_do_not_both_happen(self, transactional_db: None) -> None:
        game = GameFactory(club=ClubFactory())
        white, black = seated(game, "white"), seated(game, "black")
        record_turns(game.pk, white, "g2", expect=0)
        done = at_once(
            lambda: record_turns(game.pk, white, "b3", expect=1),
            lambda: take_back(game.pk, black, expect=1, keep=0),
        )
        assert sum(isinstance(each, Stale) for each in done) == 1, done
        assert running_game(game).tokens in ((), ("g2", "b3"))

    def test_of_two_who_hand_in_one_makes_the_record(self, transactional_db: None) -> None:
        game = GameFactory(club=ClubFactory())
        white, black = seated(game, "white"), seated(game, "black")
        record_turns(game.pk, white, "g2 b3", expect=0)
        done = at_once(
            lambda: finish_recording(game.pk, white, expect=1),
            lambda: finish_recording(game.pk, black, expect=1),
        )
        assert sorted(type(each).__name__ for each in done) == ["Record", "Stale"], done
        assert (Record.objects.count(), Recording.objects.filter(closed_at=None).count()) == (1, 0)

    def test_eight_recorders_who_try_till_it_is_stored_lose_no_turn(self, transactional_db: None) -> None:
        game = GameFactory(club=ClubFactory())
        accounts = [seated(game, "white"), seated(game, "black")] * 4

        def record_one(account) -> str:
            for _try in range(100):
                now = running_game(Game.objects.get(pk=game.pk))
                move = next(iter(now.reached.position.legal_moves()))
                try:
                    record_turns(game.pk, account, now.reached.position.notation(move), expect=now.version)
                except Stale:
                    continue
                return "stored"
            return "starved"

        done = at_once(*(lambda account=account: record_one(account) for account in accounts))
        assert done == ["stored"] * 8
        assert [(version, ply) for version, ply, _token in rows(game)] == [(n, n) for n in range(1, 9)]


# --- pages ----------------------------------------------------------------------------------------------


@pytest.fixture
def white(client: Client, game: Game) -> Client:
    client.force_login(seated(game, "white"))
    return client


def test_without_scripts_links_put_a_turn_together_and_the_form_records_it(white: Client, game: Game) -> None:
    address = f"/games/{game.pk}/recorder"
    page = white.get(address).content.decode()
    assert f'href="{address}?path=g1#board"' in page
    # From g1 a piece goes to g2, or along the other line to f2.
    second = white.get(f"{address}?path=g1").content.decode()
    assert f'href="{address}?path=g1+g2#board"' in second
    assert "Choose the direction of the push." in second
    last = white.get(f"{address}?path=g1+g2").content.decode()
    assert 'value="g2"' in last
    assert white.post(address, {"turns": "g2", "version": "0"}).status_code == 302
    assert running_game(game).tokens == ("g2",)


def test_without_scripts_an_illegal_turn_is_shown_again_with_its_reason(white: Client, game: Game) -> None:
    answer = white.post(f"/games/{game.pk}/recorder", {"turns": "g2 d4 f2", "version": "0"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Turn 1…, d4: d4: a piece comes in only next to a dot." in page
    assert 'value="d4 f2"' in page
    assert running_game(game).tokens == ("g2",)


def test_a_stale_form_keeps_what_was_typed_and_shows_what_is_true_now(white: Client, game: Game) -> None:
    record_turns(game.pk, seated(game, "black"), "f2", expect=0)
    answer = white.post(f"/games/{game.pk}/recorder", {"turns": "g2", "version": "0"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="g2"' in page
    assert '<span class="ltr turn">f2</span>' in page
    assert 'name="version" value="1"' in page


def test_the_script_gets_the_position_and_the_legal_turns_in_one_answer(white: Client, game: Game) -> None:
    address = f"/games/{game.pk}/recorder"
    answer = white.post(address, {"turns": "g2", "version": "0"}, headers={"x-board": "1"})
    state = answer.json()
    assert (answer.status_code, state["version"]) == (200, 1)
    _ask, entries, _buttons, _glow = state["table"]["rows"][0]
    assert "b3:a3" in next(places for places, row, text, _effects in entries if (row, text) == (-1, "$0")).split()
    assert "Last move: from g1 to g2." in state["words"]
    assert white.get(f"{address}/state?since=1").status_code == 204
    assert white.get(f"{address}/state?since=0").json()["version"] == 1
    refused = white.get(f"{address}/steps?path=d4").json()
    assert refused == {"refused": "d4: a piece comes in only next to a dot"}
    stale = white.post(address, {"turns": "b3", "version": "0"}, headers={"x-board": "1"})
    assert (stale.status_code, stale.json()["version"], stale.json()["left"]) == (409, 1, "b3")


def test_one_turn_is_told_by_what_it_did_and_several_are_drawn(white: Client) -> None:
    game = GameFactory(club=ClubFactory(), rules="yinsh-normal")
    white.force_login(seated(game, "white"))
    script = {"x-board": "2"}

    def send(turns: str, version: int) -> dict[str, Any]:
        sent = {"turns": turns, "version": version}
        return dict(white.post(f"/games/{game.pk}/recorder", sent, headers=script).json())

    one = send("e5", 0)
    assert (one["effects"], one["path"], one["seat"], "svg" in one) == ("p:e5:R:rings.0", ["e5"], 1, False)
    two = send("f6 g7", 1)
    assert ("effects" in two, "svg" in two) == (False, True)
    script["x-board"] = "1"  # the page lacks something
    assert "svg" in send("d4", 2)


def finished_by_black(game: Game) -> str:
    """Two turns are recorded and handed in by Black, who is called so."""
    black = seated(game, "black")
    record_turns(game.pk, black, "g2 b3", expect=0)
    finish_recording(game.pk, black, expect=1)
    return game.black.name


def test_the_script_is_told_who_handed_the_recording_in_and_led_to_the_record(white: Client, game: Game) -> None:
    address = f"/games/{game.pk}/recorder"
    who = finished_by_black(game)
    told = white.get(f"{address}/state?since=1").json()
    assert who in told["ended"]
    assert f'href="/games/{game.pk}?record=1"' in told["ended"]
    late = white.post(address, {"turns": "f2", "version": "1"}, headers={"X-Board": "1"})
    assert (late.status_code, late.json()["left"]) == (409, "f2")
    assert "since been handed in" in late.json()["refused"]
    assert who in late.json()["ended"]
    assert not RecordedTurn.objects.filter(token="f2").exists()


def test_without_scripts_the_page_says_so_and_keeps_what_was_typed(white: Client, game: Game) -> None:
    who = finished_by_black(game)
    answer = white.post(f"/games/{game.pk}/recorder", {"turns": "f2", "version": "1"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert who in page
    assert f'href="/games/{game.pk}?record=1"' in page
    assert 'value="f2"' in page


def test_a_recording_that_is_begun_after_that_is_like_any_other(white: Client, game: Game) -> None:
    address = f"/games/{game.pk}/recorder"
    finished_by_black(game)
    version = running_game(game).version
    assert "handed in" not in white.get(address).content.decode()
    assert white.post(address, {"turns": "f2", "version": version}, headers={"X-Board": "1"}).status_code == 200
    told = white.get(f"{address}/state?since={version}").json()
    assert (told["version"], "ended" in told) == (version + 1, False)


def test_the_state_of_a_game_is_for_everybody_and_moves_with_each_turn(client: Client, game: Game) -> None:
    assert client.get(f"/games/{game.pk}/state").json() == {"seen": f"game:{game.pk}=0"}
    record_turns(game.pk, seated(game, "white"), "g2", expect=0)
    assert client.get(f"/games/{game.pk}/state").json() == {"seen": f"game:{game.pk}=1"}
    Scope.objects.filter(pk=game.parent_scope.pk).update(hidden=True)
    assert client.get(f"/games/{game.pk}/state").status_code == 404


def test_it_is_only_for_those_who_may_hand_in_a_record(client: Client, game: Game, stranger) -> None:
    client.force_login(stranger)
    assert client.get(f"/games/{game.pk}/recorder").status_code == 403
    assert client.get(f"/games/{game.pk}/recorder/state").status_code == 403
    assert client.post(f"/games/{game.pk}/recorder", {"turns": "g2", "version": "0"}).status_code == 403
