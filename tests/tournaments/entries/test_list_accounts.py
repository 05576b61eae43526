"""What stands in a list is accounted for: headings, text around it, merged and struck cells, numbers of players."""

from __future__ import annotations

import io
from datetime import date

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

TODAY = date(2026, 11, 1)
TEAMS = "1. Ada Byron 1812\n2. Kurt Blume 1455\n\nSV Pferd\n1. Ina Sommer 2044\n2. Mia Wolf 1650\n"
MERGED = "Name;Verein;DWZ\nAda Byron;SV Turm;1812\nKurt Blume;;1455\nIna Sommer;SK Pferd;2044\nMia Wolf;;1650\n"
MAIL = "1. Ada Byron 1812\n2. Kurt Blume 1455\n3. Ina Sommer 2044\n\n"


def read(text: str, **answers: str) -> FoundList:
    keys = {key.replace("_", "-"): answer for key, answer in answers.items()}
    return read_list(read_file(text.encode()), TODAY, answers=keys)


def clubs(found: FoundList) -> list[str]:
    return [player.club for player in found.players]


def keys(found: FoundList) -> list[str]:
    return [question.key for question in found.questions]


def test_headings_between_players_are_their_clubs_if_it_is_answered_so() -> None:
    text = f"SV Turm\n{TEAMS}"
    assert keys(read(text)) == ["headings"] and clubs(read(text)) == [""] * 4
    assert clubs(read(text, headings="club")) == ["SV Turm", "SV Turm", "SV Pferd", "SV Pferd"]
    assert clubs(read(text, headings="out")) == [""] * 4 and not read(text, headings="out").open_questions


def test_groups_of_an_event_are_no_clubs_and_not_asked_about() -> None:
    assert not keys(read(f"Open A\n{TEAMS.replace('SV Pferd', 'Damen U16')}"))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("down", ["SV Turm", "SV Turm", "SK Pferd", "SK Pferd"]), ("unused", ["SV Turm", "", "SK Pferd", ""])],
)
def test_a_club_beside_the_first_of_its_players_holds_for_the_others_if_it_is_answered_so(
    answer: str, expected: list[str]
) -> None:
    assert keys(read(MERGED)) == ["below-2"]
    assert clubs(read(MERGED, below_2=answer)) == expected


def test_sentences_that_name_players_and_others_are_asked_about() -> None:
    text = f"{MAIL}Statt Kurt Blume kommt vielleicht Mia Wolf (Elo 1650, geb. 1990).\n"
    assert keys(read(text)) == ["state-2", "line-5"]
    found = read(text, state_2="out", line_5="add")
    assert [(player.name, player.rating, player.birth) for player in found.players] == [
        ("Ada Byron", 1812, ""),
        ("Ina Sommer", 2044, ""),
        ("Mia Wolf", 1650, "1990"),
    ]


@pytest.mark.parametrize(("text", "asked"), [("Gesamt: 4 Spieler\n", ["count"]), ("Gesamt: 3 Spieler\n", [])])
def test_a_number_of_players_that_the_list_says_is_compared(text: str, asked: list[str]) -> None:
    assert keys(read(MAIL + text)) == asked


def test_lines_without_the_number_that_all_others_have_are_asked_about() -> None:
    numbered = "1. Ada Byron 1812\n2. Kurt Blume 1455\n{}3. Ina Sommer 2044\n4. Mia Wolf 1650\n5. Eva Au\n"
    assert keys(read(numbered.format("Jana Turm\n"))) == ["line-3"]
    assert not keys(read(numbered.format("")))


def test_a_scale_below_zero_cannot_be_kept() -> None:
    found = read("Name;Scale\nAda Byron;150\nKurt Blume;-340\nIna Sommer;-1188\n")
    (question,) = found.questions
    assert "below zero" in str(question.message) and [choice.key for choice in question.choices] == ["unused"]


def test_ditto_says_what_stands_above() -> None:
    assert clubs(read("Name;Verein\nAda Byron;SV Turm\nKurt Blume;〃\nIna Sommer;dto.\n")) == ["SV Turm"] * 3


def test_cells_of_a_workbook_that_are_merged_or_struck() -> None:
    book = Workbook()
    sheet = book.active
    for row in (
        ["Club", "Name", "Elo"],
        ["SV Turm", "Ada Byron", 1812],
        [None, "Kurt Blume", 1455],
        [None, "Ina Sommer", 2044],
    ):
        sheet.append(row)
    sheet.merge_cells("A2:A4")
    for row_of_cells in sheet.iter_rows(min_row=3, max_row=3, min_col=2):
        for cell in row_of_cells:
            cell.font = Font(strike=True)
    output = io.BytesIO()
    book.save(output)
    found = read_list(read_file(output.getvalue()), TODAY)
    assert [(player.name, player.club) for player in found.players] == [
        ("Ada Byron", "SV Turm"),
        ("Ina Sommer", "SV Turm"),
    ]
    assert [(line.line, str(line.message)) for line in found.left_out] == [(3, "withdrawn, not a player")]


def test_struck_rows_of_a_page_are_left_out() -> None:
    rows = "<tr><td>Ada Byron<td>1812<tr style='text-decoration: line-through'><td>Kurt Blume<td>1455"
    found = read(f"<table><tr><th>Name<th>Elo{rows}<tr><td><s>Mia Wolf</s><td>1650<tr><td>Ina Sommer<td>2044</table>")
    assert [player.name for player in found.players] == ["Ada Byron", "Ina Sommer"]


def test_names_are_read_and_not_their_readings() -> None:
    rows = "1\tタナカ ハナ\t田中 花\t1800\n2\tスズキ ケン\t鈴木 健\t1700\n3\tモリ ジュン\t森 潤\t1600\n"
    found = read(f"No.\t氏名\t\tレート\n{rows}")
    assert [player.name for player in found.players] == ["田中 花", "鈴木 健", "森 潤"]


def test_codes_of_countries_in_cyrillic() -> None:
    found = read("Име;Фед.;Рејтинг\nНенад Петровић;СРБ;2288\nВук Шћепановић;ЦГО;1866\n")
    assert [player.country for player in found.players] == ["RS", "ME"]
