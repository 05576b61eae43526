"""Sheets of a workbook, or tables of a page, that go on with each other: groups of one event below the same heads."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.head_lines import find_heads
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.meanings import Choice, Question, Sheet, Table

SHEETS = "sheets"
"""The key of the question."""
ALL, ONE = "all", "one"
_MOST_NAMED = 5
_ASK = _("Other sheets have the same columns: %(sheets)s. Should their players be read too?")


def sheets_alike(sheets: Sequence[Sheet], place: int) -> list[int]:
    """The other sheets with lines below the heads that one has, by number from 0."""
    heads = _heads_of(sheets[place].table)
    if not heads:
        return []
    return [at for at, sheet in enumerate(sheets) if at != place and _heads_of(sheet.table) == heads]


def _heads_of(table: Table) -> tuple[str, ...]:
    """The heads of a table with lines below them, without signs and case; none where it has none that are known."""
    first = find_heads(table)
    if first < 0 or not any(any(line) for line in table[first + 1 :]):
        return ()
    heads = [plain(cell) for cell in table[first]]
    while heads and not heads[-1]:
        heads.pop()
    return tuple(heads)


def ask_of_sheets(sheets: Sequence[Sheet], alike: Sequence[int], answer: str) -> Question:
    """Whether the players of sheets with the same heads are to be read too; `answer` is the choice that was made."""
    names = [f"“{sheets[at].name or at + 1}”" for at in alike[:_MOST_NAMED]]
    choices = (Choice(ALL, Message(_("Yes, read them too"))), Choice(ONE, Message(_("No, only the sheet shown"))))
    return Question(SHEETS, Message(_ASK, {"sheets": names}), choices, answer if answer in (ALL, ONE) else "")


def joined_table(sheets: Sequence[Sheet], places: Sequence[int]) -> Table:
    """The lines of several sheets below each other, in the order of the sheets."""
    return [line for at in sorted(places) for line in sheets[at].table]
