"""Who leaves a round robin before half of the games are done is out of the standings; from half on, results stand.

Four players, three games each: Ada-Dan Ben-Cleo | Dan-Cleo Ada-Ben | Ben-Dan Cleo-Ada.
"""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from players.models import Account, Club
from testing.tournaments.factories import FOUR, decide, entry, fresh, game, running
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import leaving
from tournaments.entries.services.leaving import annuls, games_done
from tournaments.models import Entry, Event
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings.queries.crosstables import cross_grid
from tournaments.standings.queries.standings import compute

pytestmark = pytest.mark.core


def results(event: Event) -> dict[tuple[str, str], str]:
    return {
        (made.white.name, made.black.name): made.result
        for made in (
            row.game
            for each in event.rounds.all()
            for pairing in each.pairings.all()
            for row in pairing.paired_games.all()
        )
    }


def first_round(club: Club, organiser: Account, **changes: object) -> Event:
    event = running(club, organiser, rounds=1, **changes)
    decide(event, organiser, {("Ada", "Dan"): "0-1", ("Ben", "Cleo"): "1-0"})
    return event


def test_less_than_half_played_takes_the_results_out_of_the_standings(club: Club, organiser: Account) -> None:
    event = first_round(club, organiser)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    rounds_services.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Ben"): "1/2-1/2"})
    rounds_services.start_round(event.pk, organiser)
    decide(event, organiser, {("Cleo", "Ada"): "0-1"})
    table = compute(load(fresh(event)))
    # Ada: ½ and 1; Ben: 1 and ½; they drew with each other, won once each, and SB is ½ · 1½ + 1 · 0 for both.
    assert [(row.rank, row.entry.name, row.points) for row in table.rows] == [
        (1, "Ada", 15),
        (1, "Ben", 15),
        (3, "Cleo", 0),
        (None, "Dan", 10),
    ]
    assert [value.text for value in table.rows[0].values] == ["–", "1", "0.75"]


def test_the_games_of_who_left_stay_in_the_cross_table_in_brackets(club: Club, organiser: Account) -> None:
    event = first_round(club, organiser)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    rows = load(fresh(event))
    grid = cross_grid(rows, compute(rows))
    dan = next(row for row in grid.rows if row.standing.entry.name == "Dan")
    ada = next(row for row in grid.rows if row.standing.entry.name == "Ada")
    assert [(mark.text, mark.annulled) for cell in dan.cells if cell for mark in cell] == [("1", True)]
    assert [(mark.text, mark.annulled) for cell in ada.cells if cell for mark in cell] == [("0", True)]


def test_rounds_to_come_are_forfeits_from_their_start(club: Club, organiser: Account) -> None:
    event = first_round(club, organiser)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    rounds_services.start_round(event.pk, organiser)
    assert results(event)["Dan", "Cleo"] == "-+"
    assert results(event)["Ada", "Ben"] == "pending"
    page = round_page(load(event), 2)
    assert page is not None
    assert str(page.boards[0].why[0]) == "Dan has withdrawn: the game of this round is a forfeit."


def test_a_game_that_was_going_on_is_forfeited_at_once(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=2)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    leaving.withdraw(event.pk, organiser, entry(event, "Cleo").pk)
    assert results(event) == {
        ("Ada", "Dan"): "1-0",
        ("Ben", "Cleo"): "+-",
        ("Dan", "Cleo"): "+-",
        ("Ada", "Ben"): "pending",
    }


@pytest.mark.postgresql
def test_leaving_takes_as_many_queries_however_many_games_are_open(club: Club, organiser: Account) -> None:
    """Everybody waits for the lock: 99 open games must not be decided one by one."""
    counts = []
    for rounds in (2, 7):
        event = running(club, organiser, [f"{rounds}-{place}" for place in range(8)], rounds=rounds)
        one = entry(event, f"{rounds}-3")
        with CaptureQueriesContext(connection) as asked:
            leaving.withdraw(event.pk, organiser, one.pk)
        counts.append(len(asked))
        own = Game.objects.filter(paired__pairing__slots__entry=one)
        assert own.count() == rounds and not own.filter(result="pending").exists()
        assert sorted(own.values_list("claims__number", "claims__role", "version")) == [(1, "arbiter", 1)] * rounds
    assert counts[1] - counts[0] <= 1, "two codes are written in two queries"


def test_when_both_have_left_both_forfeit(club: Club, organiser: Account) -> None:
    event = first_round(club, organiser)
    for name in ("Dan", "Cleo"):
        leaving.withdraw(event.pk, organiser, entry(event, name).pk)
    rounds_services.start_round(event.pk, organiser)
    assert results(event)["Dan", "Cleo"] == "--"


def test_half_of_the_games_or_more_stand(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=2)
    decide(
        event,
        organiser,
        {("Ada", "Dan"): "0-1", ("Ben", "Cleo"): "1-0", ("Dan", "Cleo"): "1-0", ("Ada", "Ben"): "1-0"},
    )
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    rounds_services.start_round(event.pk, organiser)
    decide(event, organiser, {("Cleo", "Ada"): "0-1"})
    table = compute(load(fresh(event)))
    # Dan 1 1 -, Ada 0 1 1, Ben 1 0 +, Cleo 0 0 0: three with two points, each with one among themselves.
    assert [(row.rank, row.entry.name, row.points) for row in table.rows][-1] == (4, "Cleo", 0)
    assert {(row.entry.name, row.points) for row in table.rows[:3]} == {("Dan", 20), ("Ada", 20), ("Ben", 20)}


def test_exactly_half_stands(club: Club, organiser: Account) -> None:
    # Five players, four games each, and a rest. Two of four are done.
    event = running(club, organiser, names=(*FOUR, "Eva"), rounds=5)
    eva = entry(event, "Eva")
    rows = load(event)
    opponents = [pairing for pairing in rows.of_entry(eva.pk) if pairing.alone is None]
    for done, pairing in enumerate(opponents, 1):
        assert games_done(load(event), eva.pk) == (done - 1, 4)
        assert annuls(load(event), eva.pk) is (done - 1 < 2)
        names = tuple(rows.by_id[each].name for each in pairing.entries)
        decide(event, organiser, {(names[0], names[1]): "1-0"})


def test_a_win_by_forfeit_is_a_game_that_was_come_for_and_a_loss_is_not(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "-+", ("Ben", "Cleo"): "--"})
    done = {name: games_done(load(event), entry(event, name).pk)[0] for name in FOUR}
    assert done == {"Ada": 0, "Ben": 0, "Cleo": 0, "Dan": 1}


def test_the_arbiter_can_choose_the_other_way(club: Club, organiser: Account) -> None:
    event = first_round(club, organiser)
    dan = entry(event, "Dan")
    leaving.withdraw(event.pk, organiser, dan.pk, annul=False, reason="As announced.")
    dan.refresh_from_db()
    assert (dan.annulled, dan.withdrawn_after) == (False, 1)
    assert event.reasons.get().text == "As announced."
    # Dan and Ben won once, Ada and Cleo lost once, and nobody of the same points has met.
    assert [row.rank for row in compute(load(event)).rows] == [1, 1, 3, 3]


def test_whoever_left_can_play_on_and_the_arbiter_corrects_the_forfeits(club: Club, organiser: Account) -> None:
    event = first_round(club, organiser)
    dan = entry(event, "Dan")
    leaving.withdraw(event.pk, organiser, dan.pk)
    with pytest.raises(EventRefused, match="withdrawn already"):
        leaving.withdraw(event.pk, organiser, dan.pk)
    rounds_services.start_round(event.pk, organiser)
    leaving.readmit(event.pk, organiser, dan.pk)
    decide(event, organiser, {("Dan", "Cleo"): "pending"})
    assert game(event, "Dan", "Cleo").result == "pending"
    assert all(row.rank for row in compute(load(fresh(event))).rows)
    with pytest.raises(EventRefused, match="has not withdrawn"):
        leaving.readmit(event.pk, organiser, dan.pk)


def test_in_a_swiss_results_always_stand(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    with pytest.raises(EventRefused, match="only when all pairings are fixed"):
        leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk, annul=True)
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    assert not entry(event, "Ada").annulled


def test_a_swiss_says_that_who_leaves_is_not_paired_and_a_round_robin_that_games_are_forfeits(
    club: Club, organiser: Account, client: Client
) -> None:
    client.force_login(organiser)
    swiss = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    page = client.get(f"/events/{swiss.pk}/entries/{entry(swiss, 'Ada').pk}/withdraw").content.decode()
    assert "An open game becomes a forfeit, and the player is no longer paired." in page
    assert "those of later rounds become forfeits" not in page
    table = running(club, organiser, rounds=1)
    page = client.get(f"/events/{table.pk}/entries/{entry(table, 'Ada').pk}/withdraw").content.decode()
    assert "those of later rounds become forfeits" in page


def test_entries_of_another_event_do_not_withdraw_here(club: Club, organiser: Account) -> None:
    here, there = running(club, organiser), running(club, organiser, names=("Eva", "Finn"))
    with pytest.raises(Entry.DoesNotExist):
        leaving.withdraw(here.pk, organiser, entry(there, "Eva").pk)
    assert not entry(there, "Eva").withdrawn
