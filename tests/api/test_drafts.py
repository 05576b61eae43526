"""A draft is its organisers' and arbiters'; to everybody else it is not there. Lists are filtered by club and state."""

from __future__ import annotations

from collections.abc import Callable

from players.roles import Role
from testing.api.api_fixture import World
from testing.api.caller import Caller, error
from testing.factories import holder_of
from tournaments.models import Event


def test_a_draft_is_there_for_those_who_run_it_alone(world: World) -> None:
    address = f"/events/{world.draft.pk}"
    arbiter = holder_of(Role.ARBITER, world.draft.scope)
    for account in (world.organiser, world.administrator, arbiter):
        assert Caller(account).read(address)["state"] == "draft"
        assert world.draft.pk in seen(Caller(account))
        assert world.draft.pk in {each["id"] for each in Caller(account).read("/events?state=draft")["results"]}
    for account in (None, world.stranger, world.player):
        for path in ("", "/entries", "/rounds", "/rounds/1", "/games", "/standings", "/crosstable"):
            answer = Caller(account).get(address + path)
            assert (answer.status_code, error(answer)["code"]) == (404, "not-found")
        assert world.draft.pk not in seen(Caller(account))
        assert Caller(account).read("/events?state=draft")["count"] == 0


def seen(caller: Caller) -> set[int]:
    return {row["id"] for row in caller.read("/events?size=500")["results"]}


def test_events_are_filtered_by_club_and_state(world: World, call: Callable[..., Caller]) -> None:
    closed = set(Event.objects.filter(club=world.club, state="closed").values_list("pk", flat=True))
    assert world.closed.pk in closed
    assert {row["id"] for row in call().read("/events?club=rotterdam&state=closed&size=500")["results"]} == closed
    assert call().read("/events?club=another")["count"] == 0
    states = {row["state"] for row in call().read("/events?club=rotterdam")["results"]}
    assert states == {"open", "running", "closed"}
