"""File formats come from registers: one that is registered is offered wherever events are exported and imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from gipf_engine.messages import Message
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.factories import swiss_after_round_1
from tournaments.core.loader import EventData, load
from tournaments.interchange.formats import exporters, importers
from tournaments.interchange.formats.exporters import EXPORTERS, Exporter
from tournaments.interchange.formats.imported_event import FileRefused, ImportedEvent
from tournaments.interchange.formats.importers import IMPORTERS, Importer, ImportOptions
from tournaments.models import Event

pytestmark = pytest.mark.django_db


class NameList(Exporter):
    """The names, a line each; an event in another place than the club's hall cannot be written."""

    key, name, help = "names", "List of names", "For badges."
    file_name = "names.txt"

    def serialize(self, rows: EventData) -> bytes:
        if rows.event.place == "elsewhere":
            raise FileRefused([Message("Badges are printed in the hall.")], writing=True)
        return "".join(f"{entry.name}\n" for entry in sorted(rows.entries, key=lambda entry: entry.name)).encode()


class Packed(Importer):
    """An event file behind a line of its own."""

    key, name, is_complete = "packed", "packed event file", True

    def recognizes(self, data: bytes) -> bool:
        return data.startswith(b"PACKED\n")

    def parse(self, data: bytes, options: ImportOptions) -> ImportedEvent:
        return IMPORTERS["json"].parse(data.removeprefix(b"PACKED\n"), options)


@pytest.fixture
def registered() -> Iterator[None]:
    len(EXPORTERS), len(IMPORTERS)  # whatever is there is found first
    exporters.register(NameList)
    importers.register(Packed)
    yield
    EXPORTERS.remove("names")
    IMPORTERS.remove("packed")


@pytest.fixture
def event(club: Club, organiser: Account, registered: None) -> Event:
    return swiss_after_round_1(club, organiser)


def test_a_registered_format_is_offered_and_downloaded(event: Event, desk: Client) -> None:
    page = desk.get(f"/events/{event.pk}/files").content.decode()
    assert f'<a href="/events/{event.pk}/files/names">List of names</a>' in page and "For badges." in page
    answer = desk.get(f"/events/{event.pk}/files/names")
    assert answer.content == EXPORTERS["names"].serialize(load(event))
    assert sorted(answer.content.decode().split()) == sorted(entry.name for entry in load(event).entries)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="event-{event.pk}-names.txt"'


def test_what_a_registered_format_cannot_say_is_told(event: Event, desk: Client) -> None:
    Event.objects.filter(pk=event.pk).update(place="elsewhere")
    page = desk.get(f"/events/{event.pk}/files").content.decode()
    assert "List of names: not possible" in page and "Badges are printed in the hall." in page
    assert desk.get(f"/events/{event.pk}/files/names").status_code == 409


def test_the_api_and_the_command_know_it_too(event: Event, organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Caller(organiser)
    known = {each["key"]: each for each in caller.read("/choices")["export_formats"]}
    assert known["names"] == {"key": "names", "name": "List of names", "help": "For badges."}
    wanted = EXPORTERS["names"].serialize(load(event))
    assert caller.read(f"/events/{event.pk}/file?kind=names")["file"].encode() == wanted
    refused = caller.get(f"/events/{event.pk}/file?kind=pgn")
    assert (
        refused.status_code == 400
        and "Known formats: json, trf26, trf16, trf16-finished, names." in refused.content.decode()
    )
    output = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(output))
    call_command("exportevent", str(event.pk), "--format", "names")
    assert output.getvalue() == wanted


def test_a_file_is_read_as_the_format_that_recognizes_it(event: Event, club: Club, desk: Client) -> None:
    assert importers.importer_of(b"PACKED\n{}").key == "packed"
    assert importers.importer_of(b' {"format"').key == "json"
    assert importers.importer_of(b"012 Spring Open").key == importers.importer_of(b"").key == "trf"
    upload = desk.get(f"/clubs/{club.slug}/events/import").content.decode()
    known = (
        "Challonge (JSON of the API), chess-results (XML), lichess (results and games of the API), OpenGotha (XML), "
        "Tabbycat (archive), Tabbycat (JSON of the API), Vega (TDF), Vega (web page), "
        "tables of results (XLSX, ODS, PDF, web page, CSV, text), event file (JSON), TRF26 (teams), "
        "TRF16, TRF26, packed event file"
    )
    assert f"One of: {known}. At most 20 MB." in upload
    file = SimpleUploadedFile("event.packed", b"PACKED\n" + EXPORTERS["json"].serialize(load(event)))
    page = desk.post(f"/clubs/{club.slug}/events/import", {"file": file}).content.decode()
    assert event.name in page
    assert 'name="rules"' not in page  # it says everything itself
