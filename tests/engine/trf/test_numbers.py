"""Numbers of a file: each is read in one place, and one that no column holds is refused with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.standings import tie_break
from gipf_engine.tournament.trf.fixed_width import parse_number
from tests.engine.trf.test_records import HEADER, PLAYERS, TRAILER

DIGITS = "9" * 5000
"""More than Python turns into a number: `int` raises ValueError, from 4,301 digits on."""

JAVAFO = "XXR 5\nXXZ 1 2\nXXP 1 2\nXXA    1  1.0  1.0\nXXS W=1.0 D=0.5\nBBW  3.0\n"


def with_digits(text: str) -> Iterator[tuple[int, str]]:
    """The text with one number after the other made as long as that, and the line where it stands."""
    for found in re.finditer(r"\d+", text):
        yield text.count("\n", 0, found.start()) + 1, text[: found.start()] + DIGITS + text[found.end() :]


@pytest.mark.parametrize("line", ["142", "XXR"])
def test_rounds_of_five_thousand_digits_are_refused_by_line(line: str) -> None:
    with pytest.raises(trf.TrfError) as refused:
        trf.read(f"{PLAYERS}{line} {DIGITS}\n")
    assert [(note.number, str(note.message)) for note in refused.value.problems] == [
        (7, "this is not a number of rounds")
    ]


@pytest.mark.parametrize("text", [HEADER + PLAYERS + TRAILER, PLAYERS + JAVAFO], ids=["TRF26", "JaVaFo"])
def test_any_number_of_five_thousand_digits_is_refused_or_kept_as_text(text: str) -> None:
    refused = 0
    for number, changed in with_digits(text):
        try:
            trf.write((file := trf.read(changed)).table, file.document)
        except trf.TrfError as error:
            refused += 1
            assert all(str(note.message) for note in error.problems), number
    assert refused > 50


@pytest.mark.parametrize(("text", "number"), [("0", 0), (" 17 ", 17), ("00009999", 9999), ("٧", 7)])
def test_numbers_are_read_with_blanks_and_zeros(text: str, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.0", "10000", "²", "1 2", DIGITS])
def test_what_no_column_holds_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r"^.{0,20}$"):
        parse_number(text)


@pytest.mark.parametrize("code", ["BH/C", "BH/M", "AOB/L+", "PS/C"])
def test_tie_breaks_with_five_thousand_digits_cannot_be_read(code: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be read|has no variant|is called"):
        tie_break(code + DIGITS)
