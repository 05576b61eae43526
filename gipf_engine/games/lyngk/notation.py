"""How turns of LYNGK are written, and the choices that they are made of.

`b1-b2` moves a stack, `R,b1-b2` claims red before; `pass` where nothing can move, `--` is read as well, and so are
capital and small letters. Springboards are not written (LYNGK 4): no site records the way of a Lyngk, and two turns are
the same exactly when claim, start and end are the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gipf_engine.games.lyngk.board import COLOUR_NAMES, COLOURS, INDEX, SPOTS
from gipf_engine.kit.choices import Choice
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import NotAMove

CLAIM, FROM, TO, PASS = "claim", "from", "to", "pass"
"""Kinds of choices."""

CLAIMS = {
    colour: Choice(CLAIM, f"{colour},", label=Message(_("Claim %(colour)s"), {"colour": COLOUR_NAMES[colour]}))
    for colour in COLOURS
}
SOURCES = tuple(Choice(FROM, f"{spot}-", (spot,)) for spot in SPOTS)
TARGETS = tuple(
    tuple(Choice(TO, spot, (spot,), last=True, data=source) for spot in SPOTS) for source in range(len(SPOTS))
)
"""By source and target."""
MOVES = {
    f"{source}-{target}": Choice(TO, f"{source}-{target}", (target,), last=True, data=number)
    for number, source in enumerate(SPOTS)
    for target in SPOTS
}
"""A stack and where it lands at once, as turns are written."""
TO_PASS = Choice(PASS, "pass", label=Message(_("Pass")), last=True)
TURNS = {
    claim: tuple(tuple(f"{mark}{source}-{target}" for target in SPOTS) for source in SPOTS)
    for claim, mark in {"": "", **{colour: choice.text for colour, choice in CLAIMS.items()}}.items()
}
"""Every turn as text by claim, source and target: made once, so that listing is quick."""

_TURN = re.compile(r"(?:([A-Z]),)?(?:([A-Z][0-9]{1,2})-([A-Z][0-9]{1,2})?)?", re.ASCII | re.IGNORECASE)
PASSES = frozenset({"pass", "Pass", "PASS", "--"})
"""How a pass is written."""
_LONGEST = 12
"""Characters of the longest text that could be a turn, and how much of a wrong one is quoted."""


@lru_cache(maxsize=4096)  # texts are at most `_LONGEST` characters long, and others are not kept
def split(token: str) -> tuple[str, ...]:
    """The parts of a turn, or of its beginning. Raises `NotAMove`."""
    if token in PASSES:
        return (TO_PASS.text,)
    match = _TURN.fullmatch(token) if 0 < len(token) <= _LONGEST else None
    if match is None:
        quoted = token if len(token) <= _LONGEST else token[:_LONGEST] + "…"
        raise NotAMove(
            Message(
                _("%(token)s is not a turn: write two spots, as in b1-b2, with a claim before them as in R,b1-b2"),
                {"token": quoted},
            ),
            token,
        )
    claim, source, target = (match[1] or "").upper(), (match[2] or "").lower(), (match[3] or "").lower()
    for spot in (source, target):
        if spot and spot not in INDEX:
            raise NotAMove(Message(_("the board has no spot %(spot)s"), {"spot": spot}), token)
    if claim and claim not in COLOURS:
        raise NotAMove(
            Message(
                _("%(letter)s is not a colour: I is ivory, B blue, R red, G green, K black"),
                {"letter": claim},
            ),
            token,
        )
    parts = (f"{claim},", claim), (f"{source}-{target}", source)
    return tuple(text for text, is_there in parts if is_there)


def words_of(part: str) -> list[str]:
    """A part with a stack and where it lands as two."""
    source, _dash, target = part.partition("-")
    return [f"{source}-", target] if source and target else [part]
