"""`manage.py NAME` gives what `python -m gipf_engine NAME` gives: answers, complaints, exit codes, no database."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from gipf_engine.commands import COMMANDS
from gipf_engine.commands.runner import command_class, main
from testing.games.game_records import WON_BY_BLACK
from tests.engine.trf.trf_lines import file, player

RECORD = '[Game "gipf"]\n[Rules "basic"]\n\n1. c2 g2 *\n\n[Game "gipf"]\n[Rules "basic"]\n\n1. e2\n'
RUNS = [
    (["pair", "four.trf"], 0),
    (["pair", "four.trf", "--json", "--explain"], 0),
    (["pair", "four.trf", "none.trf"], 3),
    (["tiebreaks", "four.trf", "--list", "BH,SB", "--explain"], 0),
    (["checkpairings", "four.trf"], 0),
    (["generatetournament", "--seed", "4", "--players", "6"], 0),
    (["checkrecord", "record.txt"], 1),
    (["checkrecord", "none.txt"], 2),
    (["certify", "over.txt"], 0),
    (["certify", "record.txt"], 1),
    (["checkdraw", "none.json"], 2),
    (["rategames", "games.csv", "--system", "glicko2", "--param", "tau=0.75"], 0),
    (["perft", "gipf-basic", "1", "--divide"], 0),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = ("   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0")
    rows = [player(number, cell) for number, cell in enumerate(rounds, 1)]
    (tmp_path / "four.trf").write_text(file("142 3", "152 W", *rows))
    (tmp_path / "record.txt").write_text(RECORD)
    (tmp_path / "over.txt").write_text(f'[Game "gipf"]\n[Rules "basic"]\n\n{WON_BY_BLACK} 0-1\n')
    (tmp_path / "games.csv").write_text("date,event,round,first,second,result\n2026-03-01,Club,1,Ada,Ben,1\n")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_both_forms(name: str) -> None:
    assert load_command_class(get_commands()[name], name).engine_command is command_class(name)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "code"), RUNS, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_both_forms_answer_alike(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    out, err, left = StringIO(), StringIO(), 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as leaving:
        left = int(leaving.code or 0)
    assert left == code
    assert main(arguments) == code
    assert capsys.readouterr() == (out.getvalue(), err.getvalue())


def test_what_a_command_refuses_is_a_refusal_of_manage_py_too() -> None:
    with pytest.raises(CommandError, match="there are no rules called gipf-giant") as refused:
        call_command("perft", "gipf-giant", "1")
    assert refused.value.returncode == 1
    with pytest.raises(CommandError, match="--count must be 1 or more") as refused:
        call_command("generatetournament", "--count", "0")
    assert refused.value.returncode == 3
