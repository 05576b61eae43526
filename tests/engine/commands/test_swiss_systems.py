"""Record 192 says which Swiss system pairs and checks a file; where it says nothing, --system may."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_engine.tournament.trf.tournament_types import tournament_type_of
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

OTHERS = ("dubov", "burstein")


@pytest.mark.parametrize("key", OTHERS)
@pytest.mark.parametrize("baku", ["--baku", "--no-baku"])
def test_a_generated_event_says_its_system_and_is_paired_as_that_says(
    run: Runner, folder: Path, key: str, baku: str
) -> None:
    wishes = ("--players", "17", "--rounds", "7", "--scoring", "1-half-0", "--seed", "5", baku)
    assert run("generatetournament", "--system", key, *wishes, "--out", "made.trf").code == 0
    text = (folder / "made.trf").read_text()
    suffix = "_BAKU" if baku == "--baku" else ""
    assert f"\n192 FIDE_{key.upper()}{suffix}" in text
    answer = run("checkpairings", "made.trf")
    assert answer.code == 0, answer.lines
    assert f"Swiss, {key.title()} System (192 FIDE_{key.upper()}{suffix})" in answer.lines[-1]
    dutch = text.replace(f"FIDE_{key.upper()}", "FIDE_DUTCH")
    (folder / "dutch.trf").write_text(dutch)
    assert run("checkpairings", "dutch.trf").code == 1  # so the record does decide


def test_where_a_file_does_not_say_its_system_the_option_does(run: Runner, folder: Path) -> None:
    wishes = ("--players", "16", "--rounds", "6", "--scoring", "1-half-0", "--no-baku", "--seed", "3")
    run("generatetournament", "--system", "dubov", *wishes, "--out", "made.trf")
    lines = (folder / "made.trf").read_text().splitlines(keepends=True)
    (folder / "silent.trf").write_text("".join(line for line in lines if not line.startswith("192")))
    assert run("checkpairings", "silent.trf").code == 1
    asked = run("checkpairings", "silent.trf", "--system", "dubov")
    assert (asked.code, asked.lines[-1].partition("format: ")[2]) == (
        0,
        "Swiss, Dubov System (as asked: not in the file)",
    )
    # What the file says goes before the option.
    assert run("checkpairings", "made.trf", "--system", "burstein").code == 0


def test_a_system_that_there_is_not_is_refused(run: Runner, folder: Path) -> None:
    (folder / "two.trf").write_text(file(player(1), player(2)))
    answer = run("pair", "two.trf", "--system", "lim")
    assert answer.code == 3
    known = "swiss-dutch, dubov, burstein, keizer, mcmahon"
    assert answer.err.strip() == f"two.trf: no Swiss system is called lim; there are {known}"
    assert run("pair", "two.trf", "--system", "burstein").lines[-1] == "1 2"


def test_the_editions_of_2026_have_the_bare_names() -> None:
    for key in OTHERS:
        for code in (f"FIDE_{key.upper()}", f"FIDE_{key.upper()}_2026"):
            assert tournament_type_of(code).system == key
            assert tournament_type_of(f"{code}_BAKU").baku
    assert tournament_type_of("FIDE_DUBOV_2017").system == ""
