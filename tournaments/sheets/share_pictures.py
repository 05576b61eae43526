"""The picture that other sites show beside a link to an event: its name, and the first of its table or boards.

An SVG of 1,200 × 630 points is written here, and resvg draws it in a process with limits, as pictures of positions are.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils.html import escape

from common.computed_apart import compute_apart, find_computed, seat
from common.computed_once import Admit
from common.limited_process import Limits
from common.release import release
from tournaments.sheets.pdf_fonts import fonts_for

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
MOST_LINES, FIRST_LINE, LINE = 7, 236, 54
LONGEST_TITLE, LONGEST_NAME = 40, 30
LIMITS = Limits(cpu_seconds=15, wall_seconds=30, memory=700 * 2**20)
KEEP_SECONDS = 600
_WORK = "tournaments.sheets.share_pictures:draw"
_FROM_THE_RIGHT, _END, _MARK = "\u202b", "\u202c", "\u200f"
_PAPER, _INK, _QUIET, _LINE, _ACCENT = "#fbfaf7", "#1d1c1a", "#615d56", "#e2ded5", "#0b6b63"


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A line of the table: what is before the name ("1"), the name, and what is behind it ("3½")."""

    before: str
    name: str
    behind: str


@dataclass(frozen=True, slots=True)
class SharePicture:
    """All that is on a picture. `is_rtl`: its language is written from the right."""

    title: str
    under: str
    heading: str
    lines: Sequence[PictureLine]
    is_rtl: bool = False

    def svg(self) -> str:
        """The drawing; no text of it can be anything but text."""
        start, end = (WIDTH - MARGIN, MARGIN) if self.is_rtl else (MARGIN, WIDTH - MARGIN)
        first, last = ("end", "start") if self.is_rtl else ("start", "end")
        step = -84 if self.is_rtl else 84
        parts = [
            _text(self._embedded(self.title), start, 110, 56, _INK, first, LONGEST_TITLE, strong=True),
            _text(self._embedded(self.under), start, 158, 28, _QUIET, first, 2 * LONGEST_TITLE),
            _text(self._embedded(self.heading), end, 210, 28, _ACCENT, last, LONGEST_NAME, strong=True),
        ]
        for place, line in enumerate(self.lines[:MOST_LINES]):
            y = FIRST_LINE + place * LINE
            parts += [
                f'<rect x="{MARGIN}" y="{y - 8}" width="{WIDTH - 2 * MARGIN}" height="1.5" fill="{_LINE}"/>',
                _text(line.before, start, y + 32, 30, _QUIET, first, LONGEST_NAME),
                _text(line.name, start + step, y + 32, 32, _INK, first, 2 * LONGEST_NAME),
                _text(line.behind, end, y + 32, 32, _INK, last, LONGEST_NAME, strong=True),
            ]
        size = f'width="{WIDTH}" height="{HEIGHT}"'
        band = f'<rect {size} fill="{_PAPER}"/><rect width="{WIDTH}" height="14" fill="{_ACCENT}"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="Figtree">{band}{"".join(parts)}</svg>'

    def _embedded(self, text: str) -> str:
        """Words of the page's language, read in its direction whatever they start with: resvg reads from the left."""
        apart = text.replace(" · ", f"{_MARK} · ")  # a number behind a Latin word would stay with it
        return f"{_FROM_THE_RIGHT}{apart}{_END}" if self.is_rtl else text


def _text(text: str, x: int, y: int, size: int, colour: str, anchor: str, most: int, *, strong: bool = False) -> str:
    weight = 700 if strong else 400
    style = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(shortened(text, most))}</text>'


def shortened(text: str, most: int) -> str:
    """The text without what XML has no place for, cut where it is longer than `most` characters."""
    seen = "".join(letter for letter in text if unicodedata.category(letter) not in ("Cc", "Cs", "Cn"))
    return seen if len(seen) <= most else f"{seen[: most - 1].rstrip()}…"


def make_share_picture(picture: SharePicture, admit: Admit) -> bytes:
    """The PNG, kept for a while. Raises LimitReached, WorkFailed, `BeingComputedError`, and TooMany from `admit`."""
    svg = picture.svg()
    key = f"share:{release()}:{hashlib.sha256(svg.encode()).hexdigest()}"
    kept = find_computed(key)
    if kept is not None:
        return kept
    with seat():
        return compute_apart(key, _WORK, json.dumps(svg).encode(), LIMITS, admit=admit, keep_seconds=KEEP_SECONDS)


def draw(data: bytes) -> bytes:
    """The PNG, with the letters of the pages and no others."""
    import resvg_py

    svg = json.loads(data)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, font in enumerate(fonts_for(svg)):
            file = Path(folder) / f"{number}.ttf"
            file.write_bytes(font)
            files.append(str(file))
        made = resvg_py.svg_to_bytes(
            svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=files, sans_serif_family="Figtree"
        )
    return bytes(made)
