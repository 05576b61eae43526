"""The example boards of the rules pages: turns of both players, judged by the rules, from the page to the board."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS
from testing.browser import PHONE, Open, overflow
from tests.games.board_touches import touches_for

pytestmark = pytest.mark.django_db

BOARD = "/rules/gipf-basic/boards/push"
SCRIPT = {"x-board": "2"}


def play(client: Client, token: str, version: int) -> Any:
    return client.post(BOARD, {"turns": token, "version": version}, headers=SCRIPT).json()


def test_turns_of_both_are_made_and_one_that_is_not_legal_is_refused_with_the_reason(client: Client) -> None:
    first = play(client, "g1-g2", 0)
    assert (first["version"], first["seat"], first["over"]) == (1, 1, False)
    refused = play(client, "e5", 1)
    assert refused["version"] == 1 and "a piece comes in only next to a dot" in refused["refused"]
    assert play(client, "a2-b3", 1)["version"] == 2
    assert play(client, "c1-c2", 1)["refused"] == "The position has changed. Check the board."
    kept = client.get(f"{BOARD}/state").json()
    assert kept["version"] == 2
    assert client.get(f"{BOARD}/steps", {"path": "e5"}).json()["refused"]
    client.post(BOARD, {"again": "1"})
    assert client.get(f"{BOARD}/state").json()["version"] == 0


def test_another_board_starts_anew_and_without_a_script_the_page_comes_back(client: Client) -> None:
    sent = client.post(BOARD, {"turns": "g1-g2", "version": 0})
    assert sent["Location"] == f"{BOARD}#board"
    assert 'value="1"' in client.get(BOARD).content.decode()
    assert client.get("/rules/gipf-basic/boards/bump/state").json()["version"] == 0
    refused = client.post("/rules/gipf-basic/boards/bump", {"turns": "e5", "version": 0})
    assert (refused.status_code, "data-refused" in refused.content.decode()) == (400, True)


def test_every_example_that_is_not_over_is_offered_and_can_be_played_on(client: Client) -> None:
    for key, rules in all_rules().items():
        if rules.seats != TWO_SEATS:
            continue
        page = client.get(f"/rules/{key}").content.decode()
        for chapter in rules_for(key).chapters():
            for picture in chapter.pictures:
                address, position = f"/rules/{key}/boards/{picture.key}", rules_for(key).position(picture.position)
                assert (f'href="{address}"' in page) == (position.outcome is None), address
                state = client.get(f"{address}/state").json()
                assert bool(state["table"].get("locked")) == (position.outcome is not None), address


def test_solitaires_and_pictures_that_are_not_there_have_none(client: Client) -> None:
    assert client.get("/rules/gipf-basic/boards/nothing").status_code == 404
    assert client.get("/rules/guowuguan-gates/boards/start").status_code == 404


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_reader_of_the_rules_touches_a_board(open_page: Open) -> None:
    page = open_page("/rules/gipf-basic", width=PHONE, language="fa", has_touch=True)
    page.locator(f'a[href="{BOARD}"]').tap()
    expect(page.locator("[data-board]")).to_be_visible()
    assert overflow(page) == 0
    position = rules_for("gipf-basic").start()
    for token in ("d2", "b3"):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            for spot in touches_for(position, token):
                page.locator(f'[data-spot="{spot}"]').tap()
        position = position.play(position.parse(token))
    page.reload()
    expect(page.locator("[data-board-input]")).to_have_attribute("data-version", "2")
