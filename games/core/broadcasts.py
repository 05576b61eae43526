"""What others are shown of a game that is being recorded: where its organiser chose a delay, nothing younger.

One rule, asked by pages, API, frames, lists, exports and the search for positions alike: as long as such a game has no
result, turns and records younger than the delay exist for its recorders alone, who are its players and the arbiters
(`games.core.permissions.may_record`). Whatever shows turns of others asks `shown_game`, `shown_games`, `shown_records`
or `records_for`, and neither the rows nor `running_game` (tests/games/recordings/test_delayed_boards.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from common.journal import queries as journal
from games.core.permissions import may_record
from games.core.running import (
    RunningGame,
    late_scope_of,
    line_of,
    open_recordings,
    running_game,
    running_games,
)
from games.models import Broadcast, Game, Record, RecordedTurn, Recording
from gipf_engine.results import PENDING


def delay_of(game: Game) -> int:
    """The minutes by which others are shown the game late; 0 for at once. One query at most."""
    return delays_of([game]).get(game.pk, 0)


def delay_in(parent_scope: str) -> int:
    """The minutes that its organiser chose for a parent scope, by its key; 0 for none."""
    return Broadcast.objects.filter(parent_scope__key=parent_scope).values_list("delay", flat=True).first() or 0


def delays_of(games: Iterable[Game]) -> dict[int, int]:
    """The delays of those of `games` that have one, by id. One query, and none for games that are played here."""
    recorded = [game for game in games if _may_be_late(game)]
    if not recorded:
        return {}
    rows = Broadcast.objects.filter(parent_scope__in={game.parent_scope_id for game in recorded})
    delays = dict(rows.values_list("parent_scope", "delay"))
    return {game.pk: delays[game.parent_scope_id] for game in recorded if game.parent_scope_id in delays}


def _may_be_late(game: Game) -> bool:
    """A game over the board that goes on: once it has a result there is nothing to help anyone with."""
    return not game.online and not game.is_arranged and game.result == PENDING


def shown_game(game: Game, reader: object = None) -> RunningGame:
    """The recording of a game as `reader` may see it (None: as everybody may)."""
    delay = delay_of(game)
    if not delay or may_record(game, reader):
        return running_game(game)
    return _as_it_was(game, delay)


def shown_games(games: Iterable[Game]) -> dict[int, RunningGame]:
    """The recordings of games as everybody may see them, by id."""
    known = {game.pk: game for game in games}
    delays = delays_of(known.values())
    found = running_games(game for game in known.values() if game.pk not in delays)
    return found | {pk: _as_it_was(known[pk], delay) for pk, delay in delays.items()}


def recorded_boards(parent_scope: str = "") -> QuerySet[Game]:
    """The open games over the board whose turns are being recorded, of a parent scope or of all, in their order.

    What is shown of each says `shown_games`: where it is shown late, perhaps nothing yet.
    """
    games = Game.objects.filter(Exists(open_recordings(OuterRef("pk"))), online=False, result=PENDING, removed_at=None)
    of_some = games.filter(parent_scope__hidden=False, **({"parent_scope__key": parent_scope} if parent_scope else {}))
    return of_some.order_by("sequence", "pk")


def _as_it_was(game: Game, delay: int) -> RunningGame:
    """The recording that was open then, with the turns that stood in it; also where it was handed in since."""
    then = _ago(delay)
    open_then = Q(closed_at=None) | Q(closed_at__gt=then)
    recording = Recording.objects.filter(open_then, game=game, begun_at__lte=then).order_by("-pk").first()
    rows = RecordedTurn.objects.filter(recording=recording, at__lte=then).order_by("version", "ply")
    turns = line_of(rows.values_list("ply", "token")) if recording is not None else ()
    version = journal.version(late_scope_of(game.pk))
    return RunningGame(game, recording.pk if recording is not None else None, version, turns, delay)


def held_back_records() -> QuerySet[Record]:
    """The records that only the recorders of their games may see yet. Few: it begins with the broadcasts."""
    young = Q()
    for delay in Broadcast.DELAYS:
        young |= Q(game__parent_scope__broadcast__delay=delay, handed_in_at__gt=_ago(delay))
    late = Record.objects.filter(young, game__online=False, game__club__isnull=False, game__result=PENDING)
    return late.order_by()


def shown_records() -> QuerySet[Record]:
    """The records that everybody may see."""
    return Record.objects.exclude(pk__in=held_back_records())


def records_for(game: Game, reader: object = None) -> QuerySet[Record]:
    """The records of a game that `reader` may see (None: that everybody may), in their order."""
    late = delay_of(game) and not may_record(game, reader)
    return (shown_records() if late else Record.objects.all()).filter(game=game).order_by("number")


def next_release(game: Game) -> datetime | None:
    """When the oldest of what is held back of a game is shown; None where nothing is."""
    delay = delay_of(game)
    if not delay:
        return None
    then = _ago(delay)
    turns = RecordedTurn.objects.filter(recording__game=game, at__gt=then).order_by("at").values_list("at", flat=True)
    records = Record.objects.filter(game=game, handed_in_at__gt=then).order_by("handed_in_at")
    oldest = [*turns[:1], *records.values_list("handed_in_at", flat=True)[:1]]
    return min(oldest) + timedelta(minutes=delay) if oldest else None


def _ago(minutes: int) -> datetime:
    return timezone.now() - timedelta(minutes=minutes)
