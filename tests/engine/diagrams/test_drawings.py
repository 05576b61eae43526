"""What holds for every drawn board: sound markup, safe text, colours that the style sheet knows."""

import json
import re

import pytest

from gipf_engine.diagrams import describe, draw
from gipf_engine.messages import Message
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import Effects, Pool, View
from testing import PROJECT
from testing.engine.rules.lyngk_data import reference_games, start_of
from tests.engine.diagrams.drawing import Drawing

CSS = (PROJECT / "static" / "css" / "board.css").read_text()
GIPF = rules_for("gipf-standard").start().view()
LYNGK = start_of(reference_games()[0]).view()
EFFECTS = {
    "gipf": Effects(("c1", "c2", "c3"), {"c2": ("W",)}, {"f5": ("B", "B")}, {"e5": ("W",)}),
    "lyngk": Effects(("c1", "c4", "e3"), {}, {"e3": tuple("IRGKB")}),
}
BOTH = pytest.mark.parametrize("view", [GIPF, LYNGK], ids=["gipf", "lyngk"])


def full(view):
    """A drawing with everything in it that can be."""
    spots = dict(view.spots) | {"e3": ()}
    if view.game == "lyngk":
        spots |= {"e4": tuple("IBRGKJ")}
        held = {"claimed": ((("R",), ("G",)), ()), "captured": ((tuple("IRGKB"), tuple("JBRGI"), ()), ())}
    else:
        held = {"reserve": (12, 9), "captured": (3, 0)}
    pools = tuple(Pool(name, seat, content[seat]) for name, content in held.items() for seat in (0, 1))
    shown = View(view.game, view.rules, 0, spots, pools)
    return draw(shown, EFFECTS[view.game], targets=["e4", "c3"], interactive=True)


@BOTH
def test_a_drawing_holds_no_style_script_or_address(view):
    markup = full(view)
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=|javascript:|url\((?!#)", markup)
    assert set(re.findall(r'href="(.)', markup)) == {"#"}
    assert "http" not in markup.replace('xmlns="http://www.w3.org/2000/svg"', "")


@BOTH
def test_everything_used_is_defined_once(view):
    markup = full(view)
    ids = re.findall(r'\sid="([^"]+)"', markup)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', markup)) <= set(ids)
    drawing = Drawing(markup)
    for attribute in ("aria-labelledby", "aria-describedby"):
        assert drawing.root.get(attribute) in ids


def test_two_drawings_on_one_page_share_no_id():
    first, second = draw(GIPF), draw(rules_for("gipf-basic").start().view())
    assert not set(re.findall(r'\sid="([^"]+)"', first)) & set(re.findall(r'\sid="([^"]+)"', second))


@BOTH
def test_parts_that_drawings_share_have_the_name_of_each(view):
    for markup in (draw(view, EFFECTS[view.game]), draw(view, EFFECTS[view.game], name="again")):
        ids = set(re.findall(r'\sid="([^"]+)"', markup))
        (name,) = {each.partition("-")[0] for each in ids}
        assert re.fullmatch("b[0-9a-f]{8}", name)
        assert set(re.findall(r'href="#([^"]+)"', markup)) <= ids
        assert set(re.findall(r"url\(#([^)]+)\)", markup)) <= ids


@BOTH
def test_the_same_position_is_drawn_the_same(view):
    assert full(view) == full(view)


@BOTH
def test_words_are_escaped(view):
    markup = draw(view, interactive=True, translate=lambda message: f"<b onclick='x'>&\"{message}")
    root = Drawing(markup).root
    assert "<b" not in markup
    assert root.find("{*}title").text.startswith("<b onclick='x'>&\"")


@BOTH
def test_words_are_said_in_the_readers_language(view):
    def persian(template):
        return {"White is to move.": "نوبت سفید است."}.get(template, template)

    markup = draw(view, translate=lambda message: message.translate(persian))
    assert "نوبت سفید است." in Drawing(markup).root.find("{*}desc").text


@BOTH
def test_what_is_kept_for_the_page_is_in_the_language_of_each_reader(view):
    def loud(message):
        return f"!{message}"

    for translate, mark in ((str, False), (loud, True), (str, False)):
        root = Drawing(draw(view, translate=translate)).root
        words = [part.get("data-word") for part in root.iter() if part.get("data-word")]
        sentences = json.loads(root.get("data-sentences"))
        told = [*words, *sentences["titles"], *sentences["piles"].values(), sentences["comma"], sentences["empty"]]
        assert {each.startswith("!") for each in told} == {mark}


@BOTH
def test_the_description_is_the_position_in_words(view):
    drawing = Drawing(draw(view, EFFECTS[view.game]))
    assert drawing.root.find("{*}desc").text == " ".join(str(message) for message in describe(view, EFFECTS[view.game]))
    assert drawing.root.get("role") == "img"
    assert Drawing(draw(view, interactive=True)).root.get("role") == "group"


@BOTH
def test_every_told_phrase_has_its_parameters(view):
    for message in describe(view, EFFECTS[view.game]):
        assert isinstance(message, Message)
        assert "%(" not in str(message)


@BOTH
def test_a_thumbnail_has_pieces_but_no_names_hands_or_description(view):
    drawing = Drawing(draw(view, EFFECTS[view.game], size="small"))
    assert drawing.all("text") == []
    assert drawing.all("*", "b-hand") == drawing.all("rect", "b-turn") == []
    assert drawing.root.find("{*}desc") is None
    assert drawing.root.find("{*}title").text
    assert drawing.all("use", within=drawing.one("g", "b-pieces"))
    assert "board-small" in drawing.root.get("class")


@BOTH
def test_a_size_in_pixels_sets_width_and_height(view):
    root = Drawing(draw(view, size=332)).root
    _left, _top, width, height = map(float, root.get("viewBox").split())
    assert root.get("width") == "332"
    assert int(root.get("height")) == round(332 * height / width)
    assert Drawing(draw(view)).root.get("width") is None


@BOTH
def test_boards_stand_from_left_to_right_in_every_language(view):
    assert Drawing(draw(view)).root.get("direction") == "ltr"
    assert re.search(r"\.board \{[^}]*direction: ltr", CSS)


@BOTH
def test_nothing_is_drawn_outside_of_the_picture(view):
    for markup in (full(view), draw(view, size="small")):
        drawing = Drawing(markup)
        left, top, width, height = map(float, drawing.root.get("viewBox").split())
        for tag, x, y, reach in (
            ("circle", "cx", "cy", 0),
            ("text", "x", "y", 6),
            ("use", "x", "y", 15),
            ("rect", "x", "y", 0),
        ):
            for shape in drawing.all(tag):
                at = float(shape.get(x)), float(shape.get(y))
                assert left + reach <= at[0] <= left + width - reach, (tag, at)
                assert top + reach <= at[1] <= top + height - reach, (tag, at)


def test_a_game_without_a_board_is_shown_as_a_list():
    view = View(
        "go",
        "go-nine",
        1,
        {"e5": ("<B>",), "c3": ("W",), "d4": ()},
        (Pool("prisoners", 0, 2), Pool("prisoners", 1, 0), Pool("bag", None, (("red knight", "W"), ("B",)))),
    )
    words = ["Black is to move.", "e5: <B>", "c3: W", "White, prisoners: 2", "bag: red knight W, B"]
    assert [str(message) for message in describe(view)] == words
    assert [text.text for text in Drawing(draw(view, size=200, name="x")).all("text")] == words
    assert str(describe(View("go", "go-nine", None, {}, ()))[0]) == "The game is over."


def test_every_position_of_a_game_can_be_drawn():
    for game in (reference_games()[0], reference_games()[45]):
        position = start_of(game)
        for token in game["moves"]:
            turn = position.parse(token)
            effects, position = position.effects(turn), position.play(turn)
            layers = sum(map(len, position.view().spots.values()))
            assert len(Drawing(draw(position.view(), effects)).uses("b-pieces")) == layers


TOKENS = (PROJECT / "static" / "css" / "tokens.css").read_text()
TOKEN = re.compile(r"(--[a-z-]+): (?:light-dark\(([^,]+), ([^)]+)\)|([^;]+));")
BOARDS = {
    name: (day or both, night or both)
    for name, day, night, both in TOKEN.findall(TOKENS.partition("/* Boards.")[2].partition("}")[0])
}
"""The colours of boards, by day and by night."""
LIGHT, DARK = ({name: colours[time] for name, colours in BOARDS.items()} for time in (0, 1))


def test_every_colour_that_is_used_is_defined():
    used = set(re.findall(r"var\((--[a-z-]+)\)", CSS))
    assert used <= {name for name, *_values in TOKEN.findall(TOKENS)} | {"--face", "--edge", "--mark"}
    assert BOARDS.keys() <= used


@BOTH
def test_every_class_of_a_drawing_is_in_the_style_sheet(view):
    classes = set(" ".join(re.findall(r'class="([^"]+)"', full(view))).split())
    structure = {"board-gipf", "board-lyngk", "b-pieces", "b-last", "b-hand", "b-ghost", "b-hit-target"}
    assert {name for name in classes - structure if f".{name}" not in CSS} == set()


def test_the_drawing_alone_has_the_colours_of_the_day():
    used = {colour for view in (GIPF, LYNGK) for colour in re.findall(r'"(#[0-9a-f]{6})"', full(view))}
    assert used <= set(LIGHT.values())


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_letters_names_and_numbers_can_be_read(theme):
    for piece in ("ivory", "blue", "red", "green", "coal", "joker"):
        assert contrast(theme[f"--{piece}-face"], theme[f"--{piece}-mark"]) >= 4.5, piece
    for text, plate in (("board-name", "board"), ("board-text", "board"), ("gipf-name", "gipf")):
        assert contrast(theme[f"--{text}"], theme[f"--{plate}-plate"]) >= 4.5, text


PLATES = {"white": "gipf", "black": "gipf"} | dict.fromkeys(("ivory", "blue", "red", "green", "coal", "joker"), "board")
"""The pieces of both boards, and the plate that they lie on."""


@pytest.mark.parametrize("piece", PLATES)
def test_the_face_of_every_piece_stands_out_from_its_board_by_night(piece):
    theme = DARK
    assert contrast(theme[f"--{piece}-face"], theme[f"--{PLATES[piece]}-plate"]) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_pieces_and_coins_stand_out_by_fill_or_edge(theme):
    paper = "#fbfaf7" if theme is LIGHT else "#161614"  # of the page, beside the board
    for piece, ground in (("white", theme["--gipf-plate"]), ("black", theme["--gipf-plate"]), ("coin", paper)):
        assert max(contrast(theme[f"--{piece}-{part}"], ground) for part in ("face", "edge")) >= 3, piece
    for board in ("board", "gipf"):
        assert contrast(theme[f"--{board}-accent"], theme[f"--{board}-plate"]) >= 3
