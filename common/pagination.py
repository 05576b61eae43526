"""How long lists are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.db.models.query import ModelIterable
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

DIGITS = 3
"""As many as the largest size has."""
_DEEP = 1_000
"""From this row on the keys of a page are found first: those before it are not put together only to be left out."""

if TYPE_CHECKING:
    _Paginator = Paginator[Any]
else:
    _Paginator = Paginator  # which cannot be subscripted


class KeysFirst(_Paginator):
    """Deep pages of model rows in two queries: which rows, in their order, then these."""

    def _get_page(self, part: Any, number: int, paginator: Paginator[Any]) -> Page[Any]:
        whole = self.object_list
        if (number - 1) * self.per_page >= _DEEP and isinstance(whole, QuerySet) and _has_keys(whole):
            keys = list(part.values_list("pk", flat=True))
            rows = {row.pk: row for row in whole.order_by().filter(pk__in=keys)}
            part = [rows[key] for key in keys if key in rows]
        return Page(part, number, paginator)


def _has_keys(rows: QuerySet[Any]) -> bool:
    return issubclass(rows._iterable_class, ModelIterable)


class Pages(PageNumberPagination):
    """`?page=2&size=100`: 50 rows a page unless asked, 500 at most."""

    django_paginator_class = KeysFirst
    page_size = 50
    page_size_query_param = "size"
    max_page_size = 500

    def get_page_size(self, request: Request) -> int:
        """How many rows are asked for; 400 where no page can have so many."""
        asked = request.query_params.get("size")
        if asked is None:
            return self.page_size
        size = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= DIGITS else 0
        if not 1 <= size <= self.max_page_size:
            message = gettext("Choose a whole number from 1 to %(most)d.") % {"most": self.max_page_size}
            raise ValidationError({"size": [message]})
        return size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """What the OpenAPI document says of both parameters."""
        parameters: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for each in parameters:
            if each["name"] == self.page_size_query_param:
                each["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return parameters
