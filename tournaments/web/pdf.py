"""PDF from HTML by WeasyPrint, where the libraries that it draws with (Pango) are on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tournaments.web.pdf_fonts import STYLES, font_styles


@cache
def can_make_pdf() -> bool:
    """Whether this machine has what a PDF takes. Importing it costs a second or so, once a process."""
    try:
        import weasyprint  # noqa: F401  many servers never make a PDF
    except (ImportError, OSError):
        return False
    return True


def make_pdf(html: str) -> bytes:
    """The page as a PDF, styled as sheets are. Nothing is fetched but styles and fonts of this project."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    class LocalFetcher(URLFetcher):
        """Fetches pictures that stand in the page itself, and files of `static/`."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> object:
            if not url.startswith(("data:", STYLES.parent.as_uri() + "/")):
                raise ValueError(url)
            return super().fetch(url, headers)

    fetcher = LocalFetcher(allowed_protocols=("data", "file"))
    fonts = FontConfiguration()
    styles = [
        CSS(filename=STYLES / "sheets.css", url_fetcher=fetcher),
        CSS(string=font_styles(html), url_fetcher=fetcher, font_config=fonts),
    ]
    return HTML(string=html, url_fetcher=fetcher).write_pdf(stylesheets=styles, font_config=fonts)
