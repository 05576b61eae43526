"""What ratings expect of the pairings of a round, each as it was before the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.models import Game
from ratings.core.ledger import EVEN
from ratings.core.queries.predictions import counting_pool, predict_games
from tournaments.core.medleys import list_key
from tournaments.models import Event
from tournaments.rounds.queries.rounds import Board


def with_predictions(event: Event, boards: Sequence[Board]) -> list[Board]:
    """The boards; each of two rated players with what the event's list expects of White. At most nine queries.

    Nothing is expected of games that no list counts, nor of newcomers. `event` was read with its club.
    """
    pairs = {board.number: pair for board in boards if (pair := _counting_pair(event, board))}
    pool = counting_pool(list_key(event), event.club) if pairs else None
    if pool is None:
        return list(boards)
    weighs = pool.rating_system.weighs_handicap
    for unequal in () if weighs else _with_handicap(event, boards):
        pairs.pop(unequal, None)
    games = _first_games(boards, pairs) if weighs or pool.counts_at_once else {}
    found = predict_games(pool, set(pairs.values()), parent_scope=event.scope, games=games)
    known = {number: found[pair] for number, pair in pairs.items()}
    rated = {number: each for number, each in known.items() if not (each.first_new or each.second_new)}
    return [replace(board, expected=rated.get(board.number)) for board in boards]


def _first_games(boards: Iterable[Board], pairs: Mapping[int, tuple[int, int]]) -> dict[tuple[int, int], Game]:
    """By pair the first game on their board, where there is one already. One query."""
    first = {board.games[0].row.id: pairs[board.number] for board in boards if board.games and board.number in pairs}
    return {first[game.pk]: game for game in Game.objects.filter(pk__in=list(first))}


def _counting_pair(event: Event, board: Board) -> tuple[int, int] | None:
    """Who plays White and Black where lists count what they play."""
    if board.black is None or not (board.games[0].row.rated if board.games else event.rated):
        return None
    return board.white.entry.person, board.black.entry.person


def _with_handicap(event: Event, boards: Iterable[Board]) -> set[int]:
    """The numbers of the boards on which a person has a handicap. A query where the event has some."""
    if event.handicap == Event.Handicap.NONE:
        return set()
    board_of = {game.row.id: board.number for board in boards for game in board.games}
    unequal = Game.objects.filter(pk__in=list(board_of)).exclude(handicap__in=EVEN)
    return {board_of[game] for game in unequal.values_list("pk", flat=True)}
