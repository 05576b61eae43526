"""Teams and their rosters, before an event starts."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.names import NotAName, clean_name, normalize_name
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_for_teams, option
from tournaments.core.services.base import EventCommand, event_act, need_state
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.models import Entry, Event, Team, TeamMember
from tournaments.teams.acts import MakeTeam, RemoveTeam, RenameTeam, SetRoster

MOST_TEAMS = 500


def need_teams(event: Event) -> None:
    """EventRefused in an event in which no teams meet."""
    if not is_for_teams(event.format):
        raise EventRefused(Message(_("In this format players play for themselves.")))


def make_team(event_id: int, actor: Account, name: str, *, expect: int | None = None) -> Team:
    """A new team without players. Raises NotAllowed, Stale and EventRefused (started, the name is taken)."""
    with event_act(event_id, actor, MakeTeam, expect=expect) as doing:
        _need_open(doing)
        if Team.objects.filter(event=doing.event).count() >= MOST_TEAMS:
            raise EventRefused(Message(_("At most %(most)d teams."), {"most": MOST_TEAMS}))
        team = Team.objects.create(event=doing.event, name=_free_name(doing.event, name))
        doing.note(team=team.pk)
    return team


def rename_team(event_id: int, actor: Account, team_id: int, name: str, *, expect: int | None = None) -> Team:
    """Give a team another name. Raises NotAllowed, Stale, EventRefused and Team.DoesNotExist."""
    with event_act(event_id, actor, RenameTeam, expect=expect, team=team_id) as doing:
        _need_open(doing)
        team = Team.objects.get(pk=team_id, event=doing.event)
        team.name = _free_name(doing.event, name, without=team_id)
        team.save(update_fields=["name"])
    return team


def remove_team(event_id: int, actor: Account, team_id: int, *, expect: int | None = None) -> None:
    """Remove a team; its players stay in the event. Raises NotAllowed, Stale, EventRefused and Team.DoesNotExist."""
    with event_act(event_id, actor, RemoveTeam, expect=expect, team=team_id) as doing:
        _need_open(doing)
        Team.objects.get(pk=team_id, event=doing.event).delete()


def set_roster(
    event_id: int,
    actor: Account,
    team_id: int,
    entries: Sequence[int],
    *,
    captain: int | None = None,
    expect: int | None = None,
) -> Team:
    """Say who plays for a team, as entries (ids) in board order, reserves last; `captain` is one of them or None.

    Raises NotAllowed, Stale, EventRefused (too many, of another team, no entry of the event) and Team.DoesNotExist.
    """
    with event_act(event_id, actor, SetRoster, expect=expect, team=team_id) as doing:
        _need_open(doing)
        team = Team.objects.get(pk=team_id, event=doing.event)
        _check_roster(doing.event, team, entries, captain)
        team.members.all().delete()
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry_id=entry, place=place, captain=entry == captain)
            for place, entry in enumerate(entries, 1)
        )
        doing.note(entries=list(entries))
    return team


def _need_open(doing: EventCommand) -> None:
    need_teams(doing.event)
    need_state(doing.event, *BEFORE_START)


def _free_name(event: Event, text: str, without: int = 0) -> str:
    """The name as it is kept. EventRefused where it is none, or a team of the event has it."""
    try:
        name = clean_name(text)
    except NotAName as error:
        raise EventRefused(error.message, field="name") from error
    others = Team.objects.filter(event=event).exclude(pk=without).values_list("name", flat=True)
    if normalize_name(name) in map(normalize_name, others):
        raise EventRefused(Message(_("A team called %(name)s is registered already."), {"name": name}), field="name")
    return name


def _check_roster(event: Event, team: Team, entries: Sequence[int], captain: int | None) -> None:
    if len(set(entries)) < len(entries):
        raise EventRefused(Message(_("A player is listed twice.")), field="entries")
    if Entry.objects.filter(event=event, pk__in=entries).count() < len(entries):
        raise EventRefused(Message(_("Players of a team must be registered for the event.")), field="entries")
    if TeamMember.objects.filter(entry__in=entries).exclude(team=team).exists():
        raise EventRefused(Message(_("A player already plays for another team.")), field="entries")
    most = option(event, "boards") + option(event, "reserves")
    if len(entries) > most:
        raise EventRefused(Message(_("A team has at most %(most)d players here."), {"most": most}), field="entries")
    if captain is not None and captain not in entries:
        raise EventRefused(Message(_("The captain must be one of the team’s players.")), field="captain")
