"""A file of records taken in by two workers of which one is killed: each is stored once, and all are reported.

As long as it may be here; `python -m bench.record_files` does the same with 10,000 records.
"""

from __future__ import annotations

import pytest
from django.db.models import Count

from games.models import Certificate, Claim, Game, Record
from games.records.queries import file_report, filed_rows
from games.records.services.record_files import PORTION, submit_records
from players.models import Account, Club
from testing.factories import GameFactory, parent_scope_of
from testing.games.game_records import WON_BY_BLACK
from testing.service.processes import Service, eventually
from tests.service.due_jobs import none_is_due
from tests.service.test_adjudication import start_worker

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RECORDS = 320


@pytest.mark.parametrize("kind", ["celery", "manage.py work"])
def test_two_workers_of_which_one_is_killed_store_each_record_once_and_report_all(
    service: Service, club: Club, organiser: Account, kind: str
) -> None:
    parent_scope = parent_scope_of(club)
    first = GameFactory(club=club, parent_scope=parent_scope)
    seats = {"white": first.white, "black": first.black}
    games = [first, *(GameFactory(club=club, parent_scope=parent_scope, **seats) for _ in range(RECORDS - 1))]
    tags = '[Game "gipf"]\n[Rules "basic"]'
    texts = [f'[GameId "{game.pk}"]\n{tags}\n\n{WON_BY_BLACK}\n\n' for game in games]
    killed = start_worker(service, kind)
    if kind == "celery":
        service.worker()  # one beat calls both
    else:
        start_worker(service, kind)
    file = submit_records(parent_scope.key, organiser, "".join([*texts, texts[0]]).encode())
    eventually(lambda: file_report(file.pk).done >= PORTION, 60, "the first portion")
    killed.kill()
    left = file_report(file.pk).waiting
    assert left > 0, "it was over before a worker could be killed"
    eventually(none_is_due, 120, "every job")

    by_game = Game.objects.annotate(kept=Count("records"))
    assert set(by_game.values_list("kept", flat=True)) == {1}
    assert (Record.objects.count(), Claim.objects.count(), Certificate.objects.count()) == (RECORDS,) * 3
    assert {game.result for game in Game.objects.all()} == {"0-1"}
    report = file_report(file.pk)
    assert (report.total, report.counts) == (RECORDS + 1, {"kept": RECORDS, "known": 1})
    assert [row.number for row in filed_rows(report.file)] == list(range(1, RECORDS + 2))
