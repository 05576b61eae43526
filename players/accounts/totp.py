"""Codes of an authenticator app (TOTP, RFC 6238: six digits, half a minute), and how their secret is kept.

The secret is encrypted with a key made from settings.SECRET_KEY: a copy of the database alone makes no
codes. Where the key of the server is changed, no code fits any more, and recovery codes or a reset help.
"""

from __future__ import annotations

import secrets
import unicodedata

import pyotp
from django.utils.crypto import constant_time_compare

from common import encryption
from common.secret_keys import digest_of

PERIOD = 30
_PURPOSE = "players.totp"
STEPS_AROUND = (0, -1, 1)
"""Codes of the present half minute, the one before and the one after: clocks differ, and typing takes time."""
RECOVERY_CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_GROUPS, _LETTERS_A_GROUP = 4, 4


# --- the secret ----------------------------------------------------------------------------------------------


def new_secret() -> str:
    """A secret no one guesses: 160 random bits in base 32."""
    return pyotp.random_base32()


def encrypt(secret: str) -> str:
    """The secret as it is kept."""
    return encryption.encrypt(_PURPOSE, secret)


def decrypt(kept: str) -> str | None:
    """The secret; None where it was encrypted under another SECRET_KEY."""
    return encryption.decrypt(_PURPOSE, kept)


def app_address(secret: str, username: str, server: str) -> str:
    """What the QR code says: the address by which an app takes up the secret, under the names of server and account."""
    return pyotp.TOTP(secret).provisioning_uri(name=username, issuer_name=server)


# --- codes ---------------------------------------------------------------------------------------------------


def clean(code: str) -> str:
    """A code as people type it, in plain letters and Latin digits: without spaces and hyphens, digits of any script."""
    plain = unicodedata.normalize("NFKC", code).lower()
    return "".join(str(unicodedata.digit(each, each)) for each in plain if each.isalnum())


def step_of(secret: str, code: str, now: float) -> int | None:
    """The number of the half minute for which `code` holds at the time `now` (seconds since 1970); None for none."""
    totp, given = pyotp.TOTP(secret, interval=PERIOD), clean(code)
    present = int(now // PERIOD)
    fitting = [
        present + each for each in STEPS_AROUND if constant_time_compare(totp.generate_otp(present + each), given)
    ]
    return fitting[0] if fitting else None


def new_recovery_codes() -> list[str]:
    """Ten codes to print, such as "k7fq-2m9x-dh4v-ewp3" (79 random bits)."""
    return ["-".join(_group() for _each in range(_GROUPS)) for _code in range(RECOVERY_CODES)]


def _group() -> str:
    return "".join(secrets.choice(_LETTERS) for _each in range(_LETTERS_A_GROUP))


def digest_of_code(recovery_code: str) -> str:
    """What is kept of a recovery code, however it was typed."""
    return digest_of(clean(recovery_code))
