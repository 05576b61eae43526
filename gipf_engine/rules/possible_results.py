"""Which results a game can have: the one place that pages, the API, services and records ask. Pure: no Django.

A game ends in a draw where its rules know draws. Where they know none, players may still agree on one if the one who
holds the event allows it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from gipf_engine.results import RESULTS, VOID
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Rules

DRAW = "1/2-1/2"
OVER_THE_BOARD = ("1-0", DRAW, "0-1")
"""The results of two who have played."""
AS_IN_THE_TABLE = ""
"""What rating lists count where they count what the table has."""


class HasRules(Protocol):
    """What a game or an event says of its rules."""

    @property
    def rules(self) -> str: ...
    @property
    def options(self) -> Collection[str]: ...
    @property
    def agreed_draws(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class PossibleResults:
    """The codes that may stand for a game, in the order in which they are offered.

    Players report `reported`; arbiters decide `decided`; rating lists may count `rated` in place of the table.
    """

    has_draws: bool

    @property
    def reported(self) -> tuple[str, ...]:
        return self._without_impossible(OVER_THE_BOARD)

    @property
    def decided(self) -> tuple[str, ...]:
        return self._without_impossible(RESULTS)

    @property
    def rated(self) -> tuple[str, ...]:
        return self._without_impossible((AS_IN_THE_TABLE, *OVER_THE_BOARD, VOID))

    def _without_impossible(self, codes: Collection[str]) -> tuple[str, ...]:
        return tuple(code for code in codes if self.has_draws or code != DRAW)


def can_be_drawn(rules: Rules, *, agreed_draws: bool) -> bool:
    """Whether a game by these rules can end in a draw, by its moves or because its players agree."""
    return rules.draws or agreed_draws


def possible_results(game: HasRules) -> PossibleResults:
    """What may be said of a game, or of the games of an event."""
    return PossibleResults(game.agreed_draws or _know_draws(game.rules, frozenset(game.options)))


@cache
def _know_draws(key: str, options: frozenset[str]) -> bool:
    """Whether these rules know draws. Asked at each report; the rules of a game do not change."""
    return rules_for(key, options).draws
