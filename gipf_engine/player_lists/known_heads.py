"""Heads of columns in the languages of those who write lists, and as programs write them.

One table, `known_heads.toml`: what a column holds, in tiers. Of two columns that hold one thing, that of the earlier
tier is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from gipf_engine.player_lists.meanings import NOT_USED

Tier = tuple[str, int]
"""What a column holds, and how good a head for that its own is: 0 is the best."""
_UNREAD = "unread"


def _read_heads() -> Mapping[Tier, Mapping[str, str]]:
    found: dict[Tier, Mapping[str, str]] = {}
    text = Path(__file__).with_name("known_heads.toml").read_text("utf-8")
    for section, languages in tomllib.loads(text).items():
        meaning, _space, tier = section.partition(" ")
        found[NOT_USED if meaning == _UNREAD else meaning, int(tier)] = languages
    return found


HEADS: Mapping[Tier, Mapping[str, str]] = _read_heads()
"""Heads by tier and language, those of a language with a bar between them."""
