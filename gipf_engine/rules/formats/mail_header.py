"""The header of a mail before a record: it says nothing of the game, and its lines are read as empty ones."""

from __future__ import annotations

import re

_FIELD = r"[!-9;-~]++:[^\n]*+(?:\n|\Z)(?:[ \t]++[^\s][^\n]*+(?:\n|\Z))*+"
_KNOWN = (
    r"(?:From|To|Cc|Subject|Date|Sender|Reply-To|Return-Path|Delivered-To|Received|Message-ID|MIME-Version"
    r"|X-[!-9;-~]++)"
)
_HEADER = re.compile(
    rf"\A\ufeff?\s*+(?:From [^\n:]++[^\n]*+\n)?(?={_KNOWN}:)(?:{_FIELD})++(?=[ \t]*+\r?\n)", re.ASCII | re.I
)


def count_header_lines(text: str) -> int:
    """How many lines at the beginning of `text` are the header of a mail; 0 where it is no mail.

    A mail begins with a field that mails have, as `From:` or `Subject:`, and an empty line ends its header. Others that
    look so, as the PBeM server's `anna: 0 stacks`, are no header.
    """
    found = _HEADER.match(text)
    return found[0].count("\n") if found else 0


def blank_header(text: str) -> str:
    """The text with empty lines for its header, so that every line keeps its number."""
    found = _HEADER.match(text)
    return "\n" * found[0].count("\n") + text[found.end() :] if found else text
