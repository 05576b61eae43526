"""Logs of Board Game Arena, which cannot be read: they are told apart from other texts, to say so.

Its replays show a log in the reader's language ("Move 12 :" and a sentence), and how its sentences about GIPF or LYNGK
are worded is published nowhere; nothing is guessed from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import NotAMove
from gipf_engine.rules.formats.base import RecordFormat
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.record import GameRecord

_MARK = re.compile(r"boardgamearena\.com|^[ \t]*+Move \d{1,4} ?:", re.IGNORECASE | re.MULTILINE)
_TAG = re.compile(r'\s*\[\s*\w+\s+"')


@register
class BoardGameArena(RecordFormat):
    """The log of a replay on boardgamearena.com."""

    key = "bga"
    name = _("Board Game Arena log")
    help = _("Recognised, but cannot be read.")

    def detects(self, text: str) -> bool:
        """Whether it is such a log, and no record that names the site in a tag."""
        return _TAG.match(text) is None and _MARK.search(text) is not None

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """Always raises `NotAMove`."""
        raise NotAMove(
            Message(
                _(
                    "logs of Board Game Arena do not contain the moves in a readable form: replay the game on the "
                    "board of its page here, or write down its turns"
                )
            )
        )
