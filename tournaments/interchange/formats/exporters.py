"""The file formats in which a whole event is exported, for who runs it: what pages, API and commands offer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, TypeVar

from gipf_engine.registry import Registry
from tournaments.core.loader import EventData


class Exporter(ABC):
    """A file format. A new one is one new module in this package with a class under `@register`.

    `name` and `help` (what it is for) are marked for the catalogs. `file_name` is what a browser saves it as, behind
    the event's number.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    file_name: ClassVar[str]
    content_type: ClassVar[str] = "text/plain; charset=utf-8"

    @abstractmethod
    def serialize(self, rows: EventData) -> bytes:
        """The event as a file, text in UTF-8. Raises FileRefused for what the format cannot say."""


EXPORTERS: Registry[Exporter] = Registry(__name__.rpartition(".")[0])
E = TypeVar("E", bound=type[Exporter])


def register(cls: E) -> E:
    """Class decorator: offer this format wherever an event is exported. ValueError where its key is taken."""
    EXPORTERS.add(cls.key, cls())
    return cls
