"""Lines that cannot be read, each refused with its number and reason; and what is repaired instead."""

from __future__ import annotations

import pytest

from gipf_engine.results import SideResult
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, Meeting
from tests.engine.trf.trf_lines import file, player

GOOD = (player(1, "   2 w 1"), player(2, "   1 b 0"))

REFUSED = {
    "a number that is none": ((player("x1"), player(2)), 1, "columns 5-8 must hold a pairing number"),
    "a number of zero": ((player(0), player(2)), 1, "columns 5-8 must hold a pairing number"),
    "a number of five digits": ((player(12345), player(2)), 1, "columns 5-8 must hold a pairing number"),
    "a number twice": ((player(1), player(1)), 1, "appears more than once"),
    "a rating that is none": ((player(1, rating="high"), player(2)), 1, "columns 49-52 must hold a rating"),
    "an opponent who is not there": ((player(1, "   3 w 1"), player(2)), 1, "round 1: there is no opponent 3"),
    "oneself as opponent": ((player(1, "   1 w 1"), player(2)), 1, "round 1: there is no opponent 1"),
    "an opponent who has another one": (
        (player(1, "   2 w 1"), player(2, "   3 w 1"), player(3, "   2 b 0")),
        1,
        "round 1: 2 has another opponent",
    ),
    "one game, one colour": ((player(1, "   2 w 1"), player(2, "   1 w 0")), 1, "and 2 have that colour"),
    "two winners": ((player(1, "   2 w 1"), player(2, "   1 b 1")), 1, "does not go with that of 2"),
    "a win against a half": ((player(1, "   2 w 1"), player(2, "   1 b =")), 1, "does not go with that of 2"),
    "half a point by forfeit": ((player(1, "   2 w ="), player(2, "   1 b -")), 1, "does not go with that of 2"),
    "a game and a forfeit in one": ((player(1, "   2 w 1"), player(2, "   1 b -")), 1, "does not go with that of 2"),
    "a bye against an opponent": ((player(1, "   2 w H"), player(2, "   1 b 0")), 1, "does not go with that of 2"),
    "a letter that is none": ((player(1, "   2 w X"), player(2, "   1 b 0")), 1, "round 1: “2 w X” is not opponent"),
    "a colour that is none": ((player(1, "   2 g 1"), player(2, "   1 b 0")), 1, "“2 g 1” is not opponent"),
    "columns that are shifted": (
        (player(1, "   2 w 1") + " 1 3 w 1", player(2, "   1 b 0")),
        1,
        "columns of this line",
    ),
    "a loss with nobody": ((player(1, "0000 - L"), player(2)), 1, "round 1: this result needs an opponent"),
    "two pairing-allocated byes": ((player(1, "0000 - U"), player(2, "0000 - U")), 2, "after that of 1"),
    "a bye where a game stands": ((*GOOD, "240 H   1    1"), 3, "1 has something else in round 1"),
    "a bye for nobody": ((*GOOD, "240 H   2    7"), 3, "there is no entrant 7"),
    "a bye of no kind": ((*GOOD, "240 Q   2    1"), 3, "column 5 must be F, H or Z"),
    "a bye in no round": ((*GOOD, "240 H   x    1"), 3, "columns 7-9 must hold a round"),
    "absent letters": ((*GOOD, "XXZ one"), 3, "these are not pairing numbers"),
    "a forbidden stranger": ((*GOOD, "XXP 1 9"), 3, "there is no entrant 9"),
    "acceleration without rounds": ((*GOOD, "250       1.0      1    1    2"), 3, "columns 15-31 must hold"),
    "acceleration that contradicts itself": ((*GOOD, "XXA    1  1.0", "XXA    1  0.5"), 4, "contradict another line"),
    "virtual points that are none": ((*GOOD, "XXA    1  abc"), 3, "not numbers in tenths"),
    "rounds that are none": ((*GOOD, "XXR many"), 3, "this is not a number of rounds"),
    "two numbers of rounds": ((*GOOD, "142 5", "XXR 6"), 4, "announces another number of rounds"),
    "two first colours": ((*GOOD, "152 W", "XXC black1"), 4, "has a different first colour"),
    "no first colour": ((*GOOD, "152 G"), 3, "the first colour must be W or B"),
    "an order of pairing that is not ours": ((*GOOD, "XXC rank"), 3, "“rank” is not supported here"),
    "points in hundredths": ((*GOOD, "162  W1.25"), 3, "“1.25” is not a number of points in tenths"),
    "points for nothing known": ((*GOOD, "XXS QQ=1"), 3, "unknown case, “QQ”"),
    "points that contradict each other": ((*GOOD, "162  W 3.0", "BBW  2.0"), 4, "contradict those of another record"),
    "points by colour": ((*GOOD, "XXS WW=1.0 BW=1.5"), 3, "points that depend on the colour"),
    "abnormal points of no kind": ((*GOOD, "299 X         2.0  001    1"), 3, "column 5 must be W, D, L, F"),
    "abnormal points that are none": ((*GOOD, "299 W         two  001    1"), 3, "8-11 and 14-17 must hold points"),
    "abnormal points without points": ((*GOOD, "299 W              001    1"), 3, "this record gives no points"),
    "abnormal points in no round": ((*GOOD, "299 W         2.0  one    1"), 3, "columns 20-22 must hold a round"),
    "abnormal points of nobody": ((*GOOD, "299 W         2.0  001    9"), 3, "there is no entrant 9"),
    "a record nobody knows": ((*GOOD, "999 hello"), 3, "unknown record"),
    "an unknown extension": ((*GOOD, "XXQ 1"), 3, "unknown record"),
    "a name twice": (("012 A", "012 B", *GOOD), 2, "appears a second time"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_line_that_cannot_be_read_is_named_with_its_reason(case: str) -> None:
    lines, number, reason = REFUSED[case]
    with pytest.raises(trf.TrfError) as refused:
        trf.read(file(*lines))
    first = refused.value.problems[0]
    assert first.number == number
    assert reason in str(first)
    assert str(first).endswith(lines[number - 1].rstrip())


def test_all_bad_lines_are_told_at_once_in_their_order() -> None:
    with pytest.raises(trf.TrfError) as refused:
        trf.read(file("999 x", player(0), player(1), "XXR -3"))
    assert [problem.number for problem in refused.value.problems] == [1, 2, 4]


def test_a_file_without_entrants_is_refused() -> None:
    with pytest.raises(trf.TrfError, match="no 001 line"):
        trf.read(b"")


REPAIRED = {
    "a missing result is taken from the other side": (
        (player(1, "   2 w 1"), player(2, "   1 b  ")),
        "line 2: round 1: the result was taken from the line of 1",
    ),
    "a missing colour is taken from the other side": (
        (player(1, "   2 w 1"), player(2, "   1 - 0")),
        "line 2: round 1: the colour was taken from the line of 1",
    ),
    "a result with nobody is a bye": (
        (player(1, "0000 - +"), player(2, "0000 - U")),
        "line 1: round 1: “+” without an opponent was read as a bye worth as much",
    ),
    "a team passes through": ((*GOOD, "013 The Team                           1    2"), "line 3: kept as it is"),
    "a national record passes through": ((*GOOD, "GER    1 m    Somebody"), "line 3: kept as it is"),
    "a wrong count is replaced": ((*GOOD, "062 17"), "line 3: the number was replaced: there are 2"),
    "too few rounds are raised": (
        (player(1, "   2 w 1,   2 b 1"), player(2, "   1 b 0,   1 w 0"), "142 1"),
        "The file announces 1 rounds but has 2",
    ),
    "points of unknown results are left out": ((*GOOD, "162  X 0.5"), "line 3: points of unknown results"),
    "points that are no number": ((player(1, points="??"), player(2)), "line 1: columns 81-84 hold no points"),
}


@pytest.mark.parametrize("case", REPAIRED)
def test_what_is_not_taken_as_it_stands_is_listed(case: str) -> None:
    lines, said = REPAIRED[case]
    repairs = trf.read(file(*lines)).repairs
    assert len(repairs) == 1
    assert str(repairs[0]).startswith(said)


def test_repaired_results_count_as_the_other_side_says() -> None:
    table = trf.read(file(player(1, "   2 w 1"), player(2, "   1 b  "))).table
    cell = table.entrants[1].cells[0]
    assert isinstance(cell, Meeting)
    assert cell.games[0].outcome is SideResult.LOSS


def test_old_byes_are_worth_what_their_letter_was() -> None:
    lines = (player(1, "0000 - +"), player(2, "0000 - ="), player(3, "0000 - -"), player(4, "0000 - U"))
    cells = [entrant.cells[0] for entrant in trf.read(file(*lines)).table.entrants]
    assert cells == [Bye(ByeKind.FULL), Bye(ByeKind.HALF), Bye(ByeKind.ZERO), Bye(ByeKind.PAIRING)]


def test_a_file_in_another_encoding_is_read_and_said() -> None:
    text = file(player(1, "   2 w 1", name="Grünfeld"), player(2, "   1 b 0"))
    read = trf.read(text.encode("cp1252"))
    assert read.table.entrants[0].name == "Grünfeld"
    assert "not UTF-8" in str(read.repairs[0])


def test_a_byte_order_mark_is_dropped_and_said() -> None:
    read = trf.read(file(*GOOD).encode("utf-8-sig"))
    assert read.table.rounds_played == 1
    assert "byte order mark" in str(read.repairs[0])
