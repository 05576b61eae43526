"""Teams before an event starts."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.names import NotAName, clean_name, normalize_name
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EventData
from tournaments.core.services.base import EventCommand, event_act, need_state
from tournaments.core.team_loader import TeamRow
from tournaments.entries.services.exclusions import delete_singleton_groups
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.models import Event, Team
from tournaments.teams.acts import MakeTeam, RemoveTeam, RenameTeam
from tournaments.teams.limits import MOST_TEAMS


def need_teams(event: Event) -> None:
    """EventRefused in an event in which no teams meet."""
    if not is_for_teams(event.format):
        raise EventRefused(Message(_("In this format players play for themselves.")))


def find_team(rows: EventData, team_id: int) -> TeamRow:
    """A team of an event of teams. Raises EventRefused where none meet, and Team.DoesNotExist."""
    need_teams(rows.event)
    if team_id not in rows.team_by_id:
        raise Team.DoesNotExist
    return rows.team_by_id[team_id]


def make_team(event_id: int, actor: Account, name: str, *, expect: int | None = None) -> Team:
    """A new team without players. Raises NotAllowed, Stale and EventRefused (started, the name is taken)."""
    with event_act(event_id, actor, MakeTeam, expect=expect) as doing:
        _need_open(doing)
        if Team.objects.filter(event=doing.event).count() >= MOST_TEAMS:
            raise EventRefused(Message(_("At most %(most)d teams."), {"most": MOST_TEAMS}))
        team = Team.objects.create(event=doing.event, name=free_name(doing.event, name))
        doing.note(team=team.pk)
    return team


def rename_team(event_id: int, actor: Account, team_id: int, name: str, *, expect: int | None = None) -> Team:
    """Give a team another name. Raises NotAllowed, Stale, EventRefused and Team.DoesNotExist."""
    with event_act(event_id, actor, RenameTeam, expect=expect, team=team_id) as doing:
        _need_open(doing)
        team = Team.objects.get(pk=team_id, event=doing.event)
        team.name = free_name(doing.event, name, without=team_id)
        team.save(update_fields=["name"])
    return team


def remove_team(event_id: int, actor: Account, team_id: int, *, expect: int | None = None) -> None:
    """Remove a team; its players stay in the event. Raises NotAllowed, Stale, EventRefused and Team.DoesNotExist."""
    with event_act(event_id, actor, RemoveTeam, expect=expect, team=team_id) as doing:
        _need_open(doing)
        Team.objects.get(pk=team_id, event=doing.event).delete()
        delete_singleton_groups(doing)


def _need_open(doing: EventCommand) -> None:
    need_teams(doing.event)
    need_state(doing.event, *BEFORE_START)


def free_name(event: Event, text: str, without: int = 0) -> str:
    """The name as it is kept. EventRefused where it is none, or a team of the event has it."""
    try:
        name = clean_name(text)
    except NotAName as error:
        raise EventRefused(error.message, field="name") from error
    others = Team.objects.filter(event=event).exclude(pk=without).values_list("name", flat=True)
    if normalize_name(name) in map(normalize_name, others):
        raise EventRefused(Message(_("A team called %(name)s is registered already."), {"name": name}), field="name")
    return name
