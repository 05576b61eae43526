"""A round that is paired: locked, unlocked, and changed to what was paired by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.db.models import F, Q

from common.journal.services import Stale
from games.models import Game
from games.results.services.create import delete_games
from games.results.services.internal import lock_results, seat_players
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.base import ByeGiven, Pair
from players.models import Account, Person
from tournaments.core import preconditions
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, PairingRow, RoundRow, load, swaps_colours
from tournaments.core.mapping import make_games
from tournaments.core.preconditions import no_result
from tournaments.core.services.base import EventCommand, State, event_act, need_reason, need_state
from tournaments.models import Member, PairedGame, Pairing, Round, Slot
from tournaments.rounds.acts import LockRound, UnlockRound
from tournaments.rounds.services.boards import (
    ask_for_choices,
    forfeit_for_absence,
    open_boards,
    renew_choosers,
    replace_games,
    stop_games,
)
from tournaments.rounds.services.rounds import has_report, need_unlocked
from tournaments.rounds.services.setup_draws import Setups, setups_in_force

# --- locking a round whose results are all in, so that none of them changes by a slip ---------------------
# Unlocking it takes a reason.


def lock_round(event_id: int, actor: Account, number: int, *, expect: int | None = None) -> Round:
    """Take no other result in a round, from nobody, until it is unlocked. `expect` is the round's version.

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


Seats = Mapping[str, int]
"""The entries (ids) of a pairing, by side."""
ASIDE = 100_000
"""Added to boards on their way to another number, since no two pairings have one."""


def check_unplayed(rows: EventData, number: int, wanted: RoundPairings) -> None:
    """EventRefused where the public round is locked, or a board that would change has a result or a report of one."""
    round_ = rows.rounds[number - 1]
    need_unlocked(round_)
    changed = replace(round_, pairings=tuple(_Change.of(rows, round_, wanted).leaving))
    stopping = tuple(
        Message(_("board %(board)d has a result"), {"board": pairing.board})
        for pairing in changed.pairings
        if preconditions.has_result(pairing)
    ) or has_report(rows, changed)
    if stopping:
        raise EventRefused(Message(_("The pairing cannot change: %(reasons)s."), {"reasons": stopping}), stopping)


@dataclass
class _Change:
    """Which pairings of a round stay, which are turned round, which leave, and what comes in their place."""

    staying: list[PairingRow] = field(default_factory=list)
    turned: list[PairingRow] = field(default_factory=list)
    freed: list[PairingRow] = field(default_factory=list)
    freed_byes: list[PairingRow] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    byes: list[ByeGiven] = field(default_factory=list)

    @property
    def leaving(self) -> list[PairingRow]:
        """The boards that are not any more as they were."""
        return [*self.turned, *self.freed]

    @classmethod
    def of(cls, rows: EventData, round_: RoundRow, wanted: RoundPairings) -> _Change:
        numbers = {entry.id: entry.number or 0 for entry in rows.entries}
        pairs = {(pair.white, pair.black): pair for pair in wanted.pairs}
        byes = {(bye.number, bye.kind.value): bye for bye in wanted.byes}
        found = cls()
        for pairing in round_.pairings:
            seat = tuple(numbers[entry] for entry in pairing.entries)
            if pairing.alone is not None:
                kept = byes.pop((seat[0], pairing.kind), None)
                (found.staying if kept else found.freed_byes).append(pairing)
            elif pairs.pop((seat[0], seat[1]), None):
                found.staying.append(pairing)
            elif pairs.pop((seat[1], seat[0]), None):
                found.turned.append(pairing)
            else:
                found.freed.append(pairing)
        found.pairs, found.byes = list(pairs.values()), list(byes.values())
        return found


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
    change, round_ = _Change.of(rows, row, wanted), Round.objects.get(pk=row.id)
    Slot.objects.filter(pairing__in=[each.id for each in (*change.leaving, *change.freed_byes)]).delete()
    seats = {each.id: _turned(each) for each in change.turned} | _fill(rows, change)
    _store_seats(round_, seats)
    changed = list(seats)
    _remove(actor, [each.id for each in change.freed[len(change.pairs) :]])
    Pairing.objects.filter(pk__in=[each.id for each in change.freed_byes]).delete()
    board = max((each.board for each in row.pairings), default=0) + ASIDE
    new = _add_boards(rows, round_, change.pairs[len(change.freed) :], board)
    _add_byes(rows, round_, change.byes, board + len(new))
    _number_boards(round_)
    _let_seats_say_who_begins(changed)
    _reseat_games(doing, actor, changed)
    _add_games(doing, actor, rows, round_, new, setups)
    Round.objects.filter(pk=round_.pk).update(by_hand=by_hand, version=F("version") + 1)


def _turned(pairing: PairingRow) -> Seats:
    assert pairing.white is not None and pairing.black is not None
    return {"white": pairing.black, "black": pairing.white}


def _fill(rows: EventData, change: _Change) -> dict[int, Seats]:
    """New pairs take the boards that others left, in order, with their games."""
    return {old.id: _seats_of(rows, pair) for old, pair in zip(change.freed, change.pairs, strict=False)}


def _seats_of(rows: EventData, pair: Pair) -> Seats:
    return {"white": rows.by_number[pair.white].id, "black": rows.by_number[pair.black].id}


def _store_seats(round_: Round, seats: Mapping[int, Seats]) -> None:
    Slot.objects.bulk_create(
        Slot(pairing_id=pairing, round=round_, entry_id=entry, side=side)
        for pairing, sides in seats.items()
        for side, entry in sides.items()
    )


def _remove(actor: Account, pairings: Sequence[int]) -> None:
    """Boards at which nobody sits any more, with their games, of which nobody said anything."""
    games = list(Game.objects.filter(paired__pairing__in=pairings))
    stop_games([game for game in games if game.online], actor)
    delete_games([game for game in games if not game.online])
    Pairing.objects.filter(pk__in=pairings).delete()


def _add_boards(rows: EventData, round_: Round, pairs: Sequence[Pair], board: int) -> list[tuple[Pairing, Pair]]:
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board + place, kind=Pairing.Kind.GAME) for place in range(len(pairs))
    )
    _store_seats(round_, {row.pk: _seats_of(rows, pair) for row, pair in zip(made, pairs, strict=True)})
    return list(zip(made, pairs, strict=True))


def _add_byes(rows: EventData, round_: Round, byes: Sequence[ByeGiven], board: int) -> None:
    made = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board + place, kind=Pairing.Kind(bye.kind.value)) for place, bye in enumerate(byes)
    )
    _store_seats(
        round_, {row.pk: {"alone": rows.by_number[bye.number].id} for row, bye in zip(made, byes, strict=True)}
    )


def _number_boards(round_: Round) -> None:
    """Games keep their order and come before byes; no number is left out."""
    rows = list(Pairing.objects.filter(round=round_).order_by("board"))
    rows.sort(key=lambda row: row.kind != Pairing.Kind.GAME)
    moved = [(row, board) for board, row in enumerate(rows, 1) if row.board != board]
    Pairing.objects.filter(pk__in=[row.pk for row, _board in moved]).update(board=F("board") + 2 * ASIDE)
    for row, board in moved:
        row.board = board
    Pairing.objects.bulk_update([row for row, _board in moved], ["board"])


def _let_seats_say_who_begins(pairing_ids: Sequence[int]) -> None:
    """Who begins on these boards was neither drawn for those who sit there now, nor left open by a file."""
    boards = Pairing.objects.filter(pk__in=pairing_ids)
    boards.filter(Q(lot__isnull=False) | Q(has_colours=False)).update(lot=None, has_colours=True)


def _reseat_games(doing: EventCommand, actor: Account, pairing_ids: Sequence[int]) -> None:
    """Let the games of these pairings follow their seats. On this server others begin in place of those that run."""
    others: dict[PairedGame, tuple[int, int]] = {}
    sitting: dict[tuple[int, str], Person] = {
        (slot.pairing_id, slot.side): member.person
        for slot in Slot.objects.filter(pairing__in=pairing_ids)
        for member in Member.objects.filter(entry=slot.entry_id).select_related("person")
    }
    for row in PairedGame.objects.filter(pairing__in=pairing_ids).select_related("game"):
        sides = ("black", "white") if swaps_colours(row.leg) else ("white", "black")
        white, black = (sitting[row.pairing_id, side] for side in sides)
        if row.game.online or doing.event.is_played_here:
            others[row] = (white.pk, black.pk)
        else:
            seat_players(row.game_id, white, black)
    replace_games(doing, actor, others, here=doing.event.is_played_here)
    renew_choosers(doing.event, pairing_ids)


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
