"""The teams of a Scheveningen match: record 310 of TRF26.

Columns: number 5-7, label 9-53 (name, from 42 on nickname, from 48 on strength), match points 55-60, game points 62-67,
rank 69-71, members from 74 on, every five. Each round is a match, worth 2, 1 or 0; game points, which rank the teams
here, are those of the members. Record 310 of other kinds of events passes through as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.trf.document import Team
from gipf_engine.tournament.trf.fixed_width import SourceLine, numbers, pad, parse_number, points_field

RECORD = "310"
TWO_TEAMS = 2
USUAL_LABELS = ("Team 1", "Team 2")
"""For teams that no one has named."""
MATCH = "SCHEVENINGEN"
"""In every code of record 192 for an event of two teams."""
FIRST_MEMBER, STRIDE = 74, 5
_NUMBER, _LABEL, _LABEL_WIDTH = (5, 7), (9, 53), 45
_WIN, _DRAW, _LOSS = 20, 10, 0


def teams_of(table: CrossTable, labels: Sequence[str] = ()) -> tuple[Team, ...]:
    """The two teams of a match, that of the best number first; none where the field does not make two.

    `labels` are those that a file brought.
    """
    from gipf_engine.tournament.pairing.base import PairingError  # readers of files need not wait for it
    from gipf_engine.tournament.pairing.scheveningen import teams

    try:
        sides = teams(table)
    except PairingError:
        return ()
    called = labels if len(labels) == len(sides) else USUAL_LABELS
    return tuple(Team(label, members) for members, label in zip(sides, called, strict=True))


def read_teams(lines: Sequence[SourceLine], kind: str, field: Iterable[int]) -> tuple[Team, ...]:
    """The teams of a match with the code `kind`; none where the lines are not two that share out the field.

    The order is that of the numbers of the teams. Points and ranks follow from the results.
    """
    if MATCH not in kind:
        return ()
    try:
        found = [_read_team(line) for line in sorted(lines, key=lambda line: parse_number(line.columns(*_NUMBER)))]
    except ValueError:
        return ()
    members = sorted(number for team in found for number in team.members)
    shared_out = members == sorted(field) and all(team.members for team in found)
    return tuple(found) if len(found) == TWO_TEAMS and shared_out else ()


def _read_team(line: SourceLine) -> Team:
    members = tuple(number for number in numbers(line, FIRST_MEMBER, STRIDE) if number)
    return Team(line.columns(*_LABEL), members)


def write_teams(table: CrossTable, found: Sequence[Team]) -> list[str]:
    """The lines of the teams, with their points and ranks."""
    match_points, game_points = _points(table, found)
    lines = []
    for at, team in enumerate(found):
        rank = 1 + sum(points > game_points[at] for points in game_points)
        totals = f"{points_field(match_points[at], 6)} {points_field(game_points[at], 6)} {rank:>3}"
        label = pad(team.label)[:_LABEL_WIDTH].ljust(_LABEL_WIDTH)
        lines.append(f"{RECORD} {at + 1:>3} {label} {totals}  {' '.join(f'{number:>4}' for number in team.members)}")
    return lines


def _points(table: CrossTable, found: Sequence[Team]) -> tuple[list[int], list[int]]:
    """Match points and game points of each team, in tenths; a round counts once anything was won or drawn in it."""
    match_points, game_points = [0] * len(found), [0] * len(found)
    for number in range(1, table.rounds_played + 1):
        scores = [sum(table.cell_points(table.entrant(each).cell(number)) for each in team.members) for team in found]
        for at, score in enumerate(scores):
            game_points[at] += score
            if any(scores):
                best_other = max(other for place, other in enumerate(scores) if place != at)
                match_points[at] += _WIN if score > best_other else _DRAW if score == best_other else _LOSS
    return match_points, game_points
