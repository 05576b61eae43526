"""Fair play: what players are not told about their running games and deals, on pages, by the API and in downloads."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from common.journal import queries as journal_queries
from common.journal import services as journal
from common.journal.services import open_scope
from games.attempts.services.attempts import publish_attempts
from games.core.running import scope_of
from games.fair_play import FairPlayRefused, Question, Source, is_closed, need_fair_play
from games.models import Attempt, Game
from games.recordings.services.record_turns import record_turns
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from play.games.services.games import resign
from play.models import Hint, PracticeDeal
from play.solitaires.queries.statistics import statistics_of
from play.solitaires.services.practice_attempts import begin_practice, load_played
from players.models import Account, Club
from testing.clients import signed_in
from testing.factories import AccountFactory, GameFactory, PersonFactory, seated
from testing.games.game_records import played, tokens_of
from testing.play.factories import GWG, OPEN_SETUP, day_attempt, day_deal, practice_deal
from testing.play.online import begin, play, reference_turns, two_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.core]

RULES = "gipf-basic"
CLOSED = "Under the fair play policy"
REAL_TIME, CORRESPONDENCE = "300+3", "7days+14"


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def players() -> tuple[Account, Account]:
    journal.open_scope(journal.SERVER)
    return two_accounts()


def begin_game(players: tuple[Account, Account], turns: int, control: str = REAL_TIME) -> tuple[int, list[Position]]:
    """A game that runs with so many turns, and its positions, with the one that the next turn leads to."""
    game = begin(*players, control=control)
    line = reference_turns(*players)[: turns + 1]
    play(game, *line[:turns])
    return game, reached([token for _account, token in line])


def reached(tokens: list[str]) -> list[Position]:
    """The start, and the position after each turn."""
    positions = [rules_for(RULES).start()]
    for token in tokens:
        positions.append(positions[-1].play(positions[-1].parse(token)))
    return positions


def asked(position: Position) -> dict[str, str]:
    return {"rules": RULES, "position": position.text()}


def by_key(account: Account | None) -> APIClient:
    client = APIClient()
    if account is not None:
        client.force_authenticate(account)
    return client


SURFACES: dict[str, Any] = {
    "page": lambda who, sent: signed_in(who).get(reverse("games"), sent),
    "download": lambda who, sent: signed_in(who).get(reverse("games-records"), sent),
    "api": lambda who, sent: by_key(who).get("/api/v1/collection", sent),
    "api of next turns": lambda who, sent: by_key(who).get("/api/v1/collection/turns", sent),
}
"""Everything that tells something of a position out of the collection."""


def ask(surface: str, who: Account | None, sent: dict[str, str]) -> tuple[bool, str]:
    """Whether a surface answered, and all that it said."""
    answer = SURFACES[surface](who, sent)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code == 200, body.decode()


@pytest.mark.parametrize("surface", SURFACES)
def test_the_collection_is_closed_to_players_from_the_position_after_turn_6_on(
    players: tuple[Account, Account], surface: str
) -> None:
    game, positions = begin_game(players, 8)
    for player in players:
        for ply, position in enumerate(positions):
            answered, body = ask(surface, player, asked(position))
            assert (answered, CLOSED in body) == (ply < 6, ply >= 6), f"after turn {ply}"
    resign(game, players[0])
    assert ask(surface, players[0], asked(positions[8]))[0]


@pytest.mark.parametrize("surface", SURFACES)
def test_others_and_those_who_are_not_signed_in_are_answered(players: tuple[Account, Account], surface: str) -> None:
    _game, positions = begin_game(players, 7)
    other = AccountFactory(person=PersonFactory())
    assert ask(surface, other, asked(positions[7]))[0]
    assert ask(surface, None, asked(positions[7]))[0]
    assert not ask(surface, players[1], asked(positions[7]))[0]


@pytest.mark.parametrize("surface", SURFACES)
def test_by_correspondence_the_collection_stays_open(players: tuple[Account, Account], surface: str) -> None:
    _game, positions = begin_game(players, 7, CORRESPONDENCE)
    assert ask(surface, players[0], asked(positions[7]))[0]


@pytest.mark.parametrize("surface", SURFACES)
def test_an_opening_of_six_turns_is_closed_as_the_position_is(players: tuple[Account, Account], surface: str) -> None:
    begin_game(players, 7)
    tokens = [token for _account, token in reference_turns(*players)]
    assert not ask(surface, players[0], {"rules": RULES, "opening": " ".join(tokens[:6])})[0]
    assert ask(surface, players[0], {"rules": RULES, "opening": " ".join(tokens[:5])})[0]


def test_with_fewer_than_six_turns_what_comes_next_is_open(players: tuple[Account, Account]) -> None:
    _game, positions = begin_game(players, 5)
    assert ask("page", players[0], asked(positions[6]))[0]


def test_mirror_images_are_the_same_position(players: tuple[Account, Account]) -> None:
    _game, positions = begin_game(players, 7)
    columns = str.maketrans("abcdefghi", "ihgfedcba")
    image = reached([token.translate(columns) for _account, token in reference_turns(*players)[:7]])[-1]
    assert image.text() != positions[7].text()
    assert not ask("api", players[0], asked(image))[0]


def test_analysis_is_closed_by_correspondence_too(players: tuple[Account, Account]) -> None:
    _game, positions = begin_game(players, 7, CORRESPONDENCE)
    for ply in (6, 7, 8):
        with pytest.raises(FairPlayRefused):
            need_fair_play(players[1], Question(Source.SOLVER, RULES, positions[ply]))
    need_fair_play(players[1], Question(Source.SOLVER, RULES, positions[5]))
    need_fair_play(AccountFactory(person=PersonFactory()), Question(Source.SOLVER, RULES, positions[7]))


def test_a_game_that_is_recorded_over_the_board_is_closed_until_a_result_is_reported(club: Club) -> None:
    game: Game = GameFactory(club=club, rules=RULES)
    white, black = seated(game, "white"), seated(game, "black")
    tokens = tokens_of(played())[:7]
    record_turns(game.pk, white, " ".join(tokens), expect=journal_queries.version(scope_of(game.pk)))
    position = asked(reached(tokens)[-1])
    assert not ask("page", black, position)[0]
    claim_result(game.pk, white, "1-0", source="page")
    claim_result(game.pk, black, "1-0", source="page")
    assert ask("page", black, position)[0]


def test_an_earlier_game_with_the_position_is_found_by_all_but_the_players(
    players: tuple[Account, Account], club: Club
) -> None:
    old: Game = GameFactory(club=club, rules=RULES)
    submit_record(old.pk, seated(old, "white"), " ".join(tokens_of(played())[:8]))
    _game, positions = begin_game(players, 7)
    address = reverse("game", args=[old.pk])
    assert address in ask("page", None, asked(positions[7]))[1]
    assert address not in ask("page", players[0], asked(positions[7]))[1]


# --- solvers and hints ------------------------------------------------------------------------------------


@pytest.fixture
def deal() -> PracticeDeal:
    return practice_deal(setup=OPEN_SETUP)


ENDED = {"ending": "rules", "result": "won", "counts": {"won": 1, "gates": 4, "generals": 6, "rounds": 9, "moves": 30}}


def open_round(account: Account) -> Attempt:
    """An attempt of the account at that deal, in an event whose round is not over."""
    parent_scope = open_scope("event:77", journal.open_scope(journal.SERVER).key)
    attempt = Attempt.objects.create(parent_scope=parent_scope, player=account.person, rules=GWG, setup=OPEN_SETUP)
    open_scope(attempt.scope, parent_scope.key)
    return attempt


def end_round(attempt: Attempt) -> None:
    """The player is done; the round goes on for others until the attempts are published."""
    Attempt.objects.filter(pk=attempt.pk).update(ended_at=timezone.now(), **ENDED)


def practise(account: Account) -> int:
    """An account that practises that deal."""
    return begin_practice(account, account.person, GWG, 7).pk


def find_hint(deal: PracticeDeal, attempt: int) -> None:
    """What the solver found when somebody else asked in the position of an attempt."""
    position = load_played(Attempt.objects.get(pk=attempt)).position
    turn, now = position.notation(next(iter(position.legal_moves()))), timezone.now()
    Hint.objects.create(
        deal=deal, position=position.text(), asked_at=now, found_at=now, can_be_won=True, turn=turn, par=6
    )


def table_of(account: Account, attempt: int) -> str:
    return signed_in(account).get(reverse("practice-attempt", args=[attempt])).content.decode()


def step(account: Account, attempt: int, action: str) -> str:
    address = reverse("practice-attempt-step", args=[attempt, action])
    sent = {"version": journal_queries.version(f"attempt:{attempt}")}
    return signed_in(account).post(address, sent).content.decode()


def hint_by_api(account: Account, attempt: int) -> Any:
    return by_key(account).post(f"/api/v1/practice/{attempt}/hint")


def test_hints_are_closed_to_a_player_of_the_round_until_it_is_over(deal: PracticeDeal) -> None:
    player, other = AccountFactory(person=PersonFactory()), AccountFactory(person=PersonFactory())
    attempt = open_round(player)
    own, others = practise(player), practise(other)
    find_hint(deal, own)
    assert CLOSED in step(player, own, "hint")
    assert CLOSED in hint_by_api(player, own).content.decode()
    assert "The solver, which sees every tile" not in table_of(player, own)
    assert hint_by_api(other, others).json()["found"] is True
    assert "The solver, which sees every tile" in table_of(other, others)
    end_round(attempt)
    assert CLOSED in hint_by_api(player, own).content.decode()
    publish_attempts([attempt.pk])
    assert hint_by_api(player, own).json()["found"] is True
    assert "The solver, which sees every tile" in table_of(player, own)


def test_the_solvers_result_is_closed_to_a_player_of_the_round_until_it_is_over(deal: PracticeDeal) -> None:
    player = AccountFactory(person=PersonFactory())
    attempt = open_round(player)
    own = practise(player)
    step(player, own, "resign")
    end_round(attempt)
    later = "result is shown after the round"
    assert later in table_of(player, own)
    publish_attempts([attempt.pk])
    assert later not in table_of(player, own)
    assert "round 6" in table_of(player, own)


def test_statistics_leave_out_what_the_solver_did_with_a_deal_that_is_not_over(deal: PracticeDeal) -> None:
    player = AccountFactory(person=PersonFactory())
    today = day_attempt(day_deal(datetime.date(2026, 11, 1)), player.person, **ENDED)
    Attempt.objects.filter(pk=practise(player)).update(ended_at=timezone.now(), **ENDED)
    assert [(row.played, row.compared, row.par) for row in statistics_of(player.person)] == [(1, 0, 0), (1, 0, 0)]
    publish_attempts([today.attempt_id])
    assert [(row.played, row.compared, row.par) for row in statistics_of(player.person)] == [(1, 1, 6), (1, 1, 6)]


def test_the_deal_of_the_day_is_closed_until_the_day_is_over(deal: PracticeDeal) -> None:
    player = AccountFactory(person=PersonFactory())
    today = day_attempt(day_deal(datetime.date(2026, 11, 1)), player.person)
    question = Question(Source.SOLVER, GWG, setup=OPEN_SETUP)
    assert is_closed(player, question)
    assert not is_closed(AccountFactory(person=PersonFactory()), question)
    publish_attempts([today.attempt_id])
    assert not is_closed(player, question)


# --- the policy -------------------------------------------------------------------------------------------


def test_the_policy_says_what_holds_and_is_linked_where_rated_play_begins(players: tuple[Account, Account]) -> None:
    policy = Client().get(reverse("fair-play")).content.decode()
    assert "from the position after turn 6 on" in policy
    assert "applies by account" in policy
    game, _positions = begin_game(players, 1)
    client, link = signed_in(players[0]), f'href="{reverse("fair-play")}"'
    for address in (reverse("play"), reverse("play-new"), reverse("play-game", args=[game])):
        assert link in client.get(address).content.decode(), address
