"""The players of a table: each line is read, has a problem, or is left out with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists.agreed_parts import WORD, agreed_parts
from gipf_engine.player_lists.answers import ADD, PLAYER, with_answers, with_column_answers, with_line_answers
from gipf_engine.player_lists.cancelled import says_no
from gipf_engine.player_lists.chat_signs import is_struck, without_strikes
from gipf_engine.player_lists.contents import cells_of, meanings_by_contents
from gipf_engine.player_lists.doubts_of_columns import column_questions
from gipf_engine.player_lists.doubts_of_lines import line_questions
from gipf_engine.player_lists.doubts_of_names import ReadLines
from gipf_engine.player_lists.doubts_of_sentences import snippet_of
from gipf_engine.player_lists.filled_down import down_questions, filled_down, places_answered
from gipf_engine.player_lists.head_lines import find_heads, upright, with_groups, with_line_below
from gipf_engine.player_lists.headings import is_other_head
from gipf_engine.player_lists.headings_above import BARE, HEADINGS, with_clubs_of_headings
from gipf_engine.player_lists.layout import checks_for, meanings_by_heads
from gipf_engine.player_lists.meanings import (
    CLUB,
    COLUMNS,
    FIRST_NAME,
    NAME,
    NOT_USED,
    PLACE,
    RATING,
    SURNAME,
    Column,
    LeftOut,
    PlayerList,
    Problem,
    Question,
    Sheet,
    Table,
)
from gipf_engine.player_lists.other_lines import (
    ABOVE_HEADS,
    HEADS_AGAIN,
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
from gipf_engine.player_lists.questions_of_columns import ListColumns, names_question
from gipf_engine.player_lists.ratings import rank_of_head
from gipf_engine.player_lists.readings import names_beside_readings
from gipf_engine.player_lists.rows import Reading, Rows, shown
from gipf_engine.player_lists.several_in_line import entries_of
from gipf_engine.player_lists.side_by_side import are_numbered, blocks_of, meanings_of_block
from gipf_engine.player_lists.told_order import told_order

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_EXAMPLES = 3
_JUDGED_BY = 200
"""Lines of a sheet by which it is chosen."""
_LINE = "line-"
"""How the keys of questions about one line begin."""
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
        forced = {int(key[len(_LINE) :]) for key, answer in answers.items() if _is_forced(key, answer)}
        texts = [["".join(line)] for line in table]
        is_club = answers.get(WORD) == CLUB
        found = _read_plain(table, reading, chosen, frozenset(), is_club=is_club)
        lines = ReadLines(texts, is_plain)
        asked = [*found.questions, *line_questions(found, lines)]
        if forced & {line.line for line in found.left_out}:
            found = _read_plain(table, reading, chosen, forced, is_club=is_club)
    else:
        table = upright(table)
        table, struck = without_strikes(table)
        found, asked = _read_table(_Lines(table, struck), reading, chosen, answers)
        lines = ReadLines(table, is_plain)
        asked = [*asked, *line_questions(found, lines)]
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


def _is_forced(key: str, answer: str) -> bool:
    return answer == PLAYER and key.startswith(_LINE) and key[len(_LINE) :].isdecimal()


@dataclass(frozen=True, slots=True)
class _Lines:
    """A table, and which of its lines, from 0, are struck through."""

    table: Table
    struck: AbstractSet[int]


def _read_table(
    lines: _Lines, reading: Reading, chosen: Sequence[str | None] | None, answers: Mapping[str, str]
) -> tuple[PlayerList, list[Question]]:
    """The players of a table of several columns, and what is unclear about its columns."""
    table = lines.table
    first = find_heads(table)
    width = max(map(len, table))
    blocks: list[list[str]] = []
    if first >= 0:
        heads = [*table[first], *[""] * width][:width]
        heads, first = _with_lines_beside(heads, first, table)
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
    elif not blocks:
        found = names_beside_readings(heads, found, table[first + 1 :])
    by_hand = [*(chosen or ()), *[None] * width][:width]
    meanings = [own if hand is None else hand for own, hand in zip(found, by_hand, strict=True)]
    decided = [place for place, hand in enumerate(by_hand) if hand is not None]
    rows = _read_rows(lines, first, heads, meanings, blocks, reading, {})
    read = [table[line - 1] for line in sorted({player.line for player in rows.players})]
    asked = [] if blocks else column_questions(ListColumns(heads, meanings, read, reading.today.year), decided)
    if not _NAMES & set(meanings):
        asked = names_question(heads, table[first + 1 :])
    answered, ranks = with_column_answers(meanings, asked, answers)
    players = sorted({player.line - 1 for player in rows.players})
    down = [] if blocks else down_questions(heads, answered, table, players)
    places = places_answered(down, answers)
    if places:
        lines = _Lines(filled_down(table, places, players), lines.struck)
    if answered != meanings or ranks or places:
        meanings = answered
        rows = _read_rows(lines, first, heads, meanings, blocks, reading, ranks)
    others = {line.line for line in rows.left_out}
    body = [line for number, line in enumerate(table[first + 1 :], first + 2) if number not in others]
    return rows.result(_describe_columns(heads, meanings, body, ranks)), [*asked, *down]


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


def _read_plain(
    table: Table, reading: Reading, chosen: Sequence[str | None] | None, forced: AbstractSet[int], *, is_club: bool
) -> PlayerList:
    """Lines of plain text, each taken apart; `forced` are those that surely are players.

    `is_club`: a word that most have before their ratings is their club.
    """
    lines = ["".join(line) for line in table]
    told = told_order(lines)
    outside = lines_outside(lines) | ({told.line: HEADS_AGAIN} if told is not None else {})
    split: Table = []
    by_hand = [*(chosen or ()), *[None] * len(ORDER)][: len(ORDER)]
    meanings = [own if hand is None else hand for own, hand in zip(ORDER, by_hand, strict=True)]
    rows = Rows(meanings, reading, [], is_plain=True)
    agreed = agreed_parts([line for at, line in enumerate(lines) if line.strip() and at not in outside])
    for number, text in entries_of(lines):
        whole = lines[number - 1]
        if is_ruler([text]):
            continue
        why = outside.get(number - 1) or why_no_line(text)
        if text != whole:
            why = None if outside.get(number - 1) in (None, OUTSIDE) else why
        if why is not None and number not in forced:
            rows.left_out.append(LeftOut(number, shown([text]), why))
            continue
        line = told.read(text) if told is not None else None
        line = line or take_apart(agreed.in_usual_order(text, is_club=is_club))
        if is_struck(text) or says_no(text) or says_withdrawn([*line.more, line.found.get(CLUB, "")], is_answer=True):
            rows.left_out.append(LeftOut(number, shown([text]), IS_WITHDRAWN))
            continue
        if says_waiting([*line.more, line.found.get(CLUB, "")]):
            rows.left_out.append(LeftOut(number, shown([text]), IS_ON_WAITING_LIST))
            continue
        split.append(line.cells())
        rows.read(number, line.cells(), is_whole=True)
        rows.tell_more(number, text, line.more)
    rows.take_off(list(enumerate(lines, 1)))
    heads = [COLUMNS[column] if not split or any(cells_of(split, place)) else "" for place, column in enumerate(ORDER)]
    found = rows.result(_describe_columns(heads, rows.meanings, split))
    return replace(found, questions=agreed.questions())


def _describe_columns(
    heads: Sequence[str], meanings: Sequence[str], body: Table, ranks: Mapping[int, int] | None = None
) -> tuple[Column, ...]:
    columns = []
    for place, (head, meaning) in enumerate(zip(heads, meanings, strict=True)):
        filled = dict.fromkeys(cell for cell in cells_of(body, place) if cell == "+" or not is_ruler([cell]))
        rank = (ranks or {}).get(place, rank_of_head(head) if meaning == RATING else 0)
        columns.append(Column(place, head, meaning, tuple(filled)[:_EXAMPLES], rank))
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
