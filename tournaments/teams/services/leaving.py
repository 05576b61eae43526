"""Teams that leave a running event, and come back.

As of players (`tournaments.entries.services.leaving`): in a schedule a team that leaves before half of its matches are
done takes them all out of the standings, since the others could no longer score against it; from half on they stand,
and what remains is forfeited. An arbiter can choose the other way when it is announced so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F
from django.utils import timezone

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.teams.points import match_kind
from players.models import Account
from tournaments.core.errors import EventRefused
from tournaments.core.formats import has_schedule_of_teams
from tournaments.core.loader import EventData, load
from tournaments.core.schedule import scheduled_rounds
from tournaments.core.services.base import EventCommand, State, event_act, need_state, prepared_act
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.core.team_rounds import whole_forfeit
from tournaments.core.team_tables import team_table
from tournaments.entries.services.leaving import forfeit_open_games
from tournaments.models import Entry, LineUpDeadline, Round, Team, TeamMatch
from tournaments.teams.acts import ReadmitTeam, WithdrawTeam
from tournaments.teams.notifications import ask_to_tell_captain
from tournaments.teams.services.line_ups import seat_ready_matches
from tournaments.teams.services.teams import find_team

DONE = frozenset({"W", "D", "L", "+"})
"""The kinds of matches that a team was there for (`gipf_engine.tournament.teams.points`)."""


@dataclass(frozen=True, slots=True)
class _Leaving:
    team: TeamRow
    annulled: bool
    waiting: tuple[tuple[int, MatchRow], ...]


def withdraw_team(
    event_id: int,
    actor: Account,
    team_id: int,
    *,
    annul: bool | None = None,
    reason: str = "",
    expect: int | None = None,
) -> Team:
    """Take a team out of a running event: it is not paired any more, and its open matches and boards are forfeited.

    A match whose line-ups are not open is forfeited as a whole, and no one learns who was to play. Its players leave
    with it. `annul`: whether its matches leave the standings; None follows the custom (`annuls_team`). Raises
    NotAllowed, Stale, EventRefused and Team.DoesNotExist.
    """

    def prepare(rows: EventData) -> _Leaving:
        team = find_team(rows, team_id)
        need_state(rows.event, State.RUNNING)
        if team.withdrawn:
            raise EventRefused(Message(_("This team has withdrawn already.")))
        if annul and not has_schedule_of_teams(rows.event.format):
            raise EventRefused(
                Message(_("Matches can be removed from the standings only when all pairings are fixed.")), field="annul"
            )
        waiting = ((round_.number, match) for round_ in rows.rounds for match in round_.waiting_matches)
        own = tuple((number, match) for number, match in waiting if team.id in match.teams)
        return _Leaving(team, annuls_team(rows, team) if annul is None else annul, own)

    act = prepared_act(event_id, actor, WithdrawTeam, prepare, expect=expect, team=team_id)
    with act as (doing, rows, leaving):
        after = len(rows.rounds)
        doing.note(annulled=leaving.annulled, after=after)
        doing.note_change(withdrawn_after=(None, after), annulled=(False, leaving.annulled))
        doing.set_reason(reason)
        Team.objects.filter(pk=team_id).update(withdrawn_after=after, annulled=leaving.annulled)
        _forfeit_waiting(doing, rows, leaving)
        forfeit_open_games(rows, actor, set(leaving.team.roster))
        players = Entry.objects.filter(pk__in=leaving.team.roster, withdrawn_after=None)
        players.update(withdrawn_after=after, annulled=leaving.annulled)
        ask_to_tell_captain(team_id)
    return Team.objects.get(pk=team_id)


def _forfeit_waiting(doing: EventCommand, rows: EventData, leaving: _Leaving) -> None:
    """Forfeit the matches of a team that leaves whose line-ups are not open."""
    now = timezone.now()
    for number, match in leaving.waiting:
        gone = [team == leaving.team.id or rows.team_by_id[team].withdrawn for team in match.teams]
        TeamMatch.objects.filter(pk=match.id).update(forfeit=whole_forfeit(*gone), seated_at=now)
        Round.objects.filter(event=doing.event, number=number).update(version=F("version") + 1)


def annuls_team(rows: EventData, team: TeamRow) -> bool:
    """Whether, by custom, leaving now takes a team's matches out of the standings: less than half is done."""
    if not has_schedule_of_teams(rows.event.format):
        return False
    done, total = matches_done(rows, team)
    return 2 * done < total


def matches_done(rows: EventData, team: TeamRow) -> tuple[int, int]:
    """How many matches of a schedule a team was there for, and how many it was to play."""
    table, number = team_table(rows), team.number or 0
    own = [match_kind(table, match, number) for _round, match in table.matches_of(number)]
    coming = [pair for made in scheduled_rounds(rows) for pair in made.pairs if number in (pair.white, pair.black)]
    return sum(kind in DONE for kind in own), len(own) + len(coming)


def readmit_team(
    event_id: int,
    actor: Account,
    team_id: int,
    *,
    plays_matches: bool = False,
    reason: str = "",
    expect: int | None = None,
) -> Team:
    """Let a team that withdrew play on, with the players who left with it.

    `plays_matches`: matches that were forfeited as a whole since it left wait for line-ups again; a time that is up
    for them is taken back. Other forfeits stay until the arbiter corrects them. Raises NotAllowed, Stale, EventRefused
    and Team.DoesNotExist.
    """
    with event_act(event_id, actor, ReadmitTeam, expect=expect, team=team_id) as doing:
        rows = load(doing.event)
        team = find_team(rows, team_id)
        need_state(doing.event, State.RUNNING)
        if not team.withdrawn:
            raise EventRefused(Message(_("This team has not withdrawn.")))
        doing.note_change(withdrawn_after=(team.withdrawn_after, None), annulled=(team.annulled, False))
        doing.set_reason(reason)
        Team.objects.filter(pk=team_id).update(withdrawn_after=None, annulled=False)
        players = Entry.objects.filter(pk__in=team.roster, withdrawn_after=team.withdrawn_after, expelled=False)
        players.update(withdrawn_after=None, annulled=False)
        reopened = _reopen(doing, rows, team) if plays_matches else []
        ask_to_tell_captain(team_id)
    for number in reopened:
        seat_ready_matches(event_id, number)
    return Team.objects.get(pk=team_id)


def _reopen(doing: EventCommand, rows: EventData, team: TeamRow) -> list[int]:
    """Let forfeited matches of a team that is back wait for line-ups again: the numbers of their rounds."""
    found = list(forfeited_since(rows, team))
    matches = TeamMatch.objects.filter(pk__in=[match.id for _number, match in found])
    matches.update(forfeit="", seated_at=None)
    numbers = sorted({number for number, _match in found})
    rounds = Round.objects.filter(event=doing.event, number__in=numbers)
    rounds.update(version=F("version") + 1)
    LineUpDeadline.objects.filter(round__in=rounds, at__lte=timezone.now()).delete()
    return numbers


def forfeited_since(rows: EventData, team: TeamRow) -> Iterable[tuple[int, MatchRow]]:
    """The matches that a team forfeited as a whole since it left, against teams that still play, with their rounds."""
    left = team.withdrawn_after or 0
    for round_ in rows.rounds:
        for match in round_.matches:
            others = [rows.team_by_id[each] for each in match.teams if each != team.id]
            since = round_.number >= left and team.id in match.teams and not round_.locked
            if since and match.forfeit and not any(other.withdrawn for other in others):
                yield round_.number, match
