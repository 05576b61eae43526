"""One person with traces in every room is erased: no page, no file, no answer of the API and no row tells the name."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.services import claim_result, hand_in_record
from jobs.services import run_due
from players.models import Account, Club, Person
from players.services import erase_person, make_token, merge_persons, rename_person
from tests.crawl import pages_from
from tests.factories import AccountFactory, keeper
from tests.games.told import WON_BY_BLACK
from tests.tournaments.making import running
from tests.traces import whole_database
from tournaments import services
from tournaments.models import Event

NAME, OTHER, USERNAME = "Wilhelmina Quist", "Mina Qvist", "wquist"
TRACES = re.compile("wilhelmina|quist|qvist", re.IGNORECASE)
API = (
    "players?q=a", "players/{person}", "players/{person}/games", "clubs/rotterdam/players", "events", "events/{event}",
    "events/{event}/entries", "events/{event}/rounds", "events/{event}/games", "events/{event}/standings",
    "events/{event}/crosstable", "games/{game}", "games/{game}/results", "games/{game}/records",
    "games/{game}/records/1", "pools", "pools/{pool}", "pools/{pool}/ratings", "pools/{pool}/players/{person}",
)  # fmt: skip
STANDING = (
    "events/{event}/standings", "events/{event}/crosstable", "events/{event}/games", "players/{person}/games",
    "pools/{pool}/ratings", "pools/{pool}/players/{person}", "games/{game}/results",
)  # fmt: skip
"""What was played, and what came of it: not a figure of it moves."""


def event_of(club: Club, organiser: Account, name: str) -> Event:
    """A closed round robin of four in which `name` plays, with claims, reasons, a record and a withdrawal."""
    about = f"In memory of what {name} once said."
    event = running(club, organiser, (name, f"Ada{name[0]}", f"Ben{name[0]}", f"Cleo{name[0]}"), about=about,
                    rules="gipf-basic", name=f"{name} Memorial")  # fmt: skip
    for _round in range(3):
        services.start_round(event.pk, organiser, despite_open=True)
        for game in Game.objects.filter(occasion__key=event.scope, result="pending"):
            result = "1-0" if name in (game.white.name, game.black.name) else "0-1"
            claim_result(game.pk, organiser, result, source="desk", reason=f"{name} stopped the clock")
    mine = Game.objects.filter(occasion__key=event.scope, black__name=name).first()
    assert mine is not None
    account = AccountFactory(person=mine.white)
    hand_in_record(mine.pk, account, f'[White "Ada"]\n[Black "{name}"]\n\n{{{name} smiles}} {WON_BY_BLACK}')
    services.close_event(event.pk, organiser, early=True)
    return event


@pytest.fixture
def person(club: Club, organiser: Account) -> Person:
    """Played one event under each of two records, which are one person by now, with an account and a key."""
    for name in (NAME, OTHER):
        event_of(club, organiser, name)
    kept, gone = (Person.objects.get(name=name) for name in (NAME, OTHER))
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    rename_person(actor=organiser, person_id=kept.pk, name=NAME, country="NL")
    make_token(account=AccountFactory(person=kept, username=USERNAME, email="w@quist.example"), label="quist's phone")
    run_due()
    return kept


def api_of(client: Client, person: Person) -> dict[str, str]:
    """What the API answers to everybody, by address."""
    game = Game.objects.filter(black=person, records__isnull=False).first()
    assert game is not None
    pool = json.loads(client.get("/api/v1/pools").content)["results"][0]["id"]
    ids = {"person": person.pk, "event": game.occasion.key.partition(":")[2], "game": game.pk, "pool": pool}
    answers = {}
    for address in API:
        response = client.get("/api/v1/" + address.format(**ids))
        assert response.status_code == 200, address
        answers[address] = response.content.decode()
    return answers


def figures(text: str) -> Any:
    """The numbers of an answer, without words: they stand when a name goes."""
    return re.findall(r"-?\d+(?:\.\d+)?", re.sub(r'"[^"]*"', "", text))


def test_the_name_is_nowhere_and_the_figures_stand(
    person: Person, organiser: Account, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    reader, visitor = Client(), Client()
    reader.force_login(organiser)
    before, answers = pages_from(reader, "/"), api_of(client, person)
    assert len(before) > 60 and sum(bool(TRACES.search(page)) for page in before.values()) > 20
    assert sum(bool(TRACES.search(answer)) for answer in answers.values()) > 8
    with django_capture_on_commit_callbacks(execute=True):
        erased = erase_person(actor=keeper(), person_id=person.pk)
    run_due()
    told = [pages_from(reader, *before), pages_from(visitor, "/"), api_of(client, person)]
    told.append({"search": visitor.get("/search", {"q": "wilhelm"}).content.decode()})
    assert {
        address: TRACES.findall(page) for pages in told for address, page in pages.items() if TRACES.search(page)
    } == {}
    assert TRACES.findall(whole_database()) == []
    assert {address: figures(told[2][address]) for address in STANDING} == {
        address: figures(answers[address]) for address in STANDING
    }
    assert erased.name in told[2]["events/{event}/standings"]
