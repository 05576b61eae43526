"""Byes of teams: asked for by captains before a round is paired, or given by arbiters, with the limits of players.

What they are worth follows from the event's points: a half-point bye is a drawn match with half of the boards, a
full-point bye a won one with all of them (FIDE C.07, article 11, and C.04.6, article 1.4, for the one that is paired).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from players.models import Account
from players.permissions import NotAllowed, may
from players.roles import Permission
from tournaments.core.errors import EventRefused
from tournaments.core.formats import pairs_teams_freely
from tournaments.core.loader import EventData, load
from tournaments.core.round_drafts import need_no_draft
from tournaments.core.services.base import State, event_act, need_confirmation, need_state
from tournaments.core.team_loader import TeamRow
from tournaments.entries.services.byes import check_not_paired, check_round_to_come
from tournaments.models import Event, Round, Team, TeamByeRequest, TeamMatch
from tournaments.teams.acts import CancelTeamBye, GiveTeamMissedByes, RequestTeamBye, SetTeamHalfByes
from tournaments.teams.line_ups import is_captain
from tournaments.teams.notifications import ask_to_tell_captain
from tournaments.teams.services.teams import find_team

Kind = TeamByeRequest.Kind
OWN_KINDS = (Kind.HALF, Kind.ZERO)
"""What captains can ask for; a full-point bye is the arbiter's to give."""


def request_team_bye(
    event_id: int,
    account: Account,
    team_id: int,
    round_number: int,
    kind: str,
    *,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> Team:
    """Ask for a bye of a team in a round that is not paired yet: its captain, or an arbiter, for any team.

    Asking again for a round changes the kind. A second half-point bye, and one in the last round, is the arbiter's to
    give, who confirms it by the keys in `confirm`. Raises ConfirmationNeeded, NotAllowed, Stale, EventRefused and
    Team.DoesNotExist.
    """
    with event_act(event_id, account, RequestTeamBye, expect=expect, team=team_id, round=round_number) as doing:
        event = doing.event
        rows = load(event)
        team = find_team(rows, team_id)
        need_state(event, State.DRAFT, State.OPEN, State.RUNNING)
        _check_right(rows, account, team, kind)
        _check_kind(event, kind)
        _need_playing(team)
        check_round_to_come(event, round_number)
        if kind == Kind.HALF:
            _need_half_byes(team, "kind")
        _check_half_byes(event, team, account, round_number, kind, confirm)
        old = dict(team.byes).get(round_number)
        TeamByeRequest.objects.update_or_create(team_id=team.id, round_number=round_number, defaults={"kind": kind})
        doing.note(kind=kind)
        doing.note_change(bye=(old, kind))
        ask_to_tell_captain(team_id)
    return Team.objects.get(pk=team_id)


def cancel_team_bye(
    event_id: int, account: Account, team_id: int, round_number: int, *, expect: int | None = None
) -> None:
    """Take a request for a bye back before its round is paired. Raises as `request_team_bye` does."""
    with event_act(event_id, account, CancelTeamBye, expect=expect, team=team_id, round=round_number) as doing:
        rows = load(doing.event)
        team = find_team(rows, team_id)
        _check_right(rows, account, team, None)
        check_not_paired(doing.event, round_number)
        kind = dict(team.byes).get(round_number)
        if kind is None:
            raise EventRefused(Message(_("Round %(round)d has no requested bye."), {"round": round_number}))
        doing.note_change(bye=(kind, None))
        TeamByeRequest.objects.filter(team=team_id, round_number=round_number).delete()
        ask_to_tell_captain(team_id)


def give_team_missed_byes(
    event_id: int,
    actor: Account,
    team_id: int,
    rounds: Collection[int],
    *,
    expect: int | None = None,
    confirm: Collection[str] = (),
) -> Team:
    """Give a late team half-point byes in rounds that were paired before it came; in the others it has nothing.

    As long as it has not been paired: later pairings would have been made otherwise. Raises ConfirmationNeeded,
    NotAllowed, Stale, EventRefused and Team.DoesNotExist.
    """
    act = event_act(event_id, actor, GiveTeamMissedByes, expect=expect, team=team_id, missed=sorted(set(rounds)))
    with act as doing:
        team = find_team(load(doing.event), team_id)
        need_state(doing.event, State.RUNNING)
        _check_kind(doing.event, Kind.HALF)
        _need_playing(team)
        _need_half_byes(team, "rounds")
        need_no_draft(doing.event)
        missed = _missed_rounds(doing.event, team, rounds)
        had = len(missed) + sum(kind == Kind.HALF for _round, kind in team.byes)
        second = Caution("second-half-bye", Level.CONFIRM, Message(_("this team would have several half-point byes")))
        key = f"{doing.event.scope}:missed-team-byes:{team.id}:{[each.number for each in missed]}"
        need_confirmation(key, _("Give the byes"), [second] if had > 1 else [], confirm)
        for round_ in missed:
            last = round_.matches.order_by("table").values_list("table", flat=True).last() or 0
            TeamMatch.objects.create(round=round_, table=last + 1, kind=TeamMatch.Kind.HALF_BYE, white_id=team.id)
            round_.version += 1
            round_.save(update_fields=["version"])
        ask_to_tell_captain(team_id)
    return Team.objects.get(pk=team_id)


def set_team_half_byes(
    event_id: int, actor: Account, team_id: int, *, allowed: bool, expect: int | None = None
) -> Team:
    """Say whether a team may have half-point byes at all; where not, no one gives it one, by no way.

    Raises NotAllowed, Stale, EventRefused (it has asked for one) and Team.DoesNotExist.
    """
    with event_act(event_id, actor, SetTeamHalfByes, expect=expect, team=team_id) as doing:
        team = find_team(load(doing.event), team_id)
        need_state(doing.event, State.DRAFT, State.OPEN, State.RUNNING)
        _check_kind(doing.event, Kind.HALF)
        asked = next((number for number, kind in team.byes if kind == Kind.HALF), None)
        if not allowed and asked is not None:
            message = _("Cancel the half-point bye in round %(round)d first.")
            raise EventRefused(Message(message, {"round": asked}), field="half_byes")
        doing.note(allowed=allowed)
        doing.note_change(no_half_byes=(team.no_half_byes, not allowed))
        Team.objects.filter(pk=team_id).update(no_half_byes=not allowed)
        ask_to_tell_captain(team_id)
    return Team.objects.get(pk=team_id)


def missed_rounds_of_team(rows: EventData, team: TeamRow) -> list[int]:
    """The paired rounds for which a late team can still be given byes; none once it was paired."""
    if not pairs_teams_freely(rows.event.format) or team.withdrawn:
        return []
    if any(team.id in match.teams for round_ in rows.rounds for match in round_.matches):
        return []
    return [round_.number for round_ in rows.rounds if not round_.locked]


def _missed_rounds(event: Event, team: TeamRow, numbers: Collection[int]) -> list[Round]:
    if TeamMatch.objects.filter(white=team.id).exists() or TeamMatch.objects.filter(black=team.id).exists():
        raise EventRefused(Message(_("This team has already been paired, so earlier missed rounds cannot change.")))
    rounds = list(Round.objects.filter(event=event, number__in=set(numbers)).order_by("number"))
    if not rounds or len(rounds) < len(set(numbers)):
        raise EventRefused(Message(_("Choose rounds that are paired.")), field="rounds")
    if any(round_.locked for round_ in rounds):
        raise EventRefused(Message(_("One of these rounds is locked: unlock it first.")), field="rounds")
    return rounds


def _check_right(rows: EventData, account: Account, team: TeamRow, kind: str | None) -> None:
    if may(account, Permission.ENTER_PLAYERS, rows.event.scope):
        return
    if not is_captain(rows, account, team):
        raise NotAllowed(Permission.ENTER_PLAYERS, rows.event.scope)
    if kind is not None and kind not in OWN_KINDS:
        raise EventRefused(Message(_("Only the arbiter can give a full-point bye.")), field="kind")


def _check_kind(event: Event, kind: str) -> None:
    if kind not in Kind.values:
        raise EventRefused(Message(_("This bye does not exist.")), field="kind")
    if not pairs_teams_freely(event.format):
        raise EventRefused(
            Message(_("All matches of this format are fixed: agree on another day with the other team instead."))
        )


def _need_playing(team: TeamRow) -> None:
    if team.withdrawn:
        raise EventRefused(Message(_("%(team)s has withdrawn."), {"team": team.name}))


def _need_half_byes(team: TeamRow, field: str) -> None:
    if team.no_half_byes:
        raise EventRefused(Message(_("Half-point byes are stopped for this team.")), field=field)


def _check_half_byes(
    event: Event, team: TeamRow, account: Account, number: int, kind: str, confirm: Collection[str]
) -> None:
    """Teams have one half-point bye, and none in the last round; the one who may give more is asked."""
    if kind != Kind.HALF:
        return
    cautions = list(_half_bye_cautions(event, team, number))
    if cautions and not may(account, Permission.ENTER_PLAYERS, event.scope):
        params = {"reasons": [caution.message for caution in cautions]}
        raise EventRefused(Message(_("Ask the arbiter: %(reasons)s."), params), field="kind")
    need_confirmation(f"{event.scope}:half-bye-of-team:{team.id}:{number}", _("Give the bye"), cautions, confirm)


def _half_bye_cautions(event: Event, team: TeamRow, number: int) -> Iterator[Caution]:
    had = TeamMatch.objects.filter(white=team.id, kind=TeamMatch.Kind.HALF_BYE).exclude(round__number=number)
    if had.exists() or any(kind == Kind.HALF and other != number for other, kind in team.byes):
        yield Caution("second-half-bye", Level.CONFIRM, Message(_("this team has a half-point bye already")))
    if number == event.rounds_planned:
        yield Caution("late-half-bye", Level.CONFIRM, Message(_("this is the last round")))
