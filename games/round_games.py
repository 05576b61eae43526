"""The games that were played in the same round. The app that pairs rounds says so here; games know no rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class RoundGames:
    """The round of a game: its number, the address of its page, and its games (ids) in the order of the boards."""

    number: int
    url: str
    games: tuple[int, ...]

    def beside(self, game: int) -> tuple[int | None, int | None]:
        """The games on the boards before and after this one; None at either end."""
        place = self.games.index(game)
        before = self.games[place - 1] if place else None
        return before, self.games[place + 1] if place + 1 < len(self.games) else None


FindRound = Callable[[Game], RoundGames | None]
"""The round of a game; None where it was played in none."""

_finders: list[FindRound] = []


def register(find: FindRound) -> FindRound:
    """Decorator: ask this function too."""
    _finders.append(find)
    return find


def round_of(game: Game) -> RoundGames | None:
    """The round of the game, as the first app that knows it says."""
    return next((found for find in _finders if (found := find(game)) is not None), None)
