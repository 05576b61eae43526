"""Values that cannot be: refused with what can."""

from __future__ import annotations

from itertools import product

import pytest
from pytest import Subtests

from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.tournaments.factories import decide, draft, running
from testing.tournaments.round_trips import NINE

pytestmark = pytest.mark.django_db

LISTS = ("/events", "/clubs", "/players?q=Ada", "/events/{event}/entries", "/events/{event}/rounds", "/rating-systems")


def test_a_page_of_no_possible_size_is_refused(club: Club, organiser: Account, subtests: Subtests) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    for address, size in product(LISTS, ("0", "-1", "501", "x", "", "1.5", "٥", "9" * 5000)):
        here = address.format(event=event.pk)
        with subtests.test(f"{address} {size:.9}"):
            answer = Caller().get(f"{here}{'&' if '?' in here else '?'}size={size}")
            assert answer.status_code == 400
            assert error(answer)["fields"] == {"size": ["Choose a whole number from 1 to 500."]}


def test_a_page_of_a_possible_size_has_so_many_rows(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    pages = {size: Caller().read(f"/events/{event.pk}/entries?size={size}") for size in ("1", "500", "02")}
    assert {size: len(page["results"]) for size, page in pages.items()} == {"1": 1, "500": 2, "02": 2}


def test_what_is_none_of_the_choices_is_refused_with_the_choices(club: Club, organiser: Account) -> None:
    told = error(Caller().get("/events?state=over"))["fields"]
    assert told == {"state": ['"over" is not a valid choice. Choose one of: draft, open, running, closed.']}
    caller = Caller(organiser)
    hooks = f"/events/{draft(club, organiser).pk}/webhooks"
    nested = caller.post(hooks, {"address": "https://a.example/", "happenings": ["rain"]})
    assert nested.status_code == 400 and "Choose one of: " in nested.content.decode(), nested.content


def test_a_round_behind_a_draft_is_refused_for_the_draft(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, format="swiss-dutch", rounds_planned=3, tie_breaks=("BH",))
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    caller, rounds = Caller(organiser), f"/events/{event.pk}/rounds"
    assert error(caller.post(rounds, {"number": 3}))["code"] == "stale"
    caller.done(f"/events/{event.pk}/draft", {"number": 2})
    for number in (2, 3):
        refused = error(caller.post(rounds, {"number": number}))
        assert refused["code"] == "refused"
        assert "There is a draft of round 2: publish or discard it first." in str(refused)
    assert error(caller.post(rounds, {"number": 1}))["code"] == "stale", "that one was started by somebody else"
