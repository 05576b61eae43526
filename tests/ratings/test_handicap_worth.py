"""Value of a handicap: estimated from games that the ratings do not count, and told on the evidence page."""

from __future__ import annotations

import math
import random

import pytest
from django.test import Client

from gipf_engine.ratings import handicaps, system_for
from gipf_engine.ratings.base import Game
from gipf_engine.ratings.handicaps import UnequalGame, estimate_handicaps
from players.models import Club
from ratings.ledger.services.ledgers import recompute
from ratings.models import Pool, Rating
from ratings.pools.services.pools import pool_for
from testing.ratings.factories import closed_event, four, judged

pytestmark = pytest.mark.core

Q = math.log(10) / 400
WORTH = 100
"""What the handicap of `unequal_periods` is worth to its owner."""


def test_four_wins_in_five_even_games_by_hand() -> None:
    """The mode of the posterior: 5 q (.8 − p(A)) = A / 150²; newcomers are even."""
    games = [UnequalGame("2/0", person, person + 100, 10 if person < 5 else 0) for person in range(1, 6)]
    (found,) = estimate_handicaps(system_for("live"), [(1, [], games)])
    advantage = found.offset.advantage
    p = 1 / (1 + math.exp(-Q * advantage))
    assert 5 * Q * (0.8 - p) == pytest.approx(advantage / 150**2)
    assert found.offset.standard_error == pytest.approx(1 / math.sqrt(5 * Q * Q * p * (1 - p) + 1 / 150**2))
    assert (found.handicap, found.offset.games, found.is_known) == ("2/0", 5, False)


def unequal_periods(seed: int) -> list[tuple[int, list[Game], list[UnequalGame]]]:
    """Forty players spread by 200 points: even games, then 600 in which anybody has a handicap, worth 100 points."""
    chance = random.Random(seed)
    strength = [chance.gauss(1500, 200) for _player in range(40)]

    def won(gap: float) -> int:
        return 10 if chance.random() < 1 / (1 + 10 ** (-gap / 400)) else 0

    periods: list[tuple[int, list[Game], list[UnequalGame]]] = []
    for day in range(60):
        games, unequal = list[Game](), list[UnequalGame]()
        for _game in range(50):
            one, two = chance.sample(range(40), 2)
            games.append((one + 1, two + 1, won(strength[one] - strength[two])))
        for _game in range(20 if day >= 30 else 0):
            one, two = chance.sample(range(40), 2)
            unequal.append(UnequalGame("1/0", one + 1, two + 1, won(strength[one] + WORTH - strength[two])))
        periods.append((day, games, unequal))
    return periods


def test_a_known_handicap_is_found_again() -> None:
    for seed in range(3):
        (found,) = estimate_handicaps(system_for("live"), unequal_periods(seed))
        assert abs(found.offset.advantage - WORTH) < 3 * found.offset.standard_error < 60
        assert found.is_known and found.offset.games == 600


@pytest.mark.slow
@pytest.mark.django_db
def test_handicaps_are_unrated_and_yet_told(client: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Newcomers of 1500: who had two more pieces won, once as White and once as Black. That is one handicap."""
    people = four(club)
    closed_event(club, people, "A-B 1-0", handicap="2/0")
    closed_event(club, people, "A-B 0-1", handicap="0/2", days=1)
    closed_event(club, people, "C-D 1-0", days=2)
    pool = pool_for("gipf-basic", club)
    recompute(pool.pk)
    pool = Pool.objects.get(pk=pool.pk)
    assert set(Rating.objects.filter(pool=pool).values_list("person", flat=True)) == {people[2].pk, people[3].pk}
    judged(pool)
    page, api = f"/ratings/{pool.pk}/evidence", f"/api/v1/pools/{pool.pk}/evidence"
    shown = client.get(page).content.decode()
    assert "2 extra pieces for White" in shown and "Not enough games yet: 2 of 100." in shown
    assert "do not count games with a handicap." in shown
    nothing = {"advantage": None, "low": None, "high": None}
    assert client.get(api).json()["handicaps"] == [{"handicap": "2/0", "games": 2, "needed": 100, **nothing}]
    monkeypatch.setattr(handicaps, "FEWEST_WITH_HANDICAP", 2)
    (told,) = client.get(api).json()["handicaps"]
    p = 1 / (1 + math.exp(-Q * told["advantage"]))
    assert 2 * Q * (1 - p) == pytest.approx(told["advantage"] / 150**2, abs=1e-5)
    Pool.objects.filter(pk=pool.pk).update(parameters={"rate_handicap": 1}, digest="another")
    judged(pool)
    assert "This list rates games with a handicap as even games." in client.get(page).content.decode()
