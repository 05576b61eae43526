"""The rows of a long table from a template that is rendered once for all rows of a kind."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from html import escape
from itertools import count, islice
from typing import Any, Generic, NamedTuple, TypeVar

from django.template.loader import get_template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=NamedTuple)

STANDS_FOR = "90071992547409{:02}"
"""The text that stands for a value at a place: digits, so that addresses can be made of it, as of an id."""
_STANDS = re.compile(STANDS_FOR.replace("{:02}", r"(\d\d)"))


class RowPattern(Generic[K, V]):
    """Draws rows from a template that gets `kind`, `row` and what is `shared` by all, and nothing else.

    The template is rendered once for each kind, with a text in place of each value of `row`; the values are put there
    row by row. So it may print them and make addresses of them, and no condition or filter may look at them: that is
    what `kind` is for. A value that is a tuple is several, as many in each row of a kind. Values are escaped as in any
    template.
    """

    def __init__(self, template: str, shared: Mapping[str, Any]) -> None:
        self._template, self._shared = get_template(template), shared
        self._patterns: dict[K, tuple[str, list[int]]] = {}

    def draw(self, kind: K, row: V) -> SafeString:
        """A row of this kind with these values."""
        pattern, places = self._patterns.get(kind) or self._render(kind, row)
        values = [_escaped(value) for value in _flat(row)]
        drawn = pattern % tuple([values[place] for place in places])
        return mark_safe(drawn)  # noqa: S308  the template's text, and values that are escaped

    def _render(self, kind: K, row: V) -> tuple[str, list[int]]:
        """The text of the template with %s for values, and their places in a row."""
        texts = map(STANDS_FOR.format, count())
        standing = type(row)._make(_alike(value, texts) for value in row)
        text, *parts = _STANDS.split(self.draw_alone(kind, standing).replace("%", "%%"))
        self._patterns[kind] = "%s".join((text, *parts[1::2])), [int(place) for place in parts[::2]]
        return self._patterns[kind]

    def draw_alone(self, kind: object, row: NamedTuple, **more: object) -> str:
        """A row that has `more` than others, rendered by itself."""
        return self._template.render({**self._shared, "kind": kind, "row": row, **more})


def _escaped(value: Any) -> str:
    """A value as a template prints it; most are numbers and plain texts, of which nothing else is asked."""
    kind = type(value)
    if kind is str:
        return escape(value)
    return str(value) if kind is int else conditional_escape(value)


def _flat(row: tuple[Any, ...]) -> Iterator[Any]:
    for value in row:
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def _alike(value: object, texts: Iterator[str]) -> object:
    """What stands for a value: a text, or as many as it has parts."""
    return tuple(islice(texts, len(value))) if isinstance(value, tuple) else next(texts)
