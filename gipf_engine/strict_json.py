"""JSON that reads the same to every reader: no name twice, and no number that is not written as a whole number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _


class NotStrict(ValueError):
    """JSON that readers may understand in several ways. `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def parse_strict(text: str) -> Any:
    """The value of a text. Raises `NotStrict`, and json.JSONDecodeError for what is no JSON at all."""
    return json.loads(text, object_pairs_hook=_once, parse_float=_refuse_number, parse_constant=_refuse_number)


def canonical(value: object) -> str:
    """JSON with sorted names and no spaces, in ASCII. Two values have one text only where their types agree, too."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise NotStrict(Message(_("“%(name)s” is there twice"), {"name": name[:40]}))
        found[name] = value
    return found


def _refuse_number(number: str) -> Any:
    raise NotStrict(Message(_("%(number)s is not written as a whole number"), {"number": number[:40]}))
