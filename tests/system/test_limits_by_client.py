"""Whatever counts strangers counts clients: an IPv4 address, or all of a /64 of IPv6, which one customer has."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

from players.core.client_address import reader_of
from players.core.rate_limit import TooMany
from players.models import Club
from testing.api.limits import limit, limit_api
from testing.factories import AccountFactory
from tournaments import rate_limit

pytestmark = pytest.mark.django_db

ONE, ALIKE, OTHER = "2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::1"
TOO_MANY = 429
_number = count(1)


def _get(path: str) -> Callable[[Client], int]:
    return lambda client: client.get(path).status_code


def _begin_as_guest(client: Client) -> int:
    posted = {"name": "Mia", "rules": "gipf-basic", "control": "300+3", "colour": "white"}
    return client.post("/play/new", posted).status_code


def _ask_to_join(client: Client) -> int:
    return client.post("/clubs/rotterdam/join", {"name": f"Player {next(_number)}"}).status_code


ASKED: dict[str, tuple[str, Callable[[Client], int]]] = {
    "searches": ("SEARCHES", _get("/games?player=x")),
    "the API's searches": ("SEARCHES", _get("/api/v1/collection?player=x")),
    "exports": ("EXPORTS", _get("/games/records.txt?rules=gipf-standard")),
    "practice": ("PRACTICE_DEALS", lambda client: client.post("/practice", {"rules": "guowuguan-gwg"}).status_code),
    "guests": ("GUEST_GAMES", _begin_as_guest),
    "joining": ("JOIN_BY_CLIENT", _ask_to_join),
    "mail": ("MAIL_BY_CLIENT", lambda c: c.post("/sign-in/help", {"email": "a@b.example"}).status_code),
    "wrong links": ("WRONG_LINKS", _get("/report/nothing")),
}


@pytest.mark.parametrize("what", ASKED)
def test_a_network_is_counted_whole_and_its_neighbour_apart(
    what: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, ask = ASKED[what]
    limit(monkeypatch, name, 1)
    first, again, other = (ask(Client(REMOTE_ADDR=address)) for address in (ONE, ALIKE, OTHER))
    assert again == TOO_MANY
    assert first == other != TOO_MANY


def test_reads_of_the_api_are_counted_by_network(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    limit_api(monkeypatch, reads=1, writes=1)
    asked = [Client(REMOTE_ADDR=address).get("/api/v1/clubs").status_code for address in (ONE, ALIKE, OTHER)]
    assert asked == [200, TOO_MANY, 200]


def test_what_is_costly_to_compute_is_counted_by_network(
    club: Club, rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, "HEAVY_READS", 1)
    admissions = []
    for address in (ONE, ALIKE, OTHER):
        request = rf.get("/", REMOTE_ADDR=address)
        request.user = AnonymousUser()
        admissions.append(rate_limit.admission(request))
    admissions[0]()
    with pytest.raises(TooMany):
        admissions[1]()
    admissions[2]()


def test_an_address_of_ipv4_written_as_ipv6_is_the_same_client(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "SEARCHES", 1)
    asked = [Client(REMOTE_ADDR=each).get("/games?player=x").status_code for each in ("192.0.2.7", "::ffff:192.0.2.7")]
    assert asked == [200, TOO_MANY]


def test_accounts_count_by_themselves_and_strangers_by_client(rf: RequestFactory) -> None:
    request = rf.get("/", REMOTE_ADDR=ONE)
    request.user = AnonymousUser()
    assert reader_of(request) == "client-2001:db8:1:2::/64"
    request.user = AccountFactory()
    assert reader_of(request) == f"account-{request.user.pk}"
