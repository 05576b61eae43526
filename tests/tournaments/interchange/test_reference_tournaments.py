"""Some of the 120 reference tournaments, taken in: every round is as the rules give it, and they leave as they came."""

from __future__ import annotations

import datetime

import pytest

from gipf_engine.tournament.trf import read
from players.models import Account, Club
from testing.swiss_corpus import tournaments
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.importers import ImportOptions
from tournaments.interchange.services import importing
from tournaments.rounds.queries.pairing_explanations import get_explained_round

pytestmark = pytest.mark.django_db

WISHES = ImportOptions(time_zone="UTC", today=datetime.date(2026, 3, 1), rules="gipf-standard")
SAMPLE = sorted(tournaments())[::20]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_reference_tournament_is_explained_and_leaves_as_it_came(club: Club, organiser: Account, name: str) -> None:
    data = tournaments()[name]
    event = importing.import_event(club.pk, organiser, importers.parse(data, WISHES), {})
    rows, table = load(event), read(data).table
    ours = cross_table(rows)
    for entrant in table.entrants:
        assert ours.points(entrant.number) == table.points(entrant.number)
    if len(rows.entries) < 150:
        for round_ in rows.rounds:
            assert get_explained_round(rows, round_.number).differences == ()
    first = EXPORTERS["trf26"].serialize(rows)
    again = importing.import_event(club.pk, organiser, importers.parse(first, WISHES), {})
    assert EXPORTERS["trf26"].serialize(load(again)) == first
