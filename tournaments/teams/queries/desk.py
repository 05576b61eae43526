"""What can still be done with teams, so that pages lead there and services refuse it by one rule."""

from __future__ import annotations

from tournaments.core.formats import is_for_teams, pairs_teams_freely
from tournaments.core.loader import EventData
from tournaments.core.team_loader import TeamRow
from tournaments.models import Event

State = Event.State


def may_have_bye(rows: EventData, team: TeamRow) -> bool:
    """Whether a team can ask for a bye in some round to come."""
    is_open = rows.event.state in (State.DRAFT, State.OPEN, State.RUNNING)
    coming = rows.event.state != State.RUNNING or rows.coming is not None
    return pairs_teams_freely(rows.event.format) and is_open and coming and not team.withdrawn


def takes_late_teams(rows: EventData) -> bool:
    """Whether a team can still come after the start: in a schedule before round 1, else before the last round."""
    if rows.event.state != State.RUNNING or not is_for_teams(rows.event.format):
        return False
    return not rows.rounds or (pairs_teams_freely(rows.event.format) and rows.coming is not None)
