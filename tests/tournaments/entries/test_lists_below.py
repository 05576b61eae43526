"""Lines below the players of a table: sums in columns of names, and who runs the event, are no players."""

from __future__ import annotations

from datetime import date

import pytest
from pytest import Subtests

from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

HEADS = "Surname;First name;Rating;Club;Fee"
PLAYERS = "Berg;Ada;1500;Leeds;10\nCole;Ben;1610;York;10\nDahl;Cleo;1720;Leeds;10\nEek;Dan;1830;York;10\n"
TOTALS: tuple[str, ...] = (
    "Total;4;;;40",
    "Totaal: 4 spelers;;;;6 broodjes",
    "Total;4 players;;;CHF 40",
    "Anzahl;4;;;4 Essen",
)
TOTALS += (
    "合計;4名;;;13,500円",
    "合計　4名;;;;",
    "جمع کل;4 نفر;;;",
    "Spieler gesamt: 4;;;;",
    "4 players total;;;;€ 40",
)
ORGANISERS: tuple[str, ...] = (
    "TD: Carol Whitfield;;;;",
    "世話人 福田;;;;",
    "世話人;福田;;;",
    "Arbitro Umberto Sala;;;;",
)
ORGANISERS += ("دبیر انجمن: بهرام ستوده;;;;", "Hauptschiedsrichter Max Wolf;;;;", "幹事福田;;;;", "Teacher;Jo Dent;;;")


def _read(below: str) -> FoundList:
    return read_list(read_file(f"{HEADS}\n{PLAYERS}{below}\n".encode()), date(2026, 11, 1))


def _names(found: FoundList) -> list[str]:
    return [player.name for player in found.players]


@pytest.mark.parametrize("is_last", [True, False], ids=["at the end", "above a last line"])
def test_a_total_in_columns_of_names_is_no_player_and_raises_no_question(is_last: bool, subtests: Subtests) -> None:
    for total in TOTALS:
        with subtests.test(total):
            found = _read(total if is_last else f"{total}\n;;;;")
            assert _names(found) == ["Berg, Ada", "Cole, Ben", "Dahl, Cleo", "Eek, Dan"]
            assert [line.message.template for line in found.left_out] == ["a total, not a player"]
            assert not found.questions


def test_a_total_of_another_number_is_asked_about() -> None:
    assert [question.key for question in _read("Total;5 players;;;CHF 50").open_questions] == ["count"]


@pytest.mark.parametrize("line", ["Antal;Béla;1500;;", "Summa;Ilona;;York;10", "Total;Ann;;;"])
def test_a_surname_that_is_a_word_of_totals_is_a_player(line: str) -> None:
    assert len(_read(line).players) == 5


def test_who_runs_the_event_is_told_below_the_list_and_no_player(subtests: Subtests) -> None:
    for line in ORGANISERS:
        for below in (line, f"Total;4 players;;;\n{line}", f"Total;4 players;;;\n;;;;\n{line}\nFox;Eve;1490;Hull;10"):
            with subtests.test(below):
                found = _read(below)
                assert len(found.players) == 4 + ("Fox" in below)
                text = " · ".join(filter(None, line.split(";")))
                assert (text, "text, not a player") in {(each.text, each.message.template) for each in found.left_out}
                assert [question.key for question in found.questions] == ["count"] * ("Fox" in below)


@pytest.mark.parametrize(
    "below",
    [
        "Teacher;Jo;1490;Hull;",
        "Teacher;Jo;;Hull;",
        "Arbitro Umberto 1490;;;;",
        "Arbitro Umberto;;;;\nFox;Eve;1490;Hull;10",
        "Umberto Sala;;;;",
    ],
)
def test_a_line_with_more_cells_a_rating_players_below_or_no_role_may_be_a_player(below: str) -> None:
    found = _read(below)
    assert len(found.players) == 5 + ("Fox" in below)
