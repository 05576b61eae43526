"""Events by Keizer and McMahon from start to close. Every figure is worked out by hand."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.factories import PersonFactory
from testing.tournaments.factories import draft, entry, fresh, play, running, table
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.entries.services import byes, entries
from tournaments.events.services import lifecycle
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import explain_standings, standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def values(event: Event) -> dict[str, list[str]]:
    """Everybody's values, by name, in the order of rank."""
    return {row.entry.name: [value.text for value in row.values] for row in standings(fresh(event)).rows}


def test_a_keizer_event_of_four_goes_on_to_its_close(club: Club, organiser: Account) -> None:
    """Values 6, 5, 4, 3. Round 1, neighbours: Ada - Ben, and on the second board Dan begins against Cleo.

    Ben and Cleo win, so Ben has 6 + 4, Cleo 5 + 3, Ada 4, Dan 3. Round 2: Ben - Cleo, and of Dan and Ada, who both had
    White, the higher gets the colour that both want.
    """
    event = running(club, organiser, format="keizer", rounds_planned=3)
    play(event, organiser, {("Ada", "Ben"): "0-1", ("Dan", "Cleo"): "0-1"})
    assert standings(fresh(event)).ranked_by_points is False
    assert {name: own[0] for name, own in values(event).items()} == {
        "Ben": "10.00",
        "Cleo": "8.00",
        "Ada": "4.00",
        "Dan": "3.00",
    }
    play(event, organiser, {("Ben", "Cleo"): "1/2-1/2", ("Dan", "Ada"): "0-1"})
    # Order Ben, Cleo, Ada, Dan: Ben 6 + 4 + 5/2, Cleo 5 + 3 + 6/2, Ada 4 + 3, Dan 3: it stays.
    assert {name: own[0] for name, own in values(event).items()} == {
        "Ben": "12.50",
        "Cleo": "11.00",
        "Ada": "7.00",
        "Dan": "3.00",
    }
    first = next(row for row in explain_standings(fresh(event)).rows if row.entry.name == "Ben")
    assert str(first.values[0].explanation) == "12.50 = 6 (own place) + 4 (Ada) + ½×5 (Cleo)"
    play(event, organiser, {("Ben", "Dan"): "0-1", ("Cleo", "Ada"): "0-1"})
    lifecycle.close_event(event.pk, organiser)
    # In the first order, Ada, Ben, Cleo, Dan: Ada 6 + 3 + 4, Ben 5 + 6 + 4/2, Cleo 4 + 3 + 5/2, Dan 3 + 5. It stays:
    # Ada and Ben have 13 both, and Ada has more wins.
    assert [(rank, name) for rank, name, _points in table(event)] == [(1, "Ada"), (2, "Ben"), (3, "Cleo"), (4, "Dan")]


def test_who_comes_late_and_who_is_away_gets_a_part_of_the_own_value(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="keizer", rounds_planned=5, format_options={"absent": 3, "late": 1})
    byes.request_bye(event.pk, organiser, entry(event, "Dan").pk, 1, "zero")
    play(event, organiser, {("Ada", "Ben"): "1-0"})
    entries.enter_person(event.pk, organiser, person_id=PersonFactory(name="Zoe", member_of=club).pk)
    rounds.start_round(event.pk, organiser)
    told = {row.entry.name: str(row.values[0].explanation) for row in explain_standings(fresh(event)).rows}
    # Five players: values 8 to 4. Cleo had the bye (4/6 of the own value), Dan was away (3/6), Zoe was not there (1/6).
    assert told["Cleo"].endswith("(bye)") and "⅔×" in told["Cleo"]
    assert told["Dan"].endswith("(absent)") and "½×" in told["Dan"]
    assert "⅙×" in told["Zoe"] and "(before joining)" in told["Zoe"]


def test_the_choices_of_an_event_reach_its_pairing_and_its_standings(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="keizer", rounds_planned=5, format_options={"top": 100, "no_own": True})
    assert cross_table(load(event)).choices["top"] == 100
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Dan", "Cleo"): "0-1"})
    assert values(event)["Ada"][0] == "98.00"  # Ada, Cleo, Ben, Dan: Ben's place is worth 98, the own one nothing


def test_a_mcmahon_event_ranks_by_its_score(club: Club, organiser: Account) -> None:
    """All start with 15, since nobody has another rating than 1500: Ada - Cleo, Dan - Ben."""
    event = running(club, organiser, format="mcmahon", rounds_planned=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    found = values(event)
    start = float(found["Cleo"][0])
    assert found == {
        "Ada": [f"{start + 1:.1f}", f"{start:.1f}", f"{start + 1:.1f}"],
        "Ben": [f"{start + 1:.1f}", f"{start:.1f}", f"{start + 1:.1f}"],
        "Cleo": [f"{start:.1f}", f"{start + 1:.1f}", f"{start:.1f}"],
        "Dan": [f"{start:.1f}", f"{start + 1:.1f}", f"{start:.1f}"],
    }
    play(event, organiser, {("Ben", "Ada"): "1-0", ("Cleo", "Dan"): "1-0"})
    assert next(iter(values(event))) == "Ben"


def test_what_ranks_one_format_ranks_no_other(club: Club, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="SOS belongs to another format"):
        draft(club, organiser, format="swiss-dutch", tie_breaks=("SOS",), rounds_planned=3)
    with pytest.raises(EventRefused, match="KZ is part of the format"):
        draft(club, organiser, format="keizer", tie_breaks=("KZ",), rounds_planned=3)
    assert draft(club, organiser, format="mcmahon", tie_breaks=("SOS", "WIN"), rounds_planned=3).tie_breaks == [
        "SOS",
        "WIN",
    ]


@pytest.mark.parametrize(
    ("key", "options"),
    [("keizer", {"bye": 7}), ("keizer", {"apart": -1}), ("mcmahon", {"band": 0}), ("mcmahon", {"upper_bar": 10_000})],
)
def test_choices_out_of_bounds_are_refused(club: Club, organiser: Account, key: str, options: dict[str, int]) -> None:
    with pytest.raises(EventRefused, match="must be a number from"):
        draft(club, organiser, format=key, format_options=options, rounds_planned=3)
