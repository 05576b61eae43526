"""Small pictures of pages: every name has a drawing, discs follow from names, and flags fall back to letters."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from gipf_engine.rules import all_rules
from gipfel.templatetags.pictures import drawings, face, flag, game_icon, game_of, icon, initials, spark
from tournaments.core.formats import formats

TEMPLATES = settings.BASE_DIR / "templates"


def test_every_icon_that_a_template_names_is_drawn_and_every_drawing_is_used() -> None:
    texts = [file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.html")]
    named = {name for text in texts for name in re.findall(r'\{% icon "([\w-]+)" %\}', text)}
    named |= {f"format-{each.key}" for each in formats()}  # on the form of an event
    outlines = {name for name in drawings() if not name.startswith("game-")}
    assert named == outlines
    assert all(re.search(r"<(path|circle|rect) ", icon(name)) for name in named)


def test_every_game_has_a_picture_of_its_own() -> None:
    pictures = {game_of(key): game_icon(key, 48) for key in all_rules()}
    assert {"gipf", "lyngk", "yinsh", "zertz", "guowuguan"} <= pictures.keys()
    assert len(set(pictures.values())) == len(pictures)
    assert 'width="48"' in pictures["gipf"] and game_icon("hex-11") not in pictures.values()


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ada Lindqvist", "AL"),
        ("Liam O’Rourke", "LO"),
        ("José María de la Cruz", "JC"),
        ("élodie", "É"),
        ("高橋 結衣", "高"),
        ("آرش رستمی", "آ\u200cر"),
        ("<script> x", "X"),
        ("", "?"),
    ],
)
def test_initials(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_a_disc_has_the_colour_of_its_name_wherever_it_is_drawn_and_is_not_read_aloud() -> None:
    assert face("Ada Lindqvist") == face("Ada Lindqvist") != face("Ada Lindqvisd")
    classes = {re.findall(r"face-\d", face(f"Player {number}"))[0] for number in range(200)}
    assert classes == {f"face-{number}" for number in range(8)}, "all eight colours are used"
    assert 'aria-hidden="true"' in face("Ada")


def test_a_flag_has_a_name_and_a_country_without_a_drawing_its_letters() -> None:
    assert 'alt="Netherlands"' in flag("NL") and "flags/nl" in flag("NL")
    assert flag("VA") == '<span class="small quiet">VA</span>', "its arms are too fine for 20 px"
    assert flag("") == ""
    sizes = [file.stat().st_size for file in (settings.BASE_DIR / "static" / "flags").glob("*.svg")]
    assert max(sizes) < 3300


def test_a_line_of_ratings_ends_at_the_newest() -> None:
    """Three values over 64 × 20: at x 2, 32 and 62; the lowest at y 17, the highest at y 3."""
    drawn = spark([1500, 1400, 1600])
    assert 'points="2.0,10.0 32.0,17.0 62.0,3.0"' in drawn and 'cx="62.0" cy="3.0"' in drawn
    assert spark([1500]) == ""


def test_the_page_of_the_components_shows_each_drawing_and_asks_the_database_nothing(client: Client) -> None:
    page = client.get("/about/components").content.decode()
    for name, drawing in drawings().items():
        assert drawing in page or name == "game-other", name
    for needed in (
        "badge good",
        "note danger",
        "podium-1",
        "chip won",
        "chip lost",
        "chip drawn",
        "button danger",
        "wrong",
    ):
        assert needed in page, needed
