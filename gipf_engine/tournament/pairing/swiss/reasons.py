"""Why a round was paired as it was, as data: natural pairings, what stood against them, floats, colours.

For systems that send down whom they cannot pair. The natural pairing of a bracket is the first in the system's own
order. Where the round differs from it, the reason is the first criterion by which the natural pairing is worse.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from gipf_engine.tournament.crosstable import Colour
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing, PairedBracket
from gipf_engine.tournament.pairing.swiss.colours import ColourRule
from gipf_engine.tournament.pairing.swiss.downfloat_check import Fit, find_stranded, fit
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed
from gipf_engine.tournament.pairing.swiss.paired_round import PairedRound
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits
from gipf_engine.tournament.pairing.swiss.quality import Seat, Values, worse_criterion

Positions = tuple[int, int]
SeatOf = Callable[[int, int], tuple[Colour, ColourRule]]
"""The colour of the first of two positions, the higher, and the paragraph that decides it."""


class Obstacle(StrEnum):
    """Why a person did not get the natural opponent."""

    BARRED = "barred"  # C1 or C3: they may not meet (`whynot.barrier` says which)
    TAKEN = "taken"  # the opponent already has one higher up
    COLOURS = "colours"  # both should have the same colour
    UPFLOAT = "upfloat"  # the opponent would float up again
    FLOATS = "floats"  # the opponent has to float, or gets the bye
    AVOIDED = "avoided"  # the event avoids that the two meet
    OTHERS = "others"  # nothing between the two: the bracket as a whole comes out better


class FloatCause(StrEnum):
    """Why a person is not paired in a bracket."""

    ALONE = "alone"  # may meet no one in it
    ODD = "odd"  # a person must, and the natural pairing leaves this player
    INSTEAD = "instead"  # a person must, and a criterion stands against the natural one


@dataclass(frozen=True, slots=True)
class PairReason:
    """Why two players meet. Players are pairing numbers here and below.

    `natural` is whom the upper player meets in the natural pairing, None for no one; `obstacle` is None
    where that is the opponent. `taker` is who has the natural opponent, where he is taken.
    """

    upper: int
    lower: int
    natural: int | None
    obstacle: Obstacle | None
    taker: int | None
    white: int
    colour_rule: ColourRule


@dataclass(frozen=True, slots=True)
class FloatReason:
    """Why a player leaves a bracket unpaired. `natural` is who would have in the natural pairing, with INSTEAD."""

    player: int
    cause: FloatCause
    natural: int | None = None


@dataclass(frozen=True, slots=True)
class BracketReason:
    """One bracket: who was in it, how it came out, and what forced a change from its natural pairing.

    `forced_by` is the first criterion by which the natural pairing is worse (None where it was taken);
    `witness` is a natural pair that is not allowed, where that is the reason.
    """

    score: int
    movers: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[PairReason, ...]
    floats: tuple[FloatReason, ...]
    bye: int | None
    forced_by: StrEnum | None
    witness: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Natural:
    """A bracket's natural pairing, and who it leaves alone, the lowest last."""

    pairs: tuple[Positions, ...]
    left: tuple[int, ...]

    @property
    def mates(self) -> dict[int, int]:
        return {one: two for pair in self.pairs for one, two in (pair, pair[::-1])}


@dataclass(frozen=True, slots=True)
class AbsoluteCriteria:
    """What a system calls the criteria that are named although nothing is counted for them."""

    met: StrEnum
    bye: StrEnum
    same_colour: StrEnum
    completion: StrEnum
    following: StrEnum


class Explainer(ABC):
    """Explains the brackets of one round; a system says its natural order and its criteria."""

    names: ClassVar[AbsoluteCriteria]

    def __init__(self, field: PairingField, seat: SeatOf) -> None:
        self.field, self.seat = field, seat

    @abstractmethod
    def find_natural(self, bracket: Bracket, outcome: BracketPairing) -> Natural:
        """The first candidate with as many pairs as the outcome."""

    @abstractmethod
    def measure(self, bracket: Bracket, seats: list[Seat], left: tuple[int, ...], bye: int | None) -> Values:
        """What a pairing of the bracket is worth by the system's criteria but for those about what follows."""

    @abstractmethod
    def miss_colours(self, one: int, two: int) -> bool:
        """Whether a pair loses something by the system's criteria about colours."""

    def orient(self, pair: Positions) -> Positions:
        """A pair with the one first who chooses first in the system's order."""
        return pair

    def chooses_first(self, one: int, two: int) -> bool:
        """Whether the first of two gets an opponent before the other in the system's order."""
        return one < two

    def count_avoided(self, seats: Iterable[Seat]) -> tuple[int, ...]:
        """How many pairs are made that the event avoids."""
        place = {player.number: at for at, player in enumerate(self.field.players)}
        return (self.field.count_avoided((place[seat.upper.number], place[seat.lower.number]) for seat in seats),)

    def explain(self, result: PairedRound[PairedBracket]) -> tuple[BracketReason, ...]:
        """The reasons of a round, bracket by bracket from the top."""
        return tuple(self._explain_bracket(bracket) for bracket in result.brackets)

    def _explain_bracket(self, made: PairedBracket) -> BracketReason:
        bracket, outcome = made.bracket, made.outcome
        self.field.steps.take(len(outcome.pairs) ** 2)
        natural = self.find_natural(bracket, outcome)
        forced_by, witness = self._force(bracket, outcome, natural)
        return BracketReason(
            score=made.score,
            movers=self._numbers(bracket.movers),
            residents=self._numbers(bracket.residents),
            pairs=tuple(self._pair_reason(outcome, natural.mates, self.orient(pair)) for pair in outcome.pairs),
            floats=self._float_reasons(bracket, outcome, natural),
            bye=self._number(outcome.bye),
            forced_by=forced_by,
            witness=None if witness is None else self._numbers(witness),
        )

    def _number(self, position: int | None) -> int | None:
        return None if position is None else self.field.players[position].number

    def _numbers(self, positions: Iterable[int]) -> tuple[int, ...]:
        return tuple(self.field.players[position].number for position in positions)

    def _force(
        self, bracket: Bracket, outcome: BracketPairing, natural: Natural
    ) -> tuple[StrEnum | None, Positions | None]:
        """The first criterion by which the natural pairing is worse than what came out, and a pair that shows it."""
        if set(map(frozenset, natural.pairs)) == set(map(frozenset, outcome.pairs)):
            return None, None
        for one, two in natural.pairs:
            if not self.field.allowed[one] >> two & 1:
                return self._name_bar(one, two), (one, two)
        if set(natural.left) != _collect_unpaired(outcome):
            below = self._worse_below(bracket, natural)
            if below is not None:
                return below, None
        natural_bye = None if outcome.bye is None else natural.left[-1]
        ours = self._weights(bracket, outcome.pairs, tuple(sorted(_collect_unpaired(outcome))), outcome.bye)
        theirs = self._weights(bracket, natural.pairs, natural.left, natural_bye)
        return worse_criterion(ours, theirs) or self.names.following, None

    def _name_bar(self, one: int, two: int) -> StrEnum:
        """Which criterion does not let two meet."""
        first, second = self.field.players[one], self.field.players[two]
        met = second.number in first.opponents
        return self.names.met if met or not self.miss_colours(one, two) else self.names.same_colour

    def _worse_below(self, bracket: Bracket, natural: Natural) -> StrEnum | None:
        """The criterion by which those whom the natural pairing leaves do not fit the bye or what follows."""
        left = bits(natural.left)
        if bracket.gives_bye:
            assert self.field.bye is not None
            return None if left & ~self.field.allowed[self.field.bye] == 0 else self.names.bye
        if not can_be_completed(self.field, left | bracket.following | bracket.rest):
            return self.names.completion
        certain = bits(find_stranded(self.field, bracket))
        return None if fit(self.field, bracket, left, certain) is Fit.IDEAL else self.names.following

    def _weights(
        self, bracket: Bracket, pairs: tuple[Positions, ...], left: tuple[int, ...], bye: int | None
    ) -> Values:
        players = self.field.players
        by_place = ((min(pair), max(pair)) for pair in pairs)
        seats = [Seat(players[one], players[two], self.seat(one, two)[0]) for one, two in by_place]
        return self.measure(bracket, seats, left, bye)

    def _pair_reason(self, outcome: BracketPairing, natural: Mapping[int, int], pair: Positions) -> PairReason:
        upper, lower = pair
        higher = min(pair)
        colour, rule = self.seat(higher, max(pair))
        wanted = natural.get(upper)
        obstacle, taker = (None, None) if wanted in (lower, None) else self._obstacle(outcome, upper, wanted)
        one, two = self._numbers(pair)
        white = self.field.players[higher if colour is Colour.WHITE else max(pair)].number
        return PairReason(one, two, self._number(wanted), obstacle, self._number(taker), white, rule)

    def _obstacle(self, outcome: BracketPairing, upper: int, wanted: int | None) -> tuple[Obstacle, int | None]:
        """What stands between a player and the natural opponent."""
        assert wanted is not None
        if not self.field.allowed[upper] >> wanted & 1:
            return Obstacle.BARRED, None
        mate = next((one if two == wanted else two for one, two in outcome.pairs if wanted in (one, two)), None)
        if mate is None:
            return Obstacle.FLOATS, None
        if self.chooses_first(mate, upper):
            return Obstacle.TAKEN, mate
        if self.miss_colours(upper, wanted):
            return Obstacle.COLOURS, None
        if self.repeats_upfloat(upper, wanted):
            return Obstacle.UPFLOAT, None
        if self.field.avoids(upper, wanted):
            return Obstacle.AVOIDED, None
        return Obstacle.OTHERS, None

    def repeats_upfloat(self, upper: int, wanted: int) -> bool:
        """Whether the system minds that the second of two would meet a player from above again."""
        return False

    def _float_reasons(self, bracket: Bracket, outcome: BracketPairing, natural: Natural) -> tuple[FloatReason, ...]:
        alone = find_stranded(self.field, bracket)
        spared = [one for one in natural.left if one not in _collect_unpaired(outcome)]
        reasons = []
        for one in sorted(_collect_unpaired(outcome)):
            number = self.field.players[one].number
            if one in alone:
                reasons.append(FloatReason(number, FloatCause.ALONE))
            elif one in natural.left or not spared:
                reasons.append(FloatReason(number, FloatCause.ODD))
            else:
                reasons.append(FloatReason(number, FloatCause.INSTEAD, self._number(spared.pop())))
        return tuple(reasons)


def _collect_unpaired(outcome: BracketPairing) -> set[int]:
    return {*outcome.floaters, *(() if outcome.bye is None else (outcome.bye,))}
