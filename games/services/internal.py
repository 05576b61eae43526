"""What the app that owns an occasion does to its games inside its own act: decide them, seat players, lay them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.results import RESULTS
from games.models import Claim, Claimant, Game, Record, Source
from games.services.errors import GameRefused
from games.services.results import add_claim, follow, lock_game
from players.models import Account, Person


def decide_game(game_id: int, account: Account, result: str, *, reason: str = "") -> Game:
    """An arbiter's decision that follows from an act on the occasion (a withdrawal): kept as a claim, in force at once.

    The caller holds the occasion's lock and has checked what `account` may.
    """
    assert result in RESULTS
    game = lock_game(game_id)
    add_claim(game, account, Claimant.ARBITER, Source.DESK, result, reason=reason)
    follow(game)
    return game


def set_setup(setups: Mapping[int, str]) -> None:
    """Give games (ids) of which nobody has said anything another set-up. Inside the caller's act on the occasion."""
    games = list(Game.objects.select_for_update(of=("self",)).filter(pk__in=setups).order_by("pk"))
    _check_untouched(games, Message(_("This game has a result or a record: its set-up cannot be changed any more.")))
    for game in games:
        game.setup = setups[game.pk]
        game.version += 1
    Game.objects.bulk_update(games, ["setup", "version"], batch_size=100)


def seat_players(game_id: int, white: Person, black: Person) -> Game:
    """Put other players at a game of which nobody has said anything yet. Inside the caller's act on the occasion.

    A handicap was agreed for who sat there before, and goes.
    """
    game = lock_game(game_id)
    _check_untouched([game], Message(_("This game has a result or a record: its players cannot be changed any more.")))
    game.white, game.black = white, black
    game.handicap = ""
    game.version += 1
    game.save(update_fields=["white", "black", "handicap", "version"])
    return game


def _check_untouched(games: Sequence[Game], phrase: Message) -> None:
    if Claim.objects.filter(game__in=games).exists() or Record.objects.filter(game__in=games).exists():
        raise GameRefused(phrase)
