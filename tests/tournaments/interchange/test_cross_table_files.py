"""Cross tables of other programs: players and results by round, read by way of TRF, whose checks hold for them too."""

from __future__ import annotations

import io
from datetime import date

import pytest
from openpyxl import Workbook

from players.models import Account, Club
from testing.pdf_files import printed, table_of
from testing.tournaments.confirming import confirmed
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEvent
from tournaments.interchange.formats.importers import ImportOptions
from tournaments.interchange.services import importing

OPTIONS = ImportOptions(time_zone="Europe/Amsterdam", today=date(2026, 11, 1), rules="gipf-standard", name="Autumn")
ROWS: list[list[object]] = [
    ["Final Ranking crosstable after 3 Rounds"],
    ["Rk.", None, "Name", "FED", "Rtg", "1.Rd", "2.Rd", "3.Rd", "Pts."],
    [1, "FM", "Haverkate, Ruud", "NED", 2101, "3w1", "2b½", "4w1", 2.5],
    [2, None, "Oyelaran, Simi", "NGR", 1987, "4b1", "1w½", "3w0", 1.5],
    [3, "WCM", "Pettersdotter, Liv", "SWE", 1850, "1b0", "4w+", "2b1", 2],
    [4, None, "Zielnik, Tomasz", "POL", None, "2w0", "3b-", "1b0", 0],
    ["Program: Swiss-Manager by H. Herzog"],
]
TEXT = """\
Nr;Name;Elo;R1;R2;R3
1;Kesslinger, Jörg;1720;2s1;3w1;-1
2;Brömse, Änne;1604;1w0;-1;3s½
3;Yilmazer, Can;;-1;1s0;2w½
"""


def read(data: bytes) -> ImportedEvent:
    return importers.parse(data, OPTIONS)


def results_of(event: ImportedEvent) -> list[list[tuple[str, int, int | None, list[str]]]]:
    return [
        [(each.kind, each.white, each.black, [game.result for game in each.games]) for each in round_.pairings]
        for round_ in event.rounds
    ]


def workbook() -> bytes:
    book, output = Workbook(), io.BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(output)
    return output.getvalue()


def test_a_printed_cross_table_is_read_as_the_text_that_was_printed() -> None:
    heads, *rows = (line.split(";") for line in TEXT.splitlines())
    print_ = printed(table_of(heads, rows), "@page { size: A4 } td { padding: 1mm 4mm }")
    assert importers.importer_of(print_).key == "tables"
    assert results_of(read(print_)) == results_of(read(TEXT.encode()))
    assert [each.name for each in read(print_).entries] == ["Kesslinger, Jörg", "Brömse, Änne", "Yilmazer, Can"]


def test_a_cross_table_of_chess_results_gives_players_and_results() -> None:
    event = read(workbook())
    told = [(each.number, each.name, each.country, each.rating, each.details.get("title")) for each in event.entries]
    assert told == [
        (1, "Haverkate, Ruud", "NL", 2101, "FM"),
        (2, "Oyelaran, Simi", "NG", 1987, None),
        (3, "Pettersdotter, Liv", "SE", 1850, "WCM"),
        (4, "Zielnik, Tomasz", "PL", None, None),
    ]
    assert [sorted(round_) for round_ in results_of(event)] == [
        [("game", 1, 3, ["1-0"]), ("game", 4, 2, ["0-1"])],
        [("game", 2, 1, ["1/2-1/2"]), ("game", 3, 4, ["+-"])],
        [("game", 1, 4, ["1-0"]), ("game", 2, 3, ["0-1"])],
    ]


def test_black_as_s_and_byes_are_known_in_a_table_of_text() -> None:
    event = read(TEXT.encode("cp1252"))
    assert event.source == "cross table (chess-results, Swiss-Manager)"
    assert [each.name for each in event.entries] == ["Kesslinger, Jörg", "Brömse, Änne", "Yilmazer, Can"]
    first, *_others = results_of(event)
    assert ("game", 2, 1, ["0-1"]) in first and first[-1][1:3] == (3, None)


def test_what_is_no_result_and_what_does_not_fit_are_named_with_their_lines() -> None:
    with pytest.raises(FileRefused) as refused:
        read(TEXT.replace("1w0", "won").encode())
    assert [str(each) for each in refused.value.blockers] == ["line 3: “won” is not a result of a cross table"]
    with pytest.raises(FileRefused) as refused:
        read(TEXT.replace("1w0", "1w1").encode())
    assert any("line 2" in str(each) or "line 3" in str(each) for each in refused.value.blockers)


def test_a_list_without_rounds_is_no_event() -> None:
    output, book = io.BytesIO(), Workbook()
    book.active.append(["Name", "Rtg"])
    book.active.append(["Ada", 1500])
    book.save(output)
    with pytest.raises(FileRefused, match="no column of a round was found"):
        read(output.getvalue())


@pytest.mark.django_db
def test_an_event_of_a_cross_table_is_stored_with_its_results(club: Club, organiser: Account) -> None:
    event = confirmed(importing.import_event, club.pk, organiser, read(workbook()), {})
    assert (event.name, event.entries.count(), event.rounds.count()) == ("Autumn", 4, 3)
