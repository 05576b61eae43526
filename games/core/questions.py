"""What games ask the apps above: games know scopes, and neither events nor rounds, draws and boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from common.events import Question, ask
from games.models import Game
from gipf_engine.messages import Message
from gipf_engine.rules.certificate import SetupSeed


@dataclass(frozen=True)
class UnpublishedScopes(Question[Iterable[str]]):
    """Which parent scopes, by their keys, have games and are not for everybody? Those in hidden scopes are no one's."""


def unpublished_scopes() -> list[str]:
    """The keys of all parent scopes that have games and are not for everybody."""
    return [key for keys in ask(UnpublishedScopes()) for key in keys]


@dataclass(frozen=True)
class ScopesNamed(Question[Iterable[str]]):
    """Which parent scopes that all may see have every word of `text` in their names? Their keys, `limit` at most."""

    text: str
    limit: int


def scopes_named(text: str, limit: int) -> list[str]:
    """The keys of parent scopes whose name holds every word of `text`."""
    return [key for keys in ask(ScopesNamed(text, limit)) for key in keys][:limit]


@dataclass(frozen=True)
class BoardOf(Question[str]):
    """At which address is the board on which a game, by its id, is played? "" for a board that is not known."""

    game_id: int


def board_address(game_id: int) -> str:
    """The address of the board of an online game; "" where no app has one."""
    return next((address for address in ask(BoardOf(game_id)) if address), "")


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


@dataclass(frozen=True)
class RoundOf(Question[RoundGames | None]):
    """In which round was a game played? None where it was played in none."""

    game: Game


def round_of(game: Game) -> RoundGames | None:
    """The round of the game, as the first app that knows it says."""
    return next((found for found in ask(RoundOf(game)) if found is not None), None)


@dataclass(frozen=True)
class WhyNotPlayed(Question[Message | None]):
    """Why can a game whose result is locked not be played yet? None where it can, or could."""

    game: Game


def why_not_played(game: Game) -> Message | None:
    """What must be settled before a locked game can be played, as the first app that knows it says."""
    return next((why for why in ask(WhyNotPlayed(game)) if why is not None), None)


@dataclass(frozen=True)
class SeedOf(Question[SetupSeed | None]):
    """By which seed was the set-up of a game drawn, where everybody may see it? None where it was not drawn."""

    game: Game


def seed_of(game: Game) -> SetupSeed | None:
    """The seed of the game's set-up, as the first app that knows it says."""
    if not game.setup:
        return None
    return next((seed for seed in ask(SeedOf(game)) if seed is not None), None)
