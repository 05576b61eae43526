"""WHR: ratings from the whole history of games, past and present, fitted at once (R. Coulom, 2008).

After each event everybody's whole history is fitted again, so that a rating also moves when opponents of the past turn
out to be stronger than was known. The ledger notes what was known after each event; `WholeHistory.curve` is the history
as known by all games. How that is fitted stands in `gipf_engine.ratings.whr.model`, loaded when a person rates.
Ratings and deviations are kept in hundredths of a point.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from itertools import chain, repeat
from typing import TYPE_CHECKING

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import (
    WIN,
    BadParameters,
    ChangeSum,
    Game,
    Known,
    KnownOnDay,
    Meeting,
    Parameter,
    PlayedGame,
    RatingChange,
    RatingState,
    Term,
    Value,
    meetings_of_each,
    register,
)
from gipf_engine.ratings.deviations import (
    CENTS,
    DEVIATION,
    DEVIATION_BEFORE,
    EXPECTED,
    FIRST_MOVE,
    HANDICAP_WORTH,
    OPPONENTS_DEVIATION,
    RATING,
    RATING_BEFORE,
    Estimate,
    Q,
    SystemWithDeviations,
    to_points,
)
from gipf_engine.ratings.dumps import pack_rows, unpack_rows
from gipf_engine.ratings.live import DAYS_OF_YEAR, expect_score
from gipf_engine.ratings.scales import Scale

if TYPE_CHECKING:
    from gipf_engine.ratings.whr.model import WholeHistory

_TEN_THOUSANDTHS = 10_000
_SURPLUS = Value(
    "surplus",
    _("Pull"),
    _("Score less what the fitted ratings expect: which way this game pulls"),
    digits=4,
    signed=True,
)


@register
class Whr(SystemWithDeviations):
    """Whole-history rating with a pool's own numbers."""

    key = "whr"
    name = _("Whole-history rating (WHR)")
    help = _("All games fitted at once: later games also correct what was known before; with intervals")
    known = (
        Parameter("start", 1500, 100, 4000, _("Rating of the average player")),
        Parameter("draws", 1, 1, 20, _("Draws with an average player credited to newcomers")),
        Parameter("yearly_drift", 30, 1, 1000, _("Points by which strength may change in a year")),
        FIRST_MOVE,
        HANDICAP_WORTH,
    )
    values = (DEVIATION, RATING, RATING_BEFORE, DEVIATION_BEFORE, EXPECTED)
    term_values = (OPPONENTS_DEVIATION, EXPECTED, _SURPLUS)
    fitted = {"yearly_drift": Scale.SQUARE, FIRST_MOVE.key: Scale.PLAIN, HANDICAP_WORTH.key: Scale.PLAIN}
    most_judged = 2_000
    knows_better_later = True

    def __init__(self, parameters: Mapping[str, int]) -> None:
        super().__init__(parameters)
        if find_spec("numba") is None:
            raise BadParameters(Message(_("the system %(key)s needs the package numba"), {"key": self.key}))

    def initial_state(self) -> WhrState:
        return WhrState(self)

    @property
    def daily_variance(self) -> float:
        """Points² by which strength varies in a day."""
        return self.parameters["yearly_drift"] ** 2 / DAYS_OF_YEAR

    @property
    def known_newcomer(self) -> Known:
        deviation = math.sqrt(2 / self.parameters["draws"]) / Q
        return Known(CENTS * self.parameters["start"], round(CENTS * deviation))

    def aged(self, known: Known, days: int, details: Mapping[str, int]) -> Known:
        drift = CENTS * math.sqrt(self.daily_variance * days)
        return Known(known.rating, round(math.hypot(known.deviation, drift)))

    def expect_score(self, own: Known, other: Known) -> float:
        return expect_score(Estimate(*own), Estimate(*other))

    def curves(
        self, periods: Iterable[tuple[int, Sequence[Game]]], steps: Iterable[Sequence[int]] = ()
    ) -> dict[int, list[KnownOnDay]]:
        """All games fitted at once: the history as it is now known."""
        history, people, start = self.new_history(), set[int](), self.parameters["start"]
        for (day, games), ahead in zip(periods, chain(steps, repeat(())), strict=False):
            history.add(games, day, ahead)
            people.update(person for white, black, _score in games for person in (white, black))
        history.fit_all()
        return {
            person: [
                KnownOnDay(each.day, round(CENTS * (start + each.rating)), round(CENTS * each.deviation))
                for each in history.curve(person)
            ]
            for person in people
        }

    def new_history(self) -> WholeHistory:
        """A history of no games, to be fitted with the pool's numbers."""
        from gipf_engine.ratings.whr.model import WholeHistory

        offsets = (self.parameters[FIRST_MOVE.key], self.parameters[HANDICAP_WORTH.key])
        return WholeHistory(self.daily_variance, self.parameters["draws"], 1 / Q, *offsets)

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        own = _estimate(change)
        met = [self.meet(_estimate(game.opponent), began=game.began, steps=game.steps) for game in games]
        terms = tuple(_explain_term(own, opponent, game) for opponent, game in zip(met, games, strict=True))
        expected = sum(term.details["expected"] for term in terms)
        noted = (change.games, change.score, change.details[EXPECTED.key])
        fits = (len(terms), sum(term.score for term in terms), expected) == noted
        before = Estimate(change.details[RATING_BEFORE.key], change.details[DEVIATION_BEFORE.key])
        return ChangeSum(terms, f"{before} → {own}", tuple(_explain_steps(change, before)), fits)

    def explain(self) -> Sequence[Message]:
        return [*(Message(paragraph, self.parameters) for paragraph in _EXPLANATION), *self.tell_offsets()]


_EXPLANATION = (
    _(
        "All games ever played are fitted together: the ratings are those under which the results are most likely. A "
        "rating also moves when opponents of the past turn out to be stronger or weaker than was known."
    ),
    _(
        "Newcomers are credited with draws against an average player (%(start)d): %(draws)d. A rating is "
        "provisional, marked with a question mark, until it rests on %(provisional_games)d games."
    ),
    _(
        "Strength may change by %(yearly_drift)d points a year. The deviation is the uncertainty of a rating if "
        "those of the opponents are right. The list is fitted again after each event; it shows each player's "
        "rating after their last event."
    ),
    _(
        "Unplayed games, void games and results other than a win, a draw and a loss do not count. When an old result "
        "is corrected, everything after it is rated again; what was published stays visible beside it."
    ),
)


class WhrState(RatingState):
    """The fitted history, and what was told of everybody last."""

    def __init__(self, system: Whr) -> None:
        self.system = system
        self.history = system.new_history()
        self.games: defaultdict[int, int] = defaultdict(int)
        self.published: dict[int, int] = {}

    def rating(self, person: int) -> int:
        return to_points(self._estimate(person, None).rating)

    def expect(self, first: int, second: int, day: int = 0) -> float:
        return self.expect_unequal(first, second, 0, day)

    def expect_unequal(self, first: int, second: int, steps: int, day: int = 0) -> float:
        own, other = self._estimate(first, day), self._estimate(second, day)
        return expect_score(own, self.system.meet(other, began=True, steps=steps))

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        return self.rate_unequal(list(games), (), day)

    def rate_unequal(self, games: Sequence[Game], steps: Sequence[int], day: int = 0) -> list[RatingChange]:
        played = meetings_of_each(games, steps)
        before = {person: self._estimate(person, day) for person in played}
        self.history.add(games, day, steps)
        self.history.fit(played)
        after = {person: self._estimate(person, day) for person in played}
        return [self._change_rating(person, before[person], after, played[person]) for person in sorted(played)]

    def dump(self) -> bytes:
        published = pack_rows(
            (person, self.games[person], published) for person, published in sorted(self.published.items())
        )
        return pack_rows([(len(published),)]) + published + self.history.dump()

    def restore(self, dumped: bytes) -> None:
        head = len(pack_rows([(0,)]))
        ((length,),) = unpack_rows(dumped[:head], 1)
        for person, games, published in unpack_rows(dumped[head : head + length], 3):
            self.games[person], self.published[person] = games, published
        self.history.restore(dumped[head + length :])

    def _estimate(self, person: int, day: int | None) -> Estimate:
        """What is known of the person on this day, or on the last one that he played."""
        start: int = self.system.parameters["start"]
        known = self.history.latest(person)
        if known is None:
            return Estimate(*self.system.known_newcomer)
        drift = 0.0 if day is None else math.sqrt(self.system.daily_variance * (day - known.day))
        return Estimate(round(CENTS * (start + known.rating)), round(CENTS * math.hypot(known.deviation, drift)))

    def _change_rating(
        self, person: int, before: Estimate, after: Mapping[int, Estimate], played: Sequence[Meeting]
    ) -> RatingChange:
        own = after[person]
        self.games[person] += len(played)
        details = {
            "deviation": own.deviation,
            "rating": own.rating,
            "rating_before": before.rating,
            "deviation_before": before.deviation,
            "expected": sum(
                _expected(own, self.system.meet(after[opponent], began=began, steps=ahead))
                for opponent, _score, began, ahead in played
            ),
        }
        published = self.published.get(person, self.system.parameters["start"])
        self.published[person] = to_points(own.rating)
        score = sum(score for _opponent, score, _began, _ahead in played)
        return RatingChange(person, published, self.published[person], len(played), self.games[person], score, details)


def _estimate(change: RatingChange) -> Estimate:
    return Estimate(change.details[RATING.key], change.details[DEVIATION.key])


def _expected(own: Estimate, other: Estimate) -> int:
    """In ten-thousandths of a point, by the fitted ratings alone: as the fit takes it."""
    return round(_TEN_THOUSANDTHS * expect_score(Estimate(own.rating, 0), Estimate(other.rating, 0)))


def _explain_term(own: Estimate, opponent: Estimate, game: PlayedGame) -> Term:
    expected = _expected(own, opponent)
    surplus = game.score * _TEN_THOUSANDTHS // WIN - expected
    details = {"deviation": opponent.deviation, "expected": expected, "surplus": surplus}
    return Term(game.opponent.person, game.score, details)


def _explain_steps(change: RatingChange, before: Estimate) -> Iterable[Message]:
    since = before.rating - CENTS * change.before
    if change.games_total == change.games:
        yield Message(_("Before: %(estimate)s, as for every newcomer."), {"estimate": str(before)})
    elif abs(since) >= CENTS:
        moved = {"since": f"{since / CENTS:+.0f}".replace("-", "−")}
        yield Message(_("Before this event, games of others had moved the rating by %(since)s."), moved)
    yield Message(_("A game with a positive pull raises the rating, one with a negative pull lowers it."))
