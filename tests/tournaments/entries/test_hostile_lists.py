"""Files that would take hours or gigabytes: each is read or refused within the limits of lists."""

from __future__ import annotations

import base64
import io
import random
import zipfile
from collections.abc import Callable
from datetime import date
from time import process_time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from common.workbooks import MOST_COLUMNS, MOST_LINES
from gipf_engine.player_lists.decoding import decode
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.factories import draft
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.player_lists import read_list
from tournaments.entries.lists.tables import LARGEST, MOST_UNPACKED, read_file
from tournaments.models import Entry

TODAY = date(2026, 11, 1)
SECONDS = 6.0
"""Processor time that a web process may take for any of these, on a slow machine."""
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"


def open_document(content: bytes) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xml", content)
    return output.getvalue()


def sheet(inside: str, before: str = "") -> bytes:
    head = f'<?xml version="1.0"?>{before}<d xmlns:t="{TABLE}" xmlns:x="{TEXT}"><t:table t:name="S">'
    return open_document(f"{head}{inside}</t:table></d>".encode())


CELL = "<t:table-cell><x:p>Ada</x:p></t:table-cell>"
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(9))


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: sheet(f'<t:table-row t:number-rows-repeated="1048576">{CELL}</t:table-row>'), "too many lines"),
        (lambda: sheet(f"<t:table-row>{CELL}&l8;</t:table-row>", f"<!DOCTYPE d [{LAUGHS}]>"), "cannot be read"),
        (lambda: sheet("<t:table-row>" + "<t:x>" * 300_000), "cannot be read|too complex"),
        (lambda: sheet("x" * MOST_UNPACKED), "too large when unpacked"),
        (lambda: b"<table>" + b"<td>" * 250_000 + b"<table>" * 300, "No table found|empty"),
        (lambda: b"<html><!--" + b"<table>" * 100_000, "No table found"),
        (lambda: b'{"a":' + b"[" * 1_000_000, "No table found"),
        (lambda: b'[{"name":"Ada"},' + b'{"name":"x"},' * 40_000 + b"{}]", "too many lines"),
        (lambda: b"x\n" * 500_000, "too many lines"),
        (lambda: b"\n" * 1_000_000, "too many lines"),
    ],
    ids=["rows", "entities", "depth", "unpacked", "cells", "comment", "json depth", "json", "lines", "blank"],
)
def test_what_is_too_much_is_refused_with_the_reason(made: Callable[[], bytes], why: str) -> None:
    data = made()
    assert len(data) <= LARGEST
    began = process_time()
    with pytest.raises(EventRefused, match=why):
        read_file(data)
    assert process_time() - began < SECONDS


@pytest.mark.parametrize(
    "data",
    [
        ("Name;" + "," * 1_000_000).encode(),
        ('"' + "," * 900_000 + "\nAda,1\n").encode(),
        ("a" * 1_000_000).encode(),
        b'"' * 1_000_000,
        ("No. Name Rtg\n" + "1 Ada 1500" + " " * 900_000 + "\n" + "2 Eva 1500\n" * 1_500).encode(),
        ("\n".join(f"{n}. {'(1 ' * 150}" for n in range(1_500))).encode(),
        ("\n".join("Ada " + "- " * 200 for _n in range(1_500))).encode(),
        ("Name;Rating\n" + "\n".join("Ada;" + "1." * 90 for _n in range(1_900))).encode(),
        ("Name\n" + "é" * 500_000).encode("cp1252"),
    ],
    ids=["commas", "open quote", "one word", "quotes", "one wide line", "brackets", "dashes", "points", "accents"],
)
def test_what_is_slow_for_patterns_takes_seconds_at_most(data: bytes) -> None:
    began = process_time()
    try:
        found = read_list(read_file(data), TODAY)
        assert len(found.columns) <= MOST_COLUMNS and len(found.players) <= MOST_LINES
    except EventRefused as refused:
        assert str(refused.message)
    assert process_time() - began < SECONDS


def test_bytes_of_no_encoding_take_seconds_at_most() -> None:
    dice, began = random.Random(7), process_time()
    for _time in range(3):
        noise = bytes(dice.choices(range(0x80, 0x100), k=1_000_000))
        try:
            text, _encoding = decode(noise)
            assert text
        except UnicodeDecodeError:
            pass
    assert process_time() - began < SECONDS


@pytest.mark.slow
def test_thirty_large_sheets_are_not_more_than_one_answer_may_hold() -> None:
    """A short workbook whose cells all show one long text: 30 sheets of 2,000 lines and 60 columns of it."""
    cell = f'<t:table-cell t:number-columns-repeated="60"><x:p>{"x" * 200}</x:p></t:table-cell>'
    row = f'<t:table-row t:number-rows-repeated="2000">{cell}</t:table-row>'
    inside = f'{row}</t:table><t:table t:name="S">' * 29 + row
    with pytest.raises(EventRefused, match="too complex"):
        read_file(sheet(inside))


@pytest.mark.django_db
def test_twenty_megabytes_of_one_column_are_refused_by_page_and_api(club: Club, organiser: Account) -> None:
    event, client = draft(club, organiser), Client()
    client.force_login(organiser)
    data = b"Name\n" + b"Ada Byron\n" * 2_000_000
    answer = client.post(f"/events/{event.pk}/enter/list", {"file": SimpleUploadedFile("list.csv", data)})
    assert answer.status_code == 400 and "larger than 1 MB" in answer.content.decode()
    body = {"base64": base64.b64encode(data[: LARGEST + 1]).decode(), "check": True}
    sent = Caller(organiser).post(f"/events/{event.pk}/entries/list", body)
    assert sent.status_code in (400, 413) and not sent.json().get("players")
    assert not Entry.objects.exists()
