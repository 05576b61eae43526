"""PDF files that would take hours or gigabytes: each is read or refused within the limits of lists."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from time import process_time, sleep

import pytest

from common.computed_once import BeingComputedError
from common.workbooks import LONGEST_CELL
from testing.pdf_files import HELVETICA, drawn, letters_of, of_objects, text_at, unicode_font
from tournaments.core.errors import EventRefused
from tournaments.entries.lists.tables import read_file

SECONDS = 6.0
"""Processor time that a web process may take for any of these, on a slow machine."""
MEGABYTES_20 = 20 * 2**20


def read_when_idle(data: bytes) -> None:
    """Read a file, again and again while the machine is busy with other things."""
    for _time in range(10):
        try:
            read_file(data)
        except BeingComputedError:
            sleep(1)
        else:
            return
    pytest.fail("the machine was busy all the time")


def packed(content: bytes, extra: str = "") -> str:
    """A stream of a PDF."""
    made = zlib.compress(content, 9).decode("latin-1")
    return f"<< /Length {len(made)} /Filter /FlateDecode {extra}>>\nstream\n{made}\nendstream"


def pdf_of(content: str, resources: str = "", *more: str) -> bytes:
    """A PDF of one page, object 4, with objects more from 5 on."""
    page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << {resources} >> /Contents 4 0 R >>"
    pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return of_objects(["<< /Type /Catalog /Pages 2 0 R >>", pages, page, content, *more])


def form(content: bytes, inside: int) -> str:
    """A part of a page that is drawn by name, with one inside."""
    names = f"/Resources << /XObject << /X {inside} 0 R >> >>"
    return packed(content, f"/Type /XObject /Subtype /Form /BBox [0 0 1 1] {names} ")


HELVETICA_1 = f"/Font << /F1 {HELVETICA} >>"
WIDE = unicode_font().replace("/ToUnicode 3 0 R", "").replace("/DW 1000", "/W [0 4000000000 500]")
ADA = text_at(60, 700, "Ada Byron").encode()
MARKS = "BT /F1 10 Tf 60 700 Td <0001" + "0002" * 280_000 + "0001> Tj ET"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: drawn(*["q Q"] * 250), "too many lines"),
        (lambda: pdf_of(packed(ADA * 100_000), HELVETICA_1), "too many lines"),
        (lambda: pdf_of(packed(b"q Q " * 100 * 2**20)), "too complex"),
        (
            lambda: pdf_of(
                packed(zlib.compress(b" " * 2**30, 9)).replace("/Fl", "[/Fl").replace("code", "code /Fl", 1)
            ),
            "too complex|is empty|cannot be read",
        ),
        (
            lambda: pdf_of(packed(b"/X Do"), "/XObject << /X 5 0 R >>", form(b"/X Do /X Do", 5)),
            "is empty|cannot be read",
        ),
        (lambda: pdf_of(packed(ADA), f"/Font << /F1 {WIDE} >>"), "too complex"),
        (lambda: pdf_of("<< /Length 4 0 R >>\nstream\nxx\nendstream"), "cannot be read"),
        (lambda: of_objects(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Kids [2 0 R] /Count 1 >>"]), "is empty"),
        (lambda: of_objects(["<< /Type /Catalog /Pages " + "<</A " * 200_000]), "is empty|cannot be read"),
    ],
    ids=["pages", "lines", "operators", "twice packed", "own part", "widths", "own length", "own page", "depth"],
)
def test_a_pdf_that_is_too_much_is_refused_with_the_reason(made: Callable[[], bytes], why: str) -> None:
    began = process_time()
    with pytest.raises(EventRefused, match=why):
        read_file(made())
    assert process_time() - began < SECONDS


PARTS = [form(b"/X Do " * 10, number + 1) for number in range(5, 15)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [
        lambda: pdf_of(packed(b"/X Do"), "/XObject << /X 5 0 R >>", *PARTS, packed(b"q Q")),
        lambda: pdf_of(packed(b"[" * 5_000_000)),
        lambda: pdf_of(packed(b"(" * 10_000_000)),
        lambda: pdf_of(packed(b"0 0 m 100 0 l S " * 2_000_000)),
        lambda: b"%PDF-1.7\n" + b"1 0 obj\n" * 2_600_000,
        lambda: b"%PDF-1.7\n" + random.Random(7).randbytes(MEGABYTES_20 - 10),
        lambda: of_objects(["<< /Type /Catalog /Pages 2 0 R >>", "2 0 R"]),
    ],
    ids=["parts of parts", "depth", "strings", "rules", "objects", "noise", "own name"],
)
def test_what_a_pdf_computes_for_ever_ends_with_its_process(made: Callable[[], bytes]) -> None:
    data, began = made(), process_time()
    with pytest.raises(EventRefused, match=r"too complex|cannot be read|has too many lines|is empty"):
        read_when_idle(data)
    assert process_time() - began < SECONDS


@pytest.mark.parametrize(
    ("operators", "font"),
    [
        (text_at(60, 700, "x" * 290_000), HELVETICA),
        (text_at(60, 700, ". " * 140_000), HELVETICA),
        (MARKS, unicode_font()),
    ],
    ids=["one word", "points", "signs between letters of Hebrew"],
)
def test_a_long_line_of_a_pdf_is_cut(operators: str, font: str) -> None:
    data = drawn(operators, fonts={"F1": font}, more=[letters_of("א.")])
    assert [len(cell) for sheet in read_file(data).sheets for line in sheet.table for cell in line] == [LONGEST_CELL]
