"""Lists of rule sets: those of a game as it lists them, the plain one first."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.manuals import pages
from play.challenges.forms import rules_of_two
from ratings.models.coverage import all_coverages
from tournaments.core.formats import playable_rules

BOARD_GAMES = [
    *("dvonn-placed", "dvonn-drawn"),
    *("gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six"),
    *("tzaar-drawn", "tzaar-fixed", "tzaar-placed"),
    *("yinsh-normal", "yinsh-blitz", "zertz-37", "zertz-48", "zertz-61", "zertz-blitz"),
]


def board_games(keys: list[str]) -> list[str]:
    return [key for key in keys if key in BOARD_GAMES]


def test_games_that_can_be_chosen_are_in_their_order() -> None:
    assert [key for key, _name in rules_of_two()] == BOARD_GAMES
    assert board_games([key for key, _name in playable_rules()]) == BOARD_GAMES
    assert board_games([each.key for each in all_coverages()]) == BOARD_GAMES


@pytest.mark.django_db
def test_the_page_of_all_rules_is_in_their_order(client: Client) -> None:
    pages._cards.cache_clear()
    page = client.get("/rules").content.decode()
    listed = board_games(re.findall(r'href="/rules/([a-z0-9-]+)"', page))
    assert list(dict.fromkeys(listed)) == BOARD_GAMES
