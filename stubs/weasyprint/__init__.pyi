from collections.abc import Sequence
from pathlib import Path

from weasyprint.urls import URLFetcher

class CSS:
    def __init__(self, *, filename: Path, url_fetcher: URLFetcher) -> None: ...

class HTML:
    def __init__(self, *, string: str, url_fetcher: URLFetcher) -> None: ...
    def write_pdf(self, *, stylesheets: Sequence[CSS]) -> bytes: ...
