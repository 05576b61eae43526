"""Knock-outs, leagues of groups and matches of teams from start to close. Every figure is worked out by hand."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace

import pytest

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.factories import PersonFactory
from testing.tournaments.factories import decide, draft, entry, fresh, game, play, running, table, with_players
from testing.tournaments.hand_edits import exchange_entries
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig, config_of
from tournaments.core.loader import load
from tournaments.entries.services import byes as byes_services
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.models import Event, Round
from tournaments.results.queries.desk import desk
from tournaments.rounds.services import rounds
from tournaments.standings.queries.crosstables import cross_grid
from tournaments.standings.queries.standings import explain_standings, standings
from tournaments.standings.standings_files import standings_csv

pytestmark = [pytest.mark.django_db, pytest.mark.core]

FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eve")
SIX = (*FIVE, "Fay")


# --- knock-out ------------------------------------------------------------------------------------------


def test_a_knock_out_of_five_goes_on_to_its_winner(club: Club, organiser: Account) -> None:
    """A tree of eight: 1 - none, 4 - 5, 2 - none, 3 - none. So round 1 is Dan - Eve, and the others go on.

    Colours alternate down the tree, the better number begins in its first match: in the second Eve does. Round 2: Ada,
    who has not begun yet, begins against Eve, and in the second match Cleo against Ben. In the final both have begun
    once, so Ada does; Ben has begun less often than Eve. The losers of the semifinals meet for third place.
    """
    event = running(club, organiser, FIVE, format="knock-out", format_options={"third_place": True})
    assert fresh(event).tie_breaks == []
    assert load(event).rounds_total == 3
    play(event, organiser, {("Eve", "Dan"): "1-0"})
    byes = Counter(pairing.kind for pairing in load(event).rounds[0].pairings)
    assert byes == {"game": 1, "pab": 3}
    play(event, organiser, {("Ada", "Eve"): "1-0", ("Cleo", "Ben"): "1-0"})
    assert standings(fresh(event)).ranked_by_points is False
    play(event, organiser, {("Ada", "Cleo"): "0-1", ("Ben", "Eve"): "1-0"})
    lifecycle.close_event(event.pk, organiser)
    assert [(rank, name) for rank, name, _points in table(event)] == [
        (1, "Cleo"),
        (2, "Ada"),
        (3, "Ben"),
        (4, "Eve"),
        (5, "Dan"),
    ]
    assert [str(row.values[0].explanation) for row in explain_standings(fresh(event)).rows] == [
        "not beaten",
        "beaten in round 3",
        "beaten in round 2, won the match for third place",
        "beaten in round 2",
        "beaten in round 1",
    ]


def test_a_drawn_match_is_a_blocker_with_both_names(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="knock-out", rules="gipf-standard")
    rounds.start_round(event.pk, organiser)
    (one, other) = (pairing.games[0].id for pairing in load(event).rounds[0].pairings)
    claim_result(one, organiser, "1/2-1/2", source="desk")
    claim_result(other, organiser, "1-0", source="desk")
    step = next(step for step in desk(load(fresh(event))).steps if step.action == "round")
    (blocker,) = step.blockers
    assert "Ada" in str(blocker) and "Dan" in str(blocker) and "has no winner" in str(blocker)
    with pytest.raises(EventRefused, match="has no winner"):
        rounds.start_round(event.pk, organiser)
    claim_result(one, organiser, "0-1", source="desk", reason="Played off.")
    assert rounds.start_round(event.pk, organiser).number == 2


@pytest.mark.parametrize("late", [True, False])
def test_nobody_joins_a_tree_or_changes_places_in_it(club: Club, organiser: Account, late: bool) -> None:
    event = running(club, organiser, rounds=1, format="knock-out")
    with pytest.raises(EventRefused):
        if late:
            entries.enter_person(event.pk, organiser, person_id=PersonFactory(name="Zoe", member_of=club).pk)
        else:
            one, other = (entry(event, name).pk for name in ("Ada", "Ben"))
            exchange_entries(event.pk, organiser, 1, one, other, reason="Why not.")
    with pytest.raises(EventRefused, match="has no byes on request"):
        byes_services.request_bye(event.pk, organiser, entry(event, "Ada").pk, 2, "half")


def test_a_tree_belongs_to_knock_outs_alone(club: Club, organiser: Account) -> None:
    for key in ("knock-out", "round-robin", "swiss-dutch"):
        with pytest.raises(EventRefused, match="KO is part of the format"):
            draft(club, organiser, format=key, tie_breaks=("KO",), rounds_planned=3)


# --- deadlines ------------------------------------------------------------------------------------------

LONG_AGO, LATER = datetime.date(2026, 3, 20), datetime.date(2199, 1, 1)


def test_games_past_their_day_are_listed_for_the_arbiter(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="knock-out")
    rounds.start_round(event.pk, organiser, played_on=event.starts_on, deadline=LONG_AGO)
    assert [(each.white, each.black, each.deadline) for each in desk(load(event)).overdue] == [
        ("Ada", "Dan", LONG_AGO),
        ("Cleo", "Ben", LONG_AGO),
    ]
    decide(event, organiser, {("Ada", "Dan"): "+-"})
    assert [each.game for each in desk(load(event)).overdue] == [game(event, "Cleo", "Ben").pk]
    rounds.set_deadline(event.pk, organiser, 1, LATER)
    assert desk(load(event)).overdue == ()
    rounds.set_deadline(event.pk, organiser, 1, None)
    assert Round.objects.get().deadline is None


def test_a_round_does_not_end_before_it_begins(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="knock-out")
    with pytest.raises(EventRefused) as refusal:
        rounds.start_round(event.pk, organiser, deadline=datetime.date(2026, 3, 6))
    assert refusal.value.field == "deadline" and not Round.objects.exists()


# --- leagues --------------------------------------------------------------------------------------------


def league(club: Club, organiser: Account, **more: object) -> Event:
    return running(club, organiser, SIX, format="league", format_options={"groups": 2, **more})


def test_a_league_ranks_each_group_and_says_who_moves(club: Club, organiser: Account) -> None:
    """Groups 1-3 and 4-6. Three each: Berger rounds 2-3 (4: nobody); 1-2 ... of a table for four.

    Round 1: 1 rests, 2-3; round 2: 1-2, 3 rests; round 3: 2 rests, 3-1. The same for 4 to 6.
    """
    event = league(club, organiser)
    assert [entry(event, name).group for name in SIX] == [1, 1, 1, 2, 2, 2]
    play(event, organiser, {("Ben", "Cleo"): "1-0", ("Eve", "Fay"): "0-1"})
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Dan", "Eve"): "1-0"})
    play(event, organiser, {("Cleo", "Ada"): "0-1", ("Fay", "Dan"): "1-0"})
    found = standings(fresh(event))
    assert [(row.entry.group, row.rank, row.entry.name, row.points, row.move) for row in found.rows] == [
        (1, 1, "Ada", 20, ""),
        (1, 2, "Ben", 10, ""),
        (1, 3, "Cleo", 0, "down"),
        (2, 1, "Fay", 20, "up"),
        (2, 2, "Dan", 10, ""),
        (2, 3, "Eve", 0, ""),
    ]
    assert [group for group, _rows in found.groups] == [1, 2]


def test_who_shares_a_place_across_the_border_is_left_to_the_organiser(club: Club, organiser: Account) -> None:
    """All three of group 1 win once: nothing parts them, and one would have to go."""
    event = running(club, organiser, SIX, format="league", format_options={"groups": 2}, tie_breaks=())
    play(event, organiser, {("Ben", "Cleo"): "1-0", ("Eve", "Fay"): "0-1"})
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Dan", "Eve"): "1-0"})
    play(event, organiser, {("Cleo", "Ada"): "1-0", ("Fay", "Dan"): "1-0"})
    moves = {row.entry.name: row.move for row in standings(fresh(event)).rows}
    assert moves == {"Ada": "open", "Ben": "open", "Cleo": "open", "Fay": "up", "Dan": "", "Eve": ""}


def test_groups_of_a_league_have_cross_tables_of_their_own(club: Club, organiser: Account) -> None:
    event = league(club, organiser)
    play(event, organiser, {("Ben", "Cleo"): "1-0", ("Eve", "Fay"): "0-1"})
    rows = load(event)
    parts = cross_grid(rows, standings(fresh(event))).parts
    assert [(part.group, len(part.heads), len(part.rows)) for part in parts] == [(1, 3, 3), (2, 3, 3)]


def test_a_leagues_table_for_spreadsheets_begins_with_the_groups(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="league", format_options={"groups": 2})
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Cleo", "Dan"): "1-0"})
    lines = standings_csv(fresh(event), standings(fresh(event))).removeprefix("\ufeff").splitlines()
    assert [line.split(",")[:4] for line in lines] == [
        ["group", "rank", "number", "name"],
        ["1", "1", "1", "Ada"],
        ["1", "2", "2", "Ben"],
        ["2", "1", "3", "Cleo"],
        ["2", "2", "4", "Dan"],
    ]


def test_groups_can_be_given_by_hand_and_need_enough_players(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, SIX, format="league", format_options={"groups": 2})
    ids = {name: entry(event, name).pk for name in SIX}
    by_hand = {ids[name]: group for name, group in zip(SIX, (2, 1, 2, 1, 2, 1), strict=True)}
    for wrong in ({}, by_hand | {ids["Ada"]: 3}, dict.fromkeys(by_hand, 1)):
        with pytest.raises(EventRefused) as refusal:
            lifecycle.start_event(event.pk, organiser, grouping="hand", groups=wrong)
        assert refusal.value.field == "groups"
    lifecycle.start_event(event.pk, organiser, grouping="hand", groups=by_hand)
    assert [entry(event, name).group for name in SIX] == [2, 1, 2, 1, 2, 1]


def test_groups_that_are_given_stay_as_many_as_they_are(club: Club, organiser: Account) -> None:
    event = league(club, organiser)
    plan = config_of(fresh(event))
    with pytest.raises(EventRefused, match="Players are already in their groups"):
        events.edit_event(event.pk, organiser, plan=_with_options(plan, groups=3))
    events.edit_event(event.pk, organiser, plan=_with_options(plan, groups=2, down=0))
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="can no longer change"):
        events.edit_event(event.pk, organiser, plan=_with_options(plan, groups=2, down=1))


def _with_options(plan: EventConfig, **options: int) -> EventConfig:
    return replace(plan, format_options=options)


def test_a_league_needs_two_players_in_each_group(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, ("Ada", "Ben", "Cleo"), format="league", format_options={"groups": 2})
    with pytest.raises(EventRefused, match="2 groups need at least 4 players; registered: 3"):
        lifecycle.start_event(event.pk, organiser)


def test_whoever_enters_after_the_start_goes_to_the_smallest_group(club: Club, organiser: Account) -> None:
    event = running(club, organiser, FIVE, format="league", format_options={"groups": 2})
    late = entries.enter_person(event.pk, organiser, person_id=PersonFactory(name="Fay", member_of=club).pk)
    assert (late.number, late.group) == (6, 2)


# --- matches of teams -----------------------------------------------------------------------------------


def test_a_scheveningen_match_adds_up_for_its_teams(club: Club, organiser: Account) -> None:
    """Numbers 1 4 against 2 3, there and back. Round 1: 1-2 and 4-3, the first team begins; round 2: 1-3, 4-2."""
    event = running(club, organiser, format="scheveningen")
    assert [entry(event, name).group for name in ("Ada", "Ben", "Cleo", "Dan")] == [1, 2, 2, 1]
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Dan", "Cleo"): "1-0"})
    play(event, organiser, {("Cleo", "Ada"): "0-1", ("Ben", "Dan"): "1-0"})
    lifecycle.close_event(event.pk, organiser)
    found = standings(fresh(event))
    assert [(team.number, team.points) for team in found.teams] == [(1, 30), (2, 10)]
    parts = cross_grid(load(event), found).parts
    assert [(part.group, part.is_team, [row.standing.entry.name for row in part.rows]) for part in parts] == [
        (1, True, ["Ada", "Dan"]),
        (2, True, ["Ben", "Cleo"]),
    ]


def test_teams_of_unequal_size_take_as_many_rounds_as_the_larger(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, format="scheveningen")
    ids = {name: entry(event, name).pk for name in ("Ada", "Ben", "Cleo", "Dan")}
    groups = {ids["Ada"]: 1, ids["Ben"]: 2, ids["Cleo"]: 2, ids["Dan"]: 2}
    lifecycle.start_event(event.pk, organiser, grouping="hand", groups=groups)
    assert load(fresh(event)).rounds_total == 3
    rounds.start_round(event.pk, organiser)
    kinds = Counter(pairing.kind for pairing in load(event).rounds[0].pairings)
    assert kinds == {"game": 1, "rest": 2}
