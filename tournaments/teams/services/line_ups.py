"""Line-ups: handed in by captains, hidden until both of a match are in or due, then made into boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.db.models import F
from django.utils import timezone

from common.jobs import services as jobs
from common.journal.services import Stale
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.teams.line_ups import line_up_problems
from players.models import Account
from players.permissions import NotAllowed, may
from players.roles import Permission
from tournaments.core.dates import today
from tournaments.core.draws import draw_in_force, setup_generator_of, setup_of
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, RoundRow, load
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.core.team_loader import MatchRow, TeamRow
from tournaments.core.team_rounds import boards_of, seat_boards
from tournaments.core.team_tables import settings_of, team_table
from tournaments.models import Event, LineUp, LineUpDeadline, LineUpSeat, Round, TeamMatch
from tournaments.rounds.services.boards import open_boards
from tournaments.teams.acts import CloseLineUps, HandInLineUp, SeatMatches, SetLineUpDeadline
from tournaments.teams.line_ups import Seats, is_captain, match_of_team, read_line_ups, teams_handed_in
from tournaments.teams.services.teams import find_team, need_teams

SEAT = "make-boards"
"""The kind of job that makes boards of line-ups that are in. Its subject is event and round: "event:12:3"."""
DUE = "open-line-ups"
"""The kind of job that does so when the line-ups of a round are due. It is a kind of its own: it still comes where the
boards of some matches were made before."""


def subject_of(event: Event, number: int) -> str:
    """The subject of the job that seats the matches of a round."""
    return f"{event.scope}:{number}"


# --- handing in ---------------------------------------------------------------------------------------


def hand_in_line_up(
    event_id: int,
    account: Account,
    number: int,
    team_id: int,
    seats: Sequence[int | None],
    *,
    expect: int | None = None,
) -> None:
    """Say who plays for a team in a round: entries (ids) by board, None where no one sits. The last one counts.

    By its captain, or an arbiter for one who cannot. Where both line-ups of the match are in, its boards are made.
    Raises NotAllowed, Stale, EventRefused, Team.DoesNotExist and Round.DoesNotExist.
    """
    with event_act(event_id, account, HandInLineUp, expect=expect, round=number, team=team_id) as doing:
        rows = load(doing.event)
        team, round_ = find_team(rows, team_id), _find_round(rows, number)
        _need_right(rows, account, team)
        match = _need_time_left(doing.event, round_, team)
        _check_line_up(rows, team, seats)
        _store(account, team, number, seats)
        if teams_handed_in(rows, number) >= set(match.teams):
            jobs.request(SEAT, subject_of(doing.event, number))
    seat_ready_matches(event_id, number)


def _find_round(rows: EventData, number: int) -> RoundRow:
    round_ = rows.round(number)
    if round_ is None:
        raise Round.DoesNotExist
    return round_


def may_hand_in(rows: EventData, account: Account, team: TeamRow) -> bool:
    """Whether a person may say who plays for a team: its captain, and arbiters."""
    return is_captain(rows, account, team) or may(account, Permission.RUN_ROUNDS, rows.event.scope)


def _need_right(rows: EventData, account: Account, team: TeamRow) -> None:
    if not may_hand_in(rows, account, team):
        raise NotAllowed(Permission.RUN_ROUNDS, rows.event.scope)


def _need_time_left(event: Event, round_: RoundRow, team: TeamRow) -> MatchRow:
    """The match for which a team may still hand in a line-up. Raises EventRefused."""
    need_state(event, State.RUNNING)
    match = match_of_team(round_, team.id)
    if match is None or not match.is_match:
        raise EventRefused(Message(_("This team has no opponent in round %(round)d."), {"round": round_.number}))
    if match.seated:
        raise EventRefused(Message(_("The line-ups of this match are open: they can no longer change.")))
    if is_due(round_, timezone.now()):
        raise EventRefused(Message(_("The time for line-ups of this round is up.")))
    return match


def is_due(round_: RoundRow, now: datetime) -> bool:
    """Whether the time for the line-ups of a round is up."""
    return round_.line_ups_due is not None and round_.line_ups_due <= now


def _check_line_up(rows: EventData, team: TeamRow, seats: Sequence[int | None]) -> None:
    unknown = [entry for entry in seats if entry is not None and entry not in team.roster]
    if unknown:
        raise EventRefused(Message(_("A line-up names only players of its team.")), field="seats")
    gone = [rows.by_id[entry].name for entry in seats if entry is not None and rows.by_id[entry].withdrawn]
    if gone:
        raise EventRefused(Message(_("%(name)s has withdrawn."), {"name": gone[0]}), field="seats")
    numbers = tuple(None if entry is None else rows.by_id[entry].number for entry in seats)
    problems = line_up_problems(team_table(rows), team.number or 0, numbers)
    if problems:
        raise EventRefused(problems[0], problems, field="seats")


def _store(account: Account, team: TeamRow, number: int, seats: Sequence[int | None]) -> None:
    line_up, _made = LineUp.objects.update_or_create(
        team_id=team.id, round_number=number, defaults={"sent_by": account.pk, "sent_at": timezone.now()}
    )
    line_up.seats.all().delete()
    LineUpSeat.objects.bulk_create(
        LineUpSeat(line_up=line_up, board=board, entry_id=entry)
        for board, entry in enumerate(seats, 1)
        if entry is not None
    )


# --- when they are due --------------------------------------------------------------------------------


def set_line_up_deadline(
    event_id: int, actor: Account, number: int, at: datetime | None, *, expect: int | None = None
) -> None:
    """Say until when captains hand in the line-ups of a round; None: each match opens when both are in.

    `expect` is the round's version. Raises NotAllowed, Stale, EventRefused and Round.DoesNotExist.
    """
    with event_act(event_id, actor, SetLineUpDeadline, round=number) as doing:
        need_teams(doing.event)
        need_state(doing.event, State.RUNNING)
        round_ = _locked_version(doing.event, number, expect)
        now = timezone.now()
        if at is not None and at <= now:
            raise EventRefused(
                Message(_("That time has passed: close the line-ups, or choose a later one.")), field="at"
            )
        if not TeamMatch.objects.filter(round=round_, kind=TeamMatch.Kind.MATCH, seated_at=None).exists():
            raise EventRefused(Message(_("All line-ups of this round are open.")))
        _set_deadline(doing, round_, at)
        Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
        jobs.withdraw(DUE, subject_of(doing.event, number))
        if at is not None:
            jobs.request_later(DUE, subject_of(doing.event, number), at - now)


def _locked_version(event: Event, number: int, expect: int | None) -> Round:
    round_ = Round.objects.get(event=event, number=number)
    if expect is not None and round_.version != expect:
        raise Stale(event.scope, expect, round_.version)
    return round_


def _set_deadline(doing: EventCommand, round_: Round, at: datetime | None) -> None:
    old = LineUpDeadline.objects.filter(round=round_).values_list("at", flat=True).first()
    doing.note_change(line_ups_due=(old, at))
    if at is None:
        LineUpDeadline.objects.filter(round=round_).delete()
    else:
        LineUpDeadline.objects.update_or_create(round=round_, defaults={"at": at})


def plan_seating(event: Event) -> None:
    """See to it that matches are seated when their line-ups are due, where an undo brought deadlines back."""
    now = timezone.now()
    coming = LineUpDeadline.objects.filter(round__event=event, at__gt=now)
    for number, at in coming.values_list("round__number", "at"):
        jobs.request_later(DUE, subject_of(event, number), at - now)


def drop_seats_of(entries: Sequence[int], teams: Sequence[int]) -> None:
    """Forget what was handed in of players and teams that an undo takes out of the event. Inside the caller's act."""
    if entries or teams:
        LineUpSeat.objects.filter(entry__in=entries).delete()
        LineUp.objects.filter(team__in=teams).delete()


# --- boards -------------------------------------------------------------------------------------------


def close_line_ups(event_id: int, actor: Account, number: int, *, expect: int | None = None) -> None:
    """Wait for no more line-ups of a round: all its matches are seated, and empty boards are forfeited.

    `expect` is the round's version. Raises NotAllowed, Stale, EventRefused and Round.DoesNotExist.
    """
    with event_act(event_id, actor, CloseLineUps, round=number) as doing:
        need_teams(doing.event)
        need_state(doing.event, State.RUNNING)
        _locked_version(doing.event, number, expect)
        rows = load(doing.event)
        waiting = _find_round(rows, number).waiting_matches
        if not waiting:
            raise EventRefused(Message(_("All line-ups of this round are open.")))
        jobs.withdraw(DUE, subject_of(doing.event, number))
        _seat(doing, actor, rows, number, waiting)


class _NothingToSeat(Exception):
    """No match of the round waits that could be seated: nothing is written."""


def seat_ready_matches(event_id: int, number: int) -> None:
    """Make the boards of matches whose line-ups are both in, or due. Done twice, it does nothing the second time."""
    event = Event.objects.filter(pk=event_id, state=State.RUNNING).first()
    if event is None or not _ready(load(event), number):
        return
    try:
        with event_act(event_id, None, SeatMatches, round=number) as doing:
            need_state(doing.event, State.RUNNING)
            rows = load(doing.event)
            ready = _ready(rows, number)
            if not ready:
                raise _NothingToSeat
            _seat(doing, None, rows, number, ready)
    except (_NothingToSeat, EventRefused):
        return


def _ready(rows: EventData, number: int) -> list[MatchRow]:
    round_ = rows.round(number)
    if round_ is None:
        return []
    due, there = is_due(round_, timezone.now()), teams_handed_in(rows, number)
    return [match for match in round_.waiting_matches if due or there >= set(match.teams)]


def _seat(
    doing: EventCommand, actor: Account | None, rows: EventData, number: int, matches: Sequence[MatchRow]
) -> None:
    """Make the boards of these matches. A team whose line-up is not in seats no one."""
    settings, round_ = settings_of(doing.event), Round.objects.get(event=doing.event, number=number)
    teams = [team for match in matches for team in match.teams]
    line_ups = read_line_ups(teams, number, settings.boards)
    no_one: Seats = (None,) * settings.boards
    setup, day = _setups(doing.event, number), today(doing.event)
    for match in matches:
        white, black = (_there(rows, team, line_ups.get(team, no_one)) for team in match.teams)
        seated = boards_of(settings, white, black)
        games = seat_boards(rows, doing.scope, round_, match, seated, day, setup)
        open_boards(doing, actor, [each.game for each in games])
    TeamMatch.objects.filter(pk__in=[match.id for match in matches]).update(seated_at=timezone.now())
    Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
    doing.note(teams=teams)


def _there(rows: EventData, team_id: int, seats: Seats) -> Seats:
    """The line-up without those who have withdrawn, or whose place on the roster was undone, since it was handed in."""
    roster = {entry for entry in rows.team_by_id[team_id].roster if not rows.by_id[entry].withdrawn}
    return tuple(entry if entry in roster else None for entry in seats)


def _setups(event: Event, number: int) -> Callable[[int], str]:
    """What chance lays out on a board of the round; "" where the rules lay out nothing."""
    deal = draw_in_force(event, number)
    if deal is None or setup_generator_of(event) is None:
        return lambda _board: ""
    return partial(setup_of, event, deal)
