"""Guests by the API: who takes a challenge without a key gets a token, which sits there and opens nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from gipf_engine.results import PENDING
from play.models import Guest
from players.models import Account
from testing.api.caller import Caller
from testing.factories import AccountFactory, PersonFactory

pytestmark = pytest.mark.django_db
UNRATED = {"rules": "gipf-basic", "control": "300+3", "colour": "white", "rated": False, "guests": True}


@pytest.fixture
def host() -> Caller:
    return Caller(AccountFactory(person=PersonFactory(name="Hana Host")))


def ask(method: str, path: str, data: Any = None, token: str = "") -> Any:
    """A request without a key, or with the token of a guest."""
    heads = {"authorization": f"Guest {token}"} if token else {}
    body = "" if data is None else json.dumps(data)
    return Client().generic(method, f"/api/v1{path}", body, content_type="application/json", headers=heads)


def told(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def taken(host: Caller, name: str = "", token: str = "") -> Any:
    """A game that a guest has taken by a link."""
    link = host.post("/play/challenges", UNRATED | {"audience": "link"}).json()["token"]
    return told(ask("POST", f"/play/links/{link}", {"name": name}, token), 201)


def test_a_guest_takes_a_link_and_plays_with_the_token_alone(host: Caller) -> None:
    game = taken(host, "Gus")
    token = game["guest_token"]
    assert (game["black"], game["rated"]) == ({"id": None, "name": "Gus (guest)"}, False)
    address = f"/play/games/{game['id']}"
    version = host.post(f"{address}/turns", {"turn": "g2", "version": game["version"]}).json()["version"]
    after = told(ask("POST", f"{address}/turns", {"turn": "b3", "version": version}, token))
    assert (after["turns"], "guest_token" in after) == (["g2", "b3"], False)
    assert [each["id"] for each in told(ask("GET", "/play/games", token=token))["results"]] == [game["id"]]
    offered = told(ask("POST", f"{address}/offers", {"offer": "adjourn", "say": "offer"}, token))
    assert (offered["offer"], offered["offer_by"]) == ("adjourn", "black")
    done = told(ask("POST", f"{address}/resign", None, token))
    assert (done["result"], done["ending"]) == ("1-0", "resigned")


def test_a_guest_who_sends_his_token_stays_the_same_guest(host: Caller) -> None:
    first = taken(host, "Gus")
    second = taken(host, token=first["guest_token"])
    assert (second["guest_token"], second["black"]["name"]) == (first["guest_token"], "Gus (guest)")
    assert Guest.objects.count() == 1
    assert not Guest.objects.filter(digest=first["guest_token"]).exists()  # its digest alone is kept


def test_a_token_sits_at_its_own_seat_alone_and_opens_nothing_else(host: Caller) -> None:
    own, others = taken(host), taken(host)
    token, address = own["guest_token"], f"/play/games/{others['id']}"
    turn = {"turn": "g2", "version": others["version"]}
    told(ask("POST", f"{address}/turns", turn, token), 403)
    told(ask("POST", f"{address}/abort", None, token), 403)
    told(ask("POST", f"{address}/turns", turn), 401)
    told(ask("POST", f"{address}/turns", turn, "made-up"), 401)
    told(ask("GET", "/play/settings", token=token), 401)
    told(ask("POST", "/play/challenges", UNRATED, token), 401)
    assert not Game.objects.exclude(result=PENDING).exists()


def test_what_guests_may_not_take_wants_a_key(host: Caller) -> None:
    closed = host.post("/play/challenges", UNRATED | {"guests": False, "audience": "link"}).json()
    told(ask("POST", f"/play/links/{closed['token']}", {}), 401)
    own = taken(host)
    told(ask("POST", f"/play/links/{closed['token']}", {}, own["guest_token"]), 409)
    everybody = host.post("/play/challenges", UNRATED | {"guests": False}).json()
    told(ask("POST", f"/play/challenges/{everybody['id']}/take", {}), 401)
    for_guests = host.post("/play/challenges", UNRATED).json()
    assert told(ask("POST", f"/play/challenges/{for_guests['id']}/take", {}), 201)["guest_token"]
    assert Game.objects.count() == 2


def test_a_name_that_is_none_and_a_field_that_nobody_knows_are_refused(host: Caller) -> None:
    link = host.post("/play/challenges", UNRATED | {"audience": "link"}).json()["token"]
    told(ask("POST", f"/play/links/{link}", {"name": "x" * 31}), 400)
    told(ask("POST", f"/play/links/{link}", {"nom": "Gus"}), 400)
    assert not Guest.objects.exists()


def test_an_account_that_takes_a_link_is_no_guest(host: Caller) -> None:
    account: Account = AccountFactory(person=PersonFactory(name="Ada"))
    link = host.post("/play/challenges", UNRATED | {"audience": "link"}).json()["token"]
    game = Caller(account).post(f"/play/links/{link}", {}).json()
    assert (game["guest_token"], game["black"]["id"]) == ("", account.person_id)
