"""Rows as a club's file has them: written column by column, and made of what a file says.

A row that is read is what its table takes, or its place in the file is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Model

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.core.event_values import plain
from tournaments.interchange.formats.json_reader import Reader, Wrong

R = TypeVar("R", bound=Model)
LONGEST = 20_000
Read = Callable[[Reader], Any]


def row_values(row: Any, names: Iterable[str]) -> dict[str, Any]:
    """These columns of a row, as the file has them."""
    return {name: _json_value(getattr(row, name)) for name in names}


def _json_value(value: Any) -> Any:
    return in_utc(value) if isinstance(value, datetime) else plain(value)


def in_utc(value: datetime) -> str:
    """An instant as the file has it, the same from every database."""
    return value.astimezone(UTC).isoformat()


def texts(value: Reader) -> list[str]:
    """A list of short texts."""
    return [each.text(500) for each in value.items(200)]


def numbers(value: Reader) -> list[int | None]:
    """A list of whole numbers."""
    return [number(each) for each in value.items(1_000)]


def number(value: Reader) -> int | None:
    """A whole number that a column can hold, or none."""
    return value.number(2**31 - 1, optional=True)


_READS: tuple[tuple[type[models.Field[Any, Any]], Read], ...] = (
    (models.CharField, lambda value: value.text(LONGEST)),  # how long it may be is the column's to say
    (models.TextField, lambda value: value.text(LONGEST)),
    (models.BooleanField, lambda value: value.flag()),
    (models.DateTimeField, lambda value: None if value.value is None else value.moment()),
    (models.DateField, lambda value: value.day(optional=True)),
    (models.IntegerField, number),
)
"""How columns are read, by their kind; one of moments is one of days as well."""


def _read_column(model: type[Model], name: str, value: Reader) -> Any:
    column = model._meta.get_field(name)
    return next(read for kind, read in _READS if isinstance(column, kind))(value)


def make_row(
    model: type[R], place: Reader, names: Iterable[str], reads: Mapping[str, Read] = MappingProxyType({}), **known: Any
) -> R:
    """A row that is not stored yet, of these columns, those that `reads` reads otherwise, and those that are known.

    What it points at is filled in when that is stored. Raises Wrong where the table takes no such row.
    """
    usual = {name: _read_column(model, name, place[name]) for name in names if name not in reads}
    row = model(**usual, **{name: read(place[name]) for name, read in reads.items()}, **known)
    missing = [field.name for field in model._meta.fields if field.is_relation or field.name in ("id", "event")]
    missing += [field.name for field in model._meta.fields if field.get_internal_type() == "JSONField"]
    try:
        row.full_clean(exclude=[name for name in missing if name not in known], validate_unique=False)
    except ValidationError as error:
        why = "; ".join(f"{name}: {' '.join(each)}" for name, each in error.message_dict.items())
        raise Wrong(place.place, Message(_("this cannot be stored: %(why)s"), {"why": why[:300]})) from error
    return row
