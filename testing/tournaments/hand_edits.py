"""One change to a round by hand, from the beginning of a pairing by hand to its end."""

from __future__ import annotations

from players.models import Account
from testing.tournaments.confirming import confirmed
from tournaments.models import Entry, Pairing
from tournaments.rounds.services import hand_pairing
from tournaments.rounds.services.hand_pairing import HandStep, StepKind


def take_steps(event_id: int, actor: Account, number: int, *steps: HandStep, reason: str = "x") -> None:
    """Pair the public round `number` by hand by these steps, and confirm whatever is asked."""
    hand_pairing.begin_hand_pairing(event_id, actor, number)
    for step in steps:
        confirmed(hand_pairing.take_step, event_id, actor, step)
    confirmed(hand_pairing.end_hand_pairing, event_id, actor, reason=reason)


def swap_colours(event_id: int, actor: Account, pairing_id: int, *, reason: str = "x") -> None:
    """Let the other one begin on a board of a public round."""
    pairing = Pairing.objects.get(pk=pairing_id, round__event=event_id)
    step = HandStep(step=StepKind.SWAP, one=_number(pairing.slots.order_by("pk")[0].entry_id))
    take_steps(event_id, actor, pairing.round.number, step, reason=reason)


def exchange_entries(event_id: int, actor: Account, number: int, first: int, second: int, *, reason: str = "x") -> None:
    """Let two entries, by their ids, change places in the public round `number`."""
    step = HandStep(step=StepKind.EXCHANGE, one=_number(first), other=_number(second))
    take_steps(event_id, actor, number, step, reason=reason)


def _number(entry_id: int) -> int:
    return Entry.objects.get(pk=entry_id).number or 0
