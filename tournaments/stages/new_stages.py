"""An event in stages from what its form or endpoint was sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from players.models import Club
from tournaments.stages.rules import stage_preset
from tournaments.stages.services.plans import FirstStage, StagesPlan


def plan_from(club: Club, sent: Mapping[str, Any]) -> StagesPlan:
    """The plan of a kind of event in stages, its stages named in the language of the organiser.

    `sent` has the fields of `schemas.StagesNew`. EventRefused for a kind that does not exist.
    """
    preset = stage_preset(sent["preset"])
    first_name = gettext(preset.first_name)
    first = preset.first_plan(
        name=f"{sent['name']}: {first_name}",
        time_zone=club.time_zone,
        **{name: sent[name] for name in ("rules", "starts_on", "ends_on", "rounds", "groups")},
    )
    events = sent.get("events") or ()
    second = replace(preset.second, name=gettext(preset.second.name))
    return StagesPlan(
        name=sent["name"],
        about=sent.get("about", ""),
        first=FirstStage(name=first_name, events=events, plan=None if events else first),
        later=(second,),
    )
