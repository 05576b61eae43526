"""Drawing what chance lays out, before the rounds that it is for. Inside the acts of other verbs."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.utils import timezone

from games.rules.chance import SEED_BYTES
from tournaments.deals import ALL_BOARDS, chance_of, in_force, setup_of
from tournaments.models import Deal
from tournaments.services.acting import Doing


def draw_unless_drawn(doing: Doing, round_number: int | None) -> None:
    """See to it that the round (None: there is none) has a seed for the rules of the event."""
    chance = chance_of(doing.event)
    if chance is None or round_number is None:
        return
    drawn = in_force(deals_of_round(doing, round_number))
    if drawn is None or (drawn.rules, drawn.version) != (doing.event.rules, chance.version):
        draw_anew(doing, round_number)


def draw_anew(doing: Doing, round_number: int, board: int = ALL_BOARDS) -> Deal | None:
    """Draw 256 random bits for a round, or for one board of it. Nothing where the event's games begin alike.

    The line of the act gets the commitment, never the seed.
    """
    event, chance = doing.event, chance_of(doing.event)
    if chance is None:
        return None
    seed = secrets.token_hex(SEED_BYTES)
    deal = Deal.objects.create(
        event=event,
        round_number=round_number,
        number=len(deals_of_round(doing, round_number)) + 1,
        board=board,
        rules=event.rules,
        version=chance.version,
        seed=seed,
        commitment=chance.commitment(seed, event.rules),
        drawn_at=timezone.now(),
        line=doing.act.version,
    )
    drawn = {"round": round_number, "board": board, "commitment": deal.commitment}
    doing.note(drawn=[*doing.act.data.get("drawn", []), drawn])
    return deal


def setups_of_round(doing: Doing, round_number: int) -> Callable[[int], str]:
    """What the round that starts has on each of its boards; "" everywhere where the rules lay out nothing."""
    if chance_of(doing.event) is None:
        return lambda _board: ""
    draw_unless_drawn(doing, round_number)
    deal = in_force(deals_of_round(doing, round_number))
    assert deal is not None
    return lambda board: setup_of(doing.event, deal, board)


def deals_of_round(doing: Doing, round_number: int) -> list[Deal]:
    """The draws of a round in their order."""
    return list(Deal.objects.filter(event=doing.event, round_number=round_number).order_by("number"))
