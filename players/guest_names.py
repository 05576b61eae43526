"""How those are called who play without an account, guests and programs of this server: one name is stored, and each
reader sees it in the own language."""

from __future__ import annotations

import unicodedata

from django.utils.translation import get_language_bidi, gettext

from gipf_engine.messages import gettext_noop as _
from players.program_names import in_words

FIRST_STRONG, END = "\u2068", "\u2069"
GUEST = _("Guest")
"""Who typed no name, and who is not known any more."""
_NAMED = _("%(name)s (guest)")
_PROGRAM = _("Computer, level %(level)s")


def mark_guest(typed: str) -> str:
    """The name that is stored of a guest who typed this one, or none."""
    return _NAMED % {"name": typed} if typed else GUEST


def name_program(level: int) -> str:
    """The name that is stored of the program of this server that plays at a level."""
    return _PROGRAM % {"level": level}


def shown_name(name: str, person_id: int | None) -> str:
    """What readers see: of a guest or a program, who have no id, and of a program the stored name in their language."""
    if person_id is not None:
        return in_words(name)
    if name == GUEST:
        return gettext(GUEST)
    before = _PROGRAM % {"level": ""}
    if name.startswith(before) and name.removeprefix(before).isdigit():  # the name of a guest ends otherwise
        return gettext(_PROGRAM) % {"level": name.removeprefix(before)}
    typed = name.removesuffix(_NAMED % {"name": ""})
    return name if typed == name else gettext(_NAMED) % {"name": _isolated(typed)}


def _isolated(typed: str) -> str:
    """The name, apart from the words around it where it is written in the other direction than they."""
    against = ("L",) if get_language_bidi() else ("R", "AL")
    first = next((kind for kind in map(unicodedata.bidirectional, typed) if kind in ("L", "R", "AL")), "")
    return f"{FIRST_STRONG}{typed}{END}" if first in against else typed
