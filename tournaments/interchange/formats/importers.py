"""The file formats from which a whole event is imported: a registry, and the one way in for a file of any of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, TypeVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.registry import Registry
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What is said beside a file that is brought; None or "" leaves it to the file. `today` is for dates it lacks."""

    time_zone: str
    today: date
    rules: str = ""
    name: str = ""
    format: str = ""
    rated: bool | None = None
    tie_breaks: tuple[str, ...] | None = None


class Importer(ABC):
    """A file format. A new one is one new module in this package with a class under `@register`.

    `name` is marked for the catalogs. `is_complete`: the file itself says which game and format were played and
    whether it is rated, so no one is asked.
    """

    key: str
    name: str
    is_complete: ClassVar[bool] = False

    @abstractmethod
    def recognizes(self, data: bytes) -> bool:
        """Whether a file is meant as one of this format, however broken it is."""

    @abstractmethod
    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        """The event in a file. Raises FileRefused with every line or place that cannot be taken, and why."""


IMPORTERS: Registry[Importer] = Registry(__name__.rpartition(".")[0])
FALLBACK = "trf"
"""What a file is read as that no format recognizes: each line that cannot be read is named."""
I = TypeVar("I", bound=type[Importer])  # noqa: E741


def register(cls: I) -> I:
    """Class decorator: take files of this format wherever an event is imported. ValueError where its key is taken."""
    IMPORTERS.add(cls.key, cls())
    return cls


def importer_of(data: bytes) -> Importer:
    """The format that a file is in."""
    return next((each for each in IMPORTERS.values() if each.recognizes(data)), IMPORTERS[FALLBACK])


MOST_LINES, MOST_VALUES = 100_000, 1_500_000
"""Lines of a text, and values of JSON, that a page or the API takes: each takes memory. The command line takes any."""
_ZIP = b"PK"


def is_heavy_json(data: bytes) -> bool:
    """Whether a document of JSON has more values than any event: reading it would take much memory."""
    return sum(map(data.count, (b",", b"{", b"["))) > MOST_VALUES


def parse_sent(data: bytes, options: ImportOptions) -> ImportedEvent:
    """As `parse`, for a file that was sent: one that would take much memory is refused before it is read."""
    if data[:1_000].lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")):
        is_too_much = is_heavy_json(data)
    else:
        is_too_much = not data.startswith(_ZIP) and data.count(b"\n") + data.count(b"\r") > MOST_LINES
    if is_too_much:
        raise FileRefused([Message(_("this holds more than any event"))])
    return parse(data, options)


def parse(data: bytes, options: ImportOptions) -> ImportedEvent:
    """The event in a file of any format. Raises FileRefused."""
    importer = importer_of(data)
    event = importer.parse(data, options)
    return event if event.source else replace(event, source=importer.name)
