"""Restarts of the server cost no player time, and give him little: with a clock that only the test moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from common.jobs.models import Job
from common.jobs.services import beat, run_due
from common.journal.models import JournalEntry
from games.models import Game
from gipf_engine.clocks.clock import LONGEST_GIFT
from play.clocks.services import uptime
from play.clocks.services.flags import FLAG, fall_flag, notice_flag
from play.clocks.services.uptime import GAP_MS, look
from play.core.playing import load_game, now_ms
from play.models import OnlineGame, Presence
from players.models import Account
from testing.marks import examples
from testing.play.online import begin, play

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
MAIN_MS, INCREMENT_MS = 60_000, 1_000


class Server:
    """A web process on a machine whose time a test tells."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, tzinfo=UTC)

    def answer_for(self, milliseconds: int) -> None:
        """Time passes, and the process looks twice a second."""
        end = self.now + timedelta(milliseconds=milliseconds)
        while self.now < end:
            self.now = min(end, self.now + timedelta(seconds=uptime.LOOK_SECONDS))
            look()

    def be_away_for(self, milliseconds: int) -> None:
        """It is killed, and a new one has begun so much later."""
        self.now += timedelta(milliseconds=milliseconds)
        uptime._watch.looked = None
        look()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server()
    monkeypatch.setattr(timezone, "now", lambda: server.now)
    monkeypatch.setattr(uptime, "_watch", uptime._Watch())
    look()
    return server


def fail(*statement: object) -> object:
    """What stands in for the database while it is away."""
    raise OperationalError


def begun(accounts: tuple[Account, Account]) -> int:
    game = begin(*accounts, control="60+1")
    play(game, (accounts[0], "g2"), (accounts[1], "b3"))
    return game


def test_time_away_costs_nothing_and_is_said_in_the_journal(server: Server, accounts: tuple[Account, Account]) -> None:
    game = begun(accounts)
    server.answer_for(10_000)
    server.be_away_for(300_000)
    left = load_game(game).remaining(now_ms())
    assert 50_000 <= left[0] <= 50_000 + LONGEST_GIFT
    assert left[1] == 60_000
    entries = JournalEntry.objects.filter(scope__key=f"game:{game}", action="give-time-back")
    assert [entry.data["away_ms"] for entry in entries] == [300_000]
    look()
    assert entries.count() == 1, "once for all"
    play(game, (accounts[0], "f2"))
    assert load_game(game).plies == 3


def test_a_process_that_starts_beside_others_gives_nothing(server: Server, accounts: tuple[Account, Account]) -> None:
    game = begun(accounts)
    server.answer_for(10_000)
    server.be_away_for(GAP_MS // 2)  # this one; the row says that another was there
    assert load_game(game).remaining(now_ms())[0] == 50_000 - GAP_MS // 2


def test_a_process_that_begins_while_the_database_is_away_gives_the_time_back_before_the_first_turn(
    server: Server, accounts: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(accounts)
    server.answer_for(10_000)
    server.now += timedelta(minutes=5)
    monkeypatch.setattr(threading.Thread, "start", lambda thread: None)  # whatever looks is this test
    with connection.execute_wrapper(fail):
        uptime.watch_over_clocks()
    play(game, (accounts[0], "f2"))
    assert 51_000 <= load_game(game).remaining(now_ms())[0] <= 51_000 + LONGEST_GIFT


def test_workers_let_no_flag_fall_while_nobody_can_reach_the_server(
    server: Server, accounts: tuple[Account, Account]
) -> None:
    game = begun(accounts)
    server.answer_for(10_000)
    server.now += timedelta(minutes=5)
    beat("a worker")
    run_due(stopped=lambda: not Job.objects.filter(kind=FLAG).exists())
    fall_flag(game)
    assert not load_game(game).is_over
    server.be_away_for(0)
    fall_flag(game)
    assert not load_game(game).is_over
    server.answer_for(55_000)
    fall_flag(game)
    assert OnlineGame.objects.get(pk=game).ending == "time"


def test_a_flag_that_fell_before_stays_fallen(server: Server, accounts: tuple[Account, Account]) -> None:
    game = begun(accounts)
    deadline = OnlineGame.objects.get(pk=game).deadline
    server.answer_for(60_500)
    server.be_away_for(60_000)
    assert notice_flag(load_game(game)).online.ended_at == deadline


def test_first_turns_wait_for_the_server_too(server: Server, accounts: tuple[Account, Account]) -> None:
    game = begin(*accounts, control="60+1")
    server.answer_for(30_000)
    server.be_away_for(600_000)
    assert not notice_flag(load_game(game)).is_over
    server.answer_for(30_000 + LONGEST_GIFT + 500)
    assert notice_flag(load_game(game)).online.ending == "aborted"


def test_a_machine_that_slept_makes_up_for_it_before_a_turn_counts(
    server: Server, accounts: tuple[Account, Account]
) -> None:
    game = begun(accounts)
    server.answer_for(10_000)
    server.now += timedelta(hours=8)
    play(game, (accounts[0], "f2"))
    assert 51_000 <= load_game(game).remaining(now_ms())[0] <= 51_000 + LONGEST_GIFT


def test_nothing_is_written_twice_a_second_where_nobody_plays(server: Server) -> None:
    written = Presence.objects.get().at
    server.answer_for(20_000)
    assert Presence.objects.get().at == written


ACTS = st.lists(
    st.tuples(st.sampled_from(["turn", "restart", "page"]), st.integers(0, 9_000), st.integers(0, 90_000)), max_size=9
)


@examples(20, derandomize=True, suppress_health_check=list(HealthCheck))
@given(acts=ACTS)
def test_no_sequence_of_turns_and_restarts_gives_or_takes_time_beyond_the_bound(
    server: Server, accounts: tuple[Account, Account], acts: Sequence[tuple[str, int, int]]
) -> None:
    """The clock against a stopwatch that stops while the server is away. Who loses his line alone is charged for it."""
    look()
    game = begun(accounts)
    exact, gifts = [MAIN_MS, MAIN_MS], [0, 0]
    seat = 0
    for act, wait, away in acts:
        server.answer_for(wait)
        exact[seat] -= wait
        if act == "restart":
            server.be_away_for(away)
            if away > GAP_MS:
                gifts[seat] += 1
            else:
                exact[seat] -= away  # nobody could have noticed: no process starts in so short a time
        elif act == "turn" and not notice_flag(load_game(game)).is_over:
            position = load_game(game).running.reached.position
            play(game, (accounts[seat], position.notation(next(iter(position.legal_moves())))))
            exact[seat] += INCREMENT_MS
            seat = 1 - seat
        now = notice_flag(load_game(game))
        left = now.remaining(now_ms())
        for each in (0, 1):
            assert max(0, exact[each]) <= left[each] + 1, "nobody loses time"
            assert left[each] <= max(0, exact[each] + gifts[each] * LONGEST_GIFT), "nobody gains more than the bound"
        if now.is_over:
            assert left[seat] == 0
            break
    ended = JournalEntry.objects.filter(scope__key=f"game:{game}", action="end-game").count()
    assert ended == int(Game.objects.get(pk=game).result != "pending") <= 1
