"""Events from files whose pairings no Swiss engine made."""

from __future__ import annotations

from gipf_engine.tournament import trf
from players.models import Account, Club
from testing.engine.pairing.hard_tables import make_hard_table
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import fresh
from testing.tournaments.round_trips import WISHES
from tournaments.interchange.formats import importers
from tournaments.interchange.services import importing
from tournaments.models import Event


def hard_file(size: int, rounds: int, kind: str, seed: int) -> bytes:
    """A TRF file of the event in `make_hard_table`."""
    table = make_hard_table(size, rounds, kind, seed)
    document = trf.Document(name=f"{kind} {size}", first_day="2026/03/01", last_day="2026/03/02")
    return trf.write(table, document, trf.Dialect.TRF26)


def import_hard_event(club: Club, organiser: Account, size: int, rounds: int, kind: str, seed: int) -> Event:
    """The event, taken in as anyone may who organises a club."""
    incoming = importers.parse(hard_file(size, rounds, kind, seed), WISHES)
    return fresh(confirmed(importing.import_event, club.pk, organiser, incoming, {}))
