"""Medleys: events of several games. Which game is played on a board, and who chooses it where it is chosen.

The recipe `medley-1` draws a game: of the games of the medley, in their order, those stay that were played least often
so far (`least_played`). Write the ASCII text "medley-1:<seed>:<board>:<game>", with the round's seed (64 small
hexadecimal digits), the board in decimal (0 for all boards), and which game of the match it is, from 1. The SHA-256 of
it, read as a number and divided by how many games stay, leaves a remainder: that one is played, counted from 0. The
seed is bound by a hash before the round (`gipf_engine.rules.setup_seed`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from hashlib import sha256

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.setup_seed import SeedRecipe, validate_seed

VERSION = "medley-1"
MEDLEY = SeedRecipe(VERSION)
ALL_BOARDS = 0
MOST_GAMES = 12
STEPS = (
    Message(
        _(
            "Take the games of the medley that were played least often so far, in their order: in earlier rounds, or "
            "by the two players if each board has its own game."
        )
    ),
    Message(
        _(
            "Write the text recipe:seed:board:game, with 0 for all boards, and 1 or 2 for the game of the match. "
            "Divide its SHA-256, read as a number, by how many games are left."
        )
    ),
    Message(_("The remainder, counted from 0, is the place of the game among them.")),
)
"""The recipe for people, a step each."""


class Order(StrEnum):
    """How the game of a round or a board is settled."""

    LIST = "list"  # the games in their order, round by round, again and again
    ROUND = "round"  # drawn, one for all boards of a round
    BOARD = "board"  # drawn for each board
    CHOICE = "choice"  # the lower rated player of each board chooses

    @property
    def is_drawn(self) -> bool:
        """Whether a lot settles it."""
        return self in (Order.ROUND, Order.BOARD)


def distinct(games: Iterable[str]) -> tuple[str, ...]:
    """The games of a list, each once, in their order."""
    return tuple(dict.fromkeys(games))


def games_by_list(games: Sequence[str], round_number: int, legs: int, *, mixed: bool) -> tuple[str, ...]:
    """The games of a match in round `round_number` by a list, one for each of its `legs`.

    `mixed`: the games of a match are different, so that the list goes on from game to game; else from round to round.
    """
    if not mixed:
        return (games[(round_number - 1) % len(games)],) * legs
    first = (round_number - 1) * legs
    return tuple(games[(first + leg) % len(games)] for leg in range(legs))


def least_played(games: Sequence[str], played: Mapping[str, int], without: Collection[str] = ()) -> tuple[str, ...]:
    """Those of the games that were played least often, in their order, leaving out those `without` if others stay."""
    left = [game for game in distinct(games) if game not in without] or list(distinct(games))
    fewest = min(played.get(game, 0) for game in left)
    return tuple(game for game in left if played.get(game, 0) == fewest)


def game_text(seed: str, board: int, leg: int) -> str:
    """The text whose SHA-256 draws a game. Raises `BadSetup` for what is no seed."""
    return f"{VERSION}:{validate_seed(seed)}:{board}:{leg}"


def draw_game(candidates: Sequence[str], seed: str, board: int, leg: int) -> str:
    """The game that a seed draws of these for a board (0: all) and a game of the match, from 1. Raises `BadSetup`."""
    digest = sha256(game_text(seed, board, leg).encode("ascii")).hexdigest()
    return candidates[int(digest, 16) % len(candidates)]


def draw_games(
    games: Sequence[str], played: Mapping[str, int], seed: str, board: int, legs: int, *, mixed: bool
) -> tuple[str, ...]:
    """The games of a match by a seed, one for each of its `legs`: all alike, or different ones (`mixed`)."""
    if not mixed:
        return (draw_game(least_played(games, played), seed, board, 1),) * legs
    found: tuple[str, ...] = ()
    for leg in range(1, legs + 1):
        found += (draw_game(least_played(games, played, found), seed, board, leg),)
    return found


def games_unless_chosen(games: Sequence[str], played: Mapping[str, int], legs: int, *, mixed: bool) -> tuple[str, ...]:
    """The games of a match that are played where no choice is made in time: those played least often, by the list."""
    if not mixed:
        return (least_played(games, played)[0],) * legs
    found: tuple[str, ...] = ()
    for _leg in range(legs):
        found += (least_played(games, played, found)[0],)
    return found


def chooser(one: int, one_rating: int | None, two: int, two_rating: int | None) -> int:
    """Which of two pairing numbers chooses the game: the lower rated. The unrated come after all rated players.

    Of two with equal ratings it is the one with the higher pairing number.
    """
    return max((one, one_rating), (two, two_rating), key=lambda seat: (-(seat[1] or 0), seat[0]))[0]
