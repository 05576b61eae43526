"""Teams that come while the event runs."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.formats import pairs_teams_freely
from tournaments.core.loader import EventData, load
from tournaments.core.services.base import State, event_act, need_state
from tournaments.entries.services.numbering import number_late_team
from tournaments.models import Team
from tournaments.teams.acts import AddLateTeam
from tournaments.teams.limits import MOST_TEAMS
from tournaments.teams.notifications import ask_to_tell_captain
from tournaments.teams.services.rosters import check_roster, write_roster
from tournaments.teams.services.teams import free_name, need_teams


def add_late_team(
    event_id: int,
    actor: Account,
    name: str,
    entries: Sequence[int],
    *,
    captain: int | None = None,
    expect: int | None = None,
) -> Team:
    """A team that comes after the start, with its players: it gets the number that their ratings earn.

    It is paired from now on, and scores nothing in rounds that are paired, unless byes are given
    (`give_team_missed_byes`). In a schedule teams come only before round 1 is paired. Raises NotAllowed, Stale and
    EventRefused.
    """
    with event_act(event_id, actor, AddLateTeam, expect=expect) as doing:
        need_teams(doing.event)
        need_state(doing.event, State.RUNNING)
        rows = load(doing.event)
        refuse_late_team(rows)
        if len(rows.teams) >= MOST_TEAMS:
            raise EventRefused(Message(_("At most %(most)d teams."), {"most": MOST_TEAMS}))
        if not entries:
            raise EventRefused(Message(_("A team needs at least one player.")), field="entries")
        check_roster(rows, None, entries, captain)
        team = Team.objects.create(event=doing.event, name=free_name(doing.event, name))
        write_roster(team.pk, entries, captain)
        number_late_team(doing)
        doing.note(team=team.pk, entries=list(entries))
        ask_to_tell_captain(team.pk)
        team.refresh_from_db(fields=["number"])
    return team


def refuse_late_team(rows: EventData) -> None:
    """EventRefused where no team can come any more."""
    if rows.rounds and not pairs_teams_freely(rows.event.format):
        raise EventRefused(Message(_("With fixed pairings, no team can be added once round 1 is paired.")))
    if rows.rounds and rows.coming is None:
        raise EventRefused(Message(_("All rounds are paired: no team can be added.")))
