"""What those see who watch: running games with the best first, clocks, and how many look."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from common.journal.models import Scope
from games.models import Game
from play.core.services.watchers import GONE_MS, MOST_COUNTED, count_watchers, note_watcher
from play.games.services.games import abort
from play.watching.queries import best_game, running_list, watched
from players.models import Account, Person
from ratings.models import Pool, Rating
from testing.factories import AccountFactory, PersonFactory
from testing.play.online import begin, let_time_pass, play, two_accounts

pytestmark = pytest.mark.django_db


def rate(person: Person, value: int) -> None:
    pool, _new = Pool.objects.get_or_create(rules="gipf-basic")
    known = {"value": value, "games": 9, "provisional": False, "last_rated_on": timezone.localdate()}
    Rating.objects.create(pool=pool, person=person, **known)


@pytest.fixture
def games() -> tuple[int, int, int]:
    """Of people without ratings, of two strong ones, and by correspondence of the two strongest."""
    cache.clear()
    weak = begin(*two_accounts())
    pairs: list[list[Account]] = []
    for names, value in ((("Sara", "Stan"), 1800), (("Vera", "Vito"), 2000)):
        pairs.append([AccountFactory(person=PersonFactory(name=name)) for name in names])
        for account in pairs[-1]:
            rate(account.person, value)
    return weak, begin(*pairs[0]), begin(*pairs[1], control="7days+14")


def test_the_strongest_are_listed_first_and_the_best_is_played_live(games: tuple[int, int, int]) -> None:
    weak, strong, slow = games
    assert [each.pk for each in running_list()] == [slow, strong, weak]
    best = best_game()
    assert best is not None
    assert best.pk == strong
    assert best_game("lyngk-main") is None


def test_when_the_best_is_over_the_channel_goes_on_with_the_next(games: tuple[int, int, int]) -> None:
    first = best_game()
    assert first is not None
    abort(first.pk, Account.objects.get(person=first.game.game.white))
    second = best_game()
    assert second is not None
    assert second.pk == games[0]


def test_hidden_games_are_watched_by_nobody(games: tuple[int, int, int]) -> None:
    Scope.objects.filter(pk__in=Game.objects.values("parent_scope")).update(hidden=True)
    cache.clear()
    assert running_list() == []
    assert best_game() is None
    assert Client().get(f"/play/{games[1]}/positions").status_code == 404
    assert Client().get(f"/play/{games[1]}/watchers").status_code == 404


def test_games_are_listed_by_as_many_queries_however_many_there_are(
    games: tuple[int, int, int], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        assert len(running_list()) == 3
    for _more in range(4):
        begin(*(AccountFactory(person=PersonFactory()) for _seat in range(2)))
    with django_assert_max_num_queries(12):
        assert len(running_list()) == 7


def test_the_page_of_a_running_game_has_both_clocks_as_they_run() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    play(game, (white, "g2"), (black, "b3"), (white, "f2"))
    let_time_pass(game, 60_000)
    page = Client().get(f"/games/{game}").content.decode()
    clocks = re.findall(r'data-ticks="(\d+)" data-at="(\d+)"([^>]*)>', page)
    assert len(clocks) == 2
    black_left, white_left = (int(left) for left, _at, _marks in clocks)
    assert 235_000 < black_left <= 243_000, "three seconds were added to five minutes, and a minute is gone"
    assert white_left > 300_000
    assert ["data-runs" in marks for _left, _at, marks in clocks] == [True, False]
    assert watched(Game.objects.get(pk=game)) is not None


def test_positions_are_told_from_the_start_for_everyone() -> None:
    white, black = two_accounts()
    game = begin(white, black)
    play(game, (white, "g2"), (black, "b3"))
    line = Client().get(f"/play/{game}/positions").json()
    assert line["turns"] == ["g2", "b3"]
    assert [sorted(each) for each in line["boards"]] == [
        ["svg", "turn", "words"],
        ["effects", "path", "said", "turn"],
        ["effects", "path", "said", "turn"],
    ]
    assert line["boards"][1]["effects"].startswith("p:")


def test_watchers_are_counted_once_each_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    for who in ("Ada", "Ben", "Ada"):
        note_watcher(1, who)
    assert count_watchers(1) == 2
    assert count_watchers(2) == 0
    for number in range(MOST_COUNTED + 5):
        note_watcher(2, str(number))
    assert count_watchers(2) == MOST_COUNTED
    later = timezone.now().timestamp() * 1000 + GONE_MS + 1_000
    monkeypatch.setattr("play.core.services.watchers.now_ms", lambda: int(later))
    assert count_watchers(1) == 0


def test_home_shows_a_running_game_to_those_who_are_signed_out(games: tuple[int, int, int]) -> None:
    page = Client().get("/").content.decode()
    assert f'href="/games/{games[1]}"' in page
    client = Client()
    client.force_login(Account.objects.earliest("pk"))
    assert f'href="/games/{games[1]}"' not in client.get("/").content.decode()


def test_the_page_lists_boards_by_game_and_by_event(games: tuple[int, int, int]) -> None:
    page = Client().get("/watch").content.decode()
    assert [int(pk) for pk in re.findall(r'data-live="game:(\d+)"', page)] == [games[2], games[1], games[0]]
    assert 'data-live="game:' not in Client().get("/watch?rules=lyngk-main").content.decode()
    assert re.findall(r'data-live="game:(\d+)"', Client().get("/watch/best").content.decode()) == [str(games[1])]
    assert len(re.findall(r'data-live="game:', Client().get("/watch?by=event").content.decode())) == 3
