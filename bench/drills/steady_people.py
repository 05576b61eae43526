"""Players, organisers and boards at work while something is done to their site. Import it once Django is set up."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from bench.drills.acknowledged import Ledger, disobedient, lost
from bench.drills.invariants import look
from bench.drills.load import DeskKey, Load, PlayerSeat
from bench.drills.running import Verdict
from bench.drills.site import Site
from bench.drills.steady import Board, Boards, Followers

PLAYERS, DESKS, HANDS = 24, 12, 3
LONGEST_WAIT = 90.0


class People:
    """Who reports, organises and plays on a site of nodes, until `stop()`.

    `crew` is part of the players' names, so that others can play on the same database later.
    """

    def __init__(self, site: Site, seed: int, games: int, every: float, crew: str = "") -> None:
        from bench.drills import kills_club
        from bench.drills.play_games import begin_games, turns

        self.club = kills_club.standing(PLAYERS, DESKS)
        seats = [
            PlayerSeat(seat.game, seat.side, seat.phone.account, seat.phone.cookies, seat.phone.token)
            for seat in kills_club.seats_of_a_new_event(self.club)
        ]
        self.ledger = Ledger(site.home / "acknowledged.jsonl")
        desks = [DeskKey(each.account, each.token) for each in self.club.desks]
        self.load = Load(site.url, self.ledger, seats, desks)
        played = begin_games(games, crew)
        keys = [(game, tuple(seat.session.partition("=")[2] for seat in seats)) for game, seats in played]
        # The last turn of the line ends the game by the rules: these stay under way.
        boards = [Board(game, (white, black)) for game, (white, black) in keys]
        self.boards, self.followers = Boards(site.url, boards, turns()[:-1], every), Followers(site.url, boards)
        self._seed, self._files = seed, kills_club.event_files(self.club)

    def start(self) -> None:
        self.followers.start()
        self.boards.start()
        self.load.start(HANDS, self._seed, self.club.club.slug, self._files)

    def stop(self, *, finish: bool = True) -> None:
        """Without `finish` there is nothing any more that would acknowledge what is under way."""
        self.load.stop()
        self.boards.stop(finish=finish)
        self.followers.stop()

    def answers(self) -> Counter[str]:
        """Of all requests: how often each status came, and none at all."""
        return self.load.answers + self.boards.answers

    def describe(self) -> str:
        """What was acknowledged, how long turns took and how everything was answered."""
        waits = sorted(wait for _began, wait in self.boards.waits)
        return (
            f"{self.ledger.results()} results, {self.ledger.acts()} other acts and {len(waits)} turns acknowledged; "
            f"a turn took {1000 * waits[len(waits) // 2]:.0f} ms in the middle and {waits[-1]:.1f} s at most; "
            f"all answers: {dict(sorted(self.answers().items()))}"
        )

    def wait_for_writes(self, seconds: float = LONGEST_WAIT) -> tuple[float, float]:
        """Return once a result and a turn that were sent from now on are acknowledged: the seconds that each took."""
        began, results, turns = time.monotonic(), len(self.ledger), self.boards.made()
        found: dict[str, float] = {}
        while len(found) < 2:
            now = time.monotonic() - began
            if len(self.ledger) > results:
                found.setdefault("result", now)
            if self.boards.made() > turns or self.boards.are_over():
                found.setdefault("turn", now)
            if now > seconds:
                raise RuntimeError(f"nothing was acknowledged for {seconds:.0f} s: {self.answers()}")
            time.sleep(0.01)
        return found["result"], found["turn"]

    def judge(self, site: Site, verdict: Verdict, when: str, *, thorough: bool = False) -> None:
        """What is acknowledged by now is there, and nothing is there by half."""
        kept = self.ledger.all[: len(self.ledger)]
        with look(site) as now:
            for what in (*now.damaged(thorough=thorough), *now.broken(), *lost(now, kept), *disobedient(now, kept)):
                verdict.require(False, f"{when}: {what}")

    def judge_end(self, verdict: Verdict) -> None:
        """Once all have stopped: every job done, ratings as from scratch, records as their players saw them."""
        from django.db import connections

        from bench.drills import kills_club
        from bench.drills.play_games import compare_records

        verdict.require(_eventually(kills_club.no_job_is_left, 120), "jobs are left after two minutes")
        verdict.require(kills_club.ratings_are_as_recomputed(), "ratings are not as recomputed from nothing")
        connections.close_all()
        for fault in compare_records((each.game, each.made) for each in self.boards.boards):
            verdict.require(False, fault)
        for strange in (self.load.strange, self.boards.strange):
            verdict.require(not strange, f"the drill itself went wrong: {Counter(strange).most_common(3)}")


def _eventually(true: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not (held := true()) and time.monotonic() < deadline:
        time.sleep(0.3)
    return held
