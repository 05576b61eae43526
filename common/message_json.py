"""Phrases in JSON columns, so that what a worker found out is told later in every reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gipf_engine.messages import Message

TEMPLATE, PARAMS = "template", "params"


def to_json(message: Message) -> dict[str, Any]:
    """A message as plain values."""
    return {TEMPLATE: message.template, PARAMS: {name: _plain(value) for name, value in message.params.items()}}


def from_json(values: Mapping[str, Any]) -> Message | None:
    """The message that was kept; None where none was."""
    if not values:
        return None
    return Message(values[TEMPLATE], {name: _message_from(value) for name, value in values[PARAMS].items()})


def _plain(value: object) -> Any:
    if isinstance(value, Message):
        return to_json(value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, int | float | str) or value is None else str(value)


def _message_from(value: Any) -> object:
    if isinstance(value, dict):
        return from_json(value)
    return [_message_from(each) for each in value] if isinstance(value, list) else value
