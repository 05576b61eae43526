"""Can points be shared so that no one gets more than allowed? A maximum flow from games to players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shared:
    """A game, or several, of two players, between whom `units` are shared in any way."""

    one: int
    two: int
    units: int


def share_points(games: Sequence[Shared], most: Mapping[int, int]) -> list[int] | None:
    """By game, what its first player gets so that no player gets more than `most`; None where that is impossible."""
    if any(limit < 0 for limit in most.values()):
        return None
    return _Flow(games, most).find()


class _Flow:
    """Units of games go to one of their two players; a full player passes units of another game on to its opponent."""

    def __init__(self, games: Sequence[Shared], most: Mapping[int, int]) -> None:
        self.games, self.room = games, dict(most)
        self.first = [0] * len(games)
        self.second = [0] * len(games)
        self.of: dict[int, list[int]] = {}
        for place, game in enumerate(games):
            for player in (game.one, game.two):
                self.of.setdefault(player, []).append(place)

    def find(self) -> list[int] | None:
        for place, game in enumerate(self.games):
            for _unit in range(game.units):
                if not self._give(place, game.one) and not self._give(place, game.two):
                    return None
        return self.first

    def _give(self, place: int, player: int) -> bool:
        """Give a unit of a game to a player, others moving units as needed."""
        came_by: dict[int, tuple[int, int]] = {}
        queue, seen = [player], {player}
        for each in queue:
            if self.room[each] > 0:
                self._shift(each, player, came_by)
                self._count(place, player, 1)
                return True
            for other_game in self.of[each]:
                if self._held(other_game, each) > 0:
                    opponent = self._opponent(other_game, each)
                    if opponent not in seen:
                        seen.add(opponent)
                        came_by[opponent] = (other_game, each)
                        queue.append(opponent)
        return False

    def _shift(self, last: int, player: int, came_by: Mapping[int, tuple[int, int]]) -> None:
        """Pass a unit along the path from `player` to `last`, who has room."""
        self.room[last] -= 1
        while last != player:
            game, before = came_by[last]
            self._count(game, before, -1)
            self._count(game, last, 1)
            last = before

    def _opponent(self, game: int, player: int) -> int:
        pair = self.games[game]
        return pair.two if player == pair.one else pair.one

    def _held(self, game: int, player: int) -> int:
        return self.first[game] if player == self.games[game].one else self.second[game]

    def _count(self, game: int, player: int, change: int) -> None:
        if player == self.games[game].one:
            self.first[game] += change
        else:
            self.second[game] += change
