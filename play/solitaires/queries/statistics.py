"""One's own play beside the solver's: practice by game, and the deals of days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.labels import option_names
from games.models import Attempt
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from play.fair_play import closed_deals
from play.models import DayAttempt, PracticeAttempt
from players.core.queries.records import record_ids
from players.models import Person


@dataclass(frozen=True)
class Statistics:
    """Attempts of one kind. `compared` are those won on deals that the solver won too; rounds are of these alone.

    `alone`: won without taking back and without a hint.
    """

    name: str
    options: Sequence[Message]
    played: int
    won: int
    alone: int
    compared: int
    rounds: int
    par: int
    faster: int
    equal: int

    @property
    def won_percent(self) -> int:
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def average(self) -> str:
        """Rounds in which one won, on average, with one decimal."""
        return f"{self.rounds / self.compared:.1f}" if self.compared else ""

    @property
    def solver_average(self) -> str:
        """Rounds in which the solver won the same deals."""
        return f"{self.par / self.compared:.1f}" if self.compared else ""


@dataclass(frozen=True)
class _Played:
    """An attempt that is over: how, in which round, par of its deal (None: not known), and whether without help."""

    won: bool
    rounds: int
    par: int | None
    alone: bool = True


def statistics_of(person: Person) -> list[Statistics]:
    """Practice by game and options, as far as the person has finished a deal, then the deals of days. Three queries."""
    records = record_ids(person.pk)
    closed = closed_deals(records)
    by_rules: dict[tuple[str, ...], list[_Played]] = {}
    practice = PracticeAttempt.objects.filter(attempt__player__in=records, attempt__ended_at__isnull=False)
    for row in practice.select_related("attempt", "deal"):
        known = by_rules.setdefault((row.deal.rules, *row.deal.options), [])
        par = None if (row.deal.rules, row.deal.setup) in closed else row.deal.par
        known.append(_played(row.attempt, par, alone=not (row.undone or row.hints)))
    days = DayAttempt.objects.filter(person__in=records, attempt__ended_at__isnull=False)
    of_days = [
        _played(row.attempt, row.day.par if row.attempt.published else None)
        for row in days.select_related("attempt", "day")
    ]
    found = [
        _summed(attempts, rules_for(rules).name, option_names(rules, options))
        for (rules, *options), attempts in sorted(by_rules.items())
    ]
    return [*found, _summed(of_days)] if of_days else found


def _played(attempt: Attempt, par: int | None, *, alone: bool = True) -> _Played:
    return _Played(attempt.result == Attempt.Result.WON, (attempt.counts or {}).get("rounds", 0), par, alone)


def _summed(attempts: Sequence[_Played], name: str = "", options: Sequence[Message] = ()) -> Statistics:
    both = [(each.rounds, each.par) for each in attempts if each.won and each.par is not None]
    return Statistics(
        name=name,
        options=options,
        played=len(attempts),
        won=sum(each.won for each in attempts),
        alone=sum(each.won and each.alone for each in attempts),
        compared=len(both),
        rounds=sum(rounds for rounds, _par in both),
        par=sum(par for _rounds, par in both),
        faster=sum(rounds < par for rounds, par in both),
        equal=sum(rounds == par for rounds, par in both),
    )
