"""Who won, as lists of games mark it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from gipf_engine.results import RESULTS
from gipfel.templatetags.outcomes import outcome, winner
from players.models import Account, Club
from testing.tournaments.factories import decide, game, running

WINNERS = {"1-0": "white", "0-1": "black", "+-": "white", "-+": "black"}
OUTCOMES = [
    ("1-0", "white", "W", "won"),
    ("1-0", "black", "L", "lost"),
    ("-+", "white", "L", "lost"),
    ("1/2-1/2", "white", "D", "drawn"),
    ("1/2-0", "white", "D", "drawn"),
    ("0-0", "black", "L", "lost"),
]


def test_each_result_has_one_winner_or_none() -> None:
    assert {code: side for code in RESULTS if (side := winner(code))} == WINNERS


@pytest.mark.parametrize(("code", "side", "letter", "word"), OUTCOMES)
def test_an_outcome_is_a_letter_to_see_and_a_word_to_hear(code: str, side: str, letter: str, word: str) -> None:
    drawn = outcome(code, side)
    assert f'<b aria-hidden="true">{letter}</b><span class="visually-hidden">{word}</span>' in drawn
    assert f'class="chip outcome {word}"' in drawn


@pytest.mark.parametrize("code", ["pending", "void"])
def test_what_has_no_result_has_no_outcome(code: str) -> None:
    assert outcome(code, "white") == outcome(code, "black") == ""


@pytest.mark.django_db
def test_lists_of_games_mark_the_winner_and_an_open_game(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "0-1"})
    ada, dan = (game(event, "Ada", "Dan").white, game(event, "Ada", "Dan").black)

    def of(path: str) -> str:
        return Client().get(path).content.decode()

    games, pairings = of(f"/events/{event.pk}/games"), of(f"/events/{event.pk}/pairings/1")
    assert re.findall(r'<td class="[^"]*winner[^"]*">|<td class="winner">', games) == ['<td class="winner">'], "Black"
    assert games.count('<span class="badge accent">open</span>') == 1
    assert re.findall(r'<bdi class="winner">(.*?)</bdi>', pairings) == ["Dan"]
    for person, word in ((ada, "lost"), (dan, "won")):
        assert f'<span class="visually-hidden">{word}</span>' in of(f"/people/{person.pk}"), person.name
    met = of(f"/people/{ada.pk}/against/{dan.pk}")
    assert met.count('class="winner"') == 1 and met.index('class="winner"') > met.index("result-link")
