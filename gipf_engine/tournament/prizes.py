"""Who gets which prize, and why. Pure: no Django.

A list of prizes belongs to an event, or to a category of its players. Amounts are whole cents. How players who are
equal share is the organiser's `Sharing`:

* `EQUAL`: the amounts of the places that equal players take are added up and divided equally among them.
* `HORT` (usual in German-speaking countries, after Benno Hort): half of each amount goes by the tie-breaks, the other
  half of all of them is divided equally.
* `RANK`: the order of the standings decides, and no one shares with anyone but who is equal by every tie-break.

Shares are rounded down to a multiple of `Rules.unit`; what is left over stays with the organiser (`Paid.left_over`).
Prizes without an amount are never divided: they go by the standings, and to all together who are equal in those.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby, islice

Player = int
"""A pairing number."""


class Sharing(StrEnum):
    """How players who are equal share."""

    EQUAL = "equal"
    HORT = "hort"
    RANK = "rank"


@dataclass(frozen=True, slots=True)
class Rules:
    """How prizes are given. `unit`: shares are multiples of so many cents. `several`: a player may keep several."""

    sharing: Sharing = Sharing.EQUAL
    unit: int = 1
    several: bool = False

    def __post_init__(self) -> None:
        if self.unit < 1:
            raise ValueError(f"no unit of money: {self.unit}")


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place brings: cents (0: no money), and things by their name."""

    amount: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player in the standings. Who has equal `rank` is equal by everything, who has equal `score` before tie-breaks.

    Both are in order: rank 1 is first; of two the player with the higher rank never has the higher score.
    """

    player: Player
    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of the event or of a category, place by place, and who can win them, in the order of the standings."""

    prizes: tuple[Prize, ...]
    players: tuple[Ranked, ...]

    def __post_init__(self) -> None:
        amounts = [prize.amount for prize in self.prizes]
        if amounts != sorted(amounts, reverse=True) or any(amount < 0 for amount in amounts):
            raise ValueError("a lower place brings more than a higher one")
        if [each.rank for each in self.players] != sorted(each.rank for each in self.players):
            raise ValueError("players are not in the order of the standings")


@dataclass(frozen=True, slots=True)
class Award:
    """What a player gets out of list number `list` (from 0), with the reason.

    `amount` is in cents. It is a share of places `first` to `last`, whose `amounts` `sharers` players divide; `own` are
    the amounts of the places that the tie-breaks alone give, by more than one where these `own_sharers` are equal in
    them. `names` are things that come with it, which `own_sharers` get together.
    """

    player: Player
    list: int
    amount: int
    first: int
    last: int
    amounts: tuple[int, ...]
    sharers: int
    own: tuple[int, ...]
    own_sharers: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """All awards, list by list and by place; `left_over` is what each list keeps, by rounding and for want of players.

    `passed_on` names, by list, who would have won there and keeps a higher prize of another list.
    """

    awards: tuple[Award, ...]
    left_over: tuple[int, ...]
    passed_on: tuple[tuple[Player, ...], ...]


def award_prizes(lists: Sequence[PrizeList], rules: Rules) -> Paid:
    """Who gets what out of all lists.

    Where a player may not keep several prizes, the highest one stays, of equal ones that of the earlier list, and the
    others pass on to the next in their lists. The player for whom most is at stake is decided first, so that whatever
    passes on later finds the higher prizes settled.
    """
    gone: list[set[Player]] = [set() for _each in lists]
    while True:
        awards = [_award(number, each, rules, gone[number]) for number, each in enumerate(lists)]
        conflict = None if rules.several else _highest_conflict(awards)
        if conflict is None:
            break
        for award in conflict[1:]:
            gone[award.list].add(award.player)
    left = (
        sum(prize.amount for prize in each.prizes) - sum(award.amount for award in found.values())
        for each, found in zip(lists, awards, strict=True)
    )
    passed = (
        tuple(each.player for each in list_.players if each.player in out)
        for list_, out in zip(lists, gone, strict=True)
    )
    return Paid(tuple(award for found in awards for award in found.values()), tuple(left), tuple(passed))


def _highest_conflict(awards: Sequence[Mapping[Player, Award]]) -> list[Award] | None:
    """The awards of who has several, the best first: of the player whose best one is highest. None where no one has."""
    several: dict[Player, list[Award]] = {}
    for found in awards:
        for award in found.values():
            several.setdefault(award.player, []).append(award)
    conflicts = [sorted(each, key=_by_value) for each in several.values() if len(each) > 1]
    return min(conflicts, key=lambda each: _by_value(each[0]), default=None)


def _by_value(award: Award) -> tuple[int, int, int, int]:
    return -award.amount, award.first, award.list, award.player


def _award(number: int, each: PrizeList, rules: Rules, gone: Collection[Player]) -> dict[Player, Award]:
    """What each player gets out of one list, without those who keep a prize of another."""
    players = [ranked for ranked in each.players if ranked.player not in gone]
    own, shared = _pools(each.prizes, players, by_score=False), _pools(each.prizes, players, by_score=True)
    if rules.sharing is Sharing.RANK:
        shared = own
    found: dict[Player, Award] = {}
    for ranked in players:
        mine, pool = own[ranked.player], shared[ranked.player]
        share = {
            Sharing.RANK: mine.share,
            Sharing.EQUAL: pool.share,
            Sharing.HORT: (mine.share + pool.share) / 2,
        }[rules.sharing]
        amount = int(share // rules.unit) * rules.unit
        if amount or mine.names:
            found[ranked.player] = Award(
                *(ranked.player, number, amount, pool.first, pool.last, pool.amounts, pool.sharers),
                *(mine.amounts, mine.sharers, mine.names),
            )
    return found


@dataclass(frozen=True, slots=True)
class _Pool:
    """The prizes of the places that a group of equal players takes together."""

    first: int
    prizes: tuple[Prize, ...]
    sharers: int

    @property
    def last(self) -> int:
        return self.first + self.sharers - 1

    @property
    def amounts(self) -> tuple[int, ...]:
        return tuple(prize.amount for prize in self.prizes if prize.amount)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(prize.name for prize in self.prizes if prize.name)

    @property
    def share(self) -> Fraction:
        """What each of the group gets, exactly."""
        return Fraction(sum(self.amounts), self.sharers)


def _pools(prizes: Sequence[Prize], players: Sequence[Ranked], *, by_score: bool) -> dict[Player, _Pool]:
    """By player the pool that it belongs to: with all of equal score, or with all of equal rank alone."""
    found: dict[Player, _Pool] = {}
    place = 1
    for _key, equal in groupby(players, key=lambda each: each.score if by_score else each.rank):
        group = list(equal)
        pool = _Pool(place, tuple(islice(prizes, place - 1, place - 1 + len(group))), len(group))
        found |= {each.player: pool for each in group}
        place += len(group)
    return found
