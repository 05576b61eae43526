"""A row that is drawn from another one's rendering is what it would be by itself."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from django.utils import translation

from common.row_pattern import RowPattern
from gipf_engine.messages import Message
from tournaments.core.loader import EntryRow
from tournaments.core.queries.tables import CardLine, Mark
from tournaments.standings.queries.standings import MOST_CELLS, Column, StandingRow, Standings, Value
from tournaments.standings.round_cells import RoundCells
from tournaments.standings.standings_rows import RowKind, RowValues, draw_table

TABLE = Standings((), (), rounds=3, rounds_total=9, open_games=0, is_match=True)
KINDS = [
    RowKind(ranked, 45, move, None, withdrawn, annulled, own, is_opened=False, values=2 * ranked)
    for ranked, move, (withdrawn, annulled), own in product(
        (True, False), ("", "up", "down", "open"), ((False, False), (True, False), (True, True)), (True, False)
    )
]
FIRST = RowValues(11, 21, 1, "", "Ada", 1, 1500, 1612, 1, 3, 2, 0, ("4.5", "<i>"))
SECOND = RowValues(12, 22, 345, "", '<b title="x">&', "–", "–", "–", 2, 0, 0, 7, ("0", "–"))
LOOKS = {"1": " won", "+": " won", "½": " drawn", "0": " lost", "-": " lost", "·": "", "∅": ""}
ADA = EntryRow(11, 1, 21, "Ada", "", None, None, False, frozenset({21}))
BEN = EntryRow(12, 2, 22, "Ben", "", None, 1, True, frozenset({22}))


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
    rows = (
        StandingRow(1, ADA, 25, (Value("BH", "12.5"),), 2, 1, 0),
        StandingRow(None, BEN, 5, (), 0, 1, 0),
    )
    table = replace(TABLE, columns=(Column("BH", "Buchholz", Message("")),), rows=rows, is_match=False)
    ((group, drawn),) = draw_table(table, table, own_entry=12, opened=None, inline=False, after=None).groups
    first, second = drawn
    assert group == 0 and '<td class="num rank">1</td>' in first and ">2½</td>" in first and ">12.5</td>" in first
    assert '<td class="num rank">–</td>' in second and ">(½)</td>" in second and '<td class="more"></td>' in second
    assert 'class="me"' in second and 'class="me"' not in first and "results do not count" in second


def test_rows_of_a_long_table_show_their_rounds_each_at_its_place() -> None:
    """Ada won with Black against Ben in round 1, had a bye in round 3, and nothing in round 2."""
    lines = (CardLine(Mark("1", 501, "b", 2, round=1), BEN), CardLine(Mark("U", round=3), None))
    row = StandingRow(1, ADA, 20, (), 1, 0, 0, lines=lines)
    table = replace(TABLE, rows=(row,), is_match=False)
    shown = draw_table(table, table, own_entry=None, opened=None, inline=False, after=None)
    assert shown.rounds == range(1, 4) and not shown.is_wide
    cells = re.findall('<td class="round">(.*?)</td>', shown.groups[0][1][0], re.DOTALL)
    assert cells == [
        '<a class="chip won" href="/games/501" title="Round 1: Black – Ben">1<i class="b">2</i></a>',
        "",
        '<span class="chip">U<span class="visually-hidden"> bye</span></span>',
    ]


def test_a_table_of_many_rounds_has_narrow_cells_and_one_of_very_many_none() -> None:
    row = StandingRow(1, ADA, 20, (), 1, 0, 0)
    many = replace(TABLE, rows=(row,), rounds=12)
    assert draw_table(many, many, own_entry=None, opened=None, inline=False, after=None).is_wide
    endless = replace(many, rounds=MOST_CELLS + 1)
    assert not draw_table(endless, endless, own_entry=None, opened=None, inline=False, after=None).rounds


@pytest.mark.parametrize(
    ("text", "look"),
    [("1", " won"), ("+", " won"), ("½", " drawn"), ("0", " lost"), ("-", " lost"), ("·", ""), ("∅", "")],
)
def test_a_cell_of_a_cross_table_has_the_colour_of_its_result_and_no_number_of_the_column(text: str, look: str) -> None:
    cells = RoundCells(in_grid=True, shows_rated=True)
    drawn = cells.draw(Mark(text, 7, "w", 9, round=2, rated="1/2-1/2"), '"<i>"')
    assert f'<a class="chip{look}" href="/games/7" title="Round 2: White – &quot;&lt;i&gt;&quot;">' in drawn
    assert '<i class="w"></i>' in drawn and drawn.endswith("R</sup>")
    assert " void" in cells.draw(Mark(text, 7, "w", 9, round=2, annulled=True), "Ada")
