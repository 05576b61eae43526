"""python -m gipf_engine rategames: player, rating and games, tab-separated; every wrong line is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.commands.conftest import Runner

HEAD = "date,event,round,first,second,result"
FIRST = (  # worked out by hand in tests/ratings/test_elo.py
    *("2026-03-01,Spring,1,Ada,Ben,1", "2026-03-01,Spring,1,Cleo,Dan,1", "2026-03-01,Spring,2,Ada,Cleo,1"),
    *("2026-03-01,Spring,2,Ben,Dan,1", "2026-03-01,Spring,3,Ada,Dan,1", "2026-03-01,Spring,3,Ben,Cleo,1.0"),
)
SECOND = (
    *("2026-03-08,Summer,1,Dan,Ada,1", "2026-03-08,Summer,1,Ben,Cleo,0.5", "2026-03-08,Summer,2,Ada,Ben,1"),
    *("2026-03-09,Summer,2,Cleo,Dan,1", "2026-03-09,Summer,3,Ada,Cleo,1", "2026-03-09,Summer,3,Ben,Dan,0"),
)


def history(folder: Path, *lines: str, head: str = HEAD) -> Path:
    path = folder / "games.csv"
    path.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
    return path


def test_two_events_come_to_the_ratings_worked_out_by_hand(run: Runner, folder: Path) -> None:
    answer = run("rategames", history(folder, *FIRST, *SECOND))
    assert (answer.code, answer.err) == (0, "")
    assert answer.lines == ["Ada\t1567\t6", "Cleo\t1484\t6", "Ben\t1476\t6", "Dan\t1473\t6"]


def test_events_go_by_their_days_and_not_by_the_lines_of_the_file(run: Runner, folder: Path) -> None:
    straight = run("rategames", history(folder, *FIRST, *SECOND))
    assert run("rategames", history(folder, *reversed(SECOND), *reversed(FIRST))).lines == straight.lines


def test_games_of_no_event_are_rated_together_day_by_day(run: Runner, folder: Path) -> None:
    """Two wins of one day: +20 each. On two days the second is against 1480: .56 expected, 40 × .44 = 17.6."""
    lines = ["2026-03-01,,,Ada,Ben,1", "2026-03-01,,,Ada,Ben,1"]
    assert run("rategames", history(folder, *lines)).lines == ["Ada\t1540\t2", "Ben\t1460\t2"]
    lines[1] = "2026-03-02,,,Ada,Ben,1"
    assert run("rategames", history(folder, *lines)).lines == ["Ada\t1538\t2", "Ben\t1462\t2"]


def test_a_system_with_intervals_writes_them(run: Runner, folder: Path) -> None:
    """1662.31 ± 1.96 × 290.32 (test_glicko2): 1093.28 to 2231.34."""
    path = history(folder, "2026-03-01,Club,1,Ada,Ben,1")
    answer = run("rategames", path, "--system", "glicko2")
    assert answer.lines == ["Ada\t1662\t1\t1093\t2231", "Ben\t1338\t1\t769\t1907"]


def test_parameters_are_typed_as_on_the_page(run: Runner, folder: Path) -> None:
    path = history(folder, "2026-03-01,Club,1,Ada,Ben,1")
    assert run("rategames", path, "--param", "k_new=10", "start=1000").lines == ["Ada\t1005\t1", "Ben\t995\t1"]
    assert run("rategames", path, "--system", "glicko2", "--param", "tau=0.75").code == 0


def test_fitted_parameters_are_printed_with_their_gain(run: Runner, folder: Path) -> None:
    """White wins three of four games between equal players: 400 log₁₀ 3 = 191 points.

    Of 56 days of ten games 34 have the first 60 %, so 220 games are left to test.
    """
    days = [f"2026-{1 + n // 280:02d}-{1 + n // 10 % 28:02d}" for n in range(560)]
    seats = [f"P{n % 7},P{(n + 1 + n // 7 % 6) % 7}" for n in range(560)]
    lines = [f"{days[n]},,,{seats[n]},{int(n % 4 < 3)}" for n in range(560)]
    answer = run("rategames", history(folder, *lines), "--system", "live", "--fit")
    assert (answer.code, answer.err) == (0, "")
    rows = {line.split("\t")[0]: line.split("\t")[1:] for line in answer.lines}
    assert rows["parameter"] == ["now", "fitted", "low", "high", "proposed"]
    assert rows["handicap_worth"] == ["0", "–", "–", "–", "0"]
    now, _fitted, low, high, proposed = map(int, rows["first_move"])
    assert now == 0 and low <= 191 <= high and proposed > 100
    assert rows["games tested"] == ["220"] and float(rows["gain"][0]) > 0.01 and rows["adopt"] == ["yes"]


def test_too_short_a_history_is_not_fitted(run: Runner, folder: Path) -> None:
    answer = run("rategames", history(folder, *FIRST), "--fit")
    assert (answer.code, answer.lines) == (3, [])
    assert "needs 500 games" in answer.err


@pytest.mark.parametrize(
    ("parameter", "why"),
    [
        ("k=0", "k must be from 1 to 100"),
        ("k=1.5", "k must be a number with at most 0 decimals"),
        ("k=many", "k must be a number with at most 0 decimals"),
        ("k=nan", "k must be a number with at most 0 decimals"),
        ("k=1e999999999", "k must be a number with at most 0 decimals"),
        ("k=1e6", "k must be from 1 to 100"),
        ("tau=0.5", "no parameter is called tau"),
        ("k", "--param k: write NAME=VALUE"),
    ],
)
def test_parameters_that_cannot_be_are_refused(run: Runner, folder: Path, parameter: str, why: str) -> None:
    answer = run("rategames", history(folder, *FIRST), "--param", parameter)
    assert (answer.code, answer.out) == (3, "")
    assert why in answer.err


def test_every_wrong_line_is_named_and_nothing_is_printed_as_a_list(run: Runner, folder: Path) -> None:
    path = history(
        folder,
        "2026-03-01,Club,1,Ada,Ben,1",
        "2026-02-30,Club,1,Ada,Ben,1",
        "2026-03-01,Club,1,Ada,Ben,2",
        "2026-03-01,Club,1,Ada,Ada,1",
        "2026-03-01,Club,1,,Ben,1",
        "",
        "2026-03-01,Club,1,Ada,Ben",
        '2026-03-01,"Club, of old",1,Ada,Ben,',
    )
    answer = run("rategames", path)
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.splitlines() == [
        f"{path}:3: date: 2026-02-30 is not a date such as 2026-11-01",
        f"{path}:4: result: 2 is not 1, 0.5 or 0",
        f"{path}:5: Ada cannot play both sides",
        f"{path}:6: both players need a name",
        f"{path}:8: there are 5 columns, not 6",
        f"{path}:9: result: – is not 1, 0.5 or 0",
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "1: the first line must be date,event,round,first,second,result"),
        (b"date,white,black\n", "1: the first line must be date,event,round,first,second,result"),
        (HEAD.encode() + b"\n2026-03-01,Club,1,Ada,B\xe9n,1\n", "2: this is not UTF-8"),
        (HEAD.encode() + b'\n2026-03-01,"Club"s,1,Ada,Ben,1\n', "2: this is not CSV"),
        (HEAD.encode() + b'\n2026-03-01,"Club,1,Ada,Ben,1\n', "2: this is not CSV"),
        (HEAD.encode() + b"\n2026-03-01,Cl\x00b,1,Ada,Ben,1\n", "2: "),
        (HEAD.encode() + b"\n2026-03-01,Club,1,Ada,Be\tn,1\n", "2: second: this is too long or not text"),
        (HEAD.encode() + b'\n2026-03-01,Club,1,"Ada\nCleo",Ben,1\n', "3: first: this is too long or not text"),
        (HEAD.replace(",", ";").encode() + b"\n2026-03-01;Club;1;Ada;Ben;1\n", "1: the first line must be date,"),
        (HEAD.encode() + b"\n2026-03-01," + b"x" * 200_000 + b",1,Ada,Ben,1\n", "2: "),
    ],
)
def test_what_is_no_history_is_refused_by_line(run: Runner, folder: Path, data: bytes, why: str) -> None:
    path = folder / "games.csv"
    path.write_bytes(data)
    answer = run("rategames", path)
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.startswith(f"{path}:{why}")


def test_a_file_with_a_byte_order_mark_and_windows_lines_is_read(run: Runner, folder: Path) -> None:
    path = folder / "games.csv"
    path.write_bytes("\r\n".join((f"\ufeff{HEAD}", "2026-03-01,Club,1,大森,بهار,1", "")).encode())
    assert run("rategames", path).lines == ["大森\t1520\t1", "بهار\t1480\t1"]


def test_half_a_point_and_accents_are_read_however_they_are_written(run: Runner, folder: Path) -> None:
    """Five draws of two who are even; then José wins, once with an accent that is a character of its own: 2 × 20."""
    draws = [f"2026-03-01,Club,{each},Ada,Ben,{half}" for each, half in enumerate(("0.5", ".5", '"0,5"', "½", "1/2"))]
    assert run("rategames", history(folder, *draws)).lines == ["Ada\t1500\t5", "Ben\t1500\t5"]
    wins = ["2026-03-01,Club,1,José,Ben,1", "2026-03-01,Club,2,Jose\u0301,Ben,1"]
    assert run("rategames", history(folder, *wins)).lines == ["José\t1540\t2", "Ben\t1460\t2"]


def test_only_so_many_faults_are_told(run: Runner, folder: Path) -> None:
    path = history(folder, *["no game"] * 130)
    errors = run("rategames", path).err.splitlines()
    assert len(errors) == 101
    assert errors[-1] == f"{path}: and 30 more lines"


def test_a_file_that_is_not_there_is_refused(run: Runner, folder: Path) -> None:
    answer = run("rategames", folder / "none.csv")
    assert answer.code == 3
    assert "No such file" in answer.err


def test_evidence_is_printed_in_place_of_the_list(run: Runner, folder: Path) -> None:
    """Ada beats Ben twice on two days: even, then .56 expected: the mean of ln 2 = .6931 and −ln .56 = .5798."""
    path = history(folder, "2026-03-01,,,Ada,Ben,1", "2026-03-02,,,Ada,Ben,1")
    assert run("rategames", path, "--evidence").lines == [
        "games\t2",
        "log loss\t0.6365",
        "Brier score\t0.2218",  # (.25 + .1936) / 2
        "accuracy\t0.7500",
        "calibration error\t0.4700",
        "0.5–0.6\t2\t0.5300\t1.0000",
    ]
    assert run("rategames", history(folder), "--evidence").lines == []


def test_the_first_move_is_told_once_two_thousand_games_carry_it(run: Runner, folder: Path) -> None:
    """Ada and Ben begin in turn; whoever begins wins three of five games: 70.4 points, and the prior leaves 60.9."""
    lines = [
        f"2026-{at // 200 + 1:02d}-01,,,{'Ada,Ben' if at % 2 else 'Ben,Ada'},{int(at // 2 % 5 < 3)}"
        for at in range(2_000)
    ]
    assert "first move" not in run("rategames", history(folder, *lines[1:]), "--evidence").out
    told = [each for each in run("rategames", history(folder, *lines), "--evidence").lines if "first move" in each]
    assert told == ["first move\t+60.9\t± 7.3"]
