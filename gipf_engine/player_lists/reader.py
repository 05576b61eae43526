"""The players of a table: each line is read, has a problem, or is left out with the reason."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.chat_signs import is_struck
from gipf_engine.player_lists.contents import cells_of, meanings_by_contents
from gipf_engine.player_lists.head_lines import find_heads, upright, with_groups
from gipf_engine.player_lists.headings import is_other_head
from gipf_engine.player_lists.layout import checks_for, meanings_by_heads
from gipf_engine.player_lists.meanings import (
    CLUB,
    COLUMNS,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PLACE,
    SURNAME,
    Column,
    LeftOut,
    PlayerList,
    Problem,
    Sheet,
    Table,
)
from gipf_engine.player_lists.other_lines import (
    ABOVE_HEADS,
    IS_ON_WAITING_LIST,
    IS_WITHDRAWN,
    OUTSIDE,
    is_ruler,
    lines_below_end,
    lines_beside_numbers,
    lines_outside,
    lines_waiting,
    lines_without_players,
    says_waiting,
    says_withdrawn,
    why_no_line,
)
from gipf_engine.player_lists.plain_lines import ORDER, take_apart
from gipf_engine.player_lists.rows import Reading, Rows, shown
from gipf_engine.player_lists.several_in_line import entries_of
from gipf_engine.player_lists.side_by_side import are_numbered, blocks_of, meanings_of_block

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_EXAMPLES = 3
_JUDGED_BY = 200
"""Lines of a sheet by which it is chosen."""
_OF_CELLS = "cells"
"""Stands for a line of several cells, which is no heading."""


def read_players(table: Table, reading: Reading, chosen: Sequence[str] | None = None) -> PlayerList:
    """The players of a table. `chosen` says what each column holds, where it was not understood."""
    if all(sum(map(bool, line)) <= 1 for line in table):
        return _read_plain(table, reading, chosen)
    table = upright(table)
    first = find_heads(table)
    width = max(map(len, table))
    blocks: list[list[str]] = []
    if first >= 0:
        heads = [*table[first], *[""] * width][:width]
        if first > 0:
            heads = with_groups(table[first - 1], heads, table[first + 1 :])
        checks = checks_for(reading.today, reading.country_of)
        found = meanings_by_heads(heads, table[first + 1 :], checks, reading.today.year)
        blocks = _blocks(heads, table[first + 1 :], reading)
    else:
        found, has_heads = meanings_by_contents(table, reading.country_of, reading.today.year)
        heads = [*table[0], *[""] * width][:width] if has_heads else [""] * width
        found = [
            NOT_USED if is_other_head(head) and meaning in _NAMES else meaning
            for head, meaning in zip(heads, found, strict=True)
        ]
        first = 0 if has_heads else -1
    if blocks and chosen is None:
        found = ["".join(dict.fromkeys(filter(None, each))) for each in zip(*blocks, strict=True)]
    meanings = [*(found if chosen is None else chosen), *[""] * width][:width]
    blocks = [[meanings[place] if each else "" for place, each in enumerate(block)] for block in blocks]
    above = [(number, line) for number, line in enumerate(table[: max(first, 0)], 1) if not is_ruler(line)]
    rows = Rows(meanings, reading, [LeftOut(number, shown(line), ABOVE_HEADS) for number, line in above], heads)
    if _NAMES & set(meanings):
        alone = ["".join(line) if sum(map(bool, line)) <= 1 else _OF_CELLS for line in table]
        known = lines_waiting(alone) | lines_below_end(alone)
        if PLACE in meanings:
            beside = lines_beside_numbers(table[first + 1 :], meanings.index(PLACE))
            known |= {number + first + 1: why for number, why in beside.items()}
        rows.by_lines = are_numbered(heads)
        gone = lines_without_players(table[first + 1 :], meanings, heads)
        known |= {number + first + 1: why for number, why in gone.items()}
        for player, block in enumerate(blocks or [meanings]):
            rows.meanings = block
            for number, line in enumerate(table[first + 1 :], first + 2):
                if not is_ruler(line) and (player == 0 or (rows.has_name(line) and number - 1 not in known)):
                    rows.read(number, line, why=known.get(number - 1))
    else:
        rows.problems.append(Problem(max(first, 0) + 1, Message(_("no column looks like names: choose one"))))
    others = {line.line for line in rows.left_out}
    body = [line for number, line in enumerate(table[first + 1 :], first + 2) if number not in others]
    return rows.result(_describe_columns(heads, meanings, body))


def _blocks(heads: Sequence[str], body: Table, reading: Reading) -> list[list[str]]:
    """What the columns of each player hold, where a line has several."""
    found = blocks_of(heads)
    checks = checks_for(reading.today, reading.country_of)
    made = []
    for columns in found:
        cells = [[line[place] if place < len(line) else "" for place in columns] for line in body]
        meanings = meanings_by_heads([heads[place] for place in columns], cells, checks, reading.today.year)
        made.append(meanings_of_block(columns, meanings, len(heads), found))
    return made


def _read_plain(table: Table, reading: Reading, chosen: Sequence[str] | None) -> PlayerList:
    """Lines of plain text, each taken apart."""
    lines = ["".join(line) for line in table]
    outside = lines_outside(lines)
    split: Table = []
    rows = Rows(list(ORDER) if chosen is None else [*chosen, *[""] * len(ORDER)][: len(ORDER)], reading, [])
    for number, text in entries_of(lines):
        whole = lines[number - 1]
        if is_ruler([text]):
            continue
        why = outside.get(number - 1) or why_no_line(text)
        if text != whole:
            why = None if outside.get(number - 1) in (None, OUTSIDE) else why
        if why is not None:
            rows.left_out.append(LeftOut(number, shown([text]), why))
            continue
        line = take_apart(text)
        if is_struck(text) or says_withdrawn([*line.more, line.found.get(CLUB, "")]):
            rows.left_out.append(LeftOut(number, shown([text]), IS_WITHDRAWN))
            continue
        if says_waiting([*line.more, line.found.get(CLUB, "")]):
            rows.left_out.append(LeftOut(number, shown([text]), IS_ON_WAITING_LIST))
            continue
        split.append(line.cells())
        rows.read(number, line.cells(), is_whole=True)
        rows.tell_more(number, text, line.more)
    heads = [COLUMNS[column] if not split or any(cells_of(split, place)) else "" for place, column in enumerate(ORDER)]
    return rows.result(_describe_columns(heads, rows.meanings, split))


def _describe_columns(heads: Sequence[str], meanings: Sequence[str], body: Table) -> tuple[Column, ...]:
    columns = []
    for place, (head, meaning) in enumerate(zip(heads, meanings, strict=True)):
        filled = dict.fromkeys(cell for cell in cells_of(body, place) if cell == "+" or not is_ruler([cell]))
        columns.append(Column(place, head, meaning, tuple(filled)[:_EXAMPLES]))
    while columns and not (columns[-1].head or columns[-1].examples or columns[-1].meaning):
        columns.pop()
    return tuple(columns)


def best_sheet(sheets: Sequence[Sheet], reading: Reading) -> int:
    """The sheet that is read unless another one is chosen: with heads that are known, then with the most players."""

    def worth(place: int) -> tuple[bool, int, int]:
        table = sheets[place].table[:_JUDGED_BY]
        players = len(read_players(table, reading).players) if any(map(any, table)) else 0
        return players > 0 and find_heads(table) >= 0, players, -place

    return max(range(len(sheets)), key=worth) if len(sheets) > 1 else 0
