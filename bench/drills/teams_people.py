"""The people of a league of teams, each in a process that knows nothing but addresses and keys: phones, desks, a probe.

What each of them sent and the server acknowledged comes back as `Told`; the drill compares it with the database.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.drills.asking import HttpReply, ask

RESULTS = ("1-0", "0-1", "1/2-1/2")
SLIPS, EMPTY, FORGETS, SECOND_THOUGHTS, SILENT = 12, 10, 20, 4, 6
"""One in so many: reports of White typed wrong, boards left empty, captains who hand in nothing, who do so twice, and
boards that neither player reports."""
DONE, LATE, TOO_MANY = (200, 201, 204), 409, 429
BETWEEN_LOOKS = 0.7
"""Seconds between two looks of each reader of the probe: what its key is allowed is the phones' and desks' too."""
Headers = Mapping[str, str]


@dataclass(frozen=True)
class TeamPhone:
    """A player's phone: its key opens the API. `captain`: hands in the line-ups of the team, whose roster this is."""

    person: int
    key: Headers
    team: int
    entry: int
    roster: tuple[int, ...]
    captain: bool


@dataclass
class Told:
    """What was acknowledged, with the time: line-ups (round, team, seats, sent at), reports (game, role, code),
    decisions (game, code). `waits`: how often a key had asked too often. `seen` is when a match (round, table) was
    first shown with boards.

    `faults` are answers that none of this should get.
    """

    line_ups: list[tuple[int, int, tuple[int | None, ...], float]] = field(default_factory=list)
    too_late: int = 0
    reports: list[tuple[int, str, str]] = field(default_factory=list)
    decisions: list[tuple[int, str]] = field(default_factory=list)
    lost_races: int = 0
    waits: int = 0
    seen: dict[tuple[int, int], float] = field(default_factory=dict)
    probes: int = 0
    faults: list[str] = field(default_factory=list)
    requests: int = 0

    def add(self, other: Told) -> None:
        """What the other was told too."""
        for name in ("line_ups", "reports", "decisions", "faults"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("too_late", "lost_races", "waits", "probes", "requests"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for key, at in other.seen.items():
            self.seen[key] = min(at, self.seen.get(key, at))


@dataclass
class Caller:
    """Asks the API with a key, and counts."""

    url: str
    key: Headers
    told: Told

    def ask(self, method: str, path: str, body: Any = None) -> HttpReply:
        """The answer; where the key has asked too often, that after the pause which the server names."""
        while True:
            self.told.requests += 1
            answer = ask(self.url, method, f"/api/v1{path}", body=body, headers=self.key, seconds=120)
            if answer.status != TOO_MANY:
                return answer
            self.told.waits += 1
            time.sleep(int(answer.headers["retry-after"]))

    def read(self, path: str) -> Any:
        answer = self.ask("GET", path)
        if answer.status != 200:
            self.told.faults.append(f"GET {path}: {answer.status}")
            return {}
        return answer.json()


def planned_result(seed: int, game: int) -> str:
    """How a game ends: everyone who is asked says the same, but for slips."""
    return random.Random(f"{seed} {game}").choice(RESULTS)


def planned_line_up(seed: int, number: int, phone: TeamPhone) -> tuple[int | None, ...] | None:
    """What a captain hands in: the roster, at times with an empty board; None where it is forgotten."""
    chance = random.Random(f"{seed} {number} {phone.team}")
    if chance.randrange(FORGETS) == 0:
        return None
    return tuple(None if chance.randrange(EMPTY) == 0 else entry for entry in phone.roster)


# --- phones -------------------------------------------------------------------------------------------


def hand_in_line_ups(url: str, phones: Sequence[TeamPhone], event: int, number: int, seed: int, until: float) -> Told:
    """Captains hand in line-ups until the deadline, some of them twice; all phones try to read those of other teams."""
    told = Told()
    chance = random.Random(f"{seed} {number} {phones[0].person}")
    captains = [phone for phone in phones if phone.captain]
    for phone in captains:
        seats = planned_line_up(seed, number, phone)
        if seats is None:
            continue
        time.sleep(max(0.0, min(chance.random() * 2, until - time.time() - 2)))
        versions = [seats]
        if chance.randrange(SECOND_THOUGHTS) == 0:
            versions.insert(0, phone.roster)
        for each in versions:
            _hand_in(Caller(url, phone.key, told), phone, event, number, each)
    for phone in phones:
        _read_own(Caller(url, phone.key, told), phone, event, number, {each.team for each in phones})
    return told


def _hand_in(caller: Caller, phone: TeamPhone, event: int, number: int, seats: tuple[int | None, ...]) -> None:
    sent = time.time()
    path = f"/events/{event}/rounds/{number}/line-ups/{phone.team}"
    answer = caller.ask("PUT", path, {"seats": list(seats)})
    if answer.status in DONE:
        caller.told.line_ups.append((number, phone.team, seats, sent))
    elif answer.status == LATE:  # the match opened, or the deadline was there
        caller.told.too_late += 1
    else:
        caller.told.faults.append(f"line-up of team {phone.team}: {answer.status} {answer.body[:120]!r}")


def _read_own(caller: Caller, phone: TeamPhone, event: int, number: int, teams: set[int]) -> None:
    for team in teams:
        status = caller.ask("GET", f"/events/{event}/rounds/{number}/line-ups/{team}").status
        if team != phone.team and status != 404:
            caller.told.faults.append(f"a player of team {phone.team} read the line-up of team {team}: {status}")


def report_results(url: str, phones: Sequence[TeamPhone], event: int, number: int, seed: int) -> Told:
    """Each phone reports its board, White at times wrongly; some boards are left to the desks."""
    told = Told()
    for phone in phones:
        caller = Caller(url, phone.key, told)
        for game, seats in _games(caller, event, number):
            if phone.entry not in seats or random.Random(f"{seed} {game} silent").randrange(SILENT) == 0:
                continue
            role = ("white", "black")[seats.index(phone.entry)]
            code = planned_result(seed, game)
            if role == "white" and random.Random(f"{seed} {game} slip").randrange(SLIPS) == 0:
                code = next(each for each in RESULTS if each != code)
            answer = caller.ask("POST", f"/games/{game}/results", {"result": code})
            if answer.status in DONE:
                told.reports.append((game, role, code))
            elif answer.status == LATE:
                told.lost_races += 1
            else:
                told.faults.append(f"report of game {game}: {answer.status} {answer.body[:120]!r}")
    return told


def _games(caller: Caller, event: int, number: int) -> list[tuple[int, tuple[int, int]]]:
    """The games of a round with the entries at them, White first."""
    matches = caller.read(f"/events/{event}/rounds/{number}/matches").get("matches", [])
    boards = [board for match in matches for board in match["boards"]]
    return [
        (game["id"], (board["white"]["entry"]["id"], board["black"]["entry"]["id"]))
        for board in boards
        for game in board["games"]
        if board["black"] is not None
    ]


# --- desks --------------------------------------------------------------------------------------------


def decide_open_boards(url: str, key: Headers, event: int, number: int, seed: int) -> Told:
    """A desk decides whatever is open or disputed in a round; two desks do so at the same moment."""
    told = Told()
    caller = Caller(url, key, told)
    for game, _seats in _games(caller, event, number):
        there = caller.read(f"/games/{game}")
        if there and (there["result"] == "pending" or there["claims"] == "disputed"):
            _decide(caller, game, planned_result(seed, game), there["version"])
    return told


def correct_boards(url: str, key: Headers, event: int, number: int, seed: int, part: int) -> Told:
    """A desk corrects what is stored otherwise than it was played: every other board of a round, from `part`."""
    told = Told()
    caller = Caller(url, key, told)
    for game, _seats in _games(caller, event, number)[part::2]:
        there, code = caller.read(f"/games/{game}"), planned_result(seed, game)
        if there and there["result"] != code:
            _decide(caller, game, code, there["version"])
    return told


def _decide(caller: Caller, game: int, code: str, version: int) -> None:
    answer = caller.ask("POST", f"/games/{game}/results", {"result": code, "version": version, "reason": "as played"})
    if answer.status in DONE:
        caller.told.decisions.append((game, code))
    elif answer.status == LATE:
        caller.told.lost_races += 1
    else:
        caller.told.faults.append(f"decision on game {game}: {answer.status} {answer.body[:120]!r}")


# --- the probe ----------------------------------------------------------------------------------------


def probe(url: str, keys: Mapping[str, Headers], event: int, number: int, until: float) -> Told:
    """Reads all that could show a line-up, as a spectator, players and arbiters, until every match is open.

    A match that is not open shows no board, no game and no name of a player; a file of the event neither.
    """
    told = Told()
    while True:
        waiting = 0
        for who, key in keys.items():
            waiting = _look(Caller(url, key, told), who, event, number)
            told.probes += 1
        if not waiting or time.time() > until:
            return told
        time.sleep(BETWEEN_LOOKS)


def _look(caller: Caller, who: str, event: int, number: int) -> int:
    """One look at matches, boards and, for arbiters, files. Returns how many matches wait."""
    before = time.time()
    found = caller.read(f"/events/{event}/rounds/{number}/matches").get("matches", [])
    after = time.time()
    boards = 0
    for match in found:
        if match["seated"]:
            boards += len(match["boards"])
            caller.told.seen.setdefault((number, match["table"]), after)
        elif match["boards"]:
            caller.told.faults.append(f"{who} saw boards of a match that is not open, round {number}")
    waiting = sum(not match["seated"] and match["black"] is not None for match in found)
    if who == "arbiter" and waiting:
        _look_at_files(caller, event, number, boards, before)
    return waiting


def _look_at_files(caller: Caller, event: int, number: int, boards: int, before: float) -> None:
    """The event file has no board of a match that waits."""
    answer = caller.ask("GET", f"/events/{event}/file?kind=json")
    if answer.status == 200:
        round_ = json.loads(answer.json()["file"])["rounds"][number - 1]
        hidden = [match for match in round_["matches"] if match.get("seated") is False and match["boards"]]
        seated = sum(len(match.get("boards", ())) for match in round_["matches"])
        if hidden or seated != len(round_["pairings"]) or seated < boards:
            caller.told.faults.append(f"the event file shows boards of matches that are not open, round {number}")
    elif answer.status != LATE:
        caller.told.faults.append(f"the event file: {answer.status} after {time.time() - before:.0f} s")
