"""The pages that tell the rules: what they say, show and list, for every rule set and in every language."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client

from games.models import Game
from gipf_engine.rules import all_rules, rules_for
from testing.factories import GameFactory

KEYS = list(all_rules())
BOARD = re.compile(r'<svg [^>]*class="board board-[a-z]+[ "]')


def page_of(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_list_leads_to_every_rule_set(client: Client, db: None) -> None:
    page = page_of(client, "/rules")
    assert re.findall(r'href="/rules/([a-z0-9-]+)"', page) == KEYS
    assert page.count("board-small") == len(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_page_tells_every_paragraph_and_draws_every_position(client: Client, db: None, key: str) -> None:
    page = page_of(client, f"/rules/{key}")
    rules = rules_for(key)
    for message in rules.explain():
        assert str(message).replace("'", "&#x27;") in page
    pictures = [picture for chapter in rules.chapters() for picture in chapter.pictures]
    for picture in pictures:
        assert f'id="{picture.key}"' in page
    played = sum(1 for picture in pictures if picture.move and not picture.refused)
    assert len(BOARD.findall(page)) == len(pictures) + played, "each board once"
    assert page.count("Refused:") == sum(picture.refused for picture in pictures)
    for option in rules.option_help:
        assert f'value="{option}"' in page


@pytest.mark.parametrize("key", KEYS)
def test_no_id_stands_twice_on_a_page(client: Client, db: None, key: str) -> None:
    ids = Counter(re.findall(r'\bid="([^"]+)"', page_of(client, f"/rules/{key}")))
    assert [name for name, times in ids.items() if times > 1] == []


def test_the_reason_of_a_refusal_is_in_the_rules_own_words(client: Client, db: None) -> None:
    assert "Refused: you must take the row f2–f6 first." in page_of(client, "/rules/gipf-basic")
    assert "Refused: a joker cannot move." in page_of(client, "/rules/lyngk-main")


def test_the_rules_are_told_with_options(client: Client, db: None) -> None:
    plain = page_of(client, "/rules/lyngk-main")
    with_it = page_of(client, "/rules/lyngk-main?option=claim_captures")
    assert "it leaves the board at once" not in plain and 'id="captured"' not in plain
    assert "leaves the board at once and counts for that player" in with_it and 'id="captured"' in with_it
    assert 'id="option-claim_captures" checked' in with_it
    both = page_of(client, "/rules/lyngk-main?option=claim_captures&option=literal_tie")
    assert "a draw" in both and 'id="option-literal_tie" checked' in both


def test_only_games_of_chance_say_how_set_ups_are_drawn(client: Client, db: None) -> None:
    assert "sha256sum" in page_of(client, "/rules/lyngk-six")
    assert "sha256sum" not in page_of(client, "/rules/gipf-basic")


@pytest.mark.parametrize(
    "address",
    [
        "/rules/chess",
        "/rules/gipf",
        "/rules/lyngk-main?option=anything",
        "/rules/lyngk-six?option=claim_captures",
        "/rules/gipf-basic?option=%3Cscript%3E",
        "/rules/gipf-basic?option=",
    ],
)
def test_rules_that_nobody_knows_have_no_page(client: Client, db: None, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_words_on_the_boards_are_in_the_readers_language(client: Client, db: None) -> None:
    page = page_of(client, "/rules/gipf-basic", accept_language="fa")
    assert 'dir="rtl"' in page
    assert "White is to move." not in page
    assert "White is to move." in page_of(client, "/rules/gipf-basic")


def test_a_game_and_the_footer_lead_to_the_rules(client: Client, db: None) -> None:
    game: Game = GameFactory(rules="gipf-basic", options=["repetition_draw"])
    page = page_of(client, f"/games/{game.pk}")
    assert 'href="/rules/gipf-basic?option=repetition_draw&amp;"' in page
    assert client.get("/rules/gipf-basic?option=repetition_draw&").status_code == 200
    assert 'href="/rules"' in page and 'href="/rules"' in page_of(client, "/about")
