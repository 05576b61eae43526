"""What the edition of 2026 of the Dutch system changed, put into py4swiss 0.3.1, which has the one before.

Each function makes a replacement for one name of py4swiss, which `bench.peers.py4swiss_mends` puts there for a while.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

NO_POINTS = frozenset("Z-")
"""Results of a round without a game that are worth no more than a loss."""


def float_by_points(old: Callable[..., Any]) -> Callable[..., Any]:
    """Article 1.4: a round without a game is a downfloat only where it is worth more than a loss."""

    def get_float(section: Any, at: int, points: Any) -> Any:
        if at >= 0 and section.results[at].result.value in NO_POINTS:
            return importlib.import_module("py4swiss.engines.common").Float.NONE
        return old(section, at, points)

    return get_float


def take_bye_from_lowest(old: Callable[..., Any]) -> Callable[..., Any]:
    """C5 of 2026: only players of the lowest score from which all others can be paired may have the bye."""

    def players(file: Any) -> Any:
        found = old(file)
        if len(found) % 2:
            for score in sorted({player.points_with_acceleration for player in found}):
                if _bar_others(found, score, file.x_section.forbidden_pairs):
                    break
        return found

    return players


def _bar_others(players: list[Any], score: int, apart: Any) -> bool:
    """Keep the bye from those who have another score, if a round is left then."""
    matcher = importlib.import_module("py4swiss.engines.dutch.validity_matcher").ValidityMatcher
    others = [player for player in players if player.points_with_acceleration != score and not player.bye_received]
    for player in others:
        player.bye_received = True
    if matcher(sorted(players, reverse=True), apart).is_valid_matching():
        return True
    for player in others:
        player.bye_received = False
    return False


def add_unplayed_games(old: tuple[Any, ...]) -> tuple[Any, ...]:
    """C9 of 2026, behind C5 to C7 of 2017: who has the bye has played as many games as can be.

    It counts in a bracket that sends down one player alone, the one with the bye, which one of an even number cannot.
    """
    abstract: Any = importlib.import_module("py4swiss.engines.dutch.criteria.abstract").QualityCriterion

    class UnplayedGames(abstract):  # type: ignore[misc]  # py4swiss is imported at run time
        @classmethod
        def get_shift(cls, bracket: Any) -> int:
            here = [*bracket.mdp_list, *bracket.resident_list]
            return (len(here) * _most_games(bracket)).bit_length() if _may_leave_bye(bracket) else 0

        @classmethod
        def get_weight(cls, one: Any, other: Any, zero: Any, bracket: Any) -> Any:
            most = _most_games(bracket) if _may_leave_bye(bracket) else 0
            paired = [player for player in (one, other) if player.role.name != "LOWER"]
            return (zero & 0) | sum(max(most - len(player.colors), 0) for player in paired)

    return (*old[:3], UnplayedGames, *old[3:])


def _may_leave_bye(bracket: Any) -> bool:
    here = (*bracket.mdp_list, *bracket.resident_list)
    all_in_sight = bracket.last_pairing_bracket or bracket.penultimate_pairing_bracket
    return all_in_sight and len(here) % 2 == 1 and len(bracket.lower_list) % 2 == 0


def _most_games(bracket: Any) -> int:
    return max(len(player.colors) for player in (*bracket.mdp_list, *bracket.resident_list))


def keep_scoregroups(old: Any) -> Any:
    """Brackets of one score each, every one paired in sight of all players below (C4 and C8 of 2026).

    The edition before looks at the next score alone, and where the round could not be completed then, makes one bracket
    of all lower scores for good (A.9).
    """

    class Brackets(old):  # type: ignore[misc]  # py4swiss is imported at run time
        def _get_lower_list(self) -> list[Any]:
            return [player for group in self._brackets[self._index + 1 :] for player in group]

        def get_current_bracket(self) -> Any:
            self._collapsed = bool(self._get_lower_list())
            return super().get_current_bracket()

    return Brackets


def mind_next_bracket(old: Callable[..., Any]) -> Callable[..., Any]:
    """C8 where all lower players are in sight: only pairs with those of the next score count for it."""

    def weight(cls: Any, one: Any, other: Any, zero: Any, bracket: Any) -> Any:
        if bracket.penultimate_pairing_bracket:
            following = bracket.lower_list[0].points_with_acceleration
            if other.role.name == "LOWER" and other.points_with_acceleration != following:
                return zero & 0
        return old(cls, one, other, zero, _as_any(bracket))

    return weight


def make_room_for_next(old: Callable[..., Any]) -> Callable[..., Any]:
    """The digits of C8 where all lower players are in sight."""
    return lambda cls, bracket: old(cls, _as_any(bracket))


def _as_any(bracket: Any) -> Any:
    return bracket.model_copy(update={"penultimate_pairing_bracket": False})
