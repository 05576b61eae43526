"""After a person is erased, no endpoint answers with the name: not in lists, tables, claims, records or searches."""

from __future__ import annotations

from typing import Any

import pytest

from common.jobs.services import run_due
from gipfel.api.root import document
from players.erasure.services import erase_person
from players.models import Person
from ratings.models import Pool
from testing.api.api_fixture import World, game_of
from testing.api.caller import Caller
from testing.games.game_records import WON_BY_BLACK
from tournaments.models import Event

NAME = "Max"


def asked_for(path: str, operation: dict[str, Any]) -> str:
    """The address with the whole of a list, and with a search for the name, as far as it knows such parameters."""
    known = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
    asked = "&".join(f"{name}={value}" for name, value in (("size", 500), ("q", NAME)) if name in known)
    return f"{path}?{asked}" if asked else path


def answers(world: World, person: int) -> dict[str, str]:
    """What every endpoint that reads says of the person, their events and one without them, without a 404."""
    games = [game_of(event) for event in (world.running, world.closed)]
    values = {
        "{slug}": ["rotterdam"],
        "{event_id}": [
            *Event.objects.filter(entries__members__person=person).values_list("pk", flat=True),
            world.closed.pk,
        ],
        "{number}": [1],
        "{game_id}": games,
        "{person_id}": [person],
        "{pool_id}": list(Pool.objects.values_list("pk", flat=True)),
    }
    paths = [
        asked_for(path, operations["get"]) for path, operations in document()["paths"].items() if "get" in operations
    ]
    for name, known in values.items():
        paths = [
            path.replace(name, str(value)) for path in paths for value in known if name in path or value == known[0]
        ]
    reader = Caller(world.administrator)
    found = {path: reader.get(path) for path in sorted(set(paths))}
    return {
        path.partition("?")[0]: answer.content.decode() for path, answer in found.items() if answer.status_code == 200
    }


@pytest.mark.slow
def test_no_endpoint_says_the_name(world: World, django_capture_on_commit_callbacks: Any) -> None:
    organiser, game = Caller(world.organiser), game_of(world.running)
    organiser.done(f"/games/{game}/records", {"text": f"{WON_BY_BLACK[:30]} {{played by {NAME}}} {WON_BY_BLACK[30:]}"})
    organiser.done(f"/games/{game}/results", {"result": "0-1", "reason": f"{NAME} said so"})
    organiser.done(f"/events/{world.running.pk}", {"about": f"Ask {NAME} for the key."}, method="PATCH")
    run_due()
    person = Person.objects.get(name=NAME)
    said = {path for path, text in answers(world, person.pk).items() if NAME in text}
    assert len(said) >= 10  # the test looks where names stand
    with django_capture_on_commit_callbacks(execute=True):
        erase_person(actor=world.organiser, person_id=person.pk)
    run_due()
    after = answers(world, person.pk)
    assert set(said) - set(after) == set()
    assert {path for path, text in after.items() if NAME in text} == set()
    person.refresh_from_db()
    assert person.name in after[f"/api/v1/events/{world.running.pk}/standings"]
