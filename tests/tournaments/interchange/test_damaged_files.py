"""Files damaged by chance: each is refused in words, or is an event with which everything can be done."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from django.db import transaction

from games.models import Game
from games.results.services.results import claim_result
from gipf_engine.messages import Refused
from players.models import Account, Club
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import entry, fresh, running
from testing.tournaments.round_trips import WISHES
from tests.tournaments.damage import damaged_document, damaged_lines
from tournaments.core.loader import load
from tournaments.core.preconditions import of_round
from tournaments.entries.services import byes, exclusions
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.imported_event import ImportedEvent
from tournaments.interchange.services import importing
from tournaments.results.queries.desk import desk
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds
from tournaments.standings.queries.crosstables import cross_grid
from tournaments.standings.queries.standings import compute, with_sums

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

HELD = (
    ("swiss-dutch", {"baku": True}, {"rounds_planned": 3}),
    ("league", {"groups": 2}, {}),
    ("knock-out", {}, {}),
    ("scheveningen", {}, {}),
    ("swiss-dutch", {}, {"rounds_planned": 3, "games_per_round": 2}),
)
TRIES = 12
"""Files of each kind. Seeds and numbers like 1,500 were tried by hand when they were written."""


def files_of(club: Club, organiser: Account, kind: str) -> list[bytes]:
    """Events after two rounds, with a bye asked for and two kept apart, as files of a kind that has room for them."""
    found = []
    for key, options, more in HELD:
        event = running(
            club, organiser, ("Ada", "Ben", "Cleo", "Dan", "Eve"), format=key, format_options=options, **more
        )
        for _number in range(2):
            rounds.start_round(event.pk, organiser, despite_open=True)
            for game in Game.objects.filter(parent_scope__key=event.scope, result="pending"):
                claim_result(game.pk, organiser, "1-0", source="desk")
        if key == "swiss-dutch":
            confirmed(exclusions.add_exclusion, event.pk, organiser, [entry(event, "Ada").pk, entry(event, "Eve").pk])
            confirmed(byes.request_bye, event.pk, organiser, entry(event, "Ben").pk, 3, "half")
        with suppress(Refused):
            found.append(EXPORTERS[kind].serialize(load(fresh(event))))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), [("json", 1), ("trf26", 1), ("trf16", 1)])
def test_a_damaged_file_is_refused_in_words_or_runs(club: Club, organiser: Account, kind: str, seed: int) -> None:
    chance, whole = Random(seed), files_of(club, organiser, kind)
    damaged = damaged_document if kind == "json" else damaged_lines
    for _time in range(TRIES):
        data = damaged(chance.choice(whole), chance)
        with suppress(Refused):
            _runs(club, organiser, importers.parse(data, WISHES))


def _runs(club: Club, organiser: Account, incoming: ImportedEvent) -> None:
    """Import the event, look at all of it, write it and start its next round; then forget it."""
    with transaction.atomic():
        try:
            event = confirmed(importing.import_event, club.pk, organiser, incoming, {})
            rows = load(fresh(event))
            table = compute(rows)
            with_sums(rows, table)
            cross_grid(rows, table)
            desk(rows)
            of_round(rows)
            for number in range(1, len(rows.rounds) + 1):
                round_page(rows, number)
            for kind in EXPORTERS:
                with suppress(Refused):
                    _comes_back(club, organiser, kind, EXPORTERS[kind].serialize(rows))
            with suppress(Refused):
                rounds.start_round(event.pk, organiser, despite_open=True)
        finally:
            transaction.set_rollback(True)


def _comes_back(club: Club, organiser: Account, kind: str, written: bytes) -> None:
    again = confirmed(importing.import_event, club.pk, organiser, importers.parse(written, WISHES), {})
    if kind == "json":  # TRF has no place for much of what a damaged file says
        assert EXPORTERS[kind].serialize(load(fresh(again))) == written
