"""Why a round of the Dubov system was paired as it was, as data: upfloaters, shifters, opponents.

The natural upfloaters are the first in the order of score and number. The natural opponent of a player of S1 is the
first of the other subgroup who is still free.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.dubov.criteria import Criterion, measure, measure_bracket
from gipf_engine.tournament.pairing.dubov.engine import DubovBracket, Round
from gipf_engine.tournament.pairing.dubov.players import DubovField
from gipf_engine.tournament.pairing.dubov.subgroups import arrange
from gipf_engine.tournament.pairing.swiss.colours import ColourRule, allocate_by_first_games
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed
from gipf_engine.tournament.pairing.swiss.pairing_field import bits, members
from gipf_engine.tournament.pairing.swiss.quality import worse_criterion


@dataclass(frozen=True, slots=True)
class OpponentReason:
    """Why two players (positions) meet: `chooser` is of S1, `natural` the first who was free.

    `is_barred` tells that the chooser and `natural` may not meet, `is_avoided` that they had better not; else the
    others of the bracket could not all be paired.
    """

    chooser: int
    other: int
    natural: int
    is_barred: bool
    is_avoided: bool
    white: int
    colour_rule: ColourRule


@dataclass(frozen=True, slots=True)
class BracketReason:
    """One bracket: who was taken up, who were first in order, and what spoke against these (None: nothing).

    `shifted` are players who are due a colour that too many are due.
    """

    bracket: DubovBracket
    natural: tuple[int, ...]
    against_natural: StrEnum | None
    shifted: tuple[int, ...]
    opponents: tuple[OpponentReason, ...]


def explain_round(dubov: DubovField, result: Round, first_colour: Colour) -> Iterator[BracketReason]:
    """The reasons of a round that is paired already, bracket by bracket from the top."""
    left = bits(one for pair in result.pairs for one in pair)
    for bracket in result.brackets:
        below = left & ~bits(bracket.residents)
        natural = tuple(list(members(below))[: len(bracket.upfloaters)])
        yield BracketReason(
            bracket=bracket,
            natural=natural,
            against_natural=_against(dubov, bracket, natural, below),
            shifted=(*bracket.arrangement.to_first, *bracket.arrangement.to_second),
            opponents=tuple(_explain_opponents(dubov, bracket, first_colour)),
        )
        left = below & ~bits(bracket.upfloaters)


def _against(dubov: DubovField, bracket: DubovBracket, natural: tuple[int, ...], below: int) -> StrEnum | None:
    """The first criterion by which the natural upfloaters would be worse."""
    if set(natural) == set(bracket.upfloaters):
        return None
    together = bits((*bracket.residents, *natural))
    if not can_be_completed(dubov.field, together):
        return Criterion.C1
    if not can_be_completed(dubov.field, below & ~bits(natural)):
        return Criterion.C4
    instead = measure(dubov, bracket.score, arrange(dubov, members(together)).pairs, natural)
    return worse_criterion(measure_bracket(dubov, bracket), instead)


def _explain_opponents(dubov: DubovField, bracket: DubovBracket, first_colour: Colour) -> Iterator[OpponentReason]:
    field = dubov.field
    free = sorted((other for _one, other in bracket.arrangement.pairs), key=lambda one: field.players[one].number)
    for chooser, other in bracket.arrangement.pairs:
        higher, lower = min(chooser, other), max(chooser, other)
        colour, rule = allocate_by_first_games(field.players[higher], field.players[lower], first_colour)
        yield OpponentReason(
            chooser=chooser,
            other=other,
            natural=free[0],
            is_barred=not field.allowed[chooser] >> free[0] & 1,
            is_avoided=field.avoids(chooser, free[0]),
            white=higher if colour is Colour.WHITE else lower,
            colour_rule=rule,
        )
        free.remove(other)
