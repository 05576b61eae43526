"""PDF from HTML by WeasyPrint, where the libraries that it draws with (Pango) are on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.utils.translation import get_language

STYLES = settings.BASE_DIR / "static" / "css"


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
    from weasyprint.urls import URLFetcher

    class LocalFetcher(URLFetcher):
        """Fetches pictures that stand in the page itself, and files of `static/`."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> object:
            if not url.startswith(("data:", STYLES.parent.as_uri() + "/")):
                raise ValueError(url)
            return super().fetch(url, headers)

    fetcher = LocalFetcher(allowed_protocols=("data", "file"))
    names = ["fonts.css", "sheets.css"] + (["noto-sans-jp.css"] if get_language() == "ja" else [])
    styles = [CSS(filename=STYLES / name, url_fetcher=fetcher) for name in names]
    return HTML(string=html, url_fetcher=fetcher).write_pdf(stylesheets=styles)
