"""Boards of the games on the kit: well-formed, everything named, the same pieces as the position has."""

import json
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from gipf_engine.diagrams.base import Picture
from gipf_engine.games.dvonn.drawing import DvonnBoard
from gipf_engine.games.tzaar.drawing import TzaarBoard
from gipf_engine.games.yinsh.drawing import YinshBoard
from gipf_engine.games.zertz.drawing import ZertzBoard
from testing.engine.rules.kit_data import (
    RULES,
    dvonn_position,
    random_position,
    tzaar_position,
    yinsh_position,
    zertz_position,
)

BOARDS = {"dvonn": DvonnBoard(), "tzaar": TzaarBoard(), "yinsh": YinshBoard(), "zertz": ZertzBoard()}
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


def test_a_dvonn_position_in_words():
    position = dvonn_position(stacks="Rc3 BWd3 Bc4 We3")
    told = [str(each) for each in DvonnBoard().describe(position.view(), position.effects("e3-d3"))]
    assert told[:6] == [
        "White is to move.",
        "Last move: e3, d3.",
        "On d3, 2 high, from the top: white piece, black piece.",
        "Single pieces, white piece: e3.",
        "Single pieces, black piece: c4.",
        "Single pieces, DVONN piece: c3.",
    ]
    assert [str(each) for each in DvonnBoard().summarize(position.view(), 0)] == ["In own stacks: 3"]


def test_a_high_stack_of_dvonn_rises_no_further_and_shows_its_height():
    """26 is the most that a top lies above the foot: ten pieces lie 26/9 apart, two 5.5."""
    svg = drawn("dvonn-placed", dvonn_position(stacks="Rc3 " + "B" * 9 + "Wd3 BWc4").view())
    groups = {part.get("data-point"): part for part in svg.iter(f"{SVG}g") if part.get("data-point")}
    for point, top in (("d3", 26), ("c4", 5.5), ("c3", 0)):
        assert float(list(groups[point].iter(f"{SVG}use"))[-1].get("y")) == -top
    written = {point: [text.text for text in group.iter(f"{SVG}text")] for point, group in groups.items()}
    assert (written["d3"], written["c4"], written["c3"]) == (["10"], ["2"], [])


def test_the_board_of_dvonn_lies_with_its_long_side_to_the_players():
    view = RULES["dvonn-placed"].start().view()
    places = DvonnBoard().places_of(view, flipped=False)
    assert len({round(places[f"{letter}3"][1], 6) for letter in "abcdefghijk"}) == 1
    assert places["a1"][1] > places["c5"][1]
    assert max(x for x, _y in places.values()) > 2 * max(y for _x, y in places.values())


def test_a_tzaar_position_in_words():
    position = tzaar_position(stacks="Td3 td6 Ab3 Ae3")
    told = [str(each) for each in TzaarBoard().describe(position.view(), position.effects("d3-d6;b3-e3"))]
    assert told[:3] == ["White is to move.", "Last move: d3-d6, b3-e3.", "Single pieces, white tzaar: a1."]
    assert str(TzaarBoard().summarize(position.view(), 0)[-1]) == "On the board: 1 × tzaar, 3 × tzarra, 2 × tott"


@pytest.mark.parametrize(
    ("turn", "ways"), [("d3-d6;b3-e3", 2), ("d3-d6;d6-d8", 1), ("d3-d6", 1)], ids=["two", "one", "single"]
)
def test_two_actions_of_tzaar_have_two_ways_and_those_of_one_stack_a_single_one(turn, ways):
    position = tzaar_position(stacks="Td3 td6 Ab3 Ae3 td8")
    svg = drawn("tzaar-drawn", position.play(turn).view(), position.effects(turn))
    assert sum(part.get("class") == "b-way" for part in svg.iter()) == ways


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
    assert {group.get("data-point"): len(group.findall(f"{SVG}use")) for group in pieces} == {
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
