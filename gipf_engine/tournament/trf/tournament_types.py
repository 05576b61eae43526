"""The coded tournament types of record 192, and what they say to a pairing system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.trf.document import Document

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
_OTHER_SWISS: Mapping[str, str] = {
    "FIDE_DUBOV": "dubov",
    "FIDE_DUBOV_2026": "dubov",
    "FIDE_BURSTEIN": "burstein",
    "FIDE_BURSTEIN_2026": "burstein",
}
"""Codes of the other Swiss systems of the Handbook, in the editions of 2026."""
SWISS_SYSTEMS = ("swiss-dutch", *dict.fromkeys(_OTHER_SWISS.values()))
"""Keys of the Swiss systems of the Handbook."""
ROUND_BY_ROUND = (*SWISS_SYSTEMS, "keizer", "mcmahon")
"""Keys of the systems that can pair a file which does not name one."""
BERGER_DOUBLE = "BERGER_DOUBLEROUNDROBIN"
"""The tables twice as they stand; FIDE's own code swaps the last two rounds of the first half."""

_OTHERS: Mapping[str, str] = {
    "FIDE_ROUNDROBIN": "round-robin",
    "BERGER_ROUNDROBIN": "round-robin",
    "FIDE_DOUBLEROUNDROBIN": "double-round-robin",
    BERGER_DOUBLE: "double-round-robin",
    "CUSTOM_KNOCKOUT": "knock-out",
    "CUSTOM_KEIZER": "keizer",
    "CUSTOM_MCMAHON": "mcmahon",
}
_CODES: Mapping[str, str] = {
    "swiss-dutch": "FIDE_DUTCH",  # the edition in force: the name that every reader knows
    "dubov": "FIDE_DUBOV",
    "burstein": "FIDE_BURSTEIN",
    "round-robin": "BERGER_ROUNDROBIN",
    "double-round-robin": "FIDE_DOUBLEROUNDROBIN",
    "knock-out": "CUSTOM_KNOCKOUT",
    "keizer": "CUSTOM_KEIZER",
    "mcmahon": "CUSTOM_MCMAHON",
    "scheveningen": "CUSTOM_SCHEVENINGEN",
    "double-scheveningen": "CUSTOM_DOUBLESCHEVENINGEN",
    "league": ANY_ROUND_ROBIN,
}

TEAM_RECORDS = frozenset({"300", "310", "320", "330", "352", "362", "801", "802"})
"""Records that only events have in which teams are paired."""
TEAM_EVENT = _("This is a team event: games of its players can be read, but teams are not paired or ranked here.")
NOT_KNOWN = _("The file names an unknown pairing system, “%(type)s”: its rounds cannot be checked.")

_TEAM_WORDS = re.compile(r"\bteams?\b|mannschaft|[ée]quipe|equipos?\b|squadr|команд", re.IGNORECASE)
_FOREIGN_WORDS = re.compile(
    r"keizer|monrad|mc ?mahon|amalfi|\blim\b|schiller|scheveningen|molter|hutton|ladder",
    re.IGNORECASE,
)
_SWISS_WORDS = re.compile(r"dubov|burstein", re.IGNORECASE)
_ROUND_ROBIN_WORDS = re.compile(
    r"round[- _]?robin|berger|rundenturnier|jeder gegen jeden|all[- ]play[- ]all|todos contra todos|toutes rondes"
    r"|girone|круговой|круговая",
    re.IGNORECASE,
)
_DOUBLE_WORDS = re.compile(r"double|doppel|doble|doppi", re.IGNORECASE)
_KNOCK_OUT_WORDS = re.compile(r"knock[- ]?out|k\.?o\.?[- ]system|elimination", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TournamentType:
    """A type read: the key of our pairing system ("" for none of ours) and its options, edition, Baku or not.

    `foreign` says what is not known here where rounds were paired in a way that is none of ours.
    """

    system: str
    edition: str = ""
    baku: bool = False
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    foreign: Message | None = None


def read_type(document: Document) -> TournamentType:
    """How the event of a file was paired: by record 192, else by the words of 092."""
    if _is_of_teams(document):
        return TournamentType("", foreign=Message(TEAM_EVENT))
    if not document.kind:
        return _type_of_words(document.type_text)
    found = tournament_type_of(document.kind)
    if found.system or is_predetermined(document.kind):
        return found
    return replace(found, foreign=Message(NOT_KNOWN, {"type": document.kind}))


def _is_of_teams(document: Document) -> bool:
    """Whether teams are paired. Record 013 alone says only that players score for a team, too."""
    records = {line[:3] for line in document.kept}
    names = f"{document.kind} {document.type_text}".replace("_", " ")
    return bool(records & TEAM_RECORDS) or bool(_TEAM_WORDS.search(names))


def _type_of_words(text: str) -> TournamentType:
    """What the free words of record 092 say; nothing, where they say nothing that is known."""
    if _FOREIGN_WORDS.search(text):
        return TournamentType("", foreign=Message(NOT_KNOWN, {"type": text}))
    swiss = _SWISS_WORDS.search(text)
    if swiss:
        return TournamentType(swiss.group().lower())
    if _ROUND_ROBIN_WORDS.search(text):
        return TournamentType("double-round-robin" if _DOUBLE_WORDS.search(text) else "round-robin")
    if _KNOCK_OUT_WORDS.search(text):
        return TournamentType("knock-out")
    return TournamentType("")


def is_fixed(document: Document) -> bool:
    """Whether all pairings of the event of a file were made before round 1."""
    if document.kind:
        return is_predetermined(document.kind)
    return read_type(document).system in ("round-robin", "double-round-robin")


def tournament_type_of(code: str) -> TournamentType:
    """What the code of record 192 asks for. A code that is not known, or none, names no system."""
    baku = code.endswith(BAKU)
    base = code.removesuffix(BAKU)
    if base in DUTCH_EDITIONS:
        return TournamentType("swiss-dutch", DUTCH_EDITIONS[base], baku)
    if base in _OTHER_SWISS:
        return TournamentType(_OTHER_SWISS[base], "", baku)
    return TournamentType(_OTHERS.get(base, ""), "", baku, {"swapped": False} if base == BERGER_DOUBLE else {})


def edition_of(text: str) -> str:
    """The edition of the Dutch system that `text` names by its year or its code; as it stands where none is known."""
    code = text.strip().upper()
    return DUTCH_EDITIONS.get(code) or DUTCH_EDITIONS.get(f"FIDE_DUTCH_{code}") or text.strip()


def code_of(system: str, *, baku: bool = False) -> str:
    """The code to write for an event of one of our pairing systems; "" for a system without one."""
    code = _CODES.get(system, "")
    return code + BAKU if baku and system in SWISS_SYSTEMS else code


def is_predetermined(code: str) -> bool:
    """Whether a tournament of this type has all its pairings made before round 1."""
    return any(word in code for word in PREDETERMINED_WORDS)


def is_coded(text: str) -> bool:
    """Whether a free type (record 092) is a code of record 192, as some programs write it."""
    return text.startswith(CODED_PREFIXES) and text == text.upper() and " " not in text
