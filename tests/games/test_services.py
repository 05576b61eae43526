"""Games are made inside a parent scope's act, get their handicap before they begin, and are settled together."""

from __future__ import annotations

import datetime

import pytest

from common.journal.services import Stale, commit
from games.core.events import GamesSettled
from games.core.queries.lists import games_of, newest
from games.core.services.errors import GameRefused
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.create import create_game, reopen_games, set_handicap, settle_games
from games.results.services.results import claim_result
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.factories import GameFactory, PersonFactory, parent_scope_of, seated
from testing.games.game_records import WON_BY_BLACK
from tests.events import hearing
from tournaments.rounds.acts import StartRound

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def make(club: Club, **fields: object) -> Game:
    parent_scope = parent_scope_of(club)
    known = {"rules": "gipf-basic", "white": PersonFactory(), "black": PersonFactory()} | fields
    with commit(parent_scope.key, None, StartRound) as doing:
        return create_game(parent_scope=doing.scope, club=club, **known)


def test_a_game_begins_without_a_result(club: Club) -> None:
    game = make(club, played_on=datetime.date(2026, 3, 1), sequence=4)
    assert (game.result, game.rated, game.rated_on, game.version) == ("pending", True, None, 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "chess"},
        {"rules": "gipf-basic", "options": ["joker"]},
        {"rules": "gipf-basic", "handicap": "0/9"},
        {"rules": "gipf-tournament", "handicap": "0/1"},
        {"rules": "gipf-basic", "setup": "JJJ"},
        {"rules": "lyngk-main"},
    ],
)
def test_a_game_that_the_rules_do_not_know_is_refused(club: Club, fields: dict[str, object]) -> None:
    with pytest.raises(GameRefused):
        make(club, **fields)
    assert Game.objects.count() == 0


def test_an_arbiter_sets_the_handicap_before_the_game_begins(club: Club, organiser: Account) -> None:
    game = make(club)
    assert set_handicap(game.pk, organiser, "0/2", expect=0).handicap == "0/2"
    with pytest.raises(Stale):
        set_handicap(game.pk, organiser, "0/3", expect=0)
    with pytest.raises(GameRefused):
        set_handicap(game.pk, organiser, "4/4")
    with pytest.raises(NotAllowed):
        set_handicap(game.pk, seated(game, "white"), "0/3")
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    with pytest.raises(GameRefused, match="This game has started"):
        set_handicap(game.pk, organiser, "0/1")
    claim_result(game.pk, organiser, "pending", source="desk")
    assert set_handicap(game.pk, organiser, "").handicap == ""


def test_settling_gives_all_games_their_day_and_tells_once(club: Club) -> None:
    game = GameFactory(club=club)
    other = GameFactory(club=club, parent_scope=game.parent_scope)
    elsewhere = GameFactory(club=club)
    with hearing(GamesSettled) as heard:
        settle_games(game.parent_scope, datetime.date(2026, 3, 8))
        reopen_games(game.parent_scope)
        settle_games(game.parent_scope, datetime.date(2026, 3, 9))
    days = dict(Game.objects.values_list("pk", "rated_on"))
    day = datetime.date(2026, 3, 9)
    assert (days[game.pk], days[other.pk], days[elsewhere.pk]) == (day, day, None)
    assert [len(event.games) for event in heard] == [2, 2, 2]


# --- lists ----------------------------------------------------------------------------------------


def test_lists_show_the_canonical_persons(club: Club) -> None:
    game = GameFactory(club=club, result="1-0")
    kept = PersonFactory(name="The Same")
    game.white.merged_into = kept
    game.white.save()
    row = games_of(kept.pk)[0]
    assert (row.white_id, row.white, row.black, row.result) == (kept.pk, "The Same", game.black.name, "1-0")
    assert games_of(game.white_id) == games_of(kept.pk)


@pytest.mark.postgresql
def test_the_newest_games_are_those_with_something_to_see(club: Club, django_assert_num_queries) -> None:
    GameFactory(club=club)
    GameFactory(club=club, result="void")
    decided = GameFactory(club=club, result="1-0", played_on=datetime.date(2026, 1, 1))
    recorded = GameFactory(club=club, played_on=datetime.date(2026, 2, 1))
    submit_record(recorded.pk, seated(recorded, "white"), WON_BY_BLACK)
    with django_assert_num_queries(4):
        rows = newest(club=club, with_boards=True)
    assert [row.id for row in rows] == [recorded.pk, decided.pk]
    assert rows[0].svg.startswith("<svg")
    assert rows[1].svg == ""


@pytest.mark.postgresql
def test_of_the_newest_games_those_with_a_board_come_before_the_others(club: Club) -> None:
    recorded = GameFactory(club=club, result="0-1", played_on=datetime.date(2026, 1, 1))
    submit_record(recorded.pk, seated(recorded, "white"), WON_BY_BLACK)
    later = [GameFactory(club=club, result="1-0", played_on=datetime.date(2026, 1, day)) for day in (2, 3)]
    assert [row.id for row in newest(club=club, limit=2, with_boards=True)] == [later[1].pk, recorded.pk]
    assert [row.id for row in newest(club=club, limit=2)] == [later[1].pk, later[0].pk]
