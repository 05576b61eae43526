"""Comments and variations of a record as they are stored beside the moves: written as in the record's own text."""

from __future__ import annotations

from collections.abc import Iterable

from gipf_engine.rules.record import Note, read_records


def serialize(notes: Iterable[Note]) -> str:
    """The notes behind one move as one text: "{comment} (variation)"."""
    return " ".join(str(note).replace("\n[", "\n [") for note in notes)


def parse(text: str) -> tuple[Note, ...]:
    """The notes of a stored text."""
    if not text:
        return ()
    record = next(read_records(f'[Game "gipf"]\n\n{text}\n'))
    return tuple(record.notes.get(0, ()))
