"""Files that would take hours or gigabytes: each is read or refused within the limits of lists."""

from __future__ import annotations

import io
import json
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
from players.models import Account, Club, Upload
from testing.api.caller import Caller
from testing.tournaments.factories import draft
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.player_lists import read_list
from tournaments.entries.lists.tables import MOST_UNPACKED, read_file
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
    assert len(data) <= MEGABYTES_20
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


MEGABYTES_20 = 20 * 2**20
LARGE: dict[str, tuple[Callable[[], bytes], str]] = {
    "one column": (lambda: b"Name\n" + b"Ada Byron\n" * 2_097_151, "too many lines"),
    "one line": (lambda: b"<" + b"x" * (MEGABYTES_20 - 2) + b"\0", "neither text nor a workbook|No table"),
    "Shift-JIS": (lambda: "名前\n".encode("shift-jis") * 4_194_304, "too many lines"),
    "UTF-16": (lambda: ("Name\n" * 2_097_151).encode("utf-16"), "too many lines"),
    "no encoding": (lambda: bytes(range(256)) * 81_920, "neither text nor a workbook|No table"),
    "HTML": (lambda: b"<table>" + b"<tr><td>Ada</td></tr>" * 998_000, "too many lines|No table"),
    "HTML depth": (lambda: b"<table>" + b"<td>" * 5_000_000, "No table|empty"),
    "JSON": (lambda: b'[{"name":"Ada"}' + b',{"name":"Ada"}' * 1_300_000 + b"]", "too many lines|No table"),
    "JSON depth": (lambda: b'{"a":' + b"[" * 20_000_000, "No table"),
    "XML": (lambda: b'<?xml version="1.0"?><Tournament><Players>' + b"<Player/>" * 2_300_000, "No table|cannot"),
    "ZIP": (lambda: b"PK\x03\x04" + b"x" * 20_000_000, "cannot be read"),
    "ODS": (lambda: stored_sheet(f"<t:table-row>{CELL}</t:table-row>" * 290_000), "too large when unpacked|too many"),
}


def stored_sheet(inside: str) -> bytes:
    """An open document that is not compressed: what it holds is as large as the file."""
    output = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(sheet(inside))) as packed, zipfile.ZipFile(output, "w") as archive:
        for name in packed.namelist():
            archive.writestr(name, packed.read(name))
    return output.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_twenty_megabytes_cost_the_web_process_little(name: str) -> None:
    """What is read at all is read in a process with limits; here the file is only looked at, hashed and handed on."""
    made, why = LARGE[name]
    data = made()
    assert MEGABYTES_20 * 0.9 < len(data) <= MEGABYTES_20
    began = process_time()
    with pytest.raises(EventRefused, match=why):
        read_file(data)
    assert process_time() - began < SECONDS


@pytest.mark.django_db
def test_twenty_megabytes_of_one_column_are_refused_by_page_and_api(club: Club, organiser: Account) -> None:
    event, client = draft(club, organiser), Client()
    client.force_login(organiser)
    data = LARGE["one column"][0]()
    file = SimpleUploadedFile("list.csv", data)
    answer = client.post(f"/events/{event.pk}/enter/list", {"file": file})
    assert answer.status_code == 400 and "too many lines" in answer.content.decode()
    sent = {"upload": Upload.objects.get().pk, "check": True}
    told = Caller(organiser).post(f"/events/{event.pk}/entries/list", sent)
    assert (told.status_code, "too many lines" in json.loads(told.content)["detail"]) == (400, True)
    larger = SimpleUploadedFile("list.csv", data + b"x" * 2**20)
    refused = client.post(f"/events/{event.pk}/enter/list", {"file": larger})
    assert refused.status_code == 400 and "at most 20 MB" in refused.content.decode()
    assert not Entry.objects.exists()
