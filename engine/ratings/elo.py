"""Elo as FIDE computes it (Rating Regulations B.02, in force since 1 March 2024, with the amendment of 1 October 2025).

Whole numbers all the way: expected scores from table 8.1.2 in hundredths, one rounding a period. What a
club does otherwise: everybody enters at the pool's start and counts from the first game on.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.ratings.base import (
    HUNDRED,
    WIN,
    ChangeSum,
    Expectation,
    Game,
    Known,
    Parameter,
    PlayedGame,
    RatingChange,
    RatingState,
    System,
    Term,
    Value,
    register,
)
from engine.ratings.dumps import pack_rows, unpack_rows
from engine.ratings.fide_tables import FULL, expected_score

CAP = 400
"""8.3.1: a greater difference between two players counts as this many points."""
MOST_K_GAMES = 700
"""8.3: if K times the games of a period exceeds this, K is the largest whole number for which it does not."""

START_SPREAD = 300
"""Standard deviation of newcomers' strength about the pool's start: what tuned variance filters find in clubs."""

_SCALE = 400 / math.log(10)
_NEAR = {gap: expected_score(gap) for gap in range(-CAP, CAP + 1)}
_SCORE, _GAME, _MASK = 32, 64, (1 << 32) - 1
_SCORED = [(1 << _GAME) + (score << _SCORE) for score in range(WIN + 1)]
"""A tally is one number: expected score in the low bits, score from bit 32, games from bit 64."""

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
        Parameter("k", 20, 1, 100, _("K-factor of everybody else")),
        Parameter("k_top", 10, 1, 100, _("K-factor of whoever has once reached the top")),
        Parameter("new_games", 30, 0, 1000, _("Games until a player no longer counts as new")),
        Parameter("top", 2400, 100, 10000, _("Rating that is the top")),
        Parameter("true_from", 2650, 100, 10000, _("Rating from which differences count in full")),
        Parameter("floor", 100, 0, 4000, _("Rating below which nobody falls")),
    )
    values = (_EXPECTED, _K)
    term_values = (_DIFFERENCE, _EXPECTED)

    def __init__(self, parameters: Mapping[str, int]) -> None:
        super().__init__(parameters)
        own = self.parameters
        self.floor, self.top = own["floor"], own["top"]
        self._k_new, self._k, self._k_top = (own[key] for key in ("k_new", "k", "k_top"))
        self._new_games = own["new_games"]

    def initial_state(self) -> EloState:
        return EloState(self)

    def k_factor(self, games_before: int, has_reached_top: bool, games: int) -> int:
        """K for a period of `games` (8.3), by what the player had done before it."""
        by_experience = self._k_new if games_before < self._new_games else self._k
        k = self._k_top if has_reached_top else by_experience
        return k if k * games <= MOST_K_GAMES else max(1, MOST_K_GAMES // games)

    def cap_difference(self, own: int, gap: int) -> int:
        """What of a rating difference counts for a player rated `own` (8.3.1): one-sided, by the own rating."""
        if own >= self.parameters["true_from"]:
            return gap
        return max(-CAP, min(CAP, gap))

    def standard_deviation(self, change: RatingChange) -> int:
        """One standard deviation of an Elo rating about true strength, by the linear theory of the update.

        Near even chances a game pulls the rating by the fraction K / 4s of its error, s = 400 / ln 10, and
        throws it by K times a coin's noise. So the error of the start fades by that fraction with every
        game, and what stays in the long run has the variance K s / 2.
        """
        k = change.details["k"]
        fading = (1 - k / (4 * _SCALE)) ** (2 * change.games_total)
        return round(math.sqrt(START_SPREAD**2 * fading + k * _SCALE / 2))

    def expectation(self, own: Known, other: Known) -> Expectation:
        """By the table, as the own rating has it. Elo does not say how sure it is."""
        rating, gap = own.rating // HUNDRED, (own.rating - other.rating) // HUNDRED
        return Expectation(expected_score(self.cap_difference(rating, gap)) / FULL)

    def explain_change(self, change: RatingChange, games: Sequence[PlayedGame]) -> ChangeSum:
        terms = tuple(self._term(change.before, game) for game in games)
        score, due = sum(term.score for term in terms), sum(term.details["expected"] for term in terms)
        k = change.details["k"]
        steps = [self._why_k(change)]
        if change.before + round_change(k, WIN * score - due) < self.floor:
            steps.append(Message(_("Nobody falls below %(floor)d."), {"floor": self.floor}))
        fits = (score, due, len(terms)) == (change.score, change.details["expected"], change.games)
        return ChangeSum(terms, _formula(k, score, due), tuple(steps), fits)

    def _term(self, own: int, game: PlayedGame) -> Term:
        gap = own - game.opponent.before
        counted = self.cap_difference(own, gap)
        note = None
        if counted != gap:
            note = Message(_("counts as %(points)s"), {"points": _POINTS.write(counted)})
        return Term(game.opponent.person, game.score, {"difference": gap, "expected": expected_score(counted)}, note)

    def _why_k(self, change: RatingChange) -> Message:
        own, k = self.parameters, change.details["k"]
        before = change.games_total - change.games
        usual = own["k_new"] if before < own["new_games"] else own["k"]
        told = {"k": k, "games": change.games, "before": before, "new": own["new_games"], "top": own["top"]}
        if k < usual and k == MOST_K_GAMES // change.games:
            return Message(_("K is cut to %(k)d, so that K times %(games)d games is at most 700."), told)
        if k != usual:
            return Message(_("K is %(k)d: the player has reached %(top)d."), told)
        if before < own["new_games"]:
            return Message(_("K is %(k)d: %(before)d games before this event, fewer than %(new)d."), told)
        return Message(_("K is %(k)d: %(before)d games before this event."), told)

    def explain(self) -> Sequence[Message]:
        return [Message(paragraph, self.parameters | {"cap": CAP}) for paragraph in _TOLD]


_TOLD = (
    _(
        "Everybody enters the list at %(start)d. A rating is provisional, marked with a question mark, until it "
        "rests on %(provisional_games)d games."
    ),
    _(
        "All games of an event are rated together when it is closed, against the ratings that the players had "
        "before it. The difference of two ratings says what score is to be expected (FIDE's table 8.1.2); more than "
        "%(cap)d points count as %(cap)d for a player below %(true_from)d."
    ),
    _(
        "Score less expected score, times K, is the change, rounded once to a whole number. K is %(k_new)d for the "
        "first %(new_games)d games, then %(k)d; it is %(k_top)d for ever once a player has reached %(top)d. Where K "
        "times the games of an event would exceed 700, K is made smaller. Nobody falls below %(floor)d."
    ),
    _(
        "Unplayed games, void games and results other than a win, a draw and a loss do not count. When an old result "
        "is corrected, everything after it is rated again; what was published stays visible beside it."
    ),
)


class EloState(RatingState):
    """Ratings, games and who has reached the top, by person id."""

    def __init__(self, system: Elo) -> None:
        self.system = system
        start: int = system.parameters["start"]
        self.ratings: defaultdict[int, int] = defaultdict(lambda: start)
        self.games: defaultdict[int, int] = defaultdict(int)
        self.topped: set[int] = set()

    def rating(self, person: int) -> int:
        return self.ratings.get(person, self.system.parameters["start"])

    def expect(self, first: int, second: int, day: int = 0) -> float:
        own = self.rating(first)
        return expected_score(self.system.cap_difference(own, own - self.rating(second))) / FULL

    def rate(self, games: Iterable[Game], day: int = 0) -> list[RatingChange]:
        return self._close(sorted(self._tally(games).items()))

    def dump(self) -> bytes:
        return pack_rows(
            (person, self.ratings[person], games, person in self.topped) for person, games in sorted(self.games.items())
        )

    def restore(self, dumped: bytes) -> None:
        for person, rating, games, topped in unpack_rows(dumped, 4):
            self.ratings[person], self.games[person] = rating, games
            if topped:
                self.topped.add(person)

    def _tally(self, games: Iterable[Game]) -> dict[int, int]:
        """For each player of a period games, score (tenths) and expected score (hundredths), packed in one number.

        The one loop that must be fast: it runs once a game over a pool's whole history.
        """
        ratings, near, far, scored = self.ratings, _NEAR, self._far, _SCORED
        tallies: defaultdict[int, int] = defaultdict(int)
        for white, black, score in games:
            gap = ratings[white] - ratings[black]
            due = near.get(gap)
            if due is None:
                due, black_due = far(white, black)
            else:
                black_due = FULL - due
            tallies[white] += scored[score] + due
            tallies[black] += scored[WIN - score] + black_due
        return tallies

    def _far(self, white: int, black: int) -> tuple[int, int]:
        """Both expected scores where the difference is beyond the cap: each side by its own rating."""
        own, other, cap = self.ratings[white], self.ratings[black], self.system.cap_difference
        return expected_score(cap(own, own - other)), expected_score(cap(other, other - own))

    def _close(self, tallies: Iterable[tuple[int, int]]) -> list[RatingChange]:
        """Turn tallies into new ratings, each rounded once. This loop must be fast too."""
        ratings, played, topped = self.ratings, self.games, self.topped
        k_factor, floor, top = self.system.k_factor, self.system.floor, self.system.top
        changes, made = [], RatingChange._make
        for person, tally in tallies:
            games, score, due = tally >> _GAME, (tally >> _SCORE) & _MASK, tally & _MASK
            before, games_before = ratings[person], played[person]
            k = k_factor(games_before, person in topped, games)
            after = before + round_change(k, WIN * score - due)
            if after < floor:
                after = min(before, floor) if after < before else after
            elif after >= top:
                topped.add(person)
            ratings[person], played[person] = after, games_before + games
            changes.append(made((person, before, after, games, games_before + games, score, {"expected": due, "k": k})))
        return changes


def round_change(k: int, surplus: int) -> int:
    """K times the surplus (hundredths of a point), to the nearest whole number, halves away from zero (8.3)."""
    size = (2 * k * abs(surplus) + FULL) // (2 * FULL)
    return size if surplus >= 0 else -size


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
