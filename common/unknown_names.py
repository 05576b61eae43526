"""Names that an endpoint does not know, in bodies and in query strings: refused, with the names that may be meant.

What is known is what the OpenAPI document says, since both read the same declaration (`extend_schema`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from common.pagination import Pages

MOST_NAMED, LONGEST_NAME = 20, 80
"""How many unknown names are told, and how much of each."""
Shape = serializers.Field[Any, Any, Any, Any] | None


def refuse_fields(shape: Shape, sent: Any) -> None:
    """ValidationError naming every field of `sent` that `shape` does not have, at whatever depth."""
    if unknown := _unknown_fields(shape, sent):
        raise serializers.ValidationError(unknown)


def refuse_parameters(sent: Iterable[str], known: Collection[str]) -> None:
    """ValidationError naming every parameter of a query string that is not `known`."""
    _refuse_unknown(sent, known, gettext("There is no parameter %(name)s."))


def refuse_any_field(sent: Any) -> None:
    """ValidationError for a body with fields where none is read."""
    if isinstance(sent, Mapping):
        _refuse_unknown(sent, (), gettext("There is no field %(name)s."))


def parameters_of(schema: AutoSchema) -> frozenset[str]:
    """The names of the query parameters that an operation declares, those of pages among them."""
    names: set[str] = set()
    for each in schema.get_override_parameters():
        if isinstance(each, OpenApiParameter):
            names.add(each.name)
        else:
            names.update((each if isinstance(each, serializers.Serializer) else each()).fields)
    pages = getattr(schema.view, "pagination_class", None)
    if _is_list(schema.get_response_serializers()) and isinstance(pages, type) and issubclass(pages, Pages):
        names |= {pages.page_query_param, pages.page_size_query_param}
    return frozenset(names)


def _is_list(answers: Any) -> bool:
    shapes = answers.values() if isinstance(answers, Mapping) else (answers,)
    return any(isinstance(each, serializers.ListSerializer) for each in shapes)


def _unknown_fields(shape: Shape, sent: Any) -> dict[str, Any]:
    if isinstance(shape, serializers.ListSerializer | serializers.ListField) and isinstance(sent, list):
        inner = {str(place): _unknown_fields(shape.child, each) for place, each in enumerate(sent)}
        return {place: found for place, found in inner.items() if found}
    if not isinstance(shape, serializers.Serializer) or not isinstance(sent, Mapping):
        return {}
    known = {name: field for name, field in shape.fields.items() if not field.read_only}
    found: dict[str, Any] = _unknown_names(sent, known, gettext("There is no field %(name)s."))
    for name, field in known.items():
        if name in sent and (inner := _unknown_fields(field, sent[name])):
            found[name] = inner
    return found


def _refuse_unknown(sent: Iterable[str], known: Collection[str], sentence: str) -> None:
    if found := _unknown_names(sent, known, sentence):
        raise serializers.ValidationError(found)


def _unknown_names(sent: Iterable[str], known: Collection[str], sentence: str) -> dict[str, list[str]]:
    unknown = [name[:LONGEST_NAME] for name in sent if name not in known][:MOST_NAMED]
    return {name: [f"{sentence % {'name': name}} {_near(name, known)}".strip()] for name in unknown}


def _near(name: str, known: Collection[str]) -> str:
    """The known names that are spelt like `name`; all of them, where none is."""
    if not known:
        return gettext("None are accepted here.")
    near = get_close_matches(name.lower(), known, n=3)
    if near:
        return gettext("Did you mean %(names)s?") % {"names": ", ".join(near)}
    return gettext("Known are: %(names)s.") % {"names": ", ".join(sorted(known))}
