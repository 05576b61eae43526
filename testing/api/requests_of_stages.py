"""One good request for each endpoint of events in stages that writes."""

from __future__ import annotations

from testing.api.requests_of_play import Request
from testing.tournaments.stages import StagesWorld


def requests_of_stages(there: StagesWorld) -> dict[tuple[str, str], Request]:
    """Groups that are played, groups with a tie, and groups that are a draft."""
    plan, one, coming = "stages/<int:stages_id>", f"/stages/{there.ready.pk}", f"/stages/{there.coming.pk}"
    stage, second = f"{plan}/stages/<int:stage_number>", f"{one}/stages/2"
    new = {"club": "rotterdam", "name": "Spring Cup", "preset": "groups", "rules": "gipf-basic", "groups": 2}
    days = {"starts_on": "2026-04-03", "ends_on": "2026-04-05"}
    rule = {"name": "Match", "first": 2}
    return {
        ("POST", "stages"): Request("/stages", new | days, code=201),
        ("PATCH", plan): Request(one, {"name": "Grand Cup"}),
        ("DELETE", plan): Request(coming, code=204, refused=404),
        ("POST", f"{plan}/stages"): Request(f"{one}/stages", rule, code=201),
        ("PUT", stage): Request(second, rule),
        ("DELETE", stage): Request(second, code=204),
        ("POST", f"{stage}/start"): Request(f"{second}/start", code=201),
        ("POST", f"{stage}/playoffs"): Request(f"/stages/{there.tied.pk}/stages/2/playoffs", code=201),
        ("POST", f"{stage}/passes"): Request(
            f"{second}/passes", {"entry": there.entry("Stage Ben"), "reason": "on holiday"}, code=201
        ),
        ("DELETE", f"{stage}/passes/<int:entry_id>"): Request(f"{second}/passes/{there.entry('Stage Dan')}", code=204),
    }
