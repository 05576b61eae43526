"""manage.py checkpairings: every round replayed, every rank worked out again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from gipf_engine.tournament import trf
from gipf_engine.tournament.generator import GeneratorOptions, generate
from gipf_engine.tournament.pairing import system
from testing.swiss_corpus import tournaments
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

SWISS = "; format: Swiss, FIDE (Dutch) System (192 FIDE_DUTCH_2026)"


def test_reference_files_are_found_right(run: Runner, folder: Path) -> None:
    names = ["g0001.trf", "g0062.trf", "d0000.trf", "d0003.trf"]
    for name in names:
        (folder / name).write_bytes(tournaments()[name.removesuffix(".trf")])
    answer = run("checkpairings", *names)
    assert answer.code == 0
    said = "0 differences, places not checked: the file names no tie-breaks"
    assert all(said in line for line in answer.lines)
    assert len(answer.lines) == len(names)


def event(*rows: tuple[str, object, str], header: str = "202 DE") -> str:
    lines = [
        player(number, rounds, points=points, rank=rank, name=f"Player {number}")
        for number, (points, rank, rounds) in enumerate(rows, 1)
    ]
    return file("142 3", "152 W", "192 FIDE_DUTCH_2026", header, *lines)


RIGHT = (
    ("2.0", 1, "   3 w 1,   2 b 1"),
    ("1.0", 2, "   4 b 1,   1 w 0"),
    ("1.0", 2, "   1 b 0,   4 w 1"),
    ("0.0", 4, "   2 w 0,   3 b 0"),
)


def test_a_right_event_has_no_differences(run: Runner, folder: Path) -> None:
    (folder / "right.trf").write_text(event(*RIGHT))
    answer = run("checkpairings", "right.trf")
    assert answer.lines == ["right.trf: 2 rounds, 0 differences, places checked" + SWISS]
    assert answer.code == 0


def test_a_wrong_board_is_named_with_what_stands_instead(run: Runner, folder: Path) -> None:
    """In round 2 the winners 1 and 2 must meet, not the winner 1 and the loser 4."""
    wrong = (
        ("2.0", 1, "   3 w 1,   4 b 1"),
        ("2.0", 1, "   4 b 1,   3 w 1"),
        ("0.0", 3, "   1 b 0,   2 b 0"),
        ("0.0", 3, "   2 w 0,   1 w 0"),
    )
    (folder / "wrong.trf").write_text(event(*wrong))
    answer = run("checkpairings", "wrong.trf")
    assert answer.lines == [
        "wrong.trf: round 2, board 1: the rules give 2 1, the file has 2 3, 4 1",
        "wrong.trf: round 2, board 2: the rules give 3 4, the file has 2 3, 4 1",
        "wrong.trf: 2 rounds, 2 differences, places checked" + SWISS,
    ]
    assert answer.code == 1


def test_exchanged_colours_are_wrong(run: Runner, folder: Path) -> None:
    rows = [
        (points, rank, rounds.replace("2 b 1", "2 w 1").replace("1 w 0", "1 b 0")) for points, rank, rounds in RIGHT
    ]
    (folder / "colours.trf").write_text(event(*rows))
    answer = run("checkpairings", "colours.trf")
    assert "colours.trf: round 2, board 1: the rules give 2 1, the file has 1 2" in answer.lines
    assert answer.code == 1


def test_a_wrong_place_is_named(run: Runner, folder: Path) -> None:
    rows = [(points, {1: 1, 2: 4, 4: 2}[rank] if points != "1.0" else 3, rounds) for points, rank, rounds in RIGHT]
    (folder / "places.trf").write_text(event(*rows))
    answer = run("checkpairings", "places.trf")
    assert answer.lines == [
        "places.trf: number 4: the rules give rank 4, the file has 2",
        "places.trf: 2 rounds, 1 differences, places checked" + SWISS,
    ]


def test_a_file_without_places_says_so(run: Runner, folder: Path) -> None:
    (folder / "none.trf").write_text(event(*((points, "", rounds) for points, _rank, rounds in RIGHT)))
    assert run("checkpairings", "none.trf").lines == [
        "none.trf: 2 rounds, 0 differences, places not checked: the file has none" + SWISS
    ]


def test_the_tied_may_stand_in_any_order(run: Runner, folder: Path) -> None:
    """2 and 3 have not met: direct encounter leaves them tied for 2 and 3."""
    rows = [RIGHT[0], ("1.0", 3, RIGHT[1][2]), RIGHT[2], RIGHT[3]]
    (folder / "tied.trf").write_text(event(*rows))
    assert run("checkpairings", "tied.trf").code == 0


def test_tie_breaks_of_the_command_line_go_before_the_files_own(run: Runner, folder: Path) -> None:
    """By Buchholz 2 met Ana's 2 points and 4's none, 3 the same: still tied; by number they are not."""
    rows = [RIGHT[0], ("1.0", 3, RIGHT[1][2]), RIGHT[2], RIGHT[3]]
    (folder / "list.trf").write_text(event(*rows))
    answer = run("checkpairings", "list.trf", "--list", "BH,TPN")
    assert answer.lines[:2] == [
        "list.trf: number 2: the rules give rank 2, the file has 3",
        "list.trf: number 3: the rules give rank 3, the file has 2",
    ]


def test_files_that_cannot_be_read_or_ranked_are_bad_input(run: Runner, folder: Path) -> None:
    (folder / "bad.trf").write_text("001")
    (folder / "unknown.trf").write_text(event(*RIGHT, header="202 ZZZ"))
    assert run("checkpairings", "bad.trf").code == 3
    answer = run("checkpairings", "unknown.trf")
    assert answer.code == 3
    assert "no tie-break is called 'ZZZ'" in answer.err


def test_a_round_robin_made_by_hand_need_only_be_complete(run: Runner, folder: Path) -> None:
    """Everybody met everybody, in an order and with colours that no table has; then 1 and 2 meet twice."""
    rounds = ("   2 b 1,   3 w 0,   4 w 1", "   1 w 0,   4 b 1,   3 b 1", "   4 w 1,   1 b 1,   2 w 0")
    last = "   3 b 0,   2 w 0,   1 b 0"
    rows = [player(number, each) for number, each in enumerate((*rounds, last), 1)]
    (folder / "hand.trf").write_text(file("192 CUSTOM_ROUNDROBIN", "142 3", *rows))
    assert run("checkpairings", "hand.trf").code == 0
    twice = [rows[0].replace("3 w 0", "2 w 0"), rows[1].replace("4 b 1", "1 b 1")]
    twice += [rows[2].replace("1 b 1", "4 b 1"), rows[3].replace("2 w 0", "3 w 0")]
    (folder / "twice.trf").write_text(file("192 CUSTOM_ROUNDROBIN", "142 3", *twice))
    answer = run("checkpairings", "twice.trf")
    assert answer.code == 1
    assert answer.lines[:4] == [
        "twice.trf: numbers 1 and 2 met 2 times instead of 1",
        "twice.trf: numbers 1 and 3 met 0 times instead of 1",
        "twice.trf: numbers 2 and 4 met 0 times instead of 1",
        "twice.trf: numbers 3 and 4 met 2 times instead of 1",
    ]


def test_berger_tables_played_twice_as_they_stand_are_right_under_their_own_code(run: Runner, folder: Path) -> None:
    """Four: 1-4 2-3, 4-3 1-2, 2-4 3-1; FIDE's own code swaps the second and the third round."""
    rows = (
        "   4 w 1,   2 w 1,   3 b 1",
        "   3 w 1,   1 b 0,   4 w 1",
        "   2 b 0,   4 b 1,   1 w 0",
        "   1 b 0,   3 w 0,   2 b 0",
    )
    lines = [player(number, each) for number, each in enumerate(rows, 1)]
    (folder / "berger.trf").write_text(file("192 BERGER_DOUBLEROUNDROBIN", *lines))
    (folder / "fide.trf").write_text(file("192 FIDE_DOUBLEROUNDROBIN", *lines))
    assert run("checkpairings", "berger.trf").code == 0
    assert (
        "fide.trf: round 2, board 1: the rules give 2 4, the file has 1 2, 4 3"
        in run("checkpairings", "fide.trf").lines
    )


def test_a_file_without_a_number_of_rounds_may_end_with_its_last_round(run: Runner, folder: Path) -> None:
    """In round 3 of 3 topscorers take a third equal colour. bbpPairings writes such files without record 142."""
    plain = dict.fromkeys(("draws", "forfeits", "double_forfeits", "odd_results", "half_byes", "zero_byes"), 0)
    plain |= dict.fromkeys(("full_byes", "late", "withdrawals", "unrated", "forbidden"), 0)
    wishes = GeneratorOptions(players=8, rounds=3, scoring="1-half-0", baku=False, **plain)
    made = generate(wishes, Random(13), system("swiss-dutch"))
    document = replace(made.document, tie_breaks=())
    for name, planned in (("open.trf", None), ("three.trf", 3), ("nine.trf", 9)):
        (folder / name).write_bytes(trf.write(replace(made.table, rounds_planned=planned), document))
    assert b"\n142 " not in (folder / "open.trf").read_bytes()
    answer = run("checkpairings", "open.trf", "three.trf")
    assert [line.split("; ")[0] for line in answer.lines] == [
        f"{name}: 3 rounds, 0 differences, places not checked: the file names no tie-breaks"
        for name in ("open.trf", "three.trf")
    ]
    assert run("checkpairings", "nine.trf").lines[0].startswith("nine.trf: round 3, board ")
