"""Rows about whole events: their games, their points in words, lists for clubs."""

from __future__ import annotations

from dataclasses import fields

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import Scoring
from tournaments.core.formats import option, options_of
from tournaments.models import Event

POINT_NAMES: dict[str, str] = {
    "win": _("win"),
    "draw": _("draw"),
    "loss": _("loss"),
    "forfeit_win": _("win by forfeit"),
    "forfeit_loss": _("loss by forfeit"),
    "pairing_bye": _("bye: no opponent available"),
    "full_bye": _("full-point bye"),
    "half_bye": _("half-point bye"),
    "zero_bye": _("announced absence"),
}


def points_text(event: Event) -> list[tuple[Message, int]]:
    """What everything is worth in the event, in tenths."""
    scoring = event.points
    return [(Message(POINT_NAMES[each.name]), getattr(scoring, each.name)) for each in fields(Scoring)]


def format_options_text(event: Event) -> list[tuple[Message, int]]:
    """What was chosen within the event's format: numbers, and whatever was ticked (True)."""
    found = [(each, option(event, each.key)) for each in options_of(event.format)]
    return [
        (Message(each.name), bool(value) if isinstance(each.default, bool) else value)
        for each, value in found
        if value or not isinstance(each.default, bool)
    ]
