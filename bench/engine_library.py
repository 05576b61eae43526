"""The engine as a library: its wheel in a fresh environment, a program beside it, random games beside python-chess.

    python -m bench.engine_library [--seconds N]

Builds the wheel, installs it with the extra `research`, mypy and python-chess (PyPI's `chess`, which is needed for this
alone and so is no requirement of the project) into a fresh environment, holds `docs/notebooks/playouts.py` to
`mypy --strict` there, runs it, and plays random games of GIPF, LYNGK and chess in turn, for so many seconds each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from testing import PROJECT

PROGRAM = PROJECT / "docs" / "notebooks" / "playouts.py"
CHESS = "chess==1.11.2"
RACE = """
import random, sys, time
import chess
from gipf_engine.research import start
from gipf_engine.research.batches import Batch

seconds = float(sys.argv[1])

def race(name, play):
    play(), play()
    games = plies = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        some, length = play()
        games, plies = games + some, plies + length
    took = time.process_time() - began
    print(f"  {name:<24} {games / took:>9,.0f} games/s {plies / took:>12,.0f} turns/s", flush=True)

def of_kernel(rules):
    batch, seeds = Batch([start(rules, seed=1).position]), iter(range(10**9))
    def play():
        ended = batch.play_out(100, seed=next(seeds))
        return 100, int(ended.plies.sum())
    return play

def of_chess():
    board = chess.Board()
    while not board.is_game_over(claim_draw=False):
        board.push(random.choice(list(board.legal_moves)))
    return 1, board.ply()

def of_referee():
    game = start("gipf-basic")
    game.play_out(random.randrange(10**6))
    return 1, len(game.history)

random.seed(1)
for name, play in (
    ("GIPF basic, kernel", of_kernel("gipf-basic")),
    ("GIPF tournament, kernel", of_kernel("gipf-tournament")),
    ("LYNGK, kernel", of_kernel("lyngk-main")),
    ("GIPF basic, Python", of_referee),
    ("chess, python-chess", of_chess),
):
    race(name, play)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; an error where it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([*map(str, command)], cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main(arguments: Sequence[str] = ()) -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    wanted = parser.parse_args(list(arguments))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        venv.create(folder / "environment", with_pip=True)
        python = folder / "environment" / "bin" / "python"
        pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet")
        run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, PROJECT / "gipf_engine", cwd=folder)
        (wheel,) = folder.glob("*.whl")
        print(f"{wheel.name}: {wheel.stat().st_size / 1024:,.0f} KB", flush=True)
        run(*pip, "install", f"{wheel}[research]", "mypy", CHESS, cwd=folder)
        program = folder / PROGRAM.name
        program.write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
        print(f"mypy --strict {program.name}: {run(python, '-m', 'mypy', '--strict', program, cwd=folder).strip()}")
        print(run(python, program, "gipf-basic", "200", cwd=folder), end="")
        print(f"random games, one core, {wanted.seconds:g} s of CPU each", flush=True)
        print(run(python, "-c", RACE, str(wanted.seconds), cwd=folder), end="")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
