"""Phrases in JSON columns, so that what a worker found out is told later in every reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from gipf_engine.messages import Message


def to_json(message: Message) -> dict[str, Any]:
    """A message as plain values; a parameter that JSON does not know as its text."""
    return cast("dict[str, Any]", msgspec.to_builtins(message, enc_hook=str))


def from_json(values: Mapping[str, Any]) -> Message | None:
    """The message that was kept; None where none was."""
    return msgspec.convert(values, Message) if values else None
