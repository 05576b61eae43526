"""What a rating system notes, as HTML. A person's page says it for each event, so names are translated once a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from common.translation import translate_message
from gipf_engine.ratings.base import Value
from ratings.core.queries.details import Detail


class NotedValues:
    """The values of a rating system in the reader's language."""

    def __init__(self, values: Sequence[Value]) -> None:
        self._named = {value.key: (_title(value), translate_message(value.name)) for value in values}

    def heads(self) -> SafeString:
        """A column's head for each value, which says what it means where one points at it."""
        return format_html_join("", '<th class="num" scope="col"{}>{}</th>', self._named.values())

    def line(self, details: Iterable[Detail]) -> SafeString:
        """Name and number of each in one line."""
        noted = ((*self._named[detail.key], detail.text) for detail in details)
        return format_html_join(" · ", '<span{}>{} <bdi class="num">{}</bdi></span>', noted)


def _title(value: Value) -> str:
    return format_html(' title="{}"', translate_message(value.help)) if value.help else ""
