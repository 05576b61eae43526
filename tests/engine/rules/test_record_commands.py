"""`checkrecord` and `perft` on the command line: lines of JSON, counts, exit codes, no database."""

import io
import json
import os
import subprocess
import sys
import time
import tracemalloc

import pytest

from gipf_engine.commands.progress import Progress
from gipf_engine.commands.runner import main
from gipf_engine.rules.batch import Unjudged, check_file, check_lines

GOOD = '[Game "gipf"]\n[Rules "basic"]\n[Result "*"]\n\n1. c2 g2 *\n'
BAD = '[Game "gipf"]\n[Rules "basic"]\n\n1. e2\n'
UNKNOWN = '[Game "chess"]\n[Rules "fide"]\n\n1. e4\n'


@pytest.fixture
def checked(tmp_path, capsys):
    """Check files of these contents: their lines of JSON, the exit code and the words on stderr."""

    def run(*contents, options=()):
        names = []
        for number, content in enumerate(contents):
            path = tmp_path / f"{number}.txt"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            names.append(str(path))
        code = main(["checkrecord", *options, *names])
        out, err = capsys.readouterr()
        lines = [json.loads(line) for line in out.splitlines()]
        return [line | {"file": names.index(line["file"])} for line in lines], code, err

    return run


def test_every_record_gets_a_line_of_json(checked):
    lines, code, words = checked(GOOD + "\n" + BAD)
    assert lines == [
        {
            "file": 0,
            "index": 0,
            "format": "gipfel",
            "game": "gipf",
            "rules": "basic",
            "legal": True,
            "plies": 2,
            "outcome": "*",
            "reason": None,
            "tally": None,
            "agrees": True,
            "error": None,
        },
        {
            "file": 0,
            "index": 1,
            "format": "gipfel",
            "game": "gipf",
            "rules": "basic",
            "legal": False,
            "plies": 0,
            "outcome": None,
            "reason": None,
            "tally": None,
            "agrees": None,
            "error": {"ply": 1, "token": "e2", "message": "e2 is occupied: add the dot you push from"},
        },
    ]
    assert (code, words) == (1, "")


def test_legal_records_leave_with_code_0(checked):
    lines, code, _words = checked(GOOD, GOOD + GOOD)
    assert [(line["file"], line["index"]) for line in lines] == [(0, 0), (1, 0), (1, 1)]
    assert code == 0


@pytest.mark.parametrize(
    ("rules", "termination", "alone", "allowed"),
    [
        ('[Game "gipf"]\n[Rules "basic"]', "agreed", False, True),
        ('[Game "gipf"]\n[Rules "basic"]', "arbiter", False, True),
        ('[Game "gipf"]\n[Rules "basic"]', "time", False, False),
        ('[Game "gipf"]\n[Rules "basic"]\n[Options "repetition_draw"]', "agreed", True, True),
    ],
)
def test_a_draw_that_the_rules_do_not_know_stands_where_agreed_draws_are_allowed(
    checked, rules, termination, alone, allowed
):
    record = f'{rules}\n[Termination "{termination}"]\n[Result "1/2-1/2"]\n\n1. c2 g2 1/2-1/2\n'
    for options, agrees in (((), alone), (("--agreed-draws",), allowed)):
        (line,), code, _words = checked(record, options=options)
        assert (line["legal"], line["agrees"], code) == (True, agrees, 0)


def test_an_unknown_game_leaves_with_code_2_and_the_others_get_their_line(checked):
    lines, code, words = checked(GOOD + UNKNOWN + BAD)
    assert [(line["index"], line["legal"]) for line in lines] == [(0, True), (2, False)]
    assert code == 2
    assert "0.txt:6: there are no rules called chess-fide" in words


def test_a_file_without_tags_leaves_with_code_2(checked):
    for content in ("", "\n\n", "1. e4 e5"):
        lines, code, words = checked(content, GOOD)
        assert [line["file"] for line in lines] == [1]
        assert code == 2
        assert "no tags" in words


def test_bytes_that_are_no_utf_8_cost_their_record_only(checked):
    lines, code, words = checked(
        GOOD.encode() + b'[Game "gipf"]\n[White "\xff"]\n[Rules "basic"]\n\nc2\n' + GOOD.encode()
    )
    assert [line["index"] for line in lines] == [0, 2]
    assert code == 2
    assert "0.txt:7: this is not UTF-8" in words


def test_a_file_that_cannot_be_read_costs_itself_only(tmp_path, capfd):
    fine, folder = tmp_path / "fine.txt", tmp_path / "folder"
    fine.write_text(GOOD)
    folder.mkdir()
    assert main(["checkrecord", str(tmp_path / "none"), str(folder), "a\0b", str(fine)]) == 2
    out, err = capfd.readouterr()
    assert json.loads(out)["file"] == str(fine)
    assert err.splitlines() == [
        f"{tmp_path / 'none'}: this file cannot be read: No such file or directory",
        f"{folder}: this file cannot be read: Is a directory",
        "a\0b: no file can have this name",
    ]


def test_a_line_without_end_is_never_read_whole(tmp_path):
    endless = tmp_path / "endless.txt"
    endless.write_bytes(BAD.encode() + b"\xc3\xa9 " * 3_000_000)
    tracemalloc.start()
    (line,) = check_file(str(endless))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "too long for a record" in line["error"]["message"]
    assert most < 4_000_000


def test_many_records_that_are_no_utf_8_are_passed_over_soon():
    record = b'[Game "gipf"]\n[Rules "basic"]\n[White "\xe9"]\n\nc2\n'
    started = time.process_time()
    found = list(check_lines("latin.txt", io.BytesIO(record * 20_000)))
    assert {type(line) for line in found} == {Unjudged}
    assert [line.line for line in found[:3]] == [3, 8, 13]
    assert time.process_time() - started < 5.0


def outside(script, **files):
    """Run a line of shell in which $check is the command."""
    command = f"{sys.executable} -m gipf_engine checkrecord"
    return subprocess.run(["/bin/sh", "-c", script], capture_output=True, env=os.environ | {"check": command} | files)


def test_a_reader_that_goes_away_is_no_fault(tmp_path):
    many = tmp_path / "many.txt"
    many.write_text(GOOD * 3000)
    ran = outside("($check $many; echo exit $? >&2) | head -1", many=str(many))
    assert json.loads(ran.stdout)["legal"] is True
    assert ran.stderr == b"exit 141\n"


def test_a_verdict_is_written_before_the_next_record_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "gipf_engine", "checkrecord", str(pipe)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as ran, pipe.open("w") as writer:
        writer.write(GOOD + BAD)
        writer.flush()
        assert json.loads(ran.stdout.readline())["legal"] is True
        writer.close()
        assert json.loads(ran.stdout.readline())["legal"] is False


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_a_verdict_is_one_line_of_json_in_every_encoding(tmp_path, encoding):
    record = tmp_path / "record.txt"
    record.write_text(GOOD + '[Game "gipf"]\n[Rules "basic"]\n[Odd\u2028“–\x85\n\n1. c2\n')
    ran = outside("$check $record", record=str(record), PYTHONIOENCODING=encoding)
    lines = ran.stdout.decode(encoding).splitlines()
    assert [json.loads(line)["index"] for line in lines] == [0, 1]
    assert "\u2028“–" in json.loads(lines[1])["error"]["message"]


@pytest.fixture
def perft(capsys):
    """Count, and give the lines that were printed."""

    def run(*arguments):
        assert main(["perft", *arguments]) == 0
        return capsys.readouterr().out.split("\n")[:-1]

    return run


def test_perft_counts_from_the_start(perft):
    assert perft("gipf-basic", "2") == ["1764"]
    assert perft("gipf-basic", "2", "--canonical") == ["924"]
    assert perft("gipf-tournament", "0") == ["1"]


def test_perft_counts_from_a_set_up_with_and_without_claims(perft):
    setup = "IRBBJRIKRRKIKBIGIGGGJKRIKKGRBJIRBGKIGBRBKBG"
    assert perft("lyngk-main", "1", "--setup", setup) == ["1088"]
    assert perft("lyngk-main", "2", "--setup", setup, "--count", "moves") == ["28182"]


def test_perft_counts_from_a_position_and_divides(perft):
    lines = perft("gipf-basic", "1", "--divide", "--position", "b2w/5/6/w5b/6/5/b2w w 12-12 0-0 ss")
    assert lines[-1] == "42"
    assert "c2 2" in lines
    assert len(lines) == 31


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("gipf-giant", "1"), 1, "there are no rules called gipf-giant"),
        (("gipf-basic", "-1"), 2, "'-1' is no number of turns from 0 to 99"),
        (("gipf-basic", "9" * 30), 2, "is no number of turns from 0 to 99"),
        (("gipf-basic", "٣"), 2, "is no number of turns from 0 to 99"),
        (("lyngk-main", "1", "--setup", "IRB", "--position", "x"), 2, "not allowed with argument"),
        (("gipf-basic", "1", "--position", "e2"), 1, "is not a GIPF position"),
        (("gipf-basic", "1", "--setup", "IRB"), 1, "takes no set-up"),
    ],
)
def test_perft_says_what_it_cannot_count(arguments, code, why, capsys):
    try:
        left = main(["perft", "--", *arguments] if "-1" in arguments else ["perft", *arguments])
    except SystemExit as leaving:
        left = leaving.code
    out, err = capsys.readouterr()
    assert (left, out) == (code, "")
    assert why in err


class _Terminal(io.StringIO):
    def __init__(self, is_terminal):
        super().__init__()
        self.isatty = lambda: is_terminal


def test_progress_is_shown_on_a_terminal_only(monkeypatch):
    for is_terminal in (True, False):
        stream = _Terminal(is_terminal)
        with Progress(stream, "records") as progress:
            monkeypatch.setattr("gipf_engine.commands.progress.PAUSE", 0.0)
            progress._next = 0.0
            progress.count()
            progress.count(2)
        assert ("\r3 records" in stream.getvalue()) == is_terminal
        assert (stream.getvalue() != "") == is_terminal


def test_progress_gives_way_to_lines_on_the_same_terminal_only():
    for is_terminal in (True, False):
        stream = _Terminal(True)
        progress = Progress(stream, "records")
        progress._next = 0.0
        progress.count()
        progress.clear_line(_Terminal(is_terminal))
        assert stream.getvalue().endswith("\r\033[K") == is_terminal
