"""What every format of records is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Move, Position
from gipf_engine.rules.errors import RuleError
from gipf_engine.rules.record import GameRecord

OWN = "gipfel"
"""The key of our own format (docs/record-format.md)."""
LONGEST_QUOTED = 60
"""Characters of a foreign move that an error repeats."""


class RecordFormat(ABC):
    """One format. `name` is what people call it; `help` says where such records come from."""

    key: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]

    @abstractmethod
    def detects(self, text: str) -> bool:
        """Whether a text looks like this format and no other. It may be wrong inside: that is for `read` to say."""

    def split(self, text: str) -> list[tuple[int, str]]:
        """The records of a file of this format one by one: the line where each begins, from 1, and its text."""
        return [(1, text)]

    @abstractmethod
    def read(self, text: str, known: Mapping[str, str]) -> list[GameRecord]:
        """Its records, in our own turns. A turn that cannot be read is told by the record's `fault`.

        `known`: tags of the game that it should be of, for formats that do not say what is played; empty where that is
        not known. Raises `RuleError` where the text as a whole cannot be read.
        """


class ForeignGame:
    """A game while a foreign record of it is played through: its position, and our turns so far."""

    def __init__(self, start: Position) -> None:
        self.position = start
        self.tokens: list[str] = []

    def play(self, move: Move) -> None:
        """Play a turn. Raises `RuleError`."""
        after = self.position.play(move)
        self.tokens.append(self.position.notation(move))
        self.position = after

    def play_token(self, token: str) -> None:
        """Play a turn in our notation. Raises `RuleError`."""
        self.play(self.position.parse(token))


def fault_at(line: int, written: str, trouble: RuleError) -> RuleError:
    """What is wrong with a foreign move, with the line that it stands in and how it is written there."""
    params = {"line": line, "written": written[:LONGEST_QUOTED], "why": trouble.message}
    message = Message(_("line %(line)d, %(written)s: %(why)s"), params)
    return type(trouble)(message, written[:LONGEST_QUOTED], trouble.alternatives)
