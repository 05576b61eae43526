"""A round of teams explains itself, and says why two teams did not meet: from what was known when it was paired."""

from __future__ import annotations

import pytest
from django.test import Client

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, fresh, game
from testing.tournaments.teams import line_up_all, running_teams
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.teams.queries.explanations import explain_matches, why_not_teams

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def second_round(club: Club, organiser: Account) -> Event:
    """Ants beat Cats and Bees beat Dogs, so that Ants meet Bees."""
    event, players = running_teams(club, organiser, format="team-swiss", rounds_planned=3)
    line_up_all(event, players, 1)
    for match in load(event).rounds[0].pairings:
        white, black = (load(event).by_id[each].name for each in match.entries)
        decide(event, organiser, {(white, black): "1-0" if white[0] in "AB" else "0-1"})
    rounds.start_round(event.pk, organiser)
    return fresh(event)


def told(event: Event, number: int) -> list[list[str]]:
    """By table what the page says of each match."""
    rows = load(event)
    found = explain_matches(rows, number)
    assert found.differences == () and found.missing is None
    return [[str(each) for each in found.reasons[match.id]] for match in rows.rounds[number - 1].matches]


def test_each_match_says_by_which_article_the_two_meet_and_who_has_white(club: Club, organiser: Account) -> None:
    event = second_round(club, organiser)
    assert told(event, 2)[0] == [
        "Upper half meets lower half in the 2-point bracket (3.6).",
        "Bees has the lower colour difference, Whites less Blacks, and gets White (4.3.5).",
    ]
    assert str(why_not_teams(load(event), 2, 1, 3)) == (
        "Ants and Cats met in round 1, and no two teams meet twice (article 2.1.1, C1)."
    )
    assert str(why_not_teams(load(event), 2, 1, 4)) == (
        "If Ants met Dogs, more teams would move up to play in the group with 2 points: 2 instead of 0. As few teams as"
        " possible move up (article 2.3.1, C4)."
    )
    assert str(why_not_teams(load(event), 2, 1, 2)) == "Ants and Bees do meet in this round."


def test_a_result_that_is_corrected_later_changes_no_explanation(club: Club, organiser: Account) -> None:
    event = second_round(club, organiser)
    before = told(event, 2)
    for white, black, code in (("Ada", "Cleo", "0-1"), ("Cy", "Al", "1-0")):
        changed = game(event, white, black).pk
        confirmed(claim_result, changed, organiser, code, source="desk", role="arbiter", reason="The slip was misread.")
    assert told(fresh(event), 2) == before


def test_the_page_and_the_api_answer_and_a_schedule_names_the_round(club: Club, organiser: Account) -> None:
    event = second_round(club, organiser)
    page = Client().get(f"/events/{event.pk}/pairings/2?one=1&two=3").content.decode()
    assert "Ants and Cats met in round 1" in page and "Upper half meets lower half" in page
    caller, here = Caller(), f"/events/{event.pk}/rounds/2/matches"
    assert caller.read(f"{here}/why/1/4")["answer"].startswith("If Ants met Dogs")
    assert caller.get(f"{here}/why/1/9").status_code == 404
    reasons = caller.read(f"{here}/reasons")["matches"]
    assert [(each["table"], len(each["reasons"])) for each in reasons] == [(1, 2), (2, 2)]
    wrong = Client().get(f"/events/{event.pk}/pairings/2?one=1&two=77")
    assert wrong.status_code == 400 and "is not one of the available choices" in wrong.content.decode()
    by_table, _players = running_teams(club, organiser, known=None, name="Table")
    assert str(why_not_teams(load(by_table), 1, 1, 2)) == "By the schedule Ants and Bees meet in round 2."
