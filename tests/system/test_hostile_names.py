"""Names that are markup, formulas or templates, from an older database or as people really are called: only ever text.

Every address is opened while everything is called something hostile.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from django.db.models import CharField, F, Model, TextField, Value
from django.db.models.functions import Cast, Concat
from django.utils.html import escape

from games.models import ClaimReason, Move
from players.models import Account, ApiToken, Club, Person
from testing.system.site_fixture import ADMINISTRATOR, ORGANISER, PLAYER, Site
from testing.system.urls import Endpoint, endpoints
from tournaments.models import Event

HOSTILE = "\">'&{{1}}%d<script>a()</script><img src=x onerror=a>{% now 1 %}%(x)s%"
"""Markup and a template at once, the worst first: of a short column the end is left out."""
PICTURE = "data:image/svg+xml;charset=utf-8,"
FORMULAS = ('=HYPERLINK("http://example.org";"x")', "+1", "-1+1", "@SUM(A1)", "\t=1")
TEXTS: tuple[tuple[type[Model], str], ...] = (
    *((Person, "name"), (Club, "name"), (Club, "place"), (Event, "name"), (Event, "place"), (Event, "about")),
    *((Account, "username"), (ApiToken, "label"), (ClaimReason, "text"), (Move, "comment")),
)


def call_everything(name: str) -> None:
    """Give everything that has a name this one, with its id behind it: some must differ."""
    for model, column in TEXTS:
        its_id = Cast(F("pk"), CharField())
        longest = (model._meta.get_field(column).max_length or 1000) - 8  # PostgreSQL keeps to a column's length
        rows = model._default_manager.filter(is_program=False) if model is Person else model._default_manager.all()
        rows.update(**{column: Concat(Value(f"{name[:longest]} "), its_id, output_field=TextField())})


FLAG = re.compile(r"/static/flags/[a-z-]+(\.[0-9a-f]+)?\.svg")
LOGO = re.compile(r"/clubs/[\w-]+/logo-[0-9a-f]{16}\.png")
QR_CODE = re.compile(r"/(?:studies|games)/[\w/-]+/code\.svg")


class Dangers(HTMLParser):
    """What on a page would run, or fetch, that no template writes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        drawn = known.get("src") or ""
        if tag == "img" and drawn.startswith(PICTURE):  # it stands in the page: nothing is fetched for it
            inside = Dangers()
            inside.feed(unquote(drawn.removeprefix(PICTURE)))
            self.found += inside.found
        elif (
            tag == "img"
            and any(kind.fullmatch(drawn) for kind in (FLAG, LOGO, QR_CODE))
            and not any(name.startswith("on") for name in known)
        ):
            pass  # from this server
        elif (tag == "script" and "src" not in known) or tag == "img" or any(name.startswith("on") for name in known):
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


def opened(site: Site, endpoint: Endpoint) -> tuple[str, str]:
    """Kind and text of what an endpoint answers, for the first who may see it; ("", "") where it only takes forms."""
    for who in (ADMINISTRATOR, ORGANISER, PLAYER):
        answer: Any = site.client(who).get(site.address(endpoint))
        if answer.status_code == 200:
            assert answer["X-Content-Type-Options"] == "nosniff"
            return answer["Content-Type"], answer.getvalue().decode(errors="replace")  # an archive is no text
    return "", ""


@pytest.mark.slow
def test_no_page_and_no_file_takes_a_name_for_anything_else(site: Site) -> None:
    call_everything(HOSTILE)
    found = {endpoint.name: opened(site, endpoint) for endpoint in endpoints()}
    assert sum(bool(kind) for kind, _text in found.values()) > 60
    assert sum(escape(HOSTILE) in text for _kind, text in found.values()) > 25
    assert {endpoint: wrong for endpoint, (kind, text) in found.items() if (wrong := list(dangers(kind, text)))} == {}


@pytest.mark.parametrize("name", FORMULAS)
def test_no_spreadsheet_takes_a_name_for_a_formula(name: str, site: Site) -> None:
    call_everything(name)
    sheets = {endpoint.name: opened(site, endpoint) for endpoint in endpoints() if endpoint.route.endswith(".csv")}
    assert len(sheets) > 2 and all(f"'{name}" in text.replace('""', '"') for _kind, text in sheets.values())
    assert {endpoint: wrong for endpoint, (kind, text) in sheets.items() if (wrong := list(dangers(kind, text)))} == {}
