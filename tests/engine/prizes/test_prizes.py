"""Prizes: hand-computed examples of each rule, and what holds whatever the standings are."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gipf_engine.tournament.prizes import Paid, Prize, PrizeList, Ranked, Rules, Sharing, award_prizes
from testing.marks import examples

ONE_LIST = (Prize(10000), Prize(6000), Prize(4000), Prize(2000))


def field(*scores: int, tied: tuple[int, ...] = ()) -> tuple[Ranked, ...]:
    """Players 1, 2, … by these scores; those in `tied` have the rank of the player above them."""
    found: list[Ranked] = []
    for player, score in enumerate(scores, 1):
        rank = found[-1].rank if player in tied else player
        found.append(Ranked(player, rank, score))
    return tuple(found)


def amounts(paid: Paid) -> dict[int, int]:
    return {award.player: award.amount for award in paid.awards}


def test_equal_points_share_the_sum_of_their_places() -> None:
    """First alone; players 2 to 4 share 60 + 40 + 20 = 120."""
    paid = award_prizes([PrizeList(ONE_LIST, field(50, 40, 40, 40, 30))], Rules())
    assert amounts(paid) == {1: 10000, 2: 4000, 3: 4000, 4: 4000}
    second = paid.awards[1]
    assert (second.first, second.last, second.amounts, second.sharers) == (2, 4, (6000, 4000, 2000), 3)
    assert paid.left_over == (0,)


def test_places_beyond_the_prizes_share_too() -> None:
    """Three share the one prize of place 4, of 20: 6.66 each, and 0.02 stay."""
    paid = award_prizes([PrizeList(ONE_LIST, field(50, 45, 40, 30, 30, 30))], Rules())
    assert amounts(paid) == {1: 10000, 2: 6000, 3: 4000, 4: 666, 5: 666, 6: 666}
    assert paid.left_over == (2,)


def test_tie_breaks_alone_decide_where_nobody_shares() -> None:
    paid = award_prizes([PrizeList(ONE_LIST, field(50, 40, 40, 40))], Rules(Sharing.RANK))
    assert amounts(paid) == {1: 10000, 2: 6000, 3: 4000, 4: 2000}


def test_who_is_equal_in_everything_shares_under_every_rule() -> None:
    """Players 2 and 3 are equal by every tie-break: 60 + 40, 50 each."""
    paid = award_prizes([PrizeList(ONE_LIST, field(50, 40, 40, 40, tied=(3,)))], Rules(Sharing.RANK))
    assert amounts(paid) == {1: 10000, 2: 5000, 3: 5000, 4: 2000}


def test_the_hort_system_gives_half_by_tie_breaks_and_half_equally() -> None:
    """Players 2 to 4: 60/2 + 120/6 = 50, 40/2 + 20 = 40, 20/2 + 20 = 30."""
    paid = award_prizes([PrizeList(ONE_LIST, field(50, 40, 40, 40))], Rules(Sharing.HORT))
    assert amounts(paid) == {1: 10000, 2: 5000, 3: 4000, 4: 3000}


def test_shares_are_rounded_down_to_the_unit() -> None:
    """100 among three, in steps of 5: 30 each, and 10 stay."""
    paid = award_prizes([PrizeList((Prize(10000),), field(30, 30, 30))], Rules(unit=500))
    assert amounts(paid) == {1: 3000, 2: 3000, 3: 3000} and paid.left_over == (1000,)


def test_things_are_not_divided() -> None:
    """The cup is the first's by tie-breaks; the money of both places is shared."""
    prizes = (Prize(5000, "Cup"), Prize(3000), Prize(0, "Book"))
    paid = award_prizes([PrizeList(prizes, field(30, 30, 20))], Rules())
    assert [(award.player, award.amount, award.names) for award in paid.awards] == [
        (1, 4000, ("Cup",)), (2, 4000, ()), (3, 0, ("Book",)),
    ]  # fmt: skip


def test_the_higher_prize_alone_is_kept_and_the_other_passes_on() -> None:
    """Player 2 is second of all (60) and first of the category (40), which goes to player 3."""
    everybody, some = field(50, 40, 30, 20), field(50, 40, 30, 20)[1:]
    lists = [PrizeList(ONE_LIST[:2], everybody), PrizeList((Prize(4000), Prize(1000)), some)]
    paid = award_prizes(lists, Rules())
    assert [(award.player, award.list, award.amount) for award in paid.awards] == [
        (1, 0, 10000), (2, 0, 6000), (3, 1, 4000), (4, 1, 1000),
    ]  # fmt: skip
    assert paid.passed_on == ((), (2,))


def test_the_prize_of_a_category_is_kept_where_it_is_the_higher_one() -> None:
    lists = [PrizeList((Prize(5000), Prize(1000)), field(50, 40, 30)), PrizeList((Prize(2000),), field(50, 40, 30)[1:])]
    paid = award_prizes(lists, Rules())
    assert [(award.player, award.list, award.amount) for award in paid.awards] == [
        (1, 0, 5000),
        (3, 0, 1000),
        (2, 1, 2000),
    ]
    assert paid.passed_on == ((2,), ())


def test_of_equal_prizes_the_earlier_list_is_kept() -> None:
    lists = [PrizeList((Prize(2000),), field(50, 40)), PrizeList((Prize(2000),), field(50, 40))]
    assert [(award.player, award.list) for award in award_prizes(lists, Rules()).awards] == [(1, 0), (2, 1)]


def test_several_prizes_are_kept_where_the_organiser_says_so() -> None:
    lists = [PrizeList((Prize(2000),), field(50, 40)), PrizeList((Prize(1000),), field(50, 40))]
    paid = award_prizes(lists, Rules(several=True))
    assert [(award.player, award.amount) for award in paid.awards] == [(1, 2000), (1, 1000)]


def test_prizes_that_nobody_wins_are_left_over() -> None:
    paid = award_prizes([PrizeList(ONE_LIST, field(50))], Rules())
    assert amounts(paid) == {1: 10000} and paid.left_over == (12000,)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="lower place"):
        PrizeList((Prize(1), Prize(2)), ())
    with pytest.raises(ValueError, match="order of the standings"):
        PrizeList((), (Ranked(1, 2, 0), Ranked(2, 1, 0)))
    with pytest.raises(ValueError, match="unit"):
        Rules(unit=0)


# --- whatever the standings are ------------------------------------------------------------------------


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[PrizeList], Rules]:
    """A field in the order of its standings with some equal scores and ranks, and lists for all and for parts of it."""
    size = draw(st.integers(1, 9))
    scores = sorted(draw(st.lists(st.integers(0, 4), min_size=size, max_size=size)), reverse=True)
    tied = draw(st.sets(st.integers(2, size))) if size > 1 else set()
    together = tuple(sorted(player for player in tied if scores[player - 1] == scores[player - 2]))
    players = field(*scores, tied=together)
    lists = []
    for number in range(draw(st.integers(1, 3))):
        chosen = players if number == 0 else tuple(each for each in players if draw(st.booleans()))
        money = sorted(draw(st.lists(st.integers(0, 300), max_size=5)), reverse=True)
        lists.append(PrizeList(tuple(Prize(each, "" if each else "thing") for each in money), chosen))
    rules = Rules(draw(st.sampled_from(Sharing)), draw(st.sampled_from([1, 7, 50])), draw(st.booleans()))
    return lists, rules


@examples(300, derandomize=True)
@given(situations())
def test_what_is_paid_and_what_is_left_are_the_pool(situation: tuple[list[PrizeList], Rules]) -> None:
    """Of prizes that somebody can win no more is left than a unit less a cent for each who shares."""
    lists, rules = situation
    paid = award_prizes(lists, rules)
    for number, each in enumerate(lists):
        mine = [award for award in paid.awards if award.list == number]
        pool = sum(prize.amount for prize in each.prizes)
        assert sum(award.amount for award in mine) + paid.left_over[number] == pool
        assert all(award.amount % rules.unit == 0 and award.amount >= 0 for award in mine)
        takers = len(each.players) - len(paid.passed_on[number])
        nobodys = sum(prize.amount for prize in each.prizes[takers:])
        assert 0 <= paid.left_over[number] - nobodys < rules.unit * max(takers, 1)


@examples(300, derandomize=True)
@given(situations())
def test_nobody_gets_more_than_the_rule_allows(situation: tuple[list[PrizeList], Rules]) -> None:
    """No share beyond the best of its places, no lower place with more, equals get the same, one prize where one is."""
    lists, rules = situation
    paid = award_prizes(lists, rules)
    for number, each in enumerate(lists):
        won = {award.player: award for award in paid.awards if award.list == number}
        in_it = [ranked for ranked in each.players if ranked.player not in paid.passed_on[number]]
        got = [won[ranked.player].amount if ranked.player in won else 0 for ranked in in_it]
        assert got == sorted(got, reverse=True)
        for place, (ranked, amount) in enumerate(zip(in_it, got, strict=True), 1):
            first = 1 + sum(other.score > ranked.score for other in in_it)
            assert amount <= max((prize.amount for prize in each.prizes[first - 1 : place + len(in_it)]), default=0)
        for one, other in itertools.pairwise(in_it):
            equal = one.rank == other.rank or (rules.sharing is Sharing.EQUAL and one.score == other.score)
            if equal:
                assert got[in_it.index(one)] == got[in_it.index(other)]
    if not rules.several:
        assert len({award.player for award in paid.awards}) == len(paid.awards)


@examples(200, derandomize=True)
@given(situations())
def test_each_share_is_the_pool_divided_by_those_who_share(situation: tuple[list[PrizeList], Rules]) -> None:
    """The reason of an award says its amount: the figures in it lead to it again."""
    lists, rules = situation
    for award in award_prizes(lists, rules).awards:
        pool = Fraction(sum(award.amounts), award.sharers)
        own = Fraction(sum(award.own), award.own_sharers)
        share = {Sharing.EQUAL: pool, Sharing.RANK: own, Sharing.HORT: (pool + own) / 2}[rules.sharing]
        assert award.amount == share // rules.unit * rules.unit


@examples(200, derandomize=True)
@given(situations())
def test_who_keeps_one_prize_had_no_higher_one_to_win(situation: tuple[list[PrizeList], Rules]) -> None:
    """Where one prize is kept, nobody who was passed over in a list would have got more there at the end."""
    lists, rules = situation
    if rules.several:
        return
    paid = award_prizes(lists, rules)
    kept = {award.player: award.amount for award in paid.awards}
    for number, each in enumerate(lists):
        for player in paid.passed_on[number]:
            others = set(paid.passed_on[number]) - {player}
            alone = PrizeList(each.prizes, tuple(ranked for ranked in each.players if ranked.player not in others))
            would = {award.player: award.amount for award in award_prizes([alone], rules).awards}
            assert kept[player] >= would.get(player, 0)


def test_the_player_with_most_at_stake_is_decided_first() -> None:
    """Player 1 wins 100 and leaves the 80 of the third list to player 2, who would else have kept 40 of the second."""
    both = field(50, 40)
    lists = [
        PrizeList((Prize(20),), (Ranked(2, 1, 40),)),
        PrizeList((Prize(100), Prize(40)), both),
        PrizeList((Prize(80), Prize(30)), both),
    ]
    paid = award_prizes(lists, Rules())
    assert [(award.player, award.list, award.amount) for award in paid.awards] == [(1, 1, 100), (2, 2, 80)]
