"""The Dubov and Burstein Systems: examples worked out by hand from their articles, and what holds in every round."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, GameSide, Meeting
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import PairingError, RoundPairings, system
from gipf_engine.tournament.pairing.acceleration import baku
from gipf_engine.tournament.pairing.burstein.engine import is_seeding_round, seeding_rounds
from gipf_engine.tournament.pairing.burstein.engine import pair_round as pair_burstein
from gipf_engine.tournament.pairing.burstein.exact import pair_exactly
from gipf_engine.tournament.pairing.burstein.opposition import burstein_field_of
from gipf_engine.tournament.pairing.dubov.engine import pair_round as pair_dubov
from gipf_engine.tournament.pairing.dubov.players import dubov_field_of, most_upfloats
from gipf_engine.tournament.pairing.dubov.upfloaters import weigh_upfloaters
from gipf_engine.tournament.pairing.swiss.bracket_graph import Reach
from gipf_engine.tournament.pairing.swiss.paired_round import NoLegalPairingError
from gipf_engine.tournament.pairing.swiss.pairing_field import bits
from gipf_engine.tournament.pairing.swiss.player_state import MILD
from gipf_engine.tournament.replay import before_round
from testing.engine.pairing.simulation import after, boards, field, sitting_out
from testing.marks import examples

DUBOV, BURSTEIN, DUTCH = system("dubov"), system("burstein"), system("swiss-dutch")
WHITE, BLACK = Colour.WHITE, Colour.BLACK
WIN, DRAW, LOSS = SideResult.WIN, SideResult.DRAW, SideResult.LOSS


def rated(table: CrossTable, *ratings: int | None) -> CrossTable:
    entrants = [replace(entrant, rating=rating) for entrant, rating in zip(table.entrants, ratings, strict=True)]
    return replace(table, entrants=tuple(entrants))


def met(opponent: int, colour: Colour, outcome: SideResult, *, played: bool = True) -> Meeting:
    return Meeting(opponent, (GameSide(colour, outcome, played=played),))


def with_cells(table: CrossTable, rounds: int, cells: dict[int, tuple[Cell, ...]]) -> CrossTable:
    entrants = tuple(replace(each, cells=cells[each.number]) for each in table.entrants)
    return replace(table, entrants=entrants, rounds_played=rounds)


# --- Dubov ---------------------------------------------------------------------------------------------


def test_the_first_round_halves_the_field_by_number() -> None:
    """3.2.3: nobody has played, so G1 is the upper half; all have an average of 0, so that numbers order it."""
    made = DUBOV.pair(field(6, first_colour=WHITE, rounds_planned=5))
    assert boards(made) == [(1, 4), (5, 2), (3, 6)]  # 5.2.1: an odd higher number has the colour of the lot


def test_the_weakest_opposed_meets_the_first_of_those_due_black() -> None:
    """Two rounds of eight; the lower number always wins.

    Round 1: 1-5, 6-2, 3-7, 8-4. Winners 1 to 4: 1 and 3 were White and are due Black, 2 and 4 are due White.
    Losers 5 to 8: 5 and 7 are due White, 6 and 8 Black. Averages are the rating of the one opponent met:
    2 met 6 (1300), 4 met 8 (1500); 5 met 1 (2000), 7 met 3 (1800). G1 of the winners is 2, then 4: 2 meets 1, the
    first due Black, and 4 meets 3. Of the losers 7 (1800) comes before 5 (2000): 7 meets 6, 5 meets 8.
    """
    table = rated(field(8, first_colour=WHITE, rounds_planned=5), 2000, 1900, 1800, 1700, 1600, 1300, 1400, 1500)
    table = after(table, DUBOV.pair(table))
    assert [facts.aro for facts in dubov_field_of(table).facts] == [1600, 1300, 1400, 1500, 2000, 1900, 1800, 1700]
    assert sorted(boards(DUBOV.pair(table))) == [(2, 1), (4, 3), (5, 8), (7, 6)]
    assert sorted(boards(DUTCH.pair(table))) == [(2, 3), (4, 1), (5, 8), (7, 6)]  # which does not ask for ratings


def test_averages_count_games_over_the_board_and_round_halves_up() -> None:
    """1.7.1, 1.7.3: 1 met 1501 and 1500 and won a forfeit; the mean of 1500.5 is 1501. A missing rating counts 0."""
    cells: dict[int, tuple[Cell, ...]] = {
        1: (met(2, WHITE, WIN), met(3, BLACK, WIN), met(4, WHITE, WIN, played=False)),
        2: (met(1, BLACK, LOSS), met(4, WHITE, DRAW), Bye(ByeKind.PAIRING)),
        3: (Bye(ByeKind.PAIRING), met(1, WHITE, LOSS), Bye(ByeKind.HALF)),
        4: (Bye(ByeKind.HALF), met(2, BLACK, DRAW), met(1, BLACK, LOSS, played=False)),
    }
    table = with_cells(rated(field(4, rounds_planned=5), 1800, 1501, 1500, None), 3, cells)
    dubov = dubov_field_of(table)
    facts = {player.number: fact for player, fact in zip(dubov.field.players, dubov.facts, strict=True)}
    assert {number: fact.aro for number, fact in facts.items()} == {1: 1501, 2: 900, 3: 1800, 4: 1501}


def test_to_be_taken_up_is_to_be_paired_with_a_higher_score() -> None:
    """1.8.1, 1.3.2, whether or not the game is played then: 4 was paired with 1 in rounds 2 and 3, and did not come."""
    away = met(1, BLACK, LOSS, played=False)
    cells: dict[int, tuple[Cell, ...]] = {
        1: (met(2, WHITE, WIN), met(4, WHITE, WIN, played=False), met(4, WHITE, WIN, played=False)),
        2: (met(1, BLACK, LOSS), met(3, BLACK, WIN), Bye(ByeKind.HALF)),
        3: (met(4, WHITE, DRAW), met(2, WHITE, LOSS), Bye(ByeKind.HALF)),
        4: (met(3, BLACK, DRAW), away, away),
    }
    dubov = dubov_field_of(with_cells(field(4, rounds_planned=5), 3, cells))
    found = {
        player.number: (fact.upfloats, fact.just_upfloated)
        for player, fact in zip(dubov.field.players, dubov.facts, strict=True)
    }
    assert found == {
        1: (0, False),
        2: (1, False),
        3: (0, False),
        4: (2, True),
    }  # 2, of no point, met 3, of a half


@pytest.mark.parametrize(("rounds", "most"), [(4, 2), (5, 3), (9, 3), (10, 4), (11, 4)])
def test_how_often_somebody_may_be_taken_up(rounds: int, most: int) -> None:
    assert most_upfloats(rounds) == most  # 1.8.2


def test_without_a_game_black_is_preferred() -> None:
    """1.6.4; in the Dutch system such a player prefers nothing."""
    table = field(2, rounds_planned=3)
    assert {(each.preference, each.strength) for each in dubov_field_of(table).field.players} == {(BLACK, MILD)}
    colour_free = dubov_field_of(replace(table, colour_free=True))
    assert {each.preference for each in colour_free.field.players} == {None}


def test_the_bye_goes_to_whoever_has_played_most_of_the_lowest() -> None:
    """3.1.3 to 3.1.5: 3, 4 and 5 have no point; 5 was away, so 3 and 4 have played more.

    Dubov: 4 has the larger number. Burstein: 3 met 2 (1 point), 4 met 1 (2 points), so 3 is the lower by opposition.
    """
    cells: dict[int, tuple[Cell, ...]] = {
        1: (met(4, WHITE, WIN), met(2, BLACK, WIN)),
        2: (met(3, BLACK, WIN), met(1, WHITE, LOSS)),
        3: (met(2, WHITE, LOSS), met(4, WHITE, LOSS, played=False)),
        4: (met(1, BLACK, LOSS), met(3, BLACK, LOSS, played=False)),
        5: (Bye(ByeKind.ZERO), Bye(ByeKind.ZERO)),
    }
    table = with_cells(field(5, first_colour=WHITE, rounds_planned=4), 2, cells)
    assert sitting_out(DUBOV.pair(table)) == [4]
    assert sitting_out(BURSTEIN.pair(table)) == [3]


# --- Burstein ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "seeding"), [(3, 1), (5, 2), (7, 3), (8, 4), (9, 4), (13, 4), (None, 4)])
def test_how_many_rounds_seed(rounds: int | None, seeding: int) -> None:
    assert seeding_rounds(rounds) == seeding  # 1.6.2


def test_seeding_rounds_are_dutch_ones() -> None:
    table = field(9, first_colour=WHITE, rounds_planned=4)
    for _round in range(2):
        assert is_seeding_round(table)
        assert (boards(BURSTEIN.pair(table)), sitting_out(BURSTEIN.pair(table))) == (
            boards(DUTCH.pair(table)),
            sitting_out(DUTCH.pair(table)),
        )
        table = after(table, BURSTEIN.pair(table))
    assert not is_seeding_round(table)


def test_opposition_is_measured_by_the_scores_of_opponents() -> None:
    """1.7.1, 1.7.2. Scores: 1 has 2, 2 has ½, 3 has 1½, 4 has 0 after two rounds.

    1 beat 2 and 4: Buchholz ½ + 0, Sonneborn-Berger 1 · ½ + 1 · 0. 2 lost to 1 and had a half-point bye, a game against
    oneself: 2 + ½ and 0 · 2 + ½ · ½. 3 had two byes, of 1 and ½: 1½ + 1½ and 1 · 1½ + ½ · 1½. 4 was away, then lost to
    1: 0 + 2 and 0.
    """
    cells: dict[int, tuple[Cell, ...]] = {
        1: (met(2, WHITE, WIN), met(4, BLACK, WIN)),
        2: (met(1, BLACK, LOSS), Bye(ByeKind.HALF)),
        3: (Bye(ByeKind.PAIRING), Bye(ByeKind.HALF)),
        4: (Bye(ByeKind.ZERO), met(1, WHITE, LOSS)),
    }
    table = with_cells(field(4, rounds_planned=4), 2, cells)
    burstein = burstein_field_of(table)
    found = {
        player.number: (index.buchholz, index.sonneborn_berger)
        for player, index in zip(burstein.field.players, burstein.indices, strict=True)
    }
    assert found == {1: (5, 50), 2: (25, 25), 3: (30, 225), 4: (20, 0)}
    ranked = sorted(range(4), key=lambda one: burstein.rank[one])
    assert [burstein.field.players[one].number for one in ranked] == [3, 2, 4, 1]  # scores play no part (1.8)


@pytest.mark.parametrize(
    ("leaves", "away", "buchholz"),
    [
        (True, None, 30),  # 2 has left: its two byes count as draws, so 1 point as each of the others has
        (False, Bye(ByeKind.ZERO), 30),  # 2 is away now, too
        (False, Bye(ByeKind.HALF), 20),  # a half-point bye now ends the series of zero-point ones
        (False, None, 20),  # 2 is back and paired now
    ],
)
def test_a_series_of_zero_point_byes_up_to_now_counts_as_draws(leaves: bool, away: Cell, buchholz: int) -> None:
    """1.7.2, exception: 2 lost to 1 and then had two zero-point byes; 3 and 4 have a point each."""
    cells: dict[int, tuple[Cell, ...]] = {
        1: (met(2, WHITE, WIN), met(3, BLACK, DRAW), met(4, WHITE, DRAW)),
        2: (met(1, BLACK, LOSS), Bye(ByeKind.ZERO), Bye(ByeKind.ZERO), away),
        3: (Bye(ByeKind.ZERO), met(1, WHITE, DRAW), Bye(ByeKind.HALF)),
        4: (Bye(ByeKind.ZERO), Bye(ByeKind.HALF), met(1, BLACK, DRAW)),
    }
    table = with_cells(field(4, rounds_planned=5), 3, cells)
    entrants = tuple(replace(each, withdrawn=leaves and each.number == 2) for each in table.entrants)
    burstein = burstein_field_of(replace(table, entrants=entrants))
    by_number = {player.number: index for player, index in zip(burstein.field.players, burstein.indices, strict=True)}
    assert by_number[1].buchholz == buchholz


def test_the_first_by_opposition_meets_the_last() -> None:
    """Eight players without colours, the lower number wins. Round 1: 1-5, 2-6, 3-7, 4-8; round 2: 1-3, 2-4, 5-7, 6-8.

    3, 4, 5 and 6 have a point. Each met one of 2 points and one of none and beat the latter: Buchholz 2,
    Sonneborn-Berger 0. So numbers order them (1.8.2), and 3 meets 6 (4.3); the Dutch system has 3 meet 5.
    """
    table = field(8, first_colour=WHITE, rounds_planned=4, colour_free=True)
    for _round in range(2):
        table = after(table, BURSTEIN.pair(table))

    def met_in(made: RoundPairings) -> list[list[int]]:
        return sorted(sorted(pair) for pair in boards(made))

    assert met_in(BURSTEIN.pair(table)) == [[1, 2], [3, 6], [4, 5], [7, 8]]
    assert met_in(DUTCH.pair(table)) == [[1, 2], [3, 5], [4, 6], [7, 8]]


# --- both ----------------------------------------------------------------------------------------------


def some_round(seed: int, key: str) -> CrossTable:
    random = Random(seed)
    made = generate(GeneratorOptions(players=random.randint(2, 40)), random, system(key))
    number = random.randint(1, max(1, made.table.rounds_played))
    return before_round(made.table, number, made.table.first_colour)


@pytest.mark.parametrize("key", ["dubov", "burstein"])
@given(seed=st.integers(0, 10**9))
@examples(80)
def test_every_round_is_legal_explained_and_the_same_again(key: str, seed: int) -> None:
    table = some_round(seed, key)
    chosen = system(key)
    try:
        made = chosen.pair(table)
    except PairingError:
        return
    own = dubov_field_of(table).field if key == "dubov" else burstein_field_of(table).field
    players = {player.number: player for player in own.players}
    byes = [bye.number for bye in made.byes if bye.kind is ByeKind.PAIRING]
    assert sorted([*byes, *(one for pair in made.pairs for one in (pair.white, pair.black))]) == sorted(players)
    for pair in made.pairs:
        for number, colour in ((pair.white, WHITE), (pair.black, BLACK)):
            player = players[number]
            if key == "burstein" and is_seeding_round(table):
                continue
            assert player.repeated is not colour, "no colour three times running, in the last round either (C3)"
            assert abs(player.balance + (1 if colour is WHITE else -1)) <= 2
        assert pair.black not in players[pair.white].opponents
    assert all(players[number].pab for number in byes)
    assert made == chosen.pair(replace(table, entrants=tuple(reversed(table.entrants))))
    assert set(made.reasons) == set(players)
    assert all("%" not in str(message) for messages in made.reasons.values() for message in messages)


@given(seed=st.integers(0, 10**9))
@examples(60)
def test_upfloaters_are_those_of_the_weighted_matching(seed: int) -> None:
    """The quick way proves what it finds; the slow one is right by itself."""
    dubov = dubov_field_of(some_round(seed, "dubov"))
    try:
        made = pair_dubov(dubov)
    except NoLegalPairingError:
        return
    left = bits(one for pair in made.pairs for one in pair)
    for bracket in made.brackets:
        residents, taken = bits(bracket.residents), bits(bracket.upfloaters)
        assert weigh_upfloaters(dubov, residents, left ^ residents) == taken
        left ^= residents | taken


@given(seed=st.integers(0, 10**9))
@examples(60)
def test_brackets_of_burstein_are_those_of_the_weighted_matching(seed: int) -> None:
    burstein = burstein_field_of(some_round(seed, "burstein"))
    try:
        made = pair_burstein(burstein)
    except NoLegalPairingError:
        return
    for paired in made.brackets:
        solution = pair_exactly(burstein, paired.bracket, Reach.ALL)
        assert solution is not None
        assert set(solution.outcome.pairs) == set(paired.pairs)


@pytest.mark.parametrize("key", ["dubov", "burstein"])
def test_why_not_answers_for_every_two(key: str) -> None:
    """The answer is a proof: whoever meets is said to, and nobody else."""
    table = some_round(11, key)
    made = system(key).pair(table)
    pairs = {frozenset((pair.white, pair.black)) for pair in made.pairs}
    byes = {bye.number for bye in made.byes}
    numbers = [entrant.number for entrant in table.entrants if not entrant.withdrawn][:12]
    for one, two in combinations(numbers, 2):
        answer = str(system(key).why_not(table, one, two))
        assert answer.endswith("do meet.") == (frozenset((one, two)) in pairs)
        assert answer.endswith("is not paired in this round.") == bool({one, two} & byes - set(made.reasons))


@pytest.mark.parametrize("key", ["dubov", "burstein"])
def test_accelerated_rounds_keep_the_upper_group_together(key: str) -> None:
    """Sixteen players, nine rounds: 1 to 8 have a virtual point in round 1 and meet each other (C.04.7)."""
    table = baku(field(16, first_colour=WHITE, rounds_planned=9))
    pairs = boards(system(key).pair(table))
    assert sorted(sorted(pair) for pair in pairs) == [[n, n + 4] for n in (1, 2, 3, 4, 9, 10, 11, 12)]
