"""Names that are markup, formulas or templates, from an older database or as people really are called: only ever text.

Every address of the house is opened while everything in it is called something hostile.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db.models import CharField, F, Model, TextField, Value
from django.db.models.functions import Cast, Concat

from games.models import ClaimReason, Move
from players.models import Account, ApiToken, Club, Person
from tests.house_rules.doors import doors
from tests.house_rules.furnished import KEEPER, ORGANISER, PLAYER, House
from tournaments.models import Event

SCRIPT = "<script>alert(1)</script>"
NAMES = (
    f'">{SCRIPT}<img src=x onerror=alert(1)>',
    '=HYPERLINK("http://example.org";"x")',
    "+1", "-1+1", "@SUM(A1)", "\t=1",
    "O'Brien & Co. \"Q\" {{ 7|add:7 }} {% now 'Y' %} %(name)s %d %",
)  # fmt: skip
TEXTS: tuple[tuple[type[Model], str], ...] = (
    *((Person, "name"), (Club, "name"), (Club, "place"), (Event, "name"), (Event, "place"), (Event, "about")),
    *((Account, "username"), (ApiToken, "label"), (ClaimReason, "text"), (Move, "comment")),
)


def call_everything(name: str) -> None:
    """Give everything that has a name this one, with its id behind it: some must differ."""
    for model, column in TEXTS:
        its_id = Cast(F("pk"), CharField())
        room = (model._meta.get_field(column).max_length or 1000) - 8  # PostgreSQL keeps to a column's length
        model._default_manager.update(**{column: Concat(Value(f"{name[:room]} "), its_id, output_field=TextField())})


class Dangers(HTMLParser):
    """What on a page would run, or fetch, that no template of the house writes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if (tag == "script" and "src" not in known) or tag == "img" or any(name.startswith("on") for name in known):
            self.found.append(self.get_starttag_text() or tag)


def dangers(kind: str, text: str) -> Iterator[str]:
    """What is wrong with a page or file that holds such names."""
    if "html" in kind or "svg" in kind:
        reader = Dangers()
        reader.feed(text)
        yield from reader.found
    elif "csv" in kind:
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
            yield from (cell for cell in row if cell[:1] in ("=", "+", "-", "@", "\t") and not is_number(cell))
    elif "json" in kind:
        json.loads(text)


def is_number(cell: str) -> bool:
    try:
        return bool(float(cell) or True)
    except ValueError:
        return False


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_no_page_and_no_file_takes_a_name_for_anything_else(name: str, house: House) -> None:
    call_everything(name)
    found: dict[str, list[str]] = {}
    seen = 0
    for door in doors():
        for who in (KEEPER, ORGANISER, PLAYER):
            answer: Any = house.client(who).get(house.address(door))
            if answer.status_code == 200:
                text = answer.content.decode()
                seen += name[:3] in text or "&lt;" in text
                found[f"{who} {door.name}"] = list(dangers(answer["Content-Type"], text))
                assert answer["X-Content-Type-Options"] == "nosniff"
                break
    assert len(found) > 50 and seen > 5
    assert {page: wrong for page, wrong in found.items() if wrong} == {}
