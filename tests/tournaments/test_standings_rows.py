"""A row that is drawn from another one's rendering is what it would be by itself."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import translation

from common.row_pattern import RowPattern
from tournaments.queries.standings import Standings
from tournaments.web.standings_rows import RowKind, RowValues

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
    drawn = RowPattern[RowKind, RowValues]("tournaments/parts/standings_row.html", shared)
    with translation.override(language):
        for kind in KINDS:
            for values in (FIRST, SECOND):
                row = values if kind.values else values._replace(values=())
                assert drawn.draw(kind, row) == drawn.draw_alone(kind, row)
        text = drawn.draw(KINDS[0], SECOND)
    assert 'href="?round=3&amp;row=345#entry-12"' in text and 'href="/people/22"' in text
    assert "<bdi>&lt;b title=&quot;x&quot;&gt;&amp;</bdi>" in text and '<td class="num more">–</td>' in text
