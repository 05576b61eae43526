"""What holds for any list of players: order of columns, heads, totals, separators and encodings change no player."""

from __future__ import annotations

import json
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from gipf_engine.player_lists.headings import tier_in_heads
from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

TODAY = date(2026, 11, 1)
PLAYERS = [
    ["1", "Novotná Žofie", "1988", "Tři věže", "1812", "340101"],
    ["2", "Müller Jörg", "2009", "Tři věže", "1455", ""],
    ["3", "Ólafsdóttir Élise", "1961", "Bílý kůň", "2044", "340102"],
    ["4", "Szabó Örs", "1999", "Bílý kůň", "1377", "340103"],
]
READ = [(name, int(rating), birth) for _place, name, birth, _club, rating, _fide in PLAYERS]
WRITTEN: dict[str, dict[str, Any]] = json.loads((Path(__file__).parents[2] / "data" / "list_heads.json").read_text())
"""What lists of a language have: a line of heads, and a total below."""
HEADS: dict[str, list[str]] = {language: each["heads"] for language, each in WRITTEN.items()}
"""Heads by language, those of an own list: place, name, year of birth, club, rating, FIDE number, and one not read."""
HELD = ["place", "name", "birth", "club", "rating", "fide", ""]


def read(data: str | bytes) -> FoundList:
    return read_list(read_file(data.encode() if isinstance(data, str) else data), TODAY)


def values(found: FoundList) -> list[tuple[str, int | None, str]]:
    return [(player.name, player.rating, player.birth) for player in found.players]


def table(heads: list[str], rows: list[list[str]], separator: str = ";") -> str:
    return "\n".join(separator.join(line) for line in ([heads] if heads else []) + rows)


@pytest.mark.parametrize("language", HEADS)
def test_heads_are_known_in_each_language(language: str) -> None:
    found = [tier_in_heads(head) for head in HEADS[language]]
    assert [tier[0] if tier else None for tier in found] == HELD


@pytest.mark.parametrize("language", HEADS)
def test_a_list_is_read_with_its_columns_in_any_order_and_a_total_below(language: str) -> None:
    rows = [[*row, "x"] for row in PLAYERS]
    order = list(range(len(HELD)))
    random.Random(language).shuffle(order)
    lines = [[row[place] for place in order] for row in rows]
    total = WRITTEN[language]["total"]
    found = read(table([HEADS[language][place] for place in order], lines) + f"\n{total}\n")
    assert values(found) == READ
    assert [player.club for player in found.players] == [row[3] for row in PLAYERS]
    assert [column.head for column in found.unused] == [HEADS[language][-1]]
    assert [line.line for line in found.left_out] == [6] and not found.problems


@pytest.mark.parametrize("separator", ["\t", ";", ",", "|", "^", "~"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
def test_separator_and_encoding_change_no_player(separator: str, encoding: str) -> None:
    text = table([*HEADS["cs"][:-1]], PLAYERS, separator)
    plain = text.replace("Ólafsdóttir Élise", "Oláhová Eliška") if encoding == "cp1250" else text
    expected = [(name.replace("Ólafsdóttir Élise", "Oláhová Eliška"), *more) for name, *more in READ]
    assert values(read(plain.encode(encoding))) == (expected if encoding == "cp1250" else READ)


@pytest.mark.parametrize("seed", range(6))
def test_without_heads_names_ratings_and_years_are_found_in_any_order(seed: int) -> None:
    order = list(range(6))
    random.Random(seed).shuffle(order)
    order.remove(3)
    order.append(3)  # which of two columns of words holds names is only known by their order
    assert values(read(table([], [[row[place] for place in order] for row in PLAYERS]))) == READ


@pytest.mark.parametrize(
    "text",
    [
        "Autumn Open\nEntries on 12 October\n\n{table}",
        "{table}\n\nPrinted by Chess Desk, page 1 of 1",
        "\n\n{table}\n\n",
        "sep=;\n{table}",
        "# list of entries\n{table}\n# end",
    ],
)
def test_what_stands_around_a_table_changes_no_player(text: str) -> None:
    assert values(read(text.format(table=table(HEADS["en"][:-1], PLAYERS)))) == READ


def test_a_list_as_objects_of_a_program_is_the_same_list() -> None:
    rows: list[dict[str, Any]] = [
        {"firstName": name.split()[1], "lastName": name.split()[0], "fideRating": int(rating), "birthYear": int(birth)}
        for _place, name, birth, _club, rating, _fide in PLAYERS
    ]
    expected = [(name.replace(" ", ", "), rating, birth) for name, rating, birth in READ]
    assert values(read(json.dumps(rows))) == expected
    assert values(read(json.dumps({"event": {"name": "Open"}, "data": {"players": rows}}))) == expected
    assert values(read(json.dumps({"players": {str(place): row for place, row in enumerate(rows)}}))) == expected


@pytest.mark.parametrize(
    ("greeting", "end"),
    [
        ("Hello Sue,", "Best wishes"), ("Dzień dobry,", "Pozdrawiam"), ("Kedves Béla!", "Üdvözlettel"),
        ("Hei!", "Terveisin"),
        ("Здравствуйте!", "С уважением"), ("Καλησπέρα,", "Με εκτίμηση"), ("Merhaba,", "Saygılarımla"), ("Hej!", "Mvh"),
        ("Labas,", "Pagarbiai"), ("Olá,", "Cumprimentos"), ("Dobrý den,", "S pozdravem"), ("Bok,", "Lijep pozdrav"),
    ],
)  # fmt: skip
def test_greeting_and_end_of_a_mail_are_no_players(greeting: str, end: str) -> None:
    players = "Ada Byron, 1820, Turing\nBen Carol, 1544, Babbage\nEva Dorn, 1600, Turing"
    mail = f"{greeting}\n\n{players}\n\n{end}\nTom Egg\n"
    found = read(mail)
    assert [(each.name, each.rating, each.club) for each in found.players] == [
        ("Ada Byron", 1820, "Turing"), ("Ben Carol", 1544, "Babbage"), ("Eva Dorn", 1600, "Turing"),
    ]  # fmt: skip
    assert [line.line for line in found.left_out] == [1, 7, 8]


def test_a_column_without_a_known_head_is_read_only_if_its_contents_are_certain() -> None:
    rows = "Ada Byron;1820;1990;ENG\nBen Carol;1544;2004;USA\nEva Dorn;1377;1961;AUT"
    found = read(f"Name;Xyzzy;Plugh;Qux\n{rows}")
    assert [column.meaning for column in found.columns] == ["name", "rating", "birth", "country"]
    fees = read("Name;Xyzzy;Plugh\nAda Byron;1000;4\nBen Carol;1500;3\nEva Dorn;1000;4")
    assert [column.head for column in fees.unused] == ["Xyzzy", "Plugh"]


def test_a_status_leaves_out_who_does_not_play() -> None:
    found = read("Nimi;SELO;Tila\nAda Byron;1820;vahvistettu\nBen Carol;1544;peruttu\nEva Dorn;1600;varasijalla\n")
    assert [player.name for player in found.players] == ["Ada Byron"]
    assert [(line.line, line.message.template) for line in found.left_out] == [
        (3, "withdrawn, not a player"),
        (4, "on the waiting list"),
    ]


@pytest.mark.parametrize(
    ("cell", "people"),
    [
        ("Ada Byron & Ben Carol", ["Ada Byron", "Ben Carol"]),
        ("Ada Byron / Ben Carol", ["Ada Byron", "Ben Carol"]),
        ("Puigdomènech i Vila, Mercè", ["Puigdomènech i Vila, Mercè"]),
        ("Ada & Ben", ["Ada & Ben"]),
    ],
)
def test_people_who_share_a_cell(cell: str, people: list[str]) -> None:
    found = read(f'Name;Rating;Club\n"{cell}";1500/1400;Turing\nEva Dorn;1600;Turing')
    assert [player.name for player in found.players] == [*people, "Eva Dorn"]
    assert len(people) == 1 or [player.rating for player in found.players] == [1500, 1400, 1600]


def test_lists_side_by_side_and_pairs_are_all_read() -> None:
    side = read("Nr;Name;Elo;;Nr;Name;Elo\n1;Ada Byron;1820;;3;Eva Dorn;1544\n2;Ben Carol;1777;;;;")
    assert values(side) == [("Ada Byron", 1820, ""), ("Ben Carol", 1777, ""), ("Eva Dorn", 1544, "")]
    pairs = read("Pair,Player 1,Player 2,Rating\n1,Ada Byron,Ben Carol,1700\n2,Eva Dorn,Finn Egg,1500")
    assert [player.name for player in pairs.players] == ["Ada Byron", "Ben Carol", "Eva Dorn", "Finn Egg"]
    assert [column.head for column in pairs.unused] == ["Rating"]
