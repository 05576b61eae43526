"""What chance decides in an event: draws of set-ups and of deals, and lots."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import Rules
from gipf_engine.rules.deals import Candidate, DealSource, Document, document_of, name_with_options
from gipf_engine.rules.setup_seed import SeedRecipe, SetupGenerator
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.lots import Lots
from gipf_engine.tournament.medleys import MEDLEY, Order, distinct
from gipf_engine.tournament.pairing.first_move import FIRST_MOVE
from tournaments.core.formats import format_of, option, system_of
from tournaments.core.loader import EventData
from tournaments.models import Deal, DrawnDeal, Event

# --- the draws of a round as they stand in the tables, and whether its deals are all there ----------------


NOT_READY = _("the deals of round %(round)d are being drawn: %(done)d of %(deals)d ready")


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
    """That the deals of a round are not all drawn yet; nothing where they are, or where no one plays deals."""
    if not plays_deals(event):
        return ()
    draw = draw_in_force(event, round_number)
    if deals_of_draw(event, draw):
        return ()
    done = DrawnDeal.objects.filter(draw=draw, par__isnull=False).count() if draw is not None else 0
    return (Message(NOT_READY, {"round": round_number, "done": done, "deals": deals_a_round(event)}),)


# --- the lots of an event, which part those whom nothing else parts (the tie-break LOT) -------------------
# And their seed.
#
# The seed is drawn when the event first starts and stays with it, whatever is undone. No one is told before
# everybody has a pairing number, for who knew it could enter players until the lots are good.


SEED = re.compile("[0-9a-f]{32,64}")
MOST_KEY = 1_000_000


def lots_of(rows: EventData) -> Lots | None:
    """The lots by pairing number; None before the start, and where a file brought an event without a seed."""
    seed = rows.event.lot_seed
    keys = {number: entry.lot_key for number, entry in rows.by_number.items() if entry.lot_key is not None}
    return Lots(seed, keys) if seed and keys else None


def lot_values(rows: EventData) -> dict[str, Any] | None:
    """What everybody needs to draw the lots again: the seed, and the keys in the order of pairing numbers."""
    lots = lots_of(rows)
    return {"seed": lots.seed, "keys": [lots.keys[number] for number in sorted(lots.keys)]} if lots else None


def parse_lots(document: object, numbers: Collection[int]) -> Lots | None:
    """What `lot_values` made, as a file has it for these pairing numbers; None where it is anything else."""
    values = document if isinstance(document, dict) else {}
    seed, keys = values.get("seed"), values.get("keys")
    if not (isinstance(seed, str) and SEED.fullmatch(seed) and isinstance(keys, list) and numbers):
        return None
    known = {key for key in keys if type(key) is int and 0 < key <= MOST_KEY}
    if not len(known) == len(keys) == len(numbers):
        return None
    return Lots(seed, dict(zip(sorted(numbers), keys, strict=True)))


# --- chance in an event's rounds --------------------------------------------------------------------------
# Which draw is in force, which seeds may be seen, what follows from them.
#
# One seed a round is for both: what is laid out, and who begins where format and results leave it open.


ALL_BOARDS = 0


def setup_generator_of(event: Event) -> SetupGenerator | None:
    """How chance lays out the event's games; None where every game begins alike, in a medley, or deals are played."""
    return None if event.medley else setup_generators_of(event).get(event.rules)


def setup_generators_of(event: Event) -> dict[str, SetupGenerator]:
    """By rule set of the event's games how chance lays them out; those that begin alike are left out."""
    if plays_deals(event):
        return {}
    keys = distinct(event.medley) if event.medley else (event.rules,)
    found = {key: rules.chance for key in keys if (rules := all_rules().get(key)) is not None}
    return {key: chance for key, chance in found.items() if chance is not None}


def leaves_first_move_open(event: Event) -> bool:
    """Whether a lot says who begins on some boards of the event, or on all."""
    colour = Colour(event.first_colour) if event.first_colour else None
    return system_of(event).leaves_first_move_open(colour_free=bool(option(event, "colour_free")), first_colour=colour)


def recipe_of(event: Event) -> SeedRecipe | None:
    """What the commitment of the event's seeds names: the set-up's recipe, else the first move's; None: no chance."""
    source = deal_source_of(event)
    if source is not None:
        return source.recipe
    if event.medley and (Order(event.medley_order).is_drawn or setup_generators_of(event)):
        return MEDLEY
    return setup_generator_of(event) or (FIRST_MOVE if leaves_first_move_open(event) else None)


def bound_rules(event: Event) -> str:
    """What the commitment names for the rules: where deals are solved, their options too."""
    if event.medley and recipe_of(event) == MEDLEY:
        return ",".join(event.medley)
    return name_with_options(rules_of(event)) if plays_deals(event) else event.rules


def in_force(deals: Sequence[Deal], board: int = ALL_BOARDS) -> Deal | None:
    """Of a round's draws, in their order, the one that `board` is laid out by (`ALL_BOARDS`: all but exceptions)."""
    concerned = [deal for deal in deals if deal.board in (ALL_BOARDS, board)]
    return concerned[-1] if concerned else None


def is_replaced(deal: Deal, deals: Sequence[Deal]) -> bool:
    """Whether a later draw of the round took the place of this one."""
    return in_force(deals, deal.board) != deal


def shown_seed(deal: Deal, deals: Sequence[Deal], *, started: bool) -> str | None:
    """The seed where everybody may see it: the round has started, or another was drawn in its place; else None."""
    return deal.seed if started or is_replaced(deal, deals) else None


def setup_of(event: Event, deal: Deal, board: int) -> str:
    """What `deal` lays out on a board, by the recipe of today: a deal of another recipe is drawn anew instead."""
    chance = setup_generator_of(event)
    assert chance is not None and chance.version == deal.version
    return setup_by_seed(event, deal.seed, board)


def setup_by_seed(event: Event, seed: str, board: int) -> str:
    """What `seed` lays out on a board by the recipe of today."""
    return setup_of_game(event, event.rules, seed, board)


def setup_of_game(event: Event, rules: str, seed: str, board: int) -> str:
    """What `seed` lays out on a board where these rules are played, by the recipe of today; "" where chance does not.

    It follows from the seed alone, whatever is drawn beside it.
    """
    chance = setup_generators_of(event).get(rules)
    if chance is None:
        return ""
    own = event.setups == Event.Setups.BOARD
    return chance.draw(chance.seed_of_board(seed, board) if own else seed)


# --- deals of events in which everybody plays the same ones -----------------------------------------------
# How they are drawn, which are played. No database writes.


DRAW = "draw-deals"
"""The kind of job that draws the deals of a round."""


def plays_deals(event: Event) -> bool:
    """Whether everybody plays the same deals alone in this event."""
    return not format_of(event.format).has_opponents


def rules_of(event: Event) -> Rules:
    """The rules of the event's games with its options."""
    return rules_for(event.rules, frozenset(event.options))


def deal_source_of(event: Event) -> DealSource | None:
    """How the event's deals are drawn and solved; None where no one plays deals."""
    return DealSource(rules_of(event), option(event, "solver_limit")) if plays_deals(event) else None


def deals_a_round(event: Event) -> int:
    """How many deals everybody plays in a round."""
    return option(event, "deals")


def seconds_of(event: Event) -> int | None:
    """How long an attempt may take; None for no limit."""
    minutes = option(event, "minutes")
    return int(timedelta(minutes=minutes).total_seconds()) if minutes else None


def lets_players_hand_in(event: Event) -> bool:
    """Whether players may hand in records of what they played over the board themselves."""
    return bool(option(event, "own_records"))


def subject_of(event_id: int, round_number: int) -> str:
    """The subject of the job that draws a round's deals."""
    return f"event:{event_id}:{round_number}"


def played_deals(drawn: Sequence[DrawnDeal], wanted: int) -> list[DrawnDeal]:
    """Of a draw's deals in their order those that are played: the first that the solver won, none while too few are."""
    won = [deal for deal in drawn if deal.par is not None]
    return won[:wanted] if len(won) >= wanted else []


def document_of_draw(event: Event, draw: Deal, played: Sequence[DrawnDeal]) -> Document:
    """The published draw, as `checkdraw` reads it. One who asks sees to it that its round is over."""
    source = deal_source_of(event)
    assert source is not None
    return document_of(source, draw.seed, [Candidate(deal.number, deal.setup, deal.par) for deal in played])
