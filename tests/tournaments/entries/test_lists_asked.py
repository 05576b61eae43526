"""239 lists that were written without the reader: right, or right once the questions that they raise are answered.

Those of `held_back_11` were written by the author of the reader. `expected.json` of `held_back_6` to `held_back_16` has
the players, how each list was read at first (`at_first`), the `answers` that make it right, and why one is still read
otherwise (`missed`).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest import Subtests

from bench.list_questions import TODAY, lists_in, mistakes_in
from testing.marks import some
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.player_lists import read_list
from tournaments.entries.lists.tables import read_file

LISTS = Path(__file__).parents[2] / "data" / "lists"
FOLDERS = [LISTS / f"held_back_{number}" for number in range(6, 17)]
HELD_BACK = {"held_back_6": 20, "held_back_7": 20, "held_back_8": 20, "held_back_9": 20, "held_back_10": 25}
HELD_BACK |= {"held_back_11": 34, "held_back_12": 20, "held_back_13": 20, "held_back_14": 20, "held_back_15": 20}
HELD_BACK |= {"held_back_16": 20}
SOME_LISTS = 7
"""So many of each folder are read without `--all`."""
FEWEST_RIGHT = HELD_BACK | {"held_back_6": 19, "held_back_12": 17}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lists_are_right_once_their_questions_are_answered(folder: Path, subtests: Subtests) -> None:
    lists = lists_in(folder)
    assert len(lists) == HELD_BACK[folder.name]
    kept = [(path, expected) for path, expected in lists if "missed" not in expected]
    assert len(kept) >= FEWEST_RIGHT[folder.name]
    for path, expected in some(SOME_LISTS, kept):
        with subtests.test(path.name):
            assert not mistakes_in(path, expected, expected.get("answers", {}))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_list_that_needs_an_answer_is_taken_without_one(folder: Path, subtests: Subtests) -> None:
    for path, expected in some(SOME_LISTS, lists_in(folder)):
        with subtests.test(path.name):
            try:
                found = read_list(read_file(path.read_bytes()), TODAY)
            except EventRefused:
                continue
            assert set(expected.get("answers", {})) <= {question.key for question in found.open_questions}


@pytest.mark.parametrize("lines", ["Jon", "jon\nmia7", "Name;Rating\nJon;1500"])
def test_one_or_two_players_are_unlike_no_others_so_nothing_is_asked(lines: str) -> None:
    found = read_list(read_file(lines.encode()), TODAY)
    assert len(found.players) in (1, 2) and not found.open_questions


def test_numbers_that_most_names_have_are_no_doubt_and_the_one_that_has_some_is_asked_about() -> None:
    named = "\n".join(f"Player {number:02}" for number in range(1, 13))
    assert not read_list(read_file(named.encode()), TODAY).open_questions
    odd = "Ada Berg\nBen Cole\nCleo Dahl\nDan Eek 12\n"
    assert len(read_list(read_file(odd.encode()), TODAY).open_questions) == 1


def test_what_most_lines_agree_upon_is_read_from_each() -> None:
    def read(text: str) -> list[tuple[str, int | None, str]]:
        found = read_list(read_file(text.encode()), TODAY)
        return [(each.name, each.rating, each.club) for each in found.players]

    before = "1850 Hans Meier - Köln\n1611 Petra Vogt - Bonn\n1988 Uwe Lang - Köln\n"
    assert read(before) == [("Hans Meier", 1850, "Köln"), ("Petra Vogt", 1611, "Bonn"), ("Uwe Lang", 1988, "Köln")]
    counted = "501 Hans Meier - Köln\n502 Petra Vogt - Bonn\n503 Uwe Lang - Köln\n"
    assert [rating for _name, rating, _club in read(counted)] == [None, None, None]
    word = "Jan de Boer BSN 1802\nPiet Mulder BSN 1755\nAnja Bakker BSN 1488\n"
    assert read(word) == [("Jan de Boer", 1802, ""), ("Piet Mulder", 1755, ""), ("Anja Bakker", 1488, "")]
    of_one = "Jan de Boer BSN 1802\nPiet Mulder 1755\nAnja Bakker 1488\n"
    assert read(of_one)[0][0] == "Jan de Boer BSN"
    grades = "Petr Novák 2k Brno\nJiří Dvořák 1d Praha\nEva Malá 8k Plzeň\n"
    assert [(name, club) for name, _rating, club in read(grades)] == [
        ("Petr Novák", "Brno"),
        ("Jiří Dvořák", "Praha"),
        ("Eva Malá", "Plzeň"),
    ]
    introduced = "Hoi, hier is de lijst (rating, naam, plaats):\n1802 Jan de Boer\n1755 Piet Mulder\n1600 Kees Visser\n"
    assert [(name, rating) for name, rating, _club in read(introduced)] == [
        ("Jan de Boer", 1802),
        ("Piet Mulder", 1755),
        ("Kees Visser", 1600),
    ]


def _keys(text: str) -> list[str]:
    return [question.key for question in read_list(read_file(text.encode()), TODAY).open_questions]


def test_empty_boxes_of_a_column_that_says_who_plays_are_asked_about_once() -> None:
    rows = "Ada Berg;1500;{}\nBen Cole;1510;☑\nCleo Dahl;1520;☐\nDan Eek;1530;☑\n"
    assert _keys("Name;Elo;dabei?\n" + rows.format("☐")) == ["box-3"]
    assert not _keys("Name;Elo;bezahlt\n" + rows.format("☐"))
    found = read_list(read_file(("Name;Elo;dabei?\n" + rows.format("☐")).encode()), TODAY, answers={"box-3": "out"})
    assert [player.name for player in found.players] == ["Ben Cole", "Dan Eek"]


def test_a_remark_that_somebody_helps_is_asked_about() -> None:
    rows = "Ada Berg;1500;\nBen Cole;1510;vegan\nCleo Dahl;1520;{}\nDan Eek;1530;\n"
    assert _keys("Name;Elo;Huom.\n" + rows.format("johtaja, ei pelaa")) == ["state-4"]
    assert not _keys("Name;Elo;Huom.\n" + rows.format("bussikyyti"))


def test_a_code_that_a_line_below_explains_is_asked_about() -> None:
    rows = "Ada Berg;1500;\nBen Cole;1510;W\nCleo Dahl;1520;H1\nDan Eek;1530;\n\nCodes: W = withdrawn, H1 = bye\n"
    assert _keys("Name;Elo;Code\n" + rows) == ["mark-7"]


def test_a_line_below_may_correct_a_rating() -> None:
    text = "Ada Berg, 1500\nBen Cole, 1510\ntypo, 1610 not 1510\nCleo Dahl, 1520\nDan Eek, 1530\nEve Fox, 1540\n"
    assert "corrected-2" in _keys(text)
    answers = {"corrected-2": "rating-1610"}
    found = read_list(read_file(text.encode()), TODAY, answers=answers)
    assert found.players[1].rating == 1610


def test_players_of_three_lines_are_read_from_a_page_of_an_event() -> None:
    names = ("Ada Berg", "Ben Cole", "Cleo Dahl", "Dan Eek", "Eve Fox")
    blocks = "".join(f"{name}\nECF 15{at}0 · Leeds\nJoined {at} Nov\n\n" for at, name in enumerate(names))
    text = f"The Cellar\n\nGoing\n{blocks}Not going\nGil Hay\nECF 1700 · York\n"
    found = read_list(read_file(text.encode()), TODAY)
    read = [(player.name, player.rating, player.club) for player in found.players]
    assert read == [(name, 1500 + 10 * at, "Leeds") for at, name in enumerate(names)]
