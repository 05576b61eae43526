"""The part of an event's form that says whether its games are played on this server, and by which clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.translation import translate_message
from gipf_engine.clocks import parse_control
from play.challenges.forms.challenges import CONTROLS, DEFAULT_CONTROL
from tournaments.core.event_config import EventConfig
from tournaments.core.played_here import DAY, HOUR, USUAL_MINUTES
from tournaments.core.queries.played_here import duration_words

BOARD_FIELDS = ("played_here", "time_control", "no_show_minutes")
MINUTES = (5, 10, USUAL_MINUTES, 30, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
"""The times for the first turn that the page offers; the API takes any."""


def board_fields(kept: EventConfig | None) -> dict[str, forms.Field]:
    """The fields; what an event has and the page does not offer is offered, too."""
    controls, minutes = list(CONTROLS), list(MINUTES)
    if kept is not None and kept.time_control and kept.time_control not in controls:
        controls.append(kept.time_control)
    if kept is not None and kept.no_show_minutes and kept.no_show_minutes not in minutes:
        minutes = sorted([*minutes, kept.no_show_minutes])
    return {
        "played_here": forms.BooleanField(
            label=_("Played on this server"),
            required=False,
            help_text=_(
                "When a round is published, its games begin on the server’s boards. Players without an account"
                " play over the board."
            ),
        ),
        "time_control": forms.ChoiceField(
            label=_("Clock of games played here"),
            required=False,
            initial=DEFAULT_CONTROL,
            choices=[(key, translate_message(parse_control(key).explain())) for key in controls],
        ),
        "no_show_minutes": forms.TypedChoiceField(
            label=_("Time for the first turn"),
            required=False,
            coerce=int,
            empty_value=None,
            initial=USUAL_MINUTES,
            choices=[(each, duration_words(each)) for each in minutes],
            help_text=_("A player who makes none in this time loses by forfeit; if neither does, both lose."),
        ),
    }


def chosen_boards(data: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a plan that the fields stand for."""
    if not data.get("played_here"):
        return {}
    return {"time_control": data["time_control"] or DEFAULT_CONTROL, "no_show_minutes": data["no_show_minutes"]}


def initial_boards(plan: EventConfig) -> dict[str, Any]:
    """The values of the fields for a plan."""
    if not plan.time_control:
        return {}
    return {"played_here": True, "time_control": plan.time_control, "no_show_minutes": plan.no_show_minutes}
