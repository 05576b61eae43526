"""Why a round is as it is: data and sentences of small rounds worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from gipf_engine.tournament.crosstable import ByeKind, Colour, CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.acceleration import baku
from gipf_engine.tournament.pairing.dutch.criteria import Criterion
from gipf_engine.tournament.pairing.dutch.reasons import explain
from gipf_engine.tournament.pairing.swiss.colours import ColourRule
from gipf_engine.tournament.pairing.swiss.reasons import FloatCause, FloatReason, Obstacle, PairReason
from testing.engine.pairing.simulation import after, field

DUTCH = system("swiss-dutch")


def after_round_one(size: int, **options: object) -> CrossTable:
    """A field in which the better seed has won each game of round 1; the lot gave White to number 1."""
    table = field(size, first_colour=Colour.WHITE, rounds_planned=9, **options)
    return after(table, DUTCH.pair(table))


def sentences(table: CrossTable, number: int) -> list[str]:
    return [str(message) for message in DUTCH.pair(table).reasons[number]]


def test_a_natural_round_needs_no_other_reason() -> None:
    table = field(4, first_colour=Colour.WHITE)
    (bracket,) = explain(table)
    assert (bracket.forced_by, bracket.floats, bracket.bye) == (None, (), None)
    assert bracket.pairs[1] == PairReason(2, 4, 4, None, None, 4, ColourRule.LOT)
    assert sentences(table, 2) == [
        "0-point bracket, players: 4.",
        "Player 2 and Player 4 meet in the natural order of the bracket.",
        "Player 4 moves first: by the lot drawn before round 1 and the pairing numbers.",
    ]


def test_colours_force_a_change_from_the_natural_pairing() -> None:
    # 1-3 and 2-4 would be natural; 1 and 3 are both due Black, 2 and 4 White.
    upper, _lower = explain(after_round_one(8))
    assert (upper.score, upper.residents, upper.forced_by) == (10, (1, 2, 3, 4), Criterion.C12)
    assert upper.pairs == (
        PairReason(1, 4, 3, Obstacle.COLOURS, None, 4, ColourRule.BOTH),
        PairReason(2, 3, 4, Obstacle.TAKEN, 1, 2, ColourRule.BOTH),
    )
    table = after_round_one(8)
    assert sentences(table, 1) == [
        "1-point bracket, players: 4.",
        "The natural pairing gives way to C12: as many players as possible get the colour that is due.",
        "Player 1 meets Player 4 and not Player 3: both are due Black.",
        "Player 4 moves first: both get their due colour, or have no preference.",
    ]
    assert (
        sentences(table, 3)[2]
        == "Player 2 meets Player 3 and not Player 4: Player 4 meets Player 1, who is ranked higher."
    )


def test_floats_and_byes_are_explained() -> None:
    # 5 had the bye in round 1, so that 2 moves down instead; 2 has met 4 and meets 3; 4 has the bye.
    table = after_round_one(5)
    upper, lower = explain(table)
    assert upper.forced_by is Criterion.C14
    assert upper.floats == (FloatReason(2, FloatCause.INSTEAD, natural=5),)
    assert (lower.movers, lower.bye, lower.forced_by) == ((2,), 4, None)
    assert lower.floats == (FloatReason(4, FloatCause.ODD),)
    assert sentences(table, 2) == [
        "0-point bracket, players: 2, moved down: 1.",
        "Player 2 leaves the 1-point bracket and not Player 5, since as few players as possible float down in two"
        " rounds running.",
        "Player 2 and Player 3 meet in the natural order of the bracket.",
        "Player 2 moves first: preferences are equal, so that of the higher-ranked player decides.",
    ]
    assert sentences(table, 4)[-1] == (
        "Player 4 has the bye: a score of 0 is the lowest that leaves all others opponents (C5)."
    )


def test_a_rematch_is_named_as_what_stands_against_the_natural_pairing() -> None:
    # All draw: everybody has half a point, and 1-3, 2-4 have met.
    table = field(4, first_colour=Colour.WHITE)
    table = after(table, DUTCH.pair(table), lambda _white, _black: None)
    (bracket,) = explain(table)
    assert (bracket.forced_by, bracket.witness) == (Criterion.C1, (1, 3))
    assert sentences(table, 1)[1] == "The natural pairing would seat Player 1 and Player 3: they met in round 1."


def test_brackets_of_an_accelerated_event_say_so() -> None:
    table = baku(field(8, first_colour=Colour.WHITE, rounds_planned=9))
    assert sentences(table, 1)[0] == "1-point bracket with acceleration, players: 4."


def test_everybody_paired_is_told_why() -> None:
    for seed in range(12):
        random = Random(seed)
        made = generate(GeneratorOptions(players=random.randint(5, 60), rounds=5), random, DUTCH)
        table = replace(made.table, rounds_planned=made.table.rounds_played + 1)
        try:
            pairings = DUTCH.pair(table)
        except PairingError:
            continue
        seated = {number for pair in pairings.pairs for number in (pair.white, pair.black)}
        seated |= {bye.number for bye in pairings.byes if bye.kind is ByeKind.PAIRING}
        assert set(pairings.reasons) == seated
        assert all(str(message) for said in pairings.reasons.values() for message in said)
