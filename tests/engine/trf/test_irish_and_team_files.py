"""Shapes of real files: byes that only the points know, days with points, and what files of teams have."""

from __future__ import annotations

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind
from tests.engine.trf.trf_lines import file, player

NOT_READ = "teams: events of teams are not read yet"
GOOD = (player(1, "   2 w 1"), player(2, "   1 b 0"))


@pytest.mark.parametrize("blank", ["     -  ", "0000 -  ", "        "])
def test_a_round_without_a_result_is_a_bye_where_the_points_say_so(blank: str) -> None:
    """Player 3 had half a point in round 1, 4 nothing, 5 twice half a point; of 6 no bye explains the points."""
    read = trf.read(
        file(
            player(1, "   2 w 1,   3 w 1", points="2.0"),
            player(2, f"   1 b 0,{blank}", points="0.5"),
            player(3, f"{blank},   1 b 0", points="0.5"),
            player(4, f"{blank},{blank}", points="0.0"),
            player(5, f"{blank},{blank}", points="1.0"),
            player(6, f"{blank},{blank}", points="3.5"),
        )
    )
    kinds = [[cell.kind for cell in each.cells if isinstance(cell, Bye)] for each in read.table.entrants]
    half, zero = ByeKind.HALF, ByeKind.ZERO
    assert kinds == [[], [half], [half], [zero, zero], [half, half], [zero, zero]]
    assert [read.table.points(number) for number in range(1, 7)] == [20, 5, 5, 0, 10, 0]
    told = [f"{each.number} {each.message}" for each in read.repairs]
    said = "by the points of this line, there was a bye worth 0.5"
    assert told[:4] == [f"2 round 2: {said}", f"3 round 1: {said}", f"5 round 1: {said}", f"5 round 2: {said}"]
    assert "the line has 3.5 points, its results give 0.0: the results were used" in told[4]


def test_days_of_rounds_with_the_month_in_front_are_read() -> None:
    line = " " * 91 + "11.25.02  11.26.02"
    read = trf.read(file("132" + line[3:], *GOOD))
    assert read.document.round_dates == ("02/11/25", "02/11/26")


LEGENDS = [
    "CCC SSS",
    "BBB T RRR",
    "AAA NNN PPPP",
    "OOO TTT RRR",
    "UUU MMMM GGGG RRR TTTT TTTT",
    "FFF RRR TTT",
    "III SSSS NNNN…",
    "CCC SSS NNNNNNNNNN FFFFF EEEEEE RRR  PPP1 PPP2",
    "AAA MMMM GGGG RRF RRL PPPF PPPL",
    "UUU MMMM GGGG 111 222 333",
    "III TTT NNNNN MMMM GGGGGG  T01 C GGGGf  T02 C GGGGf",
]


@pytest.mark.parametrize("line", LEGENDS)
def test_legends_of_records_of_teams_are_left_out_and_told(line: str) -> None:
    read = trf.read(file("012 Cup", line, *GOOD))
    assert [str(each) for each in read.repairs] == [f"line 2: this line explains the columns: it was left out: {line}"]


@pytest.mark.parametrize("line", ["AAA some words", "CCC 12", "ABC DDD"])
def test_what_is_not_a_letter_a_column_is_no_legend(line: str) -> None:
    try:
        told = [str(each) for each in trf.read(file(line, *GOOD)).repairs]
    except trf.TrfError as error:
        told = [str(error)]
    assert "explains the columns" not in " ".join(told)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (
            ["250  2.0  1.0   1   2    1    2"],
            "record 250 gives match points to teams: events of teams are not read yet",
        ),
        (["299 W  2.0   2.0   1    1"], f"record 299 gives match points to {NOT_READ}"),
        (
            ["310   1 Red" + " " * 60 + "   1    2", "240 H   1    1"],
            f"record 240 has byes of {NOT_READ}",
        ),
    ],
)
def test_what_teams_alone_have_is_refused_for_that_reason(lines: list[str], why: str) -> None:
    with pytest.raises(trf.TrfError) as refused:
        trf.read(file(*lines, *GOOD))
    assert [str(each.message) for each in refused.value.problems] == [why]


def test_acceleration_of_players_with_no_match_points_written_out_is_read() -> None:
    """gacrux writes 0.0 match points for players, who have none."""
    table = trf.read(file("250  0.0  0.5   1   2    1    1", *GOOD)).table
    assert [each.accelerated for each in table.entrants] == [(5, 5), ()]


def test_abnormal_points_of_a_player_are_those_of_the_round_and_are_written_again() -> None:
    """Player 1 won and gets 2 points for it; player 2 has half a point taken away in the round."""
    lines = ("299 W         2.0  001    1", "299          -0.5  001    2")
    read = trf.read(file(*GOOD, *lines))
    assert [read.table.points(number) for number in (1, 2)] == [20, -5]
    written = trf.write(read.table, read.document)
    assert trf.read(written).table.entrants == read.table.entrants
    again = trf.read(written)
    assert trf.write(again.table, again.document) == written
    with pytest.raises(trf.TrfError, match="TRF16 has no place for abnormal points"):
        trf.write(read.table, read.document, trf.Dialect.TRF16)


def test_a_comment_of_another_program_is_kept_as_one() -> None:
    read = trf.read(file("# made by hand", "012 Cup", *GOOD))
    assert read.document.comments == ("made by hand",)
    assert read.repairs == ()
