"""Everybody meets everybody: who leaves, and what ranks equals."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.tournaments.factories import decide, draft, entry, fresh, plan, running, table
from tests.tournaments.checklist.ways import REFUSED, form_to
from tournaments.core.errors import EventRefused
from tournaments.entries.services import leaving
from tournaments.events.services import events, lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings.queries.standings import places, standings

pytestmark = pytest.mark.django_db
FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def _after_rounds(club: Club, organiser: Account, rounds: int) -> Event:
    """Berger for five: round 1 is Ben – Eve and Cleo – Dan (Ada rests), round 2 Dan – Ada and Eve – Cleo."""
    event = running(club, organiser, FIVE)
    for number in range(rounds):
        rounds_services.start_round(event.pk, organiser)
        played = ({("Ben", "Eve"): "1-0", ("Cleo", "Dan"): "1-0"}, {("Eve", "Cleo"): "1-0", ("Ada", "Ben"): "1-0"})
        decide(event, organiser, played[number])
    return fresh(event)


def test_a53_who_leaves_before_half_is_out_of_the_standings_and_from_half_on_stays(
    club: Club, organiser: Account
) -> None:
    """Four games each. Eve has played one of them after round 1, which is less than half; two after round 2."""
    early = _after_rounds(club, organiser, 1)
    leaving.withdraw(early.pk, organiser, entry(early, "Eve").pk)
    assert {name: (rank is None, points) for rank, name, points in table(early)}["Eve"][0] is True
    assert {name: points for _rank, name, points in table(early)}["Ben"] == 0
    grid = signed_in(organiser).get(f"/events/{early.pk}/crosstable").content.decode()
    assert "Eve" in grid
    late = _after_rounds(club, organiser, 2)
    leaving.withdraw(late.pk, organiser, entry(late, "Eve").pk)
    ranks = {name: (rank is None, points) for rank, name, points in table(late)}
    assert ranks["Eve"] == (False, 10) and ranks["Ben"] == (False, 10)


def test_a53_who_stays_away_from_more_than_half_is_not_ranked_though_nobody_withdrew_the_player(
    club: Club, organiser: Account
) -> None:
    """Berger for four. Dan comes to one of three games, Cleo to two; Ada has 1½ points without the one from Dan."""
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=3)
    results = {
        ("Ada", "Dan"): "+-", ("Ben", "Cleo"): "1-0", ("Dan", "Cleo"): "1-0",
        ("Ada", "Ben"): "1/2-1/2", ("Ben", "Dan"): "+-", ("Cleo", "Ada"): "-+",
    }  # fmt: skip
    decide(event, organiser, results)
    expected = [(1, "Ada", 15), (1, "Ben", 15), (3, "Cleo", 0), (None, "Dan", 10)]
    assert table(event) == expected
    page = signed_in(organiser).get(f"/events/{event.pk}").content.decode()
    assert "left, results do not count" in page
    assert {each.rank for each in places([event])[event.pk].values()} == {1, 3, None}
    assert all(row.rank is not None for row in standings(event, after=2).rows), "there is a round to come"
    lifecycle.close_event(event.pk, organiser)
    assert table(event) == expected


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "MB", "AOB"])
def test_a54_a_round_robin_has_no_buchholz(club: Club, organiser: Account, code: str) -> None:
    with pytest.raises(EventRefused, match="has no meaning in a format with fixed pairings"):
        events.create_event(club.pk, organiser, plan=plan(tie_breaks=(code,)))
    event = draft(club, organiser)
    before = fresh(event).tie_breaks
    answer = Caller(organiser).patch(f"/events/{event.pk}", {"tie_breaks": [code]})
    assert answer.status_code in REFUSED
    client, page = signed_in(organiser), f"/events/{event.pk}/edit"
    client.post(page, form_to(client, page).untouched() | {"ranking": "own", "tie_break_1": code})
    assert fresh(event).tie_breaks == before


def test_a33_a_game_of_a_fixed_schedule_is_played_later_and_counts_as_unknown(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    rounds_services.start_round(event.pk, organiser, despite_open=True)
    assert {name: points for _rank, name, points in table(event)} == {"Ada": 10, "Ben": 0, "Cleo": 0, "Dan": 0}


def test_a35_such_a_result_is_entered_whatever_round_runs(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=3)
    decide(event, organiser, {("Ben", "Cleo"): "1-0"})
    assert {name: points for _rank, name, points in table(event)}["Ben"] == 10
