"""Texts of other shapes as lines of cells: one value a line, tables of a wiki, chats, columns that gaps separate."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from gipf_engine.player_lists.headings import tier_in_heads
from gipf_engine.player_lists.meanings import FIRST_NAME, NAME, SURNAME, Table
from gipf_engine.player_lists.totals import is_ruler, is_total

_LABELLED = re.compile(r"[\s*•\-–]*([^:：=|\t]{1,40}?)\s*[:：=]\s*(.*)")
_FEWEST_LABELS = 2
_LONGEST_LABELLED = 300
_PAIR = re.compile(
    r"([^\W\d_][^:：,;|\t]{0,24}?)\s*[:：]\s*(.*?)(?=(?:\s{2,}|\s*[,;|\t]\s*)[^\W\d_][^:：,;|\t]{0,24}\s*[:：]|$)"
)
"""A label and its value, of several in a line."""
_FEWEST_OF_ONE = 3
_WIKI_CELL = re.compile(r"\s*(?:\|\||!!)\s*")
_WIKI_FORMAT = re.compile(r"^[^|\[{]*=[^|]*\|(?!\|)")
_GAP = re.compile(r"\S(\s{2,})\S")
_FEWEST_LINES, _FEWEST_COLUMNS = 3, 3
_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})


def table_of_records(lines: Sequence[str]) -> Table | None:
    """Players with one value a line ("Name: …", "Club: …"), as forms send them: their labels are the heads.

    Each player's values stand in the line in which the player begins. None where a text is not so.
    """
    found = [_LABELLED.fullmatch(line[:400]) for line in lines]
    labels = Counter(each[1].strip().casefold() for each in found if each is not None)
    repeated = {label for label, times in labels.items() if times > 1}
    if not repeated:
        return _one_record(lines, found)
    known = [label for label in repeated if tier_in_heads(label) is not None]
    filled = sum(bool(line.strip()) for line in lines)
    if len(known) < _FEWEST_LABELS or sum(labels[label] for label in repeated) * 2 <= filled:
        return None
    first = next(each[1].strip().casefold() for each in found if each and each[1].strip().casefold() in repeated)
    if not any((tier_in_heads(label) or ("", 0))[0] in _NAMES for label in known) or labels[first] < 2:
        return None
    heads = list(dict.fromkeys(each[1].strip() for each in found if each and each[1].strip().casefold() in labels))
    places = {head.casefold(): place for place, head in reversed(list(enumerate(heads)))}
    return _lines_of_records(lines, found, first, heads, places)


def table_of_labelled_lines(lines: Sequence[str]) -> Table | None:
    """Players with all their values in one line: "Nom : Byron  Prénom : Ada  Elo : 1433". None where it is not so."""
    found = [
        dict(_PAIR.findall(line[:_LONGEST_LABELLED])) if line.count(":") + line.count("：") > 1 else {}
        for line in lines
    ]
    players = [pairs for pairs in found if _names_one(pairs)]
    if not players or any(set(pairs) != set(players[0]) for pairs in players):
        return None
    heads = list(players[0])
    table: Table = [
        [pairs[head].strip() for head in heads] if pairs in players else [line.strip()] if line.strip() else []
        for pairs, line in zip(found, lines, strict=True)
    ]
    return [heads, *table]


def _names_one(pairs: dict[str, str]) -> bool:
    meanings = [(tier_in_heads(label) or ("", 9)) for label in pairs]
    known = [meaning for meaning, tier in meanings if meaning or tier == 0]
    return len(pairs) >= _FEWEST_LABELS and len(known) == len(pairs) and not _NAMES.isdisjoint(known)


def _one_record(lines: Sequence[str], found: Sequence[re.Match[str] | None]) -> Table | None:
    """One player who enters alone, with three values or more, one of them a name."""
    labels = {each[1].strip().casefold(): each[1] for each in found if each is not None and each[2].strip()}
    meanings = {label: (tier_in_heads(text) or ("", 9))[0] for label, text in labels.items()}
    known = [label for label, meaning in meanings.items() if meaning]
    if len(known) < _FEWEST_OF_ONE or not any(meanings[label] in _NAMES for label in known):
        return None
    kept = [
        each
        if each is not None and tier_in_heads(each[1]) is not None and each[1].strip().casefold() in labels
        else None
        for each in found
    ]
    heads = list(dict.fromkeys(each[1].strip() for each in kept if each is not None))
    places = {head.casefold(): place for place, head in reversed(list(enumerate(heads)))}
    return _lines_of_records(lines, kept, heads[0].casefold(), heads, places)


def _lines_of_records(
    lines: Sequence[str],
    found: Sequence[re.Match[str] | None],
    first: str,
    heads: Sequence[str],
    places: dict[str, int],
) -> Table:
    """The heads stand in place of the empty line before the first player, or else above all lines."""
    table: Table = []
    player: list[str] | None = None
    begin = 0
    for line, each in zip(lines, found, strict=True):
        if each is None:
            table.append([line.strip()] if line.strip() else [])
            continue
        label = each[1].strip().casefold()
        if label == first:
            begin = begin if player is not None else len(table)
            player = [""] * len(heads)
            table.append(player)
        else:
            table.append([])
        if player is None:
            table[-1] = [line.strip()]
        elif not player[places[label]]:
            player[places[label]] = each[2].strip()
    is_empty = begin > 0 and not table[begin - 1]
    return [*table[: begin - is_empty], list(heads), *table[begin:]]


def is_wiki_table(text: str) -> bool:
    """Whether a text holds a table as MediaWiki writes it."""
    return re.search(r"^\{\|", text, re.MULTILINE) is not None and "\n|-" in text


def lines_of_wiki_table(text: str) -> Table:
    """The lines of such a table; each stands where its last cell does."""
    table: Table = []
    row: list[str] = []
    for line in text.split("\n"):
        bare = line.strip()
        if bare.startswith(("{|", "|-", "|}", "|+")):
            row = []
            table.append([])
        elif bare[:1] in ("|", "!"):
            cells = [_WIKI_FORMAT.sub("", cell).strip(" '") for cell in _WIKI_CELL.split(bare[1:])]
            if row:
                table[-1] = []
            row = [*row, *cells]
            table.append(row)
        else:
            table.append([bare] if bare else [])
    return table


def columns_between_gaps(lines: Sequence[str], widest: int) -> Table | None:
    """Lines whose columns stand below each other between gaps, without heads that are known; None if there are few."""
    expanded = [line.expandtabs().rstrip()[:widest] for line in lines]
    lined = [
        number
        for number, line in enumerate(expanded)
        if _GAP.search(line.strip()) and not is_ruler([line]) and not is_total([line])
    ]
    filled = sum(not is_ruler([line]) for line in expanded)
    if len(lined) < _FEWEST_LINES or len(lined) * 2 < filled:
        return None
    starts = _starts_of_columns([expanded[number] for number in lined])
    if len(starts) < _FEWEST_COLUMNS:
        return None
    ends = [*starts[1:], None]
    table: Table = [[line.strip()] if line.strip() else [] for line in expanded]
    for number in lined:
        table[number] = [expanded[number][start:end].strip() for start, end in zip(starts, ends, strict=True)]
    return table


def _starts_of_columns(block: Sequence[str]) -> list[int]:
    """Where columns begin: behind two places or more that are blank in all lines."""
    width = max(map(len, block))
    blank = [True] * width
    for line in block:
        for at, letter in enumerate(line):
            if letter != " ":
                blank[at] = False
    starts = [at for at in range(width) if not blank[at] and all(blank[max(0, at - 2) : at])]
    return [0, *starts[1:]] if starts else []
