"""How many turns a second the kernels list by perft, beside plain C and the Python engine in the same run.

    python -m bench.analysis.perft [KEY …]           the speeds
    python -m bench.analysis.perft --agree 10000     so many positions of random games and random boards of each rule
                                                     set, on the kernel and the Python engine
    python -m bench.analysis.perft --start           seconds to the first answer by the first rule set of each game,
                                                     with nothing compiled and after that

CPU seconds of one core, the best of three. The positions are the start and one in the middle of a random game; the
deepest tree is as deep as takes a second or less. C is compiled by gcc -O2, where there is one.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gipf_engine.analysis.kernels import kernel_for
from gipf_engine.games.gipf import kernel_tables
from gipf_engine.rules import rules_for
from gipf_engine.rules.perft import perft
from testing.engine.analysis.agreement import BOARDS, Tables, disagreement, random_board, random_positions

HERE = Path(__file__).parent
GIPF = ("gipf-basic", "gipf-standard", "gipf-tournament")
LYNGK = ("lyngk-main", "lyngk-six")
YINSH = ("yinsh-normal", "yinsh-blitz")
ZERTZ = ("zertz-37", "zertz-48", "zertz-61", "zertz-blitz")
KEYS = (*GIPF, *LYNGK, *YINSH, *ZERTZ)
DEPTHS = {"gipf-basic": 5, "gipf-standard": 5, "gipf-tournament": 4} | dict.fromkeys((*LYNGK, *YINSH, *ZERTZ), 3)
MIDDLE = {"gipf": 24, "lyngk": 24, "yinsh": 30, "zertz": 6}
"""Turns of a random game to a position in its middle."""
FIRST_ANSWER = """
import time; began = time.perf_counter()
from gipf_engine.analysis.search import analyse
from gipf_engine.rules import rules_for
rules = rules_for({key!r})
analyse(rules.start(rules.chance.draw("0" * 64) if rules.chance else ""), 20_000)
print(time.perf_counter() - began, time.process_time())
"""


def best(work):
    """What `work` returns, and its CPU seconds, the fewest of three."""
    spent = []
    for _time in range(3):
        began = time.process_time()
        found = work()
        spent.append(time.process_time() - began)
    return found, min(spent)


def compile_c(folder):
    """The C version, compiled; None without a compiler."""
    if shutil.which("gcc") is None:
        return None
    names = ("LINE", "STEP", "FIRST", "IS_MAIN", "DOTS")
    tables = "".join(
        f"static const unsigned long long {name}[] = {{{', '.join(map(str, getattr(kernel_tables, name)))}}};\n"
        for name in names
    )
    (folder / "tables.h").write_text(f"#define LINES {kernel_tables.LINE_COUNT}\n{tables}")
    program = folder / "gipf"
    command = ["gcc", "-O2", "-w", "-include", str(folder / "tables.h"), str(HERE / "gipf.c"), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def count_in_c(program, position, depth, way):
    """The count, and the fewest CPU seconds of three runs."""
    row = map(str, kernel_for(position.rules).pack(position))
    command = [str(program), str(depth), str(int(way == "dots")), *row]
    answers = [subprocess.run(command, check=True, capture_output=True, text=True).stdout.split() for _ in range(3)]
    return int(answers[0][0]), min(float(seconds) for _count, seconds in answers)


def measure(name, position, way, program):
    """A row of the table."""
    depth, kernel = DEPTHS[position.rules.key], kernel_for(position.rules)
    kernel.count(position, 1, way)
    found, spent = best(lambda: kernel.count(position, depth, way))
    rules = position.rules
    shallow = 2 if rules.game == "gipf" else 1
    counted, plain = best(lambda: perft(position, shallow, rules.counts[way].weigh if way else None))
    assert counted == kernel.count(position, shallow, way)
    row = f"{name:30}{way or 'turns':6}{found / spent / 1e6:8.1f} million/s  Python {counted / plain / 1e6:6.3f}"
    row += f" (x {found / spent / (counted / plain):,.0f})"
    if program is not None and rules.game == "gipf":
        in_c, seconds = count_in_c(program, position, depth, way)
        assert in_c == found
        row += f"  C {in_c / seconds / 1e6:8.1f} ({found / spent / (in_c / seconds):.2f} of it)"
    print(f"{row}  {found:,} at depth {depth}", flush=True)


def speeds(keys):
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(folder))
        for key in keys:
            positions = [position for position, _turn in random_positions(key, 1)]
            for name, position in (("start", positions[0]), ("middle", positions[MIDDLE[rules_for(key).game]])):
                for way in ("dots", "") if key in GIPF else ("", "moves") if key in LYNGK else ("",):
                    measure(f"{key}, {name}", position, way, program)


def agree(keys, most):
    """Positions of games played at random, and after each game of GIPF, YINSH and ZÈRTZ a board laid at random."""
    for key in keys:
        tables, compared, seed = Tables(key), 0, 0
        while compared < most:
            found = list(random_positions(key, seed))
            if tables.kernel.name in BOARDS and seed % 2:
                found = [(board, next(board.legal_moves(), None)) for board in [random_board(key, seed)]]
            for position, turn in found:
                wrong = disagreement(tables, position, turn)
                if wrong:
                    raise SystemExit(f"{key}: {wrong}")
                compared += 1
            seed += 1
        print(f"{key}: {compared} positions alike, of {seed} games and boards", flush=True)


def start(keys):
    """Seconds to the first answer of a process: wall and CPU, with an empty cache, then with what the first left."""
    for key in {rules_for(key).game: key for key in reversed(keys)}.values():
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(
                HERE.parents[1] / "gipf_engine",
                Path(folder) / "gipf_engine",
                ignore=shutil.ignore_patterns("__pycache__"),
            )
            for name in ("nothing compiled", "compiled before"):
                command = [sys.executable, "-c", FIRST_ANSWER.format(key=key)]
                environment = {**os.environ, "PYTHONPATH": folder}
                done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True)
                wall, cpu = map(float, done.stdout.split())
                print(f"{key}, {name}: {wall:.1f} s ({cpu:.1f} s of CPU time)", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("keys", nargs="*", default=KEYS, metavar="KEY")
    parser.add_argument("--agree", type=int, metavar="N")
    parser.add_argument("--start", action="store_true")
    options = parser.parse_args()
    if options.agree:
        agree(options.keys, options.agree)
    elif options.start:
        start(options.keys)
    else:
        speeds(options.keys)


if __name__ == "__main__":
    main()
