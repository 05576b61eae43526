"""Contrast of the colours, by day and by night, by the formula of WCAG 2.2 (relative luminance, contrast ratio)."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

STYLES = settings.BASE_DIR / "static" / "css"
TOKEN = re.compile(r"--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));")
BLOCK = re.compile(r"^(\S[^{}]*) \{([^{}]*)\}", re.MULTILINE)
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
    *((kind, f"{kind}-soft") for kind in ("open", "gold", "silver", "bronze")),
    *(("ink", f"disc-{number}") for number in range(8)),
    ("ink", "game-other"),
    ("board-text", "board-plate"),
    ("board-name", "board-plate"),
    ("gipf-name", "gipf-plate"),
    *((words, ground) for words in ("felt-words", "felt-chosen") for ground in ("felt", "felt-tray")),
    *((f"{piece}-mark", f"{piece}-face") for piece in ("ivory", "blue", "red", "green", "coal", "joker")),
]
MARKS = ("green", "red", "yellow", "blue")
EDGES = [
    ("edge", "paper"),
    ("edge", "raised"),
    ("focus", "paper"),
    ("focus", "sunk"),
    ("accent", "raised"),
    ("game", "paper"),
    ("white-face", "felt"),
    ("tile-back-mark", "tile-back"),
    ("seat-white", "seat-black"),
    ("seat-white-edge", "paper"),
    ("seat-black-edge", "paper"),
    ("gipf-ink", "gipf-plate"),
    *((f"{piece}-face", "gipf-plate") for piece in ("black",)),
    *((f"mark-{colour}", ground) for colour in MARKS for ground in ("board-plate", "gipf-plate")),
]
GAMES = ("gipf", "lyngk", "yinsh", "zertz", "dvonn", "tzaar", "guowuguan")
THEMES = ("wood", "slate")
ORNAMENTS = {
    *("line", "board-line", "board-dot", "board-accent", "board-halo", "board-shadow", "gipf-line", "gipf-accent"),
    *(f"{piece}-{part}" for piece in ("white", "black") for part in ("edge", "mark")),
    *(f"{piece}-band" for piece in ("ivory", "blue", "red", "green", "coal", "joker")),
    *("coin-face", "coin-edge", "felt-line"),
}
"""What nothing is read by: lines, rims, and the white pieces, which their rims set off from a light board."""


def tokens(night: bool, *blocks: str) -> dict[str, str]:
    """The colours of the pages, with those of `blocks` (selectors) in their place."""
    found: dict[str, str] = {}
    styles = re.sub(r"/\*.*?\*/", "", (STYLES / "tokens.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    for selector, content in BLOCK.findall(styles):
        if selector.startswith(":root,") or selector in (":root", *blocks):
            found |= {name: one or (dark if night else light) for name, light, dark, one in TOKEN.findall(content)}
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_colour_is_in_a_pair_that_is_measured_or_is_no_more_than_an_ornament() -> None:
    measured = {name for pair in (*WORDS, *EDGES) for name in pair}
    assert {*tokens(False)} - measured == ORNAMENTS


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


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("game", GAMES)
def test_the_band_of_each_game_can_be_read(game: str, night: bool) -> None:
    colours = tokens(night, f".game-{game}")
    assert colours["game-other"] != tokens(night)["game-other"], "each game has colours of its own"
    assert contrast(colours["ink"], colours["game-other"]) >= 4.5
    assert contrast(colours["game"], colours["paper"]) >= 3


def test_every_colour_of_the_pages_has_a_value_by_day_and_by_night_in_the_one_file_of_tokens() -> None:
    styles = (STYLES / "tokens.css").read_text(encoding="utf-8")
    assert tokens(False)["paper"] != tokens(True)["paper"]
    others = [file for file in STYLES.glob("*.css") if file.name != "tokens.css"]
    used = {name for file in others for name in re.findall(r"var\(--([\w-]+)\)", file.read_text(encoding="utf-8"))}
    defined = {name for file in STYLES.glob("*.css") for name in re.findall(r"--([\w-]+):", file.read_text("utf-8"))}
    assert used - defined == set()
    assert not re.search(r"prefers-color-scheme", styles), "light-dark() follows it"


@pytest.mark.parametrize("theme", THEMES)
def test_words_and_pieces_can_be_seen_on_every_board(theme: str) -> None:
    colours = tokens(theme == "slate", f'[data-board-theme="{theme}"]')
    assert colours["gipf-plate"] != tokens(theme == "slate")["gipf-plate"]
    assert contrast(colours["board-name"], colours["board-plate"]) >= 4.5
    assert contrast(colours["gipf-name"], colours["gipf-plate"]) >= 4.5
    assert contrast(colours["gipf-ink"], colours["gipf-plate"]) >= 3
    for ground in ("felt", "felt-tray"):
        assert contrast(colours["felt-words"], colours[ground]) >= 4.5
        assert contrast(colours["felt-chosen"], colours[ground]) >= 4.5
    assert contrast(colours["black-face"], colours["gipf-plate"]) >= 3
    assert contrast(colours["gipf-line"], colours["gipf-plate"]) >= 1.5


def test_pieces_stand_out_from_the_plate_of_small_boards_by_night() -> None:
    colours = tokens(night=True)
    for piece in ("white-face", "black-face"):
        assert contrast(colours[piece], colours["gipf-plate"]) >= 3


def test_the_methods_on_the_page_of_the_api_can_be_read() -> None:
    styles = (STYLES / "api.css").read_text(encoding="utf-8")
    labels = re.findall(r"opblock-(\w+) \.opblock-summary-method \{ background: (#\w+); color: (#\w+); \}", styles)
    assert {method for method, _ground, _text in labels} == {"get", "post", "put", "patch", "delete"}
    assert all(contrast(ground, text) >= 4.5 for _method, ground, text in labels)
