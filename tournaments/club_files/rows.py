"""Rows made from what a file says: each is what its table takes, or its place in the file is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.interchange.formats.json_reader import Reader, Wrong

R = TypeVar("R", bound=Model)
LONGEST = 20_000
Read = Callable[[Reader], Any]


def text(value: Reader) -> str:
    """A text; how long it may be is the column's to say."""
    return value.text(LONGEST)


def number(value: Reader) -> int | None:
    """A whole number that a column can hold, or none."""
    return value.number(2**31 - 1, optional=True)


def flag(value: Reader) -> bool:
    """True or false."""
    return value.flag()


def day(value: Reader) -> Any:
    """A day, or none."""
    return value.day(optional=True)


def moment(value: Reader) -> Any:
    """An instant, or none."""
    return None if value.value is None else value.moment()


def texts(value: Reader) -> list[str]:
    """A list of short texts."""
    return [each.text(500) for each in value.items(200)]


def numbers(value: Reader) -> list[int | None]:
    """A list of whole numbers."""
    return [number(each) for each in value.items(1_000)]


def make_row(model: type[R], place: Reader, reads: Mapping[str, Read], **known: Any) -> R:
    """A row that is not stored yet, of the columns that `reads` reads, and those that are known.

    What it points at is filled in when that is stored. Raises Wrong where the table takes no such row.
    """
    row = model(**{name: read(place[name]) for name, read in reads.items()}, **known)
    missing = [field.name for field in model._meta.fields if field.is_relation or field.name in ("id", "event")]
    missing += [field.name for field in model._meta.fields if field.get_internal_type() == "JSONField"]
    try:
        row.full_clean(exclude=[name for name in missing if name not in known], validate_unique=False)
    except ValidationError as error:
        why = "; ".join(f"{name}: {' '.join(each)}" for name, each in error.message_dict.items())
        raise Wrong(place.place, Message(_("this cannot be stored: %(why)s"), {"why": why[:300]})) from error
    return row
