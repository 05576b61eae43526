"""Whether a rated game that its players arranged counts in the server's lists, and what administrators look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, F, QuerySet
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from games.models import Game, LeftOut
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from players.core.queries.records import canonical_id, names
from ratings.models import RemovedGame

LOOKED_BACK = timedelta(days=90)
LEAST_TOGETHER, NEARLY_ALL = 5, 0.8
"""A pair is shown from so many games on, where they are so large a part of all games of one of the two."""
SUDDEN_TIMES = 2
"""A game ends suddenly with less than so many times the least number of turns."""
MOST_SHOWN = 100


class GamesOfPair(NamedTuple):
    """Two who play nearly all their counted games with each other: those games, and all of each."""

    one: int
    two: int
    one_name: str
    two_name: str
    together: int
    of_one: int
    of_two: int
    games: tuple[int, ...]


class SuddenEnd(NamedTuple):
    """A game that counts and ended early, though not by the rules."""

    game: int
    winner: str
    loser: str
    result: str
    turns: int


@dataclass(frozen=True)
class Oversight:
    """What the page of the administrators shows."""

    pairs: list[GamesOfPair]
    sudden: list[SuddenEnd]
    removed: list[RemovedGame]


def why_left_out(game: Game) -> Message | None:
    """Why the server's lists do not count a game; None where they do. One query for a game that was taken out."""
    if game.left_out == LeftOut.REMOVED:
        row = RemovedGame.objects.filter(game=game).first()
        return Message(_("An administrator removed it: %(reason)s"), {"reason": row.reason if row else ""})
    if game.left_out == LeftOut.SHORT:
        return Message(
            _("It ended before turn %(turns)s, and not by the rules."), {"turns": settings.RATED_LEAST_TURNS}
        )
    if game.left_out == LeftOut.PAIR:
        return Message(
            _("At most %(games)s games a day of the same two players count."), {"games": settings.RATED_GAMES_OF_A_PAIR}
        )
    if game.left_out == LeftOut.UNVOUCHED:
        return Message(_("Both players must belong to a club whose games count on this server."))
    return None


def oversight() -> Oversight:
    """Pairs, sudden ends and games taken out, of the last 90 days. Six queries."""
    counted = _counted()
    return Oversight(_pairs(counted), _sudden(counted), list(_removed()))


def _counted() -> QuerySet[Game]:
    since = timezone.localdate() - LOOKED_BACK
    games = Game.objects.filter(club=None, rated=True, left_out="", rated_on__gte=since)
    return games.annotate(one=canonical_id("white"), two=canonical_id("black")).order_by()


def _pairs(counted: QuerySet[Game]) -> list[GamesOfPair]:
    """The most games first."""
    pairs = counted.annotate(low=Least("one", "two"), high=Greatest("one", "two"))
    rows = list(pairs.values_list("low", "high").annotate(games=Count("pk")))
    of = dict[int, int]()
    for low, high, count in rows:
        of[low], of[high] = of.get(low, 0) + count, of.get(high, 0) + count
    shown = [row for row in rows if row[2] >= LEAST_TOGETHER and row[2] >= NEARLY_ALL * min(of[row[0]], of[row[1]])]
    shown.sort(key=lambda row: (-row[2], row[0], row[1]))
    del shown[MOST_SHOWN:]
    called, together = names(_persons_of_pairs(shown)), dict[tuple[int, int], list[int]]()
    chosen = pairs.filter(low__in=[row[0] for row in shown], high__in=[row[1] for row in shown])
    for low, high, game in chosen.order_by("pk").values_list("low", "high", "pk"):
        together.setdefault((low, high), []).append(game)
    return [
        GamesOfPair(low, high, called.get(low, ""), called.get(high, ""), count, of[low], of[high],
                    tuple(together.get((low, high), ())))
        for low, high, count in shown
    ]  # fmt: skip


def _persons_of_pairs(rows: Iterable[tuple[int, int, int]]) -> set[int]:
    return {person for low, high, _count in rows for person in (low, high)}


def _sudden(counted: QuerySet[Game]) -> list[SuddenEnd]:
    """The newest first."""
    early = counted.filter(
        recordings__record__plies__lt=SUDDEN_TIMES * settings.RATED_LEAST_TURNS, result__in=("1-0", "0-1")
    ).exclude(recordings__record__outcome__in=OVER_THE_BOARD)
    rows = list(
        early.annotate(turns=F("recordings__record__plies"))
        .order_by("-pk")
        .values_list("pk", "one", "two", "result", "turns")[:MOST_SHOWN]
    )
    called = names({person for _pk, one, two, _result, _turns in rows for person in (one, two)})
    ends = []
    for game, one, two, result, turns in rows:
        winner, loser = (one, two) if result == "1-0" else (two, one)
        ends.append(SuddenEnd(game, called.get(winner, ""), called.get(loser, ""), result, turns))
    return ends


def _removed() -> QuerySet[RemovedGame]:
    return RemovedGame.objects.select_related("game__white", "game__black")[:MOST_SHOWN]
