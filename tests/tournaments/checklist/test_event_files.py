"""Files that bring an event in, and what checks one that went out."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from common.journal.models import JournalEntry
from players.models import Account, Club, Person
from tests.api.conftest import Caller
from tests.engine.commands.conftest import Runner, folder, run
from tests.tournaments.checklist.ways import REFUSED, browser
from tests.tournaments.factories import running, swiss_after_round_1
from tests.tournaments.round_trips import NINE, exported, play_somehow
from tournaments.models import Event

__all__ = ["folder", "run"]
pytestmark = pytest.mark.django_db


def _stored() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Event, Person, JournalEntry))


def test_a58_defects_are_refused_by_line_or_listed_before_anything_is_stored(club: Club, organiser: Account) -> None:
    file = exported(swiss_after_round_1(club, organiser), "trf26")
    client, caller, address = browser(organiser), Caller(organiser), f"/clubs/{club.slug}/events/import"
    before = _stored()
    wrong = file.replace(b" w 1", b" q 1")
    page = client.post(address, {"file": SimpleUploadedFile("event.trf", wrong)})
    assert page.status_code in REFUSED and "line" in page.content.decode()
    answer = caller.post("/events/import", {"club": club.slug, "file": wrong.decode()})
    assert answer.status_code in REFUSED and "line" in answer.content.decode()
    repaired = file.replace(b"062 4", b"062 5")
    page = client.post(address, {"file": SimpleUploadedFile("event.trf", repaired)})
    assert page.status_code == 200 and "the number was replaced" in page.content.decode()
    checked = caller.done("/events/import", {"club": club.slug, "file": repaired.decode(), "check": True})
    assert checked["event"] is None and "the number was replaced" in checked["repairs"][0]
    assert _stored() == before


def test_a60_a_command_replays_an_exported_event_and_names_what_is_wrong(
    club: Club, organiser: Account, run: Runner, folder: Path
) -> None:
    event = running(club, organiser, NINE, format="swiss-dutch", rounds_planned=5, tie_breaks=("BH", "TPN"))
    play_somehow(event, organiser, 5)
    file = exported(event, "trf26")
    (folder / "right.trf").write_bytes(file)
    assert run("checkpairings", "right.trf").code == 0
    assert run("generatetournament", "--seed", 7, "--count", 3, "--out", "made").code == 0
    made = sorted((folder / "made").iterdir())
    assert run("checkpairings", *made).code == 0
    assert run("generatetournament").out != run("generatetournament").out
    assert run("generatetournament", "--seed", 7).out == run("generatetournament", "--seed", 7).out


def test_a60_a_wrong_board_and_a_wrong_place_are_named(
    club: Club, organiser: Account, run: Runner, folder: Path
) -> None:
    event = running(club, organiser, NINE[:4], format="swiss-dutch", rounds_planned=2, tie_breaks=("TPN",))
    play_somehow(event, organiser, 1)
    text = exported(event, "trf26").decode()
    (folder / "seats.trf").write_text(text.replace("3 w", "3 b").replace("1 b", "1 w"))
    answer = run("checkpairings", "seats.trf")
    assert answer.code == 1 and "round 1, board 1" in answer.out
