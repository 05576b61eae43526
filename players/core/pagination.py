"""Long tables come in parts, on every page that has one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest

if TYPE_CHECKING:
    _Paginator = Paginator[Any]
else:
    _Paginator = Paginator  # which cannot be subscripted

MOST_ROWS, ROWS_A_PAGE = 120, 100
"""A table with more rows than these comes in parts of so many."""
WHOLE = "all"


class BoundedPaginator(_Paginator):
    """Pages of the first rows, at most `most` of them, however many there are; `has_more` where there are others."""

    def __init__(self, rows: QuerySet[Any], rows_a_page: int, most: int) -> None:
        super().__init__(rows[:most], rows_a_page)
        self._found = rows.order_by()[: most + 1]
        self._most = most

    @cached_property
    def _bounded_count(self) -> int:
        return self._found.count()

    @cached_property
    def count(self) -> int:
        """The rows that the pages show."""
        return min(self._bounded_count, self._most)

    @property
    def has_more(self) -> bool:
        """Whether there are more rows than the pages show."""
        return self._bounded_count > self._most


def page_of(request: HttpRequest, rows: Sequence[Any], first: int = 0) -> Page[Any]:
    """The part of a long table that `?page=` asks for; the whole where it is short, or where `?page=all` asks for it.

    Where nothing is asked for, it is the part with row `first` (from 0).
    """
    asked = request.GET.get("page", "")
    if len(rows) <= MOST_ROWS or asked == WHOLE:
        return Paginator(rows, max(len(rows), 1)).get_page(1)
    return Paginator(rows, ROWS_A_PAGE).get_page(asked or first // ROWS_A_PAGE + 1)
