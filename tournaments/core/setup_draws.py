"""Chance in an event's rounds: which draw is in force, which seeds may be seen, what follows from them.

One seed a round is for both: what is laid out, and who begins where format and results leave it open.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.rules import all_rules
from gipf_engine.rules.deals import name_with_options
from gipf_engine.rules.setup_seed import SeedRecipe, SetupGenerator
from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.first_move import FIRST_MOVE
from tournaments.core.deals import deal_source_of, plays_deals, rules_of
from tournaments.core.formats import option, system_of
from tournaments.models import Deal, Event

ALL_BOARDS = 0


def setup_generator_of(event: Event) -> SetupGenerator | None:
    """How chance lays out the event's games; None where every game begins alike, or deals are played."""
    if plays_deals(event):
        return None
    rules = all_rules().get(event.rules)
    return rules.chance if rules is not None else None


def leaves_first_move_open(event: Event) -> bool:
    """Whether a lot says who begins on some boards of the event, or on all."""
    colour = Colour(event.first_colour) if event.first_colour else None
    return system_of(event).leaves_first_move_open(colour_free=bool(option(event, "colour_free")), first_colour=colour)


def recipe_of(event: Event) -> SeedRecipe | None:
    """What the commitment of the event's seeds names: the set-up's recipe, else the first move's; None: no chance."""
    source = deal_source_of(event)
    if source is not None:
        return source.recipe
    return setup_generator_of(event) or (FIRST_MOVE if leaves_first_move_open(event) else None)


def bound_rules(event: Event) -> str:
    """What the commitment names for the rules: where deals are solved, their options too."""
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
    chance = setup_generator_of(event)
    assert chance is not None
    own = event.setups == Event.Setups.BOARD
    return chance.draw(chance.seed_of_board(seed, board) if own else seed)
