"""A round of teams explains itself, and says why two teams did not meet: from what was known when it was paired."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common.jobs.services import run_due
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, fresh, game
from testing.tournaments.teams import FOUR_TEAMS, line_up_all, running_teams
from tournaments.core.loader import load
from tournaments.models import Event, Explanation
from tournaments.rounds.queries.pairing_explanations import get_explained_round, why_not
from tournaments.rounds.services import rounds

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
    found = get_explained_round(rows, number)
    assert found.differences == () and found.missing is None
    return [[str(each) for each in found.reasons[match.id]] for match in rows.rounds[number - 1].matches]


def test_each_match_says_by_which_article_the_two_meet_and_who_has_white(club: Club, organiser: Account) -> None:
    event = second_round(club, organiser)
    assert told(event, 2)[0] == [
        "Upper half meets lower half in the 2-point bracket (3.6).",
        "Bees has the lower colour difference, Whites less Blacks, and gets White (4.3.5).",
    ]
    assert str(why_not(load(event), 2, 1, 3)) == (
        "Ants and Cats met in round 1, and no two teams meet twice (article 2.1.1, C1)."
    )
    assert str(why_not(load(event), 2, 1, 4)) == (
        "If Ants met Dogs, more teams would move up to play in the group with 2 points: 2 instead of 0. As few teams as"
        " possible move up (article 2.3.1, C4)."
    )
    assert str(why_not(load(event), 2, 1, 2)) == "Ants and Bees do meet in this round."


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
    assert str(why_not(load(by_table), 1, 1, 2)) == "By the schedule Ants and Bees meet in round 2."


def test_a_worker_finds_out_what_an_arbiter_asks_about_teams(club: Club, organiser: Account, settings: Any) -> None:
    """What a page may not work out, of the whole round and of two teams; what is kept names no team."""
    event = second_round(club, organiser)
    wanted, answer = told(event, 2), str(why_not(load(event), 2, 1, 4))
    settings.EXPLANATION_STEPS_ON_A_PAGE = 1
    cache.clear()
    page, client = f"/events/{event.pk}/pairings/2", Client()
    too_long = "No explanation: it would take more than 1 steps."
    assert too_long in client.get(page).content.decode()
    client.force_login(organiser)
    for two in ({}, {"one": 4, "two": 1}):
        assert "Calculate it in the background" in client.get(page, two).content.decode()
        asked = client.post(f"{page}/explain", two, follow=True).content.decode()
        assert "This is being calculated in the background" in asked
    run_due()
    assert told(fresh(event), 2) == wanted
    assert str(why_not(load(fresh(event)), 2, 1, 4)) == answer
    kept = repr(list(Explanation.objects.values_list("found", flat=True)))
    assert kept.count("bracket") and not [name for name in FOUR_TEAMS if name in kept]
    caller = Caller(organiser)
    for wrong in ({"one": 1, "two": 5}, {"one": 2, "two": 2}):
        refused = caller.post(f"/events/{event.pk}/rounds/2/explanations", wrong)
        assert refused.status_code == 409 and "Choose two teams." in refused.content.decode()
