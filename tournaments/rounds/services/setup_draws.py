"""Drawing the seeds of rounds beforehand: for what chance lays out, and for who begins. Inside the acts of others."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils import timezone

from common.jobs import services as jobs
from gipf_engine.rules.setup_seed import SEED_BYTES
from gipf_engine.tournament.medleys import MEDLEY
from gipf_engine.tournament.pairing import RoundPairings
from gipf_engine.tournament.pairing.first_move import draw_first_moves
from tournaments.core.draws import (
    ALL_BOARDS,
    DRAW,
    bound_rules,
    deals_of,
    draw_in_force,
    plays_deals,
    recipe_of,
    setup_generators_of,
    setup_of_game,
    subject_of,
)
from tournaments.core.services.base import EventCommand
from tournaments.models import Deal, Event


def draw_unless_drawn(doing: EventCommand, round_number: int | None) -> None:
    """See to it that the round (None: there is none) has a seed, where chance plays a part in the event."""
    if round_number is None or recipe_of(doing.event) is None:
        return
    if draw_in_force(doing.event, round_number) is None:
        draw_anew(doing, round_number)


def new_seed() -> str:
    """256 random bits."""
    return secrets.token_hex(SEED_BYTES)


def draw_anew(doing: EventCommand, round_number: int, board: int = ALL_BOARDS, seed: str = "") -> Deal | None:
    """Draw a new seed for a round, or for one board of it, or take `seed`. Nothing where chance plays no part.

    The line of the act gets the commitment, never the seed.
    """
    event, recipe = doing.event, recipe_of(doing.event)
    if recipe is None:
        return None
    seed = seed or new_seed()
    deal = Deal.objects.create(
        event=event,
        round_number=round_number,
        number=len(deals_of(event, round_number)) + 1,
        board=board,
        rules=bound_rules(event),
        version=recipe.version,
        seed=seed,
        commitment=recipe.commitment(seed, bound_rules(event)),
        drawn_at=timezone.now(),
        line=doing.act.version,
    )
    drawn = {"round": round_number, "board": board, "commitment": deal.commitment}
    doing.note(drawn=[*doing.act.data.get("drawn", []), drawn])
    if plays_deals(event):
        jobs.request(DRAW, subject_of(event.pk, round_number))
    return deal


@dataclass(frozen=True, slots=True)
class Setups:
    """What a draw lays out, by board, of which there are `boards`; nothing where no draw is in force (`deal` None).

    `by_board` has the set-up of each rule set that may be played on a board. It is empty where the rules lay out
    nothing, and the draw only says who begins or what is played.
    """

    deal: Deal | None = None
    boards: int = 0
    by_board: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def of(self, board: int, rules: str) -> str:
        """The set-up of a board where these rules are played; "" where they lay out nothing."""
        return self.by_board.get((board, rules), "")

    @property
    def seed(self) -> str:
        """What the draw draws by; "" where none is in force."""
        return self.deal.seed if self.deal is not None else ""

    def seat(self, pairings: RoundPairings) -> RoundPairings:
        """The round with who begins drawn where that is open; as it is where nothing was drawn for it."""
        return draw_first_moves(pairings, self.deal.seed) if self.deal is not None else pairings


def prepare_setups(event: Event, pairings: RoundPairings) -> Setups:
    """What the draw in force lays out on the boards of a round that is about to start. Before the lock."""
    return _setups_of(event, draw_in_force(event, pairings.number), len(pairings.pairs))


def setups_in_force(doing: EventCommand, round_number: int, prepared: Setups) -> Setups:
    """`prepared`, where its draw is still in force; what another draw lays out instead is worked out here and now.

    A game that chance lays out cannot begin without a draw, so one is made late. Who begins is not drawn late: in an
    event from before there were lots, the round that was coming keeps what its format proposes.
    """
    if _cannot_begin_undrawn(doing.event):
        draw_unless_drawn(doing, round_number)
    deal = draw_in_force(doing.event, round_number)
    return prepared if deal == prepared.deal else _setups_of(doing.event, deal, prepared.boards)


def _cannot_begin_undrawn(event: Event) -> bool:
    """Whether games of the event cannot begin without a draw."""
    return bool(setup_generators_of(event)) or recipe_of(event) == MEDLEY


def _setups_of(event: Event, deal: Deal | None, boards: int) -> Setups:
    if deal is None:
        return Setups(deal, boards)
    keys = [(board, rules) for board in range(1, boards + 1) for rules in setup_generators_of(event)]
    laid = {(board, rules): setup_of_game(event, rules, deal.seed, board) for board, rules in keys}
    return Setups(deal, boards, laid)
