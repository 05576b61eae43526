"""Formats that records of games are written in elsewhere: each is recognised, read, and turned into our own.

    >>> from gipf_engine.rules.formats import read_any
    >>> records = read_any(text)

Reading foreign formats plays the game, since most of them leave out what the position tells. A new format is one new
module with a class under `@register`. Grammars are described in docs/record-format.md.
"""

from __future__ import annotations

from gipf_engine.rules.formats.base import OWN, RecordFormat
from gipf_engine.rules.formats.registry import FORMATS, read_any, read_one, recognise

__all__ = ["FORMATS", "OWN", "RecordFormat", "read_any", "read_one", "recognise"]
