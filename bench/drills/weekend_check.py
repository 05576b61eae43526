"""Whether the database holds what the people of a weekend typed: results, reports, check-ins, byes, moves, tables."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bench.drills.running import Verdict
from bench.drills.weekend_people import planned

if TYPE_CHECKING:  # it is read once Django is set up
    from bench.drills.weekend import Weekend

POINTS = {"1-0": (10, 0), "0-1": (0, 10), "1/2-1/2": (5, 5)}
SEATS = {"w": "white", "b": "black"}


def compare(weekend: Weekend, options: argparse.Namespace, verdict: Verdict) -> None:
    """Require all of it, once each."""
    _games(weekend, options, verdict)
    _claims(weekend, verdict)
    _who_was_there(weekend, options, verdict)
    for event in weekend.events:
        _journal(event, verdict)
        _table(event, options, verdict)


def _games(weekend: Weekend, options: argparse.Namespace, verdict: Verdict) -> None:
    """Every game ends as planned."""
    from games.models import Game

    games = Game.objects.filter(paired__pairing__round__event__in=weekend.events)
    wrong = [pk for pk, code in games.values_list("pk", "result") if code != planned(options.seed, pk)]
    verdict.require(not wrong, f"games with another result than was planned: {wrong[:10]}")
    rounds = Counter(games.values_list("paired__pairing__round__event", "paired__pairing__round__number"))
    verdict.require(len(rounds) == len(weekend.events) * options.rounds, f"rounds with games: {sorted(rounds)}")


def _claims(weekend: Weekend, verdict: Verdict) -> None:
    """Every report and decision that was acknowledged is stored once, and nothing else is."""
    from games.models import Claim

    stored = Claim.objects.filter(game__paired__pairing__round__event__in=weekend.events)
    rows = [tuple(row) for row in stored.values_list("game", "role", "result", "late")]
    typed = [(game, SEATS[seat], code, False) for game, seat, code in weekend.typed.reports]
    typed += [(game, "arbiter", code, False) for game, code in weekend.typed.decisions]
    _same("claims", typed, [row for row in rows if not row[3]], verdict)
    late = {(game, "arbiter", code, True) for game, code in weekend.typed.late}
    verdict.require({row for row in rows if row[3]} <= late, "a late decision that no desk typed")


def _who_was_there(weekend: Weekend, options: argparse.Namespace, verdict: Verdict) -> None:
    """Check-ins, byes and moves."""
    from common.journal.models import JournalEntry
    from tournaments.models import ByeRequest, Member

    keys = [f"event:{event}" for event in weekend.events]
    lines = JournalEntry.objects.filter(scope__key__in=keys, action="check-in", actor__isnull=False)
    stored = [(int(key.partition(":")[2]), data["entry"]) for key, data in lines.values_list("scope__key", "data")]
    _same("check-ins at desks", weekend.typed.arrivals, stored, verdict)
    byes = ByeRequest.objects.filter(entry__event__in=weekend.events).values_list("entry", "round_number")
    _same("byes", weekend.byes, byes, verdict)
    for person, event in weekend.moves.items():
        there = list(Member.objects.filter(person=person).values_list("event", flat=True))
        verdict.require(there == [event], f"person {person} is in {there}, moved to {event}")
    people = Member.objects.filter(event__in=weekend.events).values("person").distinct().count()
    verdict.require(people == options.players // len(weekend.events) * len(weekend.events), f"{people} players")


def _journal(event: int, verdict: Verdict) -> None:
    """One line a version."""
    from common.journal.models import JournalEntry, Scope

    scope = Scope.objects.get(key=f"event:{event}")
    versions = JournalEntry.objects.filter(scope=scope).order_by("version").values_list("version", flat=True)
    verdict.require(list(versions) == list(range(1, scope.version + 1)), f"a gap in the journal of {scope.key}")


def _table(event_id: int, options: argparse.Namespace, verdict: Verdict) -> None:
    """Points of the table are those of the planned results, with a point for each pairing-allocated bye."""
    from tournaments.core.loader import load
    from tournaments.models import Event
    from tournaments.standings.queries.standings import standings

    event = Event.objects.get(pk=event_id)
    verdict.require(event.state == Event.State.CLOSED, f"{event} is {event.state}")
    points: Counter[int] = Counter()
    for round_ in load(event).rounds:
        for pairing in round_.pairings:
            if pairing.alone is not None:
                points[pairing.alone] += 10 * (pairing.kind == "pab")
            for game in pairing.games:
                for entry, gained in zip(pairing.entries, POINTS[planned(options.seed, game.id)], strict=True):
                    points[entry] += gained
    shown = {row.entry.id: row.points for row in standings(event).rows}
    wrong = {entry: (points[entry], total) for entry, total in shown.items() if points[entry] != total}
    verdict.require(not wrong, f"points in {event}: {wrong}")


def _same(what: str, typed: Iterable[object], stored: Iterable[object], verdict: Verdict) -> None:
    said, kept = Counter(typed), Counter(stored)
    verdict.require(said == kept, f"{what}: lost {list(said - kept)[:5]}, not typed {list(kept - said)[:5]}")
