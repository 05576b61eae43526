"""Contents of files: in rows of the database, or in a storage beside it (settings.STORAGES["files"]).

A row has the content itself, or the name under which the storage has it, which is drawn by chance and used once. A row
that goes leaves its content behind there, as a transaction does that is rolled back: `forget_contents` removes what no
row names. So nothing has to be undone, and no content goes while a row may still come back.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import OperationalError, connections, models, router

FILES = "files"
"""The name of the storage in settings.STORAGES."""
INLINE = 4_096
"""So many bytes are kept in the row, whatever storage there is."""
UNUSED_FOR = timedelta(hours=2)
"""How old a content is that no row names before it is removed: no transaction takes as long."""
_MARK = b"\x00gipfel-"
_NAMED, _PLAIN = _MARK + b"named:", _MARK + b"plain:"
"""What a row has in place of a content, and before one that begins like that."""
_HOUR = "%Y%m%d%H"
log = logging.getLogger(__name__)


class FileContent(models.BinaryField):  # type: ignore[type-arg]  # as Django's own, whose types are those of bytes
    """Bytes that a row keeps, or has kept for it. To migrations it is a BinaryField.

    What the storage has lost is read as b"", so that the row can be removed and made anew.
    """

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.BinaryField", arguments, options

    def get_db_prep_save(self, value: Any, connection: Any) -> Any:
        """Written once for a row that is stored: questions go by `get_db_prep_value`."""
        return super().get_db_prep_save(value if value is None else _kept(bytes(value)), connection)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> bytes | None:
        return None if value is None else _content(bytes(value))


def is_beside() -> bool:
    """Whether contents are kept beside the database."""
    return FILES in settings.STORAGES


def forget_contents(now: datetime) -> int:
    """Remove contents that no row names from the storage; how many there were."""
    storage, removed = storages[FILES], 0
    newest = (now.astimezone(UTC) - UNUSED_FOR).strftime(_HOUR)
    for hour in sorted(_list(storage, "")[0]):
        if hour >= newest:
            continue
        there = {f"{hour}/{name}" for name in _list(storage, hour)[1]}
        unused = there - set(_names_in_rows(hour))
        for name in unused:
            storage.delete(name)
        if unused == there:
            storage.delete(hour)  # a folder, where the storage has such
        removed += len(unused)
    return removed


def _kept(content: bytes) -> bytes:
    """What a row has for a content."""
    if is_beside() and len(content) > INLINE:
        name = f"{datetime.now(UTC).strftime(_HOUR)}/{secrets.token_hex(16)}"
        with _answering():
            return _NAMED + storages[FILES].save(name, ContentFile(content)).encode()
    return _PLAIN + content if content.startswith(_MARK) else content


def _content(kept: bytes) -> bytes:
    if kept.startswith(_PLAIN):
        return kept.removeprefix(_PLAIN)
    if not kept.startswith(_NAMED):
        return kept
    name = kept.removeprefix(_NAMED).decode()
    if not is_beside():
        log.error("FILES_URL is not set here, and %s is in that storage", name)
        return b""
    try:
        with _answering(), storages[FILES].open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        log.warning("the storage of files has no %s", name)
        return b""


@contextmanager
def _answering() -> Iterator[None]:
    """What a storage elsewhere fails with, as what a database does that is away: to be tried again."""
    try:
        yield
    except OSError:  # a disk that is full, or a name that is not there
        raise
    except Exception as error:
        raise OperationalError(f"the storage of files does not answer: {type(error).__name__}") from error


def _names_in_rows(hour: str) -> Iterator[str]:
    """The names of contents of this hour in all rows."""
    begins = _NAMED + f"{hour}/".encode()
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, FileContent):
                yield from (kept.removeprefix(_NAMED).decode() for kept in _beginning_with(model, field, begins))


def _beginning_with(model: type[models.Model], field: FileContent, begins: bytes) -> Iterator[bytes]:
    connection = connections[router.db_for_write(model)]  # a replica may not know yet what was named a moment ago
    quote = connection.ops.quote_name
    column, table = quote(field.attname), quote(model._meta.db_table)
    with connection.cursor() as cursor:
        where = f"SELECT {column} FROM {table} WHERE substr({column}, 1, %s) = %s"  # noqa: S608  our own names
        cursor.execute(where, [len(begins), begins])
        yield from (bytes(kept) for (kept,) in cursor.fetchall())


def _list(storage: Storage, folder: str) -> tuple[list[str], list[str]]:
    try:
        return storage.listdir(folder)
    except FileNotFoundError:
        return [], []
