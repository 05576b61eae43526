"""What other programs write that no specification has: rulers, legends, other orders of days, missing colours."""

from __future__ import annotations

import pytest

from engine.tournament import trf
from engine.tournament.trf_check import check_file
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
    with pytest.raises(trf.TrfError, match="line 1: this record is not known"):
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
