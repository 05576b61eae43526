"""Style sheets as browsers get them: one file where a sheet imports others, without comments and indentation.

Each file that has to be there before the first paint costs a browser a request and a few milliseconds; comments and
indentation are a sixth of the packed size.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile, File
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'@import url\("([a-z0-9-]+\.css)"\);')
HASHED_IMPORT = re.compile(r'@import url\("([a-z0-9-]+\.[0-9a-f]{12}\.css)"\);')
BLANKS = re.compile(r"\s*\n\s*")


class UsedStaticFiles(StaticFilesConfig):
    """Of what packages bring along, `collectstatic` takes what a page of ours names: style and script of Swagger UI."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "rest_framework",
        "redoc",
        "swagger-ui-es-*",
        "swagger-ui-standalone-*",
    ]


def pack_style(text: str) -> str:
    """A style sheet without comments and blanks at the ends of lines; it has no signs of a comment in a string."""
    return BLANKS.sub("\n", COMMENT.sub("", text)).lstrip()


def join_imports(text: str, read: Callable[[str], str], pattern: re.Pattern[str] = IMPORT) -> str:
    """A style sheet with the sheets that it imports by name in place; `read` gives the text of one beside it."""
    return pattern.sub(lambda found: read(found[1]), text)


class PackedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Static files under names with a hash, compressed; our own style sheets are packed first."""

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.startswith("css/") and name.endswith(".css"):
            content.seek(0)  # a hash may have been made of it
            text = join_imports(content.read().decode(), _read_source)
            text = join_imports(text, self._read_hashed, HASHED_IMPORT)
            content = ContentFile(pack_style(text).encode())
        return str(super()._save(name, content))

    def create_compressor(self, **settings: Any) -> Compressor:
        """Maps to sources, which only people who debug Swagger UI fetch, are left as they are."""
        return Compressor(**settings | {"extensions": (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")})

    def _read_hashed(self, name: str) -> str:
        """The text of a sheet that has its hash, with those of what it names; still its import before that is made.

        Django replaces names in a sheet until none changes: in the last turn all that it imports is there.
        """
        if not self.exists(f"css/{name}"):
            return f'@import url("{name}");'
        with self.open(f"css/{name}") as made:
            return str(made.read().decode())

    def get_modified_time(self, name: str) -> datetime:
        """When a file was collected; of style sheets long ago, so that they are always collected anew.

        What they are made of (imported sheets, this module) may be newer than they are.
        """
        if name.startswith("css/"):
            return datetime.fromtimestamp(0, UTC)
        return cast(datetime, super().get_modified_time(name))


def first_sheets() -> list[str]:
    """The style sheets that every page begins with: one where files are packed, else those that it imports.

    What reads the style sheets of a page in a browser, as axe does, follows no imports.
    """
    if isinstance(staticfiles_storage, PackedStaticFiles):
        return ["css/site.css"]
    return [f"css/{name}" for name in IMPORT.findall(_read_source("site.css"))]


def _read_source(name: str) -> str:
    """The text of a style sheet of ours, by its file name."""
    path = finders.find(f"css/{name}")
    if path is None:
        raise FileNotFoundError(f"css/{name}")
    return Path(path).read_text(encoding="utf-8")
