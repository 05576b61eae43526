"""Value of the first move as a number of a list: in its ratings, predictions and sums; and of no other system."""

from __future__ import annotations

import pytest
from django.test import Client

from gipf_engine.ratings import all_systems, system_for
from gipf_engine.ratings.base import Known, PlayedGame
from gipf_engine.ratings.deviations import FIRST_MOVE, Estimate, SystemWithDeviations
from gipf_engine.ratings.evidence import forecasts, judge
from gipf_engine.ratings.first_move import estimate_first_move
from gipf_engine.ratings.live import Live
from players.models import Club
from ratings.core.queries.predictions import predict, predict_games
from ratings.ledger.services.ledgers import recompute
from ratings.lists.queries.explanations import explanations
from ratings.models import Pool
from ratings.pools.services.pools import choose_system, pool_for, set_parameters
from testing.factories import administrator
from testing.ratings.factories import closed_event, four, judged
from tests.engine.test_first_move import played

pytestmark = pytest.mark.core

A = 60
KEY = FIRST_MOVE.key
COUNTING = Live({KEY: A})


def test_whoever_begins_meets_a_weaker_opponent() -> None:
    """Two newcomers of 1500 ± 350: the first is rated as if he met 1440, the other as if he met 1560."""
    state = COUNTING.initial_state()
    first, second = (change.details for change in state.rate([(1, 2, 5)], 1))
    own, (weaker, stronger) = COUNTING.newcomer, (Estimate(rating, 35_000) for rating in (144_000, 156_000))
    plain = Live({})
    assert first["rating"] == plain.rate_player(own, [(weaker, 5)]).after.rating < 150_000
    assert second["rating"] == plain.rate_player(own, [(stronger, 5)]).after.rating > 150_000
    assert first["rating"] + second["rating"] == 300_000  # what one loses by a draw the other wins


def test_it_is_in_the_expected_score_of_a_game_and_not_in_that_of_a_pair() -> None:
    """1600 ± 60 v 1500 ± 80: 160 points where the first begins, 40 where the other does, 100 for the two as such."""
    own, other, plain = Known(160_000, 6_000), Known(150_000, 8_000), Live({})
    for began, gap in ((True, 160), (False, 40)):
        expected = plain.expectation(Known(150_000 + 100 * gap, 6_000), other)
        assert COUNTING.expectation_in_game(own, other, began=began) == pytest.approx(expected)
    assert COUNTING.expectation(own, other) == plain.expectation(own, other)
    assert isinstance(COUNTING, SystemWithDeviations)
    assert COUNTING.initial_state().expect(1, 2) > 0.5 == plain.initial_state().expect(1, 2)


def test_the_fit_of_a_whole_history_counts_it() -> None:
    """Person 2 begins and draws; each has two half points in two games with the average player, too, who is at 0.

    The ratings are ±r with 2 (½ − σ(r)) + ½ − σ(2r − A) = 0, where the curve is as good as straight: r = A / 4 = 15.
    """
    system = system_for("whr", {KEY: A})
    first, second = system.initial_state().rate([(2, 1, 5)], 1)
    assert [change.person for change in (first, second)] == [1, 2]
    assert [change.after for change in (first, second)] == [1515, 1485]
    games = [PlayedGame(second, 5, began=False)]
    told = system.explain_change(first, games)
    assert told.fits and told.terms[0].details["expected"] == 4569  # σ(−30): 30 above, and the other began, which is 60
    assert not system.explain_change(first, [PlayedGame(second, 5, began=True)]).fits


def test_counting_it_predicts_better_where_it_is_there_and_does_not_change_its_estimate() -> None:
    games = played(2_000, 60, 1)  # whoever begins is 30 points stronger
    without, counting = Live({}), Live({KEY: 30})
    assert judge(forecasts(counting, games)).log_loss < judge(forecasts(without, games)).log_loss
    blind = counting.without_first_move()
    assert blind.parameters == without.parameters
    assert estimate_first_move(forecasts(blind, games)) == estimate_first_move(forecasts(without, games))


def test_systems_that_have_no_place_for_it_are_as_they_were() -> None:
    """FIDE's rules ignore who begins, and so does the paper of Glicko-2."""
    for key in sorted(set(all_systems()) - {"live", "whr"}):
        system = system_for(key)
        assert KEY not in system.parameters and system.without_first_move() is system
        assert system.when_beginning(Known(150_000, 100)) == Known(150_000, 100)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_list_that_counts_it_says_so(client: Client, club: Club) -> None:
    people, admin = four(club), administrator()
    choose_system("gipf-basic", None, admin, "live")
    scope = closed_event(club, people, "A-B 1-0, C-A 1/2-1/2")
    pool = pool_for("gipf-basic")
    recompute(pool.pk)
    a, b, _c, d = (person.pk for person in people)
    judged(pool)
    assert "ignore the first move" in client.get(f"/ratings/{pool.pk}/evidence").content.decode()
    before = predict(pool, b, d).expected.score
    set_parameters(pool.pk, admin, {KEY: A})
    recompute(pool.pk)
    pool = Pool.objects.get(pk=pool.pk)
    assert predict_games(pool, [(a, b)], parent_scope=scope.key)[a, b].score == "0.54"  # two newcomers, 60 points
    assert predict(pool, b, d).expected.score > before  # B lost to somebody who began, and D is new
    assert all(told.current for told in explanations(pool, a).values())
    (told,) = explanations(pool, a).values()
    assert [round(term.expected, 2) for term in told.terms] == [0.54, 0.46]
    judged(pool)
    shown = client.get(f"/ratings/{pool.pk}/evidence").content.decode()
    assert 'count beginning as <bdi class="num">+60</bdi> points' in shown
    client.force_login(admin)
    assert "Points that beginning is worth" in client.get(f"/ratings/{pool.pk}/settings").content.decode()
    assert f'href="/ratings/{pool.pk}/settings"' in client.get(f"/ratings/{pool.pk}/evidence").content.decode()
