"""Which columns of a table hold names, surnames and first names, where heads alone do not settle it."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.player_lists.contents import (
    FITS,
    cells_of,
    is_name,
)
from gipf_engine.player_lists.head_words import UNKNOWN_QUESTION
from gipf_engine.player_lists.headings import tier_in_heads
from gipf_engine.player_lists.meanings import (
    FIRST_NAME,
    NAME,
    NOT_USED,
    PARTICLE,
    SURNAME,
    Table,
)
from gipf_engine.player_lists.totals import is_total

_NAMES = frozenset({NAME, SURNAME, FIRST_NAME})


def find_names(heads: Sequence[str], body: Table, found: list[str]) -> None:
    """Where no head says so, the first column of words whose head no one knows holds the names."""
    if _NAMES & set(found):
        return
    for place, head in enumerate(heads):
        cells = [line[place] for line in body if len(line) > place and sum(map(bool, line)) > 1]
        fitting = sum(is_name(cell) and len(cell.split()) > 1 for cell in cells)
        if head and tier_in_heads(head) in (None, UNKNOWN_QUESTION) and cells and fitting >= FITS * len(cells):
            found[place] = NAME
            return
    _find_names_below_other_heads(heads, body, found)


def _find_names_below_other_heads(heads: Sequence[str], body: Table, found: list[str]) -> None:
    """Where no column is one of names, the only one that surely looks so is, whatever its head says."""
    likely = []
    for place, head in enumerate(heads):
        cells = [cell for cell in players_alone(body, place) if cell]
        are_names = all(is_name(cell) and len(cell.split()) > 1 and not any(map(str.isdigit, cell)) for cell in cells)
        if head and not found[place] and len(cells) > 1 and are_names and len(set(cells)) == len(cells):
            likely.append(place)
    if len(likely) == 1:
        found[likely[0]] = NAME


def players_alone(body: Table, place: int) -> list[str]:
    """The cells of a column in lines with more than one cell that hold no total."""
    return [
        line[place] if place < len(line) else "" for line in body if sum(map(bool, line)) > 1 and not is_total(line)
    ]


def are_short_names(cells: Sequence[str]) -> bool:
    """Whether names beside surnames and first names are others: “preferred name”. Some are missing, or single words."""
    body = [cell for cell in cells if cell]
    are_single = sum(len(cell.split()) == 1 and cell.isascii() for cell in body) * 2 > len(body)
    return len(body) * 3 < len(cells) * 2 or (are_single and all("," not in cell for cell in body))


def drop_sparse_names(body: Table, found: list[str]) -> None:
    """A surname that few lines have beside names of several words is none, whatever its head says: اللقب is a title."""
    for place, meaning in enumerate(found):
        if meaning not in (SURNAME, FIRST_NAME):
            continue
        others = [at for at, each in enumerate(found) if each in _NAMES and at != place]
        lines = [
            line for line in body if any(at < len(line) and line[at] for at in others) and sum(map(bool, line)) > 2
        ]
        filled = sum(place < len(line) and bool(line[place]) for line in lines)
        have_words = sum(any(len(line[at].split()) > 1 for at in others if at < len(line)) for line in lines)
        if others and lines and filled * 2 < len(lines) and have_words >= FITS * len(lines):
            found[place] = NOT_USED


def find_first_names(heads: Sequence[str], body: Table, found: list[str]) -> None:
    """Beside names of one word each, a column of words without a head holds the first names."""
    if found.count(NAME) != 1 or {SURNAME, FIRST_NAME} & set(found):
        return
    beside = found.index(NAME) + 1
    if beside == len(heads) or heads[beside] or found[beside]:
        return
    pairs = [(one, two) for one, two in zip(cells_of(body, beside - 1), cells_of(body, beside), strict=True) if one]
    fitting = sum(len(one.split()) == 1 and "," not in one and is_name(two) for one, two in pairs)
    if pairs and fitting >= FITS * len(pairs):
        found[beside] = FIRST_NAME


def settle_names(found: list[str], tiers_of_first_names: set[int]) -> None:
    """“Name” is the surname beside a first name, and the first name beside a surname; “Nombre”, “名” alone the name.

    Beside a surname and middle names or patronymics alone (tier 1), “Имя” is the first name.
    """
    present = set(found)
    if {NAME, SURNAME, FIRST_NAME} <= present and 0 not in tiers_of_first_names:
        found[found.index(NAME)] = FIRST_NAME
    elif NAME not in present and SURNAME not in present and FIRST_NAME in present:
        found[found.index(FIRST_NAME)] = NAME
    elif NAME in present and SURNAME in present and FIRST_NAME not in present:
        found[found.index(NAME)] = FIRST_NAME
    elif NAME in present and SURNAME not in present and FIRST_NAME in present and 0 not in tiers_of_first_names:
        found[:] = [NOT_USED if meaning == FIRST_NAME else meaning for meaning in found]  # middle names alone
    elif NAME in present and SURNAME not in present and FIRST_NAME in present:
        found[found.index(NAME)] = SURNAME
    elif {NAME, SURNAME, FIRST_NAME} <= present:
        found[:] = [NOT_USED if meaning in (SURNAME, FIRST_NAME, PARTICLE) else meaning for meaning in found]
    elif SURNAME in present and FIRST_NAME not in present:
        found[found.index(SURNAME)] = NAME
