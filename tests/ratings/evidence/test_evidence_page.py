"""The page that compares rating systems on a list's own games."""

from __future__ import annotations

import pytest
from django.test import Client

from common.jobs.models import Job
from common.limited_process import Limits
from games.models import Game
from gipf_engine.ratings import all_systems, first_move
from gipf_engine.ratings.evidence import Bin
from players.models import Club, Person
from ratings.evidence import queries as evidence
from ratings.evidence.calibration_chart import draw_calibration
from ratings.evidence.queries import pool_evidence
from ratings.evidence.services import EVIDENCE
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool
from ratings.pools.services.pools import pool_for
from testing.api.limits import limit
from testing.ratings.factories import closed_event, judged

pytestmark = [pytest.mark.django_db, pytest.mark.core, pytest.mark.slow]


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    """A beats B in two events: .50 expected, then 1520 against 1480: .56."""
    closed_event(club, people, "A-B 1-0")
    closed_event(club, people, "A-B 1-0", days=1)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    return Pool.objects.get(pk=pool.pk)


def test_each_game_is_predicted_from_before_its_event(pool: Pool) -> None:
    """The mean of ln 2 = .6931 and −ln .56 = .5798 is .6365; (.25 + .1936) / 2 = .2218."""
    found = judged(pool)
    assert [(row.key, row.is_own) for row in found] == [(key, key == "elo") for key in sorted(all_systems())]
    elo = found[0].evidence
    assert (round(elo.log_loss, 4), round(elo.brier, 4), elo.accuracy) == (0.6365, 0.2218, 0.75)
    assert found[1].evidence.log_loss < elo.log_loss  # Glicko-2 moves further after one game


def test_the_page_shows_it_with_a_picture_and_a_table(client: Client, pool: Pool) -> None:
    judged(pool)
    assert f'href="/ratings/{pool.pk}/evidence"' in client.get(f"/ratings/{pool.pk}").content.decode()
    shown = client.get(f"/ratings/{pool.pk}/evidence").content.decode()
    assert "0.6365" in shown and "0.2218" in shown and "0.750" in shown
    assert shown.count('class="chart calibration"') == len(all_systems())
    assert "0.530" in shown  # the mean of .50 and .56, both in one tenth


def test_beginning_is_told_once_enough_games_carry_it(
    client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games won by who began, .50 and .56 expected; the prior is N(0, 20²): q (.5 + .44) · 400 = 2.2 points."""
    page, api = f"/ratings/{pool.pk}/evidence", f"/api/v1/pools/{pool.pk}/evidence"
    judged(pool)
    assert "Not enough games yet: 2 of 2000." in client.get(page).content.decode()
    assert client.get(api).json()["first_move"] == {
        "games": 2, "needed": 2000, "advantage": None, "low": None, "high": None
    }  # fmt: skip
    monkeypatch.setattr(first_move, "FEWEST_GAMES", 2)
    shown = " ".join(client.get(page).content.decode().split())
    assert 'The first move is worth <bdi class="num">+2</bdi> points (95 % interval' in shown
    assert '<bdi class="num">−37</bdi> to <bdi class="num">+41</bdi>, from 2 games).' in shown
    told = client.get(api).json()
    assert told["first_move"]["advantage"] == pytest.approx(2.16, abs=0.03)
    own = told["systems"][0]
    assert (own["key"], own["own"], own["games"], own["drawn"], round(own["log_loss"], 4)) == (
        "elo",
        True,
        2,
        0,
        0.6365,
    )


def test_draws_are_told(client: Client, club: Club, people: list[Person]) -> None:
    closed_event(club, people, "A-B 1/2-1/2, C-D 1-0")
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    judged(pool)
    shown = client.get(f"/ratings/{pool.pk}/evidence").content.decode()
    assert "1 game was drawn" in shown and "log loss of 0.3466 here" in shown  # ln 2 / 2


@pytest.mark.postgresql
def test_it_follows_the_games_and_is_kept_while_they_stay(
    pool: Pool, people: list[Person], django_assert_num_queries
) -> None:
    judged(pool)
    with django_assert_num_queries(1):  # which systems rate the list as well
        pool_evidence(pool)
    Game.objects.filter(rated_on__gt="2026-03-01").update(result="0-1")
    recompute(pool.pk)
    with pytest.raises(evidence.NotJudgedYet):
        pool_evidence(Pool.objects.get(pk=pool.pk))
    found = judged(pool)
    assert found[0].evidence.accuracy == 0.25


def test_lists_without_games_and_with_too_many_say_so(
    client: Client, pool: Pool, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = pool_for("gipf-tournament", club)
    assert "This list has no rated games yet." in client.get(f"/ratings/{empty.pk}/evidence").content.decode()
    monkeypatch.setattr(evidence, "MOST_GAMES", 1)
    Pool.objects.update(digest="another")
    assert "too many games" in client.get(f"/ratings/{pool.pk}/evidence").content.decode()


def test_slow_systems_are_left_out_of_longer_lists(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_systems()["whr"], "most_judged", 1)
    Pool.objects.update(digest="another")
    found = judged(pool)
    assert {row.key for row in found} == set(all_systems()) - {"whr"}


def test_a_perfect_forecast_lies_on_the_diagonal() -> None:
    """The picture is 260 wide with 40 at the left, 12 at the right; 30 below, 12 above: half is (144, 121)."""
    drawn = draw_calibration([Bin(0.5, 0.6, 9, 0.5, 0.5)], 'a "b" <c>')
    assert 'cx="144.0" cy="121.0" r="11.0"' in drawn
    assert "<title>0.50 → 0.50 (9)</title>" in drawn
    assert 'aria-label="a &quot;b&quot; &lt;c&gt;"' in drawn
    with pytest.raises(ValueError, match="needs games"):
        draw_calibration([], "")


def test_a_page_asks_a_worker_once_and_says_that_it_comes_again(client: Client, pool: Pool) -> None:
    page, api = f"/ratings/{pool.pk}/evidence", f"/api/v1/pools/{pool.pk}/evidence"
    for _time in range(3):
        answer = client.get(page)
        assert answer.status_code == 503 and answer["Retry-After"] == answer["Refresh"] == "5"
    told = client.get(api)
    assert told.status_code == 503 and told.json()["code"] == "being-computed" and told["Retry-After"] == "5"
    assert Job.objects.filter(kind=EVIDENCE).count() == 1
    judged(pool)
    assert client.get(page).status_code == client.get(api).status_code == 200


def test_who_asked_for_too_much_asks_no_worker(client: Client, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "HEAVY_BY_READER", 0)
    assert client.get(f"/ratings/{pool.pk}/evidence").status_code == 429
    assert not Job.objects.filter(kind=EVIDENCE).exists()


def test_a_system_that_takes_too_much_is_left_out(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = evidence.LIMITS
    monkeypatch.setattr(evidence, "LIMITS", Limits(limits.cpu_seconds, limits.wall_seconds, 2**20))
    assert judged(pool) == []
