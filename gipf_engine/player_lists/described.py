"""Columns of a list as they are shown: head, meaning, examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gipf_engine.player_lists.contents import cells_of
from gipf_engine.player_lists.meanings import RATING, Column, Table
from gipf_engine.player_lists.ratings import rank_of_head
from gipf_engine.player_lists.totals import is_ruler

_EXAMPLES = 3


def described_columns(
    heads: Sequence[str], meanings: Sequence[str], body: Table, ranks: Mapping[int, int] | None = None
) -> tuple[Column, ...]:
    """The columns of a list; the last ones only if something is in them."""
    columns = []
    for place, (head, meaning) in enumerate(zip(heads, meanings, strict=True)):
        filled = dict.fromkeys(cell for cell in cells_of(body, place) if cell == "+" or not is_ruler([cell]))
        rank = (ranks or {}).get(place, rank_of_head(head) if meaning == RATING else 0)
        columns.append(Column(place, head, meaning, tuple(filled)[:_EXAMPLES], rank))
    while columns and not (columns[-1].head or columns[-1].examples or columns[-1].meaning):
        columns.pop()
    return tuple(columns)
