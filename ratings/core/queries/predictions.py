"""What lists expect of games: by what was known of both players before the event."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType

from django.db.models import QuerySet
from django.utils import timezone

from common.journal.models import Scope
from games.models import Game
from gipf_engine.ratings import System
from gipf_engine.ratings.base import Expectation, Known
from gipf_engine.ratings.deviations import to_points
from players.core.queries.records import canonical_ids
from players.models import Club
from ratings.core.ledger import handicap_steps
from ratings.core.lines import LedgerLine, lines_of, lines_of_event
from ratings.models import Pool, Rating
from ratings.models.coverage import coverage_of

Pair = tuple[int, int]
NO_GAMES: Mapping[Pair, Game] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is expected of the first of two players: a score from 0 to 1, and both ratings that say so, in points.

    `low` and `high` are where it lies in 95 cases of 100 by what is known, None where the list's system does not say.
    A player who is not in the list counts as a newcomer (`first_new`, `second_new`).
    """

    pool: Pool
    expected: Expectation
    first_rating: int
    second_rating: int
    first_new: bool
    second_new: bool

    @property
    def score(self) -> str:
        """As it is printed: "0.64"."""
        return write_score(self.expected.score)

    @property
    def other_score(self) -> str:
        """What is left for the other player."""
        return write_score(1 - float(self.score))

    @property
    def interval(self) -> tuple[str, str] | None:
        """Both ends as they are printed."""
        low, high = self.expected.low, self.expected.high
        return None if low is None or high is None else (write_score(low), write_score(high))


def write_score(score: float) -> str:
    """An expected score as it is printed, the same in every language: "0.64"."""
    return f"{score:.2f}"


def counting_pool(listed: str, club: Club | None) -> Pool | None:
    """The list in which games of a club (None: of no event) count: the server's, else the club's own. One query.

    `listed` says what it counts, by the key of `Coverage`.
    """
    return counting_pools(listed, club).filter(is_main=True).first()


def counting_pools(listed: str, club: Club | None) -> QuerySet[Pool]:
    """The lists in which games of a club (None: of no event) count, one for each system, the main one first."""
    owner = None if club is None or club.admitted else club
    return (
        Pool.objects.filter(**coverage_of(listed)._asdict(), club=owner)
        .select_related("club")
        .order_by("-is_main", "system")
    )


def predict_games(
    pool: Pool,
    pairs: Collection[Pair],
    *,
    parent_scope: str,
    day: date | None = None,
    games: Mapping[Pair, Game] = NO_GAMES,
) -> dict[Pair, Prediction]:
    """What the list expects of the first of each pair, who begins, in the event with the scope `parent_scope`, on
    `day`.

    By what was known before the event where it is over, else by the list as it is, today. Where games count at once, by
    what was known before the day from which the one of these `games` counts that the pair plays; that is today for one
    without a result. What a handicap of the game is worth counts where the list weighs it. At most six queries.
    """
    people = canonical_ids({person for pair in pairs for person in pair})
    system, known_on = pool.rating_system, _known_by_day(pool, set(people.values()), parent_scope, day)
    found = {}
    for pair in pairs:
        game = games.get(pair)
        known = known_on((game.stands_on or game.rated_on) if game is not None else None)
        steps = handicap_steps(game.rules, game.handicap) if game is not None else 0
        one, two = (people.get(each, each) for each in pair)
        found[pair] = _predict(pool, system, known, one, two, began=True, steps=steps)
    return found


def predict(pool: Pool, first: int, second: int) -> Prediction:
    """What the list as it is expects of one person against another, today; neither is said to begin. Two queries."""
    people = canonical_ids({first, second})
    known = _known_before(pool, set(people.values()), "", timezone.localdate())
    one, two = (people.get(each, each) for each in (first, second))
    return _predict(pool, pool.rating_system, known, one, two)


def _known_by_day(
    pool: Pool, people: Collection[int], parent_scope: str, day: date | None
) -> Callable[[date | None], Mapping[int, Known]]:
    """By the day from which a game counts (None: it has no result) what was known of each of these before it.

    The day makes no difference where all games of an event count together: then it is `day`.
    """
    today = timezone.localdate()
    if not pool.counts_at_once:
        known = _known_before(pool, people, parent_scope, day or today)
        return lambda _day: known
    event = Scope.objects.filter(key=parent_scope).values_list("pk", flat=True).first() or 0
    lines = lines_of(pool, people)
    return cache(lambda day: _known_on(pool, lines, (day or today, event)))


def _known_before(pool: Pool, people: Collection[int], parent_scope: str, day: date) -> dict[int, Known]:
    """By person what was known before the event; nothing of those who had no rating then."""
    system = pool.rating_system
    lines = lines_of_event(parent_scope).get(pool.pk, {}) if parent_scope else {}
    found = {
        person: system.known_before(mine[0].change)
        for person in people
        if (mine := lines.get(person)) and mine[0].number > 1
    }
    ratings = Rating.objects.filter(pool=pool, person__in=[person for person in people if person not in lines])
    rows = list(ratings.values_list("person", "value", "details", "last_rated_on"))
    closed = _closed(pool, parent_scope) if rows and parent_scope else None
    if closed is not None:
        return found | _known_on(pool, lines_of(pool, [row[0] for row in rows]), closed)
    for person, value, details, rated_on in rows:
        found[person] = system.known_after(value, details, max((day - rated_on).days, 0))
    return found


def _closed(pool: Pool, parent_scope: str) -> tuple[date, int] | None:
    """Where the event with this scope stands among the events of the list; None while it goes on."""
    games = Game.objects.filter(
        parent_scope__key=parent_scope, rules__in=pool.coverage.covered, rated_on__isnull=False
    ).order_by()
    for day, event in games.values_list("rated_on", "parent_scope")[:1]:
        return None if day is None else (day, event)
    return None


def _known_on(pool: Pool, lines: Mapping[int, Sequence[LedgerLine]], event: tuple[date, int]) -> dict[int, Known]:
    """By person what was known before an event, or before the games of it that count from that day."""
    system, found = pool.rating_system, dict[int, Known]()
    for person, mine in lines.items():
        place = bisect_left(mine, event, key=lambda line: (line.rated_on, line.parent_scope))
        if not place:
            continue
        before = mine[place - 1]
        if place < len(mine) and (mine[place].rated_on, mine[place].parent_scope) == event:
            found[person] = system.known_before(mine[place].change)
        else:
            found[person] = system.known_after(before.after, before.details, (event[0] - before.rated_on).days)
    return found


def _predict(
    pool: Pool,
    system: System,
    known: Mapping[int, Known],
    first: int,
    second: int,
    *,
    began: bool = False,
    steps: int = 0,
) -> Prediction:
    """What is expected of `first`: where he `began`, with `steps` of a handicap, else without regard to who begins."""
    one, two = (known.get(person, system.known_newcomer) for person in (first, second))
    in_game = system.expectation_in_game(one, two, began=True, steps=steps) if began else None
    return Prediction(
        pool=pool,
        expected=in_game or system.expectation(one, two),
        first_rating=to_points(one.rating),
        second_rating=to_points(two.rating),
        first_new=first not in known,
        second_new=second not in known,
    )


def expectations_between(
    system: System, known: Mapping[int, Known], people: Sequence[int]
) -> dict[tuple[int, int], Expectation]:
    """By ordered pair of different people the score to be expected of the first."""
    return {(one, two): system.expectation(known[one], known[two]) for one in people for two in people if one != two}
