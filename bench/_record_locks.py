"""The part of `bench.locks` that is about records: files of many, and what workers certify."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

if TYPE_CHECKING:
    from players.models import Account
    from tournaments.models import Event

Do = Callable[[str, Callable[[], Any]], Any]
"""Does a service and prints its row of the table."""
RECORDED = 400
"""Whole games in the file; all others in it belong to no game."""


def example_records() -> Iterator[str]:
    """The records of the example club's games, which go round and round."""
    from gipfel.example import FOLDER

    texts = (FOLDER / "games.txt").read_text(encoding="utf-8").split("[Game")[1:]
    return cycle(f"[Game{text}" for text in texts)


def measure_files(do: Do, event: Event, who: Account) -> None:
    """A file of as many records as one may have, for the games of a round that has started."""
    from datetime import timedelta

    from django.utils import timezone

    from common.jobs.models import Job
    from games.models import Game, RecordFile
    from games.records.services.record_archives import MOST_RECORDS
    from games.records.services.record_files import CHECK, KEPT, PORTION, check_portion, split_file, submit_records

    games = list(Game.objects.filter(parent_scope__key=event.scope, result="pending").order_by("pk")[:RECORDED])
    played = [f'[GameId "{game.pk}"]\n{text}\n' for game, text in zip(games, example_records(), strict=False)]
    nobodys = (f'[GameId "0"]\n{text}\n' for text in islice(example_records(), MOST_RECORDS - len(played)))
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("games.txt", "".join((*played, *nobodys)))
    file = do("submit_records, an archive", lambda: submit_records(event.scope, who, packed.getvalue()))
    do(f"split_file, {MOST_RECORDS:,} records", partial(split_file, file.pk))

    def check(first: int, last: int) -> None:
        for number in range(first, last, PORTION):
            check_portion(file.pk, number)

    do(f"check_portion, {len(games)} whole games", partial(check, 1, len(games) + 1))
    do("check_portion, 2,000 of no game", partial(check, len(games) + 1, len(games) + 2_001))
    Job.objects.filter(kind=CHECK).delete()
    RecordFile.objects.update(asked_at=timezone.now() - KEPT - timedelta(days=1))
    do(f"remove an old file, {MOST_RECORDS:,} rows", partial(split_file, file.pk))


def measure_longest(do: Do, event: Event, who: Account) -> None:
    """A record of as many turns as one may have: the rows alone, since hardly a game goes on for so long."""
    from django.db import transaction

    from games.models import Game
    from games.records.services.index_positions import MOST_INDEXED
    from games.records.services.submit_record import MOST_TURNS, CheckedRecord, keep_records

    moves = tuple((ply, "a1-b2;xc3,d4", "") for ply in range(1, MOST_TURNS + 1))
    longest = CheckedRecord({}, "longest", MOST_TURNS, "*", "", None, moves, tuple(range(MOST_INDEXED + 1)))
    game = Game.objects.filter(parent_scope__key=event.scope, records=None).latest("pk")
    do(f"a record of {MOST_TURNS:,} turns", lambda: transaction.atomic(keep_records)([(game, longest)], who))


def measure_adjudication(do: Do, event: Event, who: Account) -> None:
    """An event whose games came with records: asking that all be certified, and what a worker does for each."""
    from common.jobs.models import Job
    from common.jobs.services import run_due
    from games.models import Game
    from games.results.services.adjudicate import ADJUDICATE, request_all
    from games.results.services.submit_score import submit_score

    Job.objects.all().delete()
    do("request_all, of an event", lambda: request_all(event.scope))
    count = Job.objects.filter(kind=ADJUDICATE).count()
    do(f"adjudicate, {count} records", lambda: run_due(limit=count))
    game = Game.objects.filter(parent_scope__key=event.scope, records=None)[0]
    do("submit_score", lambda: submit_score(game.pk, who, counts=((0, 0, 3), (2, 4, 6))))
    do("adjudicate, a score sheet", run_due)
