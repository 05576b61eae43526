"""Cut the web fonts into the pieces that pages fetch, and write the style sheets that say what each piece holds.

    pip install fonttools==4.68.0 brotli==1.2.1
    python -m tools.cut_fonts NOTO_SANS_JP VAZIRMATN FIGTREE

Each argument is the unpacked Fontsource package of that font (`static/fonts/README.md` says which). About ten minutes.
The two libraries are for an environment of its own: where brotli is, static files are compressed by it at each start.

Figtree and Vazirmatn keep the weights that pages use, in one file each for the letters that most pages need.

Noto Sans JP, in its regular weight:

* `4e00.woff2` holds what lies in the 32 places of Unicode from U+4E00 on. So a page with three Japanese names fetches a
  dozen files of about 3 KB, and the list of them is short, since it names no single character.
* `rare-4e00.woff2` holds, from 256 places, the characters of JIS X 0213 that Windows code page 932 does not have, and
  those that neither has but the drawings need: the Chinese names of tiles.
* `pages-0.woff2`, … hold what Japanese pages themselves say, the most common characters first: so they need few files.
* `place.woff2` holds no letter (one sign, since it must). What a system draws for a letter that it lacks is as wide as
  the letter in it, so nothing moves when that comes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from gipf_engine.diagrams.guowuguan_tiles import NAMES

ROOT = Path(__file__).resolve().parent.parent
FONTS, STYLES = ROOT / "static" / "fonts", ROOT / "static" / "css"
CATALOG = ROOT / "locale" / "ja" / "LC_MESSAGES" / "django.po"
JAPANESE_FROM = 0x2E80
"""Before it come letters, digits and signs that every system has."""
BLOCK, RARE_BLOCK, PAGE_PIECE = 32, 256, 32
EVERYWHERE = ("templates/base.html", "templates/parts/", "templates/tournaments/core/event_base.html",
              "tournaments/core/pages.py", "tournaments/core/queries/events.py",
              "templates/tournaments/events/standings.html", "templates/tournaments/standings/parts/card.html",
              "gipf_engine/tournament/standings/", "gipfel/templatetags/")  # fmt: skip
"""What the frame of every page says, and the page that most people read, the standings: these make the first piece."""
TAGS_SAY = "年月日"
REGULAR, BOLD = 400, 700
TEXT, STRONG = 450, 650
"""The two weights of Latin letters."""
FIRST_LETTER = 0x20
MEANWHILE = (("Arial", 1.008), ("DejaVu Sans", 0.883))
"""Fonts of systems, and how much wider than theirs the lines of an English page are in Figtree."""
ASCENT, DESCENT = 0.95, 0.25
"""Of the size of Figtree."""
LATIN = "U+0-5ff,U+1e00-22ff"
"""What these fonts are made as wide for: their other letters keep their own size."""
PERSIAN_LETTERS = "U+600-6ff,U+750-77f,U+200c-200e,U+fb50-fdff,U+fe70-fefc"
ARABIC_NAMES = ("DejaVu Sans", "Segoe UI", "Geeza Pro", "Arial")
ARABIC_WIDER = 1.04
"""Fonts of systems for Persian names on pages in other languages, and how much larger they look like Latin names."""
PRELOADED = "optional"
"""Fetched before the page is drawn, or used from the next page on: no system font is as wide in every word, so a change
would move what is read, and a page would wait for its letters."""
COMMON, RARE = "cp932", "shift_jis_2004"
ARABIC = [*range(0x0600, 0x0656), 0x066A, 0x066B, 0x066C, 0x0670, 0x067E, 0x0686, 0x0698, 0x06A9, 0x06AF, 0x06C0,
          0x06CC, *range(0x06F0, 0x06FA), 0x200C, 0x200D, 0x200E, 0x200F]  # fmt: skip
"""What Persian and Arabic texts are written with; the rest of the script is a piece of its own."""
LATIN_ZERO, PERSIAN_ZERO = 0x30, 0x6F0
DIGIT_WIDTH = 1100
"""In units of which 2,048 are the size: the digits of Vazirmatn are 590 to 1,350 wide."""
HELD = 0x3012
"""A sign that no page has, 〒: browsers refuse a font that draws nothing."""
WIDE = (range(0x3000, 0x3100), range(0x3400, 0xA000), range(0xF900, 0xFB00), range(0xFF01, 0xFF61))
"""Where Japanese letters and signs are as wide as high."""
HYPHENS = (0x2010, 0x2011)
"""They stand in texts of all scripts, and come from the reader's system."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noto_sans_jp", type=Path)
    parser.add_argument("vazirmatn", type=Path)
    parser.add_argument("figtree", type=Path)
    chosen = parser.parse_args(arguments)
    head = "/* Latin: Figtree, Arabic: Vazirmatn. Licences: OFL.txt beside each. From tools/cut_fonts.py. */\n"
    rules = [*cut_figtree(chosen.figtree), *cut_vazirmatn(chosen.vazirmatn)]
    (STYLES / "fonts.css").write_text(head + "\n".join(rules) + "\n", encoding="utf-8")
    with TemporaryDirectory() as folder:
        cut_noto_sans_jp(chosen.noto_sans_jp, Path(folder))


# --- Figtree ------------------------------------------------------------------------------------------


def cut_figtree(package: Path) -> list[str]:
    """The Latin letters of most pages, and those of names in other languages; what is drawn until they are there."""
    rules, taken = [], set(HYPHENS)
    for name, subset, display in (("latin", "latin", PRELOADED), ("more", "latin-ext", "swap")):
        source = TTFont(next((package / "files").glob(f"*-{subset}-wght-normal.woff2")))
        points = sorted(point for point in set(source.getBestCmap()) - taken if point >= FIRST_LETTER)
        cut = _subset(source, points, ["kern", "tnum", "ccmp", "locl"])
        font = instantiateVariableFont(cut, {"wght": (TEXT, STRONG)})
        _write_font(font, FONTS / "figtree" / f"{name}.woff2")
        rules.append(_rule("Figtree", f"{TEXT} {STRONG}", _url(f"figtree/{name}"), _ranges(points), display))
        taken.update(points)
    return [*(_until_fetched(*each) for each in MEANWHILE), _of_names(), *rules]


def _of_names() -> str:
    """Persian letters of the system, as large beside Latin names as these are."""
    source = ",".join(f'local("{name}")' for name in ARABIC_NAMES)
    told = {"font-family": '"Persian Names"', "src": source, "size-adjust": f"{ARABIC_WIDER:.0%}"}
    return _face({**told, "line-gap-override": "0%", "unicode-range": PERSIAN_LETTERS})


def _until_fetched(local: str, width: float) -> str:
    """A font of the system, made as wide and as high as Figtree, so that nothing moves when that comes."""
    told = {"font-family": f'"{local} as Figtree"', "src": f'local("{local}")', "size-adjust": f"{width:.1%}"}
    told |= {"ascent-override": f"{ASCENT / width:.1%}", "descent-override": f"{DESCENT / width:.1%}"}
    return _face({**told, "line-gap-override": "0%", "unicode-range": LATIN})


# --- Vazirmatn ----------------------------------------------------------------------------------------


def cut_vazirmatn(package: Path) -> list[str]:
    """What Persian and Arabic need, the rest of the script, and Persian digits. All weights that pages use."""
    source = next((package / "files").glob("*-arabic-wght-normal.woff2"))
    known = {point for point in TTFont(source).getBestCmap() if point >= min(ARABIC) and point not in HYPHENS}
    common = sorted(known & set(ARABIC))
    rules = []
    weights = f"{REGULAR} {BOLD}"
    for name, points, display in (("more", sorted(known - set(common)), "swap"), ("persian", common, PRELOADED)):
        font = instantiateVariableFont(_subset(TTFont(source), points), {"wght": (REGULAR, BOLD)})
        _write_font(font, FONTS / "vazirmatn" / f"{name}.woff2")
        rules.append(_rule("Vazirmatn Variable", weights, _url(f"vazirmatn/{name}"), _ranges(points), display))
    cut_digits(FONTS / "vazirmatn" / "persian.woff2", FONTS / "vazirmatn" / "digits.woff2")
    rules.append(_rule("Persian Digits", weights, _url("vazirmatn/digits"), "U+30-39", PRELOADED))
    return rules


def cut_digits(source: Path, target: Path) -> None:
    """A font that draws the digits 0 to 9 as Persian ones, for readers who chose them. The text itself stays."""
    font = _subset(TTFont(source), range(PERSIAN_ZERO, PERSIAN_ZERO + 10), features=[])
    for table in font["cmap"].tables:
        table.cmap = {LATIN_ZERO + point - PERSIAN_ZERO: glyph for point, glyph in table.cmap.items()}
    _make_equally_wide(font)
    _write_font(font, target)


def _make_equally_wide(font: TTFont) -> None:
    """Every glyph as wide, in all weights, and in the middle of its place: numbers stand in columns."""
    widths, outlines = font["hmtx"], font["glyf"]
    for name, (width, left) in widths.metrics.items():
        shift = (DIGIT_WIDTH - width) // 2
        outline = outlines[name]
        if outline.numberOfContours > 0:
            outline.coordinates.translate((shift, 0))
            outline.recalcBounds(outlines)
        widths[name] = (DIGIT_WIDTH, left + shift)
        for variation in font["gvar"].variations.get(name, []):
            variation.coordinates[-4:-2] = [(0, 0), (0, 0)]  # how its sides move with the weight: no more
    del font["HVAR"]


# --- Noto Sans JP -------------------------------------------------------------------------------------


def cut_noto_sans_jp(package: Path, scratch: Path) -> None:
    """The blocks, the rare blocks and the pieces of Japanese pages, with a style sheet for names and one for pages."""
    font = Source(package, scratch)
    folder = FONTS / "noto-sans-jp"
    for old in folder.glob("*.woff2"):
        old.unlink()
    common = {point for point in font.points if _is_in(COMMON, point)}
    drawn = {ord(letter) for name in NAMES.values() for letter in name}
    rare = {point for point in font.points - common if point in drawn or _is_in(RARE, point)}
    blocks = [_block(font, folder, "Noto Sans JP", "", *each) for each in _blocks(common, BLOCK)]
    blocks += [_block(font, folder, "Noto Sans JP Rare", "rare-", *each) for each in _blocks(rare, RARE_BLOCK)]
    _write_list("noto-sans-jp.css", "what lies in so many places of Unicode", blocks)
    pieces = [cut_place(folder)]
    for number, points in enumerate(_page_pieces(font.points)):
        font.write(points, folder / f"pages-{number}.woff2")
        pieces.append(_rule("Noto Sans JP", "", _url(f"noto-sans-jp/pages-{number}"), _ranges(points)))
    _write_list("noto-sans-jp-pages.css", "what Japanese pages say, before the pieces by places", pieces)


def cut_place(folder: Path) -> str:
    """A font that lacks all letters: each is drawn as nothing, as wide as it will be."""
    piece = folder / f"{HELD - HELD % BLOCK:04x}.woff2"
    _write_font(_subset(TTFont(piece), [HELD], features=(), is_missing_drawn=False), folder / "place.woff2")
    points = [point for each in WIDE for point in each if point != HELD]
    return _rule("Japanese Place", "", _url("noto-sans-jp/place"), _ranges(points))


def _block(font: Source, folder: Path, family: str, prefix: str, first: int, size: int, points: list[int]) -> str:
    name = f"{prefix}{first:04x}"
    font.write(points, folder / f"{name}.woff2")
    return _rule(family, "", _url(f"noto-sans-jp/{name}"), f"U+{first:x}-{first + size - 1:x}")


def _write_list(name: str, what: str, rules: Sequence[str]) -> None:
    head = (
        f"/* Noto Sans JP: {what}. A page fetches the pieces whose characters it shows.\n"
        "   Licence: ../fonts/noto-sans-jp/OFL.txt. From tools/cut_fonts.py. */\n"
    )
    lines = ["".join(rules[at : at + 4]) for at in range(0, len(rules), 4)]
    (STYLES / name).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


class Source:
    """The font as the package has it, in pieces of variable weight; each is made regular when it is first needed."""

    def __init__(self, package: Path, scratch: Path) -> None:
        self._of: dict[int, Path] = {}
        self._scratch = scratch
        for file in sorted((package / "files").glob("noto-sans-jp-*-wght-normal.woff2")):
            for point in TTFont(file).getBestCmap():
                if point >= JAPANESE_FROM:
                    self._of.setdefault(point, file)

    @property
    def points(self) -> set[int]:
        """All code points that are taken from it."""
        return set(self._of)

    def write(self, points: Sequence[int], target: Path) -> None:
        """One file with the glyphs of these code points."""
        by_piece: dict[Path, list[int]] = {}
        for point in points:
            by_piece.setdefault(self._of[point], []).append(point)
        parts = []
        for number, (piece, own) in enumerate(sorted(by_piece.items())):
            part = self._scratch / f"part-{number}.ttf"
            _subset(TTFont(self._regular(piece)), own, features=()).save(part)
            parts.append(str(part))
        _write_font(TTFont(parts[0]) if len(parts) == 1 else Merger().merge(parts), target)

    def _regular(self, piece: Path) -> Path:
        made = self._scratch / f"{piece.stem}.ttf"
        if not made.exists():
            font = instantiateVariableFont(TTFont(piece), {"wght": REGULAR})
            for table in ("GSUB", "GPOS", "GDEF", "BASE", "STAT", "vhea", "vmtx", "VORG"):
                if table in font:
                    del font[table]
            font.save(made)
        return made


def _blocks(points: Iterable[int], size: int) -> Iterator[tuple[int, int, list[int]]]:
    """The first place of each block that holds something, its size, and what it holds."""
    found: dict[int, list[int]] = {}
    for point in sorted(points):
        found.setdefault(point - point % size, []).append(point)
    return ((first, size, own) for first, own in found.items())


def _page_pieces(known: set[int]) -> Iterator[list[int]]:
    """What the pages say: first what all of them do, with the kana, then the rest by the number of its sources."""
    with CATALOG.open("rb") as file:
        messages = [each for each in read_po(file) if each.id]
    everywhere = {point for each in messages if _is_everywhere(each) for point in _said(each)} & known
    everywhere |= {*map(ord, TAGS_SAY), *range(0x3001, 0x3003), *range(0x3041, 0x3094), *range(0x30A1, 0x30FD)} & known
    sources: dict[int, set[str]] = {}
    for each in messages:
        for point in set(_said(each)) & known - everywhere:
            sources.setdefault(point, set()).update(file for file, _line in each.locations)
    often = Counter({point: len(files) for point, files in sources.items()})
    rest = sorted(often, key=lambda point: (-often[point], point))
    yield sorted(everywhere)
    for at in range(0, len(rest), PAGE_PIECE):
        yield sorted(rest[at : at + PAGE_PIECE])


def _is_everywhere(message: Message) -> bool:
    return any(file.startswith(EVERYWHERE) for file, _line in message.locations)


def _said(message: Message) -> Iterator[int]:
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return (ord(letter) for text in texts for letter in text or "" if ord(letter) >= JAPANESE_FROM)


def _is_in(charset: str, point: int) -> bool:
    try:
        chr(point).encode(charset)
    except UnicodeEncodeError:
        return False
    return True


# --- files and rules ----------------------------------------------------------------------------------


def _subset(
    font: TTFont, points: Iterable[int], features: Sequence[str] | None = None, *, is_missing_drawn: bool = True
) -> TTFont:
    options = Options(
        hinting=False, desubroutinize=True, name_IDs=[], notdef_outline=is_missing_drawn, glyph_names=False
    )
    if features is not None:
        options.layout_features = list(features)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(points))
    subsetter.subset(font)
    return font


def _write_font(font: TTFont, target: Path) -> None:
    font.flavor = "woff2"
    made = BytesIO()
    font.save(made, reorderTables=False)
    target.write_bytes(made.getvalue())


def _url(file: str) -> str:
    return f"url(../fonts/{file}.woff2)"


def _rule(family: str, weight: str, source: str, ranges: str, display: str = "swap") -> str:
    told = {"font-family": f'"{family}"', "font-display": display, **({"font-weight": weight} if weight else {})}
    return _face({**told, "src": source, "unicode-range": ranges})


def _face(told: Mapping[str, str]) -> str:
    return "@font-face{" + ";".join(f"{name}:{value}" for name, value in told.items()) + "}"


def _ranges(points: Sequence[int]) -> str:
    """Code points as style sheets write them: "U+600-605,U+60c"."""
    runs: list[tuple[int, int]] = []
    for point in sorted(points):
        if runs and point == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], point)
        else:
            runs.append((point, point))
    return ",".join(f"U+{first:x}" + (f"-{last:x}" if last > first else "") for first, last in runs)


if __name__ == "__main__":
    main(sys.argv[1:])
