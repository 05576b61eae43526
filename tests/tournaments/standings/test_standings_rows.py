"""A row that is drawn from another one's rendering is what it would be by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from django.utils import translation

from common.row_pattern import RowPattern
from gipf_engine.messages import Message
from tournaments.core.loader import EntryRow
from tournaments.standings.queries.standings import Column, StandingRow, Standings, Value
from tournaments.standings.standings_rows import RowKind, RowValues, draw_table

TABLE = Standings((), (), rounds=3, rounds_total=9, open_games=0, is_match=True)
KINDS = [
    RowKind(ranked, 45, move, None, withdrawn, annulled, own, is_opened=False, values=2 * ranked)
    for ranked, move, (withdrawn, annulled), own in product(
        (True, False), ("", "up", "down", "open"), ((False, False), (True, False), (True, True)), (True, False)
    )
]
FIRST = RowValues(11, 21, 1, "Ada", 1, 1500, 1612, 1, 3, 2, 0, ("4.5", "<i>"))
SECOND = RowValues(12, 22, 345, '<b title="x">&', "–", "–", "–", 2, 0, 0, 7, ("0", "–"))


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_row_is_the_same_by_itself_and_from_its_kind(language: str) -> None:
    shared = {"table": TABLE, "lines": TABLE, "inline": False, "after": 3}
    drawn = RowPattern[RowKind, RowValues]("tournaments/standings/parts/standings_row.html", shared)
    with translation.override(language):
        for kind in KINDS:
            for values in (FIRST, SECOND):
                row = values if kind.values else values._replace(values=())
                assert drawn.draw(kind, row) == drawn.draw_alone(kind, row)
        text = drawn.draw(KINDS[0], SECOND)
    assert 'href="?round=3&amp;row=345#entry-12"' in text and 'href="/people/22"' in text
    assert "<bdi>&lt;b title=&quot;x&quot;&gt;&amp;</bdi>" in text and '<td class="num more">–</td>' in text


def test_a_table_shows_ranks_and_values_and_brackets_whoever_is_not_ranked() -> None:
    there = EntryRow(11, 1, 21, "Ada", "", None, None, False, frozenset({21}))
    gone = EntryRow(12, 2, 22, "Ben", "", None, 1, True, frozenset({22}))
    rows = (
        StandingRow(1, there, 25, (Value("BH", "12.5"),), 2, 1, 0),
        StandingRow(None, gone, 5, (), 0, 1, 0),
    )
    table = replace(TABLE, columns=(Column("BH", "Buchholz", Message("")),), rows=rows, is_match=False)
    ((group, drawn),) = draw_table(table, table, own_entry=12, opened=None, inline=False, after=None).groups
    first, second = drawn
    assert group == 0 and '<td class="num rank">1</td>' in first and ">2½</td>" in first and ">12.5</td>" in first
    assert '<td class="num rank">–</td>' in second and ">(½)</td>" in second and '<td class="more"></td>' in second
    assert 'class="me"' in second and 'class="me"' not in first and "results do not count" in second
