"""The fonts of a PDF: those of the pages, in the form that WeasyPrint takes.

It loads every font that a style sheet names, whatever characters it is for, and takes pieces of one font for each
other. So of the hundreds of pieces of Noto Sans JP those that a text needs are made one font here.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

STYLES = Path(__file__).resolve().parents[2] / "static" / "css"
PERSIAN, JAPANESE = "Vazirmatn", "Noto Sans JP"
FIGTREE, FIGTREE_FOLDER, FIGTREE_WEIGHTS = "Figtree", "figtree", {400: 450, 700: 650}
PERSIAN_FOLDER = "vazirmatn"
FALLBACK = '"Noto Sans", "DejaVu Sans", sans-serif'
"""Of the system: letters of Latin, and what else the pages' fonts lack."""
DIGITS = "digits"
"""The piece that draws 0 to 9 as Persian digits, outside names."""
PERSIAN_NUMBERS = 'lang="fa-x-ir"'
"""Stands in the pages of readers who chose them."""
REGULAR, BOLD = 400, 700
SPACE_WIDTH = 0.25
"""In sizes of the font: Noto Sans JP has 0.22, Vazirmatn 0.26."""
_RULE = re.compile(r"@font-face\{[^}]*url\(([^)]*)\)[^}]*unicode-range:([^}]*)\}")


class Piece(NamedTuple):
    """A file with the glyphs of some characters; not each of its ranges is filled."""

    file: Path
    ranges: tuple[range, ...]

    def may_hold(self, points: Iterable[int]) -> bool:
        return any(point in one for point in points for one in self.ranges)


def font_styles(html: str) -> str:
    """A style sheet with the fonts that draw this page."""
    points = frozenset(map(ord, html))
    fonts = [
        (f"{PERSIAN} {piece.file.stem}", weight, _persian(piece.file, weight))
        for piece in _pieces("fonts.css")
        if piece.file.parent.name == PERSIAN_FOLDER
        and piece.may_hold(points)
        and (piece.file.stem != DIGITS or PERSIAN_NUMBERS in html)
        for weight in (REGULAR, BOLD)
    ]
    if files := _files_with(points):
        fonts.append((JAPANESE, REGULAR, _japanese(files)))
    families = [*dict.fromkeys(f'"{name}"' for name, _weight, _address in fonts), FALLBACK]
    of_names = [each for each in families if DIGITS not in each]
    return "\n".join(
        [
            *(_face(*each) for each in fonts),
            f":root {{ font-family: {', '.join(families)}; }}",
            f"bdi {{ font-family: {', '.join(of_names)}; }}",
            f"@page {{ font-family: {', '.join(families)}; }}",
        ]
    )


def fonts_for(text: str) -> list[bytes]:
    """The fonts that draw this text, as TrueType with names: that of the pages in two weights, then pieces for others.

    Who draws with them takes the letters that one lacks from another.
    """
    points = frozenset(map(ord, text))
    files = [piece.file for piece in _pieces("fonts.css") if piece.may_hold(points) and piece.file.stem != DIGITS]
    latin = [file for file in files if file.parent.name == FIGTREE_FOLDER]
    fonts = [_weighed(file, weight) for file in latin for weight in FIGTREE_WEIGHTS]
    fonts += [
        _named(_read(_persian(file, weight)), f"{PERSIAN} {file.stem}", weight)
        for file in files
        if file.parent.name == PERSIAN_FOLDER
        for weight in (REGULAR, BOLD)
    ]
    if japanese := _files_with(points):
        fonts.append(_named(_read(_japanese(japanese)), JAPANESE, REGULAR))
    return fonts


def _read(font: bytes) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(BytesIO(font))


def _weighed(file: Path, weight: int) -> bytes:
    """A piece of Figtree in a weight that a style can name, with that of the pages behind it."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    family = FIGTREE if file.stem == "latin" else f"{FIGTREE} {file.stem}"
    return _named(instantiateVariableFont(TTFont(file), {"wght": FIGTREE_WEIGHTS[weight]}), family, weight)


def _named(font: TTFont, family: str, weight: int) -> bytes:
    """The font with its name, which was left out of the file for the pages."""
    font.flavor = None
    font["OS/2"].usWeightClass = weight
    for number, name in ((1, family), (2, "Regular"), (4, family), (6, family.replace(" ", ""))):
        font["name"].setName(name, number, 3, 1, 0x409)
    saved = BytesIO()
    font.save(saved)
    return saved.getvalue()


def _face(name: str, weight: int, font: bytes) -> str:
    address = f"data:font/ttf;base64,{b64encode(font).decode()}"
    return f'@font-face {{ font-family: "{name}"; font-weight: {weight}; src: url("{address}"); }}'


@cache
def _pieces(name: str) -> tuple[Piece, ...]:
    """What a style sheet of the pages says of its pieces (`tools/cut_fonts.py` writes it)."""
    rules = _RULE.findall((STYLES / name).read_text(encoding="utf-8"))
    return tuple(Piece((STYLES / address).resolve(), tuple(_ranges(ranges))) for address, ranges in rules)


def _ranges(text: str) -> Iterator[range]:
    """Of `U+60c-60d,U+615`."""
    for one in text.removeprefix("U+").split(",U+"):
        first, _dash, last = one.partition("-")
        yield range(int(first, 16), int(last or first, 16) + 1)


def _files_with(points: frozenset[int]) -> tuple[Path, ...]:
    """The pieces of Noto Sans JP that hold these characters: the rare ones only where the common ones lack some."""
    chosen: list[Path] = []
    missing = set(points)
    for rare in (False, True):
        for piece in _pieces("noto-sans-jp.css"):
            if piece.file.stem.startswith("rare-") == rare and piece.may_hold(missing):
                chosen.append(piece.file)
        missing -= {point for file in chosen for point in _characters(file)}
    return tuple(chosen)


@cache
def _characters(file: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont  # takes a while; many servers never make a PDF

    return frozenset(TTFont(file).getBestCmap())


@cache
def _persian(file: Path, weight: int) -> bytes:
    """A piece of Vazirmatn in this weight."""
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    return _saved(instantiateVariableFont(TTFont(file), {"wght": weight}))


@lru_cache(maxsize=16)
def _japanese(files: tuple[Path, ...]) -> bytes:
    """One font with what stands in these pieces of Noto Sans JP."""
    from fontTools.merge import Merger

    return _saved(Merger().merge([str(file) for file in files]))


def _saved(font: TTFont) -> bytes:
    """As TrueType, with a space: texts take theirs from the font of the word before it, and the pieces have none."""
    from fontTools.ttLib.tables._g_l_y_f import Glyph

    font.setGlyphOrder([*font.getGlyphOrder(), "space"])
    font["glyf"]["space"] = Glyph()
    font["hmtx"]["space"] = (round(SPACE_WIDTH * font["head"].unitsPerEm), 0)
    for table in font["cmap"].tables:
        table.cmap[ord(" ")] = "space"
    font.flavor = None
    saved = BytesIO()
    font.save(saved)
    return saved.getvalue()
