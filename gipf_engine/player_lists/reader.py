"""The players of a table: each line is read, has a problem, or is left out with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.player_lists import values
from gipf_engine.player_lists.contents import cells_of, meanings_by_contents
from gipf_engine.player_lists.headings import is_other_head
from gipf_engine.player_lists.layout import checks_for, find_heads, meanings_by_heads, with_groups
from gipf_engine.player_lists.meanings import (
    BIRTH,
    CLUB,
    COLUMNS,
    COUNTRY,
    FIDE,
    FIRST_NAME,
    JOINED,
    NAME,
    NOT_USED,
    PARTICLE,
    PLACE,
    RATING,
    SURNAME,
    TITLE,
    Column,
    LeftOut,
    ListedPlayer,
    PlayerList,
    Problem,
    Sheet,
    Table,
)
from gipf_engine.player_lists.other_lines import (
    ABOVE_HEADS,
    IS_WITHDRAWN,
    NO_NAME,
    is_ruler,
    lines_beside_numbers,
    lines_outside,
    lines_waiting,
    lines_without_players,
    says_withdrawn,
    why_no_line,
    why_no_player,
)
from gipf_engine.player_lists.plain_lines import ORDER, Line, has_address, take_apart
from gipf_engine.player_lists.side_by_side import are_numbered, blocks_of, meanings_of_block, people_in, values_of_one
from gipf_engine.player_lists.values import CountryOf

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})
_EXAMPLES = 3
_JUDGED_BY = 200
"""Lines of a sheet by which it is chosen."""
_LETTERS_OF_A_FEDERATION = 3
_LONGEST_CLUB = 80
_LONGEST_TOLD = 40
_LONGEST_LEFT_OUT = 120
_OF_CELLS = "cells"
"""Stands for a line of several cells, which is no heading."""
_MORE_THAN_A_NAME = re.compile(
    r"\d{2}|^\s*\d{1,4}(?:[.)]|\s)|[*+†‡✓✔☑✗✘★☆♀♂]|\s[-–—]\s|[(\[]|^(?:GM|IM|FM|CM|WGM|WIM|WFM|WCM)\s", re.ASCII
)
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ARABIC = re.compile("[\u0600-\u06ff]")

CleanName = Callable[[str], str | Message]
"""A name as it is kept, or why it cannot be one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader of lists knows beside the list: the day, names of countries, what can be a name."""

    today: date
    clean_name: CleanName
    country_of: CountryOf = lambda _name: ""


def read_players(table: Table, reading: Reading, chosen: Sequence[str] | None = None) -> PlayerList:
    """The players of a table. `chosen` says what each column holds, where it was not understood."""
    if all(sum(map(bool, line)) <= 1 for line in table):
        return _read_plain(table, reading, chosen)
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
    rows = _Rows(meanings, reading, [LeftOut(number, _shown(line), ABOVE_HEADS) for number, line in above])
    if _NAMES & set(meanings):
        known = lines_waiting(["".join(line) if sum(map(bool, line)) == 1 else _OF_CELLS for line in table])
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
    rows = _Rows(list(ORDER) if chosen is None else [*chosen, *[""] * len(ORDER)][: len(ORDER)], reading, [])
    for number, text in enumerate(lines, 1):
        if is_ruler([text]):
            continue
        why = outside.get(number - 1) or why_no_line(text)
        if why is not None:
            rows.left_out.append(LeftOut(number, _shown([text]), why))
            continue
        line = take_apart(text)
        if says_withdrawn([*line.more, line.found.get(CLUB, "")]):
            rows.left_out.append(LeftOut(number, _shown([text]), IS_WITHDRAWN))
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


def _shown(cells: Sequence[str]) -> str:
    return " · ".join(filter(None, cells))[:_LONGEST_LEFT_OUT]


@dataclass(slots=True)
class _Rows:
    """Reads lines one after the other, and notes what is wrong in them."""

    meanings: Sequence[str]
    reading: Reading
    left_out: list[LeftOut]
    players: list[ListedPlayer] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    line: int = 0
    by_lines: bool = False
    """Whether players of one line stand together: those of a pair, not of lists side by side."""
    _seen: dict[tuple[str, str], int] = field(default_factory=dict)

    def result(self, columns: tuple[Column, ...]) -> PlayerList:
        left_out = {each.line: each for each in reversed(self.left_out)}
        in_lines = sorted(self.players, key=lambda player: player.line) if self.by_lines else self.players
        return PlayerList(
            columns, tuple(in_lines), tuple(self.problems), tuple(left_out[line] for line in sorted(left_out))
        )

    def read(self, number: int, cells: Sequence[str], *, is_whole: bool = False, why: Message | None = None) -> None:
        """One line. `is_whole`: it was taken apart already; `why`: a reason to leave it out that is known before."""
        self.line = number
        found = self._cells_by_meaning(cells)
        name = _joined_name(found)
        why = why or (None if is_whole else why_no_player(cells, name))
        if why is None and not name:
            why = NO_NAME
        if why is not None:
            self.left_out.append(LeftOut(number, _shown(cells), why))
            return
        if not is_whole and _MORE_THAN_A_NAME.search(name):
            line = take_apart(name)
            if says_withdrawn([*line.more, line.found.get(CLUB, "")]):
                self.left_out.append(LeftOut(number, _shown(cells), IS_WITHDRAWN))
                return
            name = self._take_apart(name, line, found)
        people = people_in(name)
        if len(people) == 1:
            self._keep(number, name, found)
            return
        for place, each in enumerate(people):
            shared, unclear = values_of_one(found, place, len(people))
            self._keep(number, each, shared)
            for text in unclear if place == 0 else ():
                self._complain(_("“%(text)s” was left out"), text=text[:_LONGEST_TOLD])

    def has_name(self, cells: Sequence[str]) -> bool:
        """Whether something stands in the columns of names."""
        return bool(_joined_name(self._cells_by_meaning(cells)))

    def _keep(self, number: int, name: str, found: Mapping[str, str]) -> None:
        cleaned = self.reading.clean_name(name)
        if isinstance(cleaned, Message):
            self._complain(_("this name cannot be used: %(why)s"), why=cleaned)
            return
        fide = self._try(found, FIDE, values.read_fide, _("“%(text)s” is not a FIDE number: it was left out"))
        country = self._try(
            found,
            COUNTRY,
            lambda text: values.read_country(text, self.reading.country_of),
            _("“%(text)s” is not a country: it was left out"),
        )
        is_country = len(country) < _LETTERS_OF_A_FEDERATION
        player = ListedPlayer(
            number,
            cleaned,
            self._rating(found.get(RATING, "")),
            country if is_country else "",
            fide,
            values.read_club(found.get(CLUB, ""))[:_LONGEST_CLUB],
            self._try(
                found,
                BIRTH,
                lambda text: values.read_birth(text, self.reading.today.year),
                _("“%(text)s” is not a year of birth: it was left out"),
            ),
            "" if is_country else country,
            self._try(found, TITLE, values.read_title, _("“%(text)s” is not a title: it was left out")),
        )
        earlier = self._seen.setdefault((cleaned.casefold(), fide), number)
        if earlier != number:
            self._complain(_("%(name)s is in line %(line)d already"), name=cleaned, line=earlier)
            return
        self.players.append(player)

    def tell_more(self, number: int, text: str, more: Sequence[str]) -> None:
        """Complain about what stands in a line and is read as nothing."""
        self.line = number
        if has_address(text):
            self._complain(_("the e-mail address was left out"))
        for part in more:
            self._complain(_("“%(text)s” was left out"), text=part[:_LONGEST_TOLD])

    def _cells_by_meaning(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells by what they hold."""
        found: dict[str, str] = {}
        for place, meaning in enumerate(self.meanings):
            cell = cells[place] if place < len(cells) else ""
            if not meaning or not cell or (meaning in (CLUB, FIRST_NAME, PARTICLE) and cell in ("-", "–", "—")):
                continue
            if meaning not in found:
                found[meaning] = cell
            elif meaning in JOINED:
                found[meaning] = f"{found[meaning]} {cell}"
            elif values.is_nothing(found[meaning]):
                found[meaning] = cell
        return found

    def _take_apart(self, name: str, line: Line, found: dict[str, str]) -> str:
        """A name with more beside it, as in "1. Name (1712)": what is missing in other columns is taken from it."""
        others = {column: text for column, text in line.found.items() if column != NAME and text}
        taken = {column for column, text in others.items() if values.is_nothing(found.get(column, ""))}
        found |= {column: others[column] for column in taken}
        more = [others[column] for column in others.keys() - taken if others[column] != found.get(column)]
        self.tell_more(self.line, name, [*sorted(more), *line.more])
        return line.found.get(NAME, "") or name

    def _complain(self, template: str, **params: str | int | Message) -> None:
        self.problems.append(Problem(self.line, Message(template, params)))

    def _try(self, found: Mapping[str, str], meaning: str, read: Callable[[str], str], wrong: str) -> str:
        text = found.get(meaning, "")
        try:
            return read(text)
        except ValueError:
            self._complain(wrong, text=text[:_LONGEST_TOLD])
            return ""

    def _rating(self, text: str) -> int | None:
        try:
            return values.read_rating(text)
        except ValueError:
            self._complain(_("“%(text)s” is not a rating: it was left out"), text=text[:_LONGEST_TOLD])
            return None


def _joined_name(found: Mapping[str, str]) -> str:
    """The name of several columns: "Byron, Ada" as lists write it, "山田 太郎" and "لیلا رضایی" as those scripts do."""
    if NAME in found:
        return found[NAME]
    surname = " ".join(filter(None, [found.get(PARTICLE, ""), found.get(SURNAME, "")]))
    first = found.get(FIRST_NAME, "")
    if not surname or not first:
        return surname or first
    if _CJK.search(surname):
        return f"{surname} {first}"
    if _ARABIC.search(surname):
        return f"{first} {surname}"
    return f"{surname}, {first}"


def best_sheet(sheets: Sequence[Sheet], reading: Reading) -> int:
    """The sheet that is read unless another one is chosen: with heads that are known, then with the most players."""

    def worth(place: int) -> tuple[bool, int, int]:
        table = sheets[place].table[:_JUDGED_BY]
        players = len(read_players(table, reading).players) if any(map(any, table)) else 0
        return players > 0 and find_heads(table) >= 0, players, -place

    return max(range(len(sheets)), key=worth) if len(sheets) > 1 else 0
