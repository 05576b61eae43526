"""The example club that `./run` loads into an empty database: invented people, three finished events, one running.

Everything is done by the services that pages use, and marked as an example, so that one click removes it.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from django.utils import timezone

from common.jobs import services as jobs
from common.journal.models import JournalEntry
from games.models import Game, Source
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from gipf_engine.results import PENDING
from gipfel.example import lyngk
from gipfel.example.people import ARBITER, MEMBERS, ORGANISER, PLAYER
from players.accounts.services.accounts import create_account, link_account
from players.accounts.services.passwords import set_password
from players.grants.services.grants import grant
from players.models import Account, Club, Person
from players.people.services.people import create_person
from players.roles import Role
from players.setup.services import create_first_organiser
from tournaments.core.event_config import EventConfig
from tournaments.entries.services import entries
from tournaments.events.services import events, lifecycle
from tournaments.interchange.formats.json_importer import parse
from tournaments.interchange.services import importing
from tournaments.models import Event
from tournaments.rounds.services import rounds as rounds_services

FOLDER = Path(__file__).parent
RULES = "gipf-tournament"
DEALS_DAYS_AGO = 20
SEED = 1997  # the year in which GIPF appeared; the example is the same on every server

Credentials = tuple[str, str, str]
"""Sign-in name, password, what the account is for."""


@dataclass(frozen=True)
class Staged:
    """One event of the example: who plays (places in MEMBERS), when it began, how many rounds are paired."""

    name: str
    about: str
    format: str
    rounds: int | None
    field: Sequence[int]
    days_ago: int
    days: int
    paired: int
    records: Sequence[int] = ()  # places in RECORDS
    rules: str = RULES


EVENTS = (
    Staged(
        "Autumn Open",
        "Seven rounds on two Saturdays, 25 minutes a player and game.",
        "swiss-dutch",
        7,
        range(0, 40, 1),
        days_ago=70,
        days=8,
        paired=7,
        records=(0, 1, 2, 3),
    ),
    Staged(
        "Club Championship",
        "Everybody meets everybody, one evening a round.",
        "round-robin",
        None,
        range(0, 20, 2),
        days_ago=55,
        days=42,
        paired=9,
        records=(4, 5),
    ),
    Staged(
        "LYNGK Evening",
        "Everybody meets everybody on one evening. Each round has one set-up for all boards; its seed is shown.",
        "round-robin",
        None,
        (0, 5, 7, 15),
        days_ago=21,
        days=0,
        paired=3,
        rules=lyngk.RULES,
    ),
    Staged(
        "Winter League",
        "Everybody meets everybody, one evening a round. Visitors are welcome.",
        "round-robin",
        None,
        (1, 3, 4, 6, 9, 12, 15, 18, 22, 27),
        days_ago=10,
        days=60,
        paired=4,
        records=(6, 7, 8, 9, 10, 11),
    ),
)


def site_is_empty() -> bool:
    """Nothing has ever been done here. A server from which the example was removed does not get it again."""
    return not Account.objects.exists() and not Club.objects.exists() and not JournalEntry.objects.exists()


def load(say: Callable[[str], None]) -> list[Credentials]:
    """Load the example and return its accounts, each with a random password that is kept nowhere else."""
    say("Loading the example club …")
    organiser, club, credentials = _club()
    people = _create_people(organiser, club)
    credentials += _accounts(organiser, club, people)
    chance = random.Random(SEED)  # noqa: S311  invented results, no secret
    for staged in EVENTS:
        say(f"  {staged.name} …")
        _stage(organiser, club, people, staged, chance)
        jobs.run_due()
    _import_deals(organiser, club, people)
    return credentials


# --- people ---------------------------------------------------------------------------------------


def _password() -> str:
    return secrets.token_urlsafe(9)


def _club() -> tuple[Account, Club, list[Credentials]]:
    password = _password()
    begun = create_first_organiser(
        username="organiser", password=password, club_name="Example", time_zone="Europe/Brussels", example=True
    )
    assert begun.club is not None
    return begun.account, begun.club, [("organiser", password, "organiser of the example club")]


def _create_people(organiser: Account, club: Club) -> list[Person]:
    joined = timezone.localdate() - timedelta(days=400)
    return [
        create_person(actor=organiser, club=club, name=name, country=country, since=joined)
        for name, country, _strength in MEMBERS
    ]


def _accounts(organiser: Account, club: Club, people: Sequence[Person]) -> list[Credentials]:
    """An arbiter and a player; the organiser is a member too."""
    link_account(actor=organiser, account_id=organiser.pk, person_id=people[ORGANISER].pk)
    made: list[Credentials] = []
    for name, place, part in (("arbiter", ARBITER, "arbiter of the events"), ("player", PLAYER, "a player")):
        password = _password()
        link = create_account(actor=organiser, club=club, username=name, person=people[place])
        set_password(link.account, password)
        made.append((name, password, part))
    return made


# --- events ---------------------------------------------------------------------------------------


def _stage(organiser: Account, club: Club, people: Sequence[Person], staged: Staged, chance: random.Random) -> None:
    """Hold one event as its organiser would: enter, start, pair, take in results and records, close."""
    began = timezone.localdate() - timedelta(days=staged.days_ago)
    event = events.create_event(club.pk, organiser, plan=_plan(staged, began))
    events.announce(event.pk, organiser)
    arbiter = Account.objects.get(username="arbiter")
    grant(actor=organiser, account=arbiter, role=Role.ARBITER, scope=event.scope)
    for place in staged.field:
        entries.enter_person(event.pk, organiser, person_id=people[place].pk)
    lifecycle.start_event(event.pk, organiser)
    strengths = {people[place].pk: MEMBERS[place][2] for place in staged.field}
    for number in range(1, staged.paired + 1):
        day = began + timedelta(days=staged.days * (number - 1) // max(staged.paired - 1, 1))
        rounds_services.start_round(event.pk, organiser, number=number, played_on=min(day, timezone.localdate()))
        goes_on = number == staged.paired and event.ends_on >= timezone.localdate()
        if staged.rules == lyngk.RULES:
            _play_with_records(_open_games(event), arbiter, chance)
        else:
            _play(_open_games(event), arbiter, strengths, chance, leave_open=2 if goes_on else 0)
    _hand_in_records(event, arbiter, staged.records)
    if event.ends_on < timezone.localdate():
        lifecycle.close_event(event.pk, organiser)
    else:
        _report_as_a_player(event)


def _import_deals(organiser: Account, club: Club, people: Sequence[Person]) -> None:
    """The evening of Guo Wu Guan comes from a file: its deals were solved when that was made, which takes a while."""
    incoming = parse((FOLDER / "duplicate.json").read_bytes())
    day = timezone.localdate() - timedelta(days=DEALS_DAYS_AGO)
    incoming = replace(incoming, plan=replace(incoming.plan, starts_on=day, ends_on=day))
    places = {name: person.pk for (name, _country, _strength), person in zip(MEMBERS, people, strict=True)}
    known = {entry.ref: places[entry.name] for entry in incoming.entries}
    event = importing.import_event(club.pk, organiser, incoming, known)
    lifecycle.close_event(event.pk, organiser)


def _plan(staged: Staged, began: date) -> EventConfig:
    return EventConfig(
        name=staged.name,
        about=staged.about,
        place="Club room",
        starts_on=began,
        ends_on=began + timedelta(days=staged.days),
        time_zone="Europe/Brussels",
        rules=staged.rules,
        format=staged.format,
        rounds_planned=staged.rounds,
        tie_breaks=("BH/M1", "BH", "SB") if staged.format == "swiss-dutch" else ("DE", "WIN", "SB"),
        self_entry=True,
    )


def _open_games(event: Event) -> list[Game]:
    return list(Game.objects.filter(parent_scope__key=event.scope, result=PENDING).order_by("sequence", "pk"))


def _play(
    games: Sequence[Game], arbiter: Account, strengths: dict[int, int], chance: random.Random, *, leave_open: int
) -> None:
    """Invent results as strengths make them likely; the last `leave_open` boards are still playing."""
    for game in games[: len(games) - leave_open]:
        difference = strengths[game.white_id] - strengths[game.black_id]
        white_wins = chance.random() < 1 / (1 + 10 ** (-difference / 400))
        claim_result(game.pk, arbiter, "1-0" if white_wins else "0-1", source=Source.DESK)


def _play_with_records(games: Sequence[Game], arbiter: Account, chance: random.Random) -> None:
    """Play each game from the set-up that was drawn for it, and hand in its record; a worker certifies it."""
    for game in games:
        record = lyngk.invent_record(game.setup, chance)
        submit_record(game.pk, arbiter, record, source=Source.DESK)


def _hand_in_records(event: Event, arbiter: Account, places: Sequence[int]) -> None:
    """Give each record to the latest game that ended as its moves say and has none yet."""
    records = _records()
    games = list(Game.objects.filter(parent_scope__key=event.scope).order_by("-sequence", "-pk"))
    for text in (records[place] for place in places):
        result = "0-1" if '[Result "0-1"]' in text else "1-0"
        game = next((game for game in games if game.result == result and not game.records.exists()), None)
        if game is not None:
            submit_record(game.pk, arbiter, text, source=Source.DESK)


def _records() -> list[str]:
    """The two championship games, then those of games.txt."""
    championships = [(FOLDER / f"championship-{year}.txt").read_text(encoding="utf-8") for year in (2000, 2001)]
    others = (FOLDER / "games.txt").read_text(encoding="utf-8")
    return championships + [f"[Game{part}" for part in others.split("[Game")[1:]]


def _report_as_a_player(event: Event) -> None:
    """The player's own open game has a report that waits for the opponent."""
    player = Account.objects.get(username="player")
    for game in _open_games(event):
        if player.person_id in (game.white_id, game.black_id):
            claim_result(game.pk, player, "1-0" if game.white_id == player.person_id else "0-1", source=Source.PAGE)
