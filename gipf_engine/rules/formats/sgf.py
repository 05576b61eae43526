"""SGF, as far as the records of Boardspace need it: the main line of each game, with the lines its values stand in.

Grammar: red-bean.com/sgf/sgf4.html. A collection is game trees, `( ; node ; node ( … ) )`; a node has properties, a
name and one or more values in brackets, in which a backslash escapes. The main line is all before the first `)`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.errors import NotAMove

_PART = re.compile(
    r"\s* (?: (?P<sign>[();]) | (?P<name>[A-Za-z][A-Za-z0-9]{0,20})? \s* \[ (?P<value>(?:\\.|[^\]\\])*+) \] )",
    re.VERBOSE | re.DOTALL,
)
_MORE = re.compile(r"\s*+\S")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Property(NamedTuple):
    """A value: `line` counts from 1."""

    name: str
    value: str
    line: int


def read_sgf(text: str) -> list[list[Property]]:
    """The properties of the main line of every game, in their order. Raises `NotAMove` for what is not SGF."""
    games: list[list[Property]] = []
    at, depth, in_main, name, line = 0, 0, False, "", 1
    while _MORE.match(text, at):
        found = _PART.match(text, at)
        if found is None or (depth == 0 and found["sign"] != "("):
            raise _not_sgf(text, at)
        line += text.count("\n", at, found.start(found.lastgroup or 0))
        at_line, at = line, found.end()
        line += text.count("\n", found.start(found.lastgroup or 0), at)
        if found["sign"] == "(":
            if depth == 0:
                games.append([])
                in_main = True
            depth += 1
        elif found["sign"] == ")":
            depth, in_main = depth - 1, False
        elif found["sign"] is None:
            name = found["name"] or name
            if in_main:
                games[-1].append(Property(name, _ESCAPED.sub(r"\1", found["value"]), at_line))
    if depth:
        raise NotAMove(Message(_("this SGF file is incomplete: a closing bracket is missing at its end")))
    return games


def split_sgf(text: str) -> list[int]:
    """Where each game begins. Raises `NotAMove` for what is not SGF."""
    begins, at, depth = [], 0, 0
    while _MORE.match(text, at):
        found = _PART.match(text, at)
        if found is None:
            raise _not_sgf(text, at)
        if found["sign"] == "(" and depth == 0:
            begins.append(found.start("sign"))
        depth += {"(": 1, ")": -1}.get(found["sign"] or "", 0)
        at = found.end()
    return begins


def _not_sgf(text: str, at: int) -> NotAMove:
    rest = text[at:].split()
    params = {"line": text.count("\n", 0, len(text) - len(text[at:].lstrip())) + 1, "text": rest[0][:40]}
    return NotAMove(Message(_("line %(line)d of this SGF file cannot be read: %(text)s"), params))
