"""The drawn GIPF board. Places are worked out by hand: 40 units from spot to spot, columns 34.64 apart."""

import pytest

from gipf_engine.diagrams import describe, draw, summarize
from gipf_engine.games.gipf.board import SPOTS
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Effects, Pool, View
from tests.engine.diagrams.drawing import Drawing

START = rules_for("gipf-basic").start().view()
POOLS = (Pool("reserve", 0, 11), Pool("captured", 0, 2), Pool("reserve", 1, 0), Pool("captured", 1, 0))


def stacks(board):
    return {spot: tuple(pieces) for spot, pieces in board.items()}


def view(board, turn=0):
    return View("gipf", "gipf-standard", turn, dict.fromkeys(SPOTS, ()) | stacks(board), POOLS)


def test_the_board_has_21_lines_and_24_dots_each_with_its_name():
    drawing = Drawing(draw(START))
    assert drawing.one("path", "b-line").get("d").count("M") == 21
    assert len(drawing.all("circle", within=drawing.one("g", "b-dot"))) == 24
    names = "a1 a2 a3 a4 a5 b1 b6 c1 c7 d1 d8 e1 e9 f1 f8 g1 g7 h1 h6 i1 i2 i3 i4 i5"
    assert " ".join(sorted(drawing.texts("b-name"))) == names


def test_the_first_pieces_stand_where_the_rules_say():
    places = {(symbol, x, y) for symbol, x, y in Drawing(draw(START)).uses("b-pieces")}
    # White b5 e2 h5, Black b2 e8 h2; e5 is the centre and White sits below.
    assert places == {
        ("W", -103.92, -60),
        ("W", 0, 120),
        ("W", 103.92, -60),
        ("B", -103.92, 60),
        ("B", 0, -120),
        ("B", 103.92, 60),
    }


def test_gipf_pieces_are_drawn_two_high():
    drawing = Drawing(draw(rules_for("gipf-standard").start().view()))
    assert drawing.symbols("b-pieces") == {"WW": 3, "BB": 3}
    symbols = {group.get("data-piece"): group for group in drawing.defs}
    levels = [float(circle.get("cy")) for circle in symbols["WW"] if circle.get("class") == "p-face"]
    assert levels == [3.5, -4.5]


def test_an_empty_board_has_no_pieces():
    assert Drawing(draw(rules_for("gipf-tournament").start().view())).uses("b-pieces") == []


def test_reserves_and_captures_lie_in_the_corners_of_their_owner():
    drawing = Drawing(draw(view({"e5": "WW"})))
    held = {group.get("data-pile"): group for group in drawing.all("g") if group.get("data-pile")}
    counts = {pile: (group.get("data-count"), group.get("display")) for pile, group in held.items()}
    assert counts == {
        "reserve.0": ("11", None),
        "captured.0": ("2", None),
        "reserve.1": ("0", None),  # that it is empty decides the game
        "captured.1": ("0", "none"),
    }
    icons = {(piece, y > 100) for piece, _x, y in drawing.uses("b-hand") if y > 0}
    assert icons == {("W", True), ("B", True)}  # what White has captured is black


@pytest.mark.parametrize(("turn", "lower_half"), [(0, True), (1, False)])
def test_a_line_shows_who_is_to_move(turn, lower_half):
    (bar,) = [bar for bar in Drawing(draw(view({}, turn))).all("rect", "b-turn") if bar.get("display") is None]
    assert (float(bar.get("y")) > 0) == lower_half


def test_nobody_is_shown_to_move_when_the_game_is_over():
    assert {bar.get("display") for bar in Drawing(draw(view({}, None))).all("rect", "b-turn")} == {"none"}


def test_the_last_move_is_a_ring_on_the_piece_that_came_in_and_an_arrow_to_the_last_that_moved():
    drawing = Drawing(
        draw(view({"e2": "B", "e3": "W"}, 0), Effects(("e1", "e2", "e3"), stacks({"e2": "B", "e3": "W"})))
    )
    assert drawing.uses("b-last") == [("to", 0, 120)]
    assert drawing.one("polyline", "b-way").get("points") == "0,160 0,120 0,99.5"
    assert drawing.one("path", "b-arrow").get("transform") == "translate(0 99.5) rotate(-90)"


def test_captures_fade_and_spots_that_are_full_again_do_not():
    effects = Effects(
        ("e1", "e2"), stacks({"e2": "W"}), stacks({"d5": "B", "f5": "BB"}), stacks({"e5": "W", "e2": "W"})
    )
    drawing = Drawing(draw(view({"e2": "W"}), effects))
    assert drawing.symbols("b-ghost") == {"W": 1, "B": 1, "BB": 1}
    assert ("W", 0, 0) in drawing.uses("b-ghost")
    assert drawing.one("g", "b-ghost").get("opacity") == "0.42"


def test_a_removal_that_ends_the_game_has_ghosts_and_no_arrow():
    drawing = Drawing(draw(view({}, None), Effects((), {}, stacks({"e5": "WW"}))))
    assert drawing.symbols("b-ghost") == {"WW": 1}
    assert list(drawing.one("g", "b-last")) == []


def test_targets_are_dots_on_spots_and_dots_of_the_board():
    group = Drawing(draw(START, targets=["e1", "e5", "zz"])).one("g", "b-target")
    assert [(float(dot.get("cx")), float(dot.get("cy"))) for dot in group] == [(0, 160), (0, 0)]


def test_an_interactive_board_names_all_61_places():
    drawing = Drawing(draw(view({"e5": "WW", "d4": "B"}), targets=["e1"], interactive=True))
    hits = {hit.get("data-spot"): hit for hit in drawing.all("g", "b-hit")}
    assert len(hits) == 61
    labels = {spot: hits[spot].get("aria-label") for spot in ("e5", "d4", "c3", "e1")}
    assert labels == {"e5": "e5: white GIPF-piece", "d4": "d4: black piece", "c3": "c3: empty", "e1": "dot e1"}
    assert [spot for spot, hit in hits.items() if hit.get("tabindex") == "0"] == ["e1"]
    assert [hit.get("data-spot") for hit in drawing.all("g", "b-hit-target")] == ["e1"]


def test_a_position_is_told_in_words():
    told = [str(message) for message in describe(view({"e5": "WW", "d4": "B", "c3": "W", "b2": "W"}, 1))]
    assert told == [
        "Black is to move.",
        "white GIPF-piece: e5.",
        "white piece: b2, c3.",
        "black piece: d4.",
        "White, pieces in reserve: 11.",
        "White, pieces captured: 2.",
    ]


def test_the_last_move_is_told_in_words():
    told = [
        str(message)
        for message in describe(
            view({}, None), Effects(("e1", "e2"), {}, stacks({"d2": "B"}), stacks({"e2": "W", "e3": "W"}))
        )
    ]
    assert told[:3] == ["The game is over.", "Last move: from e1 to e2.", "Returned to the reserve: e2, e3."]
    assert told[3] == "Captured: d2."


def test_the_ring_of_a_real_push_stands_on_the_entered_spot():
    position = rules_for("gipf-basic").start()
    move = position.parse("e1-e3")
    drawing = Drawing(draw(position.play(move).view(), position.effects(move)))
    assert drawing.uses("b-last") == [("to", 0, 120)]
    assert {("W", 0.0, 120.0), ("W", 0.0, 80.0)} <= set(drawing.uses("b-pieces"))


def test_a_flipped_board_is_seen_by_black():
    """White's e2, four units below the centre, lies as far above it; the name of its dot e1 with it."""
    shown, flipped = Drawing(draw(START)), Drawing(draw(START, flipped=True))
    assert ("W", 0, -120) in flipped.uses("b-pieces")
    assert ("B", 0, 120) in flipped.uses("b-pieces")
    assert sorted(flipped.texts("b-name")) == sorted(shown.texts("b-name"))
    (e1,) = [text for text in flipped.all("text") if text.text == "e1"]
    assert float(e1.get("y")) == pytest.approx(-160 * 1.105)
    for pile, is_above in (("reserve.0", True), ("reserve.1", False)):
        (row,) = [group for group in flipped.all("g") if group.get("data-pile") == pile]
        (icon,) = flipped.all("use", within=row)
        assert (flipped.place(icon)[1] < 0) == is_above


def test_what_a_player_has_is_told_in_few_words():
    assert [str(told) for told in summarize(view({"e5": "WW"}), 0)] == ["Reserve: 11", "Captured: 2"]
