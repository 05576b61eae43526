"""Events of other programs that would take hours or gigabytes, or are damaged: each is refused in clear words."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from time import process_time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from gipf_engine.event_files.as_trf import trf_of
from gipf_engine.event_files.documents import read_json, read_xml
from gipf_engine.event_files.event import EventFileError
from gipf_engine.event_files.formats import FORMATS
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.confirming import confirmed
from tests.tournaments.interchange.test_cross_table_files import workbook
from tests.tournaments.interchange.test_event_files import FOLDER, OPTIONS
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.interchange.services import importing
from tournaments.models import Event

SECONDS = 6.0
"""Processor time that a web process may take for any of these, on a slow machine."""
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(9))
GOTHA = "<Tournament><Players>"
OUTSIDE = '<!DOCTYPE Tournament [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


def text_of(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: f"<!DOCTYPE Tournament [{LAUGHS}]>{GOTHA}&l8;".encode(), "entities of its own"),
        (lambda: f'<?xml version="1.0"?>{OUTSIDE}{GOTHA}&x;'.encode(), "entities of its own"),
        (lambda: f"\ufeff{OUTSIDE}{GOTHA}&x;".encode("utf-16-le"), "entities of its own"),
        (lambda: GOTHA.encode() + b"<P>" * 1_000_000, "damaged XML"),
        (lambda: b'{"tournament_type":' + b"[" * 1_000_000, "nested too deeply"),
        (lambda: b'{"tournament_type":' + b'{"a":' * 900_000, "nested too deeply"),
        (lambda: b'{"tournament_type":"swiss"}', "no players"),
        (lambda: b'{"tournament_type":"swiss", "n":' + b"9" * 1_000_000 + b"}", "not JSON|no players"),
        (lambda: b'{"username":"a","rank":1,"score":2}\nnot json', "Line 2 is not JSON"),
        (lambda: b'{"username":"a","rank":1,"score":2}', "results without games"),
        (lambda: ("001 1 |" + "x|" * 900_000).encode(), "line 1: this is not a player"),
        (lambda: b"Vega 8.3.10\nCup\n", "Vega's own file"),
        (lambda: text_of("07-tabbycat-archive.xml").replace('team="T2">', 'team="T9">').encode(), "not in the list"),
        (lambda: text_of("01-vega.tdf").replace("3 w 1 |", "3 w + |").encode(), "line 16|line 18"),
        (lambda: text_of("01-vega.tdf").replace("3 w 1 |", "9 w 1 |").encode(), "line 16"),
        (lambda: text_of("01-vega.tdf").replace("3 w 1 |", "three |").encode(), "line 16: “three” is not a round"),
        (
            lambda: text_of("02-open-gotha.xml").replace('firstName="Saar"', 'firstName="Sara"').encode(),
            "no known play",
        ),
        (lambda: text_of("02-open-gotha.xml").replace("RESULT_EQUAL", "RESULT_ODD").encode(), "“RESULT_ODD” is not"),
        (
            lambda: text_of("05-challonge-v1.json").replace('"id":15,', '"id":16,').encode(),
            "not among the participants",
        ),
        (lambda: text_of("06-challonge-v2.json").replace("swiss", "free for all").encode(), "have no games"),
        (lambda: text_of("03-lichess-swiss.ndjson").replace("Sw155abc", "Other", 1).encode(), "several events"),
        (lambda: text_of("09-chess-results-rounds.csv").replace("Round 2", "Round 3").encode(), "rounds 1, 3"),
        (lambda: text_of("10-challonge-matches.csv").replace("0-2,Dan E", "0-2,Eve").encode(), "line 3: “0-2” is not"),
        (lambda: text_of("10-challonge-matches.csv").replace("Cleo D", "=1+1").encode(), "line 3: this name"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_cannot_be_read_is_refused_with_the_reason(made: Callable[[], bytes], why: str) -> None:
    data, began = made(), process_time()
    with pytest.raises(FileRefused) as refused:
        importers.parse(data, OPTIONS)
    found = "\n".join(map(str, refused.value.blockers))
    assert any(part in found for part in why.split("|")), found
    assert process_time() - began < SECONDS


def test_a_bomb_in_a_workbook_is_refused() -> None:
    from tests.tournaments.entries.test_hostile_lists import MOST_UNPACKED, sheet

    with pytest.raises(FileRefused, match="too large when unpacked"):
        importers.parse(sheet("x" * MOST_UNPACKED), OPTIONS)


def test_documents_are_read_without_entities_and_to_a_depth() -> None:
    with pytest.raises(EventFileError, match="entities"):
        read_xml(f"<!doctype a [{LAUGHS}]><a>&l8;</a>")
    assert read_xml('<?xml version="1.0" encoding="utf-16"?>\n<a b="1"/>').get("b") == "1"
    assert read_json('{"a": 1}\n{"a": 2}\n') == [{"a": 1}, {"a": 2}]


def test_an_event_of_many_players_takes_seconds() -> None:
    """Two thousand players and eleven rounds."""
    players = [{"participant": {"id": n, "name": f"P {n}", "seed": n}} for n in range(1, 2_001)]
    matches = [
        {"match": {"round": r, "player1_id": n, "player2_id": n + 1, "winner_id": n, "state": "complete"}}
        for r in range(1, 12)
        for n in range(1, 2_000, 2)
    ]
    text = json.dumps({"tournament": {"tournament_type": "swiss", "participants": players, "matches": matches}})
    began = process_time()
    assert trf_of(FORMATS["challonge"].read(text)).count("\n001") == 2_000
    assert process_time() - began < SECONDS


def test_keys_that_were_made_in_turkish_name_their_players() -> None:
    text = text_of("02-open-gotha.xml").replace("PASTOUREAUNINON", "PASTOUREAUNİNON")
    assert len(FORMATS["open-gotha"].read(text).players) == 5


# --- the page and the API -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_page_says_what_a_file_was_read_as_and_what_was_left_out(
    club: Club, organiser: Account, client: Client
) -> None:
    client.force_login(organiser)
    sent = SimpleUploadedFile("event.xml", (FOLDER / "02-open-gotha.xml").read_bytes())
    page = client.post(f"/clubs/{club.slug}/events/import", {"file": sent}).content.decode()
    assert "<dt>Read as</dt><dd>OpenGotha (XML)</dd>" in page
    assert "Not imported: handicaps (games: 1), ranks in dan and kyu" in page and "van Dongelen, Saar" in page


@pytest.mark.django_db
def test_the_api_takes_text_and_any_file_in_base64(club: Club, organiser: Account) -> None:
    caller = Caller(organiser)
    wanted = {"club": club.slug, "check": True}
    text = caller.post("/events/import", wanted | {"file": text_of("05-challonge-v1.json")}).json()
    assert (text["read_as"], text["rounds"], text["games"]) == ("Challonge (JSON of the API)", 3, 5)
    packed = b64encode(workbook()).decode()
    answer = caller.post("/events/import", wanted | {"base64": packed}).json()
    assert (answer["read_as"], answer["games"]) == ("cross table (chess-results, Swiss-Manager)", 6)
    for wrong in ({}, {"file": "012 Cup", "base64": packed}, {"base64": "no base64!"}):
        assert caller.post("/events/import", wanted | wrong).status_code == 400
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_an_event_of_another_program_is_stored_with_its_clubs(club: Club, organiser: Account) -> None:
    incoming = importers.parse((FOLDER / "11-swiss-manager-cross-table.txt").read_bytes(), OPTIONS)
    event = confirmed(importing.import_event, club.pk, organiser, incoming, {})
    assert event.entries.get(number=1).details["club"] == "SV De Toren"
    assert (event.entries.count(), event.rounds.count()) == (4, 3)
