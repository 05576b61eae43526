"""How fast Swiss rounds are paired, beside gacrux and py4swiss in one run.

    python -m bench.swiss [--sizes 100,300,1000,2000,5000] [--gacrux MOST] [--py4swiss MOST]

CPU seconds of one core for the pairing call alone, round 5 of 9 of a generated field: ours on a parsed cross table,
gacrux's engine on a parsed tournament, py4swiss's engine on a parsed file. Start-up and reading are left out, but for
the last line, the first call in a fresh process. Peers get fields up to MOST (0: none): gacrux needs about 110 s and
7.5 GB for 5,000. py4swiss follows the rules of 2017, so that its pairs differ in some rounds. The other Swiss systems
pair the same fields; a row each says how many times the Dutch one's time they take.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import math
import resource
import subprocess  # a fresh process is what the last line measures
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from bench.peers import Boards
from bench.peers.events import START
from bench.swiss_corpus import boards
from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.replay import before_round
from testing import gacrux_oracle

OTHERS = ("dubov", "burstein")
SIZES = (100, 300, 1000, 2000, 5000)
ROUND, ROUNDS = 5, 9
REPEATS = 3
FIRST_CALL = """
import sys, time
begin = time.process_time()
from pathlib import Path
from gipf_engine.tournament import trf
from gipf_engine.tournament.pairing import system
system("swiss-dutch").pair(trf.read(Path(sys.argv[1]).read_bytes()).table)
print(time.process_time() - begin)
"""


def field(size: int) -> tuple[CrossTable, str]:
    """A field before round 5 of 9, and its file."""
    wishes = GeneratorOptions(
        players=size, rounds=ROUNDS, draws=30, lowest=1000, highest=2400, scoring="1-half-0", baku=False, unrated=0,
        forfeits=1, double_forfeits=0, odd_results=0, half_byes=1, zero_byes=1, full_byes=0, late=0, withdrawals=2,
        forbidden=0,
    )  # fmt: skip
    made = generate(wishes, Random(size), system("swiss-dutch"))
    table = before_round(made.table, ROUND, made.table.first_colour)
    document = replace(made.document, first_day=START, newline="\n")
    return table, trf.write(table, document, trf.Dialect.TRF26).decode()


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of a call, and what it returned."""
    begin = process_time()
    result = work()
    return process_time() - begin, result


def by_us(table: CrossTable, key: str = "swiss-dutch") -> tuple[float, Boards]:
    """The best of a few calls."""
    results = [timed(lambda: system(key).pair(table)) for _call in range(REPEATS)]
    return min(seconds for seconds, _made in results), boards(results[0][1])


def by_gacrux(text: str) -> tuple[float, Boards]:
    """gacrux's own pairing call."""
    _reader, tournament = gacrux_oracle.parsed(text)
    return timed(lambda: gacrux_oracle.pairing(tournament, ROUND))


def by_py4swiss(table: CrossTable) -> tuple[float, Boards] | None:
    """py4swiss's own pairing call; None where it is not installed."""
    try:
        parser = importlib.import_module("py4swiss.trf").TrfParser
        engine = importlib.import_module("py4swiss.engines.dutch").Engine
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field.trf"
        path.write_bytes(trf.write(table, None, trf.Dialect.TRF16))
        parsed = parser.parse(path)
    seconds, pairs = timed(lambda: engine.generate_pairings(parsed))
    return seconds, {(pair.white, pair.black) for pair in pairs}


def first_call(text: str) -> float:
    """CPU seconds from nothing imported to a round paired, in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field.trf"
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", FIRST_CALL, str(path)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peak_memory() -> int:
    """The most memory this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def column(result: tuple[float, Boards] | None, mine: Boards) -> str:
    """A peer's time, and whether its boards are ours."""
    if result is None:
        return f"{'-':>9}        "
    return f"{result[0]:9.3f} {'same' if result[1] == mine else 'differs':<7}"


def main(arguments: Sequence[str] = ()) -> None:
    """Print one line a size, then the growth exponent and the first call."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of players")
    parser.add_argument("--gacrux", type=int, default=1000, help="the largest field for gacrux")
    parser.add_argument("--py4swiss", type=int, default=300, help="the largest field for py4swiss")
    wanted = parser.parse_args(list(arguments))
    sizes = [int(size) for size in wanted.sizes.split(",")]
    fields = {size: field(size) for size in sizes}
    measured = {size: (*by_us(table), peak_memory()) for size, (table, _text) in fields.items()}  # before any peer
    print(f"{'players':>8} {'ours':>9} {'peak MB':>8} {'gacrux':>9}         {'py4swiss':>9}")
    for size, (table, text) in fields.items():
        seconds, mine, peak = measured[size]
        gacrux = by_gacrux(text) if size <= wanted.gacrux else None
        py4swiss = by_py4swiss(table) if size <= wanted.py4swiss else None
        print(f"{size:8} {seconds:9.4f} {peak:8} {column(gacrux, mine)} {column(py4swiss, mine)}", flush=True)
    for key in OTHERS:
        for size, (table, _text) in fields.items():
            seconds = by_us(table, key)[0]
            print(
                f"{size:8} {seconds:9.4f} {key}, {seconds / measured[size][0]:.2f} times the Dutch system", flush=True
            )
    if importlib.util.find_spec("py4swiss") is None:
        print("py4swiss is not installed here: pip install py4swiss")
    if len(sizes) > 1:
        least, most = min(sizes), max(sizes)
        exponent = math.log(measured[most][0] / measured[least][0]) / math.log(most / least)
        print(f"ours grows with the power {exponent:.2f} of the number of players")
    print(f"first call in a fresh process, {sizes[0]} players: {first_call(fields[sizes[0]][1]):.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
