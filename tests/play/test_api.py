"""Solitaires by the API: what a program gets of a table, plays, takes back; and never what lies face down."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Attempt
from play.models import DayDeal, PracticeDeal
from play.solitaires.services.days import today
from players.models import Account, Club
from testing.api.caller import Caller
from testing.api.limits import limit
from testing.factories import player_in
from testing.play.factories import GWG, OPEN_SETUP, day_attempt, day_deal, practice_deal, swap_tiles

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(club: Club) -> Account:
    return player_in(club, name="Pia")


def sent(caller: Caller, path: str, body: Any = None) -> Any:
    answer = caller.post(path, {} if body is None else body)
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def test_a_deal_is_practised(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    caller = Caller(player)
    table = sent(caller, "/practice", {"rules": GWG, "number": 7})
    address = f"/practice/{table['id']}"
    assert table["choices"] == ["1.345", "3.125", "3.145", "4.123", "4.125", "/"]
    assert table["view"]["spots"]["3.5"] == ["64"]
    after = sent(caller, f"{address}/turns", {"turn": "3.125", "version": table["version"]})
    assert (after["turns"], after["counts"]["moves"]) == (["3.125"], 1)
    stale = caller.post(f"{address}/turns", {"turn": "4.123", "version": table["version"]})
    assert stale.status_code == 409
    assert caller.post(f"{address}/turns", {"turn": "2.135"}).status_code == 400
    assert sent(caller, f"{address}/undo")["turns"] == []
    assert sent(caller, f"{address}/resign")["result"] == "open"
    assert caller.get(address).json()["choices"] == []


def test_a_deal_is_chosen_by_a_seed_and_by_options_of_its_rules(player: Account) -> None:
    caller, wanted = Caller(player), {"rules": "guowuguan-okuan", "seed": "ab" * 32}
    plain = sent(caller, "/practice", wanted)
    literal = sent(caller, "/practice", wanted | {"options": ["refill_empty_levels"]})
    assert (plain["options"], literal["options"]) == ([], ["refill_empty_levels"])
    assert plain["view"]["spots"] == literal["view"]["spots"]
    for refused in ({"seed": "ab"}, {"number": 7}, {"options": ["no_such"]}):
        answer = caller.post("/practice", wanted | refused)
        assert answer.status_code == 400, answer.content


def test_a_hint_is_asked_for(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    caller = Caller(player)
    table = sent(caller, "/practice", {"rules": GWG, "number": 7})
    hint = sent(caller, f"/practice/{table['id']}/hint")
    assert hint == {"found": False, "can_be_won": None, "turn": "", "par": None}


def test_answers_differ_only_when_a_hidden_tile_is_turned(player: Account) -> None:
    practice_deal(setup=OPEN_SETUP)
    day_deal(today())
    caller = Caller(player)
    table = sent(caller, "/practice", {"rules": GWG, "number": 7})
    sent(caller, "/day")
    addresses = (f"/practice/{table['id']}", "/day", f"/days/{today().isoformat()}", "/days")
    before = [caller.get(address).content for address in addresses]
    assert OPEN_SETUP not in str(before) and "abab" not in str(before)
    Attempt.objects.update(setup=swap_tiles(OPEN_SETUP, 1, 3))
    DayDeal.objects.update(setup=swap_tiles(OPEN_SETUP, 1, 3))
    assert [caller.get(address).content for address in addresses] == before
    Attempt.objects.update(setup=swap_tiles(OPEN_SETUP, 0, 3))
    assert [caller.get(address).content != old for address, old in zip(addresses, before, strict=True)] == [
        True, True, True, False
    ]  # fmt: skip


def test_the_day_is_begun_once_and_open_when_it_is_over(player: Account, club: Club) -> None:
    day_deal(today())
    caller = Caller(player)
    first = caller.post("/day", {})
    again = caller.post("/day", {})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    assert sent(caller, "/day/turns", {"turn": "3.125"})["turns"] == ["3.125"]
    assert caller.get("/day").json()["draw"] is None
    assert Caller(player_in(club)).get("/day").json()["own"] is None
    yesterday = day_deal(today() - timedelta(days=1))
    assert player.person is not None
    day_attempt(yesterday, player.person)
    over = Caller().get(f"/days/{yesterday.day.isoformat()}").json()
    assert over["draw"]["seed"] == "ab" * 32
    assert [(row["name"], row["turns"]) for row in over["rows"]] == [("Pia", [])]


def test_nobody_sees_what_others_practise(player: Account, stranger: Account, club: Club) -> None:
    practice_deal(setup=OPEN_SETUP)
    table = sent(Caller(player), "/practice", {"rules": GWG, "number": 7})
    for other in (stranger, player_in(club)):
        assert Caller(other).get(f"/practice/{table['id']}").status_code == 404
        assert Caller(other).post(f"/practice/{table['id']}/turns", {"turn": "3.125"}).status_code == 404
    assert Caller().get(f"/practice/{table['id']}").status_code == 401


def test_practice_by_the_api_is_counted_with_that_of_the_pages(
    player: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = Caller(player)
    limit(monkeypatch, "PRACTICE_DEALS", 1)
    practice_deal(setup=OPEN_SETUP)
    sent(caller, "/practice", {"rules": GWG, "number": 7})
    assert caller.post("/practice", {"rules": GWG, "number": 8}).status_code == 429
    assert PracticeDeal.objects.filter(seed__endswith="8").count() == 0
