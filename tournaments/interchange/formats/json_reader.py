"""Reading values out of JSON that anyone may have written: each is what it should be, or its place is named."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from tournaments.interchange.formats.imported_event import FileRefused

MOST_DIGITS = 40


class Wrong(Exception):
    """A value that is not what it should be. `message` names its place in the file, such as rounds[2].pairings[0]."""

    def __init__(self, place: str, message: Message) -> None:
        params = {"place": place or "{}", "what": message}
        self.message = Message(_("%(place)s: %(what)s"), params)
        super().__init__(str(self.message))


class Reader:
    """A value and its place in the file. `at` is its place in the list that it came from."""

    def __init__(self, place: str, value: Any, at: int = 0) -> None:
        self.place, self.value, self.at = place, value, at

    def __getitem__(self, name: str | int) -> Reader:
        """The member called `name` of an object, or the `name`th of a list. Wrong where it is missing."""
        if isinstance(name, int):
            if not isinstance(self.value, list) or name >= len(self.value):
                raise Wrong(self.place, Message(_("a value is missing")))
            return Reader(f"{self.place}[{name}]", self.value[name], name)
        values = self.mapping()
        place = f"{self.place}.{name}" if self.place else name
        if name not in values:
            raise Wrong(place, Message(_("this is missing")))
        return Reader(place, values[name])

    def mapping(self) -> Mapping[str, Any]:
        """The value as an object."""
        if not isinstance(self.value, dict):
            raise Wrong(self.place, Message(_("this is not an object")))
        return self.value

    def items(self, most: int) -> Iterator[Reader]:
        """The members of a list, at most so many."""
        if not isinstance(self.value, list):
            raise Wrong(self.place, Message(_("this is not a list")))
        if len(self.value) > most:
            raise Wrong(self.place, Message(_("the list has more than %(most)d members"), {"most": most}))
        return (Reader(f"{self.place}[{at}]", value, at) for at, value in enumerate(self.value))

    def text(self, longest: int) -> str:
        """The value as a text that can be stored."""
        if not isinstance(self.value, str):
            raise Wrong(self.place, Message(_("this is not text")))
        if len(self.value) > longest:
            raise Wrong(self.place, Message(_("this text has more than %(most)d characters"), {"most": longest}))
        if "\0" in self.value or any("\ud800" <= character <= "\udfff" for character in self.value):
            raise Wrong(self.place, Message(_("this text contains invalid characters")))
        return self.value

    def one_of(self, known: Sequence[str]) -> str:
        """The value as one of these texts."""
        if not isinstance(self.value, str) or self.value not in known:
            raise Wrong(self.place, Message(_("this value is unknown")))
        return self.value

    def flag(self) -> bool:
        """The value as true or false."""
        if not isinstance(self.value, bool):
            raise Wrong(self.place, Message(_("this must be true or false")))
        return self.value

    def number(self, most: int, *, least: int = 0, optional: bool = False) -> int | None:
        """The value as a whole number; None only where it is `optional`."""
        if self.value is None and optional:
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise Wrong(self.place, Message(_("this is not a whole number")))
        if not least <= self.value <= most:
            limits = {"least": least, "most": most}
            raise Wrong(self.place, Message(_("this number is not between %(least)d and %(most)d"), limits))
        return self.value

    def day(self, *, optional: bool = False) -> date | None:
        """The value as a day, such as "2026-03-07"; None only where it is `optional`."""
        if self.value is None and optional:
            return None
        try:
            return date.fromisoformat(self.text(10))
        except ValueError:
            raise Wrong(self.place, Message(_("this is not a date such as 2026-03-07"))) from None

    def moment(self) -> datetime:
        """The value as an instant with its offset, such as "2026-03-07T20:00:00+00:00"."""
        try:
            found = datetime.fromisoformat(self.text(40))
        except ValueError:
            found = None
        if found is None or found.tzinfo is None:
            raise Wrong(
                self.place, Message(_("this is not a date with a time and a zone, such as 2026-03-07T20:00:00+00:00"))
            )
        return found


# --- a file ------------------------------------------------------------------------------------------------


def read_json(data: bytes) -> Any:
    """A document of JSON in UTF-8. Raises FileRefused."""
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_no_number, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        params = {"number": error.lineno, "column": error.colno}
        raise FileRefused([Message(_("line %(number)d, column %(column)d: this is not JSON"), params)]) from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise FileRefused([Message(_("This file is not UTF-8 text in JSON."))]) from error


def _whole_number(text: str) -> int | float:
    """One of very many digits is not read: its place is named then."""
    return int(text) if len(text) <= MOST_DIGITS else math.inf


def _no_number(_text: str) -> float:
    raise ValueError  # NaN and Infinity are no JSON
