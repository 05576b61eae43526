"""The formats of other programs that are read as whole events: one table of them, made by their modules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from gipf_engine.event_files.event import FileEvent
from gipf_engine.player_lists.meanings import Sheet
from gipf_engine.player_lists.rows import Reading
from gipf_engine.registry import Registry

LOOKED_AT = 100_000
"""Characters of a file by which it is recognised."""


class EventFormat(ABC):
    """A format. A new one is one new module in this package with a class under `@register`.

    `name` is marked for the catalogs: the program, and how it calls its file.
    """

    key: ClassVar[str]
    name: ClassVar[str]

    @abstractmethod
    def recognizes(self, start: str) -> bool:
        """Whether a text that begins so is meant as one of this format, however broken it is."""

    @abstractmethod
    def read(self, text: str) -> FileEvent:
        """The event. Raises EventFileError with everything that is wrong."""


FORMATS: Registry[EventFormat] = Registry(__name__.rpartition(".")[0])
F = TypeVar("F", bound=type[EventFormat])


def register(cls: F) -> F:
    """Class decorator: read files of this format wherever an event is imported. ValueError where its key is taken."""
    FORMATS.add(cls.key, cls())
    return cls


class TableFormat(ABC):
    """A format in tables: sheets of a workbook, tables of a page, or text. Registered as an `EventFormat` is."""

    key: ClassVar[str]
    name: ClassVar[str]

    @abstractmethod
    def recognizes(self, sheets: Sequence[Sheet]) -> bool:
        """Whether one of the sheets has the columns of this format."""

    @abstractmethod
    def read(self, sheets: Sequence[Sheet], reading: Reading) -> FileEvent:
        """The event. Raises EventFileError with everything that is wrong."""


TABLE_FORMATS: Registry[TableFormat] = Registry(__name__.rpartition(".")[0])
T = TypeVar("T", bound=type[TableFormat])


def register_table(cls: T) -> T:
    """Class decorator: read tables of this format wherever an event is imported. ValueError where its key is taken."""
    TABLE_FORMATS.add(cls.key, cls())
    return cls


def table_format_of(sheets: Sequence[Sheet]) -> TableFormat | None:
    """The format of tables; None where it is none of these."""
    return next((each for each in TABLE_FORMATS.values() if each.recognizes(sheets)), None)
