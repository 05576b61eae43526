"""Live rating: a Kalman filter of strength with two parameters, by the logistic curve of Elo.

A rating is a normal distribution with mean R and variance V. Time widens it: V grows by `yearly_drift`² a year. Games
narrow it: with q = ln 10 / 400, an opponent at Rb ± √Vb and the score s of the game,

    k = q / √(1 + π q² Vb / 8)        p(R) = 1 / (1 + exp(−k (R − Rb)))

    R' is the R at which  (R − R0) / V = Σ k (s − p(R))        1 / V' = 1 / V + Σ k² p(R') (1 − p(R'))

which is the iterated extended Kalman filter with the logistic link: the mode of the posterior distribution, and the
curvature there. k is MacKay's approximation for a logistic curve under a normal distribution ("The Evidence Framework
Applied to Classification Networks", 1992). A game of no event is rated by itself, the games of an event together.

With A = `first_move` the opponent of the one who begins counts as A points weaker, that of the other player as A
stronger. So it is with each step of a handicap for one who has it, and `handicap_worth`.

Ratings and deviations √V are kept in hundredths of a point. Sums over games are exact before they are rounded, so that
the order of the games changes no digit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import (
    WIN,
    ChangeSum,
    Game,
    Known,
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
    logistic,
    to_points,
)
from gipf_engine.ratings.dumps import pack_rows, unpack_rows
from gipf_engine.ratings.scales import Scale

DAYS_OF_YEAR = 365.25
TOLERANCE = 1e-7
"""How exactly the new rating is found, in points."""
_BLUR = math.pi * Q * Q / 8
_TEN_THOUSANDTHS = 10_000

_REST = Value("rest", _("Days since the last event"))
_GAIN = Value("gain", _("Change"), _("Rating change by this game alone"), digits=2, signed=True)


@register
class Live(SystemWithDeviations):
    """The live rating with a pool's own numbers."""

    key = "live"
    name = _("Live rating")
    help = _("A rating with an interval: it moves fast while little is known, and slowly once much is")
    known = (
        Parameter("start", 1500, 100, 4000, _("Rating at which newcomers enter")),
        Parameter("start_deviation", 350, 30, 500, _("Deviation of newcomers, and the largest there is")),
        Parameter("yearly_drift", 30, 0, 300, _("Points by which strength may change in a year")),
        FIRST_MOVE,
        HANDICAP_WORTH,
    )
    values = (DEVIATION, RATING, RATING_BEFORE, DEVIATION_BEFORE, _REST)
    term_values = (OPPONENTS_DEVIATION, EXPECTED, _GAIN)
    fitted = {
        "start_deviation": Scale.LOGARITHM,
        "yearly_drift": Scale.SQUARE,
        FIRST_MOVE.key: Scale.PLAIN,
        HANDICAP_WORTH.key: Scale.PLAIN,
    }

    def initial_state(self) -> LiveState:
        return LiveState(self)

    @property
    def newcomer(self) -> Estimate:
        """What a person has who has not played."""
        return Estimate(CENTS * self.parameters["start"], CENTS * self.parameters["start_deviation"])

    def age(self, known: Estimate, days: int) -> Estimate:
        """`known` after so many days without a game: never less sure than a newcomer."""
        drift = CENTS * self.parameters["yearly_drift"] * math.sqrt(days / DAYS_OF_YEAR)
        return Estimate(known.rating, min(round(math.hypot(known.deviation, drift)), self.newcomer.deviation))

    @property
    def known_newcomer(self) -> Known:
        return Known(self.newcomer.rating, self.newcomer.deviation)

    def aged(self, known: Known, days: int, details: Mapping[str, int]) -> Known:
        later = self.age(Estimate(*known), days)
        return Known(later.rating, later.deviation)

    def expect_score(self, own: Known, other: Known) -> float:
        return expect_score(Estimate(*own), Estimate(*other))

    def rate_player(self, own: Estimate, games: Sequence[tuple[Estimate, int]]) -> Posterior:
        """All games of a period for one player: opponents as they were before it, own scores in tenths.

        The mode is found by Newton's method between bounds that close in: a step that would leave them halves them.
        """
        met = [(other.rating / CENTS, _slope(other), score / WIN) for other, score in games]
        start, variance = own.rating / CENTS, _variance(own)
        reach = variance * math.fsum(k for _other, k, _score in met)
        low, high, rating = start - reach, start + reach, start
        while True:
            expected = [logistic(k * (rating - other)) for other, k, _score in met]
            gains = tuple(variance * k * (score - p) for (_other, k, score), p in zip(met, expected, strict=True))
            precision = 1 / variance + math.fsum(
                k * k * p * (1 - p) for (_other, k, _score), p in zip(met, expected, strict=True)
            )
            missing = start + math.fsum(gains) - rating
            if abs(missing) < TOLERANCE or high - low < TOLERANCE:
                break
            low, high = (rating, high) if missing > 0 else (low, rating)
            stepped = rating + missing / (variance * precision)
            rating = stepped if low < stepped < high else (low + high) / 2
        after = Estimate(round(CENTS * rating), min(round(CENTS / math.sqrt(precision)), own.deviation))
        return Posterior(after, gains)

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        if not games:
            return ChangeSum((), "", (), fits=False)
        own = _before(change)
        opponents = [self.meet(_before(game.opponent), began=game.began, steps=game.steps) for game in games]
        made = self.rate_player(own, [(other, game.score) for other, game in zip(opponents, games, strict=True)])
        terms = tuple(
            _explain_term(own, opponent, game, gain)
            for opponent, game, gain in zip(opponents, games, made.gains, strict=True)
        )
        fits = len(games) == change.games and made.after == _estimate_after(change)
        return ChangeSum(terms, f"{own} → {made.after}", tuple(_explain_steps(change, own, made, terms)), fits)

    def explain(self) -> Sequence[Message]:
        return [*(Message(paragraph, self.parameters) for paragraph in _EXPLANATION), *self.tell_offsets()]


_EXPLANATION = (
    _(
        "All players enter the list at %(start)d with a deviation of %(start_deviation)d, the uncertainty of the "
        "rating. A rating is provisional, marked with a question mark, until it rests on %(provisional_games)d "
        "games."
    ),
    _(
        "A rating moves with each game, or with all games of an event together when it is closed. It moves when the "
        "score is not what was expected: far where the player's own rating was unsure, less where the opponent's was."
    ),
    _(
        "Each game makes the deviation smaller. Time makes it larger, as if strength changed by %(yearly_drift)d "
        "points a year, but never larger than %(start_deviation)d. True strength lies within 1.96 deviations of the "
        "rating in 95 cases of 100."
    ),
    _(
        "Unplayed games, void games and results other than a win, a draw and a loss do not count. When an old result "
        "is corrected, everything after it is rated again; what was published stays visible beside it."
    ),
)


@dataclass(frozen=True, slots=True)
class Posterior:
    """What is known after a period, and how many points each of its games moved the rating."""

    after: Estimate
    gains: tuple[float, ...]


def expect_score(own: Estimate, other: Estimate) -> float:
    """The score to be expected, from 0 to 1: the less sure both ratings are, the nearer to a half."""
    gap = (own.rating - other.rating) / CENTS
    return logistic(Q * gap / math.sqrt(1 + _BLUR * (_variance(own) + _variance(other))))


def _slope(other: Estimate) -> float:
    """k: how steeply the score to be expected against this opponent rises."""
    return Q / math.sqrt(1 + _BLUR * _variance(other))


def _variance(one: Estimate) -> float:
    """In points."""
    return (one.deviation / CENTS) ** 2


class LiveState(RatingState):
    """What is known of everybody, games, and the day of the last event, by person id."""

    def __init__(self, system: Live) -> None:
        self.system = system
        self.known: dict[int, Estimate] = {}
        self.games: defaultdict[int, int] = defaultdict(int)
        self.days: dict[int, int] = {}

    def rating(self, person: int) -> int:
        return to_points(self.known.get(person, self.system.newcomer).rating)

    def expect(self, first: int, second: int, day: int = 0) -> float:
        return self.expect_unequal(first, second, 0, day)

    def expect_unequal(self, first: int, second: int, steps: int, day: int = 0) -> float:
        own, other = self._before(first, day), self._before(second, day)
        return expect_score(own, self.system.meet(other, began=True, steps=steps))

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        return self.rate_unequal(list(games), (), day)

    def rate_unequal(self, games: Sequence[Game], steps: Sequence[int], day: int = 0) -> list[RatingChange]:
        before = {person: self._before(person, day) for white, black, _score in games for person in (white, black)}
        played, meet = meetings_of_each(games, steps), self.system.meet
        changes = []
        for person in sorted(played):
            mine = [
                (meet(before[opponent], began=began, steps=ahead), score)
                for opponent, score, began, ahead in played[person]
            ]
            after = self.system.rate_player(before[person], mine).after
            score = sum(score for _opponent, score in mine)
            changes.append(self._change_rating(person, before[person], after, len(mine), score, day))
        return changes

    def dump(self) -> bytes:
        return pack_rows(
            (person, known.rating, known.deviation, self.games[person], self.days[person])
            for person, known in sorted(self.known.items())
        )

    def restore(self, dumped: bytes) -> None:
        for person, rating, deviation, games, day in unpack_rows(dumped, 5):
            self.known[person] = Estimate(rating, deviation)
            self.games[person], self.days[person] = games, day

    def _rest(self, person: int, day: int) -> int:
        return day - self.days.get(person, day)

    def _before(self, person: int, day: int) -> Estimate:
        known = self.known.get(person)
        return self.system.newcomer if known is None else self.system.age(known, self._rest(person, day))

    def _change_rating(
        self, person: int, own: Estimate, after: Estimate, games: int, score: int, day: int
    ) -> RatingChange:
        rest = self._rest(person, day)
        self.known[person], self.days[person] = after, day
        self.games[person] += games
        details = {
            "deviation": after.deviation,
            "rating": after.rating,
            "rating_before": own.rating,
            "deviation_before": own.deviation,
            "rest": rest,
        }
        ratings = (to_points(own.rating), to_points(after.rating))
        return RatingChange(person, *ratings, games, self.games[person], score, details)


def _before(change: RatingChange) -> Estimate:
    return Estimate(change.details[RATING_BEFORE.key], change.details[DEVIATION_BEFORE.key])


def _estimate_after(change: RatingChange) -> Estimate:
    return Estimate(change.details[RATING.key], change.details[DEVIATION.key])


def _explain_term(own: Estimate, opponent: Estimate, game: PlayedGame, gain: float) -> Term:
    details = {
        "deviation": opponent.deviation,
        "expected": round(_TEN_THOUSANDTHS * expect_score(own, opponent)),
        "gain": round(CENTS * gain),
    }
    return Term(game.opponent.person, game.score, details)


def _explain_steps(change: RatingChange, own: Estimate, made: Posterior, terms: Sequence[Term]) -> Iterable[Message]:
    """Prior, likelihood and posterior."""
    prior = {"estimate": str(own), "days": change.details[_REST.key]}
    if change.games_total == change.games:
        yield Message(_("Before: %(estimate)s, as for every newcomer."), prior)
    else:
        yield Message(_("Before: %(estimate)s, after %(days)d days without a game."), prior)
    expected = sum(term.details["expected"] for term in terms)
    yield Message(
        _("Games: %(score)s points scored, %(expected)s expected."),
        {"expected": EXPECTED.write(expected), "score": f"{sum(term.score for term in terms) / WIN:g}"},
    )
    yield Message(
        _("After: the rating moves by %(gain)s, and the deviation shrinks to %(deviation)s."),
        {"gain": _GAIN.write(made.after.rating - own.rating), "deviation": DEVIATION.write(made.after.deviation)},
    )
