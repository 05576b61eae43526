"""The chart of a rating: one SVG, everything inside the picture, nothing that the page forbids."""

from __future__ import annotations

import re
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.core.chart import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Point, draw

SVG = "{http://www.w3.org/2000/svg}"


def point(days: int, value: int, *, provisional: bool = False, label: str = "Open", spread: int = 60) -> Point:
    return Point(date(2026, 3, 1) + timedelta(days=days), value, spread, label, provisional)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def test_every_event_has_a_dot_and_a_tick_and_tells_day_value_and_name() -> None:
    tree = parsed(draw([point(0, 1520, provisional=True), point(7, 1484, label="Cup")], start=1500))
    dots = tree.findall(f"{SVG}circle")
    assert [dot.get("class") for dot in dots] == ["c-guess", "c-dot"]
    assert [dot.findtext(f"{SVG}title") for dot in dots] == ["2026-03-01 · 1520 · Open", "2026-03-08 · 1484 · Cup"]
    assert len([path for path in tree.findall(f"{SVG}path") if path.get("class") == "c-tick"]) == 2


def test_who_cannot_see_it_is_told_the_figures() -> None:
    tree = parsed(draw([point(0, 1520), point(7, 1484)], start=1500))
    assert tree.get("role") == "img"
    assert tree.get("aria-label") == "Ratings after 2 events: from 1500 to 1484, highest 1520, lowest 1484."


def test_a_higher_rating_is_drawn_higher_and_a_later_day_further_right() -> None:
    tree = parsed(draw([point(0, 1500), point(7, 1600), point(30, 1550)], start=1500))
    xs, ys = ([float(dot.get(axis, "")) for dot in tree.findall(f"{SVG}circle")] for axis in ("cx", "cy"))
    assert xs == sorted(xs)
    assert ys[1] < ys[2] < ys[0]


def test_events_of_one_day_stand_beside_each_other() -> None:
    tree = parsed(draw([point(0, 1500), point(0, 1510), point(9, 1520)], start=1500))
    assert len({dot.get("cx") for dot in tree.findall(f"{SVG}circle")}) == 3


def test_a_name_cannot_break_out_of_the_drawing() -> None:
    svg = draw([point(0, 1500, label='</title><script>"&')], start=1500)
    assert parsed(svg).findtext(f"{SVG}circle/{SVG}title") == '2026-03-01 · 1500 · </title><script>"&'
    assert "<script>" not in svg


def test_without_events_there_is_no_chart() -> None:
    with pytest.raises(ValueError, match="at least one"):
        draw([], start=1500)


@given(
    st.lists(st.tuples(st.integers(0, 4000), st.integers(100, 3000), st.booleans()), min_size=1, max_size=30),
    st.integers(100, 3000),
)
def test_any_history_stays_inside_the_picture_without_inline_style(
    rows: list[tuple[int, int, bool]], start: int
) -> None:
    points = [point(days, value, provisional=guess) for days, value, guess in sorted(rows)]
    svg = draw(points, start=start)
    assert "style" not in svg
    tree = parsed(svg)
    for dot in tree.findall(f"{SVG}circle"):
        assert LEFT <= float(dot.get("cx", "")) <= WIDTH - RIGHT
        assert TOP <= float(dot.get("cy", "")) <= HEIGHT - BOTTOM
    for text in tree.findall(f"{SVG}text"):
        assert re.fullmatch(r"\d{1,4}|\d{4}-\d{2}|\d{4}-\d{2}-\d{2}", text.text or "")
