"""Functions of py4swiss 0.3.1 as the articles of the Burstein System say; `py4swiss_mends` puts them there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


def float_last(_old: Callable[..., Any]) -> Callable[..., Any]:
    def determine(self: Any) -> None:
        done: set[Any] = set()
        for at, resident in enumerate(self._resident_list):
            if resident not in done:
                self._matcher.add_to_weights(resident, self._resident_list[at + 1 :], 1, increment=True)
                self._matcher.update_matching()
                match = self._matcher.matching[resident]
                if match in self._resident_list:
                    self._matcher.finalize_match(resident, match)
                    done.add(match)
                else:
                    self._matcher.remove_weights(resident, [one for one in self._resident_list if one is not resident])
                done.add(resident)

    return determine


def allow_no_bracket(old: Callable[..., Any]) -> Callable[..., Any]:
    """The only player has the bye (3.1), and none is left for a bracket."""

    def update(self: Any, initial: bool = False) -> None:  # as py4swiss calls it
        if self.players:
            old(self, initial)

    return update


def places_of_bits(values: Sequence[Any]) -> tuple[int, dict[Any, int]]:
    """How many bits the counts of all values take, and by value the place at which its count begins, least first."""
    found, total = {}, 0
    for value in sorted(set(values)):
        found[value] = total
        total += values.count(value).bit_length()
    return total, found


def weigh_high_scores_most(_old: Callable[..., Any]) -> Callable[..., Any]:
    def bits(players: Sequence[Any]) -> tuple[int, dict[int, int]]:
        return places_of_bits([player.points_with_acceleration for player in players])

    return bits


def count_next_pairs_either_way(old: Callable[..., Any]) -> Callable[..., Any]:
    def weight(cls: Any, one: Any, other: Any, zero: Any, state: Any) -> Any:
        upper, lower = (one, other) if one.role >= other.role else (other, one)
        return old(cls, upper, lower, zero, state)

    return weight


def count_next_pairs_only(old: Callable[..., Any]) -> Callable[..., Any]:
    def weight(cls: Any, one: Any, other: Any, zero: Any, state: Any) -> Any:
        inside = one.role == other.role and one.role.name == "RESIDENT"
        return zero & 0 if inside else old(cls, one, other, zero, state)

    return weight


def indexed(*, with_points: bool, any_series: bool = False) -> Wrap:
    """Buchholz (without points) or Sonneborn-Berger (with them) by article 1.7, rounds that stand alone."""

    def wrap(_old: Callable[..., Any]) -> Callable[..., Any]:
        def index(sections: Sequence[Any], system: Any) -> dict[int, int]:
            rounds = min(len(each.results) for each in sections)
            draw = next(points for (result, _colour), points in system.score_dict.items() if result.value == "=")
            own = {
                each.starting_number: sum(map(system.get_points_times_ten, each.results[:rounds])) for each in sections
            }
            seen = {
                each.starting_number: own[each.starting_number] + draw * _absent(each, rounds, any_series=any_series)
                for each in sections
            }
            return {
                each.starting_number: sum(
                    (system.get_points_times_ten(result) if with_points else 1)
                    * (seen[result.id] if result.result.is_played() else own[each.starting_number])
                    for result in each.results[:rounds]
                )
                for each in sections
            }

        return index

    return wrap


def _absent(section: Any, rounds: int, *, any_series: bool) -> int:
    """The zero-point byes before the coming round in a series up to it (`any_series`: up to the round before it)."""
    letters = [result.result.value for result in section.results]
    if not any_series and letters[rounds:] != ["Z"]:
        return 0
    count = 0
    while count < rounds and letters[rounds - 1 - count] == "Z":
        count += 1
    return count


def draw_lot_by_score(old: Callable[..., Any]) -> Callable[..., Any]:
    def evaluate(cls: Any, one: Any, other: Any, state: Any) -> Any:
        side = old(cls, one, other, state)
        by_score = (one.points_with_acceleration, -one.number) > (other.points_with_acceleration, -other.number)
        if not side or by_score == (one > other):
            return side
        return side if (one.number + other.number) % 2 else side.get_opposite()

    return evaluate
