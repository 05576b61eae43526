"""py4swiss with some of its departures from the articles taken away, in memory, so that each difference gets its name.

A mend replaces one function of py4swiss 0.3.1 by one that does as the article says; `mended` puts it back.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from bench.peers import py4swiss_burstein as burstein
from bench.peers import py4swiss_editions as editions

ENGINES = ("dubov", "burstein")
C8 = ("dutch.criteria.quality.c7", "C7")
Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


@contextmanager
def mended(names: Iterable[str]) -> Iterator[None]:
    """py4swiss without these departures, and as it was afterwards."""
    with ExitStack() as stack:
        for name in names:
            for path, owner, attribute, wrap in MENDS[name]:
                stack.enter_context(_replaced(path, owner, attribute, wrap))
        yield


@contextmanager
def _replaced(path: str, owner: str, attribute: str, wrap: Wrap) -> Iterator[None]:
    holder: Any = importlib.import_module(f"py4swiss.engines.{path}")
    holder = getattr(holder, owner) if owner else holder
    kept = vars(holder)[attribute]
    bare = kept.__func__ if isinstance(kept, staticmethod | classmethod) else kept
    setattr(holder, attribute, type(kept)(wrap(bare)) if bare is not kept else wrap(bare))
    try:
        yield
    finally:
        setattr(holder, attribute, kept)


def _count_full_byes(old: Callable[..., Any]) -> Callable[..., Any]:
    def players(file: Any) -> Any:
        full = {
            each.starting_number
            for each in file.player_sections
            if any(result.result.value == "F" for result in each.results)
        }
        found = old(file)
        for player in found:
            player.bye_received = player.bye_received or player.id in full
        return found

    return players


def _order_differences(_old: Callable[..., Any]) -> Callable[..., Any]:
    def bits(players: Sequence[Any]) -> tuple[int, dict[int, int]]:
        scores = [player.points_with_acceleration for player in players]
        return burstein.places_of_bits([max(scores) - score for score in scores if score != max(scores)])

    return bits


def _leave_room(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda cls, state: old(cls, state) + state.bracket_bits


def _cost_of_difference(_old: Callable[..., Any]) -> Callable[..., Any]:
    def weight(_cls: Any, one: Any, other: Any, zero: Any, state: Any) -> Any:
        if {one.role.name, other.role.name} != {"RESIDENT", "LOWER"}:
            return zero & 0
        difference = abs(one.points_with_acceleration - other.points_with_acceleration)
        found = (zero | 1) << state.score_difference_total_bits
        found -= (zero | 1) << state.score_difference_bit_dict[difference]
        return found

    return weight


def _room_for_fewest_upfloats(_old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _cls, state: 0 if state.is_last_round else state.bracket_bits + _most_upfloats(state).bit_length()


def _prefer_fewest_upfloats(old: Callable[..., Any]) -> Callable[..., Any]:
    def weight(cls: Any, one: Any, other: Any, zero: Any, state: Any) -> Any:
        if not bool(old(cls, one, other, zero, state)):  # no maximum upfloater
            return zero & 0
        return (zero & 0) | (_most_upfloats(state) - other.upfloats)

    return weight


def _most_upfloats(state: Any) -> int:
    return max(state.upfloat_bit_dict, default=0)


def _number_by_pairing_score(old: Callable[..., Any]) -> Callable[..., Any]:
    def players(file: Any) -> Any:
        found = old(file)
        for player in found:
            player.points = player.points_with_acceleration
        return found

    return players


def _give_bye_in_order(_old: Callable[..., Any]) -> Callable[..., Any]:
    def get_bye(self: Any) -> Any:
        end, weights = self._len, self._bye_weights
        players = self._players
        order = sorted(
            (at for at in range(end) if bool(weights[at])),
            key=lambda at: (players[at].points_with_acceleration, -len(players[at].opponents), -at),
        )
        for chosen in order:
            for at in range(end):
                self._computer.set_edge_weight(at, end, weights[at] if at == chosen else weights[at] & 0)
            self._computer.compute_matching()
            if all(at != mate for at, mate in enumerate(self._computer.get_matching())):
                return players[chosen]
        raise AssertionError("nobody can have the bye")

    return get_bye


def _number_seekers(source: str, target: str) -> Wrap:
    """A shift in which only those who have not been shifted are numbered."""

    def wrap(_old: Callable[..., Any]) -> Callable[..., Any]:
        def shift(self: Any) -> None:
            here, there, matcher = getattr(self, source), getattr(self, target), self._matcher
            shifted = vars(self).setdefault("shifted", [])
            count = sum(matcher.matching[player] in here for player in here)
            pool = [player for player in here if player not in shifted]
            while pool and count:
                player = pool.pop((len(pool) - 1) // 2)
                if matcher.matching[player] not in here:
                    matcher.add_to_weights(player, here, 1)
                    matcher.update_matching()
                    matcher.add_to_weights(player, here, -1)
                if matcher.matching[player] in here:
                    count -= 1
                    matcher.remove_weights(player, there)
                    here.remove(player)
                    there.append(player)
                    shifted.append(player)

        return shift

    return wrap


def _pair_s1_with_g2(old: Callable[..., Any]) -> Callable[..., Any]:
    def transpose(self: Any) -> None:
        for subgroup in (self._g1, self._g2):
            for player in subgroup:
                self._matcher.remove_weights(player, [other for other in subgroup if other is not player])
        old(self)

    return transpose


def _count_forfeits(_old: Callable[..., Any]) -> Callable[..., Any]:
    def floats(section: Any, points: dict[int, list[int]]) -> tuple[int, bool]:
        own = points[section.starting_number]
        ups = [
            result.id in points and points[result.id][at] > own[at] if not result.result.is_bye() else False
            for at, result in enumerate(section.results)
        ]
        return sum(ups), bool(ups and ups[-1])

    return floats


def _halve_by_number(old: Callable[..., Any]) -> Callable[..., Any]:
    def determine(self: Any) -> None:
        old(self)
        bracket = sorted([*self._g1, *self._g2], key=lambda player: player.number)
        if not any(player.opponents for player in bracket):
            self._g1, self._g2 = bracket[: len(bracket) // 2], bracket[len(bracket) // 2 :]

    return determine


MENDS: dict[str, list[tuple[str, str, str, Wrap]]] = {
    "full": [(f"{key}.engine", "", "get_player_infos_from_trf", _count_full_byes) for key in (*ENGINES, "dutch")],
    "games": [(f"{key}.bye_matcher", "ByeMatcher", "get_bye", _give_bye_in_order) for key in ENGINES],
    "float": [("burstein.pairer", "Pairer", "determine_pairings", burstein.float_last)],
    "low": [("burstein.state", "State", "_get_score_bits", burstein.weigh_high_scores_most)],
    "order": [("burstein.criteria.quality.c7", "C7", "get_weight", burstein.count_next_pairs_either_way)],
    "inside": [("burstein.criteria.quality.c7", "C7", "get_weight", burstein.count_next_pairs_only)],
    "index": [
        ("burstein.player", "", "_get_buchholz_dict", burstein.indexed(with_points=False)),
        ("burstein.player", "", "_get_sonneborn_berger_dict", burstein.indexed(with_points=True)),
    ],
    "virtual": [("dubov.engine", "", "get_player_infos_from_trf", _number_by_pairing_score)],
    "differences": [
        ("dubov.state", "State", "_get_score_difference_bits", _order_differences),
        ("dubov.criteria.quality.c6", "C6", "get_shift", _leave_room),
        ("dubov.criteria.quality.c6", "C6", "get_weight", _cost_of_difference),
    ],
    "often": [
        ("dubov.criteria.quality.c9", "C9", "get_shift", _room_for_fewest_upfloats),
        ("dubov.criteria.quality.c9", "C9", "get_weight", _prefer_fewest_upfloats),
    ],
    "pool": [
        ("dubov.pairer", "Pairer", "_shift_from_g1_to_g2", _number_seekers("_g1", "_g2")),
        ("dubov.pairer", "Pairer", "_shift_from_g2_to_g1", _number_seekers("_g2", "_g1")),
    ],
    "within": [("dubov.pairer", "Pairer", "transpose_g2", _pair_s1_with_g2)],
    "series": [
        ("burstein.player", "", "_get_buchholz_dict", burstein.indexed(with_points=False, any_series=True)),
        ("burstein.player", "", "_get_sonneborn_berger_dict", burstein.indexed(with_points=True, any_series=True)),
    ],
    "alone": [("burstein.bracket", "Bracket", "_update_resident_score", burstein.allow_no_bracket)],
    "lot": [("burstein.criteria.color.e1", "E1", "evaluate", burstein.draw_lot_by_score)],
    "forfeit": [("dubov.player", "", "_get_floats", _count_forfeits)],
    "halves": [("dubov.pairer", "Pairer", "determine_initial_g1_and_g2", _halve_by_number)],
    "absence": [("dutch.player", "", "_get_floats", editions.float_by_points)],
    "lowest": [("dutch.engine", "", "get_player_infos_from_trf", editions.take_bye_from_lowest)],
    "unplayed": [("dutch.bracket.bracket_matcher", "", "QUALITY_CRITERIA", editions.add_unplayed_games)],
    "collapse": [
        ("dutch.engine", "", "Brackets", editions.keep_scoregroups),
        (*C8, "get_weight", editions.mind_next_bracket),
        (*C8, "get_shift", editions.make_room_for_next),
    ],
}
"""By the keys of `bench.peers.py4swiss.DEPARTURES`: what is replaced, and by what."""
