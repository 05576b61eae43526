"""Who plays for a team: before the start freely, while the event runs within the limits that its matches set.

What was handed in for a match that is not open stays hidden: once a line-up is in, no player of the team leaves it,
the one who is in that line-up, so that no refusal tells who plays.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.formats import option
from tournaments.core.loader import EventData, load
from tournaments.core.services.base import State, event_act, need_state
from tournaments.core.team_loader import TeamRow
from tournaments.entries.services.leaving import BEFORE_START
from tournaments.models import Event, Team, TeamMember
from tournaments.teams.acts import SetRoster
from tournaments.teams.line_ups import teams_handed_in
from tournaments.teams.notifications import ask_to_tell_captain
from tournaments.teams.services.teams import find_team


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

    While the event runs, players come and go, and the captain changes; who has played for the team stays on its
    roster, and so does everyone while a line-up waits for that of the opponents. A fixed order stays as it is, and new
    players come after the others, unless the event lets arbiters change it between rounds.

    Raises NotAllowed, Stale, EventRefused (too many, of another team, no entry of the event, no longer to be changed)
    and Team.DoesNotExist.
    """
    with event_act(event_id, actor, SetRoster, expect=expect, team=team_id) as doing:
        rows = load(doing.event)
        team = find_team(rows, team_id)
        need_state(doing.event, *BEFORE_START, State.RUNNING)
        check_roster(rows, team_id, entries, captain)
        if doing.event.state == State.RUNNING:
            _check_while_running(rows, team, entries)
            ask_to_tell_captain(team_id)
        write_roster(team_id, entries, captain)
        doing.note(entries=list(entries))
    return Team.objects.get(pk=team_id)


def write_roster(team_id: int, entries: Sequence[int], captain: int | None) -> None:
    """Put these players in the places of a team. Inside the caller's act."""
    TeamMember.objects.filter(team=team_id).delete()
    TeamMember.objects.bulk_create(
        TeamMember(team_id=team_id, entry_id=entry, place=place, captain=entry == captain)
        for place, entry in enumerate(entries, 1)
    )


def check_roster(rows: EventData, team_id: int | None, entries: Sequence[int], captain: int | None) -> None:
    """EventRefused where these players cannot be the roster of a team (None: of a new one), whatever the time."""
    if len(set(entries)) < len(entries):
        raise EventRefused(Message(_("A player is listed twice.")), field="entries")
    if not set(entries) <= rows.by_id.keys():
        raise EventRefused(Message(_("Players of a team must be registered for the event.")), field="entries")
    for entry in entries:
        if entry in rows.team_of and rows.team_of[entry].id != team_id:
            raise EventRefused(Message(_("A player already plays for another team.")), field="entries")
    most = most_players(rows.event)
    if sum(not rows.by_id[entry].withdrawn for entry in entries) > most:
        raise EventRefused(Message(_("A team has at most %(most)d players here."), {"most": most}), field="entries")
    if captain is not None and captain not in entries:
        raise EventRefused(Message(_("The captain must be one of the team’s players.")), field="captain")


def most_players(event: Event) -> int:
    """How many players a team can have who have not withdrawn."""
    return option(event, "boards") + option(event, "reserves")


def _check_while_running(rows: EventData, team: TeamRow, entries: Sequence[int]) -> None:
    if team.withdrawn:
        raise EventRefused(Message(_("%(team)s has withdrawn."), {"team": team.name}))
    if not entries:
        raise EventRefused(Message(_("A team needs at least one player.")), field="entries")
    gone = [entry for entry in team.roster if entry not in entries]
    for entry in gone:
        if rows.of_entry(entry):
            params = {"name": rows.by_id[entry].name}
            message = _("%(name)s has played for this team and stays on its roster: withdraw the player instead.")
            raise EventRefused(Message(message, params), field="entries")
    moved = bool(option(rows.event, "fixed_order")) and bool(rows.rounds) and not _keeps_order(team, entries)
    if moved and not option(rows.event, "reorder"):
        message = _("The order of the boards is fixed: new players come after the others.")
        raise EventRefused(Message(message), field="entries")
    for round_ in rows.rounds:
        if not any(team.id in match.teams for match in round_.waiting_matches):
            continue
        if moved:
            message = _("Round %(round)d is being played: the order of the boards changes between rounds.")
            raise EventRefused(Message(message, {"round": round_.number}), field="entries")
        if gone and team.id in teams_handed_in(rows, round_.number):
            message = _("The line-up for round %(round)d is in: players leave the roster once the match is open.")
            raise EventRefused(Message(message, {"round": round_.number}), field="entries")


def _keeps_order(team: TeamRow, entries: Sequence[int]) -> bool:
    """Whether those who stay sit in the order of before, and new players after them."""
    stay = [entry for entry in team.roster if entry in entries]
    return list(entries[: len(stay)]) == stay
