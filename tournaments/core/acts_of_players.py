"""Acts of the app `players` in scopes of events, as long as it has no classes of its own for them."""

from __future__ import annotations

from collections.abc import Mapping

from common.journal.acts import NOTHING, Act, Part, find_act
from gipf_engine.messages import gettext_noop as _
from tournaments.core.acts import EVENT

_ROLES: Mapping[str, str] = {
    "grant": _("%(account)s has the role %(role)s"),
    "offer-role": _("%(account)s is offered the role %(role)s"),
    "accept-role": _("%(account)s accepted the role %(role)s"),
    "decline-role": _("%(account)s declined the role %(role)s"),
    "withdraw-role": _("The offer of the role %(role)s to %(account)s is withdrawn"),
    "give-up-role": _("%(account)s gave up the role %(role)s"),
    "revoke": _("%(account)s no longer has the role %(role)s"),
}
_SCRUBBED = _("%(player)s was erased; the name was removed from: %(texts)s")


def register() -> None:
    """Make those classes that are not there."""
    for name, sentence in _ROLES.items():
        if find_act(EVENT, name) is None:
            type(name, (Act,), {"scopes": (EVENT,), "name": name, "changes": NOTHING, "sentence": sentence})
    if find_act(EVENT, "scrub-texts") is None:
        settings = frozenset({Part.SETTINGS})  # a form would bring an erased name back
        scrub = {"name": "scrub-texts", "changes": settings, "public": False, "sentence": _SCRUBBED}
        type("ScrubTexts", (Act,), {"scopes": (EVENT,), **scrub})
