"""Pairings changed by hand, while nothing was played in them: each with a reason, each in the journal."""

from __future__ import annotations

from django.db.models import F

from common.journal.services import Stale
from engine.messages import Message
from engine.messages import gettext_noop as _
from games.services import seat_players
from players.models import Account, Person
from players.roles import Act
from tournaments.domain import preconditions
from tournaments.domain.errors import EventRefused
from tournaments.domain.formats import is_predetermined, pairs_freely
from tournaments.domain.loader import EventData, PairingRow, RoundRow
from tournaments.models import Member, PairedGame, Pairing, Round, Slot
from tournaments.services.base import State, need_reason, need_state, prepared_act

_WHY = Message(_("Say why the pairing is changed by hand."))


def swap_colours(event_id: int, actor: Account, pairing_id: int, *, reason: str, expect: int | None = None) -> None:
    """Let the other one begin on a board. `expect` is the round's version that the caller saw.

    Raises NotAllowed, Stale, EventRefused and Pairing.DoesNotExist.
    """
    need_reason(reason, _WHY)

    def prepare(rows: EventData) -> tuple[RoundRow, PairingRow]:
        numbers = Pairing.objects.filter(round__event=rows.event).values_list("round__number", flat=True)
        round_ = _current(rows, numbers.get(pk=pairing_id), expect)
        pairing = next(each for each in round_.pairings if each.id == pairing_id)
        _check_unplayed([pairing])
        if pairing.alone is not None:
            raise EventRefused(Message(_("A bye has no colours.")))
        return round_, pairing

    act = prepared_act(event_id, actor, Act.RUN_ROUNDS, "swap-colours", prepare, pairing=pairing_id)
    with act as (doing, _rows, (round_, pairing)):
        doing.note(round=round_.number, board=pairing.board)
        doing.set_reason(reason)
        assert pairing.white is not None and pairing.black is not None
        _seat(round_, pairing, {"white": pairing.black, "black": pairing.white})
        _forget_lots([pairing_id])
        _reseat_games([pairing_id])
        _touch(round_)


def exchange_entries(
    event_id: int, actor: Account, round_number: int, first: int, second: int, *, reason: str, expect: int | None = None
) -> None:
    """Let two entries (ids) of a round change places: opponent, colour, board or bye.

    Not in formats whose schedule is fixed, where somebody would meet twice. `expect` is the round's version.
    Raises NotAllowed, Stale and EventRefused.
    """
    need_reason(reason, _WHY)

    def prepare(rows: EventData) -> tuple[RoundRow, list[PairingRow]]:
        if is_predetermined(rows.event.format):
            raise EventRefused(
                Message(_("All pairings of this format are fixed: after an exchange some would meet twice."))
            )
        if not pairs_freely(rows.event.format):
            raise EventRefused(Message(_("In this format results alone say who meets: the next round would not fit.")))
        round_ = _current(rows, round_number, expect)
        places = [_place(round_, entry) for entry in (first, second)]
        if places[0].id == places[1].id:
            raise EventRefused(Message(_("These two sit at the same board: swap their colours instead.")))
        _check_unplayed(places)
        return round_, places

    act = prepared_act(event_id, actor, Act.RUN_ROUNDS, "exchange-entries", prepare, round=round_number)
    with act as (doing, _rows, (round_, places)):
        doing.note(entries=[first, second], boards=[place.board for place in places])
        doing.set_reason(reason)
        _exchange(round_, {first: second, second: first}, places)
        _forget_lots([place.id for place in places])
        _reseat_games([place.id for place in places])
        _touch(round_)


def _current(rows: EventData, number: int, expect: int | None) -> RoundRow:
    """The round `number` of an event that runs, which must be the last and as the caller saw it."""
    need_state(rows.event, State.RUNNING)
    round_ = rows.round(number)
    if round_ is None or number != len(rows.rounds):
        raise EventRefused(Message(_("Only pairings of the last round can be changed.")))
    if expect is not None and round_.version != expect:
        raise Stale(rows.event.scope, expect, round_.version)
    return round_


def _place(round_: RoundRow, entry_id: int) -> PairingRow:
    for pairing in round_.pairings:
        if entry_id in pairing.entries:
            return pairing
    raise EventRefused(Message(_("This player is not paired in this round.")))


def _check_unplayed(pairings: list[PairingRow]) -> None:
    stopping = [
        Message(_("board %(board)d has a result"), {"board": pairing.board})
        for pairing in pairings
        if preconditions.has_result(pairing)
    ]
    if stopping:
        raise EventRefused(Message(_("The pairing stays: %(reasons)s."), {"reasons": stopping}), stopping)


def _seat(round_: RoundRow, pairing: PairingRow, seats: dict[str, int]) -> None:
    """Give a pairing new seats. The old ones go first, since nobody sits twice in a round."""
    Slot.objects.filter(pairing_id=pairing.id).delete()
    Slot.objects.bulk_create(
        Slot(pairing_id=pairing.id, round_id=round_.id, entry_id=entry, side=side) for side, entry in seats.items()
    )


def _exchange(round_: RoundRow, other: dict[int, int], places: list[PairingRow]) -> None:
    seats = {
        place.id: {
            side: other.get(entry, entry)
            for side, entry in (("white", place.white), ("black", place.black), ("alone", place.alone))
            if entry is not None
        }
        for place in places
    }
    Slot.objects.filter(pairing__in=seats).delete()
    for place in places:
        _seat(round_, place, seats[place.id])


def _forget_lots(pairing_ids: list[int]) -> None:
    """Who begins on these boards was not drawn for those who sit there now."""
    Pairing.objects.filter(pk__in=pairing_ids, lot__isnull=False).update(lot=None)


def _reseat_games(pairing_ids: list[int]) -> None:
    """Let the games of these pairings follow their seats."""
    sitting: dict[tuple[int, str], Person] = {
        (slot.pairing_id, slot.side): member.person
        for slot in Slot.objects.filter(pairing__in=pairing_ids)
        for member in Member.objects.filter(entry=slot.entry_id).select_related("person")
    }
    for row in PairedGame.objects.filter(pairing__in=pairing_ids):
        sides = ("white", "black") if row.leg == 1 else ("black", "white")
        seat_players(row.game_id, *(sitting[row.pairing_id, side] for side in sides))


def _touch(round_: RoundRow) -> None:
    Round.objects.filter(pk=round_.id).update(version=F("version") + 1)
