"""Columns of readings: kana beside the column of the names proper."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.player_lists.contents import FITS, cells_of, is_name
from gipf_engine.player_lists.headings import plain
from gipf_engine.player_lists.kana import has_han, is_kana
from gipf_engine.player_lists.meanings import FIRST_NAME, NAME, NOT_USED, SURNAME, Table

_HEADS = ("ふりがな", "フリガナ", "よみ", "ヨミ", "読み", "かな", "カナ", "kana", "furigana")


def names_beside_readings(heads: Sequence[str], meanings: Sequence[str], body: Table) -> list[str]:
    """What the columns hold: where readings were taken for names, the column beside them that has the names is one."""
    found = list(meanings)
    for place, meaning in enumerate(meanings):
        if meaning not in (NAME, SURNAME, FIRST_NAME):
            continue
        beside = _column_of_names(place, heads, found, body)
        if beside is not None:
            found[beside], found[place] = meaning, NOT_USED
    return found


def _column_of_names(place: int, heads: Sequence[str], meanings: Sequence[str], body: Table) -> int | None:
    """The column that is not used and whose names those of another one, in kana, are readings of."""
    read = cells_of(body, place)
    lines = [at for at, cell in enumerate(read) if cell and sum(map(bool, body[at])) > 1 and not _is_head(cell)]
    if len(lines) < 2 or sum(is_kana(read[at]) for at in lines) < FITS * len(lines):
        return None
    for other in sorted(range(len(heads)), key=lambda each: abs(each - place)):
        cells = cells_of(body, other)
        both = [at for at in lines if cells[at]]
        names = [cells[at] for at in both]
        is_free = meanings[other] == NOT_USED and other != place and len(names) >= FITS * len(lines)
        are_names = all(map(is_name, names)) and sum(map(has_han, names)) >= FITS * len(names)
        if is_free and are_names and len({*names}) * 3 > len(names) * 2 and _have_as_many_parts(read, cells, both):
            return other
    return None


def _have_as_many_parts(readings: Sequence[str], names: Sequence[str], lines: Sequence[int]) -> bool:
    """Whether names are written in as many parts as their readings, mostly: a club is not."""
    alike = sum(len(readings[at].split()) == len(names[at].split()) for at in lines)
    return alike >= FITS * len(lines)


def _is_head(cell: str) -> bool:
    return plain(cell) in {plain(head) for head in _HEADS}
