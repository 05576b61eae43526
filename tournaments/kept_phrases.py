"""Phrases in JSON columns, so that what a worker found out is told later in every reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phrases import Phrase

TEMPLATE, PARAMS = "template", "params"


def kept(phrase: Phrase) -> dict[str, Any]:
    """A phrase as plain values."""
    return {TEMPLATE: phrase.template, PARAMS: {name: _plain(value) for name, value in phrase.params.items()}}


def told(values: Mapping[str, Any]) -> Phrase | None:
    """The phrase that was kept; None where none was."""
    if not values:
        return None
    return Phrase(values[TEMPLATE], {name: _phrased(value) for name, value in values[PARAMS].items()})


def _plain(value: object) -> Any:
    if isinstance(value, Phrase):
        return kept(value)
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, int | float | str) or value is None else str(value)


def _phrased(value: Any) -> object:
    if isinstance(value, dict):
        return told(value)
    return [_phrased(each) for each in value] if isinstance(value, list) else value
