"""What bbpPairings of Sharly-Chess, which has teams, makes of the files that we write.

It prints nothing of what it has read but the round that it pairs. Its choice of pairs is one matching of the whole
round, not bracket by bracket as C.04.6 (3.5, 3.6) has it, so that pairs differ. What every pair shows is whether it has
read the same event: teams do not meet twice, the bye goes to the same team (3.4: score, matches played, earlier byes),
and White is who has it by article 4.3 (both scores, all colours so far). It reads rosters in their order as line-ups,
not record 300, so that this holds for events in which the first players of each roster play all boards. Two readings of
its own are allowed for: between teams that have not played it counts only the numbers of those that are there (4.3.1),
and in the last round it knows no strong preference at a colour difference of 0 (1.7.2).
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.pairing.team_swiss import TeamSwiss
from gipf_engine.tournament.pairing.team_swiss.colours import allocate, initial_colour
from gipf_engine.tournament.pairing.team_swiss.state import TeamState, states_of
from gipf_engine.tournament.team_generator import GeneratedTeamEvent
from gipf_engine.tournament.teams.pairings import before_round, table_for_pairing
from gipf_engine.tournament.teams.values import TeamTable
from gipf_engine.tournament.trf.team_types import team_type_of
from gipf_engine.tournament.trf.team_writer import write_team_event

FOUND_NO_ROUND = 1
"""Its exit code where it has read the file and finds no pairing."""
NEITHER_HAS_PLAYED = "4.3.1"
TeamPairs = set[tuple[int, int]]


class Reading(StrEnum):
    """How a round came out there."""

    EQUAL = "the same round"
    PAIRS = "other pairs, with the bye and colours of the articles"
    UNPAIRED = "read, but no round found"
    MISREAD = "a bye, a colour or a second meeting that the file does not give"
    REFUSED = "refused"


def rounds_read_by(path: str, kind: str, made: GeneratedTeamEvent, first_day: str) -> Iterator[tuple[int, Reading]]:
    """Round by round, what the program does with the event as we write it before that round."""
    for number, paired in enumerate(made.table.rounds, 1):
        before = before_round(made.table, number)
        ours = {(match.white, match.black) for match in paired.matches}
        ours |= {(bye.team, 0) for bye in paired.byes if bye.kind.value == "pab"}
        document = trf.Document(name="Teams", kind=kind, first_day=first_day, newline="\n")
        yield number, _reading(path, kind, before, document, ours)


def _reading(path: str, kind: str, before: TeamTable, document: trf.Document, ours: TeamPairs) -> Reading:
    with TemporaryDirectory() as folder:
        file, answer = Path(folder) / "round.trf", Path(folder) / "out"
        file.write_bytes(write_team_event(before, document))
        command = [path, "--team", str(file), "-p", str(answer)]
        ended = subprocess.run(command, capture_output=True, check=False)
        if ended.returncode:
            return Reading.UNPAIRED if ended.returncode == FOUND_NO_ROUND else Reading.REFUSED
        theirs = pairs_of(answer.read_text())
    if theirs == ours:
        return Reading.EQUAL
    return Reading.PAIRS if _is_of_this_event(kind, before, theirs, ours) else Reading.MISREAD


def _is_of_this_event(kind: str, before: TeamTable, theirs: TeamPairs, ours: TeamPairs) -> bool:
    """Whether byes are ours, no two teams meet twice, and each colour is that of article 4.3."""
    if {pair for pair in theirs if not pair[1]} != {pair for pair in ours if not pair[1]}:
        return False
    options = team_type_of(kind).options
    swiss = TeamSwiss(**{name: bool(value) for name, value in options.items()})
    table = table_for_pairing(before)
    states = {each.number: each for each in states_of(table, swiss.preferences, use_second=swiss.secondary)}
    met = {frozenset((match.white, match.black)) for paired in before.rounds for match in paired.matches}
    for white, black in theirs:
        if black and (frozenset((white, black)) in met or not _has_white(states[white], states[black], table)):
            return False
    return True


def _has_white(one: TeamState, other: TeamState, table: CrossTable) -> bool:
    """Whether `one` has White against `other` by article 4.3, or the program reads the article otherwise."""
    found = allocate(one, other, initial_colour(table))
    if found.white is one or found.paragraph == NEITHER_HAS_PLAYED:
        return True
    is_last = table.rounds_played + 1 == table.rounds_planned
    return is_last and any(team.strong and team.difference == 0 for team in (one, other))


def pairs_of(text: str) -> TeamPairs:
    """The pairs of an answer, White first, 0 for a bye: its lines of two numbers."""
    lines = [line.split() for line in text.splitlines() if line[:1].isdigit()]
    return {(int(line[0]), int(line[1])) for line in lines if len(line) == len(("white", "black"))}
