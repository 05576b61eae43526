"""Glicko-2 by Mark Glickman: a rating with a deviation that says how sure it is, and a volatility.

Source: M. E. Glickman, "Example of the Glicko-2 system", Boston University, 22 March 2022
(http://www.glicko.net/glicko/glicko2.pdf); its steps have the same numbers here. A period is an event. In the paper
periods are equally long; here the deviation grows by the days that have passed, `period_days` of them being one
period of the paper. Ratings and deviations are kept in hundredths of a point and volatilities in millionths, and sums
over games are exact before they are rounded, so that the order of the games changes no digit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.ratings.base import (
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
    opponents_of_each,
    register,
)
from engine.ratings.deviations import (
    CENTS,
    DEVIATION,
    DEVIATION_BEFORE,
    EXPECTED,
    OPPONENTS_DEVIATION,
    RATING,
    RATING_BEFORE,
    Estimate,
    SystemWithDeviations,
    to_points,
)
from engine.ratings.dumps import pack_rows, unpack_rows

SCALE = 173.7178
"""Step 2: points of rating in one unit of the internal scale, 400 / ln 10."""
MILLIONTHS = 1_000_000
"""Volatilities are whole numbers of millionths."""
TOLERANCE = 1e-6
"""Step 5: how exactly the new volatility is found, in the logarithm of its square."""

_PI_SQUARED = math.pi**2
MOST_GAP = 20.0
"""A greater difference on the internal scale (3474 points) counts as this: no score is quite certain."""

_VOLATILITY = Value("volatility", _("Volatility"), _("How much the player's strength seems to vary"), digits=6)
_BEFORE = (
    RATING_BEFORE,
    DEVIATION_BEFORE,
    Value("volatility_before", _("Volatility before"), digits=6),
    Value("elapsed", _("Periods since the last event"), digits=4),
)
_WEIGHT = Value("weight", _("Weight"), _("Less than 1 where the opponent's rating is unsure"), digits=4)
_TEN_THOUSANDTHS = 10_000


@register
class Glicko2(SystemWithDeviations):
    """Glicko-2 with a pool's own numbers."""

    key = "glicko2"
    name = _("Glicko-2")
    help = _("A rating with a deviation that shrinks with games and grows with time; updated once per event")
    known = (
        Parameter("start", 1500, 100, 4000, _("Rating at which newcomers enter")),
        Parameter("start_deviation", 350, 30, 500, _("Deviation of newcomers, and the largest there is")),
        Parameter("start_volatility", 600, 1, 2000, _("Volatility of newcomers"), digits=4),
        Parameter("tau", 50, 10, 150, _("How much volatilities may change (τ)"), digits=2),
        Parameter("period_days", 30, 1, 3650, _("Days after which deviations have grown by one period")),
    )
    values = (DEVIATION, RATING, _VOLATILITY, *_BEFORE)
    term_values = (OPPONENTS_DEVIATION, _WEIGHT, EXPECTED)

    def initial_state(self) -> Glicko2State:
        return Glicko2State(self)

    @property
    def newcomer(self) -> Strength:
        """What somebody has who has not played."""
        own = self.parameters
        return Strength(
            CENTS * own["start"], CENTS * own["start_deviation"], own["start_volatility"] * MILLIONTHS // 10_000
        )

    @property
    def known_newcomer(self) -> Known:
        return Known(self.newcomer.rating, self.newcomer.deviation)

    def aged(self, known: Known, days: int, details: Mapping[str, int]) -> Known:
        """By the player's volatility, or that of newcomers where it is not among the details."""
        volatility = details.get(_VOLATILITY.key, self.newcomer.volatility)
        periods = days / self.parameters["period_days"] - 1
        later = Strength(known.rating, known.deviation, volatility).age(periods, self.newcomer.deviation)
        return Known(later.rating, later.deviation)

    def expect_score(self, own: Known, other: Known) -> float:
        one, two = (Strength(known.rating, known.deviation, 0) for known in (own, other))
        together = math.hypot(one.phi, two.phi)
        return expect_score(one.mu, two.mu, 1 / math.sqrt(1 + 3 * together**2 / _PI_SQUARED))

    def rate_player(self, own: Strength, games: Sequence[tuple[Strength, int]], elapsed: float) -> _Steps:
        """Steps 2 to 8 for one player: opponents as they were before the period, own scores in tenths.

        `elapsed` are the periods since the player's last one: what goes beyond one has aged `own` already.
        """
        return self.rate_scaled(own, [(opponent.mu, opponent.g, score) for opponent, score in games], elapsed)

    def rate_scaled(self, own: Strength, games: Iterable[tuple[float, float, int]], elapsed: float) -> _Steps:
        """The same with μ and g of each opponent, which are worked out once for all who meet him."""
        mu, phi, sigma = own.mu, own.phi, own.sigma
        weights, pulls = [], []
        for other, g, score in games:
            e = expect_score(mu, other, g)
            weights.append(g * g * e * (1 - e))
            pulls.append(g * (score / WIN - e))
        variance = 1 / math.fsum(weights)  # step 3
        pull = math.fsum(pulls)
        improvement = variance * pull  # step 4
        new_sigma = new_volatility(phi, sigma, variance, improvement, self.parameters["tau"] / 100)  # step 5
        aged = math.hypot(phi, new_sigma * math.sqrt(min(elapsed, 1.0)))  # step 6
        new_phi = 1 / math.sqrt(1 / aged**2 + 1 / variance)  # step 7
        after = Strength(
            round(own.rating + CENTS * SCALE * new_phi**2 * pull),
            min(round(CENTS * SCALE * new_phi), self.newcomer.deviation),
            round(MILLIONTHS * new_sigma),
        )
        return _Steps(after, variance, improvement)

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        own = _before(change)
        played = [(_before(game.opponent), game.score) for game in games]
        terms = tuple(_explain_term(own.mu, game) for game in games)
        if not played:
            return ChangeSum((), "", (), fits=False)
        made = self.rate_player(own, played, change.details["elapsed"] / _TEN_THOUSANDTHS)
        fits = len(played) == change.games and made.after == _after(change)
        return ChangeSum(terms, f"{own} → {made.after}", tuple(_steps(own, made)), fits)

    def explain(self) -> Sequence[Message]:
        told = self.parameters | {
            "tau": f"{self.parameters['tau'] / 100:.2f}",
            "volatility": f"{self.parameters['start_volatility'] / 10_000:.4f}",
        }
        return [Message(paragraph, told) for paragraph in _TOLD]


_TOLD = (
    _(
        "Everybody enters the list at %(start)d with a deviation of %(start_deviation)d: how far off the rating may "
        "well be. A rating is provisional, marked with a question mark, until it rests on %(provisional_games)d games."
    ),
    _(
        "All games of an event are rated together when it is closed, against the ratings and deviations that the "
        "players had before it. A surprising score moves the rating the more, the less sure it was; games against "
        "players whose ratings are unsure weigh less."
    ),
    _(
        "Each event makes the deviation smaller. Time makes it larger, by the volatility once every %(period_days)d "
        "days, but never larger than %(start_deviation)d. The volatility begins at %(volatility)s and follows how "
        "erratic the results are (τ = %(tau)s)."
    ),
    _(
        "Unplayed games, void games and results other than a win, a draw and a loss do not count. When an old result "
        "is corrected, everything after it is rated again; what was published stays visible beside it."
    ),
)


@dataclass(frozen=True, slots=True)
class Strength(Estimate):
    """A player as Glicko-2 knows him: with a volatility in millionths."""

    volatility: int

    @property
    def mu(self) -> float:
        """Step 2: the rating on the internal scale. Its zero is at 1500; only differences count."""
        return (self.rating / CENTS - 1500) / SCALE

    @property
    def phi(self) -> float:
        """Step 2: the deviation on the internal scale."""
        return self.deviation / CENTS / SCALE

    @property
    def g(self) -> float:
        """Step 3: what a game against this player weighs, less than 1 where the rating is unsure."""
        phi = self.phi
        return 1 / math.sqrt(1 + 3 * phi * phi / _PI_SQUARED)

    @property
    def sigma(self) -> float:
        """The volatility."""
        return self.volatility / MILLIONTHS

    def age(self, periods: float, most: int) -> Strength:
        """The same after `periods` without a game (step 6), the deviation at most `most` hundredths."""
        if periods <= 0:
            return self
        grown = math.hypot(self.phi, self.sigma * math.sqrt(periods))
        return Strength(self.rating, min(round(CENTS * SCALE * grown), most), self.volatility)


@dataclass(frozen=True, slots=True)
class _Steps:
    """What a period came to: the new strength, the estimated variance (step 3) and improvement (step 4)."""

    after: Strength
    variance: float
    improvement: float


def expect_score(mu: float, other: float, g: float) -> float:
    """Step 3: the score to expect of `mu` against a player at `other` whose games weigh `g`."""
    gap = g * (mu - other)
    return 1 / (1 + math.exp(-gap if -MOST_GAP < gap < MOST_GAP else math.copysign(MOST_GAP, -gap)))


def _explain_term(mu: float, game: PlayedGame) -> Term:
    opponent = _before(game.opponent)
    details = {
        "deviation": opponent.deviation,
        "weight": round(_TEN_THOUSANDTHS * opponent.g),
        "expected": round(_TEN_THOUSANDTHS * expect_score(mu, opponent.mu, opponent.g)),
    }
    return Term(game.opponent.person, game.score, details)


def new_volatility(phi: float, sigma: float, variance: float, improvement: float, tau: float) -> float:
    """Step 5: the volatility that the period's results speak for, by the Illinois variant of regula falsi."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (improvement**2 - grown) / (2 * grown**2) - (x - start) / tau**2

    low, surplus = start, improvement**2 - phi**2 - variance
    high = math.log(surplus) if surplus > 0 else next(x for n in count(1) if f(x := start - n * tau) >= 0)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


class Glicko2State(RatingState):
    """Strengths, games and the day of the last event, by person id."""

    def __init__(self, system: Glicko2) -> None:
        self.system = system
        self.strengths: dict[int, Strength] = {}
        self.games: defaultdict[int, int] = defaultdict(int)
        self.days: dict[int, int] = {}

    def rating(self, person: int) -> int:
        return to_points(self.strengths.get(person, self.system.newcomer).rating)

    def expect(self, first: int, second: int, day: int = 0) -> float:
        """With the deviations of both, aged to that day: the surer both are, the further from a half."""
        one, other = (self._before(person, self._periods_since(person, day)) for person in (first, second))
        known = (Known(strength.rating, strength.deviation) for strength in (one, other))
        return self.system.expect_score(*known)

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        played = opponents_of_each(games)
        elapsed = {person: self._periods_since(person, day) for person in played}
        before = {person: self._before(person, elapsed[person]) for person in played}
        scaled = {person: (one.mu, one.g) for person, one in before.items()}
        changes = []
        for person in sorted(played):
            mine = [(*scaled[opponent], score) for opponent, score in played[person]]
            made = self.system.rate_scaled(before[person], mine, elapsed[person] / _TEN_THOUSANDTHS)
            score = sum(score for _opponent, score in played[person])
            changes.append(self._close(person, before[person], made.after, len(mine), score, elapsed[person]))
            self.days[person] = day
        return changes

    def dump(self) -> bytes:
        return pack_rows(
            (person, one.rating, one.deviation, one.volatility, self.games[person], self.days[person])
            for person, one in sorted(self.strengths.items())
        )

    def restore(self, dumped: bytes) -> None:
        for person, rating, deviation, volatility, games, day in unpack_rows(dumped, 6):
            self.strengths[person] = Strength(rating, deviation, volatility)
            self.games[person], self.days[person] = games, day

    def _periods_since(self, person: int, day: int) -> int:
        """Periods since the person's last event in ten-thousandths; one for a newcomer."""
        if person not in self.days:
            return _TEN_THOUSANDTHS
        return _TEN_THOUSANDTHS * (day - self.days[person]) // int(self.system.parameters["period_days"])

    def _before(self, person: int, elapsed: int) -> Strength:
        known = self.strengths.get(person, self.system.newcomer)
        return known.age(elapsed / _TEN_THOUSANDTHS - 1, self.system.newcomer.deviation)

    def _close(self, person: int, own: Strength, after: Strength, games: int, score: int, elapsed: int) -> RatingChange:
        self.strengths[person] = after
        self.games[person] += games
        details = {
            "deviation": after.deviation,
            "rating": after.rating,
            "volatility": after.volatility,
            "rating_before": own.rating,
            "deviation_before": own.deviation,
            "volatility_before": own.volatility,
            "elapsed": elapsed,
        }
        ratings = (to_points(own.rating), to_points(after.rating))
        return RatingChange(person, *ratings, games, self.games[person], score, details)


def _before(change: RatingChange) -> Strength:
    details = change.details
    return Strength(details["rating_before"], details["deviation_before"], details["volatility_before"])


def _after(change: RatingChange) -> Strength:
    return Strength(change.details["rating"], change.details["deviation"], change.details["volatility"])


def _steps(own: Strength, made: _Steps) -> Iterable[Message]:
    estimate = round(SCALE * made.improvement)
    yield Message(
        _("By these games alone the rating would change by %(improvement)s points, give or take %(by)d."),
        {"improvement": f"{estimate:+d}".replace("-", "−"), "by": round(SCALE * math.sqrt(made.variance))},
    )
    yield Message(
        _("The rating before was sure within %(deviation)s, so %(share)d %% of that count."),
        {
            "deviation": DEVIATION.write(own.deviation),
            "share": round(100 * (made.after.phi**2) / made.variance),
        },
    )
