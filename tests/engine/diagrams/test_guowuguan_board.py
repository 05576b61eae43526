"""The table of Guo Wu Guan: every tile that lies open with its points, every one face down as a back."""

from collections import Counter

import pytest

from gipf_engine.diagrams import describe, describe_turn, draw
from gipf_engine.diagrams.guowuguan_tiles import NAMES
from gipf_engine.rules import rules_for
from gipf_engine.rules.base import FACE_DOWN
from gipf_engine.rules.guowuguan.tiles import COPIES
from tests.engine.diagrams.drawing import Drawing
from tests.engine.rules.guowuguan_data import VARIANTS, deal, random_game

SVG = "{http://www.w3.org/2000/svg}"
RULES = pytest.mark.parametrize("variant", VARIANTS)


def tiles_drawn(drawing):
    """The symbols that are used, by name."""
    used = [use.get("href").rpartition("-")[2] for use in drawing.all("use")]
    return Counter("?" if name == "back" else name[1:] for name in used)


def tiles_shown(view):
    stacks = [*view.spots.values(), *view.pool("generals").stacks, *view.pool("commons").stacks]
    return Counter(tile for stack in stacks for tile in stack)


@RULES
def test_all_32_tiles_are_on_the_table_in_every_position(variant):
    for position in random_game(f"guowuguan-{variant}", 5):
        view = position.view()
        drawn = tiles_drawn(Drawing(draw(view)))
        assert drawn == tiles_shown(view)
        assert drawn.total() == 32


def test_the_points_of_a_tile_are_its_ends_and_ones_and_fours_are_red():
    position = rules_for("guowuguan-qiqin").start(rules_for("guowuguan-qiqin").chance.draw("0" * 64))
    drawing = Drawing(draw(position.view()))
    for tile in COPIES:
        (symbol,) = [group for group in drawing.root.iter(f"{SVG}g") if (group.get("id") or "").endswith(f"-t{tile}")]
        colours = Counter(circle.get("class").rpartition("-")[2] for circle in symbol.iter(f"{SVG}circle"))
        red = sum(int(end) for end in tile if end in "14")
        assert colours == Counter({"red": red, "black": sum(map(int, tile)) - red}), tile


def test_every_tile_has_a_chinese_name_below_it():
    assert set(NAMES) == set(COPIES)
    texts = Counter(text.text for text in Drawing(draw(deal("guowuguan-gwg", 1).view())).all("text"))
    assert sum(texts[name] for name in set(NAMES.values())) == 28
    assert [texts[str(level)] for level in range(1, 6)] == [1] * 5


def test_nothing_is_drawn_outside_of_the_picture():
    for variant in VARIANTS:
        for position in random_game(f"guowuguan-{variant}", 11):
            for markup in (draw(position.view()), draw(position.view(), size="small")):
                drawing = Drawing(markup)
                _left, _top, width, height = map(float, drawing.root.get("viewBox").split())
                for use in drawing.all("use"):
                    # Half a tile of 40 by 62; those of the commons are 0.62 of that.
                    is_small = drawing.parents[use].get("data-at")[0] == "C"
                    x, y = drawing.place(use)
                    half_width, half_height = (12.4, 19.2) if is_small else (20, 31)
                    assert half_width <= x <= width - half_width
                    assert half_height <= y <= height - half_height


def test_a_place_can_be_hit_and_says_what_lies_there():
    view = deal("guowuguan-gwg", 1).view()
    hits = Drawing(draw(view, interactive=True, targets=["2.3"])).all("g", "b-hit")
    assert {hit.get("data-spot") for hit in hits} == set(view.spots) | {f"G{number}" for number in range(1, 7)}
    (target,) = [hit for hit in hits if hit.get("data-spot") == "2.3"]
    tile = view.spots["2.3"][0]
    assert target.get("aria-label") == f"level 2, place 3: {tile} {NAMES[tile]}"
    assert target.get("tabindex") == "0"


def test_the_dots_of_targets_lie_above_the_pips():
    view = (
        rules_for("guowuguan-gwg")
        .position("664462311143 3332531161/2161316522/5554426664/6555445163/5164413352 22 1:0 1 0 0")
        .view()
    )
    drawing = Drawing(draw(view, interactive=True, targets=[*view.spots]))
    dots = {hit.get("data-spot"): hit.find(f"{SVG}circle[@class='b-target']") for hit in drawing.all("g", "b-hit")}
    boxes = {hit.get("data-spot"): hit.find(f"{SVG}rect[@class='b-focus']") for hit in drawing.all("g", "b-hit")}
    for spot, dot in dots.items():
        middle = float(boxes[spot].get("y")) + float(boxes[spot].get("height")) / 2
        # The highest pip: the upper points of a six, 9.2 above the middle of the upper end, itself 15.5 above the
        # tile's; its radius is 3.3. A dot of a table has a radius of 2.5 (static/css/play.css).
        foot = float(dot.get("cy")) + 2.5 + 0.5  # half of the edge of 1
        assert foot <= middle - 15.5 - 9.2 - 3.3, spot


def test_six_tiles_lie_side_by_side_and_a_longer_row_goes_on_below():
    """The tray with the commons makes room for it."""
    positions = (each for number in range(20) for each in random_game("guowuguan-gwg", number))
    view = next(each.view() for each in positions if any(f"{level}.7" in each.view().spots for level in range(1, 6)))
    level = next(level for level in range(1, 6) if f"{level}.7" in view.spots)
    drawing = Drawing(draw(view))
    at = {group.get("data-at"): drawing.place(next(iter(group))) for group in drawing.all("g") if group.get("data-at")}
    (x, y), (x_of_6, y_of_6), (x_of_7, y_of_7) = (at[f"{level}.{place}"] for place in (1, 6, 7))
    assert (x_of_6, y_of_6) == (x + 5 * 43, y)
    assert (x_of_7, y_of_7) == (x, y + 73)
    lowest = max(y for spot, (_x, y) in at.items() if spot[0] != "C")
    tray = drawing.one("rect", "b-tray")
    assert float(tray.get("y")) >= lowest + 31


def test_tiles_are_56_pixels_wide_on_a_phone_of_390():
    """The table is as wide as the window there (static/css/play.css)."""
    drawing = Drawing(draw(deal("guowuguan-gwg", 1).view()))
    width = float(drawing.root.get("viewBox").split()[2])
    assert 390 / width * 40 >= 56


def test_what_a_turn_did_is_ringed_and_told():
    position = rules_for("guowuguan-gwg").position(
        "116611615542 5121326466/4455315333/6331335165/6241544365/6144 52226422 1:4 1 1 0"
    )
    turn = position.parse("5xL")
    effects, after = position.effects(turn), position.play(turn).view()
    drawing = Drawing(draw(after, effects))
    (group,) = drawing.all("g", "b-ring")
    assert len(list(group)) == 4  # the general and the two tiles in the commons, and the general that was turned
    words = [str(message) for message in describe(after, effects)]
    assert "Last turn: 11 地, 61 高腳, 44 人 to the commons." in words
    assert "Turned up: 66 天." in words
    assert "Generals, from the left: 66 天, face down, face down, face down, 42 二四." in words
    assert "Gates passed: 1." in words


def test_the_words_of_hidden_tiles_are_all_the_same():
    view = deal("guowuguan-okuan", 2).view()
    assert view.pool("commons").stacks == ((FACE_DOWN,),) * 12
    told = next(str(message) for message in describe(view) if "Commons" in str(message))
    assert told == "Commons, from the left: " + ", ".join(["face down"] * 12) + "."


def test_a_hidden_general_says_only_that_it_lies_face_down():
    hits = Drawing(draw(deal("guowuguan-gwg", 1).view(), interactive=True)).all("g", "b-hit")
    (hidden,) = [hit for hit in hits if hit.get("data-spot") == "G2"]
    assert hidden.get("aria-label") == "general 2: face down"


QIQIN = "- 11643163/66664464/52314432/65612251/x/65613343/42335551 5511412253622154 1:0 5 8 0"


def test_the_tiles_of_the_next_refill_are_marked_with_the_level_that_draws_them():
    """Level 7 draws 54, level 6 would draw 21, which returns to the general's place, and gets 62; 5 was passed."""
    view = rules_for("guowuguan-qiqin").position(QIQIN).view()
    texts = [text.text for text in Drawing(draw(view)).all("text")]
    assert [text for text in texts if text.startswith("↑")] == ["↑7", "↑G", "↑6", "↑4", "↑3", "↑2", "↑1"]
    told = [str(message) for message in describe(view)]
    assert (
        "The next refill: level 7 draws 54 雜九, 21 丁三 returns to the general's place, level 6 draws 62 雜八,"
        " level 4 draws 53 雜八, level 3 draws 22 板凳, level 2 draws 41 雜五, level 1 draws 11 地." in told
    )


@RULES
def test_the_next_refill_is_what_a_refill_does(variant):
    for position in random_game(f"guowuguan-{variant}", 3):
        if "/" in map(str, position.legal_moves()):
            drawn = position.effects(position.parse("/")).placed
            levels = [spot.partition(".")[0] if spot[0] != "G" else "G" for spot in drawn]
            assert sorted(levels) == sorted(stack[0] for stack in position.view().pool("draws").stacks)


@pytest.mark.parametrize(
    ("rules", "text", "turn", "spots", "label", "group"),
    [
        (
            "gwg",
            "664462311143 3332531161/2161316522/5554426664/6555445163/5164413352 22 1:0 1 0 0",
            "3.125",
            ("3.1", "3.2", "3.5"),
            "55 梅, 54 雜九, 64 紅頭: full fourteen",
            "Lift from level 3",
        ),
        (
            "gwg",
            "116611615542 5121326466/4455315333/6331335165/6241544365/6144 52226422 1:4 1 1 0",
            "5xL",
            ("G1", "5.1", "5.2"),
            "Level 5 (61 高腳, 44 人) with the left general, 11 地: full fourteen",
            "Pass a level",
        ),
        (
            "gwg",
            "336641316143 51326654/42553365/21226564/31535544/44 511164626111226352 1:4 3 6 0",
            "5xB",
            ("G1", "G6", "5.1"),
            "Level 5 (44 人) with both outer generals, 33 長三, 43 雜七: split",
            "Pass a level",
        ),
        (
            "okuan",
            "- 66446231/11433332/53116121/61316522/55544266 646555445163516441335222 1:0 1 0 12",
            "/",
            (),
            "Refill from tiles that lie face down: levels 5, 4, 3, 2, 1",
            "Next round",
        ),
    ],
)
def test_a_turn_is_told_from_what_lies_open(rules, text, turn, spots, label, group):
    choice = describe_turn(rules_for(f"guowuguan-{rules}").position(text).view(), turn)
    assert (choice.spots, str(choice.label), str(choice.group)) == (spots, label, group)
