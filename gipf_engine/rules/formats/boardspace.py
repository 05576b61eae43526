"""Games of boardspace.net: SGF with a property of its own for each action of a player.

Source: github.com/ddyer0/boardspace.net (GPL-3): `sgf_names.java`, and what the viewers of the games write as their
game type; each reader names the classes of its game.

`SU[gipf-tournament 0 102]` names the rules, a key of chance and a revision; `SU[lyngk 2 KEY 100]` the number of players
before the key. Who plays: `P0[id "name"]`, P0 and P1. An action: `P0[12 slide e 1 e 2]`, a running number, a name,
points as a letter and a number. A turn is the actions of a player up to `done`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import BLACK, WHITE
from gipf_engine.rules.errors import NotAMove, RuleError
from gipf_engine.rules.formats.base import RecordFormat, fault_at
from gipf_engine.rules.formats.boardspace_reader import READERS, Reader
from gipf_engine.rules.formats.registry import register
from gipf_engine.rules.formats.sgf import Property, read_sgf, split_sgf
from gipf_engine.rules.record import GameRecord, Note
from gipf_engine.rules.registry import RULES

_ACTION = re.compile(r"(?P<index>\d{1,6}\s+)?(?P<name>[A-Za-z]+[-+]?)(?:\s+(?P<rest>.*))?", re.DOTALL)
_PLAYERS = {"P0": 0, "P1": 1}
_ID = re.compile(r'id\s+"(.*)"', re.DOTALL)
_DAY = re.compile(r"\b([A-Za-z]{3} \d{1,2})(?: [\d:]{1,8} \S{1,6})? (\d{4})\b")
_ENDS = {"resign": "resigned", "gameoverontime": "time"}
_IGNORED = frozenset({"edit", "nomove", "reset"})
_LONGEST_NAME = 60


class _Action(NamedTuple):
    player: int
    name: str
    arguments: list[str]
    numbered: bool


@register
class Boardspace(RecordFormat):
    """SGF from boardspace.net, of the games that have a reader."""

    key = "boardspace"
    name = _("Boardspace SGF")
    help = _("Games from boardspace.net.")

    def detects(self, text: str) -> bool:
        """Whether it is SGF at all: of another game, too, to say so."""
        return re.match(r"\s*\(\s*;", text) is not None

    def split(self, text: str) -> list[tuple[int, str]]:
        """Each game of a collection."""
        places = [*split_sgf(text), len(text)]
        return [(text.count("\n", 0, begin) + 1, text[begin:end]) for begin, end in pairwise(places)]

    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """One record a game. Raises `RuleError` for SGF of another game."""
        return [_Game(properties).read() for properties in read_sgf(text)]


@dataclass
class _Header:
    """What the properties before the first action say."""

    setup: str
    names: dict[int, str]
    date: str
    title: str
    result: str


class _Game:
    """One game while it is read."""

    def __init__(self, properties: Sequence[Property]) -> None:
        self.properties = properties
        self.header = _read_header(properties)
        self.notes: dict[int, list[Note]] = {}
        self.first = 0
        self.is_one_sided = False
        self.ended: tuple[str, int] | None = None

    def read(self) -> GameRecord:
        words = self.header.setup.split()
        found = READERS.get(words[0].lower()) if words else None
        if found is None:
            raise _other_game(self.header.setup or next((p.value for p in self.properties if p.name == "GM"), ""))
        reader = found.reader(found.key, words[1:])
        self.is_one_sided = found.key in reader.ONE_SIDED
        fault = self._play(reader)
        rules = RULES[found.key]
        tags = {"Game": rules.game, "Rules": rules.variant} | reader.tags | self._tags(reader)
        notes = {place: tuple(several) for place, several in self.notes.items()}
        start = self.properties[0].line if self.properties else 1
        return GameRecord(tags, tuple(reader.tokens), notes, line=start, end=start + 1, fault=fault)

    def _play(self, reader: Reader) -> RuleError | None:
        """Play every action. Returns what stopped it."""
        for each in self.properties:
            action = _read_action(each)
            try:
                if action is not None:
                    self._act(reader, action)
                elif each.name.upper() == "C" and (words := " ".join(each.value.split())):
                    self._note(len(reader.tokens), words)
            except RuleError as trouble:
                return fault_at(each.line, f"{each.name}[{' '.join(each.value.split())}]", trouble)
        try:
            reader.finish()
        except RuleError as trouble:
            return trouble
        return None

    def _note(self, place: int, words: str) -> None:
        self.notes.setdefault(place, []).append(Note("comment", words.replace("{", "(").replace("}", ")")))

    def _act(self, reader: Reader, action: _Action) -> None:
        if action.name == "start":
            self._read_start(action)
        elif action.name in _ENDS:
            self.ended = (_ENDS[action.name], action.player)
        elif self.ended is None and action.name == "done":
            reader.end_turn()
        elif self.ended is None and action.name not in _IGNORED and (action.numbered or action.name in reader.NAMES):
            reader.act(action.name, action.arguments)  # the others tell of the player: a clock, a country

    def _read_start(self, action: _Action) -> None:
        """Who begins: White for us."""
        self.first = _PLAYERS.get(action.arguments[0].upper(), 0) if action.arguments else action.player
        if self.first and self.is_one_sided:
            raise NotAMove(Message(_("the second player moves first in this game, which cannot be converted")))

    def _tags(self, reader: Reader) -> dict[str, str]:
        tags = {"Site": "boardspace.net"}
        if self.header.title:
            tags["GameName"] = self.header.title
        if self.header.date:
            tags["Date"] = self.header.date
        for seat, name in ((WHITE, "White"), (BLACK, "Black")):
            if player := self.header.names.get(seat ^ self.first):
                tags[name] = player
        return tags | ({} if reader.is_over else self._result())

    def _result(self) -> dict[str, str]:
        """How a game ended that its turns do not end: who resigned, or whom RE names beside an end by time."""
        if self.ended is None:
            return {}
        how, player = self.ended
        if how == "resigned":
            winner = 1 - player
        else:
            named = [each for each, name in self.header.names.items() if name and name in self.header.result]
            if len(named) != 1:
                return {}
            winner = named[0]
        return {"Termination": how, "Result": "0-1" if winner ^ self.first else "1-0"}


def _read_header(properties: Sequence[Property]) -> _Header:
    found: dict[str, str] = {}
    names: dict[int, str] = {}
    for each in properties:
        name = each.name.upper()
        if name in _PLAYERS and (matched := _ID.match(each.value.strip())):
            names[_PLAYERS[name]] = matched[1].strip()[:_LONGEST_NAME]
        else:
            found.setdefault(name, each.value.strip())
    date, title = _date(found.get("DT", "")), found.get("GN", "")[:200]
    return _Header(found.get("SU", ""), names, date, title, found.get("RE", ""))


def _date(written: str) -> str:
    """A date as Java writes it, as ours: "Mon Jan 12 14:30:15 PST 2009" is 2009.01.12; "" for any other."""
    matched = _DAY.search(written)
    if matched is None:
        return ""
    try:
        day = datetime.strptime(f"{matched[1]} {matched[2]}", "%b %d %Y")
    except ValueError:
        return ""
    return day.strftime("%Y.%m.%d")


def _read_action(source: Property) -> _Action | None:
    player = _PLAYERS.get(source.name.upper())
    matched = _ACTION.fullmatch(source.value.strip()) if player is not None else None
    if player is None or matched is None:
        return None
    return _Action(player, matched["name"].lower(), (matched["rest"] or "").split(), matched["index"] is not None)


def _other_game(name: str) -> NotAMove:
    return NotAMove(
        Message(
            _("this is SGF of another game (%(game)s), whose records cannot be read here"),
            {"game": name[:40] or "?"},
        )
    )
