"""The coded tournament types of record 192, and what they say to a pairing system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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
BERGER_DOUBLE = "BERGER_DOUBLEROUNDROBIN"
"""The tables twice as they stand; FIDE's own code swaps the last two rounds of the first half."""

_OTHERS: Mapping[str, str] = {
    "FIDE_ROUNDROBIN": "round-robin",
    "BERGER_ROUNDROBIN": "round-robin",
    "FIDE_DOUBLEROUNDROBIN": "double-round-robin",
    BERGER_DOUBLE: "double-round-robin",
    "CUSTOM_KNOCKOUT": "knock-out",
}
_CODES: Mapping[str, str] = {
    "swiss-dutch": "FIDE_DUTCH",  # the edition in force: the name that every reader knows
    "round-robin": "BERGER_ROUNDROBIN",
    "double-round-robin": "FIDE_DOUBLEROUNDROBIN",
    "knock-out": "CUSTOM_KNOCKOUT",
    "scheveningen": "CUSTOM_SCHEVENINGEN",
    "double-scheveningen": "CUSTOM_DOUBLESCHEVENINGEN",
    "league": ANY_ROUND_ROBIN,
}


@dataclass(frozen=True, slots=True)
class TournamentType:
    """A coded type read: the key of our pairing system ("" for none of ours) and its options, edition, Baku or not."""

    system: str
    edition: str = ""
    baku: bool = False
    options: Mapping[str, object] = field(default_factory=dict, hash=False)


def tournament_type_of(code: str) -> TournamentType:
    """What the code of record 192 asks for. A code that is not known, or none, names no system."""
    baku = code.endswith(BAKU)
    base = code.removesuffix(BAKU)
    if base in DUTCH_EDITIONS:
        return TournamentType("swiss-dutch", DUTCH_EDITIONS[base], baku)
    return TournamentType(_OTHERS.get(base, ""), "", baku, {"swapped": False} if base == BERGER_DOUBLE else {})


def edition_of(text: str) -> str:
    """The edition of the Dutch system that `text` names by its year or its code; as it stands where none is known."""
    code = text.strip().upper()
    return DUTCH_EDITIONS.get(code) or DUTCH_EDITIONS.get(f"FIDE_DUTCH_{code}") or text.strip()


def code_of(system: str, *, baku: bool = False) -> str:
    """The code to write for an event of one of our pairing systems; "" for a system without one."""
    code = _CODES.get(system, "")
    return code + BAKU if baku and code.startswith("FIDE_DUTCH") else code


def is_predetermined(code: str) -> bool:
    """Whether a tournament of this type has all its pairings made before round 1."""
    return any(word in code for word in PREDETERMINED_WORDS)


def is_coded(text: str) -> bool:
    """Whether a free type (record 092) is a code of record 192, as some programs write it."""
    return text.startswith(CODED_PREFIXES) and text == text.upper() and " " not in text
