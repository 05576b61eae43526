"""What speaks against an act is confirmed on the server: whoever acts sends back the key of what was shown.

The key follows from the act and from the cautions, so that nobody can confirm what was not shown, and there is nothing
that confirms everything.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.crypto import salted_hmac

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.hand_pairing import Caution, Level
from tournaments.core.errors import ConfirmationNeeded, EventRefused


def need_confirmation(
    act: str, cautions: Sequence[Caution], given: Collection[str], consequences: Sequence[Message] = ()
) -> None:
    """Raise unless everything that speaks against `act` was confirmed; `given` are the keys that were sent.

    EventRefused for what cannot be confirmed, else ConfirmationNeeded: once, or twice for Level.CONFIRM_TWICE, the
    second time with the `consequences`. What is only to be known is not asked.
    """
    refused = [caution.message for caution in cautions if caution.level is Level.REFUSE]
    if refused:
        raise EventRefused(Message(_("This cannot be done: %(reasons)s."), {"reasons": refused}), refused)
    asked = [caution for caution in cautions if caution.level >= Level.CONFIRM]
    if not asked:
        return
    first = _key(act, asked)
    if first not in given:
        raise ConfirmationNeeded(asked, first)
    if any(caution.level is Level.CONFIRM_TWICE for caution in asked):
        follows = [Caution("consequence", Level.CONFIRM_TWICE, message) for message in consequences]
        second = _key(f"{act}:{first}", follows)
        if second not in given:
            raise ConfirmationNeeded(follows, second, again=True)


def _key(act: str, cautions: Sequence[Caution]) -> str:
    text = "\n".join([act, *sorted(f"{caution.level} {caution.message}" for caution in cautions)])
    return salted_hmac("tournaments.confirmations", text, algorithm="sha256").hexdigest()[:32]
