"""XML and JSON that another person wrote: read without entities, to a bounded depth, or refused in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from gipf_engine.event_files.event import EventFileError
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>")
_ENTITY = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_DEEPEST = 12
"""Objects within each other that are looked into."""

Object = Mapping[str, Any]


def read_xml(text: str) -> ElementTree.Element:
    """The root of a document. Its encoding was settled when the bytes became text, whatever it says itself."""
    if _ENTITY.search(text):
        raise EventFileError(Message(_("The file defines entities of its own, which are not read.")))
    declaration = _DECLARATION.match(text)
    try:
        return ElementTree.fromstring(text[declaration.end() :] if declaration else text)  # noqa: S314  no entities
    except ElementTree.ParseError as error:
        where = {"line": error.position[0]}
        raise EventFileError(Message(_("The file is damaged XML: see line %(line)d."), where)) from error


def read_json(text: str) -> Any:
    """The value of a text: one document, or one in each line as a list."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise EventFileError(Message(_("The file is nested too deeply."))) from error
    except ValueError:
        return [_read_line(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _read_line(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except RecursionError as error:
        raise EventFileError(Message(_("The file is nested too deeply."))) from error
    except ValueError as error:
        raise EventFileError(Message(_("Line %(line)d is not JSON."), {"line": number})) from error


def objects_in(value: object, depth: int = 0) -> Iterator[Object]:
    """All objects of a document, those outside first."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            if isinstance(each, dict | list):
                yield from objects_in(each, depth + 1)


def text_in(values: Object, *names: str) -> str:
    """The first of these that is text or a number, as one line; "" where none is."""
    for name in names:
        value = values.get(name)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
    return ""


def number_in(values: Object, name: str) -> int | None:
    """A whole number; None where it is none."""
    value = values.get(name)
    if isinstance(value, str) and value.isascii() and value.lstrip("-").isdecimal() and len(value) < 10:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9 else None


def object_in(values: Object, *names: str) -> Object:
    """The object within objects; an empty one where there is none."""
    for name in names:
        found = values.get(name)
        if not isinstance(found, dict):
            return {}
        values = found
    return values


def list_in(values: Object, name: str) -> list[Object]:
    """The objects of a list; none where there is no list."""
    found = values.get(name)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
