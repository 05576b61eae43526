"""The 120 reference files, read and written: what they say of entrants stays, and bytes settle at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gipf_engine.tournament import trf
from testing.marks import some
from testing.swiss_corpus import tournaments

FILES = tournaments()


@pytest.mark.parametrize("dialect", list(trf.Dialect))
def test_writing_what_was_read_and_reading_it_again_changes_nothing(dialect: trf.Dialect) -> None:
    assert len(FILES) == 120
    for name, data in some(40, list(FILES.items())):
        file = trf.read(data)
        assert file.repairs == (), name
        first = trf.write(file.table, file.document, dialect)
        again = trf.read(first)
        assert again.table == file.table, name
        assert trf.write(again.table, again.document, dialect) == first, name


def test_the_lines_of_entrants_are_written_as_the_reference_writes_them() -> None:
    for name, data in FILES.items():
        file = trf.read(data)
        theirs = [line for line in data.decode().split("\n") if line.startswith("001")]
        ours = [line for line in trf.write(file.table, file.document).decode().split("\n") if line.startswith("001")]
        assert ours == [blank_rating(line) for line in theirs], name


def test_computed_ranks_stand_where_a_file_brings_none() -> None:
    file = trf.read(FILES["g0001"])
    bare = replace(
        file.table,
        entrants=tuple(replace(entrant, extras={}) for entrant in file.table.entrants),
    )
    document = replace(file.document, tie_breaks=("BPG", "TPN"))
    lines = trf.write(bare, document).decode().split("\n")
    first = next(line for line in lines if line.startswith("001    1"))
    assert (first[80:84], first[85:89]) == (" 8.0", "   1")


def test_line_ends_of_every_kind_are_read_alike() -> None:
    data = FILES["d0003"]
    table = trf.read(data).table
    for newline in (b"\r", b"\r\n"):
        file = trf.read(data.replace(b"\n", newline))
        assert file.table == table
        assert file.document.newline.encode() == newline
        written = trf.write(file.table, file.document)
        assert written.count(newline) == len(written.splitlines())


def blank_rating(line: str) -> str:
    """Nobody's rating is 0: we leave it blank, as the format asks."""
    return line[:48] + "    " + line[52:] if line[48:52] == "   0" else line
