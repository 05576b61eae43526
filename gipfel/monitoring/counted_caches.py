"""The cache of tables and pages, which counts how often it had what was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django_redis.cache import RedisCache

from gipfel.file_cache import FileCache
from gipfel.monitoring import metrics

_ABSENT = object()


class CountedFile(FileCache):
    """In a file. `get_many` and `get_or_set` come through `get`."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        found = super().get(key, _ABSENT, version)
        return _count_lookup(found, default)


class CountedRedis(RedisCache):
    """In Redis. What cannot be read because Redis is away is a miss."""

    def get(self, key: Any, default: Any = None, version: int | None = None, client: Any = None) -> Any:
        found = super().get(key, _ABSENT, version, client)
        return _count_lookup(_ABSENT if found is None else found, default)

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        asked = list(keys)
        found = super().get_many(asked, version) or {}
        metrics.CACHE_HITS.inc(len(found))
        metrics.CACHE_MISSES.inc(len(asked) - len(found))
        return found


def _count_lookup(found: Any, default: Any) -> Any:
    if found is _ABSENT:
        metrics.CACHE_MISSES.inc()
        return default
    metrics.CACHE_HITS.inc()
    return found
