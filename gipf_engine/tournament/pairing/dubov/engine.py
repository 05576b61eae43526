"""The round: the bye, then brackets from the top, each with the upfloaters that it needs (C.04.4.1, article 3).

Unlike in other systems no one floats down: who has no opponent among equals gets one from below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.dubov.players import DubovField
from gipf_engine.tournament.pairing.dubov.subgroups import Arrangement, arrange
from gipf_engine.tournament.pairing.dubov.upfloaters import choose_upfloaters
from gipf_engine.tournament.pairing.swiss.bye import give_bye
from gipf_engine.tournament.pairing.swiss.paired_round import PairedRound, pair_field
from gipf_engine.tournament.pairing.swiss.pairing_field import bits, members


@dataclass(frozen=True, slots=True)
class DubovBracket:
    """A bracket as it was paired: its residents' score in tenths, who was there, and how it came out."""

    score: int
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    arrangement: Arrangement

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Its pairs as (upper, lower) positions, in the order of S1."""
        return tuple((min(pair), max(pair)) for pair in self.arrangement.pairs)


Round = PairedRound[DubovBracket]


def pair(table: CrossTable, dubov: DubovField) -> Round:
    """The round as its brackets came out, of the table's field. Raises `PairingError`, and `TooManySteps`."""
    return pair_field(table, dubov.field, lambda _field: pair_round(dubov))


def pair_round(dubov: DubovField) -> Round:
    """Pair a round. Raises `NoLegalPairingError` where no pairing obeys the absolute criteria."""
    field = dubov.field
    bye = give_bye(field, lambda one: -field.players[one].number)
    left = field.everybody if bye is None else field.everybody ^ 1 << bye
    return PairedRound(field, tuple(_pair_brackets(dubov, left)), bye)


def _pair_brackets(dubov: DubovField, left: int) -> Iterator[DubovBracket]:
    players = dubov.field.players
    for group in dubov.field.groups:
        residents = left & bits(group)
        if not residents:
            continue
        upfloaters = choose_upfloaters(dubov, residents, left ^ residents)
        left &= ~(residents | upfloaters)
        arrangement = arrange(dubov, members(residents | upfloaters))
        yield DubovBracket(players[group[0]].score, tuple(members(residents)), tuple(members(upfloaters)), arrangement)
