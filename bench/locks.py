"""How long every service holds the lock that others wait for, in an event of 1,000 players.

    python -m bench.locks [--postgres] [--players 1000] [--rounds 5] [--only TEXT]

For each service the longest time that one of its transactions held a lock, how many transactions there were, and how
long the whole call took. Milliseconds by the clock, which other work on the machine makes longer, and of CPU in this
process, which on PostgreSQL leaves out the server's. On SQLite a transaction holds the only write lock from BEGIN
to COMMIT; on PostgreSQL it holds rows from its first lock or change. About two minutes on each database.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, cast

from bench._record_locks import example_records, measure_adjudication, measure_files, measure_longest
from bench.pages import _decide, _enter, database_of_its_own

if TYPE_CHECKING:
    from players.models import Account, Club
    from tournaments.models import Event

BAR = 200
"""Milliseconds that one transaction may hold a lock."""
DAY = datetime.date(2026, 3, 7)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgres", action="store_true", help="on a private PostgreSQL server instead of SQLite")
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5, help="rounds that are paired before others are measured")
    parser.add_argument("--only", default="", help="print only services with this text in their name")
    chosen = parser.parse_args(arguments)
    with database_of_its_own("", postgres=chosen.postgres), watched() as meter:
        _ClubEvent(Bench(meter, chosen.only), chosen.players, chosen.rounds).measure()


# --- the meter ---------------------------------------------------------------------------------------


@dataclass
class Meter:
    """The transactions of one connection: how long each held a lock, in milliseconds by the clock and of CPU."""

    held: list[tuple[float, float]] = field(default_factory=list)
    since: tuple[float, float] | None = None

    def take(self) -> None:
        """A lock is held from now on, unless one is already."""
        if self.since is None:
            self.since = perf_counter(), process_time()

    def release(self) -> None:
        if self.since is not None:
            clock, cpu = self.since
            self.held.append(((perf_counter() - clock) * 1000, (process_time() - cpu) * 1000))
            self.since = None


@contextmanager
def watched() -> Iterator[Meter]:
    """Watch the connection of this thread: every statement, commit and rollback."""
    from django.db import connection

    meter, database = Meter(), cast(Any, connection)  # Django has no public hook for the end of a transaction
    commit, rollback = database._commit, database._rollback

    def after(work: Callable[[], Any]) -> Callable[[], Any]:
        def done() -> Any:
            try:
                return work()
            finally:
                meter.release()

        return done

    def statement(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        alone = not connection.in_atomic_block
        locks = _locks(connection.vendor, sql)
        if locks and alone and not sql.startswith("BEGIN"):
            meter.take()
        try:
            return execute(sql, params, many, context)
        finally:
            if locks and alone and not sql.startswith("BEGIN"):
                meter.release()
            elif locks:
                meter.take()

    database._commit, database._rollback = after(commit), after(rollback)
    with connection.execute_wrapper(statement):
        yield meter


def _locks(vendor: str, sql: str) -> bool:
    """Whether others wait from this statement on."""
    if sql.startswith("BEGIN"):
        return vendor == "sqlite"
    return "FOR UPDATE" in sql or "FOR NO KEY UPDATE" in sql or sql.startswith(("INSERT", "UPDATE", "DELETE"))


class Bench:
    """Does one service after the other and prints a row of the table for each."""

    def __init__(self, meter: Meter, only: str) -> None:
        self.meter, self.only = meter, only
        print(f"{'service':<38}{'longest ms':>12}{'of CPU':>8}{'transactions':>14}{'whole ms':>10}")

    def do(self, name: str, work: Callable[[], Any]) -> Any:
        gc.collect()
        gc.freeze()  # as a web process does once it has loaded: all that the bench has made is no work of the service
        self.meter.held.clear()
        began = perf_counter()
        try:
            return work()
        finally:
            took = (perf_counter() - began) * 1000
            longest, cpu = max(self.meter.held, default=(0, 0))
            mark = " ***" if longest > BAR else ""
            if self.only in name:
                row = f"{name:<38}{longest:>12.0f}{cpu:>8.0f}{len(self.meter.held):>14}{took:>10.0f}{mark}"
                print(row, flush=True)


# --- the services ------------------------------------------------------------------------------------


class _ClubEvent:
    """A large event from its draft to its rating, each service done as an organiser would do it."""

    def __init__(self, bench: Bench, players: int, rounds: int) -> None:
        self.do, self.players, self.rounds = bench.do, players, rounds
        self.chance = random.Random(players)
        self.club, self.organiser = _club(players)

    def measure(self) -> None:
        event = self._before_the_start()
        self._rounds(event)
        self._changes(event)
        self._close(event)
        self._persons()
        self._import(event)
        self._records()
        self._games_with_setups()
        self._kept_apart()

    def _draft(self, **changes: Any) -> Event:
        from testing.tournaments.factories import plan
        from tournaments.events.services import events

        wanted: dict[str, Any] = {
            "name": "Open",
            "rules": "gipf-tournament",
            "format": "swiss-dutch",
            "rounds_planned": 9,
            "time_zone": "UTC",
        }
        return events.create_event(self.club.pk, self.organiser, plan=plan(**wanted | changes))

    def _before_the_start(self) -> Event:
        from tournaments.core.event_config import config_of
        from tournaments.entries.services import entries as entries_services
        from tournaments.entries.services import leaving
        from tournaments.events.services import events, lifecycle
        from tournaments.models import Entry

        do, who = self.do, self.organiser
        event = do("create_event", self._draft)
        wanted = replace(config_of(event), name="Open of all")
        do("edit_event", lambda: events.edit_event(event.pk, who, plan=wanted))
        do("announce", lambda: events.announce(event.pk, who))
        _enter(event, self.club, self.players - 202)  # one comes late
        names = [f"Somebody New {place}" for place in range(200)]
        do("enter_many, 200 new names", lambda: entries_services.enter_many(event.pk, who, names))
        do("enter_person", lambda: entries_services.enter_person(event.pk, who, name="Some One"))
        last = Entry.objects.filter(event=event).order_by("-pk")[0].pk
        do("remove_entry", lambda: leaving.remove_entry(event.pk, who, last))
        entries_services.enter_person(event.pk, who, name="Some Other")
        do("start_event", lambda: lifecycle.start_event(event.pk, who, first_colour="w"))
        do("unstart_event", lambda: lifecycle.unstart_event(event.pk, who))
        lifecycle.start_event(event.pk, who, first_colour="w")
        return event

    def _rounds(self, event: Event) -> None:
        from tournaments.rounds.services import rounds as rounds_services

        for number in range(1, self.rounds + 1):
            start = partial(rounds_services.start_round, event.pk, self.organiser, number=number, played_on=DAY)
            self.do(f"start_round {number}", start)
            if number < self.rounds:
                _decide(event, self.organiser, self.chance, share=1)

    def _changes(self, event: Event) -> None:
        from games.models import Game
        from games.results.services.results import claim_result
        from testing.tournaments.confirming import confirmed
        from testing.tournaments.hand_edits import exchange_entries, swap_colours
        from tournaments.entries.services import byes, exclusions, leaving
        from tournaments.entries.services import entries as entries_services
        from tournaments.models import Pairing, Round
        from tournaments.rounds.services import rounds as rounds_services

        do, who = self.do, self.organiser
        last = Round.objects.get(event=event, number=self.rounds)
        boards = list(Pairing.objects.filter(round=last).order_by("board")[:2])
        one, other = (board.slots.order_by("side")[0].entry_id for board in boards)
        why = "a bench"
        do("swap_colours", lambda: swap_colours(event.pk, who, boards[0].pk, reason=why))
        do(
            "exchange_entries",
            lambda: exchange_entries(event.pk, who, self.rounds, one, other, reason=why),
        )
        do("set_deadline", lambda: rounds_services.set_deadline(event.pk, who, self.rounds, DAY))
        do("delete_round", lambda: rounds_services.delete_round(event.pk, who, self.rounds))
        group = do("forbid", lambda: confirmed(exclusions.add_exclusion, event.pk, who, [one, other]))
        do("allow", lambda: confirmed(exclusions.remove_exclusion, event.pk, who, group.pk))
        do("request_bye", lambda: byes.request_bye(event.pk, who, one, self.rounds, "half"))
        do("cancel_bye", lambda: byes.cancel_bye(event.pk, who, one, self.rounds))
        rounds_services.start_round(event.pk, who, number=self.rounds, played_on=DAY)
        game = Game.objects.filter(parent_scope__key=event.scope, result="pending")[0]
        do("claim_result", lambda: claim_result(game.pk, who, "1-0", source="desk"))
        do("withdraw", lambda: leaving.withdraw(event.pk, who, one))
        do("readmit", lambda: leaving.readmit(event.pk, who, one))
        do("enter_person, late", lambda: entries_services.enter_person(event.pk, who, name="Late Comer"))
        _decide(event, who, self.chance, share=1)

    def _close(self, event: Event) -> None:
        from common.jobs.services import run_due
        from tournaments.events.services import lifecycle

        do, who = self.do, self.organiser
        do("close_event", lambda: lifecycle.close_event(event.pk, who, early=True))
        do("recompute, both lists", run_due)
        do("reopen_event", lambda: lifecycle.reopen_event(event.pk, who, reason="a bench"))
        do("recompute, all gone", run_due)
        lifecycle.close_event(event.pk, who, early=True)
        run_due()

    def _persons(self) -> None:
        from players.erasure.services import erase_person
        from players.models import Person
        from players.people.services.merging import merge_persons, unmerge
        from players.people.services.people import rename_person

        do, who = self.do, self.organiser
        one = Person.objects.order_by("pk")[0]
        other = Person.objects.create(name="Twin", home=self.club)
        from players.models import Membership

        Membership.objects.create(person=other, club=self.club, since=DAY)
        do("rename_person", lambda: rename_person(actor=who, person_id=one.pk, name="Al", country=""))
        do("merge_persons", lambda: merge_persons(actor=who, kept_id=one.pk, gone_id=other.pk))
        do("unmerge", lambda: unmerge(actor=who, person_id=other.pk))
        do("erase_person", lambda: erase_person(actor=who, person_id=one.pk))

    def _import(self, event: Event) -> None:
        from testing.tournaments.confirming import confirmed
        from testing.tournaments.factories import fresh
        from testing.tournaments.round_trips import WISHES
        from tournaments.core.loader import load
        from tournaments.events.services import events
        from tournaments.interchange.formats.exporters import EXPORTERS
        from tournaments.interchange.formats.imported_event import known_people, matches
        from tournaments.interchange.formats.importers import parse
        from tournaments.interchange.services import importing

        data = EXPORTERS["json"].serialize(load(fresh(event)))
        incoming = parse(data, WISHES)
        people = known_people(matches(incoming, self.club))
        name = f"import_event, {len(data) // 1024} KB"
        self.do(name, lambda: confirmed(importing.import_event, self.club.pk, self.organiser, incoming, people))
        club, organiser = _other_club()
        self.do("import_event, all new", lambda: confirmed(importing.import_event, club.pk, organiser, incoming, {}))
        recorded = _with_records(incoming)
        name = f"import_event, {recorded.games} games, 500 records"
        club, organiser = _other_club("recorded")
        with_records = self.do(name, lambda: confirmed(importing.import_event, club.pk, organiser, recorded, {}))
        measure_adjudication(self.do, with_records, organiser)
        draft = self._draft(name="A draft")
        _enter(draft, self.club, self.players)
        self.do("delete_event, a full draft", lambda: events.delete_event(draft.pk, self.organiser))

    def _records(self) -> None:
        from tournaments.events.services import events, lifecycle
        from tournaments.rounds.services import rounds as rounds_services

        event = self._draft(name="Records")
        events.announce(event.pk, self.organiser)
        _enter(event, self.club, self.players)
        lifecycle.start_event(event.pk, self.organiser, first_colour="w")
        rounds_services.start_round(event.pk, self.organiser, played_on=DAY)
        measure_files(self.do, event, self.organiser)
        measure_longest(self.do, event, self.organiser)

    def _kept_apart(self) -> None:
        """A field of which nearly half may not meet: its pairing takes seconds."""
        from testing.tournaments.confirming import confirmed
        from tournaments.entries.services import exclusions
        from tournaments.events.services import events, lifecycle
        from tournaments.models import Entry
        from tournaments.rounds.services import rounds as rounds_services

        do, who = self.do, self.organiser
        event = self._draft(name="Kept apart")
        events.announce(event.pk, who)
        _enter(event, self.club, min(600, self.players))
        lifecycle.start_event(event.pk, who, first_colour="w")
        entries = list(Entry.objects.filter(event=event).order_by("number").values_list("pk", flat=True))
        for number in range(1, 4):
            rounds_services.start_round(event.pk, who, number=number, played_on=DAY)
            _decide(event, who, self.chance, share=1)
        apart = self.chance.sample(entries, len(entries) * 48 // 100)
        confirmed(exclusions.add_exclusion, event.pk, who, apart)
        do("start_round, 48 % kept apart", lambda: rounds_services.start_round(event.pk, who, played_on=DAY))

    def _games_with_setups(self) -> None:
        from tournaments.events.services import events, lifecycle
        from tournaments.rounds.services import rounds as rounds_services
        from tournaments.rounds.services import setup_redraws

        do, who = self.do, self.organiser
        event = self._draft(name="Set-ups", rules="lyngk-main", setups="board")
        events.announce(event.pk, who)
        _enter(event, self.club, self.players)
        lifecycle.start_event(event.pk, who, first_colour="w")
        do("start_round, a set-up a board", lambda: rounds_services.start_round(event.pk, who, played_on=DAY))
        do("redraw_setups, all boards", lambda: setup_redraws.redraw_setups(event.pk, who, 1, reason="a bench"))
        do("redraw_setups, one board", lambda: setup_redraws.redraw_setups(event.pk, who, 1, board=1, reason="a bench"))
        self._withdraw_from_round_robin(min(100, self.players), rounds=99)
        self._withdraw_from_round_robin(self.players, rounds=10)

    def _withdraw_from_round_robin(self, players: int, rounds: int) -> None:
        """A player leaves with all games of so many rounds still open."""
        from tournaments.entries.services import leaving
        from tournaments.events.services import events, lifecycle
        from tournaments.models import Entry
        from tournaments.rounds.services import rounds as rounds_services

        who = self.organiser
        event = self._draft(name=f"Everybody of {players}", format="round-robin", rounds_planned=None)
        events.announce(event.pk, who)
        _enter(event, self.club, players)
        lifecycle.start_event(event.pk, who)
        rounds = min(rounds, players - 1)
        for number in range(1, rounds + 1):
            rounds_services.start_round(event.pk, who, number=number, played_on=DAY, despite_open=True)
        entry = Entry.objects.filter(event=event)[0].pk
        self.do(f"withdraw, {rounds} open games of {players}", lambda: leaving.withdraw(event.pk, who, entry))


def _club(players: int) -> tuple[Club, Account]:
    from players.models import Membership, Person
    from players.roles import Role
    from testing.factories import ClubFactory, holder_of

    club: Club = ClubFactory(name="Bench", slug="bench", time_zone="UTC")
    people = Person.objects.bulk_create(
        Person(name=f"Player {place:04} of Bench", home=club) for place in range(players)
    )
    Membership.objects.bulk_create(Membership(person=person, club=club, since=DAY) for person in people)
    return club, holder_of(Role.ORGANISER, club.scope)


def _other_club(slug: str = "other") -> tuple[Club, Account]:
    from players.roles import Role
    from testing.factories import ClubFactory, holder_of

    club: Club = ClubFactory(name="Other", slug=slug, time_zone="UTC")
    return club, holder_of(Role.ORGANISER, club.scope)


def _with_records(incoming: Any) -> Any:
    """The same event with the record of a whole game at every board of its first round."""
    records = example_records()

    def played(pairing: Any) -> Any:
        games = tuple(replace(game, records=(next(records),)) for game in pairing.games)
        return replace(pairing, games=games)

    first, *others = incoming.rounds
    recorded = replace(first, pairings=tuple(map(played, first.pairings)))
    return replace(incoming, rounds=(recorded, *others))


if __name__ == "__main__":
    main()
