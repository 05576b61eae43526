"""bbpPairings (Apache-2.0), which pairs the Dutch system by the rules of 2026, by its commands.

`BBPPAIRINGS` names the program, built outside this folder. Its checker pairs every round of a file again and prints the
boards that differ; its generator plays random events.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.peers import Boards, MissingPeerError, Peer
from bench.peers.events import SIZES
from gipf_engine.tournament import trf
from gipf_engine.tournament.generator import GeneratedTournament
from gipf_engine.tournament.replay import boards_of

SECONDS = 300
ROUND = re.compile(r": Round #(\d+)$")
BOARD = re.compile(r"(\d+) - +(\d+)")
NO_ROUND = "No valid pairing exists"
POINTS = (
    {},
    {},
    {"PointsForWin": "3.0", "PointsForDraw": "1.0"},
    {"PointsForPAB": "0.5"},
    {"PointsForWin": "2.0", "PointsForDraw": "1.0"},
)
NEVER = None
RATES = {
    "ForfeitRate": (NEVER, 50, 8, 3),
    "RetiredRate": (NEVER, 100, 20),
    "HalfPointByeRate": (NEVER, 50, 10),
}
"""One in so many; the harshest last."""


class BbpPairings(Peer):
    """Its Dutch system; that of Burstein is of an earlier edition, and its authors call it flawed."""

    name = "bbpPairings"

    def __init__(self) -> None:
        self.program = os.environ.get("BBPPAIRINGS", "")
        if not self.program:
            raise MissingPeerError("BBPPAIRINGS does not name its program")

    def pair_again(self, key: str, made: GeneratedTournament) -> Iterator[Boards]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "event.trf"
            path.write_bytes(trf.write(made.table, made.document))
            report = self._run("--dutch", str(path), "-c")
        changes = _read_report(report)
        for number in range(1, made.table.rounds_played + 1):
            change = changes[number]  # KeyError: a round that was not checked
            recorded = boards_of(made.table, number)
            yield None if change is None else (recorded - change[1]) | change[0]

    def make(self, key: str, seed: int) -> bytes:
        random = Random(seed)
        players = random.randint(4, random.choice(SIZES))
        wishes = {"DrawPercentage": random.choice((0, 15, 30, 60)), **random.choice(POINTS)}
        lowest = random.choice((1000, 1500, 1990))
        wishes |= {"LowestRating": lowest, "HighestRating": lowest + random.choice((20, 300, 1000))}
        wishes |= {name: rate for name, rates in RATES.items() if (rate := random.choice(rates)) is not NEVER}
        wanted = random.randint(3, 11)
        for rounds in range(min(wanted, max(1, players // 2 if seed % 2 else players - 2)), 0, -1):
            made = self._generate({"PlayersNumber": players, "RoundsNumber": rounds, **wishes}, seed)
            if made is not None:
                return made
        raise RuntimeError(f"bbpPairings makes no event of seed {seed}")

    def _generate(self, wishes: dict[str, int | str], seed: int) -> bytes | None:
        """A finished event; None where its last rounds cannot be paired."""
        with tempfile.TemporaryDirectory() as folder:
            config, path = Path(folder) / "config", Path(folder) / "event.trf"
            config.write_text("".join(f"{name}={value}\n" for name, value in wishes.items()), encoding="ascii")
            command = [self.program, "--dutch", "-g", str(config), "-o", str(path), "-s", str(seed)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
            if done.returncode == 1:
                return None
            if done.returncode:
                raise RuntimeError(f"bbpPairings: {done.returncode} {done.stderr}")
            return path.read_bytes()

    def _run(self, *arguments: str) -> str:
        command = [self.program, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        if done.returncode:
            raise RuntimeError(f"bbpPairings: {done.returncode} {done.stdout} {done.stderr}")
        return done.stdout


def _read_report(report: str) -> dict[int, tuple[set[tuple[int, int]], set[tuple[int, int]]] | None]:
    """By round what the checker has instead of what the file has, as two sets of boards; None where it has no round."""
    found: dict[int, tuple[set[tuple[int, int]], set[tuple[int, int]]] | None] = {}
    number = 0
    for line in report.splitlines():
        if match := ROUND.search(line):
            number = int(match[1])
            found[number] = (set(), set())
        elif line.startswith(NO_ROUND):
            found[number] = None
        elif boards := BOARD.findall(line):
            here = found[number]
            assert here is not None and len(boards) == 2, line
            for side, (white, black) in zip(here, boards, strict=True):
                side.add((int(white), int(black)))
    return found
