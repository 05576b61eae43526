"""Many public records as text, read a portion of games at a time: a constant number of queries for each portion."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from games.collection.queries.collection import CollectionQuery, games_to_export
from games.core.broadcasts import shown_records
from games.core.queries.page import GamePage, MoveRow, RecordView, make_seat, record_line, view_of
from games.core.queries.texts import record_text
from games.models import Game, Move, Record
from games.results.services.stated import stated_results_of
from gipf_engine.claims import standing
from players.scope_labels import Label, labels

AT_ONCE = 100
"""Games of a portion, so that no long export is held in memory."""


def export_records(query: CollectionQuery, most: int = sys.maxsize) -> Iterator[str]:
    """The newest record of each game that is found, in the order in which they were entered, `most` at most.

    Each ends with an empty line.
    """
    after, left = 0, most
    while left > 0 and (games := games_to_export(query, after, min(AT_ONCE, left))):
        yield from (f"{record_text(page, record)}\n" for page, record in _newest_records(games))
        after, left = games[-1], left - len(games)


def _newest_records(ids: Sequence[int]) -> Iterator[tuple[GamePage, RecordView]]:
    """The newest record of each of these games with what its page says; nothing of a game that went meanwhile."""
    known = Game.objects.select_related("club", "parent_scope", "white__merged_into", "black__merged_into")
    games = list(known.filter(pk__in=ids, parent_scope__hidden=False).order_by("pk"))
    newest = {record.game_id: record for record in shown_records().filter(game__in=games).order_by("number")}
    moves = _moves(newest.values())
    claims = stated_results_of(game.pk for game in games)
    parent_scopes = labels({game.parent_scope.key for game in games if not game.is_arranged})
    for game in games:
        if (record := newest.get(game.pk)) is not None:
            page = GamePage(
                game=game,
                parent_scope=parent_scopes.get(game.parent_scope.key, Label("")),
                white=make_seat("white", game.white),
                black=make_seat("black", game.black),
                standing=standing(claims[game.pk]),
                claims=(),
                records=(record_line(record, {}, game),),
            )
            yield page, view_of(page.records[0], page.start, moves[record.pk])


def _moves(records: Iterable[Record]) -> dict[int, list[MoveRow]]:
    """By record."""
    found: dict[int, list[MoveRow]] = defaultdict(list)
    rows = Move.objects.filter(record__in=list(records)).order_by("record", "ply")
    for record, ply, token, comment, clock_ms in rows.values_list("record", "ply", "token", "comment", "clock_ms"):
        found[record].append((ply, token, comment, clock_ms))
    return found
