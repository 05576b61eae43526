"""PDF from HTML by WeasyPrint, where the libraries that it draws with (Pango) are on this machine.

WeasyPrint holds some hundred times what its page has and is slow in proportion, so it draws in a process with limits.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from functools import cache

from django.core.cache import cache as shared_cache

from common.computed_apart import compute_apart, find_computed, seat
from common.computed_once import Admit
from common.installation import is_being_installed
from common.limited_process import Limits
from common.release import release
from tournaments.sheets.pdf_fonts import STYLES, font_styles

LIMITS = Limits(cpu_seconds=30, wall_seconds=50, memory=700 * 2**20)
LONGEST_HTML = 2 * 2**20
MOST_CELLS = 12_000
"""Characters and cells of tables of a page that is drawn: a thousand cells take a second or two."""
KEEP_SECONDS = 600
ASKED_SECONDS = 60
"""For so long the one who asks for the same sheet gets the same file, and the page is not written again."""
_PRINTED_AT = re.compile(r'<p class="[^"]*sheet-foot">.*?</p>', re.DOTALL)
_WORK = "tournaments.sheets.pdf:draw"


class TooLongError(Exception):
    """The page is longer than any PDF that is made here."""


def can_make_pdf() -> bool:
    """Whether this machine has what a PDF takes, as far as that is installed by now."""
    return not is_being_installed() and _can_draw()


@cache
def _can_draw() -> bool:
    """Importing it costs a second or so, once a process."""
    try:
        import weasyprint  # noqa: F401  many servers never make a PDF
    except (ImportError, OSError):
        return False
    return True


def find_or_make_pdf(asked: str, write: Callable[[], str], admit: Admit) -> bytes:
    """The PDF of the page that `write` gives. `asked` names what is on it and for whom, "" for no one else.

    Raises what `make_pdf` raises, also before anything is written.
    """
    key = shared_cache.get(f"pdf-asked:{asked}") if asked else None
    kept = find_computed(key) if isinstance(key, str) else None
    if kept is not None:
        return kept
    with seat():
        html = write()
        if asked:
            shared_cache.set(f"pdf-asked:{asked}", _key(html), ASKED_SECONDS)
        return make_pdf(html, admit)


def _key(html: str) -> str:
    content = _PRINTED_AT.sub("", html).encode()
    return f"pdf:{release()}:{hashlib.sha256(content).hexdigest()}"


def make_pdf(html: str, admit: Admit) -> bytes:
    """The page as a PDF, styled as sheets are; for a while the same file for pages that differ in their date alone.

    Take a seat before (`common.computed_apart`). Raises TooLongError, LimitReached, BeingComputedError, and
    TooMany from `admit`.
    """
    if len(html) > LONGEST_HTML or html.count("<td") + html.count("<th") > MOST_CELLS:
        raise TooLongError
    return compute_apart(_key(html), _WORK, html.encode(), LIMITS, admit=admit, keep_seconds=KEEP_SECONDS)


def draw(page: bytes) -> bytes:
    """The page as a PDF. Nothing is fetched but styles and fonts of this project."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    class LocalFetcher(URLFetcher):
        """Fetches pictures that stand in the page itself, and files of `static/`."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> object:
            if not url.startswith(("data:", STYLES.parent.as_uri() + "/")):
                raise ValueError(url)
            return super().fetch(url, headers)

    html = page.decode()
    fetcher = LocalFetcher(allowed_protocols=("data", "file"))
    fonts = FontConfiguration()
    styles = [
        CSS(filename=STYLES / "sheets.css", url_fetcher=fetcher),
        CSS(string=font_styles(html), url_fetcher=fetcher, font_config=fonts),
    ]
    return HTML(string=html, url_fetcher=fetcher).write_pdf(stylesheets=styles, font_config=fonts)
