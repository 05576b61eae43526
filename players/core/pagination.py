"""Long tables come in parts, on every page that has one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

MOST_ROWS, ROWS_A_PAGE = 120, 100
"""A table with more rows than these comes in parts of so many."""
WHOLE = "all"


def page_of(request: HttpRequest, rows: Sequence[Any], first: int = 0) -> Page[Any]:
    """The part of a long table that `?page=` asks for; the whole where it is short, or where `?page=all` asks for it.

    Where nothing is asked for, it is the part with row `first` (from 0).
    """
    asked = request.GET.get("page", "")
    if len(rows) <= MOST_ROWS or asked == WHOLE:
        return Paginator(rows, max(len(rows), 1)).get_page(1)
    return Paginator(rows, ROWS_A_PAGE).get_page(asked or first // ROWS_A_PAGE + 1)
