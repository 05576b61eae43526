"""Other numbers for a list, found in its games, and what they would change: work for a process of its own."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

from gipf_engine.ratings.base import Game, System
from gipf_engine.ratings.coverage import Coverage, find_coverage
from gipf_engine.ratings.fitting import Fit, fit


@dataclass(frozen=True, slots=True)
class ProposalWork:
    """A system with the list's numbers, and its periods and steps as `forecasts` takes them.

    The steps are told wherever the list counts games with a handicap, also where it does not weigh them yet.
    """

    system: System
    periods: Sequence[tuple[int, Sequence[Game]]]
    steps: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What fits the list; how many true strengths its intervals hold, now and with what is proposed; and the ratings
    that everybody would have, by person.

    `fit` is None where the list has too few games. Where nothing is proposed there are no ratings.
    """

    fit: Fit | None
    coverage_now: Coverage | None = None
    coverage_then: Coverage | None = None
    ratings: dict[int, int] = field(default_factory=dict)


def propose(work: ProposalWork) -> Proposal:
    """Fit, and try out what is proposed."""
    system, rows = work.system, (work.periods, work.steps)
    found = fit(system, *rows)
    if found is None:
        return Proposal(None)
    now = find_coverage(system, *rows)
    if not found.is_worth_it:
        return Proposal(found, now)
    then = type(system)(system.parameters | found.proposed)
    return Proposal(found, now, find_coverage(then, *rows), _rate(then, *rows))


def _rate(
    system: System, periods: Sequence[tuple[int, Sequence[Game]]], steps: Sequence[Sequence[int]]
) -> dict[int, int]:
    state, found = system.initial_state(), dict[int, int]()
    for (day, games), ahead in zip(periods, chain(steps, repeat(())), strict=False):
        found.update((change.person, change.after) for change in state.rate_unequal(games, ahead, day))
    return found


def propose_packed(data: bytes) -> bytes:
    """`propose` of a pickled `ProposalWork`, pickled. Both come from processes of this server alone."""
    work: ProposalWork = pickle.loads(data)  # noqa: S301  of our own process
    return pickle.dumps(propose(work))
