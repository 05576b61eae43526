"""Values in a cache, signed: what this server did not write there is a miss, and never code.

Cached tables are trees of dataclasses, which pickle reads and writes much faster than JSON and a schema of its own
would. But to unpickle is to run what the bytes say. So each value carries an HMAC-SHA256 of its key and itself, made
with a key from SECRET_KEY and compared before anything is unpickled: who can write to Redis alone can neither run
code here nor show one page's table on another. A value that is cut off, of another secret, or of classes that are
no more is computed again.

So are those of the embedded form, in a file (`gipfel.file_cache`).
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import pickle
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django_redis.client import DefaultClient
from django_redis.exceptions import ConnectionInterrupted
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_DIGEST = hashlib.sha256
_SIZE = _DIGEST().digest_size


class Unreadable(Exception):
    """These bytes are no value of ours."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A value with the key that it is written under."""

    name: str
    value: Any


class SignedClient(DefaultClient):
    """django-redis's client for values that are signed, whole numbers too."""

    def set(self, key: str, value: Any, *args: Any, version: int | None = None, **more: Any) -> bool:
        """As in django-redis. `add`, `set_many` and `get_or_set` come through here as well."""
        named = _Named(str(self.make_key(key, version=version)), value)
        return bool(super().set(key, named, *args, version=version, **more))

    def encode(self, value: Any, *, allow_int: bool = True) -> bytes | int:
        """A value with its signature."""
        return sign(value.name, value.value)

    def get(self, key: str, default: Any = None, version: int | None = None, client: Any = None) -> Any:
        """The value; `default` where there is none, or none of ours."""
        return self.get_many([key], version=version, client=client).get(key, default)

    def get_many(self, keys: Collection[str], version: int | None = None, client: Any = None) -> dict[str, Any]:
        """The values that are there and ours, by key."""
        if not keys:
            return {}
        client = client or self.get_client(write=False)
        names = {str(self.make_key(key, version=version)): key for key in keys}
        try:
            kept = client.mget(*names)
        except (RedisError, OSError) as error:
            raise ConnectionInterrupted(connection=client) from error
        found = {}
        for name, data in zip(names, kept, strict=True):
            if data is None:
                continue
            try:
                found[names[name]] = self.open(name, data)
            except Unreadable:
                log.warning("what the cache holds under %s is not ours; it is computed again", name)
        return found

    def open(self, name: str, data: bytes) -> Any:
        """The value in `data`; Unreadable where it was not signed here for this key."""
        return open_signed(name, data)


class CountingClient(SignedClient):
    """The same, with whole numbers as Redis itself counts them (INCRBY)."""

    def encode(self, value: Any, *, allow_int: bool = True) -> bytes | int:
        if isinstance(value.value, int) and not isinstance(value.value, bool):
            return value.value
        return super().encode(value)

    def open(self, name: str, data: bytes) -> Any:
        try:
            return int(data)
        except ValueError:
            return super().open(name, data)

    def incr(self, key: str, delta: int = 1, *args: Any, **more: Any) -> int:
        """As in django-redis: ValueError where nothing is counted there, and where it is no number."""
        try:
            return int(super().incr(key, delta, *args, **more))
        except TypeError:
            raise ValueError(f"{key} is no number") from None


def sign(name: str, value: Any) -> bytes:
    """The value as bytes, behind their signature."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _signature(name, data) + data


def open_signed(name: str, signed: bytes) -> Any:
    """The value that `sign` made for `name`. Nothing is unpickled before the signature was compared."""
    data = memoryview(signed)[_SIZE:]
    if len(signed) <= _SIZE or not hmac.compare_digest(signed[:_SIZE], _signature(name, data)):
        raise Unreadable(name)
    try:
        return pickle.loads(data)  # noqa: S301  signed by this server
    except Exception as error:  # a class that was renamed can raise anything
        raise Unreadable(name) from error


def _signature(name: str, data: bytes | memoryview) -> bytes:
    signing = hmac.new(_key(settings.SECRET_KEY), name.encode() + b"\0", _DIGEST)
    signing.update(data)
    return signing.digest()


@cache
def _key(secret: str) -> bytes:
    """A key for nothing else."""
    return hmac.digest(secret.encode(), b"gipfel.signed_cache", _DIGEST)
