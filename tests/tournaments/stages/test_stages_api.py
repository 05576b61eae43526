"""Events in stages by the API: created, read, and led from one stage to the next."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import player_in
from testing.tournaments.factories import entry
from testing.tournaments.stages import (
    CLEAR,
    first_event,
    new_stages,
    next_event,
    numbered,
    play_all,
    play_round,
    played_groups,
    start_with,
)
from tournaments.events.services import lifecycle
from tournaments.models import Event, StagePlan

pytestmark = pytest.mark.django_db
NEW = {"club": "rotterdam", "name": "Cup", "rules": "gipf-basic", "starts_on": "2026-04-03", "ends_on": "2026-04-05"}


def test_each_kind_is_created_with_its_stages(club: Club, organiser: Account) -> None:
    caller = Caller(organiser)
    made = {}
    for preset in ("groups", "swiss-4", "swiss-8"):
        answer = caller.post("/stages", {**NEW, "club": club.slug, "preset": preset, "groups": 3, "rounds": 6}).json()
        made[preset] = caller.read(f"/stages/{answer['id']}")["stages"]
    first = {preset: Event.objects.get(pk=stages[0]["events"][0]["id"]) for preset, stages in made.items()}
    assert (first["groups"].name, first["groups"].format) == ("Cup: Groups", "league")
    assert first["groups"].format_options == {"groups": 3, "up": 0, "down": 0}
    assert (first["swiss-4"].format, first["swiss-4"].rounds_planned) == ("swiss-dutch", 6)
    assert [(stages[1]["first"], stages[1]["third_place"]) for stages in made.values()] == [
        (2, True), (4, True), (8, True),
    ]  # fmt: skip
    answer = caller.ask("POST", "/stages", {**NEW, "club": club.slug, "preset": "none"})
    assert (answer.status_code, StagePlan.objects.count()) == (400, 3)


def test_from_the_preview_to_the_next_stage(club: Club, organiser: Account) -> None:
    made, caller = played_groups(club, organiser), Caller(organiser)
    address = f"/stages/{made.pk}/stages/2"
    shown = Caller().read(f"{address}/field")
    assert shown["ready"]
    assert [(seed["name"], seed["group"], seed["place"]) for seed in shown["seeds"]] == [
        ("Ada", 1, 1), ("Fay", 2, 1), ("Ben", 1, 2), ("Eva", 2, 2),
    ]  # fmt: skip
    assert shown["seeds"][3]["reasons"] == ["Place 2: Group 2"]
    ben = entry(first_event(made), "Ben").pk
    passed = caller.post(f"{address}/passes", {"entry": ben, "reason": "on holiday"}).json()
    assert [(seed["name"], seed["moved_up"]) for seed in passed["seeds"]][3] == ("Cleo", True)
    assert [(each["name"], each["reason"]) for each in passed["passed"]] == [("Ben", "on holiday")]
    assert caller.ask("POST", f"{address}/start", {"field": shown["key"]}).status_code == 409
    event = caller.post(f"{address}/start", {"field": passed["key"]}).json()
    assert (event["name"], event["state"]) == ("Cup: Finals", "running")
    assert numbered(next_event(made)) == ["Ada", "Fay", "Eva", "Cleo"]
    stages = Caller().read(f"/stages/{made.pk}")["stages"]
    assert [[each["name"] for each in stage["events"]] for stage in stages] == [["Groups"], ["Cup: Finals"]]
    assert stages[1]["drift"] is None
    lifecycle.reopen_event(first_event(made).pk, organiser, reason="slip")
    assert Caller().read(f"/stages/{made.pk}")["stages"][1]["drift"]["reopened"] == ["Groups"]


def test_why_a_stage_cannot_start(club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser)
    start_with(first_event(made), organiser)
    address = f"/stages/{made.pk}/stages/2/field"
    play_round(first_event(made), organiser, CLEAR)
    shown = Caller().read(address)
    assert (shown["ready"], shown["blockers"]) == (False, ["Groups is not closed yet"])
    play_all(first_event(made), organiser, CLEAR, 2, draws=("Ben-Cleo", "Ben-Dan", "Cleo-Dan"))
    assert Caller().read(address)["blockers"] == []


def test_drafts_are_their_organisers(club: Club, organiser: Account) -> None:
    made = new_stages(club, organiser)
    for caller in (Caller(), Caller(player_in(club, name="Pia"))):
        assert caller.get(f"/stages/{made.pk}").status_code == 404
        assert caller.get(f"/stages/{made.pk}/stages/2/field").status_code == 404
        assert caller.read("/stages")["results"] == []
    assert [each["id"] for each in Caller(organiser).read("/stages")["results"]] == [made.pk]
