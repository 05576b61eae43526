"""Our own format, tags and turns as in PGN, and the turns of sites with GF1 notation alone."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.formats.base import OWN, RecordFormat
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.record import GameRecord, read_records

_GF1 = re.compile(r"\s*(?:\d{1,4}\.+\s*)?G?[WK][a-i][1-9]-[a-i][1-9](?:\s|\Z)", re.ASCII)


@register
class Gipfel(RecordFormat):
    """What `gipf_engine.rules.record` reads; every text that is in no other format is taken for it."""

    key = OWN
    name = _("Gipfel record")
    help = _("Tags and turns, as this server writes them.")

    def detects(self, text: str) -> bool:
        """Whether no other format is meant; that is for `recognise` to find out."""
        return True

    def split(self, text: str) -> list[tuple[int, str]]:
        """Each record with the comments and empty lines that stand in it."""
        lines = text.splitlines(keepends=True)
        return [(each.line, "".join(lines[each.line - 1 : each.end - 1])) for each in read_records(lines)]

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """The records, with a `fault` where one cannot be read to its end."""
        return list(read_records(text))


@register
class Gf1(Gipfel):
    """GF1 ("Gipf for One") with the letter of a colour before each dot, as playgipf.com writes it: `GWi3-h3 GKb6-c6`.

    The turns are read by `gipf_engine.games.gipf.rules`; which game they are of is not said in such a record. Source:
    github.com/vkryukov/webgipf.
    """

    key = "gf1"
    name = _("GF1 notation")
    help = _("GIPF from playgipf.com and Gipf for One.")

    def detects(self, text: str) -> bool:
        """Whether it begins with a piece of a colour that comes in."""
        return _GF1.match(text) is not None
