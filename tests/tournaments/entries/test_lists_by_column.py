"""What only a whole column, or a line beside others, makes clear: dates of births, signs, second answers of a form."""

from __future__ import annotations

from datetime import date

import pytest

from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

TODAY = date(2026, 11, 1)


def read(text: str, **answers: str) -> FoundList:
    return read_list(read_file(text.encode()), TODAY, answers={key.replace("_", "-"): x for key, x in answers.items()})


def births(head: str, *cells: str, names: tuple[str, ...] = ("Ada Berg", "Ben Cole", "Cleo Dahl")) -> list[str]:
    rows = "".join(f"{name};{cell}\n" for name, cell in zip(names, cells, strict=True))
    return [player.birth for player in read(f"Name;{head}\n{rows}").players]


@pytest.mark.parametrize(
    ("cells", "years"),
    [
        (("85.11.30", "01.03.22", "99.05.12"), ["1985", "2001", "1999"]),  # 85 is no day
        (("1985.11.30", "01.03.22", "05.11.30"), ["1985", "2001", "2005"]),  # as a full date of the column
        (("30.11.85", "22.03.01", "12.05.99"), ["1985", "2001", "1999"]),
        (("01.03.12", "05.11.10", "12.05.11"), ["2012", "2010", "2011"]),  # either: the year is last
        (("01.03.24", "05.11.25", "12.05.23"), ["2001", "2005", "2012"]),  # nobody plays at the age of two
        (("25569", "36526", "37257"), ["1970", "2000", "2002"]),  # days, as spreadsheets count them
        (("70", "01", "'08"), ["1970", "2001", "2008"]),
        (("-70", "-01", "-08"), ["1970", "2001", "2008"]),
        (("5", "6", "7"), ["", "", ""]),
        (("10", "11", "12"), ["", "", ""]),  # as likely ages or classes
        (("20160512", "19991231", "20011103"), ["2016", "1999", "2001"]),
        (("12-Mar-88", "3 May 1990", "Nov 30, 2005"), ["1988", "1990", "2005"]),
        (("昭55", "令2", "H12"), ["1980", "2020", "2000"]),
    ],
)
def test_a_column_of_births_tells_how_its_cells_are_written(cells: tuple[str, ...], years: list[str]) -> None:
    assert births("Born", *cells) == years


def test_dates_of_east_asian_lists_begin_with_the_year() -> None:
    names = ("김민수", "이지은", "박준호")
    assert births("생년월일", "01.03.12", "05.11.10", "12.05.11", names=names) == ["2001", "2005", "2012"]


def test_short_years_of_other_calendars_are_not_those_of_the_common_era() -> None:
    names = ("陳志明", "林美玲", "王大同")
    assert births("出生年(民國)", "88", "90", "95", names=names) == ["1999", "2001", "2006"]


def test_numbers_of_other_columns_are_no_days() -> None:
    found = read("Name;Elo;PIN\nAda Berg;1500;25569\nBen Cole;1600;36526\n")
    assert [player.birth for player in found.players] == ["", ""]


def test_a_word_in_a_column_of_ratings_says_that_there_is_none_unless_it_may_be_a_state() -> None:
    text = "Name;Elo\nAda Berg;1500\nBen Cole;{}\nCleo Dahl;1600\nDan Eek;1700\n"
    found = read(text.format("yoxdur"))
    assert [(question.key, question.answer) for question in found.questions] == [("state-3", "player")]
    assert [problem.line for problem in found.problems] == [3]
    assert len(read(text.format("yoxdur"), state_3="out").players) == 3
    assert [question.key for question in read(text.format("withdraws")).open_questions] == ["state-3"]
    assert [question.key for question in read(text.format("GELMEZ")).open_questions] == ["state-3"]


def test_a_second_rating_in_brackets_is_named() -> None:
    found = read("Name;Elo\nAda Berg;1480 (1510)\nBen Cole;1600\n")
    assert [player.rating for player in found.players] == [1480, 1600]
    assert [str(each.message) for each in found.problems] == ["“1480 (1510)” has several ratings: 1480 was read"]


def test_people_to_whom_a_mail_was_sent_are_players() -> None:
    found = read("Ada Berg <ada@example.org>; Cole, Ben <ben@example.org>; Cleo Dahl <cleo@example.org>\n")
    assert [player.name for player in found.players] == ["Ada Berg", "Cole, Ben", "Cleo Dahl"]
    fields = read("Ada Berg <ada@example.org>, Ulm, 1500\nBen Cole <ben@example.org>, Bonn, 1600\n")
    assert [(player.name, player.rating) for player in fields.players] == [("Ada Berg", 1500), ("Ben Cole", 1600)]


def test_who_sent_a_mail_is_not_asked_about() -> None:
    head = "From: Ada Berg <ada@example.org>\nTo: {}\nSubject: our players for you\n\n"
    text = head + "1) Berg, Ada - 1500\n2) Cole, Ben - 1600\n3) Dahl, Cleo - 1700\n"
    assert not read(text.format("open@example.org")).questions


def test_a_line_that_explains_a_sign_is_no_player_of_a_table() -> None:
    found = read("Name;Elo\nAda Berg;1500*\nBen Cole;1600\n* geschätzt;\n")
    assert [player.name for player in found.players] == ["Ada Berg", "Ben Cole"] and not found.questions
    assert len(read("Name;Elo\nAda Berg;1500\nBen Cole;1600\n* Cleo Dahl;\n").players) == 3


def test_a_cell_above_heads_once_more_is_a_heading() -> None:
    found = read("Name;Elo\nAda Berg;1500\nX1;\nName;Elo\nBen Cole;1600\nCleo Dahl;1700\n")
    assert [player.name for player in found.players] == ["Ada Berg", "Ben Cole", "Cleo Dahl"] and not found.questions


def test_a_word_for_no_club_may_be_cut_off() -> None:
    found = read("Imię i nazwisko;Klub\nJan Kowalski;niestow.\nAnna Lis;Hetman\nEwa Zając;Hetm.\n")
    assert [player.club for player in found.players] == ["", "Hetman", "Hetm."]


def test_a_reading_in_brackets_is_no_part_of_a_name() -> None:
    found = read("No,氏名（よみ）,棋力\n1,山口 陽菜（やまぐち ひな）,初段\n2,松本大翔(まつもとひろと),1級\n")
    assert [player.name for player in found.players] == ["山口 陽菜", "松本大翔"] and not found.questions


def test_an_age_beside_a_name_is_no_club() -> None:
    found = read("- Tim Bakker, 11 jaar\n- Ada Berg, 1500\n- Ben Cole, 1600, Ulm\n")
    assert [player.club for player in found.players] == ["", "", "Ulm"]


FORM = "Timestamp;Name;Club;Rating;Anything else we should know?\n"


def test_an_answer_that_was_sent_again_completes_the_first() -> None:
    found = read(f"{FORM}1.5.;Ada Berg;Ulm;;\n2.5.;Ben Cole;Bonn;1600;\n3.5.;Ada Berg;Ulm;1500;forgot my rating\n")
    assert [(player.line, player.name, player.rating) for player in found.players] == [
        (2, "Ada Berg", 1500),
        (3, "Ben Cole", 1600),
    ]
    assert [problem.line for problem in found.problems] == [4]


def test_an_answer_that_was_sent_again_to_cancel_is_asked_about() -> None:
    rows = "1.5.;Ada Berg;Ulm;1500;\n2.5.;Ben Cole;Bonn;1600;\n"
    again = f"{FORM}{rows}3.5.;Ada Berg;Ulm;1500;Sorry, I can't come any more, please take me off\n"
    assert [question.key for question in read(again).open_questions] == ["state-2"]
    assert [player.name for player in read(again, state_2="out").players] == ["Ben Cole"]
