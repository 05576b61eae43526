"""manage.py pair: answers, explanations and exit codes, without a database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.replay import before_round, boards_of
from testing.swiss_corpus import tournaments
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

REFERENCE = ["g0001", "g0022", "d0003", "d0011", "d0022"]


@pytest.mark.parametrize("name", REFERENCE)
def test_every_round_of_a_reference_file_is_paired_as_it_was(name: str, run: Runner, folder: Path) -> None:
    whole = trf.read(tournaments()[name])
    numbers = range(1, whole.table.rounds_played + 1)
    drawn = colour_of_the_lot(whole.table)
    for number in numbers:
        before = before_round(whole.table, number, drawn)
        (folder / f"{number}.trf").write_bytes(trf.write(before, whole.document))
    answer = run("pair", *(f"{number}.trf" for number in numbers))
    assert (answer.code, answer.err) == (0, "")
    for number, text in enumerate(answer.out.split("# ")[1:], 1):
        head, count, *lines = text.splitlines()
        pairs = {tuple(map(int, line.split())) for line in lines}
        assert head == f"{number}.trf"
        assert int(count) == len(lines)
        assert pairs == boards_of(whole.table, number)


def test_an_odd_field_has_its_bye_as_a_pair_with_nobody_at_the_end(run: Runner, folder: Path) -> None:
    (folder / "three.trf").write_text(file(player(1), player(2), player(3), "152 W"))
    assert run("pair", "three.trf").lines == ["# three.trf", "2", "1 2", "3 0"]


def test_a_round_robin_is_paired_by_its_tables(run: Runner, folder: Path) -> None:
    rows = [player(number) for number in range(1, 5)]
    (folder / "four.trf").write_text(file(*rows, "192 BERGER_ROUNDROBIN"))
    assert run("pair", "four.trf").lines == ["# four.trf", "2", "1 4", "2 3"]


def test_baku_points_are_worked_out_where_the_file_only_names_the_method(run: Runner, folder: Path) -> None:
    """Eight play five rounds: 1 to 4 have a point more in rounds 1 and 2, so they meet each other first."""
    rows = [player(number) for number in range(1, 9)]
    (folder / "baku.trf").write_text(file(*rows, "142 5", "152 W", "192 FIDE_DUTCH_2026_BAKU"))
    assert run("pair", "baku.trf").lines == ["# baku.trf", "4", "1 3", "4 2", "5 7", "8 6"]


def test_every_file_is_answered_and_the_worst_code_is_the_exit_code(run: Runner, folder: Path) -> None:
    met = (player(1, "   2 w 1"), player(2, "   1 b 0"))
    (folder / "good.trf").write_text(file(player(1), player(2)))
    (folder / "over.trf").write_text(file(*met))
    (folder / "bad.trf").write_text(file(*met, "999 what is this"))
    answer = run("pair", "bad.trf", "good.trf", "over.trf", "missing.trf")
    assert answer.code == 3
    assert answer.lines == ["# bad.trf", "# good.trf", "1", "1 2", "# over.trf", "# missing.trf"]
    assert "bad.trf: line 3: unknown record: 999 what is this" in answer.err
    assert "over.trf: Round 2 cannot be paired" in answer.err
    assert "missing.trf: No such file" in answer.err
    assert run("pair", "good.trf", "over.trf").code == 1


def test_a_type_or_an_edition_that_cannot_be_paired_is_refused(run: Runner, folder: Path) -> None:
    (folder / "lim.trf").write_text(file(player(1), player(2), "192 FIDE_LIM"))
    (folder / "old.trf").write_text(file(player(1), player(2), "192 FIDE_DUTCH_2017"))
    assert run("pair", "lim.trf").err.strip() == ("lim.trf: tournaments of this type cannot be paired: 192 FIDE_LIM")
    assert run("pair", "old.trf").err.strip() == "old.trf: the edition of 2017 cannot be paired: 192 FIDE_DUTCH_2017"
    (folder / "other.trf").write_text(file(player(1), player(2), "092 FIDE_DUTCH_2017"))
    assert run("pair", "other.trf").err.strip() == (
        "other.trf: the edition of 2017 cannot be paired: 092 FIDE_DUTCH_2017"
    )
    (folder / "baku.trf").write_text(file(player(1), player(2), "192 FIDE_DUTCH_BAKU"))
    for command in ("pair", "checkpairings"):
        answer = run(command, "baku.trf")
        assert answer.code == 3
        assert answer.err == "baku.trf: 192 FIDE_DUTCH_BAKU: Baku acceleration needs the number of rounds.\n"
    assert run("pair", "old.trf", "--edition", "2026").code == 0
    assert run("pair", "old.trf").code == 3


@pytest.mark.parametrize("name", ["2025", "2026", "FIDE_DUTCH_2025", "fide_dutch_2026", "FIDE_DUTCH"])
def test_the_editions_of_2025_and_2026_are_the_same(name: str, run: Runner, folder: Path) -> None:
    (folder / "old.trf").write_text(file(player(1), player(2), "152 W", "192 FIDE_DUTCH_2017"))
    assert run("pair", "old.trf", "--edition", name).lines == ["# old.trf", "1", "1 2"]


@pytest.mark.parametrize("name", ["2017", "FIDE_DUTCH_2017", "2027", "new"])
def test_other_editions_are_bad_input(name: str, run: Runner, folder: Path) -> None:
    (folder / "two.trf").write_text(file(player(1), player(2)))
    for command in ("pair", "checkpairings"):
        answer = run(command, "two.trf", "--edition", name)
        assert answer.code == 3
        edition = name.removeprefix("FIDE_DUTCH_")
        assert f"the edition of {edition} cannot be paired: --edition {name}" in answer.err


def test_repairs_are_told_on_standard_error(run: Runner, folder: Path) -> None:
    (folder / "points.trf").write_text(file(player(1, points="2.5"), player(2)))
    answer = run("pair", "points.trf")
    assert answer.code == 0
    assert "points.trf: line 1: the line has 2.5 points, its results give 0.0: the results were used" in answer.err


def test_json_is_one_list_with_an_object_per_file(run: Runner, folder: Path) -> None:
    (folder / "three.trf").write_text(file(player(1), player(2), player(3), player(4, "0000 - H"), "152 B"))
    (folder / "bad.trf").write_text("001")
    answer = run("pair", "three.trf", "bad.trf", "--json")
    good, bad = json.loads(answer.out)
    assert good == {
        "file": "three.trf",
        "round": 1,
        "pairs": [{"white": 2, "black": 1}],
        "byes": [{"number": 3, "kind": "pab"}, {"number": 4, "kind": "half"}],
        "repairs": [],
    }
    assert bad == {"file": "bad.trf", "error": ["line 1: columns 5-8 must hold a pairing number: 001"]}
    assert answer.code == 3


def test_explanations_stand_below_their_board(run: Runner, folder: Path) -> None:
    (folder / "five.trf").write_text(file(*(player(number) for number in range(1, 6)), "192 BERGER_ROUNDROBIN"))
    lines = run("pair", "five.trf", "--explain").lines
    assert lines[-2:] == ["1 0", "    Free: the number of entrants is odd."]


def test_there_is_no_round_past_those_that_were_announced(run: Runner, folder: Path) -> None:
    """The number of rounds is announced beforehand (C.04.1, article 1), though 1 and 3 could meet."""
    rows = (player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "   4 w 1"), player(4, "   3 b 0"))
    (folder / "over.trf").write_text(file(*rows, "142 1"))
    answer = run("pair", "over.trf")
    assert (answer.code, answer.lines) == (1, ["# over.trf"])
    assert answer.err == "over.trf: No round is left: all announced rounds (1) are paired.\n"
    (folder / "open.trf").write_text(file(*rows))
    assert run("pair", "open.trf").code == 0
