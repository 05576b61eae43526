"""Acts on the roles of accounts, in the server, a club or an event."""

from __future__ import annotations

from common.journal.acts import NOTHING, Act
from gipf_engine.messages import gettext_noop as _


class RoleAct(Act):
    """A role is given, offered, accepted or taken back. Who may do it depends on the role."""

    scopes = ("server", "club", "event")
    changes = NOTHING


class GrantRole(RoleAct):
    name = "grant"
    sentence = _("%(account)s has the role %(role)s")


class RevokeRole(RoleAct):
    name = "revoke"
    sentence = _("%(account)s no longer has the role %(role)s")


class GiveUpRole(RoleAct):
    name = "give-up-role"
    sentence = _("%(account)s gave up the role %(role)s")


class OfferRole(RoleAct):
    name = "offer-role"
    sentence = _("%(account)s is offered the role %(role)s")


class AcceptRole(RoleAct):
    name = "accept-role"
    sentence = _("%(account)s accepted the role %(role)s")


class DeclineRole(RoleAct):
    name = "decline-role"
    sentence = _("%(account)s declined the role %(role)s")


class WithdrawRole(RoleAct):
    name = "withdraw-role"
    sentence = _("The offer of the role %(role)s to %(account)s is withdrawn")
