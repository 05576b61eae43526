"""The drawn LYNGK board. Places are worked out by hand: 44 units from spot to spot, columns 38.11 apart."""

import pytest

from gipf_engine.diagrams import describe, draw, summarize
from gipf_engine.games.lyngk.board import SPOTS
from gipf_engine.rules.base import Effects, Pool, View
from testing.engine.rules.lyngk_data import reference_games, start_of
from tests.engine.diagrams.drawing import Drawing

START = start_of(reference_games()[0]).view()
COLUMN = tuple("IRGKB")


def pools(claimed, columns):
    return tuple(
        pool
        for seat in (0, 1)
        for pool in (
            Pool("claimed", seat, tuple((colour,) for colour in claimed[seat])),
            Pool("captured", seat, columns[seat]),
        )
    )


POOLS = pools(("RG", "B"), ((), (COLUMN,) * 6 + ((),)))


def view(board, turn=0, beside=POOLS):
    spots = dict.fromkeys(SPOTS, ()) | {spot: tuple(stack) for spot, stack in board.items()}
    return View("lyngk", "lyngk-main", turn, spots, beside)


def test_the_board_has_21_lines_and_43_spots():
    drawing = Drawing(draw(START))
    assert drawing.one("path", "b-line").get("d").count("M") == 21
    assert len(drawing.all("circle", within=drawing.one("g", "b-spot"))) == 43


def test_the_ends_of_every_column_are_named():
    names = ["a1", "b1", "b4", "c1", "c7", "d1", "d6", "e1", "e7", "f1", "f6", "g1", "g7", "h1", "h4", "i1"]
    assert sorted(Drawing(draw(START)).texts("b-name")) == names


def test_at_the_start_every_piece_lies_alone():
    symbols = Drawing(draw(START)).symbols("b-pieces")
    assert symbols == {"I": 8, "B": 8, "R": 8, "G": 8, "K": 8, "J": 3}


def test_every_layer_of_a_stack_is_drawn_and_covers_the_face_below():
    drawing = Drawing(draw(view({"e4": "IRJK", "a1": "B", "c1": "GB"})))
    assert drawing.uses("b-pieces") == [
        ("B", -152.42, 0),
        ("I", 0, 0),
        ("R", 0, -5.5),
        ("J", 0, -11),
        ("K", 0, -16.5),
        ("G", -76.21, 132),
        ("B", -76.21, 126.5),
    ]
    for group in (symbol for symbol in drawing.defs if symbol.get("data-piece")):
        band, face = (group.find(f"*[@class='p-{part}']") for part in ("band", "face"))
        # The band goes round the foot as wide as the face is, and up to its middle, one layer higher.
        assert band.get("d").startswith("M-18 -5.5V0A18 10.8 ")
        assert [face.get(each) for each in ("rx", "ry", "cy")] == ["18", "10.8", "-5.5"]


def test_a_colour_has_a_letter_and_dashes_of_its_own():
    drawing = Drawing(draw(view({"e4": "I", "e5": "B", "e6": "R", "e7": "G", "e3": "K", "e2": "J"})))
    dashes, letters = [], []
    for group in (symbol for symbol in drawing.defs if symbol.get("data-piece")):
        letters += [text.text for text in group.iter() if text.text]
        dashes.append(next((line.get("stroke-dasharray") for line in group if line.get("class") == "p-mark"), ""))
    assert sorted(letters) == sorted("IBRGKJ")
    assert len(set(dashes)) == 6


def test_stacks_in_front_are_drawn_after_those_behind():
    heights = [y for _symbol, _x, y in Drawing(draw(START)).uses("b-pieces")]
    assert heights == sorted(heights)


def test_claims_and_columns_lie_in_the_corners_of_their_owner():
    drawing = Drawing(draw(view({})))
    claimed = [(symbol, y > 0) for symbol, x, y in drawing.uses("b-hand") if x < 0]
    assert claimed == [("R", True), ("G", True), ("B", False)]
    assert len(drawing.all("ellipse", "b-open")) == 4  # under what is claimed, too
    columns = [(x, y) for _symbol, x, y in drawing.uses("b-hand") if x > 0]
    assert len(columns) == 4 * 5
    assert all(y < 0 for _x, y in columns)
    counts = [group for group in drawing.all("g") if group.get("data-held") == "="]
    assert [(each.get("data-count"), each.get("display")) for each in counts] == [("0", "none"), ("7", None)]


def test_the_last_move_shows_where_it_began_every_springboard_and_where_it_ended():
    drawing = Drawing(draw(view({"e6": "R"}), Effects(("c1", "c4", "e3", "e6"), {"e6": ("R",)})))
    assert drawing.uses("b-last") == [("from", -76.21, 132), ("to", 0, -88)]
    # c4 is 3 spots above c1, e3 one spot below the centre; the arrow ends 23 short of e6 at (0, -88).
    assert drawing.one("polyline", "b-way").get("points") == "-76.21,132 -76.21,0 0,44 0,-65"


def test_a_completed_column_fades():
    drawing = Drawing(draw(view({}), Effects(("e4", "e5"), {}, {"e5": COLUMN})))
    assert drawing.symbols("b-ghost") == {"I": 1, "R": 1, "G": 1, "K": 1, "B": 1}


def test_a_pass_shows_no_move():
    drawing = Drawing(draw(view({}), Effects(())))
    assert drawing.all("*", "b-way") == []
    assert [len(drawing.one("g", name)) for name in ("b-last", "b-ghost")] == [0, 0]


def test_a_target_leaves_the_letter_of_a_stack_free():
    group = Drawing(draw(view({"e4": "IR"}), targets=["e4", "e5"])).one("g", "b-target")
    assert [(float(dot.get("cx")), float(dot.get("cy"))) for dot in group] == [(18, -11), (0, -44)]


def test_an_interactive_board_names_all_43_spots():
    drawing = Drawing(draw(view({"e4": "IRJK", "a1": "B"}), interactive=True))
    hits = {hit.get("data-spot"): hit for hit in drawing.all("g", "b-hit")}
    assert len(hits) == 43
    assert hits["e4"].get("aria-label") == "e4: 4 high, from the top black, joker, red, ivory"
    assert hits["a1"].get("aria-label") == "a1: blue"
    assert hits["c3"].get("aria-label") == "c3: empty"
    assert [hit.get("tabindex") for hit in hits.values()].count("0") == 1
    box = hits["e4"][0]
    # Half a piece, 17.5, round the middle of its foot, and three layers more.
    assert (float(box.get("y")), float(box.get("height"))) == (-34, 51.5)


def test_a_position_is_told_in_words_from_the_highest_stack_down():
    spots = {"a1": "B", "e4": "IRJK", "c1": "GB", "b1": "B", "i1": "J"}
    assert [str(message) for message in describe(view(spots, 1))] == [
        "Black is to move.",
        "White has claimed red, green.",
        "Black has claimed blue.",
        "Columns completed by Black: 7.",
        *["A completed column, from the top: blue, black, green, red, ivory."] * 6,
        "On e4, 4 high, from the top: black, joker, red, ivory.",
        "On c1, 2 high, from the top: blue, green.",
        "Single pieces, blue: a1, b1.",
        "Single pieces, joker: i1.",
    ]


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        (Effects(("e4", "e5")), ["Last move: from e4 to e5."]),
        (Effects(("e4", "e5", "c3")), ["Last move: from e4 over e5 to c3."]),
        (
            Effects(("e4", "e5"), {}, {"e5": COLUMN}),
            ["Last move: from e4 to e5.", "The column on e5 left the board: blue, black, green, red, ivory."],
        ),
        (Effects(()), []),
    ],
)
def test_the_last_move_is_told_in_words(effects, told):
    nothing = pools(("", ""), ((), ()))
    assert [str(message) for message in describe(view({}, None, nothing), effects)] == [
        "The game is over.",
        *told,
        "White has claimed no colour.",
        "Black has claimed no colour.",
    ]


def test_a_flipped_board_is_drawn_from_the_back_as_black_sees_it():
    """b1, at the left, lies at the right then; what was at the back is in front, and its name below it."""
    shown, flipped = (
        Drawing(draw(view({"b1": "R", "h4": "B"}))),
        Drawing(draw(view({"b1": "R", "h4": "B"}), flipped=True)),
    )
    pieces, turned = (one.uses("b-pieces") for one in (shown, flipped))
    assert len(pieces) == 2
    assert [(symbol, -x, -y) for symbol, x, y in turned[::-1]] == pieces
    heights = {text.text: float(text.get("y")) for text in flipped.all("text") if text.text in ("e1", "e7")}
    assert heights["e1"] < 0 < heights["e7"]


def test_what_a_player_has_is_told_in_few_words():
    told = summarize(view({"b1": "BR", "c1": "RB", "e4": "G"}), 0)
    assert [str(each) for each in told] == ["Claimed: red, green", "Completed: 0", "On the board: 2"]
