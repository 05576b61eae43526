"""Lists whose introduction tells the order of their values; numbers that only the order or the other lines explain."""

from __future__ import annotations

from bench.list_questions import TODAY
from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file


def _read(text: str) -> FoundList:
    return read_list(read_file(text.encode()), TODAY)


def _values(found: FoundList) -> list[tuple[str, int | None, str, str]]:
    return [(each.name, each.rating, each.birth, each.club) for each in found.players]


def test_a_sentence_before_a_table_names_its_columns() -> None:
    found = _read(
        "Dear all,\n\nHere are ours. Always surname, first name, rating, club, and if the fee is paid.\n\n"
        "de Boer, Jan, 1712, Deventer, j\nMulder, Anja, 1544, Zutphen, n\nVisser, Kees, 1899, Deventer, j\n"
    )
    assert _values(found) == [
        ("de Boer, Jan", 1712, "", "Deventer"),
        ("Mulder, Anja", 1544, "", "Zutphen"),
        ("Visser, Kees", 1899, "", "Deventer"),
    ]


def test_lines_are_read_in_the_order_that_their_introduction_tells() -> None:
    found = _read(
        "Hello, here they are (rating, year of birth, name, town):\n"
        "- 1815, 1980, Ada Berg, Ulm\n- 1702, 1985, Ben Cole, Bonn\n- unrated, 2011, Cleo Dahl, Ulm\n"
    )
    assert _values(found) == [
        ("Ada Berg", 1815, "1980", "Ulm"),
        ("Ben Cole", 1702, "1985", "Bonn"),
        ("Cleo Dahl", None, "2011", "Ulm"),
    ]
    assert not found.open_questions


def test_an_order_that_the_lines_do_not_keep_is_not_used() -> None:
    found = _read(
        "Please send name, rating, club:\nAda Berg - Ulm - 1815\nBen Cole - Bonn - 1702\nCleo Dahl - Ulm - 1640\n"
    )
    assert [(each.name, each.rating, each.club) for each in found.players] == [
        ("Ada Berg", 1815, "Ulm"),
        ("Ben Cole", 1702, "Bonn"),
        ("Cleo Dahl", 1640, "Ulm"),
    ]


def test_long_numbers_are_no_numbers_of_fide() -> None:
    phones = _read(
        "1720;Ulm;Ada Berg;1982;01005550114\n1655;Ulm;Ben Cole;1995;01105550187\n1890;Bonn;Cleo Dahl;1970;\n"
    )
    assert [each.fide for each in phones.players] == ["", "", ""] and len(phones.unused) == 1
    assert not phones.open_questions
    unclear = _read("1720;Ulm;Ada Berg;1982;601555014\n1655;Ulm;Ben Cole;1995;602555087\n1890;Bonn;Cleo Dahl;1970;\n")
    assert [question.key for question in unclear.open_questions] == ["column-5"]
    beside = _read("Ada Berg - 1720 - 01005550114\nBen Cole - 1655 - FIDE 531083970\nCleo Dahl - 1890 - 4600123\n")
    assert [each.fide for each in beside.players] == ["", "531083970", "4600123"]
    assert [problem.message.params for problem in beside.problems] == [{"text": "01005550114"}]


_TABLE = "<table><tr><td>Name</td><td>Rating</td></tr>{}</table>"
_LINE = "<tr><td>{}</td><td>{}</td></tr>"


def test_tables_with_the_same_heads_are_read_together_once_that_is_answered() -> None:
    groups = [
        _TABLE.format(_LINE.format("Ada Berg", 1815) + _LINE.format("Ben Cole", 1702)),
        _TABLE.format(_LINE.format("Cleo Dahl", 1640)),
        "<table><tr><td>Prize</td><td>Amount</td></tr><tr><td>First</td><td>100</td></tr></table>",
    ]
    file = read_file(f"<html><body>{''.join(groups)}</body></html>".encode())
    first = read_list(file, TODAY)
    assert [each.name for each in first.players] == ["Ada Berg", "Ben Cole"]
    assert [question.key for question in first.open_questions] == ["sheets"]
    both = read_list(file, TODAY, answers={"sheets": "all"})
    assert [each.name for each in both.players] == ["Ada Berg", "Ben Cole", "Cleo Dahl"]
    assert not both.open_questions and both.other_sheets == ["3"]
    alone = read_list(file, TODAY, answers={"sheets": "one"})
    assert alone.players == first.players and not alone.open_questions


def test_tables_with_other_heads_are_not_asked_about() -> None:
    groups = [_TABLE.format(_LINE.format("Ada Berg", 1815)), _TABLE.replace("Rating", "Club")]
    found = read_list(read_file(f"<html><body>{''.join(groups)}</body></html>".encode()), TODAY)
    assert not found.questions


def test_years_of_the_persian_calendar_beside_ratings_are_births() -> None:
    found = _read(
        "۱- رضا محمدی، ۱۳۶۵، ۱۷۴۰\n۲- زهرا کریمی، ۱۳۷۵، ۱۵۹۰\n۳- علی حسینی، ۱۳۵۲، ۱۸۶۵\n۴- بهرام گودرزی، ۱۳۴۸، ندارد\n"
    )
    assert [(each.rating, each.birth) for each in found.players] == [
        (1740, "1986"),
        (1590, "1996"),
        (1865, "1973"),
        (None, "1969"),
    ]


def test_further_pages_of_aligned_text_belong_to_the_table() -> None:
    page = "Chess league                Page {}\n\nNr  Name          Club      Born  Rating\n{}\n"
    one = "1   Berg, Ada     Ulm        1982   1720\n2   Cole, Ben     Bonn       1995   1655\n"
    two = "3   Dahl, Cleo    Ulm        1970   1890\n4   Eek, Dan      Bonn       2010   --\n"
    found = _read(page.format(1, one) + page.format(2, two))
    assert _values(found) == [
        ("Berg, Ada", 1720, "1982", "Ulm"),
        ("Cole, Ben", 1655, "1995", "Bonn"),
        ("Dahl, Cleo", 1890, "1970", "Ulm"),
        ("Eek, Dan", None, "2010", "Bonn"),
    ]


def test_bare_numbers_that_count_down_two_columns_begin_players() -> None:
    found = _read(
        "Entries so far\n\n"
        " 1  Ada Berg      1688       4  Dan Eek      1577\n"
        " 2  Ben Cole      1540       5  Eva Falk     1423\n"
        " 3  Cleo Dahl     1902\n"
    )
    assert sorted((each.name, each.rating) for each in found.players) == [
        ("Ada Berg", 1688),
        ("Ben Cole", 1540),
        ("Cleo Dahl", 1902),
        ("Dan Eek", 1577),
        ("Eva Falk", 1423),
    ]
    columns = _read("1  Ada Berg    1688    1  Ulm\n2  Ben Cole    1540    0  Bonn\n3  Cleo Dahl   1902    2  Ulm\n")
    assert [each.name for each in columns.players] == ["Ada Berg", "Ben Cole", "Cleo Dahl"]


def test_the_end_of_a_mail_above_an_older_one_is_no_player() -> None:
    found = _read(
        "Hello,\n\n- Ada Berg / Ulm / 1688\n- Ben Cole / Bonn / ±1540\n- Cleo Dahl / Ulm / 1902\n\n"
        "Best wishes,\nEva\n\n"
        "> Hello,\n> - Ada Berg / Ulm / 1688\n> - Ben Cole / Bonn / 1540\n"
    )
    assert [(each.name, each.rating) for each in found.players] == [
        ("Ada Berg", 1688),
        ("Ben Cole", 1540),
        ("Cleo Dahl", 1902),
    ]


def test_a_name_in_brackets_signs_who_cancels() -> None:
    found = _read(
        "[07/11/25, 18:05:40] +1 555 0112: Ada Berg, Ulm, 1612\n"
        "[07/11/25, 18:09:03] +1 555 0147: Ben Cole, Bonn, 1480\n"
        "[07/11/25, 18:20:17] +1 555 0190: Cleo Dahl, Ulm, 1755\n"
        "[08/11/25, 09:15:59] +1 555 0147: Sorry, can't make it (Ben)\n"
    )
    assert [each.name for each in found.players] == ["Ada Berg", "Cleo Dahl"]


def test_a_captain_behind_the_name_of_a_team_is_no_part_of_its_club() -> None:
    lines = (
        "Ulm (Captain: A. Berg);;",
        "1;Ada Berg;1688",
        "2;Ben Cole;1540",
        "Bonn;;",
        "1;Cleo Dahl;1902",
        "2;Dan Eek;1577",
    )
    file = read_file("\n".join(["Board;Name;Rating", *lines]).encode())
    found = read_list(file, TODAY, answers={"headings": "club"})
    assert [each.club for each in found.players] == ["Ulm", "Ulm", "Bonn", "Bonn"]


def test_a_word_before_most_ratings_may_be_the_club_so_it_is_asked_about() -> None:
    file = read_file(b"Ada Berg KSC 1802\nBen Cole KSC 1755\nCleo Dahl KSC 1488\nDan Eek 1600\n")
    assert [question.key for question in read_list(file, TODAY).open_questions] == ["word"]
    clubs = read_list(file, TODAY, answers={"word": "club"})
    assert [(each.name, each.rating, each.club) for each in clubs.players] == [
        ("Ada Berg", 1802, "KSC"),
        ("Ben Cole", 1755, "KSC"),
        ("Cleo Dahl", 1488, "KSC"),
        ("Dan Eek", 1600, ""),
    ]
    none = read_list(file, TODAY, answers={"word": "out"})
    assert [(each.name, each.club) for each in none.players][:2] == [("Ada Berg", ""), ("Ben Cole", "")]
    assert not _read("Ada Berg ECF 1802\nBen Cole ECF 1755\nCleo Dahl ECF 1488\n").questions


def test_grades_before_names_are_no_part_of_them() -> None:
    found = _read("1. dan Suzuki Aiko - Ulm\n3. kyu Mori Ken - Bonn\n1. Dan Eek - Ulm\n")
    assert [each.name for each in found.players] == ["Suzuki Aiko", "Mori Ken", "Dan Eek"]
