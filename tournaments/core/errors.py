"""What the services of tournaments refuse, each with a sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution
from players.names import LONGEST, NotAName, clean_name


class EventRefused(Refused):
    """Nothing was stored; `message` says why.

    `blockers` lists one by one what stands in the way; `field` names the field of a plan that is wrong.
    """

    def __init__(self, message: Message, blockers: Sequence[Message] = (), field: str = "") -> None:
        super().__init__(message, field=field)
        self.blockers = tuple(blockers)


def kept_name(text: str, field: str = "name", *, longest: int = LONGEST) -> str:
    """A name as it is kept. EventRefused at `field` for what is none."""
    try:
        return clean_name(text, longest=longest)
    except NotAName as error:
        raise EventRefused(error.message, field=field) from error


class ConfirmationNeeded(EventRefused):
    """Nothing was stored: something speaks against the act. Sent again with `key`, it is done.

    `cautions` say what, `button` what is done all the same; `again`: it was confirmed once, and what follows from it
    is confirmed now.
    """

    at_a_form = False

    def __init__(self, cautions: Sequence[Caution], key: str, button: str, *, again: bool = False) -> None:
        messages = [caution.message for caution in cautions]
        super().__init__(Message(_("Confirm this first: %(reasons)s."), {"reasons": messages}), messages)
        self.cautions, self.key, self.again = tuple(cautions), key, again
        self.button = Message(button)
