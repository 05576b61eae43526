"""Arenas: players join, are paired when they are free, pause and leave; the clock ends it, and the table is final."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal import queries as journal
from common.journal.models import JournalEntry
from games.models import Game
from games.results.services.results import claim_result
from gipf_engine.tournament.pairing.arena import PlayerToPair, pair_free
from gipf_engine.tournament.pairing.base import Pair
from play.core.errors import PlayRefused
from play.core.playing import load_game
from play.games.services.event_games import follow_decision, note_arrival
from play.games.services.games import resign
from play.models import OnlineGame, Sanction
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.factories import ClubFactory, organiser_of, player_in
from testing.games.game_records import played, tokens_of
from testing.tournaments.arenas import ARENA
from testing.tournaments.factories import fresh, plan, table
from testing.tournaments.here import games_of, let_the_deadline_pass, make_turns, running_here
from testing.tournaments.round_trips import exported, taken_in
from tournaments.arenas import services
from tournaments.arenas.services import PAIR_ARENA, join_arena, leave_arena, pause_arena, run_arena, stop_arena
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import validate
from tournaments.core.loader import load
from tournaments.core.queries.arenas import arena_of, is_over, seats_of
from tournaments.entries.services.moving_up import set_entry_limit
from tournaments.events.services import lifecycle, undo
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Arena, ArenaPlayer, Entry, Event, RestorePoint, Round, WebhookMessage
from tournaments.notices.services import add_webhook
from tournaments.rounds.notifications import PAIRINGS
from tournaments.rounds.services.rounds import start_round

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

THREE = ("Ada", "Ben", "Cleo")
Players = Mapping[str, Account]


def running(club: Club, organiser: Account, names: tuple[str, ...] = THREE, **changes: object) -> tuple[Event, Players]:
    """An arena of 45 minutes that has started; nobody has joined."""
    event, players = running_here(club, organiser, names, rounds=0, **{**ARENA, **changes})
    return event, players


def joined(club: Club, organiser: Account, names: tuple[str, ...] = THREE) -> tuple[Event, Players]:
    """The same, where all have joined, each a second after the one before."""
    event, players = running(club, organiser, names)
    for account in players.values():
        join_arena(event.pk, account)
    first = timezone.now() - timedelta(seconds=20)
    for place, row in enumerate(ArenaPlayer.objects.order_by("entry")):
        ArenaPlayer.objects.filter(pk=row.pk).update(ready_since=first + timedelta(seconds=place))
    return event, players


def move_end(event: Event, minutes: float = -1) -> None:
    """Let the arena end so many minutes from now."""
    end = timezone.now() + timedelta(minutes=minutes)
    Arena.objects.filter(event=event).update(started_at=end - timedelta(minutes=45), ends_at=end)


def names_of(game: Game) -> tuple[str, str]:
    return game.white.name, game.black.name


def open_games(event: Event) -> list[Game]:
    return [game for game in games_of(event) if game.result == "pending"]


def play_and_lose(players: Players, game: Game, loser: str) -> None:
    """Each makes a turn, then one resigns."""
    make_turns(players, game, *tokens_of(played())[:2])
    resign(game.pk, players[loser])


class TestPairing:
    def test_those_who_joined_and_waited_longest_are_paired_at_once(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser)
        run_arena(event.pk)
        (game,) = games_of(event)
        assert set(names_of(game)) == {"Ada", "Ben"}
        online = OnlineGame.objects.get(pk=game.pk)
        assert (online.control, online.ended_at) == ("180+2", None)
        assert online.no_show_at is not None
        assert 30 < (online.no_show_at - timezone.now()).total_seconds() <= 60

    def test_who_only_registered_is_not_paired(self, club: Club, organiser: Account) -> None:
        event, players = running(club, organiser)
        join_arena(event.pk, players["Ada"])
        run_arena(event.pk)
        assert games_of(event) == []

    def test_who_has_no_account_any_more_is_not_paired(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        Account.objects.filter(pk=players["Ada"].pk).update(is_active=False)
        run_arena(event.pk)
        assert set(names_of(*games_of(event))) == {"Ben", "Cleo"}

    def test_after_a_game_the_next_one_is_against_somebody_else(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        run_arena(event.pk)
        (first,) = games_of(event)
        play_and_lose(players, first, "Ben")
        run_arena(event.pk)
        (second,) = open_games(event)
        assert "Cleo" in names_of(second)
        # Cleo's first game stands in round 2, since its opponent has had one
        rounds = load(fresh(event)).rounds
        assert [(each.number, len(each.pairings)) for each in rounds] == [(1, 1), (2, 1)]

    def test_games_that_begin_one_after_the_other_share_a_round(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        for name in ("Cleo", "Dan"):
            join_arena(event.pk, player_in(club, name=name))
        run_arena(event.pk)
        rows = load(fresh(event))
        assert [[pairing.board for pairing in each.pairings] for each in rows.rounds] == [[1, 2]]
        assert Round.objects.get(event=event).version == 2

    def test_nobody_is_paired_while_it_pauses_or_plays(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        pause_arena(event.pk, players["Ben"])
        run_arena(event.pk)
        assert set(names_of(*games_of(event))) == {"Ada", "Cleo"}
        run_arena(event.pk)
        assert len(games_of(event)) == 1
        join_arena(event.pk, players["Ben"])
        run_arena(event.pk)
        assert len(games_of(event)) == 1, "nobody else is free"

    def test_who_makes_no_first_turn_pauses_until_joining_again(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        (game,) = games_of(event)
        note_arrival(load_game(game.pk), 1)  # Black looks at the board, and White never does
        let_the_deadline_pass(game)
        missed, other = names_of(game)
        seats = {load(event).by_id[entry].name: seat for entry, seat in seats_of(load(event)).items()}
        assert seats[missed].missed and seats[missed].pauses
        assert not seats[other].pauses
        OnlineGame.objects.filter(pk=game.pk).update(ended_at=timezone.now())  # not when it will have been, in a minute
        join_arena(event.pk, players[missed])
        seats = {load(event).by_id[entry].name: seat for entry, seat in seats_of(load(event)).items()}
        assert not seats[missed].pauses

    def test_who_pauses_while_the_server_thinks_is_not_paired(
        self, club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event, players = joined(club, organiser, ("Ada", "Ben"))
        looks = iter((False, True))  # once to see whether there is anything to do, then before the lock

        def pair_beside_a_pause(found: list[PlayerToPair], now: int) -> list[Pair]:
            pairs = pair_free(found, now)
            if next(looks):
                pause_arena(event.pk, players["Ada"])
            return pairs

        monkeypatch.setattr(services, "pair_free", pair_beside_a_pause)
        run_arena(event.pk)
        assert games_of(event) == []
        assert not JournalEntry.objects.filter(scope__key=event.scope, action="pair-arena").exists()

    def test_it_asks_for_itself_again_until_the_event_is_closed(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser)
        assert Job.objects.filter(kind=PAIR_ARENA, subject=event.scope).count() == 1
        Job.objects.all().delete()
        run_arena(event.pk)
        job = Job.objects.get(kind=PAIR_ARENA)
        assert job.due_at <= timezone.now() + timedelta(seconds=4)
        move_end(event)
        Job.objects.all().delete()
        run_arena(event.pk)
        assert fresh(event).state == Event.State.CLOSED
        assert not Job.objects.filter(kind=PAIR_ARENA).exists()

    def test_a_worker_pairs_and_looks_again_four_seconds_later(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser)
        began = timezone.now()
        Job.objects.filter(kind=PAIR_ARENA).update(due_at=began)
        run_due()
        assert len(games_of(event)) == 1
        job = Job.objects.get(kind=PAIR_ARENA)
        assert (job.leased_until, job.error) == (None, "")
        assert job.due_at > began, "it is asked for anew"
        assert job.due_at <= timezone.now() + timedelta(seconds=4)

    def test_a_set_up_by_chance_is_each_games_own_and_its_seed_is_kept(self, club: Club, organiser: Account) -> None:
        event, players = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rules="lyngk-main")
        for account in players.values():
            join_arena(event.pk, account)
        run_arena(event.pk)
        one, other = games_of(event)
        assert one.setup and other.setup and one.setup != other.setup
        assert all(len(OnlineGame.objects.get(pk=game.pk).seed) == 64 for game in (one, other))


class TestComingAndGoing:
    def test_whoever_comes_later_is_registered_with_the_next_number(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        run_arena(event.pk)
        entry = join_arena(event.pk, player_in(club, name="Abe"))
        assert Entry.objects.get(pk=entry.pk).number == 4
        line = JournalEntry.objects.filter(scope__key=event.scope).order_by("-version").first()
        assert line is not None and (line.action, line.data["is_new"]) == ("join-arena", True)
        join_arena(event.pk, players["Cleo"])
        line = JournalEntry.objects.filter(scope__key=event.scope).order_by("-version").first()
        assert line is not None and line.data["is_new"] is False

    def test_nobody_registers_where_organisers_alone_do(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser, self_entry=False)
        with pytest.raises(EventRefused, match="Only organisers"):
            join_arena(event.pk, player_in(club, name="Abe"))

    def test_nobody_joins_a_full_one(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser)
        set_entry_limit(event.pk, organiser, 3)
        with pytest.raises(EventRefused, match="full"):
            join_arena(event.pk, player_in(club, name="Abe"))

    def test_who_is_suspended_from_games_does_not_join(self, club: Club, organiser: Account) -> None:
        event, players = running(club, organiser)
        Sanction.objects.create(
            person=players["Ada"].person,
            kind=Sanction.Kind.SUSPENSION,
            made_at=timezone.now(),
            until=timezone.now() + timedelta(days=1),
            made_by=organiser.pk,
        )
        with pytest.raises(PlayRefused, match="suspended"):
            join_arena(event.pk, players["Ada"])

    def test_leaving_is_for_good_and_waits_for_the_game(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        (game,) = games_of(event)
        with pytest.raises(EventRefused, match="Finish your game"):
            leave_arena(event.pk, players["Ada"])
        play_and_lose(players, game, "Ada")
        leave_arena(event.pk, players["Ada"])
        assert table(event) == [(1, "Ben", 20), (2, "Ada", 0)]
        with pytest.raises(EventRefused, match="You have left"):
            join_arena(event.pk, players["Ada"])
        with pytest.raises(EventRefused, match="not in this arena"):
            pause_arena(event.pk, players["Ada"])


class TestTheEnd:
    def test_nobody_is_paired_after_it_and_the_last_games_count(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        run_arena(event.pk)
        (game,) = games_of(event)
        move_end(event)
        for account in (players["Cleo"], player_in(club, name="Abe")):
            with pytest.raises(EventRefused, match="This arena is over"):
                join_arena(event.pk, account)
        seen = journal.version(event.scope)
        run_arena(event.pk)
        assert (len(games_of(event)), fresh(event).state) == (1, Event.State.RUNNING)
        assert journal.version(event.scope) == seen, "it was over a minute ago, and pages were told then"
        move_end(event, minutes=0)
        run_arena(event.pk)
        assert journal.version(event.scope) == seen + 1
        play_and_lose(players, game, "Ada")
        run_arena(event.pk)
        assert fresh(event).state == Event.State.CLOSED
        assert table(event) == [(1, "Ben", 20), (2, "Ada", 0), (2, "Cleo", 0)]
        assert Game.objects.get(pk=game.pk).rated_on == event.ends_on
        line = JournalEntry.objects.filter(scope__key=event.scope).order_by("-version").first()
        assert line is not None and (line.action, line.actor) == ("close-arena", None)

    def test_organisers_end_it_early_and_nobody_else(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        with pytest.raises(NotAllowed):
            stop_arena(event.pk, players["Ada"])
        with pytest.raises(EventRefused, match="the arena is still running"):
            lifecycle.close_event(event.pk, organiser)
        stop_arena(event.pk, organiser)
        arena = arena_of(fresh(event))
        assert arena is not None and is_over(arena)
        run_arena(event.pk)
        assert (fresh(event).state, games_of(event)) == (Event.State.CLOSED, [])

    def test_an_arbiter_decides_a_game_and_both_are_free(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        (game,) = games_of(event)
        claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")
        follow_decision(game.pk)
        assert all(seat.free_since is not None for seat in seats_of(load(fresh(event))).values())


class TestAsAnEvent:
    def test_it_is_played_here_in_real_time_with_its_own_points(self) -> None:
        chosen = validate(plan(**{**ARENA, "games_per_round": 2, "handicap": "by-hand", "scoring": {"win": 10}}))
        assert (chosen.no_show_minutes, chosen.games_per_round, chosen.handicap) == (1, 1, "none")
        assert {name: chosen.scoring[name] for name in ("win", "draw", "loss")} == {"win": 20, "draw": 10, "loss": 0}
        assert chosen.tie_breaks == ("TPR", "WIN")
        for control, words in (("", "choose a clock"), ("3days+10", "real time")):
            with pytest.raises(EventRefused, match=words):
                validate(plan(**{**ARENA, "time_control": control}))
        for minutes in (4, 1441):
            with pytest.raises(EventRefused, match="from 5 to 1440"):
                validate(plan(**ARENA, format_options={"minutes": minutes}))

    def test_its_start_is_undone_before_anybody_is_paired_and_not_after(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        lifecycle.unstart_event(event.pk, organiser)
        assert not Arena.objects.exists() and not ArenaPlayer.objects.exists()
        run_arena(event.pk)
        lifecycle.start_event(event.pk, organiser)
        join_arena(event.pk, players["Ada"])
        point = RestorePoint.objects.filter(event=event).order_by("version").last()
        assert point is not None
        with pytest.raises(EventRefused, match="cannot be undone"):
            undo.undo(event.pk, organiser, point.version, reason="why not")

    def test_it_starts_with_nobody(self, club: Club, organiser: Account) -> None:
        event, _players = running(club, organiser, ())
        assert fresh(event).state == Event.State.RUNNING

    def test_no_round_of_it_is_started(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser)
        with pytest.raises(EventRefused):
            start_round(event.pk, organiser)

    def test_trf_refuses_it_with_words_and_the_event_file_has_it_all(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser, ("Ada", "Ben"))
        run_arena(event.pk)
        play_and_lose(players, games_of(event)[0], "Ada")
        move_end(event)
        run_arena(event.pk)
        rows = load(fresh(event))
        for key in ("trf16", "trf26"):
            with pytest.raises(EventRefused, match="arenas, which have no rounds"):
                EXPORTERS[key].serialize(rows)
        assert b'"arena"' in EXPORTERS["json"].serialize(rows)

    def test_the_event_file_comes_back_as_it_was(self, club: Club, organiser: Account) -> None:
        event, players = joined(club, organiser)
        run_arena(event.pk)
        play_and_lose(players, games_of(event)[0], "Ada")
        run_arena(event.pk)
        (second,) = open_games(event)
        play_and_lose(players, second, "Cleo")
        move_end(event)
        run_arena(event.pk)
        before = table(event)
        there = ClubFactory()
        back = taken_in(exported(event, "json"), there, organiser_of(there))
        assert (back.format, table(back)) == ("arena", before)

    def test_the_bell_rings_for_those_who_play_whichever_round_their_game_is_in(
        self, club: Club, organiser: Account
    ) -> None:
        event, players = joined(club, organiser)
        run_arena(event.pk)
        play_and_lose(players, games_of(event)[0], "Ada")
        run_arena(event.pk)
        for name in ("Dan", "Eve"):
            players = {**players, name: player_in(club, name=name)}
            join_arena(event.pk, players[name])
        (free,) = {"Ada", "Ben", "Cleo"} - {*names_of(*open_games(event))}
        pause_arena(event.pk, players[free])
        run_arena(event.pk)
        second, third = sorted(open_games(event), key=lambda game: game.pk)
        assert {*names_of(third)} == {"Dan", "Eve"}
        told = {wanted.account: wanted.address for wanted in PAIRINGS.find(str(event.pk))}
        assert told == {players[name].pk: f"/play/{game.pk}" for game in (second, third) for name in names_of(game)}

    def test_webhooks_are_told_of_pairs(self, club: Club, organiser: Account) -> None:
        event, _players = joined(club, organiser, ("Ada", "Ben"))
        add_webhook(event.pk, organiser, "https://example.org/told", ["arena.paired"])
        run_arena(event.pk)
        (message,) = WebhookMessage.objects.all()
        told = json.loads(message.body)
        ids = Entry.objects.filter(event=event).values_list("pk", flat=True)
        assert (told["type"], set(told["data"]["entries"])) == ("arena.paired", set(ids))
