"""Teams that are kept apart, always or where the rules leave a choice: two of one club, or of one family."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.formats import avoids_pairs, pairs_teams_freely
from tournaments.core.loader import load
from tournaments.core.services.base import State, event_act, need_state
from tournaments.entries.services.exclusions import (
    AVOID,
    FEWEST,
    NEVER,
    check_rounds_of_group,
    delete_group,
    need_room_for_group,
    store_group,
)
from tournaments.models import ForbiddenGroup, ForbiddenTeam, Team
from tournaments.teams.acts import AllowTeams, KeepTeamsApart
from tournaments.teams.services.teams import need_teams


def keep_teams_apart(
    event_id: int,
    actor: Account,
    teams: Sequence[int],
    *,
    first_round: int = 1,
    last_round: int | None = None,
    strength: str = NEVER,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> ForbiddenGroup:
    """Let no two of these teams (ids) be paired, from `first_round` to `last_round` (None: to the end).

    With the `strength` "avoid" two of them may be, where the rules leave no choice. What is confirmed by the keys in
    `confirm`, and what it means for standard rules, is as of players (`entries.services.exclusions`). Raises
    NotAllowed, Stale, EventRefused, ConfirmationNeeded and Team.DoesNotExist.
    """
    with event_act(event_id, actor, KeepTeamsApart, expect=expect) as doing:
        event, chosen = doing.event, sorted(set(teams))
        need_teams(event)
        need_state(event, State.DRAFT, State.OPEN, State.RUNNING)
        if not pairs_teams_freely(event.format):
            raise EventRefused(Message(_("In this format the schedule fixes all pairings, so none can be forbidden.")))
        if strength == AVOID and not avoids_pairs(event.format):
            raise EventRefused(Message(_("This format cannot avoid pairings: forbid them.")), field="strength")
        if len(chosen) < FEWEST:
            raise EventRefused(Message(_("Choose at least two teams.")), field="teams")
        rows = load(event)
        if not set(chosen) <= rows.team_by_id.keys():
            raise Team.DoesNotExist
        check_rounds_of_group(event, first_round, last_round)
        wanted = (tuple(chosen), first_round, last_round, strength)
        if any((each.teams, each.first_round, each.last_round, each.strength) == wanted for each in rows.forbidden):
            raise EventRefused(Message(_("Pairings among these teams are already forbidden.")), field="teams")
        need_room_for_group(rows.forbidden)
        group = ForbiddenGroup(event=event, first_round=first_round, last_round=last_round, strength=strength)
        store_group(doing, actor, group, f"forbid-teams:{chosen}", confirm, teams=chosen)
        ForbiddenTeam.objects.bulk_create(ForbiddenTeam(group=group, team_id=team) for team in chosen)
    return group


def allow_teams(
    event_id: int, actor: Account, group_id: int, *, expect: int | None = None, confirm: Collection[str] = ()
) -> None:
    """Take back that a group of teams is kept apart; `confirm` as in `keep_teams_apart`.

    Raises NotAllowed, Stale, EventRefused, ConfirmationNeeded and ForbiddenGroup.DoesNotExist.
    """
    with event_act(event_id, actor, AllowTeams, expect=expect, group=group_id) as doing:
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        group = ForbiddenGroup.objects.filter(teams__isnull=False).distinct().get(event=doing.event, pk=group_id)
        teams = list(group.teams.values_list("team", flat=True))
        delete_group(doing, actor, group, f"allow:{group_id}", confirm, teams=teams)
