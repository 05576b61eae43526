"""The draws of a round as they stand in the tables, and whether its deals are all there."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.deals import deals_a_round, played_deals, plays_deals
from tournaments.core.setup_draws import bound_rules, in_force, recipe_of
from tournaments.models import Deal, DrawnDeal, Event

NOT_READY = _("the deals of round %(round)d are being drawn: %(done)d of %(deals)d are there")


def deals_of(event: Event, round_number: int) -> list[Deal]:
    """The draws of a round in their order."""
    return list(Deal.objects.filter(event=event, round_number=round_number).order_by("number"))


def draw_in_force(event: Event, round_number: int) -> Deal | None:
    """The draw for all boards of a round, where its recipe is the one of today."""
    recipe = recipe_of(event)
    if recipe is None:
        return None
    deal = in_force(deals_of(event, round_number))
    return deal if deal is not None and (deal.rules, deal.version) == (bound_rules(event), recipe.version) else None


def deals_of_draw(event: Event, draw: Deal | None) -> list[DrawnDeal]:
    """The deals that are played by a draw; none while they are not all there."""
    if draw is None:
        return []
    return played_deals(list(DrawnDeal.objects.filter(draw=draw).order_by("number")), deals_a_round(event))


def missing_deals(event: Event, round_number: int) -> tuple[Message, ...]:
    """That the deals of a round are not all drawn yet; nothing where they are, or where nobody plays deals."""
    if not plays_deals(event):
        return ()
    draw = draw_in_force(event, round_number)
    if deals_of_draw(event, draw):
        return ()
    done = DrawnDeal.objects.filter(draw=draw, par__isnull=False).count() if draw is not None else 0
    return (Message(NOT_READY, {"round": round_number, "done": done, "deals": deals_a_round(event)}),)
