"""Shapes that organisers write: chats, teams, pages of PDF files, columns without heads, reserves, two ratings."""

from __future__ import annotations

from datetime import date
from time import process_time

import pytest

from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

TODAY = date(2026, 11, 1)


def read(text: str, **answers: str) -> FoundList:
    return read_list(read_file(text.encode()), TODAY, answers={key.replace("_", "-"): x for key, x in answers.items()})


def names(found: FoundList) -> list[str]:
    return [player.name for player in found.players]


def keys(found: FoundList) -> list[str]:
    return [question.key for question in found.open_questions]


def settled(found: FoundList) -> dict[str, str]:
    """What the reader answered itself."""
    return {question.key: question.answer for question in found.questions if not question.is_open}


def chat(*messages: tuple[str, str]) -> str:
    return "\n".join(f"[12/10/26, 21:{at:02}:03] {who}: {said}" for at, (who, said) in enumerate(messages))


def test_who_answers_in_a_chat_is_a_player_until_a_later_message_says_no() -> None:
    said = [("Ada Berg", "I'm in!"), ("Ben Cole", "+1"), ("Cleo Dahl", "count me in 1650"), ("Dan Eek", "can't come")]
    found = read(chat(*said))
    assert names(found) == ["Ada Berg", "Ben Cole", "Cleo Dahl"] and found.players[2].rating == 1650
    assert names(read(chat(*said, ("Ben Cole", "sorry, I can't make it")))) == ["Ada Berg", "Cleo Dahl"]
    back = read(chat(*said, ("Ben Cole", "sorry, I can't make it"), ("Ben Cole", "I'm in")))
    assert names(back) == ["Ada Berg", "Ben Cole", "Cleo Dahl"]


def test_one_answer_alone_makes_no_chat_of_answers() -> None:
    found = read(chat(("Ada Berg", "Ada Berg 1500"), ("Ben Cole", "me"), ("Cleo Dahl", "Cleo Dahl 1600")))
    assert names(found) == ["Ada Berg", "me", "Cleo Dahl"] and keys(found) == ["line-2"]


def test_who_cancels_is_known_by_the_entry_that_was_written_before() -> None:
    written = chat(("Rubi", "Rubi Alonso 1744"), ("+34 600 111 222", "Nerea Montes 1500"), ("Jo", "Joan Roca 1600"))
    cancelled = written + "\n" + chat(("+34 600 111 222", "no puedo"), ("Rubi", "al final no puedo"))
    assert names(read(written)) == ["Rubi Alonso", "Nerea Montes", "Joan Roca"]
    assert names(read(cancelled)) == ["Joan Roca"]


def test_marks_of_direction_and_what_the_program_writes_are_no_players() -> None:
    text = (
        "\u200e[12.10.2026, 18:02:11] דנה לוי: דנה לוי 1650\n"
        "\u200f[12.10.2026, 18:05:11] יוסי כהן: \u200eיוסי כהן הצטרף באמצעות קישור\n"
        "\u200f[12.10.2026, 18:09:11] יוסי כהן: יוסי כהן 1820\n"
        "[12.10.2026, 18:11:00] \u200eרון שקד: \u200eתמונה הושמטה\n"
    )
    assert names(read(text)) == ["דנה לוי", "יוסי כהן"]


@pytest.mark.parametrize("heading", ["Team Bern %d", "Équipe %s", "تیم %s", "チーム%s", "SV Turm %d", "BRISTOL %s"])
def test_headings_of_teams_are_no_players_and_are_asked_about(heading: str) -> None:
    one, two = (heading.replace("%d", number).replace("%s", letter) for number, letter in (("1", "A"), ("2", "B")))
    text = f"{one}\nAda Berg 1500\nBen Cole 1600\n\n{two}\nCleo Dahl 1700\nDan Eek 1800\n"
    assert keys(read(text)) == ["headings"]
    found = read(text, headings="club")
    assert [(each.name, each.club) for each in found.players] == [
        ("Ada Berg", one), ("Ben Cole", one), ("Cleo Dahl", two), ("Dan Eek", two)
    ]  # fmt: skip
    assert len(read(text, headings="player").players) == 6


def test_the_word_before_the_name_of_a_team_can_be_left_out() -> None:
    text = "Team Bern 1 (2 Spieler)\nAda Berg 1500\nBen Cole 1600\nTeam Thun (2 Spieler)\nCleo Dahl\nDan Eek\n"
    assert [each.club for each in read(text, headings="bare").players] == ["Bern 1", "Bern 1", "Thun", "Thun"]
    assert [each.club for each in read(text, headings="club").players][1:3] == ["Team Bern 1", "Team Thun"]


def test_a_number_that_counts_the_lines_below_makes_a_heading() -> None:
    text = "Los Alfiles - 2 jugadores\nAda Berg\nBen Cole\n\nTorre - 3 jugadores\nCleo Dahl\nDan Eek\nEva Fox\n"
    assert [each.club for each in read(text, headings="club").players] == ["Los Alfiles"] * 2 + ["Torre"] * 3


def test_headings_of_teams_in_a_narrow_table_are_asked_about() -> None:
    text = "Name;Elo\nTurm;\nAda Berg;1500\nBen Cole;1600\nPferd;\nCleo Dahl;1700\nDan Eek;1650\n"
    assert keys(read(text)) == ["headings"]
    assert [each.club for each in read(text, headings="club").players] == ["Turm", "Turm", "Pferd", "Pferd"]
    assert len(read(text, headings="player").players) == 6
    unrated = text.replace("Turm;\n", "Eva Fox;1400\nTom Turm;\n").replace("Pferd", "Uwe Pferd")
    assert len(read(unrated).players) == 7


PAGE = "Nr.  Name             Verein      DWZ\n"
FIRST = "1    Ada Berg         SC Turm     1500\n2    Ben Cole         SF Süd      1600\n"


@pytest.mark.parametrize(
    "between",
    ["\f", "Seite 1 von 2\n", "\n", "- 1 -\n", "Meldeliste 2026\n", f"1 / 2\n\n{PAGE}", f"\fMeldeliste 2026\n\n{PAGE}"],
)
def test_pages_go_on_without_heads_and_with_columns_that_moved(between: str) -> None:
    second = "  3   Cleo Dahl          SC Turm       1700\n  4   Dan Eek            SK Au\n"
    found = read(f"Meldeliste 2026\n\n{PAGE}{FIRST}{between}{second}")
    assert [(each.name, each.club, each.rating) for each in found.players] == [
        ("Ada Berg", "SC Turm", 1500),
        ("Ben Cole", "SF Süd", 1600),
        ("Cleo Dahl", "SC Turm", 1700),
        ("Dan Eek", "SK Au", None),
    ]
    assert not keys(found)


def test_a_column_without_a_head_holds_titles_in_aligned_text_and_federations_in_a_table() -> None:
    rows = " 1   GM   Ada Berg     2500\n 2        Ben Cole     2400\n 3   FM   Cleo Dahl    2300\n"
    text = f"Nr.       Name         Elo\n{rows}"
    assert [each.title for each in read(text).players] == ["GM", "", "FM"]
    table = "Name,,Elo\nAda Berg,GER,2500\nBen Cole,AUT,2400\nCleo Dahl,SUI,2300\n"
    assert [each.country for each in read(table).players] == ["DE", "AT", "CH"]


@pytest.mark.parametrize(
    "heading", ["Ersatz", "Remplaçants", "Reserve:", "Waiting list", "ذخیره", "補欠", "قائمة الاحتياط"]
)
@pytest.mark.parametrize("separator", [" ", ";"])
def test_players_below_the_heading_of_a_reserve_wait_unless_answered(heading: str, separator: str) -> None:
    rows = [("Ada Berg", "1500"), ("Ben Cole", "1600"), ("Cleo Dahl", "1700")]
    lines = [separator.join(row) for row in (*rows, (heading, ""), ("Tom Fox", "1400"))]
    text = "\n".join(["Name;Elo", *lines] if separator == ";" else [*lines[:3], "", *lines[3:]])
    found = read(text)
    assert settled(found) == {"waiting": "out"} and len(found.players) == 3
    assert names(read(text, waiting="out"))[-1] == "Cleo Dahl"
    assert names(read(text, waiting="player"))[-1] == "Tom Fox"


@pytest.mark.parametrize(
    "below",
    [
        "Reserve:\nTom Fox 1400 (was told already, he comes)",
        "Reserve:\nTom Fox 1400\n\nTeam B\nEve Orr 1500\nIan Ash 1490",
        "Reserve:\nTom Fox 1400\nEve Orr 1500\nIan Ash 1490\nUma Lee 1480",
    ],
)
def test_reserves_of_whom_more_is_said_or_that_are_not_the_end_are_asked_about(below: str) -> None:
    assert "waiting" in keys(read(f"Ada Berg 1500\nBen Cole 1600\nCleo Dahl 1700\n\n{below}\n"))


def test_a_substitute_on_a_board_is_asked_about() -> None:
    text = "Brett;Name;Elo\n1;Ada Berg;1500\n2;Ben Cole;1600\nErsatz;Tom Fox;1400\n"
    assert keys(read(text)) == ["waiting"]
    assert names(read(text, waiting="player"))[-1] == "Tom Fox"


def test_those_below_the_heading_of_who_cancelled_do_not_play() -> None:
    assert names(read("Ada Berg 1500\nBen Cole 1600\n\nAbgemeldet:\nTom Fox 1400\n")) == ["Ada Berg", "Ben Cole"]


def test_a_national_rating_beside_one_of_fide_can_be_chosen_if_players_have_both() -> None:
    text = "Name;{};{}\nAda Berg;1500;1600\nBen Cole;;1700\nCleo Dahl;1800;1888\n"
    assert settled(read(text.format("FIDE Elo", "DWZ"))) == {"column-3": "spare"}
    assert settled(read(text.format("DWZ", "FIDE Elo"))) == {"column-2": "unused"}
    assert [each.rating for each in read(text.format("FIDE Elo", "DWZ")).players] == [1500, 1700, 1800]
    full = read(text.format("FIDE Elo", "DWZ").replace("Cole;;", "Cole;1444;"))
    assert settled(full) == {"column-3": "unused"} and [column.head for column in full.unused] == ["DWZ"]
    national = read(text.format("FIDE Elo", "DWZ"), column_3="better")
    assert [each.rating for each in national.players] == [1600, 1700, 1888] and not keys(national)
    spare = read(text.format("FIDE Elo", "DWZ"), column_3="spare")
    assert [each.rating for each in spare.players] == [1500, 1700, 1800]
    alone = "Name;FIDE Elo;DWZ\nAda Berg;1500;\nBen Cole;;1700\nCleo Dahl;1800;1800\n"
    assert not read(alone).questions


def test_a_list_that_goes_in_the_order_of_its_national_rating_is_asked_about() -> None:
    rows = "Ada Berg;{};2100\nBen Cole;{};2050\nCleo Dahl;{};1900\nDan Eek;{};1800\nEva Fox;{};1700\n"
    by_national = "Name;Elo;DWZ\n" + rows.format(2000, 2040, 1890, 1850, 1690)
    assert keys(read(by_national)) == ["column-3"]
    assert not keys(read("Name;Elo;DWZ\n" + rows.format(2000, 1940, 1890, 1850, 1690)))


def test_numbers_as_long_as_those_of_telephones_are_asked_about() -> None:
    lines = "Ada Berg 1820 45123456\nBen Cole 1755 41234567\nCleo Dahl 1600\n"
    assert keys(read(lines)) == ["numbers"]
    assert [each.fide for each in read(lines, numbers="fide").players] == ["45123456", "41234567", ""]
    assert [each.fide for each in read(lines, numbers="unused").players] == ["", "", ""]
    named = read("1. Ada Berg 1820 (FIDE 45123456)\n2. Ben Cole 1755 (FIDE 41234567)\n")
    assert [each.fide for each in named.players] == ["45123456", "41234567"] and not keys(named)
    assert keys(read("Ada Berg;45123456;1820\nBen Cole;41234567;1755\nCleo Dahl;50012345;1600\n")) == ["column-2"]


def test_an_introduction_that_the_lines_contradict_is_asked_about() -> None:
    found = read("Order: Rating, Name, Club\nAda Berg,1820,SC Turm\nBen Cole,1755,SC Turm\nCleo Dahl,1600,SK Au\n")
    assert [(each.name, each.rating) for each in found.players] == [
        ("Ada Berg", 1820), ("Ben Cole", 1755), ("Cleo Dahl", 1600)
    ]  # fmt: skip
    assert keys(found) == ["column-1"]


def test_a_sign_that_a_note_below_explains_is_asked_about() -> None:
    text = "Name;Elo\nAda Berg;1500\nBen Cole *;1600\nCleo Dahl;1700\n* ha disdetto\n"
    assert keys(read(text)) == ["mark-5"]
    assert names(read(text, mark_5="out")) == ["Ada Berg", "Cleo Dahl"]


def test_two_players_of_a_line_have_a_rating_each() -> None:
    found = read("1. Ada Berg (1500) e Ben Cole (1620)\n2. Cleo Dahl (1710) e Dan Eek (1444)\n3. Eva Fox e Gus Hill\n")
    assert [(each.name, each.rating) for each in found.players] == [
        ("Ada Berg", 1500), ("Ben Cole", 1620), ("Cleo Dahl", 1710), ("Dan Eek", 1444), ("Eva Fox", None),
        ("Gus Hill", None),
    ]  # fmt: skip


def test_a_name_that_begins_as_totals_do_is_a_player_if_a_rating_follows() -> None:
    assert names(read("Kis Pál 1500\nAntal Béla 1820\nTót Ubul 1490\nÖsszesen 3\n")) == [
        "Kis Pál", "Antal Béla", "Tót Ubul"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line", [" " * 20_000, "a " * 10_000, "* " * 10_000, "( " * 10_000, "1 " * 10_000, "- 1" * 7_000]
)
def test_long_lines_of_these_shapes_take_no_time(line: str) -> None:
    began = process_time()
    for text in (
        f"Team A\n{line}x\nAda Berg 1500\n",
        chat(("Ada", f"{line}x"), ("Ben", f"{line}x")),
        f"{PAGE}{FIRST}\n{line}x 1\n",
    ):
        read(text)
    assert process_time() - began < 4
