"""manage.py generatetournament: seeds, files and folders."""

from __future__ import annotations

from pathlib import Path

from tests.commands.conftest import Runner
from tournaments import trf


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
    assert file.document.kind == "FIDE_DUTCH_2026_BAKU"
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
