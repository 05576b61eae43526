"""Files that are empty, huge, damaged or not there, and streams that are closed: an answer and the right exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gipf_engine.tournament import trf
from testing import PROJECT
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

COMMANDS = (("pair",), ("tiebreaks", "--list", "BH,SB"), ("checkpairings",))
FOUR = file(
    "142 3",
    "152 W",
    player(1, "   3 w 1", name="Zoë Ångström"),
    player(2, "   4 b 1"),
    player(3, "   1 b 0"),
    player(4, "   2 w 0"),
)
ANSWERS = {
    "pair": ["# a.trf", "2", "2 1", "3 4"],
    "tiebreaks": ["1\t1\t0.0\t0.00", "2\t1\t0.0\t0.00", "3\t3\t1.0\t0.00", "4\t3\t1.0\t0.00"],
    "checkpairings": [
        "a.trf: 1 rounds, 0 differences, places not checked: the file has none; format: Swiss, FIDE (Dutch) System"
        " (assumed: not in the file)"
    ],
}
"""Round 1: 1 and 2 win. Round 2: the winners meet and the losers; who had Black begins."""

READABLE = {
    "LF": FOUR.encode(),
    "CRLF": FOUR.replace("\n", "\r\n").encode(),
    "CR": FOUR.replace("\n", "\r").encode(),
    "a byte order mark": b"\xef\xbb\xbf" + FOUR.encode(),
    "Latin-1": FOUR.encode("latin-1"),
    "no last line end": FOUR.rstrip("\n").encode(),
    "a comment of five million letters": b"### " + b"x" * 5_000_000 + b"\n" + FOUR.encode(),
    "a hundred thousand comments": b"### x\n" * 100_000 + FOUR.encode(),
}
UNREADABLE = {
    "nothing": b"",
    "blank lines": b"\r\n\r\n",
    "noise": bytes(range(256)) * 40,
    "UTF-16": FOUR.encode("utf-16"),
    "a cut": FOUR[:300].encode(),
    "a number that is none": FOUR.replace("001    4", "001    x").encode(),
    "shifted columns": FOUR.replace("   3 w 1", "  3 w 1 9").encode(),
    "a line of five million digits": FOUR.encode() + b"001 " + b"9" * 5_000_000,
}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("kind", READABLE)
def test_whatever_the_lines_end_with_and_the_letters_are_the_answer_is_the_same(
    command: tuple[str, ...], kind: str, run: Runner, folder: Path
) -> None:
    (folder / "a.trf").write_bytes(READABLE[kind])
    answer = run(command[0], "a.trf", *command[1:])
    assert (answer.code, answer.lines) == (0, ANSWERS[command[0]])
    assert bool(answer.err) == (kind in {"a byte order mark", "Latin-1"})


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_cannot_be_read_is_bad_input_and_the_next_file_is_answered(
    command: tuple[str, ...], kind: str, run: Runner, folder: Path
) -> None:
    (folder / "bad.trf").write_bytes(UNREADABLE[kind])
    (folder / "a.trf").write_text(FOUR)
    answer = run(command[0], "bad.trf", "a.trf", *command[1:])
    assert answer.code == 3
    assert answer.err.startswith("bad.trf: ")
    assert answer.lines[-len(ANSWERS[command[0]]) :] == ANSWERS[command[0]]
    printed = answer.err.replace("\n", "")
    assert printed.isprintable()
    assert len(printed) < 30_000


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_folder_or_a_name_that_no_file_has_is_bad_input(command: tuple[str, ...], run: Runner, folder: Path) -> None:
    assert run(command[0], str(folder), *command[1:]).err == f"{folder}: Is a directory\n"
    assert run(command[0], "none.trf", *command[1:]).err == "none.trf: No such file or directory\n"
    assert run(command[0], "a\0b", *command[1:]).code == 3


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_closed_standard_input_is_bad_input(
    command: tuple[str, ...], run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    answer = run(command[0], "-", *command[1:])
    assert (answer.code, answer.err) == (3, "-: standard input is closed\n")


def outside(*arguments: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a shell runs it, in the folder of the project."""
    return subprocess.run(
        ["/bin/sh", "-c", *arguments],
        cwd=PROJECT,
        input=stdin,
        capture_output=True,
        env=os.environ | {"PY": sys.executable, "SECRET_KEY": "not-a-secret"} | more,
        check=False,
    )


def test_who_stops_reading_stops_the_command_without_a_complaint(folder: Path) -> None:
    """The reader is gone before the first line; shells call that 141."""
    (folder / "a.trf").write_text(FOUR)
    line = '{ sleep 1; "$PY" -m gipf_engine pair --explain "$A" "$A"; echo "exit $?" >&2; } | true'
    assert outside(line, A=str(folder / "a.trf")).stderr == b"exit 141\n"


def test_closed_streams_and_poor_alphabets_change_no_exit_code(folder: Path) -> None:
    (folder / "a.trf").write_text(FOUR)
    name = {"A": str(folder / "a.trf")}
    assert outside('"$PY" -m gipf_engine pair "$A" >&- 2>&-', **name).returncode == 0
    assert outside('"$PY" -m gipf_engine pair "$A" none.trf >&- 2>&-', **name).returncode == 3
    poor = outside('"$PY" -m gipf_engine pair --explain "$A"', PYTHONIOENCODING="ascii", **name)
    assert (poor.returncode, poor.stderr) == (0, b"")
    assert b"Zo\\xeb" in poor.stdout
    odd = folder / os.fsdecode(b"Z\xf6e.trf")
    odd.write_text(FOUR)
    assert outside('"$PY" -m gipf_engine pair "$A"', A=str(odd)).returncode == 0


def test_characters_that_cannot_be_printed_are_told_and_joiners_stay(run: Runner, folder: Path) -> None:
    (folder / "a.trf").write_text(FOUR.replace("Zoë Ångström", "Zoë\0Ångström"))
    answer = run("pair", "a.trf")
    assert answer.code == 0
    assert answer.err.startswith("a.trf: line 3: characters that cannot be printed were read as blanks: 001    1")
    assert "Zoë\\x00Ångström" in answer.err
    read = trf.read(file(player(1, name="علی\u200cرضا نمونه")))
    assert (read.repairs, read.table.entrants[0].name) == ((), "علی\u200cرضا نمونه")
    assert "علی\u200cرضا نمونه" in trf.write(read.table, read.document).decode()
