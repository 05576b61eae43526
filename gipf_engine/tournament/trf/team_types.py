"""The codes of record 192 for events of teams, and what they say to a pairing system and to the scores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from gipf_engine.tournament.teams.values import Score

BAKU = "_BAKU"
SWISS = "team-swiss"
_SWISS = re.compile(r"FIDE_TEAM(_TYPEA|_TYPEB)?_(MP_GP|GP_MP|MP|GP)")
_CUSTOM = re.compile(r"CUSTOM_TEAM_SWISS(?:_(MP|GP))?")
_OTHERS: Mapping[str, str] = {
    "FIDE_TEAM_ROUNDROBIN": "round-robin",
    "BERGER_TEAM_ROUNDROBIN": "round-robin",
    "FIDE_TEAM_DOUBLEROUNDROBIN": "double-round-robin",
    "BERGER_TEAM_DOUBLEROUNDROBIN": "double-round-robin",
    "CUSTOM_TEAM_KNOCKOUT": "knock-out",
}
_CODES: Mapping[str, str] = {
    "round-robin": "BERGER_TEAM_ROUNDROBIN",
    "double-round-robin": "FIDE_TEAM_DOUBLEROUNDROBIN",
    "knock-out": "CUSTOM_TEAM_KNOCKOUT",
    "league": "CUSTOM_TEAM_ROUNDROBIN",
}


@dataclass(frozen=True, slots=True)
class TeamType:
    """A type read: the key of a pairing system ("" for one that is not known) with its options, and the scores.

    `secondary` says whether the other score is used to allocate colours.
    """

    system: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    primary: Score = Score.MATCH
    secondary: bool = True
    baku: bool = False


def team_type_of(code: str) -> TeamType:
    """What a code asks for; no code, and FIDE_TEAM alone, are Swiss for teams with FIDE's usual choices."""
    baku = code.endswith(BAKU)
    base = code.removesuffix(BAKU)
    if base in ("", "FIDE_TEAM"):
        return TeamType(SWISS, baku=baku)
    found = _SWISS.fullmatch(base)
    if found:
        options = {"preferences": found[1] is not None, "mild": found[1] == "_TYPEB"}
        primary, other = found[2][:2], found[2][3:]
        return TeamType(SWISS, {**options, "secondary": bool(other)}, Score(primary), bool(other), baku)
    custom = _CUSTOM.fullmatch(base)
    if custom:
        return TeamType("", primary=Score(custom[1] or "MP"), baku=baku)
    doubled: dict[str, object] = {"swapped": False} if base == "BERGER_TEAM_DOUBLEROUNDROBIN" else {}
    return TeamType(_OTHERS.get(base, ""), doubled)


def team_code_of(system: str, chosen: TeamType) -> str:
    """The code to write for an event of teams; "" for a system without one."""
    if system != SWISS:
        return _CODES.get(system, "")
    mild, count = chosen.options.get("mild", False), chosen.options.get("preferences", True)
    letter = "" if not count else "_TYPEB" if mild else "_TYPEA"
    scores = f"_{chosen.primary}" + (f"_{chosen.primary.other}" if chosen.secondary else "")
    return f"FIDE_TEAM{letter}{scores}"
