"""One person with traces in every app is erased: no page, file, answer or row tells the name, and every figure stands.

The whole name goes by itself; of single words of it, those that whoever erases ticks.
Addresses come from the URL list, the API's too, for every event and game that the person played in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from players.accounts.services.tokens import make_token
from players.erasure.services import erase_person
from players.erasure.texts import preview
from players.models import Account, Club, Membership, Person
from players.people.services.merging import merge_persons
from players.people.services.people import rename_person
from ratings.models import History, Pool, Published, Rating
from testing.api.caller import Caller
from testing.computed import ask_until_computed
from testing.crawl import is_picture, text_of
from testing.factories import AccountFactory, ClubFactory, administrator
from testing.games.game_records import WON_BY_BLACK
from testing.system.urls import addresses
from testing.tournaments.factories import entry, running
from tests.database_text import every_word, whole_database
from tournaments.entries.services import byes, entries, leaving
from tournaments.events.services import lifecycle
from tournaments.models import Event, RoundRequest
from tournaments.rounds.services import rounds

NAME, OTHER = "Wilhelmina Quistgård", "Mina Qvistgard"
USERNAME, EMAIL = "wquistgard", "w@quistgard.example"
FORMS = (
    NAME,
    unicodedata.normalize("NFD", NAME),
    "QUISTGÅRD, Wilhelmina",
    "wilhelmina  quistgard",
    f"Quistgård <{EMAIL}>",
    f"{OTHER} ({USERNAME})",
)
"""The ways in which people write the name."""
IN_WORDS = " / ".join(FORMS)
TRACES = re.compile("wilhelmina|quistg|qvistg|\\bmina\\b", re.IGNORECASE)
WHOLES = re.compile(
    r"wilhelmina[\s,]+quistg|quistg\w+,?\s+wilhelmina|mina\s+qvistg|qvistg\w+,?\s+mina|wquistg|w@quistg", re.IGNORECASE
)
"""What is left of the name where somebody has ticked nothing: none of these."""
SEARCHES = (
    *("/search?q=wilhelm", "/search?q=quist", "/api/v1/players?q=quist", "/api/v1/events?club=rotterdam"),
    *("/clubs/rotterdam/people?q=quist", "/clubs/rotterdam/people/new?q=wilhelm"),
)


@dataclass
class Life:
    """The person, the account, and the events: one under each record, and a Swiss that is under way."""

    person: Person
    account: Account
    opponent: Account
    organiser: Account
    events: list[Event]

    def addresses(self) -> set[str]:
        """Everything that can be asked about the person, the events and the games, in which there are words."""
        found = set(SEARCHES)
        for event in self.events:
            mine = entry(event, Person.objects.get(pk__in=self._records(), entries__event=event).name)
            games = Game.objects.filter(parent_scope__key=event.scope)
            records = games.filter(records__isnull=False)
            found |= addresses(
                {
                    "slug": "rotterdam",
                    "event_id": event.pk,
                    "entry_id": mine.pk,
                    "game_id": (records.first() or games.earliest("pk")).pk,
                    "number": 1,
                    "round_number": 1,
                    "person_id": self.person.pk,
                    "membership_id": Membership.objects.filter(person=self.person).earliest("pk").pk,
                    "pool_id": Pool.objects.filter(club__slug="rotterdam").earliest("pk").pk,
                    "one": 1,
                    "two": 2,
                }
            )
        return {address for address in found if not is_picture(address)}

    def _records(self) -> list[int]:
        return [self.person.pk, *self.person.merged.values_list("pk", flat=True)]


def closed_event(club: Club, organiser: Account, name: str) -> Event:
    """A round robin of four in which `name` wins and is named: in claims, reasons, a record, the event's own words."""
    event = running(club, organiser, (name, f"Ada{name[0]}", f"Ben{name[0]}", f"Cleo{name[0]}"), about=IN_WORDS,
                    rules="gipf-basic", name=f"{name} Memorial", place=f"At {name}'s")  # fmt: skip
    for _round in range(3):
        rounds.start_round(event.pk, organiser, despite_open=True)
        for game in Game.objects.filter(parent_scope__key=event.scope, result="pending"):
            result = "1-0" if game.white.name == name else "0-1"
            claim_result(game.pk, organiser, result, source="desk", reason=f"{name} / {FORMS[3]} stopped the clock")
    record = "".join(f"{{{form} smiles}} " for form in FORMS[:4]) + WON_BY_BLACK
    game = Game.objects.filter(parent_scope__key=event.scope, black__name=name).earliest("pk")
    submit_record(game.pk, organiser, f'[Event "{name} Memorial"]\n[Site "{name}"]\n[Black "{name}"]\n\n{record}')
    lifecycle.close_event(event.pk, organiser, early=True)
    lifecycle.reopen_event(event.pk, organiser, reason=IN_WORDS[:300])
    lifecycle.close_event(event.pk, organiser, early=True)
    return event


def swiss_under_way(club: Club, organiser: Account, person: Person) -> Event:
    """The person left it after a round, with a reason; a worker could not pair the next one."""
    event = running(club, organiser, ("Ira", "Jan", "Kim", "Lou"), format="swiss-dutch", rounds_planned=3)
    lifecycle.unstart_event(event.pk, organiser)
    entries.enter_person(event.pk, organiser, person_id=person.pk)
    lifecycle.start_event(event.pk, organiser)
    rounds.start_round(event.pk, organiser)
    byes.request_bye(event.pk, organiser, entry(event, NAME).pk, 2, "half")
    leaving.withdraw(event.pk, organiser, entry(event, NAME).pk, reason=f"{NAME} is ill")
    RoundRequest.objects.create(event=event, round_number=2, account=organiser.pk, asked_at=timezone.now(),
                                refusal={"template": f"{NAME} cannot be paired.", "params": {}})  # fmt: skip
    return event


@pytest.fixture
def life(club: Club, organiser: Account) -> Life:
    events = [closed_event(club, organiser, name) for name in (NAME, OTHER)]
    kept, gone = (Person.objects.get(name=name) for name in (NAME, OTHER))
    events.append(swiss_under_way(club, organiser, kept))
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=gone.pk)
    rename_person(actor=organiser, person_id=kept.pk, name=NAME, country="NL")
    account = AccountFactory(person=kept, username=USERNAME, email=EMAIL)
    opponent = AccountFactory(person=Person.objects.get(name="AdaW"))
    make_token(account=account, label=f"{NAME}'s phone")
    run_due()
    in_a_year = timezone.now() + timedelta(days=365)
    subject = f"{events[-1].scope}:2"
    Job.objects.create(kind="pair", subject=subject, asked_at=in_a_year, due_at=in_a_year, error=f"{EMAIL} refused")
    Membership.objects.create(person=kept, club=ClubFactory(name="Second Club"), since="2025-01-01")
    return Life(kept, account, opponent, organiser, events)


def read(life: Life, at: set[str], *, visited: set[str]) -> dict[str, str]:
    """By who and where: what the organiser is told, a former opponent of what is kept of her, and visitors where they
    have `visited`."""
    told, own = {}, {address for address in at if address.startswith("/account")}
    for who, account, where in (
        ("visitor", None, visited),
        ("organiser", life.organiser, at),
        ("opponent", life.opponent, own),
    ):
        client, caller = Client(), Caller(account)
        if account is not None:
            client.force_login(account)
        for address in where:
            get = caller.get if address.startswith("/api") else client.get
            answer = ask_until_computed(partial(get, address))
            assert answer.status_code in (200, 302, 400, 401, 403, 404, 405, 409, 410), (
                who,
                address,
                answer.status_code,
            )
            if answer.status_code == 200:
                told[f"{who} {address}"] = text_of(answer)
    return told


def traces(told: dict[str, str]) -> dict[str, list[str]]:
    """The places where the name stands, with what of it stands there."""
    found = {where: TRACES.findall(text) for where, text in told.items()}
    return {where: names for where, names in found.items() if names}


def known(told: dict[str, str]) -> set[str]:
    """Where those are told something who are signed in."""
    return {where for where in told if not where.startswith("visitor ")}


SHEETS = re.compile(r"standings\.csv|crosstable\.csv|ratings/\d+\.csv")
TABLES = re.compile(r"api/v1/(events/\d+/(standings|crosstable|games)|pools/\d+/ratings|players/\d+/games)$")


def figures(told: dict[str, str]) -> dict[str, list[str]]:
    """The numbers in tables and sheets, without any words."""
    sheets = {
        where: re.findall(r"(?<=,)-?[\d½.]+(?=[,\r])", text) for where, text in told.items() if SHEETS.search(where)
    }
    tables = {where: re.sub(r'"[^"]*"', "", text) for where, text in told.items() if TABLES.search(where)}
    return sheets | {where: re.findall(r"-?\d+", text) for where, text in tables.items()}


def ledger() -> list[Any]:
    """Everybody's ratings, how they came about, and what was published."""
    return [sorted(model.objects.values_list(), key=repr) for model in (Rating, History, Published)]


@pytest.fixture
def erase(life: Life, django_capture_on_commit_callbacks: Any) -> Callable[[], Person]:
    """The person is erased with every word of the name, and workers have done what follows."""

    def act() -> Person:
        actor = administrator()
        words = every_word(actor, life.person)
        with django_capture_on_commit_callbacks(execute=True):
            erased = erase_person(actor=actor, person_id=life.person.pk, words=words)
        call_command("work", "--once")
        return erased

    return act


def test_the_name_is_in_no_row_and_the_ratings_stand(life: Life, erase: Callable[[], Person]) -> None:
    rated = ledger()
    assert rated[0] and len(TRACES.findall(whole_database())) > 60
    erase()
    assert TRACES.findall(whole_database()) == []
    assert ledger() == rated


@pytest.mark.slow
def test_the_name_is_on_no_page_and_the_figures_stand(life: Life, erase: Callable[[], Person]) -> None:
    """Fifteen hundred pages, which are the same on any database whose rows are."""
    at = life.addresses()
    counted = {address for address in at if SHEETS.search(address) or TABLES.search(address)}
    before, rated = read(life, at, visited=counted), ledger()
    assert len(traces(before)) > 60 and len(figures(before)) > 20
    erased = erase()
    after = read(life, at, visited=at)
    assert traces(after) == {}
    assert TRACES.findall(whole_database()) == []
    assert known(after) == known(before)
    assert figures(after) == figures(before)
    assert ledger() == rated
    for event in life.events[:2]:
        assert erased.name in after[f"visitor /events/{event.pk}"]
        assert erased.name in after[f"visitor /api/v1/events/{event.pk}/standings"]


def test_without_a_tick_only_single_words_are_left_where_they_were_shown(life: Life) -> None:
    actor = administrator()
    offered = preview(actor, life.person).words
    assert offered.more == 0 and len(offered.shown) > 3
    assert len(WHOLES.findall(unaccented(whole_database()))) > 40
    erase_person(actor=actor, person_id=life.person.pk)
    left = unaccented(whole_database())
    assert WHOLES.findall(left) == []
    assert len(TRACES.findall(left)) == len(offered.shown)


def unaccented(text: str) -> str:
    """The text without accents, however they were typed."""
    return "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each))
