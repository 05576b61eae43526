"""Four players, six rounds, all by services; every pairing and every figure worked out by hand.

The Berger tables for four: 1-4 2-3 | 4-3 1-2 | 2-4 3-1, the second cycle with colours reversed, the last two
rounds of the first cycle exchanged. Points: Ada 4, Cleo 4, Ben 2½, Dan 1½.
"""

from __future__ import annotations

import pytest

from games.models import Game
from players.models import Account, Club
from testing.tournaments.factories import decide, fresh, running
from tournaments.core.loader import load
from tournaments.core.queries.cached import rows_of
from tournaments.events.services import lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.standings.queries.crosstables import cross_grid_of
from tournaments.standings.queries.standings import explain_standings, standings
from tournaments.standings.standings_files import cross_table_csv, standings_csv

pytestmark = pytest.mark.core

ROUNDS = (
    {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1/2-1/2"},
    {("Ben", "Dan"): "1-0", ("Cleo", "Ada"): "0-1"},
    {("Dan", "Cleo"): "0-1", ("Ada", "Ben"): "0-1"},
    {("Dan", "Ada"): "1/2-1/2", ("Cleo", "Ben"): "1-0"},
    {("Cleo", "Dan"): "+-", ("Ben", "Ada"): "0-1"},
    {("Dan", "Ben"): "1-0", ("Ada", "Cleo"): "1/2-1/2"},
)


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    made = running(club, organiser, format="double-round-robin")
    for results in ROUNDS:
        rounds.start_round(made.pk, organiser)
        decide(made, organiser, results)
    lifecycle.close_event(made.pk, organiser)
    return fresh(made)


def test_the_rounds_are_those_of_the_berger_tables(event: Event) -> None:
    rows = load(event)
    paired = [
        [(rows.by_id[each.white].name, rows.by_id[each.black].name) for each in round_.pairings]
        for round_ in rows.rounds
    ]
    assert paired == [
        [("Ada", "Dan"), ("Ben", "Cleo")],
        [("Ben", "Dan"), ("Cleo", "Ada")],
        [("Dan", "Cleo"), ("Ada", "Ben")],
        [("Dan", "Ada"), ("Cleo", "Ben")],
        [("Cleo", "Dan"), ("Ben", "Ada")],
        [("Dan", "Ben"), ("Ada", "Cleo")],
    ]


def test_the_standings_are_those_worked_out_by_hand(event: Event) -> None:
    table = standings(event)
    assert [
        (row.rank, row.entry.name, row.points, [value.text for value in row.values], (row.won, row.drawn, row.lost))
        for row in table.rows
    ] == [
        (1, "Ada", 40, ["1", "3", "10.75"], (3, 2, 1)),
        (2, "Cleo", 40, ["2", "3", "8.75"], (3, 2, 1)),
        (3, "Ben", 25, ["–", "2", "7.50"], (2, 1, 3)),
        (4, "Dan", 15, ["–", "1", "4.50"], (1, 1, 4)),
    ]
    assert table.is_final


def test_each_value_explains_itself_as_a_sum(event: Event) -> None:
    cleo = explain_standings(event).rows[1]
    sum_ = str(next(value for value in cleo.values if value.code == "SB").explanation)
    assert sum_.startswith("8.75 = ")
    assert "Ada" in sum_ and "Dan" in sum_


def test_the_cross_table_has_both_games_of_every_two(event: Event) -> None:
    grid = cross_grid_of(rows_of(event, 10_000), 10_000)
    marks = {
        row.standing.entry.name: [None if cell is None else [mark.text for mark in cell] for cell in row.cells]
        for row in grid.rows
    }
    # In the order of the standings: Ada, Cleo, Ben, Dan. Each cell by rounds.
    assert marks == {
        "Ada": [None, ["1", "½"], ["0", "1"], ["1", "½"]],
        "Cleo": [["0", "½"], None, ["½", "1"], ["1", "+"]],
        "Ben": [["1", "0"], ["½", "0"], None, ["1", "0"]],
        "Dan": [["0", "½"], ["0", "-"], ["0", "1"], None],
    }


def test_the_games_count_from_the_last_day_once_it_is_closed(event: Event) -> None:
    games = Game.objects.filter(paired__pairing__round__event=event)
    assert games.count() == 12
    assert {game.rated_on for game in games} == {event.ends_on}
    assert event.state == Event.State.CLOSED


def test_reopening_takes_the_games_out_of_the_lists_and_says_why(event: Event, organiser: Account) -> None:
    lifecycle.reopen_event(event.pk, organiser, reason="The last round was entered wrong.")
    assert set(Game.objects.filter(paired__pairing__round__event=event).values_list("rated_on", flat=True)) == {None}
    assert fresh(event).state == Event.State.RUNNING
    assert event.reasons.get().text == "The last round was entered wrong."


def test_the_files_say_the_same(event: Event) -> None:
    table = standings(event)
    lines = standings_csv(event, table).removeprefix("\ufeff").splitlines()
    assert lines[:2] == [
        "rank,number,name,country,rating,points,won,drawn,lost,DE,WIN,SB,standard_rules,final",
        "1,1,Ada,,,4,3,2,1,1,3,10.75,yes,yes",
    ]
    cross = cross_table_csv(event, cross_grid_of(rows_of(event, 10_000), 10_000)).removeprefix("\ufeff").splitlines()
    assert cross[0] == "rank,number,name,no. 1,no. 3,no. 2,no. 4,points,standard_rules,final"
    assert cross[2] == "2,3,Cleo,0 ½,×,½ 1,1 +,4,yes,yes"
