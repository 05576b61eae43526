"""Starting a round, and taking the last one back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from common.journal.services import Stale
from games.models import Attempt, Claim, Game, Record
from games.results.services.create import check_starts, delete_games
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, CrossTable
from gipf_engine.tournament.pairing import PairingError, RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven
from gipf_engine.tournament.pairing.steps import StepCounter
from players.models import Account
from tournaments.core import preconditions
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import YEARS
from tournaments.core.formats import is_for_teams, option, system_of
from tournaments.core.loader import EventData, RoundRow
from tournaments.core.mapping import cross_table, persist_round
from tournaments.core.medleys import games_of, is_medley, options_for
from tournaments.core.pairing_history import current_knowledge
from tournaments.core.round_drafts import need_no_draft, to_json
from tournaments.core.services.base import EventCommand, State, event_act, need_state, prepared_act
from tournaments.core.sides import as_pairings, name_of_places, table_of_sides
from tournaments.core.team_rounds import store_round_of_teams
from tournaments.duplicate.services import make_attempts, need_deals, remove_attempts
from tournaments.models import Entry, Event, LineUp, Round, RoundRequest, Team
from tournaments.rounds.acts import DeleteRound, SetDeadline, StartRound
from tournaments.rounds.services.boards import ask_for_choices, forfeit_for_absence, open_boards, stop_games
from tournaments.rounds.services.setup_draws import (
    Setups,
    draw_anew,
    draw_unless_drawn,
    prepare_setups,
    setups_in_force,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOptions:
    """The round that a person means to start; fields as in `start_round`."""

    number: int | None = None
    despite_open: bool = False
    played_on: date | None = None
    deadline: date | None = None


def start_round(
    event_id: int,
    actor: Account,
    *,
    number: int | None = None,
    expect: int | None = None,
    despite_open: bool = False,
    played_on: date | None = None,
    deadline: date | None = None,
) -> Round:
    """Pair the next round: exactly one, however many ask at once.

    `number` is the round that the caller means to start and `expect` the event's version that the caller saw: where
    either is no longer so, another was quicker, and Stale is raised. `despite_open` starts it although games of a
    fixed schedule are still to be played. `played_on` is the day of its games (None: today, where the event is),
    `deadline` the day by which they should be played. Raises NotAllowed, Stale and EventRefused, which lists what
    blocks.
    """
    wanted = RoundOptions(number=number, despite_open=despite_open, played_on=played_on, deadline=deadline)
    return start_requested_round(event_id, actor, wanted, expect=expect)


def start_requested_round(
    event_id: int,
    actor: Account,
    wanted: RoundOptions,
    *,
    expect: int | None = None,
    steps: Callable[[], StepCounter] = StepCounter,
    tell: Callable[[], None] = lambda: None,
) -> Round:
    """`start_round` with its wishes as one value. `tell` is called when a pairing was found, before it is stored.

    `steps` makes a counter for each try to pair it. Raises TooManySteps where one goes beyond its limit.
    """

    def prepare(rows: EventData) -> PreparedRound:
        prepared = prepare_round(rows, wanted, steps())
        tell()
        return prepared

    with prepared_act(event_id, actor, StartRound, prepare, expect=expect) as (
        doing,
        rows,
        round_,
    ):
        need_no_draft(doing.event)
        return store_prepared(doing, actor, rows, round_, wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedRound:
    """A round that was thought out and is not stored: its pairings and all that is written beside them.

    `known` is what was known when it was paired, `accelerated` the virtual points by entry (id) that round 1 fixes,
    `by_hand` what the format gave where arbiters paired otherwise.
    """

    pairings: RoundPairings
    setups: Setups
    known: Mapping[str, Any]
    accelerated: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    by_hand: Mapping[str, Any] | None = None


STEPS_A_CELL = 1_700
"""What reading an event and storing a round takes for each entrant and round so far, in steps of the pairing."""


def prepare_round(rows: EventData, wanted: RoundOptions, steps: StepCounter) -> PreparedRound:
    """The round that comes next, where it is the one that is wanted and nothing blocks it. Writes nothing.

    Raises Stale, EventRefused and TooManySteps.
    """
    check_options(rows, wanted)
    need_deals(rows.event, len(rows.rounds) + 1)
    steps.take(STEPS_A_CELL * len(rows.entries) * (len(rows.rounds) + 2))
    pairings = pair_event(rows, steps)
    return PreparedRound(
        pairings=pairings,
        setups=lay_out(rows.event, pairings),
        known=current_knowledge(rows),
        accelerated=acceleration_of(rows) if pairings.number == 1 else {},
    )


def lay_out(event: Event, pairings: RoundPairings) -> Setups:
    """What chance lays out on the boards of a round, checked by the rules of the game. Writes nothing.

    Nothing where teams meet: their boards are made when line-ups open.
    """
    if is_for_teams(event.format):
        return Setups()
    setups = prepare_setups(event, pairings)
    for rules in games_of(event):
        found = {(setup, "") for (_board, key), setup in setups.by_board.items() if key == rules}
        check_starts(found, rules, options_for(event.options, rules) if is_medley(event) else event.options)
    return setups


def check_options(rows: EventData, wanted: RoundOptions) -> None:
    """Raise EventRefused or Stale unless the next round is the one that is wanted and nothing blocks it."""
    event = rows.event
    need_state(event, State.RUNNING)
    coming = len(rows.rounds) + 1
    number = coming if wanted.number is None else wanted.number
    if number < coming:
        raise Stale(event.scope, number, coming)
    need_no_draft(event)  # before a later number is refused: who asks for it may take the draft for a started round
    if number > coming:
        raise Stale(event.scope, number, coming)
    _check_preconditions(rows, despite_open=wanted.despite_open)
    check_deadline(event, wanted.deadline, wanted.played_on)
    if is_for_teams(event.format) and wanted.played_on is not None:
        message = _("Games of teams are of the day on which their line-ups open: leave the day out.")
        raise EventRefused(Message(message), field="played_on")


def store_prepared(
    doing: EventCommand, actor: Account, rows: EventData, prepared: PreparedRound, wanted: RoundOptions
) -> Round:
    """Write the round that was prepared from `rows`, and what follows from it. Inside the caller's act."""
    if is_for_teams(doing.event.format):
        return _store_matches(doing, rows, prepared, wanted)
    event, number = doing.event, prepared.pairings.number
    setups, day = setups_in_force(doing, number, prepared.setups), wanted.played_on or today(event)
    lot = setups.deal.number if setups.deal is not None else None
    stored = persist_round(
        rows,
        setups.seat(prepared.pairings),
        doing.scope,
        day,
        setups.of,
        prepared.known,
        deadline=wanted.deadline,
        lot=lot,
        by_hand=prepared.by_hand,
        seed=setups.seed,
    )
    Entry.objects.bulk_update(
        [Entry(pk=entry, virtual_points=list(points)) for entry, points in prepared.accelerated.items()],
        ["virtual_points"],
        batch_size=500,
    )
    RoundRequest.objects.filter(event=event).delete()
    doing.note(round=number)
    doing.note_change(pairings=(None, to_json(setups.seat(prepared.pairings))))
    draw_unless_drawn(doing, number + 1 if number < rows.rounds_total else None)
    ask_for_choices(doing, rows, stored.games)
    forfeit_for_absence(rows, actor, stored.games)
    open_boards(doing, actor, [each.game for each in stored.games])
    make_attempts(doing, rows, stored.round)
    return stored.round


def _store_matches(doing: EventCommand, rows: EventData, prepared: PreparedRound, wanted: RoundOptions) -> Round:
    """Write a round of teams: matches without boards, which captains fill. Line-ups for a round of before are gone."""
    number = prepared.pairings.number
    round_ = store_round_of_teams(rows, prepared.pairings, wanted.deadline, prepared.known, prepared.by_hand)
    LineUp.objects.filter(team__event=doing.event, round_number__gte=number).delete()
    RoundRequest.objects.filter(event=doing.event).delete()
    doing.note(round=number)
    doing.note_change(matches=(None, to_json(prepared.pairings)))
    draw_unless_drawn(doing, number)
    draw_unless_drawn(doing, number + 1 if number < rows.rounds_total else None)
    return round_


def check_deadline(event: Event, deadline: date | None, played_on: date | None = None) -> None:
    """EventRefused for a day by which no one could play."""
    if deadline is None:
        return
    if deadline < (played_on or event.starts_on) or deadline.year > YEARS[1]:
        raise EventRefused(Message(_("The round starts after that day.")), field="deadline")


def _check_preconditions(rows: EventData, *, despite_open: bool) -> None:
    stopping = preconditions.of_round(rows)
    if not stopping and not despite_open:
        stopping = preconditions.warnings_of_round(rows)
    if stopping:
        what = {"round": len(rows.rounds) + 1, "reasons": stopping}
        raise EventRefused(Message(_("Round %(round)d cannot start: %(reasons)s."), what), stopping)


def pair_event(rows: EventData, steps: StepCounter) -> RoundPairings:
    """What the format pairs, with the byes that were asked for. EventRefused where there is no pairing."""
    table = table_of_sides(rows)
    try:
        pairings = system_of(rows.event).pair(table, steps)
    except PairingError as error:
        raise EventRefused(error.message) from error
    return _with_byes_asked_for(table, pairings)


def byes_alone(rows: EventData) -> RoundPairings:
    """The next round while no one is paired: the byes that were asked for."""
    return _with_byes_asked_for(table_of_sides(rows), RoundPairings(len(rows.rounds) + 1, ()))


def _with_byes_asked_for(table: CrossTable, pairings: RoundPairings) -> RoundPairings:
    seated = {number for pair in pairings.pairs for number in (pair.white, pair.black)}
    seated |= {bye.number for bye in pairings.byes}
    asked = tuple(
        ByeGiven(entrant.number, cell.kind)
        for entrant in table.entrants
        if isinstance(cell := entrant.cell(pairings.number), Bye)
        and entrant.number not in seated
        and not entrant.withdrawn
    )
    return replace(pairings, byes=(*pairings.byes, *asked))


def acceleration_of(rows: EventData) -> dict[int, tuple[int, ...]]:
    """From round 1 on, who has virtual points is a fact: the one who enters later has none, and no one loses them."""
    if not option(rows.event, "baku"):
        return {}
    return {rows.by_number[entrant.number].id: entrant.accelerated for entrant in cross_table(rows).entrants}


def set_deadline(
    event_id: int, actor: Account, number: int, deadline: date | None, *, expect: int | None = None
) -> Round:
    """Say by which day the games of a round should be played; None: whenever. `expect` is the round's version.

    Raises NotAllowed, Stale, EventRefused and Round.DoesNotExist.
    """
    with event_act(event_id, actor, SetDeadline, round=number) as doing:
        need_state(doing.event, State.RUNNING)
        round_ = Round.objects.get(event=doing.event, number=number)
        if expect is not None and round_.version != expect:
            raise Stale(doing.event.scope, expect, round_.version)
        check_deadline(doing.event, deadline)
        doing.note_change(deadline=(round_.deadline, deadline))
        round_.deadline = deadline
        round_.version += 1
        round_.save(update_fields=["deadline", "version"])
        doing.note(deadline=deadline and deadline.isoformat())
    return round_


def delete_round(event_id: int, actor: Account, number: int, *, reason: str = "", expect: int | None = None) -> None:
    """Take the last round back, as long as no one has scored in it. `expect` is the round's version.

    Raises NotAllowed, Stale (another round is the last one now, or this one has moved) and EventRefused.
    """

    def prepare(rows: EventData) -> RoundRow:
        return find_untouched(rows, number, expect)

    act = prepared_act(event_id, actor, DeleteRound, prepare, round=number)
    with act as (doing, rows, round_):
        need_no_draft(doing.event)
        doing.note_change(**{name_of_places(doing.event.format): (to_json(as_pairings(rows, round_)), None)})
        remove_round(doing, actor, rows, round_)
        doing.set_reason(reason)


def find_untouched(rows: EventData, number: int, expect: int | None) -> RoundRow:
    """The last round of an event that runs, in which nothing was said. Raises EventRefused, and Stale for others."""
    need_state(rows.event, State.RUNNING)
    if number != len(rows.rounds) or not rows.rounds:
        raise Stale(rows.event.scope, number, len(rows.rounds))
    round_ = rows.rounds[-1]
    if expect is not None and round_.version != expect:
        raise Stale(rows.event.scope, expect, round_.version)
    need_unlocked(round_)
    check_untouched(rows, round_)
    return round_


def need_unlocked(round_: RoundRow) -> None:
    """EventRefused for a locked round."""
    if round_.locked:
        raise EventRefused(Message(_("Round %(round)d is locked: unlock it first."), {"round": round_.number}))


def remove_round(doing: EventCommand, actor: Account, rows: EventData, round_: RoundRow) -> None:
    """Remove the last round, in which nothing was said, with its games and attempts. Inside the caller's act.

    Games that are being played on this server stop, and stay to be read outside the event. Who withdrew after it has
    withdrawn after the round before it.
    """
    check_untouched(rows, round_)
    remove_attempts(round_.id)
    games = list(Game.objects.filter(paired__pairing__round=round_.id))
    stop_games([game for game in games if game.online], actor)
    delete_games([game for game in games if not game.online])
    Round.objects.get(pk=round_.id).delete()
    if round_.number == 1 and option(doing.event, "baku"):
        Entry.objects.filter(event=doing.event).update(virtual_points=[])
    left = Entry.objects.filter(event=doing.event, withdrawn_after__gte=round_.number)
    left.update(withdrawn_after=round_.number - 1)
    teams = Team.objects.filter(event=doing.event, withdrawn_after__gte=round_.number)
    teams.update(withdrawn_after=round_.number - 1)
    draw_anew(doing, round_.number)  # its seed was shown


def check_untouched(rows: EventData, round_: RoundRow) -> None:
    """EventRefused where a person has scored, reported or begun in a round."""
    stopping = preconditions.of_taking_back(rows, round_) or has_report(rows, round_) or has_begun(rows, round_)
    if stopping:
        what = {"round": round_.number, "reasons": stopping}
        raise EventRefused(Message(_("Round %(round)d cannot be undone: %(reasons)s."), what), stopping)


def has_begun(rows: EventData, round_: RoundRow) -> tuple[Message, ...]:
    """Players who have seen a deal of the round, or were told that they will not play it."""
    started = Attempt.objects.filter(paired__pairing__round=round_.id).exclude(begun_at=None, ended_at=None)
    boards = set(started.values_list("paired__pairing", flat=True))
    return tuple(
        Message(_("%(name)s has seen a deal"), {"name": rows.by_id[pairing.alone].name})
        for pairing in round_.pairings
        if pairing.alone is not None and pairing.id in boards
    )


def has_report(rows: EventData, round_: RoundRow) -> tuple[Message, ...]:
    """Boards where a player has reported or handed in a record, though nothing is in force yet."""
    left = {entry.id for entry in rows.entries if entry.withdrawn}
    ids = [game.id for pairing in round_.pairings for game in pairing.games if not left & set(pairing.entries)]
    reported = set(Claim.objects.filter(game__in=ids).values_list("game", flat=True))
    reported |= set(Record.objects.filter(game__in=ids).values_list("game", flat=True))
    return tuple(
        Message(_("board %(board)d has a report"), {"board": pairing.board})
        for pairing in round_.pairings
        if any(game.id in reported for game in pairing.games)
    )
