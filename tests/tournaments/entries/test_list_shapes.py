"""Lists as organisers of many countries and programs write them: each is read as its expectation says, or refused.

`tests/data/lists/` holds each shape beside what it is to be read as, written by hand (`NAME.json`).
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from gipf_engine.player_lists.headings import tier_of
from testing.marks import first
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.player_lists import FoundList, read_list
from tournaments.entries.lists.tables import read_file

FOLDER = Path(__file__).parents[2] / "data" / "lists"
SHAPES = sorted(
    file
    for file in FOLDER.iterdir()
    if file.is_file() and (file.suffix != ".json" or file.with_suffix(".json.json").exists())
)
TODAY = date(2026, 11, 1)
FEWEST = 204


def describe(found: FoundList) -> dict[str, Any]:
    """A list as its expectation is written: values that are not there are left out."""
    players = [
        {"line": each.line, "name": each.name, "rating": each.rating, "country": each.country, "fide": each.fide}
        | {"club": each.club, "birth": each.birth, "federation": each.federation, "title": each.title}
        for each in found.players
    ]
    shape = {
        "encoding": found.file.encoding,
        "columns": [column.meaning for column in found.columns],
        "unused": [column.head for column in found.unused],
        "problems": [[each.line, str(each.message)] for each in found.problems],
        "left_out": [each.line for each in found.left_out],
        "players": [{key: value for key, value in each.items() if value not in ("", None)} for each in players],
    }
    name = found.file.sheets[found.sheet].name
    return shape | ({"sheet": name} if name else {})


def test_no_shape_was_taken_out() -> None:
    assert len(SHAPES) >= FEWEST


@pytest.mark.parametrize("file", first(len(SHAPES) // 3, SHAPES), ids=lambda file: file.name)
def test_a_shape_is_read_as_written(file: Path) -> None:
    expected = json.loads(Path(f"{file}.json").read_text("utf-8"))
    expected.pop("shape")
    if "refused" in expected:
        with pytest.raises(EventRefused) as refused:
            read_file(file.read_bytes())
        assert str(refused.value.message) == expected["refused"]
        return
    assert describe(read_list(read_file(file.read_bytes()), TODAY)) == expected


@pytest.mark.parametrize(
    ("head", "meaning"),
    [
        ("Rok ur.", "birth"),
        ("D.TARİHİ", "birth"),
        ("Name of the Player", "name"),
        ("Clas.", None),  # a place in Spanish, the rating in French
        ("N. K.", None),
        ("First name of parent", None),
    ],
)
def test_a_shortened_head_is_known_if_it_can_only_be_one(head: str, meaning: str | None) -> None:
    tier = tier_of(head)
    assert (tier[0] if tier is not None else None) == meaning
