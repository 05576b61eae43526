"""`analyse`: one line of JSON for each position of a file."""

import json
from pathlib import Path

from tests.engine.commands.conftest import Runner

POSITIONS = """\
gipf-standard W3/5/6/www1B2/6/5/4 w 10-13 3-3 ss
gipf-basic w3/5/6/7/6/5/3b b 12-0 14-2 ss
"""
RECORD = """\
[Game "gipf"]
[Rules "basic"]

1. c2 c1-c3 2. b1-b3
"""


def answers(run: Runner, folder: Path, text: str, *arguments: str) -> list[dict[str, object]]:
    (folder / "file").write_text(text, encoding="utf-8")
    answer = run("analyse", str(folder / "file"), *arguments)
    assert (answer.code, answer.err) == (0, "")
    return [json.loads(line) for line in answer.lines]


def test_positions_are_analysed_line_by_line(run: Runner, tmp_path: Path) -> None:
    won, over = answers(run, tmp_path, POSITIONS, "--nodes", "2000")
    assert won["rules"] == "gipf-standard"
    assert won["result"] == "won" and won["depth"] == 1 and won["nodes"] <= 2000
    assert won["lines"] == [{"score": 999_999, "result": "won", "ends_in": 1, "turns": ["e1-e5;xe2,e3,e4,e5,Ge6*"]}]
    assert over == {
        "rules": "gipf-basic",
        "position": "w3/5/6/7/6/5/3b b 12-0 14-2 ss",
        "outcome": "1-0",
    }


def test_every_position_of_a_record_is_analysed(run: Runner, tmp_path: Path) -> None:
    found = answers(run, tmp_path, RECORD, "--nodes", "500", "--lines", "3")
    assert [each["position"].split()[1] for each in found] == ["w", "b", "w", "b"]
    assert [len(each["lines"]) for each in found] == [3, 3, 3, 3]


def test_what_cannot_be_analysed_is_named(run: Runner, tmp_path: Path) -> None:
    for text, said in (
        ("chess 8/8 w", "there are no rules called chess"),
        ("gipf-basic 8/8 w", "8/8 w is not a GIPF position"),
        (RECORD.replace("c1-c3", "c9-c3"), "there is no point c9"),
        ("gipf-standard\n", "is not a GIPF position"),
        (RECORD.replace('"basic"]', '"basic"]\n[Options "repetition_draw"]'), "gipf-basic cannot be analysed"),
    ):
        (tmp_path / "file").write_text(text)
        answer = run("analyse", str(tmp_path / "file"))
        assert answer.code == 1 and said in answer.err and answer.out == ""
    assert run("analyse", str(tmp_path / "missing")).code == 1
    assert run("analyse", str(tmp_path / "file"), "--nodes", "0").code == 2


def test_perft_counts_by_the_kernel_what_it_counts_without(run: Runner) -> None:
    assert run("perft", "gipf-basic", "4", "--kernel").out == "3066768\n"
    assert run("perft", "gipf-basic", "3", "--kernel", "--canonical").out == "29016\n"
    divided = run("perft", "gipf-tournament", "2", "--divide").out
    assert run("perft", "gipf-tournament", "2", "--divide", "--kernel").out == divided
    refused = run("perft", "guowuguan-gwg", "1", "--kernel", "--setup", "x")
    assert refused.code == 1 and "no kernel plays guowuguan-gwg" in refused.err
