"""Many public records as one text: each in the record format, one after the other, read a few at a time."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Game
from games.queries.collection import CollectionQuery, games_to_export
from games.queries.page import game_page, record_view
from games.queries.texts import record_text

AT_ONCE = 100
"""Games that are looked for by one query, so that no long export is held in memory."""


def export_records(query: CollectionQuery, most: int) -> Iterator[str]:
    """The newest record of each game that is found, in the order in which they were entered, `most` at most."""
    after, left = 0, most
    while left > 0 and (games := games_to_export(query, after, min(AT_ONCE, left))):
        yield from (text for game in games if (text := _newest_record(game)))
        after, left = games[-1], left - len(games)


def _newest_record(game: int) -> str:
    """Nothing where the game went, or is no longer for everybody, while others were read."""
    try:
        page = game_page(game)
    except Game.DoesNotExist:
        return ""
    record = record_view(page)
    return "" if record is None else f"{record_text(page, record)}\n"
