"""`python -m gipf_engine certify`: certificates from records, verified without a database."""

import json
import subprocess
import sys

import pytest

from gipf_engine.commands.runner import main
from gipf_engine.rules.certificate import digest_of
from testing import PROJECT
from testing.engine.rules.lyngk_data import reference_games
from testing.engine.rules.records import lyngk_record


def text_of(game):
    record = lyngk_record(game)
    tags = "".join(f'[{name} "{value}"]\n' for name, value in record.tags.items() if value)
    return f"{tags}\n{' '.join(record.tokens)}\n\n"


@pytest.fixture
def records(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text("".join(map(text_of, reference_games()[:3])))
    return file


def test_each_record_gets_a_line_that_is_verified(records, tmp_path, capsys):
    assert main(["certify", str(records)]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["tally"] for line in out.splitlines()] == [game["tally"] for game in reference_games()[:3]]
    assert err == ""
    made = tmp_path / "certificates.jsonl"
    made.write_text(out)
    assert main(["certify", "--verify", str(made)]) == 0
    first = reference_games()[0]
    assert capsys.readouterr().out.splitlines()[:3] == [
        f"{made}:1: 0-1, because Black has more own stacks of four (4 to 0) after a tie in completed columns",
        f"{made}:1: made from a record of {len(first['moves'])} turns, all replayed",
        f"{made}:1: not proven: who played, when, and that these two played it at all",
    ]


def test_one_that_was_changed_is_named_with_what_is_wrong(records, tmp_path, capsys):
    main(["certify", str(records)])
    first = json.loads(capsys.readouterr().out.splitlines()[0]) | {"result": "1-0"}
    folded = tmp_path / "certificate.json"
    folded.write_text(json.dumps(first | {"digest": digest_of(first)}, indent=2))
    assert main(["certify", "--verify", str(folded)]) == 1
    assert capsys.readouterr().err == f"{folded}:1: “result” does not follow from the game.\n"


def test_a_certificate_with_two_results_is_not_read(records, tmp_path, capsys):
    """A reader that takes the first would see another result than one that takes the last."""
    main(["certify", str(records)])
    line = capsys.readouterr().out.splitlines()[0]
    twice = tmp_path / "certificate.json"
    twice.write_text('{"result": "1-0", ' + line.strip()[1:])
    assert main(["certify", "--verify", str(twice)]) == 2
    assert capsys.readouterr().err == f"{twice}: “result” is there twice\n"


def test_a_game_that_is_not_over_is_not_certified(tmp_path, capsys):
    file = tmp_path / "open.txt"
    file.write_text('[Game "gipf"]\n[Rules "basic"]\n\n1. c2 d2\n')
    assert main(["certify", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}:1: the moves do not end the game\n"


@pytest.mark.parametrize(("content", "why"), [(b"\xff\xfe", "this is not UTF-8"), (b"{", "this is no JSON")])
def test_what_cannot_be_read_is_told(tmp_path, capsys, content, why):
    file = tmp_path / "file"
    file.write_bytes(content)
    assert main(["certify", "--verify", str(file)]) == 2
    assert main(["certify", "--verify", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"{file}: {why}\n{tmp_path / 'none'}: No such file or directory\n"


def test_a_reader_that_goes_away_is_no_fault_of_the_file(records):
    line = f'{{ sleep 1; "{sys.executable}" -m gipf_engine certify "{records}"; echo "exit $?" >&2; }} | true'
    ran = subprocess.run(["/bin/sh", "-c", line], cwd=PROJECT, capture_output=True, check=False)
    assert ran.stderr == b"exit 141\n"
