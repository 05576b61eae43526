"""The lobby in parts: who acts there waits for those alone who act in the same part."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from zlib import crc32

from common.journal import services as journal
from common.journal.models import Scope
from play.core.acts import LOBBY
from play.core.player import Player, Program
from play.models import Guest

PARTS = 64
"""More than there are processes that write at once."""


def lobby_of(player: Player) -> Callable[[], Scope]:
    """The part of a player, as `journal.commit` takes it: guests of one network have one, so that they are counted."""
    if isinstance(player, Guest):
        return _part(player.address)
    return _part(f"player {player.person.pk if isinstance(player, Program) else player.pk}")


def lobby_for_game(rules: str, control: str) -> Callable[[], Scope]:
    """The part of all who wait for a game by these rules with this control."""
    return _part(f"{rules} {control}")


def _part(text: str) -> Callable[[], Scope]:
    return partial(_lock_part, f"{LOBBY}:{crc32(text.encode()) % PARTS}")


def _lock_part(key: str) -> Scope:
    """The scope, locked; made where nothing was done in it yet."""
    try:
        return journal.lock_scope(key)
    except Scope.DoesNotExist:
        journal.open_scope(LOBBY, journal.SERVER)
        journal.open_scope(key, LOBBY)
        return journal.lock_scope(key)
