"""The coded tournament types of record 192, and what they say to a pairing system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PREDETERMINED_WORDS = ("ROBIN", "BERGER", "SCHEVENINGEN", "SCHILLER")
CODED_PREFIXES = ("FIDE_", "BERGER_", "CUSTOM_")
BAKU = "_BAKU"
ANY_ROUND_ROBIN = "CUSTOM_ROUNDROBIN"
"""What is written for pairings made beforehand whose type has no code of its own."""

DUTCH_EDITIONS: Mapping[str, str] = {
    "FIDE_DUTCH": "2026",
    "FIDE_DUTCH_2017": "2017",
    "FIDE_DUTCH_2025": "2026",  # the same rules: named before their start was put off to 1 February 2026
    "FIDE_DUTCH_2026": "2026",
}
_ROUND_ROBINS: Mapping[str, str] = {
    "FIDE_ROUNDROBIN": "round-robin",
    "BERGER_ROUNDROBIN": "round-robin",
    "FIDE_DOUBLEROUNDROBIN": "double-round-robin",
    "BERGER_DOUBLEROUNDROBIN": "double-round-robin",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A coded type read: the key of our pairing system ("" for none of ours), its edition, Baku or not."""

    system: str
    edition: str = ""
    baku: bool = False


def kind_of(code: str) -> Kind:
    """What the code of record 192 asks for. A code that is not known, or none, names no system."""
    baku = code.endswith(BAKU)
    base = code.removesuffix(BAKU)
    if base in DUTCH_EDITIONS:
        return Kind("swiss-dutch", DUTCH_EDITIONS[base], baku)
    return Kind(_ROUND_ROBINS.get(base, ""), "", baku)


def is_predetermined(code: str) -> bool:
    """Whether a tournament of this type has all its pairings made before round 1."""
    return any(word in code for word in PREDETERMINED_WORDS)


def is_coded(text: str) -> bool:
    """Whether a free type (record 092) is a code of record 192, as some programs write it."""
    return text.startswith(CODED_PREFIXES) and text == text.upper() and " " not in text
