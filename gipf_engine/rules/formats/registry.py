"""Which formats of records there are, and in which of them a text is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.registry import Registry
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import OWN, RecordFormat
from gipf_engine.rules.formats.mail_header import blank_header
from gipf_engine.rules.record import LONGEST_RECORD, GameRecord

F = TypeVar("F", bound=type[RecordFormat])

FORMATS: Registry[RecordFormat] = Registry(__name__.rpartition(".")[0], "gipf_engine.games")

_NOTHING_KNOWN: Mapping[str, str] = {}


def register(cls: F) -> F:
    """Class decorator: make a format known under its key. ValueError where the key is taken."""
    FORMATS.add(cls.key, cls())
    return cls


def recognise(text: str) -> RecordFormat:
    """The format that a text is written in; our own where it is no other."""
    text = blank_header(text.lstrip("\ufeff"))
    foreign = (each for each in FORMATS.values() if each.key != OWN)
    return next((each for each in foreign if each.detects(text)), FORMATS[OWN])


def read_any(text: str, known: Mapping[str, str] = _NOTHING_KNOWN) -> list[GameRecord]:
    """Every record of a text, whatever its format, in our own turns; `GameRecord.format` says which it was.

    `known`: tags of the game that it should be of. Raises `RuleError` where nothing of it can be read.
    """
    found = recognise(text)
    if found.key != OWN and len(text) > LONGEST_RECORD:
        raise NotAMove(
            Message(_("files in other formats can have at most %(most)d characters"), {"most": LONGEST_RECORD})
        )
    return [replace(record, format=found.key) for record in found.read(blank_header(text.lstrip("\ufeff")), known)]


def read_one(text: str, known: Mapping[str, str] = _NOTHING_KNOWN) -> GameRecord:
    """The one record of a text, whatever its format. Raises `RuleError` where there is none, or more."""
    if len(text) > LONGEST_RECORD:
        return FORMATS[OWN].read(text, known)[0]
    records = read_any(text, known)
    if len(records) != 1:
        raise NotAMove(Message(_("this should be one record, not %(count)s"), {"count": len(records)}))
    return records[0]
