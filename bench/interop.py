"""Who reads our TRF files, and whose files do we read? A table in both directions.

    BBPPAIRINGS=…/bbpPairings JAVAFO=…/javafo.jar PEERS=…/bin/python python -m bench.interop

What a peer needs is named by these variables: a program, a JAR, and a Python that has py4swiss, caissify-pairings, trf
and gacrux. What is not there is said and left out. Exit code 1 where a reader refuses a format that it knows. Takes
half a minute.
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

from engine.tournament import trf
from engine.tournament.crosstable import Bye, ByeKind, CrossTable, Entrant
from engine.tournament.generator import GeneratorOptions, generate, play_game, recipe_of
from engine.tournament.pairing import system
from engine.tournament.trf.tournament_types import code_of

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
TRF_WRITES = """
import trf
sys.stdout.write(trf.dumps(trf.loads(text.replace("\\r\\n", "\\n"))))
"""
HEAD = """
import sys
text = open(sys.argv[1], encoding="utf-8", newline="").read()
players = sum(line.startswith("001") for line in text.splitlines())
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
    """A program that reads TRF: `command` for a file, and which exports it knows."""

    name: str
    command: Callable[[Path], list[str]]
    knows: Callable[[Export], bool]


def main() -> int:
    """Print both tables; the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        place, exports, found = Path(folder), list(_exports()), list(_peers())
        refused = sum(_read_by(peer, exports, place) for peer in found)
        refused += _read_here(place)
    return 1 if refused else 0


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
            yield Export(key, dialect, key, trf.write(table, trf.Document(name="Cup", kind=code_of(key)), dialect))


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
    """Rounds in which somebody was neither paired nor given a bye, as TRF says them."""
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
            yield Peer(name, _script(python, text), knows)
    for name, value in (("BBPPAIRINGS", program), ("JAVAFO", jar), ("PEERS", python)):
        if not value:
            print(f"{name} is not set: its readers are left out")


def _script(python: str, text: str) -> Callable[[Path], list[str]]:
    return lambda path: [python, "-c", HEAD + text, str(path)]


def _is_old(each: Export) -> bool:
    return each.dialect is TRF16


def _is_old_swiss(each: Export) -> bool:
    return each.format == SWISS and each.dialect is TRF16


def _read_by(peer: Peer, exports: Sequence[Export], place: Path) -> int:
    """How many exports that it knows a peer refuses; each is named."""
    known = [each for each in exports if peer.knows(each)]
    refused = 0
    for each in known:
        path = place / "ours.trf"
        path.write_bytes(each.data)
        wrong = _complaint(peer.command(path))
        if wrong:
            refused += 1
            print(f"    {peer.name}: {each.what} {each.dialect.value}: {wrong}")
    print(f"{peer.name:<12} reads {len(known) - refused} of {len(known)} of our files that are of a kind it knows")
    return refused


def _complaint(command: Sequence[str]) -> str:
    """The last line of what a program says against a file; "" where it reads it."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode == 0:
        return ""
    said = [line for line in (done.stderr + done.stdout).splitlines() if line.strip()]
    return said[-1] if said else f"exit code {done.returncode}"


def _read_here(place: Path) -> int:
    """How many files of other programs we refuse."""
    refused = 0
    for name, files in _foreign(place):
        wrong = [problem for data in files if (problem := _refusal(data))]
        for problem in wrong:
            print(f"    ours: {name}: {problem}")
        print(f"we read {len(files) - len(wrong)} of {len(files)} files that {name} writes")
        refused += len(wrong)
    return refused


def _refusal(data: bytes) -> str:
    try:
        trf.read(data)
    except trf.TrfError as error:
        return str(error).splitlines()[0]
    return ""


def _foreign(place: Path) -> Iterator[tuple[str, list[bytes]]]:
    """Files that other programs write: of bbpPairings' generator, and of ours read and written again by trf."""
    program, python = os.environ.get("BBPPAIRINGS"), os.environ.get("PEERS")
    if program:
        made = []
        for seed in SEEDS:
            path = place / f"bbp{seed}.trf"
            subprocess.run([program, "--dutch", "-g", "-o", str(path), "-s", str(seed)], check=True, timeout=SECONDS)
            made.append(path.read_bytes())
        yield "bbpPairings", made
    if python:
        made = []
        for each in filter(_is_old, _exports()):
            if "Baku" in each.what:
                continue  # of several lines XXA it writes one, in other columns
            path = place / "again.trf"
            path.write_bytes(each.data)
            command = [python, "-c", HEAD + TRF_WRITES, str(path)]
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=True)
            made.append(done.stdout)
        yield "trf", made


if __name__ == "__main__":
    sys.exit(main())
