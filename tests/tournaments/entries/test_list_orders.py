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
