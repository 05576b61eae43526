"""What the OpenAPI document says of every field and parameter: `help_text` in the code, else a line of a table.

Most names mean the same wherever they occur: the table (field_descriptions.toml) says that once, and beside it what a
name means in one schema.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from gipfel.endpoint_descriptions import METHODS

Described = dict[str, Any]
"""A property or a parameter of the document."""
PARTIAL = "Patched"
"""With this drf-spectacular begins the names of schemas of which a part can be sent."""


@cache
def known_descriptions() -> dict[str, Any]:
    """By name and, one level below, by schema (or "path" and "query") and name."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def describe_fields(document: dict[str, Any]) -> None:
    """Give every property and parameter of `document` a description, where it has none and the table knows one.

    Labels are for pages: the document calls fields by their names.
    """
    for owner, name, place in fields_of(document):
        place.get("schema", place).pop("title", None)
        if "description" not in place and (found := find_description(owner, name)):
            _add_description(place, found)


def find_description(owner: str, name: str) -> str | None:
    """What `name` means in the schema `owner`, or among the parameters of "path" or "query"."""
    table = known_descriptions()
    usual = None if owner in ("path", "query") else table.get(name)
    found: str | None = table.get(owner.removeprefix(PARTIAL), {}).get(name, usual)
    return found


def fields_of(document: dict[str, Any]) -> Iterator[tuple[str, str, Described]]:
    """All properties, at whatever depth, and all parameters: the schema or kind, the name, and what is said of it."""
    for owner, schema in document["components"]["schemas"].items():
        yield from ((owner, *each) for each in _properties(schema))
    for operations in document["paths"].values():
        for method in METHODS & operations.keys():
            yield from ((each["in"], each["name"], each) for each in operations[method].get("parameters", ()))


def _properties(schema: Any) -> Iterator[tuple[str, Described]]:
    if isinstance(schema, dict):
        for name, each in schema.get("properties", {}).items():
            yield name, each
            yield from _properties(each)
        yield from _properties(schema.get("items"))


def _add_description(place: Described, description: str) -> None:
    if "$ref" in place:  # nothing counts beside a reference for readers that keep to OpenAPI 3.0
        place["allOf"] = [{"$ref": place.pop("$ref")}]
    place["description"] = description
