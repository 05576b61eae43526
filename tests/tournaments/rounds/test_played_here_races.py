"""Rounds that are played on this server, with real threads: acts on the event against acts on a board."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from common.journal.services import Stale
from games.models import Claim, Game, RecordedTurn, Recording
from play.core.playing import load_game
from play.games.services.event_games import follow_decision
from play.games.services.games import play_turn
from play.models import OnlineGame
from players.models import Account
from testing.factories import ClubFactory, organiser_of
from testing.games.game_records import played, tokens_of
from testing.tournaments.here import games_of, let_the_deadline_pass, make_turns, running_here
from tests.threads import at_once
from tournaments.core.errors import EventRefused
from tournaments.entries.services import leaving
from tournaments.models import Entry, Event, Round
from tournaments.rounds.services import boards
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services.round_drafts import draft_round, publish_round
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]
SEEDS = (1, 2)
LONGEST_DELAY = 0.03


def begun(rounds: int = 1) -> tuple[Event, dict[str, Account], Account]:
    club = ClubFactory()
    organiser = organiser_of(club)
    event, players = running_here(club, organiser, rounds=rounds, format="swiss-dutch", rounds_planned=3)
    return event, players, organiser


def later(chance: random.Random, act: Callable[[], object]) -> Callable[[], object]:
    delay = chance.random() * LONGEST_DELAY
    return lambda: (time.sleep(delay), act())[1]


def test_a_round_that_two_publish_and_one_starts_begins_once() -> None:
    event, _players, organiser = begun(rounds=0)
    draft_round(event.pk, organiser, RoundOptions(number=1))
    publish = lambda: publish_round(event.pk, organiser)  # noqa: E731  the same twice
    answers = at_once(publish, publish, lambda: rounds_services.start_round(event.pk, organiser, number=1))
    assert sum(isinstance(answer, Round) for answer in answers) == 1, answers
    assert all(isinstance(answer, Round | Stale | EventRefused) for answer in answers), answers
    assert [game.online for game in games_of(event)] == [True, True]
    assert OnlineGame.objects.filter(ended_at=None).count() == Recording.objects.count() == 2


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_turn_against_a_withdrawal_gives_one_result(seed: int) -> None:
    event, players, organiser = begun()
    game, *_others = games_of(event)
    *before, last = tokens_of(played())
    make_turns(players, game, *before)
    chance, version = random.Random(seed), load_game(game.pk).version
    winner = Entry.objects.get(members__person=game.black)
    answers = at_once(
        later(chance, lambda: play_turn(game.pk, players[game.black.name], last, expect=version)),
        later(chance, lambda: leaving.withdraw(event.pk, organiser, winner.pk, reason="ill")),
    )
    follow_decision(game.pk)
    roles = list(Claim.objects.filter(game=game).order_by("number").values_list("role", flat=True))
    result = Game.objects.get(pk=game.pk).result
    assert (result == "1-0") == ("arbiter" in roles), (answers, roles)
    assert result in ("0-1", "1-0")
    assert load_game(game.pk).is_over


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_against_a_round_that_is_taken_back_is_stored_whole_or_refused(seed: int) -> None:
    event, players, organiser = begun()
    game, *_others = games_of(event)
    make_turns(players, game, "g2")
    chance, version = random.Random(seed), load_game(game.pk).version
    at_once(
        later(chance, lambda: play_turn(game.pk, players[game.black.name], "b3", expect=version)),
        later(chance, lambda: rounds_services.delete_round(event.pk, organiser, 1)),
    )
    follow_decision(game.pk)
    assert not games_of(event)
    assert load_game(game.pk).online.ending == "aborted"
    assert RecordedTurn.objects.filter(recording__game=game).count() in (1, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deadline_against_an_arbiter_ends_the_game_once(seed: int) -> None:
    event, _players, organiser = begun()
    game, *_others = games_of(event)
    chance, pairing = random.Random(seed), game.paired.pairing_id
    at_once(
        later(chance, lambda: let_the_deadline_pass(game)),
        later(
            chance, lambda: boards.play_over_the_board(event.pk, organiser, pairing, reason="they have met after all")
        ),
    )
    follow_decision(game.pk)
    board = load_game(game.pk)
    new = games_of(event)[0]
    assert (board.online.ending, new == game) in (("no-show", True), ("aborted", False))
    assert (new.result, new.online) == (("--", True) if new == game else ("pending", False))
