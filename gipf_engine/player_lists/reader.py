"""The players of a table: each line is read, has a problem, or is left out with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.answers import ADD, PLAYER, with_answers, with_column_answers, with_line_answers
from gipf_engine.player_lists.birth_columns import with_clear_births
from gipf_engine.player_lists.chat_signs import without_strikes
from gipf_engine.player_lists.contents import cells_of, is_name, meanings_by_contents
from gipf_engine.player_lists.described import described_columns
from gipf_engine.player_lists.doubts_of_columns import column_questions
from gipf_engine.player_lists.doubts_of_lines import line_questions
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.doubts_of_sentences import snippet_of
from gipf_engine.player_lists.doubts_of_waiting import WAITING, lines_asked
from gipf_engine.player_lists.filled_down import down_questions, filled_down, places_answered
from gipf_engine.player_lists.footnotes import lines_of_notes
from gipf_engine.player_lists.head_lines import find_heads, upright, with_groups, with_line_below
from gipf_engine.player_lists.headings import is_other_head
from gipf_engine.player_lists.headings_above import BARE, HEADINGS, with_clubs_of_headings
from gipf_engine.player_lists.layout import checks_for, meanings_by_heads
from gipf_engine.player_lists.line_parts import ORDER
from gipf_engine.player_lists.mails import lines_below_end
from gipf_engine.player_lists.meanings import (
    CLUB,
    COLUMN_KEY,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PLACE,
    SURNAME,
    LeftOut,
    PlayerList,
    Problem,
    Question,
    Sheet,
    Table,
)
from gipf_engine.player_lists.organisers import lines_of_organisers
from gipf_engine.player_lists.other_lines import (
    ABOVE_HEADS,
    IS_WITHDRAWN,
    lines_beside_numbers,
    lines_waiting,
    lines_without_players,
)
from gipf_engine.player_lists.plain_lines import take_apart
from gipf_engine.player_lists.plain_reader import read_plain
from gipf_engine.player_lists.questions_of_columns import ListColumns, doubts_of_names_below_heads, names_question
from gipf_engine.player_lists.readings import names_beside_readings
from gipf_engine.player_lists.rows import Reading, Rows, shown
from gipf_engine.player_lists.side_by_side import are_numbered, blocks_of, meanings_of_block
from gipf_engine.player_lists.team_headings import headings_above_heads, headings_in_table
from gipf_engine.player_lists.totals import is_ruler

_PLAYING = (WAITING, HEADINGS)
"""Questions whether lines that were left out are players."""
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_JUDGED_BY = 200
"""Lines of a sheet by which it is chosen."""
_OF_CELLS = "cells"
"""Stands for a line of several cells, which is no heading."""


def read_players(
    table: Table,
    reading: Reading,
    chosen: Sequence[str | None] | None = None,
    answers: Mapping[str, str] | None = None,
) -> PlayerList:
    """The players of a table, with questions where they may be wrong.

    `chosen` says what each column holds, where it was not understood (None: as it is understood); `answers` has the
    keys of choices by those of questions.
    """
    answers = answers or {}
    is_plain = all(sum(map(bool, line)) <= 1 for line in table)
    if is_plain:
        found, asked, lines = read_plain(table, reading, chosen, answers)
    else:
        table = upright(table)
        table, struck = without_strikes(table)
        found, asked = _read_table(_Lines(table, struck), reading, chosen, answers)
        lines = ReadLines(table, is_plain)
        asked = [*asked, *line_questions(found, lines)]
        play = frozenset[int]().union(*(lines_asked(asked, key) for key in _PLAYING if answers.get(key) == PLAYER))
        if play:
            found, _same = _read_table(_Lines(table, struck, play), reading, chosen, answers)
    if answers.get(HEADINGS) in (CLUB, BARE) and any(question.key == HEADINGS for question in asked):
        found = with_clubs_of_headings(found, lines, is_bare=answers[HEADINGS] == BARE)
    found = _with_added(found, [each for each in asked if answers.get(each.key) == ADD], lines, reading)
    found = with_line_answers(found, answers, asked)
    return replace(found, questions=tuple(with_answers(asked, answers)), is_plain=is_plain)


def _with_added(found: PlayerList, asked: Sequence[Question], lines: ReadLines, reading: Reading) -> PlayerList:
    """A list with the people in sentences around it who are players, as it was answered."""
    for question in asked:
        number, text = snippet_of(question, lines)
        cells = take_apart(text).cells()
        cells[ORDER.index(CLUB)] = ""
        rows = Rows(ORDER, reading, [])
        rows.read(number, cells, is_whole=True)
        players = sorted([*found.players, *rows.players], key=lambda player: player.line)
        left_out = tuple(each for each in found.left_out if each.line != number)
        found = replace(found, players=tuple(players), left_out=left_out)
    return found


@dataclass(frozen=True, slots=True)
class _Lines:
    """A table, which of its lines, from 0, are struck through, and which, from 1, play though they wait."""

    table: Table
    struck: AbstractSet[int]
    playing: AbstractSet[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Columns:
    """What a table's columns seem to hold. The heads are in line `first` from 0; -1: there are none."""

    table: Table
    first: int
    heads: Sequence[str]
    found: Sequence[str]
    blocks: Sequence[Sequence[str]] = ()
    """What those of each player hold, where a line has several."""
    are_contradicted: bool = False
    """Whether the lines are no lines of these heads: what is found is by contents."""


def _find_columns(table: Table, reading: Reading) -> _Columns:
    first, year = find_heads(table), reading.today.year
    width = max(map(len, table))
    if first < 0:
        table = with_clear_births(table, -1, [""] * width, year)
        found, has_heads = meanings_by_contents(table, reading.country_of, year)
        heads = [*table[0], *[""] * width][:width] if has_heads else [""] * width
        found = [
            NOT_USED if is_other_head(head) and meaning in _NAMES else meaning
            for head, meaning in zip(heads, found, strict=True)
        ]
        return _Columns(table, 0 if has_heads else -1, heads, found)
    heads, first = _with_lines_beside([*table[first], *[""] * width][:width], first, table)
    table = with_clear_births(table, first, heads, year)
    body = table[first + 1 :]
    found = meanings_by_heads(heads, body, checks_for(reading.today, reading.country_of), year)
    are_contradicted = _are_contradicted(found, body)
    if are_contradicted:
        found = meanings_by_contents(body, reading.country_of, year)[0]
    return _Columns(table, first, heads, found, _blocks(heads, body, reading), are_contradicted)


def _read_table(
    lines: _Lines, reading: Reading, chosen: Sequence[str | None] | None, answers: Mapping[str, str]
) -> tuple[PlayerList, list[Question]]:
    """The players of a table of several columns, and what is unclear about its columns."""
    columns = _find_columns(lines.table, reading)
    table, first, heads, found, blocks = columns.table, columns.first, columns.heads, columns.found, columns.blocks
    lines = replace(lines, table=table)
    if blocks and chosen is None:
        found = ["".join(dict.fromkeys(filter(None, each))) for each in zip(*blocks, strict=True)]
    elif not blocks:
        found = names_beside_readings(heads, found, table[first + 1 :])
    by_hand = [*(chosen or ()), *[None] * len(heads)][: len(heads)]
    meanings = [own if hand is None else hand for own, hand in zip(found, by_hand, strict=True)]
    decided = [place for place, hand in enumerate(by_hand) if hand is not None]
    rows = _read_rows(lines, first, heads, meanings, blocks, reading, {})
    read = [table[line - 1] for line in sorted({player.line for player in rows.players})]
    asked = [] if blocks else column_questions(ListColumns(heads, meanings, read, reading.today.year), decided)
    if columns.are_contradicted and not any(question.key.startswith(COLUMN_KEY) for question in asked):
        asked = [*asked, *doubts_of_names_below_heads(ListColumns(heads, meanings, read, reading.today.year))]
    if not _NAMES & set(meanings):
        asked = names_question(heads, table[first + 1 :])
    answered, ranks = with_column_answers(meanings, asked, answers)
    players = sorted({player.line - 1 for player in rows.players})
    down = [] if blocks else down_questions(heads, answered, table, players)
    places = places_answered(down, answers)
    if places:
        lines = replace(lines, table=filled_down(table, places, players))
    if answered != meanings or ranks or places:
        meanings = answered
        rows = _read_rows(lines, first, heads, meanings, blocks, reading, ranks)
    others = {line.line for line in rows.left_out}
    body = [line for number, line in enumerate(table[first + 1 :], first + 2) if number not in others]
    return rows.result(described_columns(heads, meanings, body, ranks)), [*asked, *down]


def _are_contradicted(meanings: Sequence[str], body: Table) -> bool:
    """Whether the lines are no lines of the heads: numbers stand where names should, and words elsewhere."""
    names = [place for place, meaning in enumerate(meanings) if meaning in _NAMES]
    cells = [cell for place in names for cell in cells_of(body, place) if cell]
    others = (cells_of(body, place) for place in range(max(map(len, body), default=0)) if place not in names)
    has_words = any(sum(map(is_name, column)) * 2 > len(body) for column in others)
    return len(cells) > 1 and not any(map(is_name, cells)) and has_words


def _read_rows(
    lines: _Lines,
    first: int,
    heads: Sequence[str],
    meanings: Sequence[str],
    blocks: Sequence[Sequence[str]],
    reading: Reading,
    ranks: Mapping[int, int],
) -> Rows:
    """The lines of a table below its heads, which stand in line `first` from 0."""
    table = lines.table
    blocks = [[meanings[place] if each else "" for place, each in enumerate(block)] for block in blocks]
    above = [(number, line) for number, line in enumerate(table[: max(first, 0)], 1) if not is_ruler(line)]
    rows = Rows(meanings, reading, [LeftOut(number, shown(line), ABOVE_HEADS) for number, line in above], heads, ranks)
    if _NAMES & set(meanings):
        alone = ["".join(line) if sum(map(bool, line)) <= 1 else _OF_CELLS for line in table]
        known = lines_waiting(alone) | lines_below_end(alone)
        if PLACE in meanings:
            beside = lines_beside_numbers(table[first + 1 :], list(meanings).index(PLACE))
            known |= {number + first + 1: why for number, why in beside.items()}
        rows.by_lines = are_numbered(heads)
        gone = lines_without_players(table[first + 1 :], meanings, heads)
        known |= {number + first + 1: why for number, why in gone.items()}
        known |= dict.fromkeys(lines.struck, IS_WITHDRAWN)
        body = table[first + 1 :]
        alone_there = headings_above_heads(body, heads) | lines_of_notes(body) | headings_in_table(body)
        alone_there |= lines_of_organisers(body)
        known |= {at + first + 1: why for at, why in alone_there.items()}
        known = {at: why for at, why in known.items() if at + 1 not in lines.playing}
        for player, block in enumerate(blocks or [meanings]):
            rows.meanings = block
            for number, line in enumerate(table[first + 1 :], first + 2):
                if not is_ruler(line) and (player == 0 or (rows.has_name(line) and number - 1 not in known)):
                    rows.read(number, line, why=known.get(number - 1))
        rows.take_off([(number, text) for number, text in enumerate(alone, 1) if text != _OF_CELLS])
    else:
        rows.problems.append(Problem(max(first, 0) + 1, Message(_("no column looks like names: choose one"))))
    return rows


def _with_lines_beside(heads: list[str], first: int, table: Table) -> tuple[list[str], int]:
    """Heads with those that stand in the line below or above them, and the last line of them."""
    below = with_line_below(heads, table[first + 1]) if first + 1 < len(table) else None
    if below is not None:
        return below, first + 1
    return (with_groups(table[first - 1], heads, table[first + 1 :]) if first > 0 else heads), first


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


def best_sheet(sheets: Sequence[Sheet], reading: Reading) -> int:
    """The sheet that is read unless another one is chosen: with heads that are known, then with the most players."""

    def worth(place: int) -> tuple[bool, int, int]:
        table = sheets[place].table[:_JUDGED_BY]
        players = len(read_players(table, reading).players) if any(map(any, table)) else 0
        return players > 0 and find_heads(table) >= 0, players, -place

    return max(range(len(sheets)), key=worth) if len(sheets) > 1 else 0
