"""A round that arbiters alone see, from its making to its publishing and back, through the API alone."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import timezone

from common.jobs.models import Job
from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.tournaments.confirming import confirm_by_api
from testing.tournaments.factories import decide, running
from testing.tournaments.round_trips import NINE
from tournaments.models import Event

pytestmark = pytest.mark.django_db
ROUND_1 = [["Ada", "Cleo"], ["Dan", "Ben"], ["Eve"]]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of five before its first round."""
    return running(club, organiser, NINE[:5], format="swiss-dutch", rounds_planned=3, tie_breaks=("BH",))


@pytest.fixture
def here(event: Event) -> str:
    return f"/events/{event.pk}/draft"


def names(said: dict[str, Any], boards: str = "places") -> list[list[str]]:
    """Who sits at each place."""
    sides = [[each["white"], each["black"]] for each in said[boards]]
    return [[side["entry"]["player"]["name"] for side in pair if side is not None] for pair in sides]


def test_a_draft_is_made_looked_at_and_published(event: Event, here: str, organiser: Account) -> None:
    caller = Caller(organiser)
    assert caller.get(here).status_code == 404
    made = caller.done(here, {"number": 1})
    assert made == caller.read(here)
    assert (made["number"], made["published"], made["by_hand"], made["publish_at"]) == (1, False, False, None)
    assert names(made) == ROUND_1 and made["places"][2]["bye"]
    assert (made["idle"], made["cautions"], made["differences"], made["refusal"]) == ([], [], [], None)
    assert Caller().get(f"/events/{event.pk}/rounds/1").status_code == 404
    stale = caller.post(f"{here}/publish", {"version": made["version"] + 1})
    assert (stale.status_code, error(stale)["code"]) == (409, "stale")
    round_ = caller.done(f"{here}/publish", {"version": made["version"]})
    assert names(round_, "boards") == ROUND_1
    assert caller.get(here).status_code == 404
    again = caller.done(f"/events/{event.pk}/rounds/1/unpublish", {"reason": "Too early."})
    assert names(again) == ROUND_1 and Caller().get(f"/events/{event.pk}/rounds/1").status_code == 404


def test_a_draft_is_published_at_a_time_or_not(here: str, organiser: Account) -> None:
    caller = Caller(organiser)
    caller.done(here, {"number": 1})
    at = timezone.now() + datetime.timedelta(hours=1)
    said = caller.done(here, {"publish_at": at.isoformat()}, method="PATCH")
    assert datetime.datetime.fromisoformat(said["publish_at"]) == at
    assert abs(Job.objects.get(kind="publish").due_at - at) < datetime.timedelta(minutes=1)
    late = caller.patch(here, {"publish_at": "2020-01-01T00:00:00Z"})
    assert late.status_code == 400 and "has passed" in error(late)["fields"]["publish_at"][0]
    assert caller.done(here, {"publish_at": None}, method="PATCH")["publish_at"] is None
    assert not Job.objects.filter(kind="publish").exists()


def test_a_round_is_paired_by_hand(event: Event, here: str, organiser: Account) -> None:
    caller = Caller(organiser)
    caller.done(here, {"number": 1})
    assert caller.done(f"{here}/begin", {"number": 1})["by_hand"] is True
    closed = caller.post(f"{here}/publish")
    assert closed.status_code == 409 and "by hand" in error(closed)["message"]
    apart = confirm_by_api(caller, f"{here}/steps", {"step": "unpair", "one": 1})
    assert [each["player"]["name"] for each in apart["idle"]] == ["Ada", "Cleo"]
    confirm_by_api(caller, f"{here}/steps", {"step": "pair", "one": 3, "other": 1})
    told = caller.read(here)
    assert sorted(names(told)) == sorted([["Cleo", "Ada"], *ROUND_1[1:]]) and told["differences"]
    asked = caller.post(f"{here}/end", {"reason": "As both wish."})
    assert (asked.status_code, error(asked)["code"]) == (409, "confirm")
    unexplained = caller.post(f"{here}/end", {"reason": "", "confirm": [error(asked)["confirm"]]})
    assert unexplained.status_code == 400 and "Give a reason" in error(unexplained)["fields"]["reason"][0]
    ended = confirm_by_api(caller, f"{here}/end", {"reason": "As both wish."})
    assert (ended["by_hand"], ended["published"]) == (False, False)
    assert sorted(names(caller.done(f"{here}/publish"), "boards")) == sorted(names(told))


def test_a_public_round_is_changed_by_a_draft_or_stays_as_it_is(event: Event, here: str, organiser: Account) -> None:
    caller, round_ = Caller(organiser), f"/events/{event.pk}/rounds/1"
    caller.done(f"/events/{event.pk}/rounds", {"number": 1})
    assert caller.done(f"{here}/begin", {"number": 1})["published"] is True
    confirm_by_api(caller, f"{here}/steps", {"step": "swap", "one": 1})
    assert names(Caller().read(round_), "boards") == ROUND_1
    caller.done(f"{here}/abandon")
    assert names(Caller().read(round_), "boards") == ROUND_1 and caller.get(here).status_code == 404
    caller.done(f"{here}/begin", {"number": 1})
    confirm_by_api(caller, f"{here}/steps", {"step": "swap", "one": 1})
    changed = confirm_by_api(caller, f"{here}/end", {"reason": "As both wish."})
    assert names(changed, "boards") == [["Cleo", "Ada"], *ROUND_1[1:]]
    decide(event, organiser, {("Cleo", "Ada"): "1-0"})
    refused = caller.post(f"{round_}/unpublish", {"reason": "Too early."})
    assert refused.status_code == 409 and "board 1 has a result" in refused.content.decode()


def test_a_draft_is_for_arbiters_alone(here: str, organiser: Account, stranger: Account) -> None:
    Caller(organiser).done(here, {"number": 1})
    for caller, code in ((Caller(), 401), (Caller(stranger), 403)):
        assert caller.get(here).status_code == code
        assert caller.post(f"{here}/publish").status_code == code
        assert caller.delete(here).status_code == code
    Caller(organiser).done(here, method="DELETE")
    assert Caller(organiser).get(here).status_code == 404
