"""Lists in PDF files: tables of two pages, rules, numbered text, blocks, wrapped cells, other scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import pytest

from common.pdf.sheets import read_pdf
from common.pdf.written_order import written
from gipf_engine.player_lists.meanings import Sheet
from testing.pdf_files import drawn, glyphs_at, letters_of, printed, table_of, text_at, unicode_font
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import ListFile, read_file

TODAY = date(2026, 11, 1)
PAGE = "@page { size: A4; margin: 15mm } body { font-size: 9pt } table { border-collapse: collapse }"
SURNAMES = (
    "Novotná",
    "Müller",
    "Ólafsdóttir",
    "Szabó",
    "O'Brien",
    "Visser",
    "van der Berg",
    "Łukasik",
    "Strøm",
    "Ionescu",
)
FIRST = ("Žofie", "Jörg", "Élise", "Örs", "Sean", "Eva", "Anna Maria", "Paweł")
CLUBS = ("Tři věže", "Bílý kůň", "SK Turm 1927", "L'Échiquier", "Chess Club Central Library")
PEOPLE = [
    (f"{SURNAMES[n % 10]}, {FIRST[(n + n // 40) % 8]}", 2400 - 13 * n, CLUBS[n % 5], ("CZE", "GER", "ISL")[n % 3])
    for n in range(80)
]
EIGHT = PEOPLE[:8]
ENGLISH = ("Byron", "Visser", "Clark", "Dumas", "Evans", "Foster", "Green", "Hill")


def read(data: bytes) -> FoundList:
    """As `read_file` does, in this process."""
    made = json.loads(read_pdf(data))
    return read_list(ListFile([Sheet(name, table) for name, table in made["sheets"]], made["encoding"]), TODAY)


def test_it_is_read_in_a_process_of_its_own() -> None:
    found = read_list(
        read_file(drawn(text_at(60, 700, "1. Ada Byron 1815") + text_at(60, 680, "2. Eva Visser"))), TODAY
    )
    assert told(found) == [("Ada Byron", 1815, ""), ("Eva Visser", None, "")]


def test_no_web_process_loads_the_reader_of_pdf_files() -> None:
    code = "import django, sys; django.setup(); import tournaments.entries.lists.tables; "
    code += "sys.exit('pdfminer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def told(found: FoundList) -> list[tuple[str, int | None, str]]:
    return [(player.name, player.rating, player.club) for player in found.players]


def of_people(count: int) -> list[tuple[str, int | None, str]]:
    return [(name, rating, club) for name, rating, club, _country in PEOPLE[:count]]


def numbered(people: list[tuple[str, int, str, str]]) -> list[tuple[object, ...]]:
    return [(number, *each) for number, each in enumerate(people, 1)]


def test_a_table_of_two_pages_with_heads_and_footers_on_each() -> None:
    running = (
        "@page { @top-left { content: 'Open of Gipfel 2026' } @bottom-center { content: 'Page ' counter(page) ' of ' "
        "counter(pages) } @bottom-right { content: 'chess-results.com' } } td, th { padding: 1pt 2pt }"
        "td { height: 12pt }"
    )
    rows = [(n, "GM" if n < 4 else "", name, rating, fed, club) for n, name, rating, club, fed in numbered(PEOPLE)]
    html = f"<h2>Starting rank list</h2>{table_of(['No.', '', 'Name', 'Rtg', 'FED', 'Club/City'], rows)}"
    found = read(printed(html, PAGE + running))
    assert told(found) == of_people(80)
    assert [player.title for player in found.players[:5]] == ["GM", "GM", "GM", "", ""]
    assert [player.country for player in found.players[:3]] == ["CZ", "DE", "IS"]
    table = found.file.sheets[found.sheet].table
    assert sum("Name" in line for line in table) == 1
    assert not any("Page" in cell for line in table for cell in line)
    assert not found.open_questions and not found.problems


def test_grid_lines_part_cells_that_touch() -> None:
    """As Excel prints: numbers to the right, texts to the left, each nearly as wide as its cell."""
    borders = [40, 64, 114, 140, 210]
    people = [[str(n), f"{name}, Ada", str(1500 + 7 * n), "Chess Club 1927"] for n, name in enumerate(ENGLISH, 1)]
    operators = "0.5 w\n"
    for line, row in enumerate([["Nr", "Name", "Elo", "Verein"], *people]):
        y = 780 - 14 * line
        operators += f"40 {y - 4} m 210 {y - 4} l S\n"
        operators += "".join(f"{x} {y - 4} 0.5 14 re f\n" for x in borders)
        for x, x_end, value in zip(borders, borders[1:], row, strict=False):
            operators += text_at(x_end - 1 - 5 * len(value) if value.isdecimal() else x + 1, y, value, 9)
    found = read(drawn(operators))
    assert told(found) == [(f"{name}, Ada", 1500 + 7 * n, "Chess Club 1927") for n, name in enumerate(ENGLISH, 1)]


def test_numbered_text_is_read_as_text_of_a_file() -> None:
    lines = [f"{n}. {name} ({club}) {rating}" for n, name, rating, club, _fed in numbered(EIGHT)]
    html = "<p>Registered players:</p>" + "".join(f"<p>{line}</p>" for line in lines)
    assert told(read(printed(html, PAGE))) == of_people(8)


def test_numbers_that_hang_before_text_are_parts_of_its_lines() -> None:
    operators = "".join(
        text_at(60, 780 - 15 * n, f"{n}.") + text_at(85, 780 - 15 * n, f"Ada {name} ({n}00 Club)")
        for n, name in enumerate(("Byron", "Visser", "Clark", "Dumas"), 1)
    )
    assert told(read(drawn(operators))) == [
        (f"Ada {name}", None, f"{n}00 Club") for n, name in enumerate(("Byron", "Visser", "Clark", "Dumas"), 1)
    ]


@pytest.mark.parametrize("count", [16, 15], ids=["even", "odd"])
def test_two_blocks_of_numbered_names_are_read_one_after_the_other(count: int) -> None:
    names = [f"{surname}, {first}" for first in ("Ada", "Eva") for surname in ENGLISH][:count]
    half = 8
    operators = text_at(60, 800, "Participants of the open tournament in Gipfelstadt")
    for n, name in enumerate(names, 1):
        column, line = divmod(n - 1, half)
        operators += text_at(60 + 250 * column, 770 - 14 * line, f"{n}. {name}")
    found = read(drawn(operators))
    assert [player.name for player in found.players] == names


def test_two_blocks_with_ratings_are_read_one_after_the_other() -> None:
    operators = ""
    for n, (first, second) in enumerate(zip(range(1, 7), range(7, 13), strict=True)):
        y = 770 - 14 * n
        operators += (
            text_at(60, y, str(first))
            + text_at(80, y, f"Ada Bell{'abcdefghijklm'[first]}")
            + text_at(220, y, f"{1500 + first * 7}")
        )
        operators += (
            text_at(300, y, str(second))
            + text_at(320, y, f"Eva Bell{'abcdefghijklm'[second]}")
            + text_at(460, y, f"{1500 + second * 7}")
        )
    found = read(drawn(operators))
    assert [player.rating for player in found.players] == [1500 + 7 * n for n in range(1, 13)]
    assert [player.name for player in found.players][5:7] == ["Ada Bellg", "Eva Bellh"]


@pytest.mark.parametrize("align", ["top", "middle", "bottom"])
@pytest.mark.parametrize("border", ["none", "1px solid"], ids=["bare", "ruled"])
def test_what_wraps_in_its_cell_stays_one_cell(align: str, border: str) -> None:
    style = "table { table-layout: fixed; width: 90mm }"
    style += f"td, th {{ vertical-align: {align}; padding: 3pt; border: {border} }}"
    widths = "".join(f"<col style='width:{width}mm'>" for width in (9, 34, 14, 33))
    rows = [(n, name, rating, club) for n, name, rating, club, _fed in numbered(PEOPLE[:20])]
    html = table_of(["No.", "Name", "Rtg", "Club"], rows).replace("<table>", f"<table>{widths}")
    assert told(read(printed(html, PAGE + style))) == of_people(20)


def test_rows_that_all_wrap_and_a_column_that_always_does() -> None:
    """Centred: the lines of a cell of two stand above and below the line of the others, in heads too."""
    operators = (
        text_at(60, 706, "Nr") + text_at(90, 712, "Family") + text_at(90, 700, "name") + text_at(180, 706, "Rtg")
    )
    operators += text_at(230, 712, "Date of") + text_at(230, 700, "birth") + text_at(290, 706, "Fed")
    for n, surname in enumerate(ENGLISH, 1):
        y = 706 - 27 * n
        operators += text_at(60, y, str(n)) + text_at(180, y, str(1500 + n)) + text_at(290, y, "ENG")
        operators += text_at(90, y + 6, f"{surname},") + text_at(90, y - 6, "Ada")
        operators += text_at(230, y + 6, f"199{n}-") + text_at(230, y - 6, "03-14")
    found = read(drawn(operators))
    assert told(found) == [(f"{surname}, Ada", 1500 + n, "") for n, surname in enumerate(ENGLISH, 1)]
    assert [player.birth for player in found.players] == [f"199{n}" for n in range(1, 9)]
    assert [column.head for column in found.columns] == ["Nr", "Family name", "Rtg", "Date of birth", "Fed"]


def test_what_a_browser_prints_around_a_page_is_left_out() -> None:
    operators = text_at(20, 820, "11/28/26, 10:52 AM", 8) + text_at(300, 820, "Open 2026", 8)
    operators += text_at(20, 20, "https://chess.example/list", 8) + text_at(560, 20, "1/1", 8)
    for n, name in enumerate(ENGLISH):
        operators += text_at(60, 700 - 14 * n, f"{name}, Ada") + text_at(200, 700 - 14 * n, str(1500 + n))
    found = read(drawn(operators))
    assert told(found) == [(f"{name}, Ada", 1500 + n, "") for n, name in enumerate(ENGLISH)]
    assert not found.left_out


def test_titles_stand_in_a_column_without_a_head() -> None:
    operators = text_at(60, 800, "No.") + text_at(110, 800, "Name") + text_at(260, 800, "Rtg")
    for n, (title, name) in enumerate(
        [("GM", "Byron, Ada"), ("", "Visser, Eva"), ("WFM", "Clark, Ann"), ("", "Dumas, Zoe")], 1
    ):
        y = 800 - 14 * n
        operators += text_at(60, y, str(n)) + text_at(110, y, name) + text_at(260, y, str(2000 - n))
        operators += text_at(82, y, title) if title else ""
    found = read(drawn(operators))
    assert [(player.title, player.name, player.rating) for player in found.players] == [
        ("GM", "Byron, Ada", 1999),
        ("", "Visser, Eva", 1998),
        ("WFM", "Clark, Ann", 1997),
        ("", "Dumas, Zoe", 1996),
    ]


PERSIAN = [
    ("رضا کریمی", 1820, "باشگاه تهران"),
    ("مریم احمدی", 1745, "شطرنج‌بازان شیراز"),
    ("علی‌رضا موسوی", 1690, "باشگاه تهران"),
    ("زهرا نوری", 1502, "اصفهان"),
]


def persian_digits(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹"))


def test_a_persian_list_is_read_from_the_right() -> None:
    rows = [
        (persian_digits(n), name, persian_digits(rating), club) for n, (name, rating, club) in enumerate(PERSIAN, 1)
    ]
    html = f"<html dir=rtl lang=fa><h2>فهرست بازیکنان</h2>{table_of(['ردیف', 'نام', 'ریتینگ', 'باشگاه'], rows)}</html>"
    found = read(printed(html, PAGE + "td, th { padding: 2pt 6pt; text-align: right }"))
    assert [(name.replace("\u200c", ""), rating, club.replace("\u200c", "")) for name, rating, club in told(found)] == [
        (name.replace("\u200c", ""), rating, club.replace("\u200c", "")) for name, rating, club in PERSIAN
    ]


def test_letters_in_visual_order_and_in_forms_are_written_as_one_types_them() -> None:
    """Arabic in presentation forms, Hebrew as letters, both drawn from left to right as they look."""
    rows = [("ﻲﻠﻋ", "علي", "1820"), ("ﻦﺴﺣ", "حسن", "1745"), ("ןהכ הנד", "דנה כהן", "1690"), ("ﻡﻼﺳ", "سلام", "1600")]
    letters = sorted({letter for shown, _name, rating in rows for letter in shown + rating})
    operators = ""
    for n, (shown, _name, rating) in enumerate(rows):
        y = 700 - 20 * n
        operators += glyphs_at(100, y, rating, letters) + glyphs_at(300, y, shown, letters)
    found = read(drawn(operators, fonts={"F1": unicode_font(600)}, more=[letters_of(letters)]))
    assert [(player.name, player.rating) for player in found.players] == [
        (name, int(rating)) for _shown, name, rating in rows
    ]


def test_a_name_of_other_letters_stands_within_a_line_that_runs_leftwards() -> None:
    """Each as it looks, from left to right."""
    assert written("1650 ,יחרזמ יסוי .1", in_leftward=True) == "1. יוסי מזרחי, 1650"
    assert written("יבא ,Michael Rosenfeld, 1834 .2", in_leftward=True) == "2. Michael Rosenfeld, 1834, אבי"
    assert written("Rosenfeld (יבא) 1834") == "Rosenfeld (אבי) 1834"
    assert written("(ןב) דוד", in_leftward=True) == "דוד (בן)"


def test_a_blank_without_room_between_letters_of_persian_keeps_them_apart() -> None:
    letters = sorted({*"روپ نایواک0123456789"})
    operators = ""
    for n in range(3):
        y = 700 - 20 * n
        operators += glyphs_at(100, y, f"{1500 + n}", letters)
        operators += (
            glyphs_at(300, y, "روپ", letters) + glyphs_at(312, y, " ", letters) + glyphs_at(318, y, "نایواک", letters)
        )
    found = read(drawn(operators, fonts={"F1": unicode_font(600)}, more=[letters_of(letters)]))
    assert [player.name for player in found.players][:1] == ["کاویان\u200cپور"]


def test_a_japanese_list() -> None:
    rows = [
        ("1", "山田　太郎", "1820", "東京囲碁クラブ"),
        ("2", "佐藤　花子", "1745", "大阪"),
        ("3", "高橋　健", "1690", "横浜将棋会"),
    ]
    html = table_of(["番号", "氏名", "レーティング", "所属"], rows)
    found = read(printed(html, PAGE + "td, th { padding: 2pt 4pt }"))
    assert told(found) == [
        ("山田 太郎", 1820, "東京囲碁クラブ"),
        ("佐藤 花子", 1745, "大阪"),
        ("高橋 健", 1690, "横浜将棋会"),
    ]


FIVE = ("Ada", "Eva", "Zoe", "Ann", "Mia")
KERNED = "BT /F1 10 Tf 1 0 0 1 60 {y} Tm [(By) 40 (ron,) -280 ({name})] TJ "
KERNED += "1 0 0 1 220 {y} Tm [(1) 10 (8) -20 (1{n})] TJ ET\n"


def test_kerned_glyphs_are_words_and_wide_gaps_are_blanks() -> None:
    found = read(drawn("".join(KERNED.format(y=700 - 15 * n, n=n, name=name) for n, name in enumerate(FIVE))))
    assert [(player.name, player.rating) for player in found.players] == [
        (f"Byron, {name}", 1810 + n) for n, name in enumerate(FIVE)
    ]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("matrix", ["1 0 0 1 0 0", "0 1 -1 0 595 0", "0 -1 1 0 0 842"], ids=["level", "up", "down"])
def test_a_page_may_be_turned(rotate: int, matrix: str) -> None:
    operators = "".join(
        text_at(60, 500 - 15 * n, f"{n}")
        + text_at(90, 500 - 15 * n, f"Byron, {name}")
        + text_at(220, 500 - 15 * n, f"{1500 + n}")
        for n, name in enumerate(("Ada", "Eva", "Zoe"), 1)
    )
    found = read(drawn(f"{matrix} cm\n{operators}", rotate=rotate))
    assert told(found) == [("Byron, Ada", 1501, ""), ("Byron, Eva", 1502, ""), ("Byron, Zoe", 1503, "")]


def test_lines_that_are_struck_through_are_no_players() -> None:
    rows = [(n, name, rating) for n, name, rating, _club, _fed in numbered(EIGHT)]
    html = table_of(["No.", "Name", "Rtg"], rows).replace(f"<td>{EIGHT[2][0]}</td>", f"<td><s>{EIGHT[2][0]}</s></td>")
    found = read(printed(html, PAGE + "td, th { border: 1px solid; padding: 2pt }"))
    assert [player.name for player in found.players] == [name for name, *_more in EIGHT if name != EIGHT[2][0]]
    assert [line.line for line in found.left_out] == [4]


def test_bold_that_is_drawn_twice_is_read_once() -> None:
    lines = [("Byron, Ada", 1501), ("Lloyd, Anna", 1499), ("Visser, Eva", 1333)]
    operators = ""
    for n, (name, rating) in enumerate(lines):
        operators += "".join(
            text_at(60 + by, 700 - 15 * n, name) + text_at(200 + by, 700 - 15 * n, str(rating)) for by in (0, 0.3)
        )
    assert told(read(drawn(operators))) == [(name, rating, "") for name, rating in lines]


def test_pictures_are_refused_with_what_helps() -> None:
    scanned = drawn("q 595 0 0 842 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID 0 EI Q")
    with pytest.raises(EventRefused, match="pictures of text"):
        read_file(scanned)


def test_an_empty_page_is_empty() -> None:
    with pytest.raises(EventRefused, match="is empty"):
        read_file(drawn(""))


def test_a_password_is_asked_for_by_nobody() -> None:
    encrypted = drawn(text_at(60, 700, "Ada Byron")).replace(
        b"/Root 1 0 R",
        b"/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>"
        % (b"11" * 32, b"22" * 32),
    )
    with pytest.raises(EventRefused, match="password"):
        read_file(encrypted)


def test_old_workbooks_stay_refused() -> None:
    with pytest.raises(EventRefused, match="Old XLS files"):
        read_file(b"\xd0\xcf\x11\xe0" + b"x" * 100)


def test_a_damaged_file_is_refused() -> None:
    with pytest.raises(EventRefused, match="This PDF cannot be read"):
        read_file(b"%PDF-1.7\n" + b"x" * 1000)
