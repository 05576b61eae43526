"""What a fixed schedule foresees costs steps, which are counted and bounded; the event is made a table once."""

from __future__ import annotations

import cProfile
from typing import Any

import pytest

from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from players.models import Account, Club
from testing.tournaments.factories import running
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.core.schedule import STEPS_AN_ENTRANT, foreseen_round, scheduled_rounds
from tournaments.models import Event
from tournaments.rounds.queries.pairing_explanations import why_not
from tournaments.rounds.queries.pairing_reasons import explain_absence

pytestmark = [pytest.mark.django_db, pytest.mark.core]

PLAYERS, ROUNDS = 12, 22
"""A double round robin of twelve has 22 rounds of six boards."""


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    names = [f"Player {number:02}" for number in range(1, PLAYERS + 1)]
    return running(club, organiser, names, format="double-round-robin", rounds=1)


def test_every_round_to_come_is_foreseen_as_it_is_alone_from_one_table(event: Event) -> None:
    rows = load(event)
    with cProfile.Profile() as profile:
        rounds = list(scheduled_rounds(rows))
    assert [round_.number for round_ in rounds] == list(range(2, ROUNDS + 1))
    assert [round_.pairs for round_ in rounds] == [_pairs(rows, number) for number in range(2, ROUNDS + 1)]
    tables = [each.callcount for each in profile.getstats() if each.code is cross_table.__code__]
    assert tables == [1]


def _pairs(rows: Any, number: int) -> Any:
    made = foreseen_round(rows, number)
    assert made is not None
    return made.pairs


def test_why_two_do_not_meet_counts_the_rounds_that_are_looked_at(event: Event) -> None:
    """Six pairings of round 1; then in each of 21 rounds twelve entrants, and on six boards what White had so far."""
    rows, steps = load(event), StepCounter()
    answer = explain_absence(rows, 1, 1, 2, steps)
    assert str(answer) == "By the schedule Player 01 and Player 02 meet in round 2, 13."  # the Berger table of twelve
    assert steps.taken == 6 + (ROUNDS - 1) * (PLAYERS * STEPS_AN_ENTRANT + 6)


def test_beyond_its_steps_a_page_leaves_the_schedule_to_a_worker(event: Event, settings: Any) -> None:
    rows = load(event)
    with pytest.raises(TooManySteps):
        explain_absence(rows, 1, 1, 2, StepCounter(1_000))
    settings.EXPLANATION_STEPS_ON_A_PAGE = 1_000
    answer = why_not(rows, 1, 1, 2)
    assert (str(answer), answer.can_ask) == ("No explanation: it would take more than 1000 steps.", True)


def test_a_round_is_worked_out_when_it_is_asked_for(event: Event) -> None:
    steps = StepCounter(PLAYERS * STEPS_AN_ENTRANT + 6)
    rounds = scheduled_rounds(load(event), steps)
    assert next(rounds).number == 2
    with pytest.raises(TooManySteps):
        next(rounds)
