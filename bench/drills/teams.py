"""A league of teams: 12 teams of 4, seven rounds, two desks and 48 phones; no line-up is shown early (8 min).

    python -m bench.drills.teams [--database sqlite|postgresql|both] [--rounds 7] [--minutes-due 0.5]

Each desk, each group of phones and a probe is a process that knows nothing but addresses. In every round captains hand
in line-ups until the deadline, some twice, some not at all; in the last round a desk closes them. Meanwhile the probe
reads whatever could show who plays. Then players report their boards, White errs at times, some boards are reported by
neither; both desks decide what is open or disputed at once, and correct what stands wrong. Required: no board is seen
before both line-ups were sent or due; every acknowledged line-up, report and decision is stored; every board is of the
line-up that was acknowledged last; journals have no gaps; the table is that of an independent computation.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from bench.drills.asking import ask
from bench.drills.running import Verdict, main, put_off_due_jobs
from bench.drills.site import Site
from bench.drills.teams_people import (
    Headers,
    TeamPhone,
    Told,
    correct_boards,
    decide_open_boards,
    hand_in_line_ups,
    probe,
    report_results,
)

LONGEST_START, LONGEST_WAIT = 300.0, 180.0
GROUPS, DESKS = 6, 2
SECONDS = 60.0


@dataclass
class TeamLeague:
    """What the people know, and what came of it. `due`: by round when line-ups were due, or were closed."""

    event: int
    organiser: Headers
    desks: list[Headers]
    phones: list[TeamPhone]
    told: Told = field(default_factory=Told)
    due: dict[int, float] = field(default_factory=dict)


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from django.db import connections

    league = _prepare_league(options)
    put_off_due_jobs()
    site.start("web", site.web_command())
    site.wait_until_served(LONGEST_START)
    site.start_worker()
    if not site.embedded:
        site.start_beat()
    connections.close_all()
    began = perf_counter()
    with ProcessPoolExecutor(GROUPS + DESKS + 1, mp_context=get_context("spawn")) as pool:
        for number in range(1, options.rounds + 1):
            _play_round_of_teams(site.url, pool, league, number, options)
            verdict.report(f"round {number}: {league.told.probes} looks, {len(league.told.faults)} faults")
    _ask_organiser(site.url, league, "POST", f"/events/{league.event}/close", {})
    took = perf_counter() - began
    verdict.require(not league.told.faults, "; ".join(league.told.faults[:5]))
    from bench.drills import teams_check

    teams_check.compare(site, league, options, verdict)
    told = league.told
    verdict.report(
        f"{options.teams} teams of {options.boards}, {len(league.phones)} phones, {options.rounds} rounds in"
        f" {took:.0f} s: {told.requests} requests; {len(told.line_ups)} line-ups ({told.too_late} too late),"
        f" {len(told.reports)} reports, {len(told.decisions)} decisions, {told.lost_races} lost a race,"
        f" {told.waits} waits for a key that asked too often,"
        f" {told.probes} looks at what is hidden; load {os.getloadavg()[0]:.1f}"
    )


# --- one round --------------------------------------------------------------------------------------------


def _play_round_of_teams(
    url: str, pool: ProcessPoolExecutor, league: TeamLeague, number: int, options: argparse.Namespace
) -> None:
    event, seed = league.event, options.seed
    crowd = _TeamCrowd(pool, league)
    _ask_organiser(url, league, "POST", f"/events/{event}/rounds", {"number": number})
    is_last = number == options.rounds
    due = time.time() + options.minutes_due * SECONDS
    if not is_last:
        _set_deadline(url, league, number, due)
    looking = pool.submit(probe, url, _onlookers(league), event, number, due + LONGEST_WAIT)
    groups = _groups_of_phones(league)
    crowd.do([partial(hand_in_line_ups, url, each, event, number, seed, due) for each in groups])
    if is_last:
        due = _close_line_ups(url, league, number)
    league.due[number] = due
    crowd.finish([looking])
    crowd.do([partial(report_results, url, each, event, number, seed) for each in groups])
    crowd.do([partial(decide_open_boards, url, desk, event, number, seed) for desk in league.desks])
    parts = enumerate(league.desks)
    crowd.do([partial(correct_boards, url, desk, event, number, seed, part) for part, desk in parts])


@dataclass
class _TeamCrowd:
    """People who act at once, each in a process."""

    pool: ProcessPoolExecutor
    league: TeamLeague

    def do(self, acts: Sequence[Callable[[], Told]]) -> None:
        self.finish([self.pool.submit(act) for act in acts])

    def finish(self, begun: Sequence[Future[Told]]) -> None:
        for each in begun:
            self.league.told.add(each.result())


def _groups_of_phones(league: TeamLeague) -> list[list[TeamPhone]]:
    return [group for start in range(GROUPS) if (group := league.phones[start::GROUPS])]


def _onlookers(league: TeamLeague) -> dict[str, Headers]:
    """A spectator, two players and an arbiter."""
    return {
        "spectator": {},
        "player": league.phones[1].key,
        "captain": league.phones[-options_of_team(league)].key,
        "arbiter": league.desks[0],
    }


def options_of_team(league: TeamLeague) -> int:
    """How many players a team has."""
    return len(league.phones[0].roster)


def _ask_organiser(url: str, league: TeamLeague, method: str, path: str, body: dict[str, Any] | None) -> Any:
    """The answer of the API to the organiser; a fault where it is a refusal."""
    answer = ask(url, method, f"/api/v1{path}", body=body, headers=league.organiser, seconds=120)
    league.told.requests += 1
    if answer.status >= 400:
        league.told.faults.append(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return {}
    return answer.json() if answer.body else {}


def _version(url: str, league: TeamLeague, number: int) -> int:
    page = _ask_organiser(url, league, "GET", f"/events/{league.event}/rounds/{number}/matches", None)
    return int(page.get("version", 0))


def _set_deadline(url: str, league: TeamLeague, number: int, due: float) -> None:
    at = datetime.fromtimestamp(due, UTC).isoformat()
    body = {"at": at, "version": _version(url, league, number)}
    _ask_organiser(url, league, "PUT", f"/events/{league.event}/rounds/{number}/line-up-deadline", body)


def _close_line_ups(url: str, league: TeamLeague, number: int) -> float:
    """Close what waits; nothing where every match is open already. Returns when."""
    page = _ask_organiser(url, league, "GET", f"/events/{league.event}/rounds/{number}/matches", None)
    at = time.time()
    if any(not match["seated"] for match in page.get("matches", ()) if match["black"] is not None):
        path = f"/events/{league.event}/rounds/{number}/line-ups/close"
        _ask_organiser(url, league, "POST", path, {"version": page["version"]})
    return at


# --- before it --------------------------------------------------------------------------------------------


def _prepare_league(options: argparse.Namespace) -> TeamLeague:
    """A started event of teams, a phone for each player, and two arbiters."""
    from bench.drills.club import make_club, phone_of
    from players.roles import Role
    from testing.factories import AccountFactory, holder_of
    from testing.tournaments.factories import plan
    from tournaments.entries.services import entries
    from tournaments.events.services import events, lifecycle
    from tournaments.models import Entry, TeamMember
    from tournaments.teams.services import teams
    from tournaments.teams.services.rosters import set_roster

    made = make_club(options.teams * options.boards, slug="teams")
    event = events.create_event(
        made.club.pk,
        made.organiser,
        plan=plan(
            name="League",
            time_zone="UTC",
            format="team-swiss",
            rounds_planned=options.rounds,
            format_options={"boards": options.boards},
        ),
    )
    events.announce(event.pk, made.organiser)
    for phone in made.phones:
        assert phone.person is not None
        entries.enter_person(event.pk, made.organiser, person_id=phone.person)
    entry_of = dict(Entry.objects.filter(event=event).values_list("members__person", "pk"))
    by_team = {}
    for at in range(options.teams):
        own = made.phones[at * options.boards : (at + 1) * options.boards]
        team = teams.make_team(event.pk, made.organiser, f"Team {at + 1:02}")
        roster = [entry_of[phone.person] for phone in own]
        set_roster(event.pk, made.organiser, team.pk, roster, captain=roster[0])
        by_team |= dict.fromkeys((phone.person for phone in own), team.pk)
    lifecycle.start_event(event.pk, made.organiser, first_colour="w")
    rosters = {
        team: tuple(TeamMember.objects.filter(team=team).order_by("place").values_list("entry", flat=True))
        for team in by_team.values()
    }
    phones = []
    for phone in made.phones:
        assert phone.person is not None
        team_id, entry = by_team[phone.person], entry_of[phone.person]
        roster = rosters[team_id]
        phones.append(TeamPhone(phone.person, phone.token, team_id, entry, roster, entry == roster[0]))
    desks = []
    for _desk in range(DESKS):
        arbiter = AccountFactory()
        holder_of(Role.ARBITER, event.scope, arbiter)
        desks.append(phone_of(arbiter).token)
    return TeamLeague(event.pk, made.desk.token, desks, phones)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--teams", type=int, default=12)
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--minutes-due", type=float, default=0.5, help="until the line-ups of a round are due")


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
