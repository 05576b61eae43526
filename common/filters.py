"""Lists that are narrowed and ordered by what a request asks for: one way for events, games and people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

M = TypeVar("M", bound=Model)
Lookup = str | Callable[[Any], Q]
"""A lookup that takes the value of a filter, or what makes a condition of it."""


def narrow(
    rows: QuerySet[M],
    asked: Mapping[str, Any],
    lookups: Mapping[str, Lookup],
    texts: Sequence[str] = (),
    *,
    columns: Mapping[str, str] = MappingProxyType({}),
) -> QuerySet[M]:
    """Those of `rows` that are as `asked` says, by the `lookups` of its filters, in its `ordering` and then by id.

    `q`: each of its words is in one of the fields `texts`, in any case. A filter that is not asked for finds all.
    `columns`: by which field an ordering puts them, where it is called otherwise.
    """
    found = rows
    for name in lookups.keys() & asked.keys():
        lookup = lookups[name]
        found = found.filter(Q(**{lookup: asked[name]}) if isinstance(lookup, str) else lookup(asked[name]))
    for word in str(asked.get("q", "")).split() if texts else ():
        found = found.filter(Q.create([(f"{text}__icontains", word) for text in texts], Q.OR))
    name = asked["ordering"].removeprefix("-")
    minus = "-" * asked["ordering"].startswith("-")
    return found.order_by(minus + columns.get(name, name), f"{minus}pk")
