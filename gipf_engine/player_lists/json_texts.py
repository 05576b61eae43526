"""Players in JSON: one object a line, a list of objects, or such a list somewhere in a document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from gipf_engine.player_lists.documents import NoDocument
from gipf_engine.player_lists.headings import tier_in_heads
from gipf_engine.player_lists.meanings import FIRST_NAME, NAME, SURNAME, Sheet, Table

_FEWEST_KEYS = 2
_DEEPEST, _MOST_LISTS = 5, 30
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_CALLED = frozenset({"name", "value", "code", "label", "shortname", "displayname", "fullname", "iso", "id"})
"""Keys of the value that stands for a whole object: the name of a club."""
_WRAPPERS = frozenset(
    {"user", "player", "participant", "person", "profile", "member", "attributes", "competitor", "entrant", "data"}
)
"""Keys of objects that hold the player: what is in them is the player's."""
_MOST_KEYS = 200
_WHOLE = "JSON"
"""The name of a list that is the whole text."""


def is_json_lines(text: str) -> bool:
    """Whether a text is one object a line, or a list of objects, as programs give players."""
    begin = text.lstrip()[:200]
    is_list = begin.startswith("[") and begin[1:].lstrip()[:1] in ("{", "[", '"', "")
    return (begin.startswith("{") or is_list) and not begin.startswith("{|") and '"' in begin


def sheets_of_json(text: str, most_lines: int) -> list[Sheet]:
    """Objects of text and numbers as lines, one sheet for each list that names people."""
    try:
        found = list(_lists_in(text, most_lines))
    except (ValueError, RecursionError) as error:
        raise NoDocument(str(error)) from error
    tables = [(name, _table_of_objects(rows)) for name, rows in found]
    sheets = [
        Sheet(name, table)
        for name, table in tables
        if _names_people(table[0]) or (name == _WHOLE and len(table[0]) >= _FEWEST_KEYS)
    ]
    if not sheets:
        raise NoDocument("nothing that looks like players")
    return sheets


def _lists_in(text: str, most_lines: int) -> Iterator[tuple[str, list[Mapping[str, object]]]]:
    try:
        whole = json.loads(text)
    except ValueError:
        lines = [line.strip() for line in text.splitlines()[: most_lines + 1]]
        whole = [json.loads(line) for line in lines if line]
    if isinstance(whole, dict) and "\n" not in text.strip() and _is_flat(whole):
        whole = [whole]
    left = [_MOST_LISTS]
    if isinstance(whole, list) and not all(isinstance(row, dict) for row in whole):
        raise NoDocument("no objects")
    yield from _search(_WHOLE, whole, most_lines, left, 0)


def _is_flat(whole: Mapping[str, object]) -> bool:
    return not any(isinstance(value, list | dict) for value in whole.values())


def _search(
    name: str, value: object, most_lines: int, left: list[int], depth: int
) -> Iterator[tuple[str, list[Mapping[str, object]]]]:
    """The lists of objects in a value; objects by number or name are a list too."""
    if depth > _DEEPEST or not left[0]:
        return
    if isinstance(value, list):
        rows = [_unwrapped(row) for row in value[: most_lines + 1] if isinstance(row, dict)]
        if rows and len(rows) * 2 > min(len(value), most_lines + 1):
            left[0] -= 1
            yield name, rows
    elif isinstance(value, dict):
        inner = list(value.values())[: most_lines + 1]
        if len(inner) > 1 and all(isinstance(each, dict) for each in inner) and _are_alike(inner):
            left[0] -= 1
            yield name, [_unwrapped(each) for each in inner]
            return
        for key, each in list(value.items())[:_MOST_KEYS]:
            yield from _search(str(key)[:80], each, most_lines, left, depth + 1)


def _are_alike(rows: Sequence[Mapping[str, object]]) -> bool:
    """Whether objects have keys in common, as players have, and parts of a document have not."""
    return len(set.intersection(*(set(row) for row in rows))) >= _FEWEST_KEYS


def _unwrapped(row: Mapping[str, object]) -> Mapping[str, object]:
    """What programs wrap once: {"participant": {…}}."""
    inner = next(iter(row.values())) if len(row) == 1 else None
    return inner if isinstance(inner, dict) else row


def _table_of_objects(rows: Sequence[Mapping[str, object]]) -> Table:
    flat = [dict(_values_of(row, "", 0)) for row in rows]
    heads = list(dict.fromkeys(head for row in flat for head in row))
    return [heads, *([" ".join(row.get(head, "").split()) for head in heads] for row in flat)]


def _values_of(row: Mapping[str, object], outer: str, depth: int) -> Iterator[tuple[str, str]]:
    """Values with their heads; lists of them, and what is nested and known to no one, are not read."""
    for key, value in list(row.items())[:_MOST_KEYS]:
        if isinstance(value, str | int | float):
            head = _head(outer, str(key))
            if not outer or (tier_in_heads(head) or ("", 0))[0]:
                yield head, _shown_value(value)
        elif isinstance(value, dict) and depth < _DEEPEST:
            yield from _values_of(value, "" if str(key).casefold() in _WRAPPERS else str(key), depth + 1)


def _head(outer: str, key: str) -> str:
    """“club” of a club's name, “first name” of the first part of a name, “rating rapid” of the other."""
    if not outer:
        return key
    if key.casefold() in ("first", "last", "middle"):
        return f"{key} name"
    meaning = (tier_in_heads(outer) or ("", 0))[0]
    return outer if key.casefold() in _CALLED - {"id"} and meaning not in ("", NAME) else f"{outer} {key}"


def _shown_value(value: str | float) -> str:
    return "yes" if value is True else "" if value is False else str(value)


def _names_people(heads: Sequence[str]) -> bool:
    return any((tier_in_heads(head) or ("", 0))[0] in _NAMES for head in heads)
