"""Strangers who guess are slowed down; the owner of the account is let in meanwhile."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from players.accounts.services.passwords import password_link
from players.core import limits
from players.core.rate_limit import By, Pauses, TooMany
from players.models import Account, Club
from testing.api.limits import limit_api
from testing.factories import PASSWORD, AccountFactory, player_in
from tests.players.clock import Clock
from tests.threads import at_once

pytestmark = pytest.mark.postgresql

HOME, CAFE, FAR = "203.0.113.5", "198.51.100.7", "192.0.2.9"
SLOW = Pauses("test", "tries", By.NAME, free=2)


@pytest.fixture
def owner(db: None) -> Account:
    return AccountFactory(username="anna")


def sign_in(client: Client, username: str = "anna", password: str = PASSWORD) -> Any:
    return client.post("/sign-in", {"username": username, "password": password})


def at(address: str) -> Client:
    """A new browser at this address."""
    return Client(REMOTE_ADDR=address)


def entered(client: Client) -> bool:
    """Whether the right password opens at once."""
    client.post("/sign-out")
    return bool(sign_in(client).status_code == 302)


def guess(address: str, times: int, username: str = "anna") -> list[int]:
    return [sign_in(at(address), username, "wrong").status_code for _each in range(times)]


# --- who is slowed down -------------------------------------------------------------------------------------


def test_the_sixth_wrong_try_is_the_last_before_pauses_that_double(owner: Account, clock: Clock) -> None:
    assert guess(FAR, 6) == [400] * 6
    waits = []
    for _each in range(10):
        answer = sign_in(at(FAR), password="wrong")
        assert answer.status_code == 429
        waits.append(int(answer["Retry-After"]))
        clock.now += waits[-1] + 0.1
        assert guess(FAR, 1) == [400]
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


def test_in_a_pause_the_right_password_is_refused_unseen_and_after_it_opens(owner: Account, clock: Clock) -> None:
    client = at(FAR)
    guess(FAR, 6)
    answer = sign_in(client)
    page = answer.content.decode()
    assert answer.status_code == 429 and "Too many tries. Wait 2 seconds, then try again." in page
    assert 'value="anna"' in page and PASSWORD not in page
    clock.now += 2.1
    assert entered(client)
    assert guess(FAR, 6) == [400] * 6  # a right password forgives what was counted


def test_a_browser_that_was_signed_in_before_is_held_up_by_no_stranger_beside_it(owner: Account, clock: Clock) -> None:
    mine = at(CAFE)
    assert entered(mine)
    assert 429 in guess(CAFE, 40)
    assert entered(mine)


def test_a_new_browser_at_a_usual_place_is_held_up_by_no_stranger_elsewhere(owner: Account, clock: Clock) -> None:
    assert entered(at(HOME))
    for number in range(60):  # of many addresses, so that the name itself is under attack
        guess(f"192.0.2.{number}", 1)
    assert entered(at(HOME))


def test_elsewhere_it_waits_ten_seconds_while_the_name_is_tried_from_everywhere(owner: Account, clock: Clock) -> None:
    for number in range(50):
        assert guess(f"192.0.2.{number}", 1) == [400]
    assert guess("192.0.2.99", 1) == [429]
    client = at(CAFE)
    assert (sign_in(client).status_code, sign_in(client).status_code) == (429, 429)
    clock.now += 10.1
    assert entered(client)
    assert not AccountFactory(username="bert").sessions.exists()
    assert sign_in(at(CAFE), "bert").status_code == 302  # another name is not concerned


def test_a_network_that_tries_many_names_waits_before_each_and_its_people_get_in(owner: Account, clock: Clock) -> None:
    member = at(HOME)
    assert sign_in(member, AccountFactory(username="bert").username).status_code == 302
    for number in range(30):
        assert guess(HOME, 1, f"nobody-{number}") == [400]
    newcomer = at(HOME)
    assert sign_in(newcomer).status_code == 429
    clock.now += 10.1
    assert entered(newcomer)
    member.post("/sign-out")
    assert sign_in(member, "bert").status_code == 302


def test_hashing_for_strangers_of_one_network_has_a_limit(owner: Account, clock: Clock) -> None:
    for _each in range(300):
        limits.HASHES_BY_CLIENT.take(FAR)
    assert sign_in(at(FAR), "nobody", "wrong").status_code == 429
    assert sign_in(at(HOME), "nobody", "wrong").status_code == 400


def test_networks_of_ipv6_are_one_place(owner: Account, clock: Clock) -> None:
    answers = [guess(f"2001:db8::{number:x}", 1)[0] for number in range(7)]
    assert answers == [400] * 6 + [429]


def test_a_whole_club_signs_in_through_one_address(owner: Account) -> None:
    assert all(entered(at(HOME)) for _each in range(40))


def test_a_known_browser_guesses_no_faster_for_long(owner: Account, clock: Clock) -> None:
    mine = at(HOME)
    assert entered(mine)
    mine.post("/sign-out")
    answers = [sign_in(mine, password="wrong").status_code for _each in range(13)]
    assert answers == [400] * 11 + [429] * 2


def test_a_cookie_that_is_made_up_or_anothers_makes_no_known_browser(owner: Account, clock: Clock) -> None:
    strangers = at(FAR)
    assert sign_in(strangers, AccountFactory(username="eve").username).status_code == 302
    strangers.post("/sign-out")
    for cookie in (strangers.cookies["device"].value, "made-up", "x" * 5000):
        guess(FAR, 8)
        strangers.cookies["device"] = cookie
        assert sign_in(strangers).status_code == 429


def test_a_one_time_link_opens_in_any_pause(club: Club, organiser: Account, clock: Clock) -> None:
    member = player_in(club)
    guess(HOME, 20, member.username)
    path = password_link(actor=organiser, account_id=member.pk).url.partition("/account")[2]
    client = at(HOME)
    opened = client.get(f"/account{path}")
    new = "an entirely new one"
    assert client.post(opened.url, {"password": new, "again": new}).status_code == 302
    client.post("/sign-out")
    assert sign_in(client, member.username, new).status_code == 302


# --- what counts --------------------------------------------------------------------------------------------


def test_readers_evict_nothing_that_holds_back_a_guesser(
    owner: Account, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_api(monkeypatch, reads=600, writes=120)
    guess(FAR, 6)
    for number in range(906):
        address = f"10.1.{number // 250}.{number % 250}"
        cache.set(f"page-{number}", "x")
        if number < 320:  # more than a cache of pages holds
            assert at(address).get("/api/v1/").status_code == 200
    assert guess(FAR, 1) == [429]


def test_of_many_tries_at_one_moment_no_more_get_through(db: None) -> None:
    def try_once() -> bool:
        SLOW.take("anna")
        return True

    results = at_once(*[try_once] * 30)
    assert sum(result is True for result in results) == 3  # two that are free, and the one that begins the pause
    assert sum(isinstance(result, TooMany) for result in results) == 27


def test_whoever_is_wary_waits_before_the_first_try(clock: Clock) -> None:
    with pytest.raises(TooMany) as refused:
        SLOW.take("anna", wary=True)
    assert refused.value.seconds == 10
    clock.now += 9
    with pytest.raises(TooMany):
        SLOW.take("anna", wary=True)
    clock.now += 1.1
    SLOW.take("anna", wary=True)
    with pytest.raises(TooMany):
        SLOW.take("anna", wary=True)
    clock.now += 10
    SLOW.take("anna", wary=True)
