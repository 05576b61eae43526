"""Glicko-2 by Mark Glickman: a rating with a deviation that says how sure it is, and a volatility.

Source: M. E. Glickman, "Example of the Glicko-2 system", Boston University, 22 March 2022
(http://www.glicko.net/glicko/glicko2.pdf); its steps are in `glicko2_steps`. A period is an event. In the paper
periods are equally long; here the deviation grows by the days that have passed, `period_days` of them being one
period of the paper. Ratings and deviations are kept in hundredths of a point and volatilities in millionths, and sums
over games are exact before they are rounded, so that the order of the games changes no digit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import (
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
from gipf_engine.ratings.deviations import (
    CENTS,
    DEVIATION,
    DEVIATION_BEFORE,
    EXPECTED,
    OPPONENTS_DEVIATION,
    RATING,
    RATING_BEFORE,
    SystemWithDeviations,
    to_points,
)
from gipf_engine.ratings.dumps import pack_rows, unpack_rows
from gipf_engine.ratings.glicko2_steps import (
    MILLIONTHS,
    PI_SQUARED,
    SCALE,
    Steps,
    Strength,
    expect_score,
    rate_period,
)
from gipf_engine.ratings.scales import Scale

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
    fitted = {"start_deviation": Scale.LOGARITHM, "start_volatility": Scale.SQUARE}

    def initial_state(self) -> Glicko2State:
        return Glicko2State(self)

    @property
    def newcomer(self) -> Strength:
        """What a person has who has not played."""
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
        return expect_score(one.mu, two.mu, 1 / math.sqrt(1 + 3 * together**2 / PI_SQUARED))

    def rate_player(self, own: Strength, games: Sequence[tuple[Strength, int]], elapsed: float) -> Steps:
        """Steps 2 to 8 for one player: opponents as they were before the period, own scores in tenths.

        `elapsed` are the periods since the player's last one: what goes beyond one has aged `own` already.
        """
        return self.rate_scaled(own, [(opponent.mu, opponent.g, score) for opponent, score in games], elapsed)

    def rate_scaled(self, own: Strength, games: Iterable[tuple[float, float, int]], elapsed: float) -> Steps:
        """Steps 2 to 8 for one player against opponents of known μ and g, worked out once for all."""
        return rate_period(own, games, elapsed, tau=self.parameters["tau"] / 100, most=self.newcomer.deviation)

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        own = _before(change)
        played = [(_before(game.opponent), game.score) for game in games]
        terms = tuple(_explain_term(own.mu, game) for game in games)
        if not played:
            return ChangeSum((), "", (), fits=False)
        made = self.rate_player(own, played, change.details["elapsed"] / _TEN_THOUSANDTHS)
        fits = len(played) == change.games and made.after == _strength_after(change)
        return ChangeSum(terms, f"{own} → {made.after}", tuple(_explain_steps(own, made)), fits)

    def explain(self) -> Sequence[Message]:
        params = self.parameters | {
            "tau": f"{self.parameters['tau'] / 100:.2f}",
            "volatility": f"{self.parameters['start_volatility'] / 10_000:.4f}",
        }
        return [Message(paragraph, params) for paragraph in _EXPLANATION]


_EXPLANATION = (
    _(
        "All players enter the list at %(start)d with a deviation of %(start_deviation)d, the uncertainty of the "
        "rating. A rating is provisional, marked with a question mark, until it rests on %(provisional_games)d "
        "games."
    ),
    _(
        "All games of an event are rated together when it is closed, against the ratings and deviations that the "
        "players had before it. A surprising score moves the rating the more, the less sure it was; games against "
        "players whose ratings are unsure weigh less."
    ),
    _(
        "Each event makes the deviation smaller. Time makes it larger, by the volatility once every "
        "%(period_days)d days, but never larger than %(start_deviation)d. The volatility starts at "
        "%(volatility)s and grows with erratic results (τ = %(tau)s)."
    ),
    _(
        "Unplayed games, void games and results other than a win, a draw and a loss do not count. When an old result "
        "is corrected, everything after it is rated again; what was published stays visible beside it."
    ),
)


def _explain_term(mu: float, game: PlayedGame) -> Term:
    opponent = _before(game.opponent)
    details = {
        "deviation": opponent.deviation,
        "weight": round(_TEN_THOUSANDTHS * opponent.g),
        "expected": round(_TEN_THOUSANDTHS * expect_score(mu, opponent.mu, opponent.g)),
    }
    return Term(game.opponent.person, game.score, details)


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
            changes.append(self._change_rating(person, before[person], made.after, len(mine), score, elapsed[person]))
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

    def _change_rating(
        self, person: int, own: Strength, after: Strength, games: int, score: int, elapsed: int
    ) -> RatingChange:
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


def _strength_after(change: RatingChange) -> Strength:
    return Strength(change.details["rating"], change.details["deviation"], change.details["volatility"])


def _explain_steps(own: Strength, made: Steps) -> Iterable[Message]:
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
