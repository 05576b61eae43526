"""Who can still win an event, how many rounds it needs, and what its results say: computed once for each version.

All of it comes from rows that everybody may see who may see the event: drafts of rounds are none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from common.computed_once import Admit, compute_once, free_for_all
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.forecast.examples import has_example
from gipf_engine.tournament.forecast.race import Chance, Outlook
from gipf_engine.tournament.forecast.remaining import race_of
from gipf_engine.tournament.forecast.round_numbers import RoundNumber, rounds_needed
from gipf_engine.tournament.forecast.trials import FinishEstimate, Share, estimate_finish, estimate_rounds, field_of
from gipf_engine.tournament.pairing.base import PairingSystem
from gipf_engine.tournament.pairing.steps import StepCounter, TooManySteps
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.standings.rated_opponents import rated_games
from ratings.lists.queries import history as history_queries
from tournaments.core.formats import format_of, ranking_of
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.mapping import cross_table, leave_out_annulled
from tournaments.core.medleys import results_of
from tournaments.core.queries.cached import CACHED_SECONDS, cache_key
from tournaments.models import Event
from tournaments.rating_columns import RatingColumn
from tournaments.standings.queries.standings import StandingRow, Standings

NOT_RANKED = -(10**6)
"""The points of an entry that takes no place."""
STEPS = 10_000_000
"""So much may estimates look at, and examples again."""
MOST_EXAMPLES, PLAYERS_OF_EXAMPLES = 24, 2_400
PERCENT = 100
MOST_SIMULATED_ROUNDS = 11
MORE_ROUNDS = 2
"""So many rounds more than are needed are estimated."""


@dataclass(frozen=True)
class Odds:
    """An estimate: a share of trials from 0 to 1, and its standard error."""

    value: float
    error: float

    @property
    def text(self) -> str:
        """As it is printed, with a standard error of at least one in a hundred: "62 % ± 3"."""
        return f"{self.value * PERCENT:.0f} % ± {max(1, ceil(self.error * PERCENT))}"


@dataclass(frozen=True)
class OutlookRow:
    """What an entry, by pairing number, can still become (`gipf_engine.tournament.forecast.race.Outlook`).

    `alone` and `first` estimate how likely first place is, alone and alone or shared; None where nothing is estimated.
    """

    number: int
    points: int
    most: int
    best: int
    worst: int
    chance: str
    enough: int | None
    enough_alone: int | None
    least: int | None
    rivals: tuple[tuple[int, int], ...]
    alone: Odds | None = None
    first: Odds | None = None

    @property
    def left(self) -> int:
        """How many points the player can still get."""
        return self.most - self.points

    @property
    def is_in(self) -> bool:
        """Whether first place is still possible, as far as is known."""
        return self.chance != Chance.OUT


@dataclass(frozen=True)
class Race:
    """Everybody's outlook, those first who have most points. `is_exact`: all pairings to come are known.

    `trials` is how many times the rest was played out for the estimates; 0: none were made.
    """

    rows: tuple[OutlookRow, ...]
    is_exact: bool
    trials: int = 0


@dataclass(frozen=True)
class RoundOdds:
    """After so many rounds: how likely one player alone is first, and the one with the highest rating is."""

    rounds: int
    sole_winner: Odds
    strongest: Odds


@dataclass(frozen=True)
class RoundsForecast:
    """Before an event: how many rounds so many players need. `odds` are estimates by round, if any are made.

    `is_rated`: they know ratings; else all players are taken to be equally strong.
    """

    players: int
    least: int
    with_draws: int
    most: int | None
    is_fixed: bool
    has_draws: bool
    is_rated: bool = False
    trials: int = 0
    odds: tuple[RoundOdds, ...] = ()


@dataclass(frozen=True)
class PerformanceRow:
    """What a player's results say. Scores are tenths of points in games over the board against rated opponents.

    `expected` is the score that the rating before the event promises by FIDE's table; None without a rating.
    """

    row: StandingRow
    games: int
    score: int
    rating: int | None
    expected: int | None
    performance: int | None
    change: int | None

    @property
    def surplus(self) -> int | None:
        """By how much the score is above what was expected."""
        return None if self.expected is None or not self.games else self.score - self.expected


def has_race(rows: EventData) -> bool:
    """Whether an event is won by points in one table, so that it can be said who can still win it."""
    system = format_of(rows.event.format)
    by_points = not any(tie_break(code).replaces_points for code in ranking_of(rows.event))
    return by_points and system.has_opponents and not system.by_clock and not system.split_by


# --- during it --------------------------------------------------------------------------------------------


def race(rows: EventData, version: int, admit: Admit = free_for_all) -> Race:
    """Who can still win a running event. Raises TooMany, and `BeingComputedError`."""

    def compute() -> Race:
        admit()
        return compute_race(rows)

    return compute_once(cache_key(rows.event, "forecast", version), Race, compute, CACHED_SECONDS)


def compute_race(rows: EventData) -> Race:
    """Who can still win, from the rows."""
    table, system = leave_out_annulled(cross_table(rows), rows), format_of(rows.event.format)
    gone = {number for number, entry in rows.by_number.items() if entry.expelled}
    has_draws = results_of(rows.event).has_draws
    known = race_of(table, system, has_draws=has_draws)
    known = replace(
        known, points={number: NOT_RANKED if number in gone else each for number, each in known.points.items()}
    )
    outlooks = [known.outlook(each.number) for each in table.entrants if each.number not in gone]
    estimates: Mapping[int, FinishEstimate] = {}
    if not gone:  # those who were expelled have points and take no place: nothing is played out with them
        outlooks = _with_examples(outlooks, table, system, has_draws=has_draws)
        estimates = _estimate(table, system, has_draws=has_draws)
    trials = next((each.alone.trials for each in estimates.values()), 0)
    ordered = sorted(outlooks, key=lambda each: (-each.points, -each.most, each.number))
    return Race(tuple(_row(each, estimates.get(each.number)) for each in ordered), known.is_exact, trials)


def _row(outlook: Outlook, estimate: FinishEstimate | None) -> OutlookRow:
    return OutlookRow(
        number=outlook.number,
        points=outlook.points,
        most=outlook.most,
        best=outlook.best,
        worst=outlook.worst,
        chance=outlook.chance.value,
        enough=outlook.enough,
        enough_alone=outlook.enough_alone,
        least=outlook.least,
        rivals=outlook.rivals,
        alone=None if estimate is None else _odds(estimate.alone),
        first=None if estimate is None else _odds(estimate.first),
    )


def _odds(share: Share) -> Odds:
    return Odds(share.value, share.error)


def _with_examples(
    outlooks: Sequence[Outlook], table: CrossTable, system: PairingSystem, *, has_draws: bool
) -> list[Outlook]:
    """The outlooks; of who may be first, depending on pairings to come, those who can by an example are said to."""
    steps, found = StepCounter(STEPS), list(outlooks)
    places = [place for place, each in enumerate(found) if each.chance is Chance.OPEN]
    places.sort(key=lambda place: -found[place].most)
    for place in places[: min(MOST_EXAMPLES, PLAYERS_OF_EXAMPLES // len(found))]:
        try:
            if has_example(table, system, found[place].number, has_draws=has_draws, steps=steps):
                found[place] = replace(found[place], chance=Chance.CAN)
        except TooManySteps:
            break
    return found


def _estimate(table: CrossTable, system: PairingSystem, *, has_draws: bool) -> Mapping[int, FinishEstimate]:
    try:
        made = estimate_finish(table, system, has_draws=has_draws, steps=StepCounter(STEPS))
    except TooManySteps:
        return {}
    return {each.number: each for each in made}


# --- before it --------------------------------------------------------------------------------------------


def rounds_forecast(rows: EventData, version: int, players: int, admit: Admit = free_for_all) -> RoundsForecast | None:
    """How many rounds so many players need; None where there are no rounds to count. Raises as `race` does."""
    system = format_of(rows.event.format)
    needed = rounds_needed(system, players)
    if needed is None:
        return None
    has_draws = results_of(rows.event).has_draws
    if needed.is_fixed or not system.in_handbook:
        return _told(needed, has_draws=has_draws)
    ratings = _ratings(rows.entries, players)

    def compute() -> RoundsForecast:
        admit()
        return _simulated(needed, ratings, system, has_draws=has_draws)

    key = cache_key(rows.event, f"rounds:{players}", version)
    return compute_once(key, RoundsForecast, compute, CACHED_SECONDS)


def _told(needed: RoundNumber, *, has_draws: bool) -> RoundsForecast:
    return RoundsForecast(
        needed.players, needed.least, needed.with_draws, needed.most, needed.is_fixed, has_draws=has_draws
    )


def _ratings(entries: Sequence[EntryRow], players: int) -> list[int | None]:
    """So many ratings: those of the players who are entered, over and over if more are expected."""
    known = sorted((entry.rating for entry in entries if entry.rating is not None), reverse=True)
    if len(entries) == players:
        return [entry.rating for entry in entries]
    return [known[place * len(known) // players] for place in range(players)] if known else [None] * players


def _simulated(
    needed: RoundNumber, ratings: Sequence[int | None], system: PairingSystem, *, has_draws: bool
) -> RoundsForecast:
    rounds = min(needed.with_draws + MORE_ROUNDS, needed.most or MOST_SIMULATED_ROUNDS, MOST_SIMULATED_ROUNDS)
    told = replace(_told(needed, has_draws=has_draws), is_rated=any(ratings))
    try:
        made = estimate_rounds(field_of(ratings, rounds), system, has_draws=has_draws, steps=StepCounter(STEPS))
    except TooManySteps:
        return told
    odds = tuple(RoundOdds(each.rounds, _odds(each.sole_winner), _odds(each.strongest_alone)) for each in made)
    return replace(told, trials=made[0].sole_winner.trials if made else 0, odds=odds)


# --- after it ---------------------------------------------------------------------------------------------


def performances(rows: EventData, table: Standings) -> list[PerformanceRow]:
    """What the results of everybody in the standings say; nothing of ratings where the event shows none."""
    event, whole = rows.event, cross_table(rows)
    is_over = event.state == Event.State.CLOSED
    changes = history_queries.changes_of_event(event.scope) if is_over and shows_ratings(event) else {}
    return [_performance(whole, row, changes) for row in table.rows]


def shows_ratings(event: Event) -> bool:
    """Whether the organiser lets tables show anything of ratings."""
    return any(column in event.rating_columns for column in RatingColumn)


def _performance(table: CrossTable, row: StandingRow, changes: Mapping[int, int]) -> PerformanceRow:
    assert row.entry.number is not None
    games, rating = rated_games(table, row.entry.number), row.entry.rating
    return PerformanceRow(
        row=row,
        games=len(games.opponents),
        score=games.score,
        rating=rating,
        expected=None if rating is None else games.expected(rating),
        performance=games.performance,
        change=changes.get(row.entry.person),
    )
