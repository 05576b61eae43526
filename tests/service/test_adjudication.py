"""Final scores counted by real workers: Celery on Redis, and `manage.py work`; one killed on the way loses none."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest
from django.db import transaction
from django.db.models import Count

from common.jobs.models import Job
from games.models import Certificate, Game
from games.records.services.submit_record import check_record, keep_records
from games.results.services.adjudicate import request_all
from gipf_engine.rules.certificate import verify
from players.models import Account, Club
from testing.engine.rules.lyngk_data import RESULTS, reference_games
from testing.factories import GameFactory, parent_scope_of
from testing.games.game_records import WON_BY_BLACK
from testing.service.processes import Process, Service, eventually
from tests.games.results.test_adjudication import lyngk_game
from tests.service.due_jobs import end_leases, none_is_due

pytestmark = [pytest.mark.service, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

GAMES = 200


def ask_for_all(games: Iterable[Game]) -> None:
    with transaction.atomic():
        for scope in {game.parent_scope.key for game in games}:
            request_all(scope)


def start_worker(service: Service, kind: str) -> Process:
    """A worker of the service, or the one of the embedded form, which gives way to nothing here: it is waited for."""
    if kind == "celery":
        service.beat()
        return service.worker()
    command = [sys.executable, "manage.py", "work", "--every", "0.2", "--nice", "0"]
    process = Process(command, service.environment, service.logs / "work.log")
    service.started.append(process)
    return process


@pytest.mark.parametrize("kind", ["celery", "manage.py work"])
def test_the_reference_games_of_lyngk_are_certified_as_they_should(
    service: Service, club: Club, organiser: Account, kind: str
) -> None:
    references = reference_games()
    made = [lyngk_game(club, reference) for reference in references]
    keep_records([(game, check_record(game, moves)) for game, moves in made], organiser)
    ask_for_all(game for game, _moves in made)
    start_worker(service, kind)
    eventually(none_is_due, 120, "every job")
    for (game, _moves), reference in zip(made, references, strict=True):
        certificate = Certificate.objects.get(game=game)
        assert (certificate.result, certificate.document["tally"]) == (RESULTS[reference["result"]], reference["tally"])
        assert verify(certificate.document) == []


def test_a_worker_killed_in_the_middle_of_its_adjudications_loses_none_and_does_none_twice(
    service: Service, club: Club, organiser: Account
) -> None:
    parent_scope = parent_scope_of(club)
    first = GameFactory(club=club, parent_scope=parent_scope)
    seats = {"white": first.white, "black": first.black}
    games = [first, *(GameFactory(club=club, parent_scope=parent_scope, **seats) for _ in range(GAMES - 1))]
    checked = check_record(first, WON_BY_BLACK)
    keep_records([(game, checked) for game in games], organiser)
    ask_for_all(games)
    worker = start_worker(service, "celery")
    eventually(lambda: Certificate.objects.count() >= GAMES // 10, 60, "the first certificates")
    worker.kill()
    end_leases()
    left = GAMES - Certificate.objects.count()
    assert 0 < left < GAMES
    assert Job.objects.filter(kind="adjudicate").count() >= left

    service.worker()
    eventually(none_is_due, 120, "every job")
    by_game = Game.objects.annotate(certified=Count("certificates"))
    assert set(by_game.values_list("certified", flat=True)) == {1}
    assert Certificate.objects.filter(result="0-1").count() == GAMES
