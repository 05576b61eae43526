"""manage.py tiebreaks: start number, rank and values, tab-separated."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.swiss_corpus import tie_breaks, tournaments
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player


def test_values_and_ranks_are_those_of_the_reference(run: Runner, folder: Path) -> None:
    (folder / "g0022.trf").write_bytes(tournaments()["g0022"])
    head, reference = tie_breaks("g0022")
    answer = run("tiebreaks", "g0022.trf", "--list", ",".join(head[2:]))
    rows = [line.split("\t") for line in answer.lines]
    assert answer.code == 0
    assert [row[0] for row in rows] == [str(number) for number in sorted(reference)]
    for row in rows:
        assert list(map(float, row)) == list(map(float, reference[int(row[0])]))


THREE = (
    player(1, "   2 w 1,0000 - U", rating="1800"),
    player(2, "   1 b 0,   3 w 1", rating="1700"),
    player(3, "0000 - U,   2 b 0", rating="1600"),
)


def test_rows_stand_by_start_number_with_the_decimals_of_each_tie_break(run: Runner, folder: Path) -> None:
    """1 has 2 points, 2 and 3 one each. Buchholz: a dummy is worth at most two draws, so 1 + 1, 2 + 1, 1 + 1."""
    (folder / "three.trf").write_text(file(*THREE))
    answer = run("tiebreaks", "three.trf", "--list", "BH,SB,DE,ARO")
    assert answer.lines == ["1\t1\t2.0\t2.00\t0\t1700", "2\t2\t3.0\t1.00\t0\t1700", "3\t3\t2.0\t1.00\t0\t1700"]


def test_the_list_of_the_file_ranks_where_none_is_given(run: Runner, folder: Path) -> None:
    (folder / "three.trf").write_text(file(*THREE, "202 DE"))
    assert run("tiebreaks", "three.trf").lines == ["1\t1\t0", "2\t2\t1", "3\t3\t2"]


def test_a_value_that_there_is_not_is_written_as_the_field_does(run: Runner, folder: Path) -> None:
    (folder / "two.trf").write_text(file(player(1, "   2 w 1"), player(2, "   1 b 0")))
    assert run("tiebreaks", "two.trf", "--list", "DE,TPR").lines == ["1\t1\t0\t-0", "2\t2\t0\t-0"]


def test_several_files_have_their_names(run: Runner, folder: Path) -> None:
    (folder / "a.trf").write_text(file(*THREE))
    (folder / "b.trf").write_text("001")
    answer = run("tiebreaks", "a.trf", "b.trf", "--list", "WIN")
    assert answer.lines == ["# a.trf", "1\t1\t2", "2\t2\t1", "3\t2\t1"]
    assert answer.code == 3


def test_sums_stand_below_their_row(run: Runner, folder: Path) -> None:
    (folder / "three.trf").write_text(file(*THREE))
    lines = run("tiebreaks", "three.trf", "--list", "SB", "--explain").lines
    assert lines[1] == "    SB: 2.00 = 1×1 (beat Somebody) + 1×1 (bye)"


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB", "MB"])
def test_buchholz_is_no_tie_break_of_a_round_robin(code: str, run: Runner, folder: Path) -> None:
    rows = (player(1, "   2 w 1", rank=1), player(2, "   1 b 0", rank=2))
    (folder / "robin.trf").write_text(file("192 BERGER_ROUNDROBIN", f"202 {code}", *rows))
    for command in (("tiebreaks", "robin.trf", "--list", f"SB,{code}"), ("checkpairings", "robin.trf")):
        answer = run(*command)
        assert (answer.code, answer.out) == (3, "")
        assert answer.err == f"robin.trf: {code} has no meaning in a format with fixed pairings.\n"
    assert run("tiebreaks", "robin.trf", "--list", "SB,DE,KS").code == 0


def test_an_unknown_tie_break_is_bad_input(run: Runner, folder: Path) -> None:
    (folder / "three.trf").write_text(file(*THREE))
    answer = run("tiebreaks", "three.trf", "--list", "NOPE")
    assert answer.code == 3
    assert answer.err.strip() == "three.trf: no tie-break is called 'NOPE'"
