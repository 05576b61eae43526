"""Sentences that pure code makes and an interface translates.

The engine knows no Django, so it cannot translate. It makes a `Message`: an English template, marked
for the catalogs with `gettext_noop`, and its parameters. `str()` of it is the English sentence; a page, the API or a
command gives `translate` its own `gettext` and gets the sentence in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING


def gettext_noop(template: str) -> str:
    """Mark `template` for the message catalogs; return it unchanged."""
    return template


SEPARATOR = gettext_noop(", ")
"""What stands between the parts of a list; other scripts have commas of their own."""


@dataclass(frozen=True, slots=True)
class Message:
    """An English template in %-style with named parameters, and what stands in for them.

    A parameter may be a `Message` or a list of them; it is translated with the sentence around it.
    """

    template: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)

    def translate(self, gettext: Callable[[str], str], quote: Callable[[str], str] = str) -> str:
        """The sentence, its template translated by `gettext`, and `quote` around what is no word of its own: names."""
        template = gettext(self.template)
        if not self.params:
            return template
        return template % {name: _to_text(value, gettext, quote) for name, value in self.params.items()}

    def __str__(self) -> str:
        return self.translate(str)


if TYPE_CHECKING:
    Param = object
else:
    Param = Message | str | bool | int | float | None | Sequence[Message | str | int | float]
    """What is read back where a message was written as JSON; anything else was written as its text."""


class Refused(Exception):
    """A service did nothing: `message` says why, and what to do instead. The refusals of every app are such.

    `field` names the value that is wrong, where one alone is ("" otherwise), so that a form can show it there.
    `at_a_form` is False for what has a page of its own.
    """

    at_a_form = True

    def __init__(self, message: Message, *, field: str = "") -> None:
        super().__init__(str(message))
        self.message = message
        self.field = field


def _to_text(value: object, gettext: Callable[[str], str], quote: Callable[[str], str]) -> object:
    if isinstance(value, Message):
        return value.translate(gettext, quote)
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, Iterable):
        return gettext(SEPARATOR).join(str(_to_text(part, gettext, quote)) for part in value)
    return value
