"""The table of limits is whole, and operators read it as it is."""

from __future__ import annotations

import re

from players.core import limits
from players.core.rate_limit import Allowance, Pauses
from testing import PROJECT

ROWS = [row for row in vars(limits).values() if isinstance(row, Allowance | Pauses)]
SPANS = {60: "minute", 300: "5 minutes", 600: "10 minutes", 3600: "hour", 86_400: "day"}


def test_operators_read_the_table_as_it_is() -> None:
    guide = (PROJECT / "docs" / "operators.md").read_text(encoding="utf-8")
    table = "\n".join(["| what | counted by | how often |", "|---|---|---|", *map(_line, ROWS)])
    assert f"\n{table}\n" in guide, f"docs/operators.md lacks this table:\n{table}"


def _line(row: Allowance | Pauses) -> str:
    if isinstance(row, Pauses):
        often = f"{row.free} wrong ones, then pauses of 2 s to {row.longest // 60} minutes"
    else:
        often = f"{row.tries} in {SPANS[row.seconds]}".replace(" in minute", " a minute")
        often = often.replace(" in hour", " an hour").replace(" in day", " a day")
        often += f", {row.of_client} of a client" if row.of_client else ""
    return f"| {row.what} | {row.by} | {often} |"


def test_each_limit_has_a_key_of_its_own() -> None:
    kinds = [row.kind for row in ROWS]
    assert len(kinds) == len(set(kinds)) >= 28


def test_no_limit_is_made_beside_the_table() -> None:
    made = re.compile(r"\b(Allowance|Pauses)\(")
    served = (
        file
        for folder in ("common", "players", "ratings", "games", "play", "tournaments", "gipfel")
        for file in (PROJECT / folder).rglob("*.py")
    )
    found = {str(file.relative_to(PROJECT)) for file in served if made.search(file.read_text(encoding="utf-8"))}
    assert found == {"players/core/limits.py"}
