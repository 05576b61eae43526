"""Events of every format, as exported, are found right; changed ones are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from gipf_engine.tournament import trf
from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, CrossTable
from gipf_engine.tournament.generator import GeneratorOptions, play_game, recipe_of
from gipf_engine.tournament.pairing import system
from gipf_engine.tournament.trf.tournament_types import code_of
from testing.engine.pairing.simulation import field
from tests.engine.commands.conftest import Runner
from tests.engine.trf.trf_lines import file, player

KNOCK_OUT = "; format: Knock-out (192 CUSTOM_KNOCKOUT)"
CALM = GeneratorOptions(
    players=8, draws=0, forfeits=0, double_forfeits=0, odd_results=0, scoring="1-half-0", baku=False, colour_free=False
)
FORMATS = [
    *(("round-robin", {}, size) for size in (5, 8)),
    *(("double-round-robin", {"swapped": swapped}, 6) for swapped in (True, False)),
    *(("knock-out", {"third_place": third}, size) for third in (True, False) for size in (5, 8, 11)),
    *(("scheveningen", {}, size) for size in (6, 7, 8)),
    *(("double-scheveningen", {}, size) for size in (5, 6)),
    *(("league", {"groups": groups, "double": double}, 11) for groups in (1, 2, 3) for double in (True, False)),
]


def free_seats_as_files_say(cell: Cell) -> Cell:
    return Bye(ByeKind.FULL) if isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING else cell


def event(key: str, options: dict[str, object], size: int, rounds: int) -> bytes:
    """An event after so many rounds, as it is exported."""
    chosen, random = system(key, **options), Random(size)
    fixed = key != "knock-out"
    table = field(size, predetermined=fixed, rounds_planned=chosen.rounds(size))
    for _ in range(rounds):
        table = play_game(table, chosen.pair(table), recipe_of(CALM, random), random)
    if not fixed:
        entrants = (replace(each, cells=tuple(map(free_seats_as_files_say, each.cells))) for each in table.entrants)
        table = replace(table, entrants=tuple(entrants))
    code = "BERGER_DOUBLEROUNDROBIN" if options.get("swapped") is False else code_of(key)
    return trf.write(table, trf.Document(kind=code))


@pytest.mark.parametrize(("key", "options", "size"), FORMATS)
def test_every_round_of_every_format_is_right(
    key: str, options: dict[str, object], size: int, run: Runner, folder: Path
) -> None:
    rounds = system(key, **options).rounds(size) or 0
    names = [f"{number}.trf" for number in range(1, rounds + 1)]
    for number, name in enumerate(names, 1):
        (folder / name).write_bytes(event(key, options, size, number))
    answer = run("checkpairings", *names)
    assert [line for line in answer.lines if " 0 differences" not in line] == []
    assert answer.code == 0


def changed(data: bytes, change: dict[int, Cell], round_number: int) -> bytes:
    """The file with other cells in one round."""
    read = trf.read(data)
    table: CrossTable = read.table
    entrants = tuple(
        replace(each, cells=(*each.cells[: round_number - 1], change[each.number], *each.cells[round_number:]))
        if each.number in change
        else each
        for each in table.entrants
    )
    return trf.write(replace(table, entrants=entrants), read.document)


def test_a_match_that_is_missing_between_two_teams_is_named(run: Runner, folder: Path) -> None:
    """Three against three; 1 and 4 do not meet in round 1 after all."""
    rests: dict[int, Cell] = {1: Bye(ByeKind.REST), 4: Bye(ByeKind.REST)}
    (folder / "match.trf").write_bytes(changed(event("scheveningen", {}, 6, 3), rests, 1))
    answer = run("checkpairings", "match.trf")
    assert answer.lines[0] == "match.trf: numbers 1 and 4 met 0 times instead of 1"
    assert (len(answer.lines), answer.code) == (2, 1)


def test_two_of_one_team_who_meet_are_named(run: Runner, folder: Path) -> None:
    """1 2 3 against 4 5 6: in the last round 1 and 2 meet, and 4 and 6, instead of 1 - 6 and 2 - 4."""
    rows = (
        "   4 w 1,   5 b 1,   2 w 1",
        "   5 w 1,   6 b 1,   1 b 0",
        "   6 w 1,   4 w 1,   5 b 1",
        "   1 b 0,   3 b 0,   6 w 1",
        "   2 b 0,   1 w 0,   3 w 0",
        "   3 b 0,   2 w 0,   4 b 0",
    )
    lines = [player(number, each) for number, each in enumerate(rows, 1)]
    (folder / "team.trf").write_text(file("192 CUSTOM_SCHEVENINGEN", "142 3", *lines))
    answer = run("checkpairings", "team.trf")
    assert answer.code == 1
    assert answer.lines[:4] == [
        "team.trf: numbers 1 and 2 met 1 times instead of 0",
        "team.trf: numbers 1 and 6 met 0 times instead of 1",
        "team.trf: numbers 2 and 4 met 0 times instead of 1",
        "team.trf: numbers 4 and 6 met 1 times instead of 0",
    ]


def test_whoever_met_nobody_is_named(run: Runner, folder: Path) -> None:
    rows = ("   2 w 1", "   1 b 0", "0000 - Z")
    lines = [player(number, each) for number, each in enumerate(rows, 1)]
    (folder / "alone.trf").write_text(file("192 CUSTOM_ROUNDROBIN", *lines))
    assert run("checkpairings", "alone.trf").lines[0] == "alone.trf: number 3 had no opponent"


def test_in_a_knock_out_whoever_is_away_leaves_the_other_a_free_seat(run: Runner, folder: Path) -> None:
    """Eight: 1 to 4 win. Round 2 is 1 - 4 and 2 - 3, but 4 is not there; a loser in the place of 4 is wrong."""
    first = ["   8 w 1", "   7 w 1", "   6 b 1", "   5 b 1", "   4 w 0", "   3 w 0", "   2 b 0", "   1 b 0"]
    away = ["0000 - F", "   3 b 1", "   2 w 0", "0000 - Z", *["0000 - Z"] * 4]
    loser = ["   5 w 1", "   3 b 1", "   2 w 0", "0000 - Z", "   1 b 0", *["0000 - Z"] * 3]
    for name, second in (("away.trf", away), ("loser.trf", loser)):
        rows = [player(number, ",".join(each)) for number, each in enumerate(zip(first, second, strict=True), 1)]
        (folder / name).write_text(file("192 CUSTOM_KNOCKOUT", "142 3", "152 W", *rows))
    answer = run("checkpairings", "away.trf", "loser.trf")
    assert answer.lines == [
        "away.trf: 2 rounds, 0 differences, places not checked: the file has none" + KNOCK_OUT,
        "loser.trf: round 2, board 2: the rules give 1 0, the file has 1 5",
        "loser.trf: 2 rounds, 1 differences, places not checked: the file has none" + KNOCK_OUT,
    ]
    assert answer.code == 1
