"""Positions as files to take away: an SVG that stands alone, and the PNG that resvg draws of it.

The PNG is drawn in a process with limits, as PDFs are, once for all who ask for the same position.
"""

from __future__ import annotations

import hashlib
import tempfile
from importlib.util import find_spec
from pathlib import Path

from common.computed_apart import compute_apart, find_computed, seat
from common.computed_once import Admit
from common.installation import is_being_installed
from common.limited_process import Limits
from common.release import release
from games.core.board_look import ON, BoardLook

LIMITS = Limits(cpu_seconds=10, wall_seconds=20, memory=500 * 2**20)
KEEP_SECONDS = 600
PNG_WIDTH = 1200
PAPER = "#fbfaf7"
"""What lies under the board, which is no rectangle."""
_FONT = Path(__file__).resolve().parents[2] / "static" / "fonts" / "figtree" / "latin.woff2"
_FAMILY = "Figtree"
_WORK = "games.core.board_files:draw"


def can_make_png() -> bool:
    """Whether this machine has what a PNG takes, as far as that is installed by now."""
    return not is_being_installed() and find_spec("resvg_py") is not None


def style_svg(svg: str, look: BoardLook) -> str:
    """The drawing with letters and patterns as the reader chose; a file has no board.css."""
    hidden = [".p-letter"] * (look.letters != ON) + [".p-mark"] * (look.patterns != ON)
    start, tag, rest = svg.partition(">")
    return f"{start}{tag}<style>{','.join(hidden)}{{display:none}}</style>{rest}" if hidden else svg


def make_png(svg: str, admit: Admit) -> bytes:
    """The drawing as pixels. Raises LimitReached, WorkFailed, `BeingComputedError`, and TooMany from `admit`."""
    key = f"png:{release()}:{hashlib.sha256(svg.encode()).hexdigest()}"
    kept = find_computed(key)
    if kept is not None:
        return kept
    with seat():
        return compute_apart(key, _WORK, svg.encode(), LIMITS, admit=admit, keep_seconds=KEEP_SECONDS)


def draw(svg: bytes) -> bytes:
    """The PNG, with the letters of the pages, whatever fonts this machine has."""
    import resvg_py

    with tempfile.TemporaryDirectory() as folder:
        font = Path(folder) / "board.ttf"
        _write_font(font)
        made = resvg_py.svg_to_bytes(
            svg_string=svg.decode(),
            background=PAPER,
            width=PNG_WIDTH,
            skip_system_fonts=True,
            font_files=[str(font)],
            sans_serif_family=_FAMILY,
        )
    return bytes(made)


def _write_font(to: Path) -> None:
    """The font of the pages in the form that resvg takes; its name was left out of the file for the pages."""
    from fontTools.ttLib import TTFont

    font = TTFont(_FONT)
    font.flavor = None
    for number, name in ((1, _FAMILY), (2, "Regular"), (4, _FAMILY), (6, _FAMILY)):
        font["name"].setName(name, number, 3, 1, 0x409)
    with to.open("wb") as file:
        font.save(file)
