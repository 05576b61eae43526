"""Value of a handicap as a number of a list: in its ratings, sums and predictions; and of no other system."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.base import Known, PlayedGame
from gipf_engine.ratings.deviations import HANDICAP_WORTH, Estimate
from gipf_engine.ratings.evidence import forecasts
from gipf_engine.ratings.live import Live
from players.models import Account, Club, Person
from ratings.comparison.queries import effects
from ratings.core.ledger import handicap_steps
from ratings.core.periods import read_periods
from ratings.core.queries.predictions import predict_games
from ratings.ledger import replaying
from ratings.ledger.replaying import replay
from ratings.ledger.services.ledgers import difference, recompute
from ratings.lists.queries.explanations import explanations
from ratings.lists.queries.hindsight import hindsight
from ratings.models import Pool, Rating
from ratings.pools.services.pools import choose_system, set_parameters
from testing.factories import administrator
from testing.ratings.factories import closed_event, game_between, judged

pytestmark = pytest.mark.core

A = 60
KEY = HANDICAP_WORTH.key
COUNTING = Live({KEY: A, "rate_handicap": 1})


def test_each_piece_is_a_step_of_whoever_has_it() -> None:
    asked = ("2/0", "0/3", "", "0/0")
    assert [handicap_steps("gipf-basic", each) for each in asked] == [2, -3, 0, 0]
    assert handicap_steps("gipf-standard", "2/0") == handicap_steps("gone", "2/0") == 0


def test_whoever_has_it_meets_a_weaker_opponent() -> None:
    """Two newcomers of 1500 ± 350, two pieces for the second: the first meets 1620, the other 1380."""
    first, second = (change.details for change in COUNTING.initial_state().rate_unequal([(1, 2, 5)], [-2], 1))
    plain = Live({})
    for told, met in ((first, 162_000), (second, 138_000)):
        expected = plain.rate_player(plain.newcomer, [(Estimate(met, 35_000), 5)]).after
        assert (told["rating"], told["deviation"]) == (expected.rating, expected.deviation)
    assert first["rating"] > 150_000 > second["rating"]


def test_it_adds_to_what_beginning_is_worth() -> None:
    """1600 ± 60 v 1500 ± 80: 100 points, 10 for beginning, and 60 for each piece."""
    system = Live({KEY: A, "rate_handicap": 1, "first_move": 10})
    own, other, plain = Known(160_000, 6_000), Known(150_000, 8_000), Live({})
    for steps, began, gap in ((1, True, 170), (-2, True, -10), (1, False, 150), (0, False, 90)):
        expected = plain.expectation(Known(150_000 + 100 * gap, 6_000), other)
        assert system.expectation_in_game(own, other, began=began, steps=steps) == pytest.approx(expected)


def test_the_fit_of_a_whole_history_counts_it() -> None:
    """As a first move of 60 does (`test_first_move_counted`): the ratings are ±A / 4, and the other had the piece."""
    system = system_for("whr", {KEY: A, "rate_handicap": 1})
    first, second = system.initial_state().rate_unequal([(2, 1, 5)], [1], 1)
    assert [change.after for change in (first, second)] == [1515, 1485]
    told = system.explain_change(first, [PlayedGame(second, 5, began=False, steps=-1)])
    assert told.fits and told.terms[0].details["expected"] == 4569
    curves = system.curves([(1, [(2, 1, 5)])], [[1]])
    assert [round(curves[person][0].rating / 100) for person in (1, 2)] == [1515, 1485]


def test_forecasts_count_it_and_other_systems_do_not() -> None:
    periods = [(1, [(1, 2, 10)])]
    (even,), (ahead,) = forecasts(COUNTING, periods), forecasts(COUNTING, periods, [[3]])
    assert even.expected == 0.5 < ahead.expected
    for key in sorted(set(all_systems()) - {"live", "whr"}):
        system = system_for(key, {"rate_handicap": 1})
        assert KEY not in system.parameters and not system.weighs_handicap
        assert forecasts(system, periods, [[3]]) == forecasts(system, periods)


@pytest.fixture
def pool(club: Club, people: list[Person]) -> Pool:
    """A has two more pieces as White and draws with B; C and D draw without."""
    pool = choose_system("gipf-basic", club, administrator(), "live")
    closed_event(club, people, "A-B 1/2-1/2", handicap="2/0")
    closed_event(club, people, "D-C 1/2-1/2", days=1, handicap="0/1")
    closed_event(club, people, "C-D 1/2-1/2", days=2)
    return set_parameters(pool.pk, administrator(), {KEY: A, "rate_handicap": 1})


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["live", "whr"])
def test_a_list_counts_it_in_ratings_sums_and_predictions(
    club: Club, people: list[Person], pool: Pool, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "LEAST_GAMES", 1)
    Pool.objects.filter(pk=pool.pk).update(system=system)
    recompute(pool.pk)
    pool = Pool.objects.get(pk=pool.pk)
    a, b, _c, d = people
    assert [period.steps for period in read_periods(pool, pool.rating_system)] == [[2], [-1], [0]]
    values = dict(Rating.objects.filter(pool=pool).values_list("person", "value"))
    assert values[a.pk] < 1500 < values[b.pk] and values[a.pk] + values[b.pk] == 3000
    assert all(told.current for person in people for told in explanations(pool, person.pk).values())
    (told,) = explanations(pool, b.pk)[1].terms
    assert told.expected < 0.5
    game = game_between(Game.objects.get(white=a).parent_scope, a, b)
    found = predict_games(pool, [(a.pk, b.pk)], parent_scope=game.parent_scope.key, games={(a.pk, b.pk): game})
    assert found[a.pk, b.pk].expected.score > 0.5
    (effect,) = effects(game, "1/2-1/2")
    assert [(seat.before, seat.after) for seat in effect.seats] == [(values[a.pk],) * 2, (values[b.pk],) * 2]
    Game.objects.filter(white=d).update(result="0-1")
    recompute(pool.pk)  # from the checkpoint behind the first event
    pool = Pool.objects.get(pk=pool.pk)
    assert not difference(pool, replay(pool)) and replay(pool).digest == pool.digest
    if system == "whr":
        assert [known.rating for known in hindsight(pool, a.pk)] == [values[a.pk]]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_estimate_does_not_follow_the_number_and_the_page_shows_both(
    pool: Pool, organiser: Account, client: Client
) -> None:
    recompute(pool.pk)
    pool.refresh_from_db()
    counted = judged(pool)
    set_parameters(pool.pk, administrator(), {KEY: 0})
    recompute(pool.pk)
    pool.refresh_from_db()
    without = judged(pool)
    assert counted and without and counted[0].handicaps == without[0].handicaps
    assert [each.handicap for each in counted[0].handicaps] == ["1/0", "2/0"]
    set_parameters(pool.pk, administrator(), {KEY: A})
    client.force_login(organiser)
    shown = client.get(f"/ratings/{pool.pk}/evidence").content.decode()
    assert 'count each piece of a handicap as <bdi class="num">+60</bdi> points' in shown
    settings = client.get(f"/ratings/{pool.pk}/settings").content.decode()
    assert "Points that each piece of a handicap is worth" in settings
