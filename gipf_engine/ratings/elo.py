"""Elo as FIDE computes it (Rating Regulations B.02, in force since 1 March 2024, with the amendment of 1 October 2025).

Whole numbers all the way: expected scores from table 8.1.2 in hundredths, one rounding a period. What a club does
otherwise, unless it sets `initial`: everybody enters at the pool's start and counts from the first game on. With
`initial` newcomers are unrated until their results give them a rating. A change with K 0 stands for that: before and
after it are the initial rating, and its games those that it rests on, of earlier events too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.ratings.base import (
    HUNDRED,
    WIN,
    ChangeSum,
    Expectation,
    Known,
    Parameter,
    PlayedGame,
    RatingChange,
    System,
    Term,
    Value,
    register,
)
from gipf_engine.ratings.elo_states import CAP, MOST_K_GAMES, EloRules, EloState, InitialEloState, round_change
from gipf_engine.ratings.fide_initial import ADDED, InitialRating, InitialRule, PooledEvent
from gipf_engine.ratings.fide_tables import FULL, expected_score
from gipf_engine.ratings.scales import Scale

if TYPE_CHECKING:
    from gipf_engine.ratings.columns.state import ColumnState, Ints

START_SPREAD = 300
"""Standard deviation of newcomers' strength about the pool's start: what tuned variance filters find in clubs."""

_SCALE = 400 / math.log(10)
_DIFFERENCE = Value("difference", _("Difference"), _("Own rating less the opponent's, before the event"), signed=True)
_EXPECTED = Value("expected", _("Expected"), _("Score to be expected by the ratings"), digits=2)
_EXACT, _POINTS = Value("exact", "", digits=2, signed=True), Value("points", "", signed=True)
_K = Value("k", _("K"), _("Factor between points of score and points of rating"))


@register
class Elo(System):
    """FIDE's Elo with a pool's own numbers."""

    key = "elo"
    name = _("Elo (FIDE)")
    help = _("Elo by FIDE's tables and K-factors: whole numbers, updated once per event")
    known = (
        Parameter("start", 1500, 100, 4000, _("Rating at which newcomers enter")),
        Parameter("k_new", 40, 1, 100, _("K-factor of newcomers")),
        Parameter("k", 20, 1, 100, _("K-factor of all others")),
        Parameter("k_top", 10, 1, 100, _("K-factor of players who have once reached the top")),
        Parameter("new_games", 30, 0, 1000, _("Games until a player no longer counts as new")),
        Parameter("top", 2400, 100, 10000, _("Rating that is the top")),
        Parameter("true_from", 2650, 100, 10000, _("Rating from which differences count in full")),
        Parameter("floor", 100, 0, 4000, _("Lowest possible rating")),
        Parameter("initial", 0, 0, 1, _("Newcomers are unrated until their results give them a rating, as with FIDE")),
        Parameter("initial_games", 5, 1, 100, _("Games against rated players that an initial rating needs")),
        Parameter("initial_months", 26, 1, 240, _("Months whose games an initial rating rests on")),
        Parameter("initial_mean", 1800, 100, 4000, _("Opponent's rating in the two draws that an initial rating adds")),
        Parameter("initial_floor", 1400, 0, 4000, _("Lowest initial rating; below it, newcomers stay unrated")),
        Parameter("initial_top", 2200, 100, 10000, _("Highest initial rating")),
    )
    values = (_EXPECTED, _K)
    term_values = (_DIFFERENCE, _EXPECTED)
    fitted = {"k_new": Scale.PLAIN, "k": Scale.PLAIN}

    def __init__(self, parameters: Mapping[str, int]) -> None:
        super().__init__(parameters)
        own = self.parameters
        self.rules = EloRules(own)
        self.initial_rule = InitialRule(own) if own["initial"] else None

    def initial_state(self) -> EloState:
        return InitialEloState(self.rules, self.initial_rule) if self.initial_rule else EloState(self.rules)

    def column_state(self, ids: Ints) -> ColumnState | None:
        from gipf_engine.ratings.elo_columns.rating import EloColumns  # numpy: loaded where a long list is rated

        return None if self.initial_rule else EloColumns(self.rules, ids)

    def standard_deviation(self, change: RatingChange) -> int:
        """One standard deviation of an Elo rating about true strength, by the linear theory of the update.

        Near even chances a game pulls the rating by the fraction K / 4s of its error, s = 400 / ln 10, and
        throws it by K times a coin's noise. So the error of the start fades by that fraction with every
        game, and what stays in the long run has the variance K s / 2.
        """
        k = change.details["k"] or self.parameters["k_new"]
        fading = (1 - k / (4 * _SCALE)) ** (2 * change.games_total)
        return round(math.sqrt(START_SPREAD**2 * fading + k * _SCALE / 2))

    def expectation(self, own: Known, other: Known) -> Expectation:
        """By the table, as the own rating has it. Elo does not say how sure it is."""
        rating, gap = own.rating // HUNDRED, (own.rating - other.rating) // HUNDRED
        return Expectation(expected_score(self.rules.cap_difference(rating, gap)) / FULL)

    def counts_against(self, opponent: RatingChange) -> bool:
        return bool(opponent.details["k"])

    def events_behind(self, change: RatingChange, events: Sequence[tuple[int, Sequence[PlayedGame]]]) -> list[int]:
        if change.details["k"] or self.initial_rule is None:
            return super().events_behind(change, events)
        played = [
            PooledEvent(day, tuple((game.opponent.before, game.score) for game in games)) for day, games in events
        ]
        kept = self.initial_rule.pool((event for event in played if event.games), played[-1].day)
        return [place for place, event in enumerate(played) if any(event is each for each in kept)]

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        terms = tuple(self._term(change.before, game) for game in games)
        score, due = sum(term.score for term in terms), sum(term.details["expected"] for term in terms)
        k = change.details["k"]
        if not k and self.initial_rule is not None:
            found = self.initial_rule.work_out([(game.opponent.before, game.score) for game in games])
            fits = (score, due, len(terms), found.rating) == (
                change.score,
                change.details["expected"],
                change.games,
                change.after,
            )
            return ChangeSum(terms, _initial_formula(found, self.initial_rule), self._why_initial(found), fits)
        steps = [self._why_k(change)]
        if change.before + round_change(k, WIN * score - due) < self.rules.floor:
            steps.append(Message(_("Ratings never fall below %(floor)d."), {"floor": self.rules.floor}))
        fits = (score, due, len(terms)) == (change.score, change.details["expected"], change.games)
        return ChangeSum(terms, _formula(k, score, due), tuple(steps), fits)

    def _term(self, own: int, game: PlayedGame) -> Term:
        gap = own - game.opponent.before
        counted = self.rules.cap_difference(own, gap)
        note = None
        if counted != gap:
            note = Message(_("counts as %(points)s"), {"points": _POINTS.write(counted)})
        return Term(game.opponent.person, game.score, {"difference": gap, "expected": expected_score(counted)}, note)

    def _why_k(self, change: RatingChange) -> Message:
        own, k = self.parameters, change.details["k"]
        before = change.games_total - change.games
        if not change.games:
            return Message(_("No game against a rated player: nothing changes."))
        usual = own["k_new"] if before < own["new_games"] else own["k"]
        params = {"k": k, "games": change.games, "before": before, "new": own["new_games"], "top": own["top"]}
        if k < usual and k == MOST_K_GAMES // change.games:
            return Message(_("K is cut to %(k)d, so that K times %(games)d games is at most 700."), params)
        if k != usual:
            return Message(_("K is %(k)d: the player has reached %(top)d."), params)
        if before < own["new_games"]:
            return Message(_("K is %(k)d: %(before)d games before this event, fewer than %(new)d."), params)
        return Message(_("K is %(k)d: %(before)d games before this event."), params)

    def _why_initial(self, found: InitialRating) -> tuple[Message, ...]:
        params = {
            "games": found.games - ADDED,
            "mean": self.parameters["initial_mean"],
            "all": found.games,
            "score": _tenths(found.score),
            "percent": found.percentage,
            "points": _POINTS.write(found.difference),
            "top": self.parameters["initial_top"],
        }
        steps = [
            Message(_("Initial rating from %(games)d games, to which two draws against %(mean)d are added."), params),
            Message(_("%(score)s of %(all)d are %(percent)d %%: %(points)s to the mean of the opponents."), params),
        ]
        if found.rating == self.parameters["initial_top"]:
            steps.append(Message(_("Initial ratings are at most %(top)d."), params))
        return tuple(steps)

    def explain(self) -> Sequence[Message]:
        beginning = (_STARTS_UNRATED, _NEW) if self.initial_rule else (_STARTS,)
        return [Message(paragraph, self.parameters | {"cap": CAP}) for paragraph in (*beginning, *_EXPLANATION)]


_STARTS = _(
    "All players enter the list at %(start)d. A rating is provisional, marked with a question mark, until it "
    "rests on %(provisional_games)d games."
)
_STARTS_UNRATED = _(
    "Players of the first event enter the list at %(start)d. Later newcomers stay unrated until they have played "
    "%(initial_games)d games against rated players within %(initial_months)d months; a first event without a "
    "point is left out. Games against unrated players do not change the rating of rated ones. A rating is "
    "provisional, marked with a question mark, until it rests on %(provisional_games)d games."
)
_NEW = _(
    "An initial rating is the opponents' mean rating plus the difference for the score (FIDE's table 8.1.1), "
    "including two draws against %(initial_mean)d. It is at most %(initial_top)d; below %(initial_floor)d a "
    "player stays unrated."
)
_EXPLANATION = (
    _(
        "All games of an event are rated together when it is closed, against the ratings before it. The "
        "difference of two ratings gives the expected score (FIDE's table 8.1.2); more than %(cap)d points count "
        "as %(cap)d for a player below %(true_from)d."
    ),
    _(
        "The change is score minus expected score, times K, rounded once to a whole number. K is %(k_new)d for "
        "the first %(new_games)d games, then %(k)d; once a player has reached %(top)d it stays %(k_top)d. If K "
        "times the games of an event exceeds 700, K is reduced. Ratings never fall below %(floor)d."
    ),
    _(
        "Unplayed games, void games and results other than a win, a draw and a loss do not count. When an old result "
        "is corrected, everything after it is rated again; what was published stays visible beside it."
    ),
)


def _initial_formula(found: InitialRating, rule: InitialRule) -> str:
    """The sum on one line, the same in every language: "(9507 + 2 × 1800) / 7 + 50 ≈ 1922.43 ≈ 1922"."""
    games, total = found.games, found.total
    mean = f"({found.opponents - ADDED * rule.mean} + {ADDED} × {rule.mean}) / {games}"
    added = f"{'−' if found.difference < 0 else '+'} {abs(found.difference)}"
    hundredths = (2 * FULL * total + games) // (2 * games)
    exactly = "=" if hundredths * games == FULL * total else "≈"
    rounded = "=" if hundredths == FULL * found.rating else "≈"
    if hundredths > FULL * (found.rating + 1):
        rounded = "→"
    return f"{mean} {added} {exactly} {_EXACT.decimal(hundredths)} {rounded} {found.rating}"


def _formula(k: int, score: int, due: int) -> str:
    """The whole sum on one line, the same in every language: "40 × (0.5 − 1.61) = −44.40 ≈ −44"."""
    exact = k * (WIN * score - due)
    whole = round_change(k, WIN * score - due)
    equal = "=" if exact == FULL * whole else "≈"
    sum_of = f"{k} × ({_tenths(score)} − {_EXPECTED.write(due)})"
    return f"{sum_of} = {_EXACT.write(exact)} {equal} {_POINTS.write(whole)}"


def _tenths(value: int) -> str:
    whole, tenth = divmod(value, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)
