"""What a page says so that it can be followed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

STREAM = "gipfel.stream"
"""A key of `request.META`: the address of the stream, where the web server has one."""
READ_FOR_FOLLOWERS = "gipfel.read_for_followers"
"""A key of `request.META`: true where a page is read once for all who follow it, by the server itself."""


def state_text(versions: Mapping[str, int]) -> str:
    """The state of scopes as pages and streams write it: {"event:12": 57} is "event:12=57"."""
    return " ".join(f"{scope}={version}" for scope, version in sorted(versions.items()))


def is_for_followers(meta: Mapping[str, Any]) -> bool:
    """Whether whoever asks is nobody's address but the server itself: bounds by address are not for it."""
    return meta.get(READ_FOR_FOLLOWERS) is True
