"""`checkrecord --rules`: records without tags, in the forms that docs/record-format.md names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.commands.runner import main

FORMS = {
    "own": ("1. c2 g2\n", "gipf-basic"),
    "gf1": ("GWi3-h3 GKb6-c6\n", "gipf-tournament"),
}


@pytest.mark.parametrize("form", FORMS)
def test_turns_without_tags_are_judged_by_the_rules_that_are_named(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    text, rules = FORMS[form]
    file.write_text(text, encoding="utf-8")
    assert main(["checkrecord", "--rules", rules, str(file)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["legal"] is True
    assert main(["checkrecord", str(file)]) == 2
    assert "--rules" in capsys.readouterr().err


def test_rules_that_nobody_knows_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["checkrecord", "--rules", "chess-basic", str(tmp_path / "game.txt")]) == 2
    assert "Traceback" not in capsys.readouterr().err
