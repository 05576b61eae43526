"""Events as other programs save them: each is read as its expectation says, written by hand beside it (`NAME.json`)."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import ImportedEvent, ImportedPairing
from tournaments.interchange.formats.importers import ImportOptions

FOLDER = Path(__file__).parents[2] / "data" / "events"
FILES = sorted(file for file in FOLDER.iterdir() if Path(f"{file}.json").exists())
OPTIONS = ImportOptions(time_zone="Europe/Amsterdam", today=date(2026, 11, 1), rules="gipf-standard")
LETTERS = {"pab": "U", "full": "F", "half": "H", "zero": "Z"}
ASSUMED = ("The file has no first day", "The file has no last day", "The file has no usable name")
"""What is put in where a file is silent; `test_untrusted_files` has these."""


def shown(pairing: ImportedPairing) -> str:
    if pairing.black is None:
        return f"{pairing.white} {LETTERS.get(pairing.kind, pairing.kind)}"
    colours = "" if pairing.has_colours else " without colours"
    return f"{pairing.white}-{pairing.black} {pairing.games[0].result or 'pending'}{colours}"


def describe(event: ImportedEvent) -> dict[str, Any]:
    plan = event.plan
    players = [
        {"number": each.number, "name": each.name, "rating": each.rating, "country": each.country}
        | {"details": dict(each.details)}
        for each in event.entries
    ]
    return {
        "source": event.source,
        "name": plan.name,
        "place": plan.place,
        "days": [plan.starts_on.isoformat(), plan.ends_on.isoformat()],
        "format": plan.format,
        "rounds_planned": plan.rounds_planned,
        "players": [{key: value for key, value in each.items() if value} for each in players],
        "rounds": [sorted(map(shown, round_.pairings)) for round_ in event.rounds],
        "notes": [text for text in map(str, event.repairs) if not text.startswith(ASSUMED)],
    }


def test_every_format_has_a_file() -> None:
    named = {json.loads(Path(f"{file}.json").read_text("utf-8"))["source"] for file in FILES}
    assert len(FILES) >= 14 and len(named) == 11


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_an_event_of_another_program_is_read_as_written(file: Path) -> None:
    expected = json.loads(Path(f"{file}.json").read_text("utf-8"))
    expected["rounds"] = [sorted(round_) for round_ in expected["rounds"]]
    assert describe(importers.parse(file.read_bytes(), OPTIONS)) == expected
