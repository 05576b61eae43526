"""Rows that are drawn from one rendering say what a template of their own would say."""

from __future__ import annotations

from django.utils import translation

from common.row_pattern import STANDS_FOR, RowPattern
from tournaments.models import Event
from tournaments.results.desk_rows import BoardKind, BoardValues

OPEN = BoardKind("pending", False, 1, False, False, False, "", was_decided=False, is_first_open=False)
WON = OPEN._replace(code="1-0", was_decided=True)


def rows() -> RowPattern[BoardKind, BoardValues]:
    shared = {"event": Event(pk=7), "locked": False, "quick": [], "more": [], "csrf_token": "key"}
    return RowPattern("tournaments/results/parts/desk_row.html", shared)


def test_rows_of_a_kind_differ_in_their_values_and_addresses() -> None:
    drawn = rows()
    for game, version, board, white in ((41, 3, 1, "Ada"), (42, 0, 12, "Dan")):
        row = drawn.draw(OPEN, BoardValues(game, version, board, white, "Ben", None))
        assert f'id="game-{game}"' in row and f'action="/events/7/results/{game}"' in row
        assert f'href="/games/{game}"' in row and f'name="version" value="{version}"' in row
        assert f"Board {board}: {white} – Ben, no result yet" in row and f'board-number">{board}<' in row


def test_kinds_look_different() -> None:
    drawn = rows()
    won = drawn.draw(WON, BoardValues(41, 3, 1, "Ada", "Ben", 9))
    assert 'name="claim" value="9"' in won and "1-0" in won and 'data-open="no"' in won
    assert 'name="claim"' not in drawn.draw(OPEN, BoardValues(41, 3, 1, "Ada", "Ben", None))


def test_what_somebody_is_called_is_escaped_and_read_as_text_alone() -> None:
    name = f'<b title="x">&{STANDS_FOR.format(0)}{{{{ row.game }}}}'
    row = rows().draw(OPEN, BoardValues(41, 3, 1, name, "Ben", None))
    escaped = f"&lt;b title=&quot;x&quot;&gt;&amp;{STANDS_FOR.format(0)}{{{{ row.game }}}}"
    assert row.count(f"<bdi>{escaped}</bdi>") == 1 and "<b title" not in row


def test_each_language_has_its_words() -> None:
    with translation.override("fa"):
        row = rows().draw(OPEN, BoardValues(41, 3, 1, "Ada", "Ben", None))
    assert "Board" not in row and "<bdi>Ada</bdi>" in row and 'action="/events/7/results/41"' in row
