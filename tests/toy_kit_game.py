"""The game of docs/kit.md, registered for as long as a test needs it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from gipf_engine.diagrams.base import BOARDS
from gipf_engine.kit.rules import TableRules
from gipf_engine.rules.registry import RULES
from testing import PROJECT

PAGE = PROJECT / "docs" / "kit.md"
LONGEST = 150
"""Lines of a game with its board."""


@contextmanager
def trio() -> Iterator[TableRules]:
    """The rules, with their board."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None and found[1].count("\n") <= LONGEST
    len(RULES), len(BOARDS)  # all others are known before
    names: dict[str, type[TableRules]] = {}
    exec(found[1], names)
    try:
        yield names["Trio"]()
    finally:
        RULES.remove("trio-plain")
        BOARDS.remove("trio")
