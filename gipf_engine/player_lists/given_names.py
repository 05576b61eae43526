"""First names that are common in the countries of those who write lists: which of two words is the first name."""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from pathlib import Path

from gipf_engine.player_lists.headings import plain

PARTICLES: Set[str] = frozenset(
    {"van", "von", "der", "den", "de", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le", "les"}
    | {
        "al",
        "ben",
        "bin",
        "binti",
        "bint",
        "ibn",
        "abu",
        "ter",
        "ten",
        "te",
        "zu",
        "zum",
        "af",
        "av",
        "mac",
        "mc",
        "lo",
    }
    | {"st", "st.", "o'", "'t", "san", "santa"}
)
"""Words that begin surnames of several words."""


@cache
def _given_names() -> Set[str]:
    """Read when the first list is: few processes read one."""
    lines = Path(__file__).with_name("given_names.txt").read_text("utf-8").splitlines()
    return frozenset(plain(name) for line in lines if not line.startswith("#") for name in line.split())


def is_given_name(word: str) -> bool:
    """Whether a word is a common first name; its parts, of “Jean-Pierre”."""
    return plain(word.split("-")[0]) in _given_names()
