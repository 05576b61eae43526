"""Contrast of the colours, by day and by night, by the formula of WCAG 2.2 (relative luminance, contrast ratio)."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

STYLES = settings.BASE_DIR / "static" / "css"
TOKEN = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6});")
GROUNDS = ("paper", "raised", "sunk")
WORDS = [
    *((text, ground) for text in ("ink", "quiet", "accent", "accent-strong", "danger", "good") for ground in GROUNDS),
    *(("ink", f"{kind}-soft") for kind in ("accent", "warning", "danger", "good")),
    *((kind, f"{kind}-soft") for kind in ("accent", "warning", "danger", "good")),
    ("warning", "paper"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-danger", "danger"),
    ("quiet", "accent-soft"),
]
EDGES = [("edge", "paper"), ("edge", "raised"), ("focus", "paper"), ("focus", "sunk"), ("accent", "raised")]


def tokens(night: bool) -> dict[str, str]:
    found = dict(TOKEN.findall((STYLES / "base.css").read_text(encoding="utf-8")))
    return found | (dict(TOKEN.findall((STYLES / "dark.css").read_text(encoding="utf-8"))) if night else {})


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_gives_the_known_ends() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("text", "ground"), WORDS)
def test_words_stand_out(text: str, ground: str, night: bool) -> None:
    colours = tokens(night)
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("edge", "ground"), EDGES)
def test_edges_and_the_focus_can_be_seen(edge: str, ground: str, night: bool) -> None:
    colours = tokens(night)
    assert contrast(colours[edge], colours[ground]) >= 3


def test_night_names_every_colour_that_day_has() -> None:
    day = {name for name, _value in TOKEN.findall((STYLES / "base.css").read_text(encoding="utf-8"))}
    night = {name for name, _value in TOKEN.findall((STYLES / "dark.css").read_text(encoding="utf-8"))}
    assert day == night


def test_pieces_stand_out_from_the_plate_of_small_boards_by_night() -> None:
    styles = (STYLES / "board.css").read_text(encoding="utf-8")
    dark = re.findall(r"\[data-theme=\"(?:dark|light)\"\]\)? \{([^}]*)\}", styles)
    assert len(dark) == 2, "chosen, and as the device has it"
    for colours in map(dict, map(TOKEN.findall, dark)):
        for piece in ("white-face", "black-face"):
            assert contrast(colours[piece], colours["gipf-plate"]) >= 3


def test_the_methods_on_the_page_of_the_api_can_be_read() -> None:
    styles = (STYLES / "api.css").read_text(encoding="utf-8")
    labels = re.findall(r"opblock-(\w+) \.opblock-summary-method \{ background: (#\w+); color: (#\w+); \}", styles)
    assert {method for method, _ground, _text in labels} == {"get", "post", "put", "patch", "delete"}
    assert all(contrast(ground, text) >= 4.5 for _method, ground, text in labels)
