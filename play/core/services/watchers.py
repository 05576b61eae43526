"""Who looks at a game without playing it: kept in the cache alone, and only as far as their number goes."""

from __future__ import annotations

from hashlib import blake2b

from django.core.cache import cache

from common.cached_values import read_as
from play.core.playing import now_ms

GONE_MS = 75_000
"""Whose page has said nothing for so long looks no more."""
MOST_COUNTED = 500


def note_watcher(game_id: int, who: str) -> None:
    """A person looks at a game now. Of two who say so at the same moment one may be counted a little later."""
    now = now_ms()
    there = {each: at for each, at in _seen(game_id).items() if now - at < GONE_MS}
    name = blake2b(who.encode(), digest_size=8).hexdigest()
    if name in there or len(there) < MOST_COUNTED:
        cache.set(_watchers_key(game_id), there | {name: now}, GONE_MS // 1000)


def count_watchers(game_id: int) -> int:
    """How many look at a game."""
    now = now_ms()
    return sum(now - at < GONE_MS for at in _seen(game_id).values())


def _seen(game_id: int) -> dict[str, int]:
    return read_as(dict[str, int], cache.get(_watchers_key(game_id))) or {}


def _watchers_key(game_id: int) -> str:
    return f"watchers:{game_id}"
