"""A round that is paired: locked, unlocked, and changed to what was paired by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import F

from common.journal.services import Stale
from games.models import Game
from games.results.services.internal import lock_results
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from players.models import Account
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EventData, load
from tournaments.core.mapping import make_games
from tournaments.core.preconditions import no_result
from tournaments.core.services.base import EventCommand, State, event_act, need_reason, need_state
from tournaments.core.sides import boards_of_places
from tournaments.models import Pairing, Round, Slot
from tournaments.rounds.acts import LockRound, UnlockRound
from tournaments.rounds.services.boards import ask_for_choices, forfeit_for_absence, open_boards
from tournaments.rounds.services.match_changes import change_matches
from tournaments.rounds.services.round_comparison import RoundChange, check_unplayed
from tournaments.rounds.services.seats import (
    ASIDE,
    Seats,
    let_games_follow,
    remove_boards,
    store_seats,
    turned_seats,
)
from tournaments.rounds.services.setup_draws import Setups, setups_in_force

# --- locking a round whose results are all in, so that none of them changes by a slip ---------------------
# Unlocking it takes a reason.


def lock_round(event_id: int, actor: Account, number: int, *, expect: int | None = None) -> Round:
    """Take no other result in a round, from no one, until it is unlocked. `expect` is the round's version.

    Records of its games are still kept where they agree. Raises NotAllowed, Stale, EventRefused (results are missing,
    or it is locked already) and Round.DoesNotExist.
    """
    with event_act(event_id, actor, LockRound, round=number) as doing:
        round_ = _find_round(doing, number, expect)
        if round_.locked:
            raise EventRefused(Message(_("Round %(round)d is already locked."), {"round": number}))
        rows = load(doing.event)
        missing = tuple(no_result(rows, pairing) for pairing in rows.rounds[number - 1].open_pairings)
        if missing:
            params = {"round": number, "reasons": missing}
            raise EventRefused(Message(_("Round %(round)d cannot be locked: %(reasons)s."), params), missing)
        return _set(round_, locked=True)


def unlock_round(event_id: int, actor: Account, number: int, *, reason: str, expect: int | None = None) -> Round:
    """Let results of a locked round change again. Raises NotAllowed, Stale, EventRefused and Round.DoesNotExist."""
    need_reason(reason, Message(_("Give a reason for unlocking the round.")))
    with event_act(event_id, actor, UnlockRound, round=number) as doing:
        round_ = _find_round(doing, number, expect)
        if not round_.locked:
            raise EventRefused(Message(_("Round %(round)d is not locked."), {"round": number}))
        doing.set_reason(reason)
        return _set(round_, locked=False)


def _find_round(doing: EventCommand, number: int, expect: int | None) -> Round:
    need_state(doing.event, State.RUNNING, State.CLOSED)
    round_ = Round.objects.get(event=doing.event, number=number)
    if expect is not None and round_.version != expect:
        raise Stale(doing.event.scope, expect, round_.version)
    return round_


def _set(round_: Round, *, locked: bool) -> Round:
    lock_results(Game.objects.filter(paired__pairing__round=round_), locked=locked)
    round_.locked = locked
    round_.version += 1
    round_.save(update_fields=["locked", "version"])
    return round_


# --- a public round that becomes another one --------------------------------------------------------------
# Boards that stay keep their games, the others get new seats.


def apply_round(
    doing: EventCommand,
    actor: Account,
    rows: EventData,
    wanted: RoundPairings,
    setups: Setups | None,
    by_hand: Mapping[str, Any] | None,
) -> None:
    """Let the public round of that number be `wanted`. Inside the caller's act, after `check_unplayed`.

    `by_hand` is what the format gives, None where that is the same.
    """
    check_unplayed(rows, wanted.number, wanted)
    row = rows.rounds[wanted.number - 1]
    change, round_ = RoundChange.of(rows, row, wanted), Round.objects.get(pk=row.id)
    if is_for_teams(rows.event.format):
        change_matches(doing, actor, rows, round_, change)
    else:
        _change_boards(doing, actor, rows, round_, change, setups)
    Round.objects.filter(pk=round_.pk).update(by_hand=by_hand, version=F("version") + 1)


def _change_boards(
    doing: EventCommand, actor: Account, rows: EventData, round_: Round, change: RoundChange, setups: Setups | None
) -> None:
    row = rows.rounds[round_.number - 1]
    Slot.objects.filter(pairing__in=[each.id for each in (*change.leaving, *change.freed_byes)]).delete()
    seats = {each.id: turned_seats(each) for each in boards_of_places(row, change.turned)} | _fill(rows, change)
    store_seats(round_, seats)
    remove_boards(actor, [each.id for each in change.freed[len(change.pairs) :]])
    Pairing.objects.filter(pk__in=[each.id for each in change.freed_byes]).delete()
    board = max((each.board for each in row.pairings), default=0) + ASIDE
    new = _add_boards(rows, round_, change.pairs[len(change.freed) :], board)
    _add_byes(rows, round_, change.byes, board + len(new))
    _number_boards(round_)
    let_games_follow(doing, actor, list(seats))
    _add_games(doing, actor, rows, round_, new, setups)


def _fill(rows: EventData, change: RoundChange) -> dict[int, Seats]:
    """New pairs take the boards that others left, in order, with their games."""
    return {old.id: _seats_of(rows, pair) for old, pair in zip(change.freed, change.pairs, strict=False)}


def _seats_of(rows: EventData, pair: Pair) -> Seats:
    return {"white": rows.by_number[pair.white].id, "black": rows.by_number[pair.black].id}


def _add_boards(rows: EventData, round_: Round, pairs: Sequence[Pair], board: int) -> list[tuple[Pairing, Pair]]:
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board + place, kind=Pairing.Kind.GAME) for place in range(len(pairs))
    )
    store_seats(round_, {row.pk: _seats_of(rows, pair) for row, pair in zip(made, pairs, strict=True)})
    return list(zip(made, pairs, strict=True))


def _add_byes(rows: EventData, round_: Round, byes: Sequence[ByeGiven], board: int) -> None:
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board + place, kind=Pairing.Kind(bye.kind.value)) for place, bye in enumerate(byes)
    )
    store_seats(round_, {row.pk: {"alone": rows.by_number[bye.number].id} for row, bye in zip(made, byes, strict=True)})


def _number_boards(round_: Round) -> None:
    """Games keep their order and come before byes; no number is left out."""
    rows = list(Pairing.objects.filter(round=round_).order_by("board"))
    rows.sort(key=lambda row: row.kind != Pairing.Kind.GAME)
    moved = [(row, board) for board, row in enumerate(rows, 1) if row.board != board]
    Pairing.objects.filter(pk__in=[row.pk for row, _board in moved]).update(board=F("board") + 2 * ASIDE)
    for row, board in moved:
        row.board = board
    Pairing.objects.bulk_update([row for row, _board in moved], ["board"])


def _add_games(
    doing: EventCommand,
    actor: Account,
    rows: EventData,
    round_: Round,
    new: Sequence[tuple[Pairing, Pair]],
    setups: Setups | None,
) -> None:
    """The games of boards that were not there before."""
    if not new:
        return
    boards = [row for row, _pair in new]
    for row in boards:
        row.refresh_from_db(fields=["board"])
    in_force = setups_in_force(doing, round_.number, setups) if setups is not None else Setups()
    games = make_games(
        rows,
        doing.scope,
        boards,
        RoundPairings(round_.number, tuple(pair for _row, pair in new)),
        _round_day(rows, round_.number),
        in_force.of,
        in_force.seed,
    )
    ask_for_choices(doing, rows, games)
    forfeit_for_absence(rows, actor, games)
    open_boards(doing, actor, [each.game for each in games])


def _round_day(rows: EventData, number: int) -> date:
    """The day on which the games of a public round are played."""
    days = [game.played_on for pairing in rows.rounds[number - 1].pairings for game in pairing.games if game.played_on]
    return min(days, default=today(rows.event))
