from collections.abc import Iterable
from typing import Any

from django.core.cache.backends.base import BaseCache

class RedisCache(BaseCache):
    def get(self, key: Any, default: Any = ..., version: int | None = ..., client: Any = ...) -> Any: ...
    def get_many(self, keys: Iterable[Any], version: int | None = ...) -> dict[Any, Any]: ...
