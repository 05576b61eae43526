"""Starting a round, and taking the last one back."""

from __future__ import annotations

import zoneinfo
from dataclasses import replace
from datetime import date

from django.utils import timezone

from games.models import Claim, Game, Record
from games.services import delete_games
from journal.services import Stale
from phrases import Phrase
from phrases import gettext_noop as _
from players.models import Account
from players.roles import Act
from tournaments import blockers
from tournaments.bridge import cross_table, store_round
from tournaments.crosstable import Bye
from tournaments.formats import format_of
from tournaments.models import ByeRequest, Event, Round
from tournaments.pairing import PairingError, RoundPairings
from tournaments.pairing.api import ByeGiven
from tournaments.refusals import EventRefused
from tournaments.rows import EventRows, RoundRow, load
from tournaments.services.acting import State, event_act, need_state
from tournaments.services.deals import draw_anew, draw_unless_drawn, setups_of_round
from tournaments.services.withdrawals import forfeit_open_games


def start_round(
    event_id: int,
    actor: Account,
    *,
    number: int | None = None,
    expect: int | None = None,
    despite_open: bool = False,
    played_on: date | None = None,
) -> Round:
    """Pair the next round: exactly one, however many ask at once.

    `number` is the round that the caller means to start and `expect` the event's version that the caller saw: where
    either is no longer so, somebody was quicker, and Stale is raised. `despite_open` starts it although games of a
    fixed schedule are still to be played. `played_on` is the day of its games (None: today, where the event is).
    Raises NotAllowed, Stale and EventRefused, which lists what blocks.
    """
    with event_act(event_id, actor, Act.RUN_ROUNDS, "start-round", expect=expect) as doing:
        event = doing.event
        need_state(event, State.RUNNING)
        rows = load(event)
        coming = len(rows.rounds) + 1
        if number is not None and number != coming:
            raise Stale(event.scope, number, coming)
        _check(rows, despite_open=despite_open)
        pairings, setup_of = _paired(rows), setups_of_round(doing, coming)
        round_ = store_round(rows, pairings, doing.scope, played_on or today(event), setup_of)
        ByeRequest.objects.filter(entry__event=event, round_number=round_.number).delete()
        doing.note(round=round_.number)
        after = load(event)
        draw_unless_drawn(doing, after.coming)
        forfeit_open_games(doing, after, actor, after.rounds[-1].pairings)
    return round_


def today(event: Event) -> date:
    """The day that it is where the event is held."""
    return timezone.now().astimezone(zoneinfo.ZoneInfo(event.time_zone)).date()


def _check(rows: EventRows, *, despite_open: bool) -> None:
    stopping = blockers.of_round(rows)
    if not stopping and not despite_open:
        stopping = blockers.warnings_of_round(rows)
    if stopping:
        what = {"round": len(rows.rounds) + 1, "reasons": stopping}
        raise EventRefused(Phrase(_("Round %(round)d cannot start: %(reasons)s."), what), stopping)


def _paired(rows: EventRows) -> RoundPairings:
    """What the format pairs, with the byes that were asked for."""
    table = cross_table(rows)
    try:
        pairings = format_of(rows.event.format).pair(table)
    except PairingError as error:
        raise EventRefused(error.phrase) from error
    seated = {number for pair in pairings.pairs for number in (pair.white, pair.black)}
    seated |= {bye.number for bye in pairings.byes}
    asked = tuple(
        ByeGiven(entrant.number, cell.kind)
        for entrant in table.entrants
        if isinstance(cell := entrant.cell(pairings.number), Bye) and entrant.number not in seated
    )
    return replace(pairings, byes=(*pairings.byes, *asked))


def delete_round(event_id: int, actor: Account, number: int, *, reason: str = "", expect: int | None = None) -> None:
    """Take the last round back, as long as nobody has scored in it. `expect` is the round's version.

    Raises NotAllowed, Stale (another round is the last one now, or this one has moved) and EventRefused.
    """
    with event_act(event_id, actor, Act.RUN_ROUNDS, "delete-round", round=number) as doing:
        need_state(doing.event, State.RUNNING)
        rows = load(doing.event)
        if number != len(rows.rounds) or not rows.rounds:
            raise Stale(doing.event.scope, number, len(rows.rounds))
        round_ = rows.rounds[-1]
        if expect is not None and round_.version != expect:
            raise Stale(doing.event.scope, expect, round_.version)
        _check_nothing_said(rows, round_)
        doing.give_reason(reason)
        games = Game.objects.filter(paired__pairing__round=round_.id)
        delete_games(list(games))
        Round.objects.get(pk=round_.id).delete()
        draw_anew(doing, number)  # its seed was shown


def _check_nothing_said(rows: EventRows, round_: RoundRow) -> None:
    stopping = blockers.of_taking_back(rows, round_)
    if not stopping:
        stopping = reported(rows, round_)
    if stopping:
        what = {"round": round_.number, "reasons": stopping}
        raise EventRefused(Phrase(_("Round %(round)d stays: %(reasons)s."), what), stopping)


def reported(rows: EventRows, round_: RoundRow) -> tuple[Phrase, ...]:
    """Boards where a player has reported or handed in a record, though nothing is in force yet."""
    left = {entry.id for entry in rows.entries if entry.withdrawn}
    ids = [game.id for pairing in round_.pairings for game in pairing.games if not left & set(pairing.entries)]
    said = set(Claim.objects.filter(game__in=ids).values_list("game", flat=True))
    said |= set(Record.objects.filter(game__in=ids).values_list("game", flat=True))
    return tuple(
        Phrase(_("something was reported for board %(board)d"), {"board": pairing.board})
        for pairing in round_.pairings
        if any(game.id in said for game in pairing.games)
    )
