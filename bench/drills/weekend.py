"""A weekend: a festival with three sections, two desks and 60 phones, all at once; stored is what was typed (10 min).

    python -m bench.drills.weekend [--database sqlite|postgresql|both] [--players 120] [--rounds 7] [--phones 60]

Each desk and each group of phones is a process that knows nothing but addresses. Two desks share the middle section.
Before every round players check in by their one link or at a desk, some stay away and get byes; before round 1 some
change their section. Then phones report, White errs at times, desks type the other boards, and in the end both desks
decide whatever is open, at once. Required: every game has the result that was planned, every acknowledged report,
decision, check-in, bye and move is stored once, journals have no gaps, the tables add up.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from bench.drills.asking import ask
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site
from bench.drills.weekend_people import (
    DeskPlan,
    Typed,
    check_in_at_desk,
    check_phones_in,
    enter_results,
    open_check_in,
    report_by_phones,
    together,
)

LONGEST_START = 300.0
SECTIONS, GROUPS, PLAY_IN_TWO, AWAY, MOVED = 3, 6, 4, 2, 3


@dataclass
class Weekend:
    """What the people know, and what came of it: byes (entry, round) and moves (person, event)."""

    festival: int
    events: list[int]
    desks: list[DeskPlan]
    organiser: dict[str, str]
    phones: list[str]
    phone_people: frozenset[int]
    phone_names: frozenset[str]
    others: dict[int, list[int]]
    byes: set[tuple[int, int]] = field(default_factory=set)
    moves: dict[int, int] = field(default_factory=dict)
    typed: Typed = field(default_factory=Typed)


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from django.db import connections

    weekend = _prepare(options)
    put_off_due_jobs()
    site.start("web", site.web_command())
    site.wait_until_served(LONGEST_START)
    site.start_worker()
    connections.close_all()
    began = perf_counter()
    with ProcessPoolExecutor(GROUPS + len(weekend.desks), mp_context=get_context("spawn")) as pool:
        for number in range(1, options.rounds + 1):
            _play_round(site.url, pool, weekend, number, options.seed)
    _close(site.url, weekend)
    took = perf_counter() - began
    verdict.require(not weekend.typed.faults, "; ".join(weekend.typed.faults[:5]))
    from bench.drills import weekend_check

    weekend_check.compare(weekend, options, verdict)
    typed = weekend.typed
    verdict.report(
        f"{options.players} players, {len(weekend.phones)} phones, {options.rounds} rounds in {took:.0f} s:"
        f" {typed.requests} requests; {len(typed.reports)} reports, {len(typed.decisions)} decisions,"
        f" {len(typed.late)} refused as late, {len(typed.arrivals)} check-ins at desks, {len(weekend.byes)} byes,"
        f" {len(weekend.moves)} moves; load {os.getloadavg()[0]:.1f}"
    )


# --- one round --------------------------------------------------------------------------------------------


def _play_round(url: str, pool: ProcessPoolExecutor, weekend: Weekend, number: int, seed: int) -> None:
    everyone = _Crowd(pool, weekend)
    everyone.do([partial(open_check_in, url, desk, weekend.festival) for desk in weekend.desks])
    away = frozenset(people[-1 - place] for people in weekend.others.values() for place in range(AWAY))
    skipped = away | weekend.phone_people
    at_desk = [partial(check_in_at_desk, url, desk, weekend.festival, skipped) for desk in weekend.desks]
    arriving = everyone.start([*at_desk, *(partial(check_phones_in, url, each) for each in _groups(weekend))])
    if number == 1:
        _move_some(url, weekend)
    everyone.finish(arriving)
    for event in weekend.events:
        _give_byes_and_pair(url, weekend, event, number)
    typing = [partial(enter_results, url, desk, seed, weekend.phone_names, all_open=False) for desk in weekend.desks]
    everyone.do([*typing, *(partial(report_by_phones, url, each, seed) for each in _groups(weekend))])
    everyone.do([partial(enter_results, url, desk, seed, frozenset(), all_open=True) for desk in weekend.desks])


@dataclass
class _Crowd:
    """People who act at once, each in a process."""

    pool: ProcessPoolExecutor
    weekend: Weekend

    def start(self, acts: Sequence[Callable[[], Typed]]) -> list[Future[Typed]]:
        return [self.pool.submit(act) for act in acts]

    def finish(self, begun: list[Future[Typed]]) -> None:
        self.weekend.typed = together([self.weekend.typed, *(each.result() for each in begun)])

    def do(self, acts: Sequence[Callable[[], Typed]]) -> None:
        self.finish(self.start(acts))


def _groups(weekend: Weekend) -> list[list[str]]:
    return [group for start in range(GROUPS) if (group := weekend.phones[start::GROUPS])]


def _call(url: str, weekend: Weekend, path: str, body: dict[str, Any]) -> Any:
    """The answer of the API to the organiser; a fault where it is a refusal."""
    answer = ask(url, "POST", f"/api/v1{path}", body=body, headers=weekend.organiser, seconds=120)
    weekend.typed.requests += 1
    if answer.status >= 400:
        weekend.typed.faults.append(f"POST {path}: {answer.status} {answer.body[:200]!r}")
        return None
    return answer.json() if answer.body else {}


def _move_some(url: str, weekend: Weekend) -> None:
    """Some players without a phone change to the next section while everyone checks in."""
    from django.db import connections

    from tournaments.models import Entry

    for place, event in enumerate(weekend.events[:MOVED]):
        person, to = weekend.others[event][0], weekend.events[(place + 1) % len(weekend.events)]
        entry = Entry.objects.get(event=event, members__person=person).pk
        if _call(url, weekend, f"/events/{event}/entries/{entry}/move", {"section": to}) is not None:
            weekend.moves[person] = to
    connections.close_all()


def _give_byes_and_pair(url: str, weekend: Weekend, event: int, number: int) -> None:
    given = _call(url, weekend, f"/events/{event}/check-in/byes", {"kind": "zero"})
    weekend.byes |= {(entry, number) for entry in (given or {}).get("entries", ())}
    _call(url, weekend, f"/events/{event}/rounds", {"number": number})


def _close(url: str, weekend: Weekend) -> None:
    for event in weekend.events:
        _call(url, weekend, f"/events/{event}/close", {})


# --- before it --------------------------------------------------------------------------------------------


def _prepare(options: argparse.Namespace) -> Weekend:
    """A festival with its players; every other one has a phone, and some play in the first two sections."""
    from bench.drills.club import make_club, phone_of
    from players.models import Person
    from players.roles import Role
    from testing.factories import AccountFactory, holder_of
    from testing.tournaments.factories import running
    from testing.tournaments.festivals import new_festival
    from tournaments.entries.services.entries import enter_person
    from tournaments.festivals.queries.player_links import player_cards
    from tournaments.models import Member

    made, size = make_club(0, slug="weekend"), options.players // SECTIONS
    events = []
    for number in range(1, SECTIONS + 1):
        names = [f"Player {number}.{seat:03}." for seat in range(size)]
        plan = {"name": f"Section {number}", "format": "swiss-dutch", "rounds_planned": options.rounds}
        events.append(running(made.club, made.organiser, names, **plan))
    for person in Member.objects.filter(event=events[0]).order_by("pk").values_list("person", flat=True)[:PLAY_IN_TWO]:
        enter_person(events[1].pk, made.organiser, person_id=person)
    festival = new_festival(made.club, made.organiser, *events)
    cards = player_cards(festival)
    with_phone = [card for card in cards if len(card.sections) > 1]
    with_phone += [card for card in cards if card not in with_phone][::2]
    with_phone = with_phone[: options.phones]
    people = frozenset(card.person for card in with_phone)
    desks = []
    for own in (((0, (0, 1)), (1, (0, 2))), ((2, (0, 1)), (1, (1, 2)))):
        arbiter = AccountFactory()
        for section, _part in own:
            holder_of(Role.ARBITER, events[section].scope, arbiter)
        desks.append(DeskPlan(phone_of(arbiter).cookies, {events[section].pk: part for section, part in own}))
    others = {
        event.pk: [pk for pk in event.members.order_by("pk").values_list("person", flat=True) if pk not in people]
        for event in events
    }
    names = frozenset(Person.objects.filter(pk__in=people).values_list("name", flat=True))
    tokens = [card.token for card in with_phone]
    pks = [event.pk for event in events]
    return Weekend(festival.pk, pks, desks, made.desk.token, tokens, people, names, others)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, default=120)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--phones", type=int, default=60)


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
