"""Who reads our TRF files, and whose files do we read? A table in both directions.

    BBPPAIRINGS=…/bbpPairings JAVAFO=…/javafo.jar PEERS=…/bin/python python -m bench.interop

What a peer needs is named by these variables: a program, a JAR, and a Python that has py4swiss, caissify-pairings, trf
and gacrux. What is not there is said and left out. "Theirs" are files of bbpPairings' own generator, and ours as the
others write them again after reading them; of these every game and bye must be what it was. Exit code 1 where a
reader refuses a format that it knows. Takes half a minute.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, Entrant
from gipf_engine.tournament.generator import GeneratorOptions, generate, play_game, recipe_of
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.trf.teams import teams_of
from gipf_engine.tournament.trf.tournament_types import code_of

SECONDS = 60
TRF16, TRF26 = trf.Dialect.TRF16, trf.Dialect.TRF26
SWISS = "swiss-dutch"
FIXED = ("round-robin", "double-round-robin", "scheveningen", "double-scheveningen")
SCORINGS = ("1-half-0", "2-1-0", "3-1-0")
SEEDS = range(1, 6)

PY4SWISS = """
from pathlib import Path
from py4swiss.trf import TrfParser
TrfParser.parse(Path(sys.argv[1]))
"""
CAISSIFY = """
from caissify_pairings.trf import TRFParser
assert len(TRFParser(text).parse()["players"]) == players
"""
TRF = """
import trf
assert len(trf.loads(text.replace("\\r\\n", "\\n")).players) == players
"""
GACRUX = """
from gacrux.trf2json import trf2json
reader = trf2json()
reader.parse_file(text, 0)
status = reader.chessjson["status"]
assert status["code"] == 0, status
"""
WRITERS = {
    "py4swiss": """
from pathlib import Path
from py4swiss.trf import TrfParser
again = Path(sys.argv[1]).with_suffix(".again")
TrfParser.parse(Path(sys.argv[1])).write_to_file(again)
sys.stdout.write(again.read_text())
""",
    "caissify": """
from caissify_pairings.trf import TRFParser, write_trf
found = TRFParser(text).parse()
sys.stdout.write(write_trf(found["tournament"], found["players"], rounds))
""",
    "trf": """
import trf
sys.stdout.write(trf.dumps(trf.loads(text.replace("\\r\\n", "\\n"))))
""",
    "gacrux": """
from gacrux.trf2json import trf2json
reader = trf2json()
reader.parse_file(text, 0)
sys.stdout.write(reader.output_file(reader.chessjson["event"], 1, 0))
""",
}
"""What writes again a file that was read, by peer."""
NOT_WRITTEN = {
    "trf": ("Baku",),  # of several lines XXA it writes one, in other columns
    "caissify": ("Baku",),  # its XXA is a setting of the event, in no columns
    "gacrux": ("scheveningen",),  # it writes no events of teams
}
"""What a peer cannot write again."""
HEAD = """
import sys
text = open(sys.argv[1], encoding="utf-8", newline="").read()
lines = [line for line in text.splitlines() if line.startswith("001")]
players, rounds = len(lines), max(len(line.rstrip()) - 81 for line in lines) // 10
"""


@dataclass(frozen=True, slots=True)
class Export:
    """A file of ours."""

    format: str
    dialect: trf.Dialect
    what: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Peer:
    """A program that reads TRF: `command` for a file, and which exports it knows.

    `again` writes a file anew, where it can.
    """

    name: str
    command: Callable[[Path], list[str]]
    knows: Callable[[Export], bool]
    again: Callable[[Path], list[str]] | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """How many of how many files."""

    good: int = 0
    all: int = 0

    def __str__(self) -> str:
        return f"{self.good} of {self.all}" if self.all else "–"


def main() -> int:
    """Print what went wrong and the table; the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        place, exports, found = Path(folder), list(_exports()), list(_peers())
        rows = [(peer.name, _read_by(peer, exports, place), _read_here(peer, exports, place)) for peer in found]
    print(f"{'':12} {'reads ours':>12} {'we read theirs':>16}")
    for name, ours, theirs in rows:
        print(f"{name:12} {ours!s:>12} {theirs!s:>16}")
    return int(any(score.good < score.all for _name, *scores in rows for score in scores))


def _exports() -> Iterator[Export]:
    """An event of each format in both dialects; of Swiss with each scoring, and accelerated."""
    for seed, scoring in enumerate(SCORINGS, 1):
        for baku in (False, True) if scoring == "1-half-0" else (False,):
            options = GeneratorOptions(players=20, rounds=7, scoring=scoring, baku=baku, forbidden=0, odd_results=0)
            made = generate(options, Random(seed), system(SWISS))
            for dialect in (TRF26, TRF16):
                what = f"{scoring}{' Baku' if baku else ''}"
                kind = code_of(SWISS, baku=baku)
                table = _with_zero_byes(made.table)
                yield Export(SWISS, dialect, what, trf.write(table, replace(made.document, kind=kind), dialect))
    for key in (*FIXED, "knock-out", "league"):
        options = GeneratorOptions(
            players=8, scoring="1-half-0", colour_free=False, baku=False, odd_results=0, forbidden=0
        )
        options = replace(options, late=0, withdrawals=0, half_byes=0, zero_byes=0, full_byes=0, double_forfeits=0)
        table = _played(key, options)
        for dialect in (TRF26, TRF16):
            teams = teams_of(table) if "scheveningen" in key else ()
            document = trf.Document(name="Cup", kind=code_of(key), teams=teams)
            yield Export(key, dialect, key, trf.write(table, document, dialect))


def _played(key: str, options: GeneratorOptions) -> CrossTable:
    """An event of eight in a format, with results by chance."""
    chosen, random = system(key), Random(8)
    entrants = tuple(Entrant(number, f"Player {number}", rating=2000 - number) for number in range(1, 9))
    table = CrossTable(entrants, 0, rounds_planned=chosen.rounds(8), predetermined=key != "knock-out")
    if key == "league":
        entrants = tuple(replace(each, extras={"group": str(1 + each.number % 2)}) for each in entrants)
        table = replace(table, entrants=entrants)
    for _round in range(table.rounds_planned or 0):
        table = play_game(table, chosen.pair(table), recipe_of(replace(options, draws=0), random), random)
    return table


def _with_zero_byes(table: CrossTable) -> CrossTable:
    """Rounds in which a player was neither paired nor given a bye, as TRF says them."""
    entrants = (
        replace(each, cells=tuple(cell if cell is not None else Bye(ByeKind.ZERO) for cell in each.cells))
        for each in table.entrants
    )
    return replace(table, entrants=tuple(entrants))


def _peers() -> Iterator[Peer]:
    """Those that are there."""
    program, jar, python = (os.environ.get(name, "") for name in ("BBPPAIRINGS", "JAVAFO", "PEERS"))
    if program:
        yield Peer("bbpPairings", lambda path: [program, "--dutch", str(path), "-c"], lambda each: each.format == SWISS)
    if jar:
        yield Peer("JaVaFo", lambda path: ["java", "-jar", jar, str(path), "-c"], _is_old_swiss)
    for name, text, knows in (
        ("py4swiss", PY4SWISS, _is_old_swiss),
        ("caissify", CAISSIFY, _is_old),
        ("trf", TRF, _is_old),
        ("gacrux", GACRUX, lambda each: each.dialect is TRF26),
    ):
        if python:
            yield Peer(name, _script(python, text), knows, _script(python, WRITERS[name]))
    for name, value in (("BBPPAIRINGS", program), ("JAVAFO", jar), ("PEERS", python)):
        if not value:
            print(f"{name} is not set: its readers are left out")


def _script(python: str, text: str) -> Callable[[Path], list[str]]:
    return lambda path: [python, "-c", HEAD + text, str(path)]


def _is_old(each: Export) -> bool:
    return each.dialect is TRF16


def _is_old_swiss(each: Export) -> bool:
    return each.format == SWISS and each.dialect is TRF16


def _read_by(peer: Peer, exports: Sequence[Export], place: Path) -> Score:
    """How many exports that it knows a peer reads; the others are named."""
    known = [each for each in exports if peer.knows(each)]
    refused = 0
    for each in known:
        path = place / "ours.trf"
        path.write_bytes(each.data)
        wrong = _complaint(peer.command(path))
        if wrong:
            refused += 1
            print(f"    {peer.name}: {each.what} {each.dialect.value}: {wrong}")
    return Score(len(known) - refused, len(known))


def _complaint(command: Sequence[str]) -> str:
    """The last line of what a program says against a file; "" where it reads it."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode == 0:
        return ""
    said = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return said[-1] if said else f"exit code {done.returncode}"


def _read_here(peer: Peer, exports: Sequence[Export], place: Path) -> Score:
    """How many files of a peer we read as they are meant; the others are named."""
    problems = [
        (what, problem) for what, data, meant in _foreign(peer, exports, place) for problem in [_problem(data, meant)]
    ]
    for what, problem in problems:
        if problem:
            print(f"    ours: {peer.name}, {what}: {problem}")
    return Score(sum(not problem for _what, problem in problems), len(problems))


def _problem(data: bytes, meant: CrossTable | None) -> str:
    """What is wrong with a file: it is not read, or has other games than it should."""
    try:
        found = trf.read(data).table
    except trf.TrfError as error:
        return str(error).splitlines()[0]
    if meant is None:
        return ""
    changed = [each.number for each in meant.entrants if found.entrant(each.number).cells != each.cells]
    return f"other games of {changed}" if changed else ""


def _foreign(peer: Peer, exports: Sequence[Export], place: Path) -> Iterator[tuple[str, bytes, CrossTable | None]]:
    """Files that a program writes: what is in them, the file, and what it should hold where that is known."""
    if peer.name == "bbpPairings":
        for seed in SEEDS:
            path = place / f"bbp{seed}.trf"
            command = [*peer.command(path)[:2], "-g", "-o", str(path), "-s", str(seed)]
            subprocess.run(command, check=True, timeout=SECONDS)
            yield f"generated {seed}", path.read_bytes(), None
    for each in exports if peer.again is not None else ():
        if not peer.knows(each) or any(what in each.what for what in NOT_WRITTEN.get(peer.name, ())):
            continue
        path = place / "again.trf"
        path.write_bytes(each.data)
        assert peer.again is not None
        done = subprocess.run(peer.again(path), capture_output=True, timeout=SECONDS, check=False)
        yield f"{each.what} {each.dialect.value}", done.stdout, trf.read(each.data).table


if __name__ == "__main__":
    sys.exit(main())
