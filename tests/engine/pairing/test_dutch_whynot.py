"""Why not A against B? Answers worked out by hand, and held to every legal round of small fields."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, ForbiddenGroup
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, system
from gipf_engine.tournament.pairing.dutch.criteria import Criterion
from gipf_engine.tournament.pairing.dutch.messages import answer_message
from gipf_engine.tournament.pairing.dutch.whynot import why_not
from gipf_engine.tournament.pairing.swiss.whynot import WhyNot, WhyNotKind
from testing.engine.pairing.simulation import after, field
from testing.marks import first
from tests.engine.pairing.rule_text import all_rounds

DUTCH = system("swiss-dutch")


def after_round_one(size: int, **options: object) -> CrossTable:
    """A field in which the better seed has won each game of round 1; the lot gave White to number 1."""
    table = field(size, first_colour=Colour.WHITE, rounds_planned=9, **options)
    return after(table, DUTCH.pair(table))


def test_they_do_meet() -> None:
    table = after_round_one(8)
    assert why_not(table, 4, 1).answer is WhyNotKind.PAIRED
    assert str(answer_message(table, why_not(table, 4, 1))) == "Player 4 and Player 1 do meet."


def test_they_have_met() -> None:
    table = after_round_one(8)
    assert why_not(table, 1, 5) == WhyNot(1, 5, WhyNotKind.MET, round=1)
    assert (
        str(answer_message(table, why_not(table, 1, 5))) == "Player 1 and Player 5 may not meet: they met in round 1."
    )


def test_the_event_forbids_it() -> None:
    table = field(4, first_colour=Colour.WHITE, forbidden=(ForbiddenGroup(frozenset({1, 2})),))
    assert why_not(table, 1, 2).answer is WhyNotKind.FORBIDDEN
    assert str(answer_message(table, why_not(table, 1, 2))) == (
        "Player 1 and Player 2 may not meet: the event does not let them meet."
    )


def test_one_of_them_is_not_paired() -> None:
    table = field(5, first_colour=Colour.WHITE)
    away = replace(table.entrants[2], cells=(Bye(ByeKind.HALF),))
    table = replace(table, entrants=(*table.entrants[:2], away, *table.entrants[3:]))
    assert why_not(table, 1, 3) == WhyNot(1, 3, WhyNotKind.ABSENT, absent=3)
    assert str(answer_message(table, why_not(table, 1, 3))) == "Player 3 is not paired in this round."


def test_nobody_could_pair_the_others() -> None:
    table = field(4, first_colour=Colour.WHITE, forbidden=(ForbiddenGroup(frozenset({3, 4})),))
    assert why_not(table, 1, 2).answer is WhyNotKind.NO_ROUND
    assert str(answer_message(table, why_not(table, 1, 2))) == (
        "If Player 1 met Player 2, the others could not all be paired."
    )


def test_it_would_cost_two_colours() -> None:
    # 1 and 3 are due Black, and with them together 2 and 4, who are due White.
    table = after_round_one(8)
    answer = why_not(table, 1, 3)
    assert answer.difference is not None
    assert (answer.answer, answer.difference.criterion) == (WhyNotKind.WORSE, Criterion.C12)
    assert (answer.difference.score, answer.difference.ours, answer.difference.theirs) == (10, (0,), (2,))
    assert str(answer_message(table, answer)) == (
        "If Player 1 met Player 3, the 1-point bracket would be worse by C12: as many players as"
        " possible get the colour that is due (players without the colour that is due: 0 as paired, 2 then)."
    )


def test_it_would_send_two_players_down() -> None:
    answer = why_not(after_round_one(8), 1, 6)
    assert answer.difference is not None
    assert (answer.difference.criterion, answer.difference.ours, answer.difference.theirs) == (Criterion.C6, (0,), (2,))


def test_it_would_be_as_good_but_comes_later() -> None:
    # 1-2 and 3-4 suit all colours, but exchange 2 and 3 between the halves.
    table = after_round_one(8)
    answer = why_not(table, 1, 2)
    assert answer.answer is WhyNotKind.LATER
    assert str(answer_message(table, answer)) == (
        "Player 1 against Player 2 would be as good, but in the 1-point bracket such a pairing comes later in the"
        " order that the rules prescribe."
    )


def test_the_bye_would_go_to_a_higher_score() -> None:
    # 3 and 4 have nothing and one of them must have the bye: together they leave it to 1, 2 or 5.
    answer = why_not(after_round_one(5), 3, 4)
    assert answer.difference is not None
    assert (answer.difference.criterion, answer.difference.ours, answer.difference.theirs) == (
        Criterion.C5,
        (0,),
        (10,),
    )


def test_questions_about_nobody_are_refused() -> None:
    table = after_round_one(4)
    with pytest.raises(KeyError):
        why_not(table, 1, 99)
    with pytest.raises(ValueError, match="meets"):
        why_not(table, 2, 2)


@pytest.mark.parametrize("seed", first(5, range(15)))
def test_answers_hold_against_every_legal_round(seed: int) -> None:
    random = Random(seed)
    table = generate(GeneratorOptions(players=random.randint(5, 8), rounds=random.randint(1, 4)), random, DUTCH).table
    try:
        paired = {frozenset((pair.white, pair.black)) for pair in DUTCH.pair(table).pairs}
    except PairingError:
        return
    possible = {frozenset((pair.white, pair.black)) for made in all_rounds(table) for pair in made.pairs}
    for one, two in combinations([entrant.number for entrant in table.entrants], 2):
        answer = why_not(table, one, two)
        assert str(answer_message(table, answer))
        assert (answer.answer is WhyNotKind.PAIRED) == ({one, two} in paired)
        assert (answer.answer in (WhyNotKind.PAIRED, WhyNotKind.WORSE, WhyNotKind.LATER)) == ({one, two} in possible)
        if answer.answer is WhyNotKind.WORSE:
            assert answer.difference is not None and answer.difference.ours < answer.difference.theirs
