from collections.abc import Sequence
from pathlib import Path

from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

class CSS:
    def __init__(
        self,
        *,
        filename: Path | None = None,
        string: str | None = None,
        url_fetcher: URLFetcher,
        font_config: FontConfiguration | None = None,
    ) -> None: ...

class HTML:
    def __init__(self, *, string: str, url_fetcher: URLFetcher) -> None: ...
    def write_pdf(self, *, stylesheets: Sequence[CSS], font_config: FontConfiguration | None = None) -> bytes: ...
