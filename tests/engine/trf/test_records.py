"""Every record on a small event written by hand, column by column."""

from __future__ import annotations

from gipf_engine.results import Scoring, SideResult
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, ForbiddenGroup, GameSide, Meeting

HEADER = """\
012 Amber Cup
022 Amberg
032 GER
042 2026/03/01
052 2026/03/03
062 6
072 3
092 Swiss in five rounds
102 Doe, Jane
112 Roe, Richard
112 Poe, Edgar
122 25 minutes a player
132                                                                                        26/03/01  26/03/02
142 5
152 B
162  W 3.0    D 1.0    P 1.0
172 FIDON
182 by hand
192 FIDE_DUTCH_2026
202 BH/C1,SB,DE
222 1500
### a comment
### another one
"""
#        1         2         3         4         5         6         7         8         9
# 23456789012345678901234567890123456789012345678901234567890123456789012345678901234567890
PLAYERS = """\
001    1 w GM Ask, Ana                          2001 GER     4600001 1990/01/31  6.0    1     4 w 1     3 b +  0000 - H
001    2 m  f Bo, Bo                            1900 NED                         3.0    2     5 b =     6 w =     3 b ?
001    3      Cy                                1850                             1.0    3     6 w D     1 w -     2 w ?
001    4      Di                                                                 1.0    4     1 b 0  0000 - U  0000 - Z
001    5      Ed                                                                 1.0    5     2 w =  0000 - Z
001    6      Flo                                                                2.0    6     3 b D     2 b =  0000 - F
"""
TRAILER = """\
240 H   4    1    3
240 Z   5    2
250       1.0   1   2    1    2
250       0.5   3   3    1    2
260   1   5    1    2    6
260   2   3    4    5
"""


def read_sample() -> trf.TrfFile:
    return trf.read(HEADER + PLAYERS + TRAILER)


def test_header_records_become_the_document() -> None:
    document = read_sample().document
    assert document == trf.Document(
        name="Amber Cup",
        city="Amberg",
        federation="GER",
        first_day="2026/03/01",
        last_day="2026/03/03",
        type_text="Swiss in five rounds",
        chief_arbiter="Doe, Jane",
        deputies=("Roe, Richard", "Poe, Edgar"),
        time_control="25 minutes a player",
        round_dates=("26/03/01", "26/03/02"),
        rank_method="FIDON",
        program="by hand",
        kind="FIDE_DUTCH_2026",
        tie_breaks=("BH/C1", "SB", "DE"),
        coded_time_control="1500",
        comments=("a comment", "another one"),
        newline="\n",
    )


def test_rounds_colour_and_points_become_the_table() -> None:
    table = read_sample().table
    assert (table.rounds_played, table.rounds_planned, table.first_colour) == (3, 5, Colour.BLACK)
    assert table.scoring == Scoring(
        win=30, draw=10, loss=0, pairing_bye=10, full_bye=30, half_bye=10, zero_bye=0, forfeit_win=30, forfeit_loss=0
    )


def test_an_entrant_has_the_fields_of_its_columns() -> None:
    ana, bo, *_others, flo = read_sample().table.entrants
    assert (ana.number, ana.name, ana.title, ana.rating, ana.federation) == (1, "Ask, Ana", "GM", 2001, "GER")
    assert ana.extras == {"sex": "w", "fide_number": "4600001", "birth": "1990/01/31", "rank": "1"}
    assert bo.title == "FM"  # written "f" by some programs
    assert (flo.rating, flo.title) == (None, "")


def test_letters_of_results_become_sides_of_games() -> None:
    ana, bo, cy, *_others = read_sample().table.entrants
    win, loss, draw = SideResult.WIN, SideResult.LOSS, SideResult.DRAW
    assert ana.cells[0] == Meeting(4, (GameSide(Colour.WHITE, win),))
    assert ana.cells[1] == Meeting(3, (GameSide(Colour.BLACK, win, played=False, rated=False),))
    assert cy.cells[0] == Meeting(6, (GameSide(Colour.WHITE, draw, played=True, rated=False),))
    assert cy.cells[1] == Meeting(1, (GameSide(Colour.WHITE, loss, played=False, rated=False),))
    assert bo.cells[2] == Meeting(3, (GameSide(Colour.BLACK, None, played=False, rated=False),))


def test_letters_of_byes_and_blanks_become_byes() -> None:
    ana, _bo, _cy, di, ed, flo = read_sample().table.entrants
    assert ana.cells[2] == Bye(ByeKind.HALF)
    assert di.cells[1:] == (Bye(ByeKind.PAIRING), Bye(ByeKind.ZERO))
    assert ed.cells[1:] == (Bye(ByeKind.ZERO), Bye(ByeKind.ZERO))  # round 3 is blank: as Z
    assert flo.cells[2] == Bye(ByeKind.FULL)


def test_byes_announced_in_record_240_stand_behind_the_rounds_that_stand() -> None:
    ana, bo, cy, *_others = read_sample().table.entrants
    assert ana.cells[3:] == (Bye(ByeKind.HALF),)
    assert bo.cells[3:] == (None, Bye(ByeKind.ZERO))
    assert cy.cells[3:] == (Bye(ByeKind.HALF),)


def test_acceleration_and_forbidden_groups_have_their_rounds() -> None:
    table = read_sample().table
    assert [entrant.accelerated for entrant in table.entrants] == [(10, 10, 5), (10, 10, 5), (), (), (), ()]
    assert table.forbidden == (
        ForbiddenGroup(frozenset({1, 2, 6}), 1, None),  # to the fifth round of five: to the end
        ForbiddenGroup(frozenset({4, 5}), 2, 3),
    )


def test_points_that_do_not_follow_from_the_results_are_listed_and_replaced() -> None:
    """Ana has 3 + 3 + 1, perhaps 1 to come; Bo 1 + 1; Flo 1 + 1 + 3; Cy's 1 is right, as 2 would be."""
    repairs = [str(repair) for repair in read_sample().repairs]
    assert repairs[0].startswith(
        "line 24: the line has 6.0 points, its results give 7.0: the results were used: 001    1 w GM Ask"
    )
    assert [repair.number for repair in read_sample().repairs] == [24, 25, 29]


def test_the_file_is_written_in_the_same_columns() -> None:
    file = read_sample()
    written = trf.write(file.table, file.document).decode()
    right = {
        "  6.0    1": "  8.0    1",
        "  3.0    2": "  2.0    2",
        "  1.0    3": "  2.0    3",
        "  2.0    6": "  5.0    6",
    }
    expected = HEADER + PLAYERS + TRAILER
    for wrong, points in right.items():
        expected = expected.replace(wrong, points)
    lines = expected.replace("m  f Bo", "m FM Bo").splitlines()
    lines[24 - 1] += "  0000 - H"  # byes of the coming round stand in its column
    lines[26 - 1] += "  0000 - H"
    lines[28 - 1] += "  0000 - Z"  # the blank third round
    lines.remove("240 H   4    1    3")
    assert written.splitlines() == lines
