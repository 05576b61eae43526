"""What the site has acknowledged, written down by those who asked, and whether the database still says so.

Every line of the file is one answer that said yes: it is there after the drill itself was killed, too.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from bench.drills.invariants import Look

CLAIM, REPORT, ROUND, IMPORT, CLOSE = "claim", "report", "round", "import", "close"


@dataclass(frozen=True)
class Acknowledged:
    """A yes. `what` says which fields count.

    CLAIM (by the API): game, number, account, result, and a text of its own where one was sent. REPORT (by a page,
    which says no number): game, account, result. ROUND: event, number. IMPORT and CLOSE: event.
    """

    what: str
    game: int = 0
    number: int = 0
    account: int = 0
    result: str = ""
    text: str = ""
    event: int = 0


class Ledger:
    """The file of what was acknowledged. Safe to use from many threads."""

    def __init__(self, file: Path) -> None:
        self._lock = threading.Lock()
        self.all: list[Acknowledged] = []
        if file.exists():
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            self.all = [Acknowledged(**json.loads(line)) for line in lines if line.endswith("}\n")]
        self._file = file.open("a", encoding="utf-8")

    def __len__(self) -> int:
        return len(self.all)

    def add(self, yes: Acknowledged) -> None:
        with self._lock:
            self.all.append(yes)
            self._file.write(json.dumps(asdict(yes)) + "\n")
            self._file.flush()

    def results(self) -> int:
        """How many results were acknowledged."""
        return sum(each.what in (CLAIM, REPORT) for each in self.all)

    def acts(self) -> int:
        """How many events were brought and closed, and rounds paired."""
        return len(self.all) - self.results()


def lost(look: Look, kept: Iterable[Acknowledged]) -> Iterator[str]:
    """Every yes that the database knows nothing of, or something else."""
    kept = list(kept)
    yield from _lost_claims(look, [each for each in kept if each.what == CLAIM])
    yield from _lost_reports(look, [each for each in kept if each.what == REPORT])
    rounds = {tuple(row) for row in look.rows("SELECT event_id, number FROM tournaments_round")}
    states = dict(look.rows("SELECT id, state FROM tournaments_event"))
    for each in kept:
        there = {
            ROUND: (each.event, each.number) in rounds,
            IMPORT: each.event in states,
            CLOSE: states.get(each.event) == "closed",
        }
        if not there.get(each.what, True):
            yield f"lost: {each}, the event is {states.get(each.event)}"


def disobedient(look: Look, kept: Iterable[Acknowledged]) -> Iterator[str]:
    """Games of these acknowledged results whose result is not what their claims come to."""
    games = {each.game for each in kept if each.game}
    if not games:
        return
    question = """
        SELECT c.game_id, g.result, c.role, c.result, c.late FROM games_claim c JOIN games_game g ON g.id = c.game_id
        WHERE c.game_id BETWEEN %s AND %s ORDER BY c.game_id, c.number"""
    for game, rows in groupby(look.rows(question, min(games), max(games)), key=lambda row: row[0]):
        claims = list(rows)
        now, wanted = claims[0][1], _in_force([row[2:] for row in claims])
        if now != wanted:
            yield f"game {game} has the result {now}, and its claims come to {wanted}"


def _in_force(claims: list[tuple[Any, ...]]) -> str:
    """What claims (role, result, late) come to: the arbiter's last word, else what both seats last agreed on."""
    last: dict[str, str] = {}
    agreed = "pending"
    for role, result, late in claims:
        if late:
            continue
        if role == "arbiter" and result == "pending":
            last, agreed = {}, "pending"  # all that was said before is taken back
            continue
        last[role] = result
        if role in ("white", "black") and last.get("white") == last.get("black"):
            agreed = result
    return last.get("arbiter", agreed)


def _lost_claims(look: Look, kept: list[Acknowledged]) -> Iterator[str]:
    if not kept:
        return
    lowest, highest = min(each.game for each in kept), max(each.game for each in kept)
    question = """
        SELECT c.game_id, c.number, c.account, c.result, coalesce(w.text, '') FROM games_claim c
        LEFT JOIN games_claimreason w ON w.claim_id = c.id WHERE c.game_id BETWEEN %s AND %s"""
    there = {row[:2]: row[2:] for row in look.rows(question, lowest, highest)}
    for each in kept:
        if there.get((each.game, each.number)) != (each.account, each.result, each.text):
            yield f"lost: {each}, there is {there.get((each.game, each.number))}"


def _lost_reports(look: Look, kept: list[Acknowledged]) -> Iterator[str]:
    """Of reports by page it is counted that the database holds at least as many of the same.

    Who says the same several times in a row (he pressed twice) has said it once. That is looked at by account and game.
    """
    question = "SELECT game_id, account, result, count(*) FROM games_claim WHERE source = 'page' GROUP BY 1, 2, 3"
    there = {tuple(row[:3]): row[3] for row in look.rows(question)} if kept else {}
    for key, count in Counter(_without_repetitions(kept)).items():
        if there.get(key, 0) < count:
            yield f"lost: {count} reports of {key} were acknowledged, {there.get(key, 0)} are there"


def _without_repetitions(kept: Iterable[Acknowledged]) -> Iterator[tuple[int, int, str]]:
    """Game, account and result of each report that differs from the account's last one in the game."""
    last: dict[tuple[int, int], str] = {}
    for each in kept:
        if last.get((each.game, each.account)) != each.result:
            last[each.game, each.account] = each.result
            yield each.game, each.account, each.result
