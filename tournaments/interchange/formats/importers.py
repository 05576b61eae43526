"""The file formats from which a whole event is imported: a registry, and the one way in for a file of any of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, TypeVar

from gipf_engine.registry import Registry
from tournaments.interchange.formats.imported_event import ImportedEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What whoever brings a file says beside it; None or "" leaves it to the file. `today` is for dates it lacks."""

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
    whether it is rated, so nobody is asked.
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


def parse(data: bytes, options: ImportOptions) -> ImportedEvent:
    """The event in a file of any format. Raises FileRefused."""
    importer = importer_of(data)
    event = importer.parse(data, options)
    return event if event.source else replace(event, source=importer.name)
