"""The table of docs/privacy.md, made from the models."""

from __future__ import annotations

from pathlib import Path

from gipfel.privacy import KINDS

FILE = Path(__file__).resolve().parents[1] / "docs" / "privacy.md"
BEGIN, END = "<!-- table: made by manage.py privacytable -->\n", "<!-- end of the table -->\n"


def with_table(page: str) -> str:
    """The page with the table as it is now."""
    before, _begin, rest = page.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def table() -> str:
    """A section for each kind, with its tables."""
    return "\n".join(_sections())


def _sections() -> list[str]:
    lines: list[str] = []
    for kind in KINDS:
        lines += [f"### {kind.title}", "", kind.stored, f"*{kind.until}*", ""]
        lines += ["| table | columns | when a person is erased | in the own export |", "|---|---|---|---|"]
        for each in kind.tables:
            columns = ", ".join(f"`{name}`" for name in each.fields)
            lines.append(f"| {each.label} | {columns} | {each.erasing} | {each.export} |")
        lines.append("")
    return lines
