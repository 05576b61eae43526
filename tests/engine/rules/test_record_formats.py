"""Records as other sites write them: recognised, read back to the same turns, refused with line and reason."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from gipf_engine.games.gipf.board import WAYS
from gipf_engine.games.lyngk.board import PIECES
from gipf_engine.kit.position import KitPosition
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.formats import FORMATS, read_any, read_one, recognise
from gipf_engine.rules.formats.boardspace_lyngk import draw_setup
from gipf_engine.rules.formats.java_random import JavaRandom
from gipf_engine.rules.verdict import check
from testing.games.game_records import played, tokens_of
from tests.engine.rules import foreign_records as foreign

BASIC = '[Game "gipf"]\n[Rules "basic"]\n'
SETUP = "IIIIIIIIBBBBBBBBRRRRRRRRGGGGGGGGKKKKKKKKJJJ"


def official(key: str, tokens: Sequence[str]) -> tuple[list[Position], list[str]]:
    """The positions of a game of GIPF, and its turns in official notation."""
    positions: list[Position] = [rules_for(key).start()]
    written: list[str] = []
    for token in tokens:
        move = positions[-1].parse(token)
        written.append(positions[-1].notation(move))
        positions.append(positions[-1].play(move))
    return positions, written


def lyngk_game(variant: str, setup: str, seed: int) -> list[str]:
    """The turns of a game played at random."""
    dice = random.Random(seed)
    position: Position = rules_for(f"lyngk-{variant}").start(setup)
    turns: list[str] = []
    while position.turn is not None and len(turns) < 60:
        move = dice.choice(list(position.legal_moves()))
        turns.append(position.notation(move))
        position = position.play(move)
    return turns


@pytest.mark.parametrize("variant", ["basic", "standard", "tournament"])
@pytest.mark.parametrize("index", range(6))
def test_games_of_gipf_come_back_from_boardspace(variant: str, index: int) -> None:
    game = played(f"gipf-{variant}", index)
    positions, turns = official(f"gipf-{variant}", tokens_of(game))
    actions = [
        foreign.boardspace_gipf_turn(position, move)
        for position, move in zip(positions, game["moves"], strict=False)
        if isinstance(position, KitPosition)
    ]
    name = "gipf" if variant == "basic" else f"Gipf-{variant}"
    record = read_one(foreign.as_boardspace(f"{name} 0 102", actions))
    assert (record.format, record.fault, list(record.tokens)) == ("boardspace", None, turns)
    assert (record.tags["White"], record.tags["Black"]) == ("Anna", "Bea B.")
    assert (record.key, record.tags["Date"]) == (f"gipf-{variant}", "2009.01.12")
    assert check(record).positions[-1] == positions[-1]


@pytest.mark.parametrize(("variant", "key"), [("main", 7), ("main", -5_000_000_123), ("six", 20_091_112)])
def test_games_of_lyngk_come_back_from_boardspace(variant: str, key: int) -> None:
    setup = draw_setup(key)
    turns = lyngk_game(variant, setup, key)
    actions = [foreign.boardspace_lyngk_turn(token, ply % 2) for ply, token in enumerate(turns)]
    record = read_one(foreign.as_boardspace(f"lyngk{'-6' * (variant == 'six')} 2 {key} 100", actions))
    assert record.fault is None
    assert record.tags["Setup"] == setup
    assert list(record.tokens)[:10] == turns[:10]
    if "Options" not in record.tags:
        assert list(record.tokens) == turns


@pytest.mark.parametrize("seed", range(3))
def test_games_of_lyngk_come_back_from_langk_and_from_the_pbem_server(seed: int) -> None:
    setup = draw_setup(seed)
    turns = lyngk_game("main", setup, seed)
    record = read_one(foreign.as_langk(setup, turns))
    assert (record.format, record.tags["Setup"], list(record.tokens)) == ("langk", setup, turns)
    record = read_one(foreign.as_pbm_lyngk(setup, turns[:12]))
    assert (record.format, record.tags["Setup"], list(record.tokens)) == ("pbm-lyngk", setup, turns[:12])
    assert (record.tags["White"], record.tags["Black"]) == ("anna", "bea")


@pytest.mark.parametrize("index", range(4))
def test_games_of_gipf_come_back_from_the_pbem_server(index: int) -> None:
    """Its moves name no removals; those that leave a choice are written behind the move."""
    _positions, turns = official("gipf-tournament", tokens_of(played("gipf-tournament", index)))
    written = []
    for turn in turns:
        parts = turn.split(";")
        written.append(";".join(part if part.startswith("x") else _pbm(part) for part in parts))
    record = read_one(" ".join(written))
    assert (record.format, record.fault, list(record.tokens)) == ("pbm-gipf", None, turns)


def _pbm(entry: str) -> str:
    """`Gg2` as the server takes it: from a dot beside it."""
    spot = entry.lstrip("G")
    if "-" not in spot:
        spot = next(f"{way.dot}-{spot}" for way in WAYS if way.spots[0] == spot)
    return ("g" if entry.startswith("G") else "n") + spot


def test_the_short_notation_goes_along_the_column_and_a_star_the_other_way() -> None:
    record = read_one(f"{BASIC}\n1. c1 a2 2. c1* i3* 3. e1 Gb1X")
    assert record.format == "short-gipf"
    assert record.tokens == ("c1-c2", "a2-b2", "c1-d2", "i3-h4", "e1-e2", "Gb1-b2;x")


def test_what_a_site_leaves_out_is_taken_from_the_position() -> None:
    """A row without a choice comes off with `done`; comments stay where they stand."""
    game = played("gipf-basic", 0)
    row = next(ply for ply, move in enumerate(game["moves"]) if move["post"])
    positions, turns = official("gipf-basic", tokens_of(game)[: row + 1])
    actions = [
        [action for action in foreign.boardspace_gipf_turn(position, move) if not action.startswith("Remove")]
        for position, move in zip(positions[:-1], game["moves"], strict=False)
        if isinstance(position, KitPosition)
    ]
    record = read_one(foreign.as_boardspace("gipf 0 102", actions, ";C[well {done\\] A]"))
    assert record.tokens[-1] == turns[-1]
    assert [str(note) for note in record.notes[row + 1]] == ["{well (done] A}"]


def test_a_resignation_is_told_and_a_move_taken_back_is_not() -> None:
    text = (
        '(;SU[gipf 0 102]P0[id "A"]P1[id "B"];P0[0 Start P0];P0[1 pick wr 0];P0[2 dropb b 1];P0[3 pickb b 1]'
        ";P0[4 dropb c 1];P0[5 dropb c 2];P0[6 pickb c 2];P0[7 dropb d 2];P0[8 done];P1[9 resign];P1[10 done])"
    )
    record = read_one(text)
    assert record.tokens == ("d2",)
    assert (record.tags["Termination"], record.tags["Result"]) == ("resigned", "1-0")
    assert check(record).agrees


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "(;SU[gipf 0 102];P0[0 Start P0]\n;P0[1 slide e 1 e 9];P0[2 done])",
            "line 2, P0[1 slide e 1 e 9]: no piece can come",
        ),
        ("(;SU[gipf 0 102];P0[0 Start P0]\n\n;P0[1 done])", "line 3, P0[1 done]: the turn is finished, but no piece"),
        ("(;SU[gipf 0 102];P0[0 Start P0];P0[1 remove c 4])", "line 1, P0[1 remove c 4]: c4 is in 0 rows"),
        (
            "(;SU[gipf 0 102];P0[0 Start P0];P0[1 castle e 1])",
            "line 1, P0[1 castle e 1]: this is not an action in GIPF",
        ),
        ("(;SU[gipf 0 102];P1[0 Start P1])", "the second player moves first"),
        (
            "(;SU[lyngk 2 7 100];P0[0 Start P0];P0[1 claim R F];P0[2 done])",
            "a colour was claimed, but no stack has moved",
        ),
        ("(;SU[lyngk 2 7 100];P0[0 Start P0];P0[1 move a 1 z 9])", "names no points"),
        ("g/rrbr/wgzbwkg/kgkgkr/gwwbrww/bzrzkg/kwbwbbg/rkrk/b\nd4e4\nx", "line 3, x: this is not a turn: write f3d4"),
    ],
)
def test_a_fault_names_its_line_and_says_why(text: str, why: str) -> None:
    verdict = check(read_one(text))
    assert not verdict.legal
    assert verdict.error is not None
    assert why in str(verdict.error.message)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(;GM[1]FF[4]SZ[19];B[pd];W[dd])", "SGF of another game"),
        ("(;SU[gipf-matrx 0 102];P0[0 Start P0])", r"another game \(gipf-matrx"),
        ("(;SU[gipf 0 102];P0[0 Start P0]", "is incomplete"),
        ("(;SU[gipf 0 102]\n;P0[oh", "line 2 of this SGF"),
        ("(;SU[lyngk];P0[0 Start P0])", "no random key"),
        ("Move 1 :\nAnna plays on e1", "Board Game Arena"),
    ],
)
def test_a_file_that_is_something_else_is_told_as_what_it_is(text: str, why: str) -> None:
    with pytest.raises(RuleError, match=why):
        read_any(text)


@pytest.mark.parametrize("text", [f"{BASIC}\n", f"{BASIC}\n(;GM[gipf]SU[gipf];P0[1 slide e 1 e 2])", f"{BASIC}\n*"])
def test_a_record_without_a_turn_is_not_legal(text: str) -> None:
    (record,) = read_any(text)
    verdict = check(record)
    assert (verdict.legal, verdict.plies) == (False, 0)
    assert verdict.error is not None
    assert str(verdict.error.message) == "this record has no turns"
    assert check(record, needs_turn=False).legal


def test_our_own_records_are_taken_for_no_other_format() -> None:
    games = ["gipf-basic", "gipf-standard", "gipf-tournament", "lyngk-main", "lyngk-six"]
    for text in ("1. c2 d2 2. e2", "1. b1-b2 R,c1-c2", "2.145 3xL /", '[Site "boardgamearena.com"]\n\nc2', "(c2)", ""):
        assert recognise(text).key == "gipfel"
    for name in games[:3]:
        _positions, turns = official(name, tokens_of(played(name)))
        assert recognise(" ".join(turns)).key == "gipfel"
    assert recognise("1. GWi3-h3 GKb6-c6").key == "gf1"


def test_every_format_has_a_name_and_says_where_it_comes_from() -> None:
    assert set(FORMATS) == {
        *("gipfel", "gf1", "boardspace", "langk", "pbm-gipf", "pbm-lyngk", "short-gipf", "bga"),
    }
    assert all(each.name and each.help for each in FORMATS.values())


def test_javas_numbers_are_those_that_java_documents() -> None:
    """`new Random(0)` gives 60, 48, 29, 47, 15 below 100, and `new Random(42)` 0, 3, 8, 4, 0 below 10."""
    first, second = JavaRandom(0), JavaRandom(42)
    assert [first.below(100) for _time in range(5)] == [60, 48, 29, 47, 15]
    assert [second.below(10) for _time in range(5)] == [0, 3, 8, 4, 0]


def test_a_set_up_of_boardspace_holds_every_piece() -> None:
    setup = draw_setup(123_456)
    assert {piece: setup.count(piece) for piece in PIECES} == PIECES
    assert setup != draw_setup(123_457)


def test_a_text_of_brackets_is_read_in_one_pass() -> None:
    """100,000 of each: what looks at the rest again and again would never end."""
    for text in ("(;" + ";" * 100_000 + ")", "\n" * 100_000 + "Mov", "(;SU[gipf]" + "P0[1 x]" * 20_000 + ")"):
        recognise(text)
        try:
            read_any(text)
        except RuleError:
            continue
