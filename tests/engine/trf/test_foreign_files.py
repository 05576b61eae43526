"""What other programs write that no specification has: rulers, legends, other orders of days, missing colours."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.results import Scoring
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind
from gipf_engine.tournament.trf.tournament_types import read_type
from gipf_engine.tournament.trf_check import check_file
from tests.engine.trf.trf_lines import file, player

GOOD = (player(1, "   2 w 1"), player(2, "   1 b 0"))
TENS = "         1         2         3         4         5         6         7         8         9        10"
LEGEND = "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1  2222 2 2"


@pytest.mark.parametrize("line", [TENS, "1234567890" * 11, "0123456789" * 10, LEGEND, LEGEND.lower()])
def test_lines_that_explain_the_columns_are_left_out_and_told(line: str) -> None:
    read = trf.read(file("012 Cup", line, *GOOD))
    assert read.document.name == "Cup"
    assert [str(repair) for repair in read.repairs] == [
        f"line 2: this line explains the columns: it was left out: {line}"
    ]


def test_figures_that_count_nothing_are_no_ruler() -> None:
    with pytest.raises(trf.TrfError, match="line 1: unknown record"):
        trf.read(file("9876543210", *GOOD))


DAYS = {
    ("14.02.2026", "16.02.2026"): ("2026/02/14", "2026/02/16"),
    ("14/02/2026", "16/02/2026"): ("2026/02/14", "2026/02/16"),
    ("02/14/2026", "02/16/2026"): ("2026/02/14", "2026/02/16"),
    ("02/12/2026", "02/15/2026"): ("2026/02/12", "2026/02/15"),  # the last day says in which order the first is
    ("03/02/2026", "04/02/2026"): ("2026/02/03", "2026/02/04"),  # nothing says it: the day first
    ("26/02/14", "26/02/16"): ("2026/02/14", "2026/02/16"),
    ("14.02.26", "16.02.26"): ("2026/02/14", "2026/02/16"),
    ("Feb 14, 2026", "Feb. 16, 2026"): ("2026/02/14", "2026/02/16"),
    ("14 February 2026", "Mon, 16 Feb 2026"): ("2026/02/14", "2026/02/16"),
    ("2026-02-14", "2026.2.16"): ("2026/02/14", "2026/02/16"),
}


@pytest.mark.parametrize("written", DAYS)
def test_days_in_another_order_are_read_and_told(written: tuple[str, str]) -> None:
    first, last = written
    read = trf.read(file(f"042 {first}", f"052 {last}", *GOOD))
    assert (read.document.first_day, read.document.last_day) == DAYS[written]
    assert [str(each.message) for each in read.repairs] == [f"the day was read as {day}" for day in DAYS[written]]


def test_what_is_no_day_is_left_out_and_told() -> None:
    read = trf.read(file("042 2026/02/30", "052 soon", *GOOD))
    assert (read.document.first_day, read.document.last_day) == ("", "")
    assert [str(each.message) for each in read.repairs] == ["this is not a day: it was left out"] * 2


def test_days_of_rounds_are_read_in_the_order_that_makes_sense_of_all() -> None:
    columns = " " * 87 + "14.02.26            15.02.2026"
    read = trf.read(file(f"132 {columns}", *GOOD))
    assert read.document.round_dates == ("26/02/14", "", "26/02/15")
    assert str(read.repairs[0].message) == "the days of the rounds were read as 26/02/14, –, 26/02/15"


def test_forfeits_without_colours_fit_the_board_that_the_rules_give_either_way() -> None:
    """Number 1 begins against 3, and 4 against 2: the file does not say who would have begun where 2 did not come."""
    rows = ("   3 w 1", "   4 - -", "   1 b 0", "   2 - +")
    points = ("1.0", "0.0", "0.0", "1.0")
    lines = [player(number, row, points=points[number - 1]) for number, row in enumerate(rows, 1)]
    assert check_file(trf.read(file("142 3", "152 W", *lines))).differences == ()


def test_a_round_in_which_everybody_has_a_bye_is_no_difference() -> None:
    rows = ("   3 w 1,0000 - H", "   4 b 0,0000 - Z", "   1 b 0,0000 - F", "   2 w 1,0000 - H")
    pause = [player(number, f"{row},   {5 - number} {'wbwb'[number - 1]} =") for number, row in enumerate(rows, 1)]
    found = check_file(trf.read(file("142 3", "152 W", *pause))).differences
    assert [str(each) for each in found if "round 2" in str(each)] == []


def event(*rows: tuple[str, str], header: str = "") -> trf.TrfFile:
    """Players with points and rounds, each."""
    lines = [player(number, rounds, points=points) for number, (points, rounds) in enumerate(rows, 1)]
    return trf.read(file(*header.splitlines(), *lines))


def test_points_say_what_an_unexplained_round_was_worth() -> None:
    """Rounds "0000 - -" of 1 were worth ½, of 2 a whole point, of 3 nothing, of 4 twice ½, of 5 once of two times."""
    read = event(
        ("1.5", "0000 - -,   2 w 1"),
        ("1.0", "0000 - -,   1 b 0"),
        ("0.0", "0000 - -,0000 - Z"),
        ("1.0", "0000 - -,0000 - -"),
        ("0.5", "0000 - -,0000 - -"),
    )
    kinds = [[cell.kind for cell in each.cells if isinstance(cell, Bye)] for each in read.table.entrants]
    half, full, zero = ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO
    assert kinds == [[half], [full], [zero, zero], [half, half], [half, zero]]
    told = [str(each.message) for each in read.repairs if "the points of this line" in str(each.message)]
    assert told[:2] == [
        "round 1: by the points of this line, “-” was a bye worth 0.5",
        "round 1: by the points of this line, “-” was a bye worth 1.0",
    ]
    assert [read.table.points(number) for number in range(1, 6)] == [15, 10, 0, 10, 5]


def test_points_that_no_bye_explains_are_told_as_before() -> None:
    read = event(("3.5", "0000 - -"), ("0.0", "0000 - U"))
    assert read.table.entrants[0].cells == (Bye(ByeKind.ZERO),)
    assert "the line has 3.5 points, its results give 0.0" in " ".join(str(each) for each in read.repairs)


WORDS = {
    "Individual: Round-Robin": ("round-robin", True),
    "Individual: Double Round Robin": ("double-round-robin", True),
    "Rundenturnier": ("round-robin", True),
    "Individual: Swiss-System": ("", False),
    "Knock-Out": ("knock-out", False),
    "Swiss (Dubov)": ("dubov", False),
    "FIDE_BURSTEIN": ("burstein", False),
}


@pytest.mark.parametrize("words", WORDS)
def test_the_words_of_record_092_say_which_format_it_is(words: str) -> None:
    read = event(("1.0", "   2 w 1"), ("0.0", "   1 b 0"), header=f"092 {words}")
    found = read_type(read.document)
    assert (found.system, read.table.predetermined, found.foreign) == (*WORDS[words], None)


@pytest.mark.parametrize("words", ["Swiss (Lim)", "Keizer", "FIDE_LIM"])
def test_a_way_of_pairing_that_is_not_ours_is_said_and_not_taken_for_another(words: str) -> None:
    read = event(("1.0", "   2 w 1"), ("0.0", "   1 b 0"), header=f"092 {words}")
    foreign = read_type(read.document).foreign
    assert str(foreign).startswith(f"The file names an unknown pairing system, “{words}”")
    with pytest.raises(trf.TrfError):
        check_file(read)


@pytest.mark.parametrize("header", ["092 Team: Swiss-System", "192 FIDE_TEAM_TYPEA_MP", "310   1 The Team"])
def test_a_team_event_is_called_one(header: str) -> None:
    read = event(("1.0", "   2 w 1"), ("0.0", "   1 b 0"), header=header)
    assert str(read_type(read.document).foreign).startswith("This is a team event")


def test_players_of_an_individual_event_may_score_for_teams() -> None:
    team = "013 The Team                           1    2"
    read = event(("1.0", "   2 w 1"), ("0.0", "   1 b 0"), header=f"092 Individual: Swiss-System\n{team}")
    assert read_type(read.document).foreign is None


def test_a_check_names_the_format_and_how_it_knows() -> None:
    rows = (("1.0", "   2 w 1"), ("0.0", "   1 b 0"))
    assert [
        str(check_file(event(*rows, header=header)).format) for header in ("", "092 Round Robin", "192 FIDE_DUTCH")
    ] == [
        "Swiss, FIDE (Dutch) System (assumed: not in the file)",
        "Round robin (092 Round Robin)",
        "Swiss, FIDE (Dutch) System (192 FIDE_DUTCH)",
    ]


POINTS = {
    (20, 10): ["BBW  2.0", "BBD  1.0"],
    (30, 10): ["BBW  3.0", "BBD  1.0"],
    (10, 5): [],
}


@pytest.mark.parametrize("worth", POINTS)
def test_points_stand_in_trf16_for_programs_that_read_xxs_and_for_bbppairings(worth: tuple[int, int]) -> None:
    win, draw = worth
    usual = Scoring(win, draw, pairing_bye=win, full_bye=win, half_bye=draw, forfeit_win=win)
    for scoring in (usual, replace(usual, half_bye=5), replace(usual, pairing_bye=10), replace(usual, forfeit_loss=5)):
        table = replace(event(("", ""), ("", "")).table, scoring=scoring)
        written = trf.write(table, dialect=trf.Dialect.TRF16)
        assert trf.read(written).table.scoring == scoring
        assert [line for line in written.decode().splitlines() if line[:3] in ("BBW", "BBD")] == POINTS[worth]
