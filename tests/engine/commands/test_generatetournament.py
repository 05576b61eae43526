"""manage.py generatetournament: seeds, files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_engine.tournament import trf
from testing.gacrux_oracle import parsed
from tests.engine.commands.conftest import Runner


def test_a_seed_repeats_its_event_and_no_seed_never_does(run: Runner) -> None:
    first, again = run("generatetournament", "--seed", 11), run("generatetournament", "--seed", 11)
    assert first.out == again.out
    assert run("generatetournament").out != run("generatetournament").out


def test_the_seed_stands_in_the_file(run: Runner) -> None:
    file = trf.read(run("generatetournament", "--players", 8, "--rounds", 3, "--seed", 4).out)
    assert file.document.comments[0].startswith("seed=4 players=8 rounds=3 ")
    assert (len(file.table.entrants), file.table.rounds_played) == (8, 3)


def test_wishes_of_the_command_line_are_followed(run: Runner) -> None:
    wishes = ("--players", 12, "--rounds", 4, "--scoring", "1-half-0", "--baku", "--list", "BH,TPN", "--unrated", 100)
    file = trf.read(run("generatetournament", "--seed", 4, *wishes).out)
    assert file.document.kind == "FIDE_DUTCH_BAKU"
    assert file.document.tie_breaks == ("BH", "TPN")
    assert all(entrant.rating is None for entrant in file.table.entrants)
    assert any(entrant.accelerated for entrant in file.table.entrants)


def test_many_events_go_into_a_folder_and_are_found_right(run: Runner, folder: Path) -> None:
    assert run("generatetournament", "--seed", 90, "--count", 3, "--out", "events").code == 0
    names = sorted(path.name for path in (folder / "events").iterdir())
    assert names == ["90.trf", "91.trf", "92.trf"]
    assert run("checkpairings", *(folder / "events" / name for name in names)).code == 0


def test_trf16_can_be_asked_for(run: Runner, folder: Path) -> None:
    run("generatetournament", "--seed", 1, "--dialect", "trf16", "--out", "old.trf")
    assert b"\r\nXXR " in (folder / "old.trf").read_bytes()


def test_impossible_wishes_are_bad_input(run: Runner, folder: Path) -> None:
    assert run("generatetournament", "--players", 1).code == 3
    assert "rounds of two games" in run("generatetournament", "--games-per-round", 2).err
    assert "needs --out" in run("generatetournament", "--count", 2).err
    assert run("generatetournament", "--out", "no/such/folder.trf").code == 3
    (folder / "file.trf").write_text("")
    full = run("generatetournament", "--count", 2, "--out", "file.trf")
    assert full.err == "gipfel-engine generatetournament: file.trf: File exists\n"


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (("--draws", 101), "draws must be a percentage from 0 to 100"),
        (("--half-byes", -1), "half byes must be a percentage from 0 to 100"),
        (("--withdrawals", 200), "withdrawals must be a percentage from 0 to 100"),
        (("--forbidden", -1), "there cannot be fewer than no groups that may not meet"),
        (("--lowest", -5), "ratings go from the lowest, 0 or more, up to the highest"),
        (("--count", 0), "--count must be 1 or more"),
        (("--list", "BH,NOPE"), "no tie-break is called 'NOPE'"),
    ],
)
def test_a_wish_out_of_its_limits_is_named(wish: tuple[str, int], said: str, run: Runner) -> None:
    answer = run("generatetournament", "--players", 4, "--rounds", 1, *wish)
    assert (answer.code, answer.out) == (3, "")
    assert said in answer.err


def test_an_event_that_runs_out_of_opponents_says_so(run: Runner) -> None:
    """Four players, all there and all games played, have met everybody after three rounds at most."""
    calm = ("--forfeits", 0, "--double-forfeits", 0, "--zero-byes", 0, "--half-byes", 0, "--full-byes", 0)
    there = ("--late", 0, "--withdrawals", 0, "--forbidden", 0)
    answer = run("generatetournament", "--players", 4, "--rounds", 5, "--seed", 7, *calm, *there)
    assert answer.code == 0
    assert answer.err.startswith("seed 7: the event ends early. Round ")
    assert trf.read(answer.out).table.rounds_played <= 3


@pytest.mark.parametrize("dialect", ["trf26", "trf16"])
def test_the_reference_checker_reads_what_is_written(dialect: str, run: Runner) -> None:
    wishes = ("--zero-byes", 5, "--half-byes", 5, "--full-byes", 5, "--late", 10, "--withdrawals", 10, "--forfeits", 5)
    more = ("--double-forfeits", 3, "--odd-results", 5, "--baku", "--scoring", "1-half-0", "--unrated", 10)
    answer = run(
        "generatetournament", "--seed", 3, "--players", 30, "--rounds", 7, "--dialect", dialect, *wishes, *more
    )
    ours = trf.read(answer.out).table
    _reader, theirs = parsed(answer.out.replace("\r\n", "\n"))
    letters = {letter for line in answer.out.splitlines() if line[:3] == "001" for letter in line[98::10]}
    assert {"Z", "H", "F", "+", "-", "1", "0"} <= letters
    assert len(theirs["competitors"]) == len(ours.entrants) == 30
