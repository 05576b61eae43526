"""While line-ups of the last round are not open nothing is final, and no page says that all results are in."""

from __future__ import annotations

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import decide
from testing.tournaments.teams import line_up_all, running_teams
from tests.tournaments.festivals.test_festivals import made as festival_of
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.standings.queries.standings import compute

pytestmark = [pytest.mark.django_db, pytest.mark.core]
TWO_TEAMS = {"Ants": ("Ada", "Al"), "Bees": ("Ben", "Bo")}
WAITS, IN = "line-ups not open yet", "all results are in"


def test_nothing_is_final_and_no_page_says_that_results_are_in(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, TWO_TEAMS)
    festival = festival_of(club, organiser, event)
    pages = (f"/clubs/{club.slug}", "/", f"/events/{event.pk}/desk", f"/festivals/{festival.pk}/desk")
    client = Client()
    client.force_login(organiser)

    def told(event: Event) -> tuple[bool, list[tuple[bool, bool]]]:
        texts = [client.get(page).content.decode() for page in pages]
        return compute(load(event)).is_final, [(WAITS in text, IN in text) for text in texts]

    assert told(event) == (False, [(True, False)] * len(pages))
    line_up_all(event, players, 1, TWO_TEAMS)
    decide(event, organiser, {("Ada", "Ben"): "1-0", ("Bo", "Al"): "1/2-1/2"})
    assert told(event) == (True, [(False, True)] * len(pages))
