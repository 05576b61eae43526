"""`checkrecord --rules`: records without tags, in the forms that docs/record-format.md names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gipf_engine.commands.runner import main
from gipf_engine.rules.formats import read_one
from gipf_engine.rules.formats.boardspace_lyngk import draw_setup
from tests.engine.rules import foreign_records as foreign

FORMS = {
    "own": ("1. c2 g2\n", "gipf-basic"),
    "gf1": ("GWi3-h3 GKb6-c6\n", "gipf-tournament"),
    "gf1 long": ("1. e1-e2 a2-b3\n", "gipf-basic"),
    "short": ("1. c1 a2 2. c1* i3*\n", "gipf-basic"),
    "pbm": ("ga1-b2\nga5-b5\n", "gipf-tournament"),
}


HEADER = """From pbmserv@example.org Mon Jan 12 14:30:15 2009
Received: from mail.example.org
\tby example.org; Mon, 12 Jan 2009 14:30:15 +0000
From: pbmserv@example.org
Subject: GIPF Board 12

"""
SETUP = draw_setup(7)
TAGGED = {
    "own": ('[Game "gipf"]\n[Rules "basic"]\n\n1. c2 g2\n', "gipfel", 2),
    "gf1": ('[Game "gipf"]\n[Rules "tournament"]\n\nGWi3-h3 GKb6-c6\n', "gipfel", 2),
    "short": ('[Game "gipf"]\n[Rules "basic"]\n\n1. c1 a2 2. c1* i3*\n', "short-gipf", 4),
    "yinsh": ('[Game "yinsh"]\n[Rules "blitz"]\n\n1. e5 f6 2. d4 g7 3. e6\n', "gipfel", 5),
    "pbm": ('[Game "gipf"]\n[Rules "tournament"]\n\nga1-b2 ga5-b5\n', "pbm-gipf", 2),
    "boardspace": (foreign.as_boardspace("gipf 0 102", [["slide c 1 c 2"], ["slide g 1 g 2"]]), "boardspace", 2),
    "langk": (foreign.as_langk(SETUP, []), "langk", 0),
    "pbm-lyngk": (foreign.as_pbm_lyngk(SETUP, []), "pbm-lyngk", 0),
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
    if form == "pbm":  # which is of tournament rules
        return
    assert main(["checkrecord", str(file)]) == 2
    assert "--rules" in capsys.readouterr().err


def test_rules_that_nobody_knows_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["checkrecord", "--rules", "chess-basic", str(tmp_path / "game.txt")]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("form", FORMS)
def test_mails_with_headers_are_judged_as_the_turns_alone(
    form: str, ends: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare, mail = tmp_path / "bare.txt", tmp_path / "mail.txt"
    text, rules = FORMS[form]
    bare.write_text(text, encoding="utf-8", newline=ends)
    mail.write_text(HEADER + text, encoding="utf-8", newline=ends)
    assert main(["checkrecord", "--rules", rules, str(bare), str(mail)]) == 0
    one, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert {**one, "file": ""} == {**other, "file": ""}
    assert main(["checkrecord", str(mail)]) == (0 if form == "pbm" else 2)


@pytest.mark.parametrize("header", ["", HEADER])
@pytest.mark.parametrize("form", TAGGED)
def test_records_that_say_their_game_need_no_rules(
    form: str, header: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    text, key, plies = TAGGED[form]
    file.write_text(header + text, encoding="utf-8")
    assert main(["checkrecord", str(file)]) == (0 if plies else 1)
    said = json.loads(capsys.readouterr().out)
    assert (said["format"], said["plies"]) == (key, plies)
    assert plies or said["error"]["message"] == "this record has no turns"


def test_a_line_of_a_mail_keeps_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mail.txt"
    file.write_text(f"{HEADER}{foreign.as_langk(SETUP, [])}zz\n", encoding="utf-8")
    assert main(["checkrecord", str(file)]) == 1
    assert "line 8" in json.loads(capsys.readouterr().out)["error"]["message"]


def test_players_of_the_pbem_server_are_no_header_of_a_mail() -> None:
    record = read_one(HEADER + foreign.as_pbm_lyngk(SETUP, []))
    assert (record.tags["White"], record.tags["Black"]) == ("anna", "bea")


def test_only_a_field_of_mails_begins_a_header(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("Note: nothing\n\nc2 g2\n", encoding="utf-8")
    assert main(["checkrecord", "--rules", "gipf-basic", str(file)]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["token"] == "Note:"
