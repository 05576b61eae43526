"""Why a round was paired as it was, as data: natural pairings, what stood against them, floats, colours.

The natural pairing of a bracket is its first candidate: moved-down players against the highest
residents, then the upper half of the rest against the lower half, in order. Where the round differs
from it, the reason is the first criterion by which the natural candidate is worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing.dutch.colour_clash import clash
from gipf_engine.tournament.pairing.dutch.criteria import Criterion, Seat, bracket_values, worse_criterion
from gipf_engine.tournament.pairing.dutch.engine import Round, pair
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.pairing.swiss.bracket import Bracket, BracketPairing, PairedBracket
from gipf_engine.tournament.pairing.swiss.colours import ColourRule, allocate
from gipf_engine.tournament.pairing.swiss.downfloat_check import Fit, find_stranded, fit
from gipf_engine.tournament.pairing.swiss.feasibility import can_be_completed
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, bits
from gipf_engine.tournament.pairing.swiss.player_state import UP

Positions = tuple[int, int]


class Obstacle(StrEnum):
    """Why somebody did not get the natural opponent."""

    BARRED = "barred"  # C1 or C3: they may not meet (`whynot.barrier` says which)
    TAKEN = "taken"  # the opponent already has one higher up
    COLOURS = "colours"  # both should have the same colour
    UPFLOAT = "upfloat"  # the opponent would float up again
    FLOATS = "floats"  # the opponent has to float, or gets the bye
    OTHERS = "others"  # nothing between the two: the bracket as a whole comes out better


class FloatCause(StrEnum):
    """Why somebody is not paired in a bracket."""

    ALONE = "alone"  # may meet nobody in it
    ODD = "odd"  # somebody must, and the natural pairing leaves this player
    INSTEAD = "instead"  # somebody must, and a criterion stands against the natural one


@dataclass(frozen=True, slots=True)
class PairReason:
    """Why two players meet. Players are pairing numbers here and below.

    `natural` is whom the upper player meets in the natural pairing, None for nobody; `obstacle` is None
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
    forced_by: Criterion | None
    witness: tuple[int, ...] | None


def explain(table: CrossTable, steps: StepCounter | None = None) -> tuple[BracketReason, ...]:
    """The reasons of the round after `table.rounds_played`, bracket by bracket from the top. Raises like `paired`."""
    return explain_round(pair(table, steps), colour_of_the_lot(table))


def explain_round(result: Round, first_colour: Colour) -> tuple[BracketReason, ...]:
    """The reasons of a round that is paired already."""
    return tuple(_explain_bracket(result.field, bracket, first_colour) for bracket in result.brackets)


@dataclass(frozen=True, slots=True)
class _Natural:
    """A bracket's natural pairing, and who it leaves alone, the lowest last."""

    pairs: tuple[Positions, ...]
    left: tuple[int, ...]

    @property
    def mates(self) -> dict[int, int]:
        return {one: two for pair in self.pairs for one, two in (pair, pair[::-1])}


def _natural(bracket: Bracket, outcome: BracketPairing) -> _Natural:
    """The first candidate with as many pairs, and as many of them with movers, as the bracket allows."""
    movers = set(bracket.movers)
    paired_movers = sum(one in movers for one, _two in outcome.pairs)
    with_movers = tuple(zip(bracket.movers[:paired_movers], bracket.residents, strict=False))
    rest = bracket.residents[paired_movers:]
    half = len(outcome.pairs) - paired_movers
    halves = tuple(zip(rest[:half], rest[half : 2 * half], strict=True))
    return _Natural((*with_movers, *halves), (*bracket.movers[paired_movers:], *rest[2 * half :]))


def _explain_bracket(field: PairingField, made: PairedBracket, first_colour: Colour) -> BracketReason:
    bracket, outcome = made.bracket, made.outcome
    field.steps.take(len(outcome.pairs) ** 2)
    natural = _natural(bracket, outcome)
    forced_by, witness = _force(field, bracket, outcome, natural, first_colour)
    return BracketReason(
        score=made.score,
        movers=_numbers(field, bracket.movers),
        residents=_numbers(field, bracket.residents),
        pairs=tuple(_pair_reason(field, outcome, natural.mates, pair, first_colour) for pair in outcome.pairs),
        floats=_float_reasons(field, bracket, outcome, natural),
        bye=_player_number(field, outcome.bye),
        forced_by=forced_by,
        witness=None if witness is None else _numbers(field, witness),
    )


def _player_number(field: PairingField, position: int | None) -> int | None:
    return None if position is None else field.players[position].number


def _numbers(field: PairingField, positions: Iterable[int]) -> tuple[int, ...]:
    return tuple(field.players[position].number for position in positions)


def _force(
    field: PairingField, bracket: Bracket, outcome: BracketPairing, natural: _Natural, first_colour: Colour
) -> tuple[Criterion | None, Positions | None]:
    """The first criterion by which the natural pairing is worse than what came out, and a pair that shows it."""
    if set(natural.pairs) == set(outcome.pairs):
        return None, None
    for one, two in natural.pairs:
        if not field.allowed[one] >> two & 1:
            met = field.players[two].number in field.players[one].opponents
            kind = Criterion.C1 if met or not clash(field.players[one], field.players[two])[2] else Criterion.C3
            return kind, (one, two)
    if set(natural.left) != _collect_unpaired(outcome):
        below = _worse_below(field, bracket, natural)
        if below is not None:
            return below, None
    natural_bye = None if outcome.bye is None else natural.left[-1]
    ours = _values(field, bracket, outcome.pairs, tuple(sorted(_collect_unpaired(outcome))), outcome.bye, first_colour)
    theirs = _values(field, bracket, natural.pairs, natural.left, natural_bye, first_colour)
    return worse_criterion(ours, theirs) or Criterion.C8, None


def _collect_unpaired(outcome: BracketPairing) -> set[int]:
    return {*outcome.floaters, *(() if outcome.bye is None else (outcome.bye,))}


def _worse_below(field: PairingField, bracket: Bracket, natural: _Natural) -> Criterion | None:
    """C2, C4 or C8 where those whom the natural pairing leaves do not fit what follows."""
    left = bits(natural.left)
    if bracket.gives_bye:
        assert field.bye is not None
        return None if left & ~field.allowed[field.bye] == 0 else Criterion.C2
    if not can_be_completed(field, left | bracket.following | bracket.rest):
        return Criterion.C4
    certain = bits(find_stranded(field, bracket))
    return None if fit(field, bracket, left, certain) is Fit.IDEAL else Criterion.C8


def _values(
    field: PairingField,
    bracket: Bracket,
    pairs: tuple[Positions, ...],
    left: tuple[int, ...],
    bye: int | None,
    first_colour: Colour,
) -> Mapping[Criterion, tuple[int, ...]]:
    players = field.players
    seats = [
        Seat(players[one], players[two], allocate(players[one], players[two], first_colour)[0]) for one, two in pairs
    ]
    return bracket_values(
        [players[one] for one in bracket.residents],
        seats,
        [players[one] for one in left],
        None if bye is None else players[bye],
    )


def _pair_reason(
    field: PairingField, outcome: BracketPairing, natural: Mapping[int, int], pair: Positions, first_colour: Colour
) -> PairReason:
    upper, lower = pair
    colour, rule = allocate(field.players[upper], field.players[lower], first_colour)
    wanted = natural.get(upper)
    obstacle, taker = (None, None) if wanted in (lower, None) else _obstacle(field, outcome, upper, wanted)
    one, two = _numbers(field, pair)
    white = one if colour is Colour.WHITE else two
    return PairReason(one, two, _player_number(field, wanted), obstacle, _player_number(field, taker), white, rule)


def _obstacle(
    field: PairingField, outcome: BracketPairing, upper: int, wanted: int | None
) -> tuple[Obstacle, int | None]:
    """What stands between a player and the natural opponent."""
    assert wanted is not None
    if not field.allowed[upper] >> wanted & 1:
        return Obstacle.BARRED, None
    mate = next((one if two == wanted else two for one, two in outcome.pairs if wanted in (one, two)), None)
    if mate is None:
        return Obstacle.FLOATS, None
    if mate < upper:
        return Obstacle.TAKEN, mate
    one, two = field.players[upper], field.players[wanted]
    if any(clash(one, two)):
        return Obstacle.COLOURS, None
    if one.score > two.score and UP in two.floats:
        return Obstacle.UPFLOAT, None
    return Obstacle.OTHERS, None


def _float_reasons(
    field: PairingField, bracket: Bracket, outcome: BracketPairing, natural: _Natural
) -> tuple[FloatReason, ...]:
    alone = find_stranded(field, bracket)
    spared = [one for one in natural.left if one not in _collect_unpaired(outcome)]
    reasons = []
    for one in sorted(_collect_unpaired(outcome)):
        number = field.players[one].number
        if one in alone:
            reasons.append(FloatReason(number, FloatCause.ALONE))
        elif one in natural.left or not spared:
            reasons.append(FloatReason(number, FloatCause.ODD))
        else:
            reasons.append(FloatReason(number, FloatCause.INSTEAD, _player_number(field, spared.pop())))
    return tuple(reasons)
