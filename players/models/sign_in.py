"""What signing in leaves behind: open sessions, known browsers, second factors, passkeys."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

LONGEST_ADDRESS, LONGEST_NETWORK, LONGEST_BROWSER, LONGEST_NAME = 45, 50, 60, 60
LONGEST_CREDENTIAL = 1364
"""The longest id that a device may give a passkey, 1023 bytes, in base64url."""


class Session(AbstractBaseSession):
    """A session, as Django keeps it, with the account that is signed in and from where.

    The further columns repeat what stands in the sealed data (players.accounts.sessions), so that the sessions of
    an account are found without opening all.
    """

    account = models.ForeignKey("Account", on_delete=models.CASCADE, null=True, related_name="sessions")
    signed_in_at = models.DateTimeField(null=True)
    address = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    browser = models.CharField(max_length=LONGEST_BROWSER, blank=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """What opens the sealed data; it is made of this model."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store

    def __str__(self) -> str:
        return f"session of {self.account_id}"


class KnownDevice(models.Model):
    """A browser from which an account was signed in to: the digest of the random id in its cookie.

    It tells the owner's browsers from strangers' when tries are counted, and says when mail about a new one is due.
    """

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64)
    network = models.CharField(max_length=LONGEST_NETWORK, blank=True)
    address = models.CharField(max_length=LONGEST_ADDRESS, blank=True)
    browser = models.CharField(max_length=LONGEST_BROWSER, blank=True)
    first_used_at = models.DateTimeField()
    used_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["account", "digest"], name="one_row_a_device")]

    def __str__(self) -> str:
        return f"{self.browser} of {self.account_id}"


class SecondFactor(models.Model):
    """That an account is signed in to with a code as well (TOTP, RFC 6238).

    `secret` is encrypted (players.accounts.totp). `last_step` is the newest time step of which a code was used: no code
    of it or before it is taken again.
    """

    account = models.OneToOneField("Account", on_delete=models.CASCADE, primary_key=True, related_name="second_factor")
    secret = models.CharField(max_length=255)
    last_step = models.BigIntegerField()
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"second factor of {self.account_id}"


class RecoveryCode(models.Model):
    """A code that stands in once for a code of the second factor. Only a hash is kept; used, the row is gone."""

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["account", "digest"], name="one_recovery_code_each")]

    def __str__(self) -> str:
        return f"recovery code of {self.account_id}"


class Passkey(models.Model):
    """A key on a device of the owner that signs in to an account by itself (WebAuthn): its public half.

    `credential` is the id that the device gave it (base64url), `public_key` is in COSE. `sign_count` is how often
    the device said that it was used; many devices always say 0.
    """

    account = models.ForeignKey("Account", on_delete=models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=LONGEST_CREDENTIAL, unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    name = models.CharField(max_length=LONGEST_NAME)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.account_id}"
