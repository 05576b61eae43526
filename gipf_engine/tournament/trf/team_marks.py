"""Whether teams are paired in a file."""

from __future__ import annotations

from gipf_engine.tournament.trf.fixed_width import Findings, decode, split

OF_TEAMS = frozenset({"310", "320", "330", "300", "352", "362"})
"""Records that only files of teams have; 013 alone may say that players score for a team beside their own event."""


def is_team_file(data: bytes) -> bool:
    """Whether it has records of teams, or says so in 192; the two teams of a Scheveningen match are not paired."""
    lines = split(decode(data, Findings()))[0]
    kind = next((line.rest for line in lines if line.code == "192"), "")
    if "SCHEVENINGEN" in kind:
        return False
    codes = {line.code for line in lines}
    return bool(codes & OF_TEAMS) or ("_TEAM" in kind and "013" in codes)
