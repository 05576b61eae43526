"""Who of a pair is White (C.04.4.2, article 5.2)."""

from __future__ import annotations

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.burstein.opposition import BursteinField
from gipf_engine.tournament.pairing.swiss.board_order import Allocate
from gipf_engine.tournament.pairing.swiss.colours import ColourRule, allocate
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState


def allocate_in(burstein: BursteinField) -> Allocate:
    """Colours as elsewhere; only the last paragraph, 5.2.5, ranks the two by opposition (1.8) and not by score."""
    rank = {player.number: burstein.rank[one] for one, player in enumerate(burstein.field.players)}

    def allocate_by_opposition(
        higher: PlayerState, lower: PlayerState, first_colour: Colour
    ) -> tuple[Colour, ColourRule]:
        colour, rule = allocate(higher, lower, first_colour)
        if rule is ColourRule.HIGHER and rank[lower.number] < rank[higher.number]:
            return colour.other, rule
        return colour, rule

    return allocate_by_opposition
