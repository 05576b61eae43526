"""Boards of the games on the kit: well-formed, everything named, the same pieces as the position has."""

import json
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from gipf_engine.diagrams.base import Picture
from gipf_engine.games.yinsh.drawing import YinshBoard
from gipf_engine.games.zertz.drawing import ZertzBoard
from testing.engine.rules.kit_data import RULES, random_position, yinsh_position, zertz_position

BOARDS = {"yinsh": YinshBoard(), "zertz": ZertzBoard()}
SVG = "{http://www.w3.org/2000/svg}"
KEYS = pytest.mark.parametrize("key", RULES)


def board_of(key):
    return BOARDS[key.split("-")[0]]


def drawn(key, view, effects=None, **more):
    return ElementTree.fromstring(board_of(key).draw(Picture(view, effects, **more)))


def last_turn(key, seed, plies):
    before, after = random_position(key, seed, plies)[-2:]
    return before, next(turn for turn in before.legal_moves() if before.play(turn) == after), after


@KEYS
@pytest.mark.parametrize("more", [{}, {"size": "small"}, {"flipped": True}, {"interactive": True}, {"size": 300}])
def test_every_piece_is_drawn(key, more):
    for plies in (3, 14, 25):
        before, turn, after = last_turn(key, 8, plies)
        svg = drawn(key, after.view(), before.effects(turn), **more)
        pieces = next(group for group in svg.iter(f"{SVG}g") if group.get("class") == "b-pieces")
        assert len(list(pieces.iter(f"{SVG}use"))) == sum(map(len, after.view().spots.values()))


@KEYS
def test_points_that_are_there_can_be_hit_and_those_that_are_gone_cannot(key):
    position = random_position(key, 2, 12)[-1]
    svg = drawn(key, position.view(), interactive=True, targets=tuple(position.steps().places))
    hits = [part for part in svg.iter() if part.get("data-spot")]
    assert {hit.get("data-spot") for hit in hits} == position.view().spots.keys()
    targets = {hit.get("data-spot") for hit in hits if hit.get("aria-disabled") == "false"}
    assert targets == set(position.steps().places)
    assert all(hit.get("aria-label") for hit in hits)


@KEYS
def test_all_that_is_said_has_its_words(key):
    for plies in (0, 12, 60):
        position = random_position(key, 6, plies)[-1]
        told = [str(each) for each in board_of(key).describe(position.view())]
        assert told
        assert not re.search(r"%\(", " ".join(told))
        for seat in (0, 1):
            assert all(str(each) for each in board_of(key).summarize(position.view(), seat))


def test_a_yinsh_position_in_words():
    position = yinsh_position(M="c4", m="e8")
    told = [str(each) for each in YinshBoard().describe(position.view(), position.effects("e5-e9"))]
    assert told == [
        "White is to move.",
        "Last move: e5, e9.",
        "white ring: a2, a3, a4, a5, e5.",
        "black ring: h5, k7, k8, k9, k10.",
        "white marker: c4.",
        "black marker: e8.",
        "markers left: 49.",
    ]


def test_a_zertz_position_in_words():
    position = zertz_position(marbles="Wd4 Gd5 Be5", pool="WB", captured=("GG", ""), mover=1)
    told = [str(each) for each in ZertzBoard().describe(position.view(), position.effects("xd4Gd6Bf4"))]
    assert told == [
        "Black is to move.",
        "Last move: d4, d6, f4.",
        "white marble: d4.",
        "grey marble: d5.",
        "black marble: e5.",
        "marbles in the pool: 1 × white marble, 1 × black marble.",
        "White, captured marbles: 2 × grey marble.",
    ]


def test_the_way_of_a_chain_is_drawn_and_what_it_took_as_ghosts():
    position = zertz_position(marbles="Wd4 Gd5 Be5")
    svg = drawn("zertz-37", position.play("xd4Gd6Bf4").view(), position.effects("xd4Gd6Bf4"))
    assert any(part.get("class") == "b-way" for part in svg.iter())
    ghosts = next(part for part in svg.iter() if part.get("class") == "b-ghost")
    assert len(ghosts) == 2


@KEYS
def test_a_drawing_that_fills_its_place_has_all_that_effects_change(key):
    view = random_position(key, 4, 20)[-1].view()
    svg = drawn(key, view)
    (pieces,) = (group for group in svg.iter(f"{SVG}g") if group.get("class") == "b-pieces")
    assert {group.get("data-point"): len(group) for group in pieces} == {
        spot: len(stack) for spot, stack in view.spots.items()
    }
    lying = Counter()
    for row in svg.iter():
        if row.get("data-pile"):
            lying[row.get("data-pile")] += int(row.get("data-count"))
            assert (row.get("display") == "none") is (row.get("data-count") == "0" and row.get("data-stays") is None)
    assert lying == {pool.name if pool.seat is None else f"{pool.name}.{pool.seat}": pool.count for pool in view.pools}
    assert [symbol.get("data-piece") for symbol in svg.iter() if symbol.get("data-piece")] == [*board_of(key).looks]
    sentences = json.loads(svg.get("data-sentences"))
    assert sentences["piles"].keys() == lying.keys()
    assert sentences["titles"][2 if view.turn is None else view.turn] == svg.find(f"{SVG}title").text


@KEYS
def test_a_small_drawing_has_nothing_but_what_is_seen(key):
    svg = drawn(key, random_position(key, 4, 20)[-1].view(), size="small")
    assert not [part for part in svg.iter() if part.get("data-pile") or part.get("data-sentences")]
    (pieces,) = (group for group in svg.iter(f"{SVG}g") if group.get("class") == "b-pieces")
    assert all(len(group) for group in pieces)
