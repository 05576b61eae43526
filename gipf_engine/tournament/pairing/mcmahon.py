"""The McMahon system: a Swiss system in which strong players start with more points, so that they meet sooner.

Sources: European Go Federation, Tournament System Rules (McMahon score, bars, tie-breaks by the opponents' scores,
rounds not played); the help of OpenGotha (bands, groups, first against last or upper half against lower half).
Handicaps are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.numbers import points_text
from gipf_engine.tournament.pairing.base import PairingError, PairingSystem, RoundPairings, register
from gipf_engine.tournament.pairing.mcmahon_scores import CHOICES, FOLD, choice, start_scores
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.colours import COLOUR_DUE, STRONGER
from gipf_engine.tournament.pairing.swiss.pairing_field import bits
from gipf_engine.tournament.pairing.swiss.player_state import players_of
from gipf_engine.tournament.pairing.top_down import (
    HAS_BYE,
    Opponents,
    Seated,
    bars_of,
    bye_candidates,
    byes_of,
    colour_message,
    passed_over,
    require_players,
    seat,
)


@register
class McMahon(PairingSystem):
    """Equal McMahon scores meet."""

    key = "mcmahon"
    place = 43
    is_usual = False
    name = _("McMahon")
    help = _("Swiss rounds in which players start with points for their rating: for fields of mixed strength.")
    pairs_freely = True
    ranked_by = ("MMS",)
    usual_tie_breaks = ("SOS", "SOSOS")
    event_options = CHOICES

    def rounds(self, entrants: int) -> int | None:
        """The organiser chooses."""
        return None

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """Group by group from the top. Raises `PairingError` where no one is left to meet without meeting again."""
        start = start_scores(table)
        states = players_of(table)
        require_players(states)
        score = {state.number: start[state.number] + state.points for state in states}
        states.sort(key=lambda state: (-score[state.number], state.number))
        order = [state.number for state in states]
        opponents = Opponents(bars_of(table, order), steps or StepCounter())
        bye = _bye(table, opponents, order)
        groups = _pair(opponents, [score[number] for number in order], bye, fold=bool(choice(table, FOLD)))
        pairs = [pair for group in groups for pair in group.pairs]
        seated = seat(table, states, pairs)
        alone = None if bye is None else order[bye]
        told = _Reasons(table, order).of_groups(groups, seated)
        if alone is not None:
            message = Message(HAS_BYE)
            told[alone] = (_score_message(score[alone]), message)
        return RoundPairings(table.rounds_played + 1, tuple(each.pair for each in seated), byes_of(table, alone), told)

    def explain(self) -> Sequence[Message]:
        """How the rounds come about."""
        return (
            Message(_("Players start with points for their rating. All above the upper bar start equal.")),
            Message(_("The McMahon score is these points and those of the event. Equal scores meet.")),
            Message(_("No two players meet twice.")),
            Message(_("Within a group the upper half meets the lower half, or the first the last.")),
            Message(_("From an odd group one player moves down to the next: the last one possible.")),
            Message(COLOUR_DUE),
            Message(STRONGER),
            Message(_("With an odd number of players, the last of those who have had the fewest byes gets the bye.")),
        )


@dataclass(slots=True)
class _Group:
    """The players of a score by position, those who came from above among them, and what became of them.

    `missed` says whom the upper player of a pair should have met.
    """

    score: int
    players: list[int]
    moved: list[int] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    missed: dict[int, list[int]] = field(default_factory=dict)


def _bye(table: CrossTable, opponents: Opponents, order: Sequence[int]) -> int | None:
    everybody = (1 << len(order)) - 1
    if len(order) % 2:
        bye = opponents.first_without(everybody, bye_candidates(table, order))
        if bye is not None:
            return bye
    elif opponents.can_all_meet(everybody):
        return None
    raise PairingError(Message(_("There is no way to pair all players without a second meeting.")))


def _pair(opponents: Opponents, scores: Sequence[int], bye: int | None, *, fold: bool) -> list[_Group]:
    """All groups, paired, from the top."""
    waiting = [place for place in range(len(scores)) if place != bye]
    groups: list[_Group] = []
    moved: list[int] = []
    while waiting or moved:
        score = scores[waiting[0]] if waiting else scores[moved[0]]
        size = sum(1 for place in waiting if scores[place] == score)
        players, waiting = [*moved, *waiting[:size]], waiting[size:]
        leaving = _leaving(opponents, players, bits(waiting))
        group = _Group(score, players, moved)
        _pair_group(opponents, group, [place for place in players if place not in leaving], fold=fold)
        groups.append(group)
        moved = leaving
    return groups


def _leaving(opponents: Opponents, players: Sequence[int], below: int) -> list[int]:
    """The fewest who must move down so that the others of the group, and all who are left, can be paired.

    The last ones where there is a choice.
    """
    here = bits(players)
    fewest = 0
    if not opponents.can_all_meet(here):
        fewest = len(players) - len(opponents.matching(here))
    for count in range(fewest, len(players) + 1, 2):
        found = _choose(opponents, here, players[::-1], count, below)
        if found is not None:
            return sorted(found)
    raise AssertionError("everybody was pairable")


def _choose(
    opponents: Opponents, here: int, candidates: Sequence[int], count: int, below: int
) -> tuple[int, ...] | None:
    """The first set of so many candidates without whom `here` can be paired, and with whom `below` can."""
    if count == 0:
        return () if opponents.can_all_meet(here) and opponents.can_all_meet(below) else None
    for at, candidate in enumerate(candidates):
        rest = here & ~(1 << candidate)
        if len(opponents.matching(rest)) < rest.bit_count() - count + 1:
            continue
        found = _choose(opponents, rest, candidates[at + 1 :], count - 1, below | 1 << candidate)
        if found is not None:
            return (candidate, *found)
    return None


def _pair_group(opponents: Opponents, group: _Group, players: Sequence[int], *, fold: bool) -> None:
    """Each from the top with the one opposite, or the nearest to that place who can be met."""
    free, half = bits(players), len(players) // 2
    for at, upper in enumerate(players):
        if not free >> upper & 1:
            continue
        free ^= 1 << upper
        opposite = len(players) - 1 - at if fold else at + half
        missed: list[int] = []
        for lower in _around(players, opposite if opposite > at else at + 1, half, free):
            if opponents.first_free(upper, (lower,), free) is not None:
                break
            missed.append(lower)
        else:
            raise AssertionError("the group was pairable")
        group.missed[upper] = missed
        free ^= 1 << lower
        group.pairs.append((upper, lower))


def _around(players: Sequence[int], place: int, half: int, free: int) -> Iterator[int]:
    """Those who are free by their distance from a place: first in the lower half of the group, then in the upper."""
    for least, most in ((half, len(players)), (0, half)):
        for distance in range(len(players)):
            for at in dict.fromkeys((place + distance, place - distance)):
                if least <= at < most and free >> players[at] & 1:
                    yield players[at]


class _Reasons:
    """Why each player meets whom: the group, the place opposite, the colours."""

    def __init__(self, table: CrossTable, order: Sequence[int]) -> None:
        self.table, self.order = table, order

    def of_groups(self, groups: Sequence[_Group], seated: Sequence[Seated]) -> dict[int, tuple[Message, ...]]:
        """By pairing number."""
        told: dict[int, tuple[Message, ...]] = {}
        colours = iter(seated)
        down: dict[int, Message] = {}
        for group in groups:
            for upper, lower in group.pairs:
                why = (self._meeting(upper, lower, group.missed[upper]), colour_message(self.table, next(colours)))
                for one in (upper, lower):
                    head = (down[one],) if one in group.moved else ()
                    told[self.order[one]] = (*head, self._group(group), *why)
            paired = {one for pair in group.pairs for one in pair}
            for one in group.players:
                if one not in paired:
                    down[one] = Message(
                        _("Moves down from the group with %(score)s: not everyone in it can be paired."),
                        {"score": points_text(group.score)},
                    )
        return told

    def _group(self, group: _Group) -> Message:
        return Message(
            _("Group of McMahon score %(score)s, players: %(players)d."),
            {"score": points_text(group.score), "players": len(group.players)},
        )

    def _meeting(self, upper: int, lower: int, missed: Sequence[int]) -> Message:
        names = self._names(upper, lower)
        if not missed:
            return Message(_("%(two)s is the player opposite %(one)s in the order of the group."), names)
        numbers = [self.order[place] for place in missed]
        return Message(
            _("%(two)s is the nearest to the place opposite %(one)s. Passed over: %(passed)s."),
            {**names, "passed": passed_over(self.table, self.order[upper], numbers)},
        )

    def _names(self, upper: int, lower: int) -> Mapping[str, str]:
        return {
            "one": self.table.entrant(self.order[upper]).name,
            "two": self.table.entrant(self.order[lower]).name,
        }


def _score_message(score: int) -> Message:
    return Message(_("McMahon score %(score)s."), {"score": points_text(score)})
