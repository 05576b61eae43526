"""What is found in the rounds of a file that the rules of pairing do not allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution

OTHERWISE_PAIRED = "otherwise-paired"
"""The key of the caution about a round that the rules pair in another way."""


@dataclass(frozen=True, slots=True)
class Breach:
    """What is wrong in a round, 0 for the whole event. `numbered` says it in pairing numbers, for files."""

    round: int
    caution: Caution
    numbered: Message


def count_more(found: Sequence[Message]) -> Message:
    """The first of these boards or matches, and how many more there are."""
    if len(found) == 1:
        return found[0]
    return Message(_("%(first)s; and %(more)d more boards"), {"first": found[0], "more": len(found) - 1})
