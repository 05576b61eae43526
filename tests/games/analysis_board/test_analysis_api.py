"""The analysis of a position by the API: asked for, waited for, read; limits; what cannot be judged."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.test import Client

from gipf_engine.rules import rules_for
from players.core import limits
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory

pytestmark = [pytest.mark.django_db, pytest.mark.core]

RULES = "gipf-basic"


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def caller() -> Caller:
    return Caller(AccountFactory(person=PersonFactory(name="Ana Lyst")))


def work() -> None:
    call_command("work", "--once", "--queues", "turns,analysis")


def test_a_position_is_asked_for_and_read_by_everyone_when_a_worker_has_looked(caller: Caller) -> None:
    text = rules_for(RULES).start().text()
    unknown = Caller(None).get(f"/analysis?rules={RULES}&position={text}").json()
    assert (unknown["nodes"], unknown["lines"], unknown["waiting"], unknown["white_chance"]) == (0, [], False, None)
    asked = caller.post("/analysis", {"rules": RULES, "position": text})
    assert (asked.status_code, asked.json()["waiting"], asked.json()["to_move"]) == (202, True, "white")
    work()
    found = Caller(None).get(f"/analysis?rules={RULES}&position={text}").json()
    assert (found["waiting"], found["nodes"], found["deeper"], found["winner"]) == (False, 400_000, True, None)
    assert len(found["lines"]) == 3 and found["lines"][0]["turns"] and 0 <= found["white_chance"] <= 100
    assert caller.post("/analysis", {"rules": RULES, "position": text}).status_code == 200, "it is known: no job"
    deeper = caller.post("/analysis", {"rules": RULES, "position": text, "deeper": True})
    assert (deeper.status_code, deeper.json()["waiting"]) == (202, True)


def test_a_proved_win_names_the_winner_and_scores_are_of_white(caller: Caller) -> None:
    """White wins by h6-h4, e9-e6, b2: in three turns, and after the first one Black to move is lost in two."""
    won = rules_for(RULES).position("1b1b/2b1b/2b2w/3b1ww/1b3w/1b1b1/1w1b w 9-1 4-1 ss")
    lost = won.play(won.parse("h6-h4"))
    for position, to_move, plies in ((won, "white", 3), (lost, "black", 2)):
        caller.post("/analysis", {"rules": RULES, "position": position.text()})
        work()
        found = caller.get(f"/analysis?rules={RULES}&position={position.text()}").json()
        assert (found["to_move"], found["winner"], found["ends_in"]) == (to_move, "white", plies)
        assert found["lines"][0]["score"] == 1_000_000 - plies and not found["deeper"]


def test_what_cannot_be_judged_is_refused_with_the_reason(caller: Caller) -> None:
    bad = caller.post("/analysis", {"rules": RULES, "position": "nonsense"})
    assert bad.status_code == 400 and bad.json()["fields"]["position"]
    assert caller.post("/analysis", {"rules": "chess", "position": "x"}).status_code == 404
    assert caller.get(f"/analysis?rules={RULES}").status_code == 400
    assert Caller(None).post("/analysis", {"rules": RULES, "position": "x"}).status_code == 401


def test_looks_are_counted_as_on_the_page(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """An account has its looks, whichever way it asks: one on the page leaves none by the API."""
    monkeypatch.setattr(limits, "BOARD_LOOKS", limits.Allowance("t", "looks", limits.By.READER, tries=1, seconds=600))
    client = Client()
    client.force_login(caller.account)
    client.post(f"/analysis/{RULES}/look?turns=g2")
    refused = caller.post("/analysis", {"rules": RULES, "position": rules_for(RULES).start().text()})
    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
