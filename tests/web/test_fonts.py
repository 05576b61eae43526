"""The pieces of the web fonts: every listed file is there, and no letter of a page is missing."""

from __future__ import annotations

import re

from babel.messages.pofile import read_po
from django.conf import settings
from fontTools.ttLib import TTFont

from gipf_engine.diagrams.guowuguan_tiles import NAMES

STYLES = settings.BASE_DIR / "static" / "css"
LISTS = ("fonts.css", "noto-sans-jp.css", "noto-sans-jp-pages.css")
RULE = re.compile(r"@font-face\{font-family:\"([^\"]+)\";[^}]*?src:url\(\.\./fonts/([^)]+)\);unicode-range:([^}]+)\}")
JAPANESE_FROM = 0x2E80


def pieces(name: str) -> list[tuple[str, str, set[int]]]:
    """Family, file and code points of each piece in a list."""
    found = RULE.findall((STYLES / name).read_text(encoding="utf-8"))
    return [
        (family, file, {point for each in ranges.split(",") for point in span(each)}) for family, file, ranges in found
    ]


def span(text: str) -> range:
    first, _dash, last = text.removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def said_in(language: str) -> set[int]:
    with (settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = [each.string for each in read_po(file) if each.id]
    texts = [text for each in messages for text in (each if isinstance(each, tuple) else (each,))]
    return {ord(letter) for text in texts for letter in text}


def test_every_file_in_a_list_is_there_and_every_file_is_in_a_list() -> None:
    listed = [file for name in LISTS for _family, file, _points in pieces(name)]
    assert len(listed) == len(set(listed)) > 900
    fonts = settings.BASE_DIR / "static" / "fonts"
    assert set(listed) == {file.relative_to(fonts).as_posix() for file in fonts.glob("*/*.woff2")}


def test_no_letter_of_a_persian_or_japanese_page_is_missing() -> None:
    everywhere = pieces("fonts.css") + pieces("noto-sans-jp.css")
    known = {point for _family, _file, points in everywhere for point in points}
    japanese = {point for point in said_in("ja") if point >= JAPANESE_FROM}
    assert {chr(point) for point in japanese - known} == set()
    persian = next(points for _family, file, points in everywhere if file == "vazirmatn/persian.woff2")
    arabic = {point for point in said_in("fa") if 0x600 <= point < 0x700}
    assert {chr(point) for point in arabic - persian} == set()


def drawn_in(file: str) -> set[int]:
    """What the file itself holds; a list names all places of a block, also those that are empty."""
    return set(TTFont(settings.BASE_DIR / "static" / "fonts" / file).getBestCmap())


def test_the_files_hold_every_japanese_character_and_the_names_of_tiles() -> None:
    names = {ord(letter) for name in NAMES.values() for letter in name}
    wanted = names | {point for point in said_in("ja") if point >= JAPANESE_FROM}
    listed = pieces("noto-sans-jp.css") + pieces("noto-sans-jp-pages.css")
    holding = {file for _family, file, points in listed if points & wanted}
    held = set().union(*(drawn_in(file) for file in holding))
    assert {chr(point) for point in wanted - held} == set()


def test_pieces_by_places_do_not_overlap() -> None:
    """Else a page would fetch the same letter twice."""
    for family in ("Noto Sans JP", "Noto Sans JP Rare"):
        points = [point for own, _file, held in pieces("noto-sans-jp.css") if own == family for point in held]
        assert len(points) == len(set(points)) > 1_000


def test_fonts_that_stand_in_for_figtree_draw_no_persian_letters() -> None:
    """Made as wide as Figtree, they would be: Persian names were then drawn smaller than Latin ones beside them."""
    rules = (STYLES / "fonts.css").read_text(encoding="utf-8")
    ranges = {
        family: {point for each in points.split(",") for point in span(each)}
        for family, points in re.findall(r'family:"([^"]+)";src:local[^}]*unicode-range:([^}]+)\}', rules)
    }
    assert ranges.keys() == {"Arial as Figtree", "DejaVu Sans as Figtree", "Persian Names"}
    persian = range(0x600, 0x700)
    assert [family for family, points in ranges.items() if points & set(persian)] == ["Persian Names"]
    assert set(persian) <= ranges["Persian Names"]
