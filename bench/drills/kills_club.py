"""What the kill drill does with the site's own code: the club it plays in, and the questions that need Django.

Each call begins with new connections: the server behind the old ones may have been killed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass

from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from bench.drills.club import DrillClub, Phone, Seat, make_club, phone_of, start_event
from common.jobs.models import Job
from games.results.services.results import claim_result
from players.models import Account, ApiToken
from players.roles import Role
from testing.factories import holder_of
from tournaments.core.loader import load
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Event, PairedGame
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import standings

FROM_FILE = "The event of the file"
RULES = ("gipf-basic", "gipf-standard", "gipf-tournament")
"""Each has lists of its own, so that a list whose job was lost stays wrong until it is looked at."""


@dataclass
class KillsClub(DrillClub):
    """The club with more who organise it."""

    desks: list[Phone]


def standing(players: int, desks: int) -> KillsClub:
    """The club; as an earlier start of the run left it, where there is one."""
    ApiToken.objects.filter(label="drill").delete()
    made = make_club(players)
    names = [f"drill-desk-{number}" for number in range(desks)]
    for name in names:
        if not Account.objects.filter(username=name).exists():
            holder_of(Role.ORGANISER, made.club.scope, Account.objects.create_user(name, None))
    keys = [phone_of(account) for account in Account.objects.filter(username__in=names)]
    return KillsClub(made.club, made.organiser, made.desk, made.phones, keys)


def seats_of_a_new_event(club: KillsClub) -> list[Seat]:
    """An event of all members with its first round paired."""
    connections.close_all()
    event = start_event(club, len(club.phones), rules="gipf-basic")
    rounds.start_round(event.pk, club.organiser)
    return club.seats(event.pk, 1)


def event_files(club: KillsClub) -> list[str]:
    """Swiss events of eight members with one round played, as event files: one for each of some rules."""
    connections.close_all()
    return [_event_file(club, rules) for rules in RULES]


def _event_file(club: KillsClub, rules: str) -> str:
    event = start_event(club, 8, name=FROM_FILE, rules=rules, rounds_planned=3)
    rounds.start_round(event.pk, club.organiser)
    for paired in PairedGame.objects.filter(pairing__round__event=event):
        claim_result(paired.game_id, club.organiser, "1-0", source="api")
    return EXPORTERS["json"].serialize(load(Event.objects.get(pk=event.pk))).decode()


def no_job_is_left() -> bool:
    """Nothing is due, fails, or is under way. What is to be done later may wait: there is always some of it."""
    connections.close_all()
    return not Job.objects.exclude(failures=0, leased_until=None, due_at__gt=timezone.now()).exists()


def ratings_are_as_recomputed() -> bool:
    """What `manage.py recompute --check` says."""
    connections.close_all()
    try:
        call_command("recompute", "--check", stdout=io.StringIO())
    except SystemExit:
        return False
    return True


def events_without_standings() -> Iterator[tuple[int, Exception]]:
    """Every event whose table cannot be made, and why."""
    connections.close_all()
    for event in Event.objects.select_related("club"):
        try:
            standings(event)
        except Exception as error:
            yield event.pk, error
