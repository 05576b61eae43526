"""Values in a cache as JSON, read back as the type that they are of: what does not fit it is a miss, and never code.

Tables are trees of dataclasses, which msgspec writes six times and reads nearly twice as fast as pickle.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T")
log = logging.getLogger(__name__)
_CONTAINERS = (b"[", b"{")


class JsonValues:
    """A serializer as django-redis wants it: texts and numbers come back as such, tables for `read_as`."""

    def __init__(self, options: dict[str, Any]) -> None:
        """It has no options."""

    def dumps(self, value: Any) -> bytes:
        """Of a dataclass its fields, mappings by texts or numbers, and what JSON does not know as its text."""
        return msgspec.json.encode(value, enc_hook=_to_text)

    def loads(self, kept: bytes) -> Any:
        """What JSON has for it, lists and objects unread; None where it is no JSON, so nothing of ours."""
        try:
            return msgspec.Raw(kept) if kept[:1] in _CONTAINERS else msgspec.json.decode(kept)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError) as error:
            _say(error)
            return None


def read_as(type_: type[T], kept: Any) -> T | None:
    """The value of `type_` that a cache gave back as `kept`; None where it has none, or nothing of this type."""
    if kept is None:
        return None
    try:
        if isinstance(kept, msgspec.Raw):
            return cast(T, _decoder(cast(Any, type_)).decode(kept))
        return msgspec.convert(kept, type_)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        _say(error)
        return None


def _to_text(value: object) -> str:
    """As a plain string, which a text that Django marks as safe becomes by being cut alone."""
    return str(value)[:]


def _say(error: Exception) -> None:
    log.warning("what the cache holds is not ours (%s); it is computed again", error)


@cache
def _decoder(type_: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(type_)
