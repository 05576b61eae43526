"""Acts on accounts: by those who look after them, and by their owners."""

from __future__ import annotations

from common.journal.acts import Data
from gipf_engine.messages import gettext_noop as _
from players.core.acts import ClubAct, HomeAct, ServerAct
from players.roles import Permission


class CreateAccount(ClubAct):
    name = "create-account"
    permission = Permission.MANAGE_PEOPLE
    sentence = _("Account %(account)s made")


class SignUpAlone(ServerAct):
    """A visitor makes an account of their own, where the server allows it."""

    name = "sign-up-by-oneself"
    sentence = _("New account: %(account)s, of %(person)s")


class LinkAccount(HomeAct):
    name = "link-account"
    sentence = _("Account %(account)s linked to %(person)s")
    unlinked = _("Account %(account)s unlinked")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whose it is."""
        return cls.sentence if data.get("person") is not None else cls.unlinked


class SwitchAccount(HomeAct):
    name = "switch-account"
    sentence = _("Account %(account)s switched on")
    off = _("Account %(account)s switched off")

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """Whether it can be signed in to."""
        return cls.sentence if data.get("on") else cls.off


class MakePasswordLink(HomeAct):
    name = "password-link"
    sentence = _("One-time link made for the account %(account)s")


class ResetSecondFactor(HomeAct):
    """An administrator of the server, or its operator, helps a person who can make no codes any more."""

    name = "reset-second-factor"
    sentence = _("Two-factor sign-in of the account %(account)s reset")


class SetPassword(ServerAct):
    name = "set-password"
    sentence = _("Password changed")


class SetEmail(ServerAct):
    name = "set-email"
    sentence = _("E-mail address changed")


class MakeProgram(ServerAct):
    """An owner makes the account of a program that plays by the API."""

    name = "make-program"
    sentence = _("Program account created: %(person)s")


class MakeToken(ServerAct):
    name = "make-token"
    sentence = _("API key created")


class RevokeToken(ServerAct):
    name = "revoke-token"
    sentence = _("API key removed")


class AddPasskey(ServerAct):
    name = "add-passkey"
    sentence = _("Passkey added")


class RemovePasskey(ServerAct):
    name = "remove-passkey"
    sentence = _("Passkey removed")


class TurnOnSecondFactor(ServerAct):
    name = "second-factor-on"
    sentence = _("Two-factor sign-in switched on")


class TurnOffSecondFactor(ServerAct):
    name = "second-factor-off"
    sentence = _("Two-factor sign-in switched off")


class UseRecoveryCode(ServerAct):
    name = "use-recovery-code"
    sentence = _("Signed in with a recovery code")


class RenewRecoveryCodes(ServerAct):
    name = "renew-recovery-codes"
    sentence = _("New recovery codes created")
