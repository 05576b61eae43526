"""A circuit over several events: points by place, the best results of each player, and the standings over all.

Points are hundredths. So what several share is rounded once, in each event, and printed totals add up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _

HUNDREDTHS = 100
MOST_PLACES = 200
MOST_POINTS = 10_000
"""Of one place, in whole points."""
_NUMBER = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,2})?")


class Scale(StrEnum):
    """What a place brings."""

    OWN = "own"
    TOP_TEN = "top-ten"
    TOP_EIGHT = "top-eight"
    TOP_FIVE = "top-five"
    STEEP = "steep"
    FIELD = "field"
    SCORE = "score"


READY: Mapping[Scale, tuple[int, ...]] = {
    Scale.TOP_TEN: (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
    Scale.TOP_EIGHT: (10, 8, 6, 5, 4, 3, 2, 1),
    Scale.TOP_FIVE: (5, 4, 3, 2, 1),
    Scale.STEEP: (100, 70, 50, 35, 25, 18, 12, 8, 5, 3, 2, 1),
}
"""Tables that are offered, in whole points, the first place first."""


class Sharing(StrEnum):
    """What players get who share places."""

    AVERAGE = "average"
    HIGHEST = "highest"
    LOWEST = "lowest"


class TieRule(StrEnum):
    """What parts players with the same total, one rule after the other."""

    PLACES = "places"
    BEST = "best"
    ALL = "all"
    EVENTS = "events"
    LATEST = "latest"


@dataclass(frozen=True, slots=True)
class CircuitRules:
    """What a circuit goes by. `own` are the points of the places of `Scale.OWN`, in hundredths.

    `counted`: how many results count, the best ones; None for all.
    """

    scale: Scale = Scale.TOP_TEN
    own: tuple[int, ...] = ()
    sharing: Sharing = Sharing.AVERAGE
    counted: int | None = None
    ties: tuple[TieRule, ...] = (TieRule.PLACES, TieRule.BEST, TieRule.LATEST)


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player finished in an event: the place, shared or not, and the score, in tenths."""

    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a player has from an event: `points`, `weight` times those of the place `rank` that `sharers` hold.

    `event` counts the events of the circuit from 0, the earliest first.
    """

    event: int
    rank: int
    sharers: int
    points: int
    weight: int = 1


@dataclass(frozen=True, slots=True)
class CircuitRow:
    """A player's line in the standings: which results count, which do not, the best first.

    `decided_by` is the rule that puts the player behind the one before; None where the total does, or nothing.
    """

    player: int
    rank: int
    points: int
    counted: tuple[Result, ...]
    dropped: tuple[Result, ...]
    decided_by: TieRule | None = None


def read_points(text: str) -> tuple[int, ...]:
    """The points of places, as "25 18 15.5 12", in hundredths. Refused says what is wrong with them."""
    words = [word.strip(";") for word in re.split(r"[\s;]+|,\s+", text.strip()) if word.strip(";")]
    if not words:
        raise Refused(Message(_("Enter the points of the first place, the second, and so on.")))
    if len(words) > MOST_PLACES:
        raise Refused(Message(_("At most %(most)d places can have points."), {"most": MOST_PLACES}))
    points = [_read_number(word) for word in words]
    if any(after > before for before, after in pairwise(points)):
        raise Refused(Message(_("A lower place cannot bring more points than a higher one.")))
    if not points[0]:
        raise Refused(Message(_("The first place must bring points.")))
    return tuple(points)


def _read_number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise Refused(Message(_("“%(word)s” is not a number of points."), {"word": word}))
    whole, _dot, part = word.replace(",", ".").partition(".")
    if int(whole) > MOST_POINTS:
        raise Refused(Message(_("A place can bring at most %(most)d points."), {"most": MOST_POINTS}))
    return int(whole) * HUNDREDTHS + int(part.ljust(2, "0") or 0)


def write_points(points: int) -> str:
    """Hundredths as a person reads them: "25", "12.5", "7.33"."""
    whole, part = divmod(points, HUNDREDTHS)
    return f"{whole}.{part:02}".rstrip("0") if part else str(whole)


def table_for(rules: CircuitRules, players: int) -> tuple[int, ...]:
    """The points of each place in an event of so many players, in hundredths; places behind it bring none."""
    if rules.scale == Scale.OWN:
        return rules.own
    if rules.scale == Scale.FIELD:
        return tuple(place * HUNDREDTHS for place in range(players, 0, -1))
    return tuple(points * HUNDREDTHS for points in READY.get(rules.scale, ()))


def results_of_event(
    finishes: Mapping[int, Finish], rules: CircuitRules, event: int = 0, weight: int = 1
) -> dict[int, Result]:
    """What each player has from one event. Players without a rank are left out of `finishes`.

    Who share rank r hold as many places from r on, and get what `rules.sharing` says of the points of these.
    """
    table = table_for(rules, len(finishes))
    at_rank: dict[int, list[int]] = {}
    for player, finish in finishes.items():
        at_rank.setdefault(finish.rank, []).append(player)
    found: dict[int, Result] = {}
    for rank, players in at_rank.items():
        shared = _shared([_points_at(table, rank + more) for more in range(len(players))], rules.sharing)
        for player in players:
            points = finishes[player].score * 10 if rules.scale == Scale.SCORE else shared
            found[player] = Result(event, rank, len(players), points * weight, weight)
    return found


def _points_at(table: Sequence[int], place: int) -> int:
    return table[place - 1] if place <= len(table) else 0


def _shared(points: Sequence[int], sharing: Sharing) -> int:
    """What each of those gets who hold the places that bring `points`: halves of a hundredth are rounded up."""
    if sharing == Sharing.HIGHEST:
        return max(points)
    if sharing == Sharing.LOWEST:
        return min(points)
    return (2 * sum(points) + len(points)) // (2 * len(points))


def rank_circuit(results: Iterable[tuple[int, Result]], rules: CircuitRules) -> tuple[CircuitRow, ...]:
    """The standings over all events, from (player, result). Who are equal in everything share a rank."""
    by_player: dict[int, list[Result]] = {}
    for player, result in results:
        by_player.setdefault(player, []).append(result)
    rows = [_row(player, own, rules) for player, own in by_player.items()]
    last = max((each.event for own in by_player.values() for each in own), default=-1)
    keys = {row.player: _keys(row, rules, last) for row in rows}
    rows.sort(key=lambda row: ([-row.points, *(key for _rule, key in keys[row.player])], row.player))
    ranked: list[CircuitRow] = []
    for place, row in enumerate(rows, 1):
        before = ranked[-1] if ranked else None
        is_tied = before is not None and before.points == row.points
        rule = _parting(keys[before.player], keys[row.player]) if before is not None and is_tied else None
        rank = before.rank if before is not None and is_tied and rule is None else place
        ranked.append(CircuitRow(row.player, rank, row.points, row.counted, row.dropped, rule))
    return tuple(ranked)


def _row(player: int, results: Sequence[Result], rules: CircuitRules) -> CircuitRow:
    """The best results count; of two with the same points the one with the better place, then the earlier one."""
    best = sorted(results, key=lambda each: (-each.points, each.rank, each.event))
    counted = tuple(best[: rules.counted])
    return CircuitRow(player, 0, sum(each.points for each in counted), counted, tuple(best[len(counted) :]))


_Key = list[float]
"""What comes first is better."""


def _keys(row: CircuitRow, rules: CircuitRules, last: int) -> list[tuple[TieRule, _Key]]:
    return [(rule, _KEYS[rule](row, last)) for rule in rules.ties]


def _by_places(row: CircuitRow, last: int) -> _Key:
    """More first places, then more second places: the places in order, a missing one behind all."""
    places: _Key = sorted(each.rank for each in row.counted)
    return places + [math.inf] * (last + 1 - len(places))


def _by_best(row: CircuitRow, last: int) -> _Key:
    """The highest result, then the next one."""
    points: _Key = sorted(-each.points for each in row.counted)
    return points + [0] * (last + 1 - len(points))


def _by_all(row: CircuitRow, last: int) -> _Key:
    """The sum of all results, also of those that do not count."""
    return [-sum(each.points for each in (*row.counted, *row.dropped))]


def _by_events(row: CircuitRow, last: int) -> _Key:
    """How many events were played."""
    return [-len(row.counted) - len(row.dropped)]


def _by_latest(row: CircuitRow, last: int) -> _Key:
    """The result of the latest event, then of the one before."""
    points = {each.event: each.points for each in (*row.counted, *row.dropped)}
    return [-points.get(event, 0) for event in range(last, -1, -1)]


_KEYS: Mapping[TieRule, Callable[[CircuitRow, int], _Key]] = {
    TieRule.PLACES: _by_places,
    TieRule.BEST: _by_best,
    TieRule.ALL: _by_all,
    TieRule.EVENTS: _by_events,
    TieRule.LATEST: _by_latest,
}


def _parting(before: Sequence[tuple[TieRule, _Key]], after: Sequence[tuple[TieRule, _Key]]) -> TieRule | None:
    """The first rule in which two differ."""
    pairs = zip(before, after, strict=True)
    return next((rule for (rule, one), (_rule, other) in pairs if one != other), None)
