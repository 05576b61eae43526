"""Record 310: the two teams of a Scheveningen match, read and written; of other events it passes through."""

from __future__ import annotations

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.trf.document import Team
from tests.engine.trf.trf_lines import file, player

PLAYERS = [
    player(1, "   3 w 1,   4 b =", points=" 1.5", rank=1),
    player(2, "   4 w =,   3 b 0", points=" 0.5", rank=4),
    player(3, "   1 b 0,   2 w 1", points=" 1.0", rank=2),
    player(4, "   2 b =,   1 w =", points=" 1.0", rank=2),
]
# Round 1: 1½ – ½, round 2: ½ – 1½. So 2 + 0 match points each, and two points.
#            1         2         3         4         5         6         7         8
#   12345678901234567890123456789012345678901234567890123456789012345678901234567890123
LINES = [
    "310   1 Club of Amberg                   AMB   1900.5    2.0    2.0   1     1    2",
    "310   2 Team 2                                           2.0    2.0   1     3    4",
]


def text(kind: str, *lines: str) -> str:
    return file("062 4", "072 0", "142 2", f"192 {kind}", *PLAYERS, *lines)


@pytest.mark.parametrize("kind", ["CUSTOM_SCHEVENINGEN", "FIDE_SCHEVENINGEN"])
def test_the_teams_of_a_match_are_read_and_written_with_their_points(kind: str) -> None:
    found = trf.read(text(kind, *LINES))
    first = Team("Club of Amberg                   AMB   1900.5", (1, 2))
    assert found.document.teams == (first, Team("Team 2", (3, 4)))
    assert (found.document.kept, found.repairs) == ((), ())
    assert trf.write(found.table, found.document).decode() == text(kind, *LINES)


def test_points_of_teams_follow_from_the_results() -> None:
    wrong = [line.replace("2.0    2.0", "9.0    9.0") for line in LINES]
    found = trf.read(text("CUSTOM_SCHEVENINGEN", *wrong))
    assert trf.write(found.table, found.document).decode() == text("CUSTOM_SCHEVENINGEN", *LINES)


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("CUSTOM_ROUNDROBIN", LINES),
        ("CUSTOM_SCHEVENINGEN", LINES[:1]),
        ("CUSTOM_SCHEVENINGEN", [LINES[0], LINES[1].replace("    4", "    2")]),
        ("CUSTOM_SCHEVENINGEN", [LINES[0], LINES[1].replace("310   2", "310   x")]),
        ("CUSTOM_SCHEVENINGEN", [*LINES, "310   3"]),
    ],
    ids=["another format", "one team", "in two teams", "no number", "an empty team"],
)
def test_lines_that_make_no_match_of_two_teams_are_kept_and_told(kind: str, lines: list[str]) -> None:
    found = trf.read(text(kind, *lines))
    assert (found.document.teams, found.document.kept) == ((), tuple(lines))
    assert [note.text.rstrip() for note in found.repairs] == lines


def test_trf16_has_no_place_for_them() -> None:
    found = trf.read(text("CUSTOM_SCHEVENINGEN", *LINES))
    assert b"310" not in trf.write(found.table, found.document, trf.Dialect.TRF16)
