"""Passkeys (WebAuthn): what a browser is asked, and whether its answer holds.

The device makes sure of its owner (by finger, face or PIN) before it answers, so a passkey is both factors at once. It
is bound to one name, the host of the first of settings.PASSKEY_ORIGINS. Importing this takes 0.2 s, for py_webauthn:
services do so where a passkey is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import webauthn
from django.conf import settings
from django.utils.crypto import salted_hmac
from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from players.models import Account, Passkey

_MUST_KNOW_ITS_OWNER = UserVerificationRequirement.REQUIRED
_FOUND_WITHOUT_A_NAME = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_MUST_KNOW_ITS_OWNER
)


class BadAnswer(Exception):
    """The answer does not hold: to another question or none, of another address or key, changed, or copied."""


class NewKey(NamedTuple):
    """What is kept of a new passkey: the columns of `Passkey` by their names."""

    credential: str
    public_key: bytes
    sign_count: int


def question_for_new(account: Account, challenge: bytes) -> str:
    """What a browser is asked that shall make a passkey for `account`: JSON. A device that has one makes none."""
    # No name and no number of the account, which the device would show; another one on each server of one host.
    user_id = salted_hmac("players.passkeys", str(account.pk), algorithm="sha256").digest()
    return _question_for_key(account.username, user_id, challenge, _descriptors(account.passkeys.all()))


def question_for_first(name: str, challenge: bytes) -> str:
    """What a browser is asked that shall make the passkey of an account that is not made yet: JSON."""
    return _question_for_key(name, salted_hmac("players.passkeys.first", challenge.hex()).digest(), challenge, [])


def _question_for_key(name: str, user_id: bytes, challenge: bytes, known: list[PublicKeyCredentialDescriptor]) -> str:
    options = webauthn.generate_registration_options(
        rp_id=domain(),
        rp_name=f"Gipfel {domain()}",
        user_id=user_id,
        user_name=name,
        challenge=challenge,
        authenticator_selection=_FOUND_WITHOUT_A_NAME,
        exclude_credentials=known,
    )
    return webauthn.options_to_json(options)


def question(account: Account | None, challenge: bytes) -> str:
    """What a browser is asked that shall use a passkey of `account`, or any: JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=domain(),
        challenge=challenge,
        allow_credentials=_descriptors(account.passkeys.all()) if account is not None else None,
        user_verification=_MUST_KNOW_ITS_OWNER,
    )
    return webauthn.options_to_json(options)


def read_new(answer: str, challenge: bytes | None) -> NewKey:
    """The new passkey that `answer` (JSON) to `challenge` brings. Raises BadAnswer."""
    try:
        made = webauthn.verify_registration_response(
            credential=answer, require_user_verification=True, **_expected(challenge)
        )
    except Exception as error:  # what the library's parsers meet, of JSON, CBOR and certificates, has many names
        raise BadAnswer from error
    return NewKey(bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count)


def read(answer: str) -> AuthenticationCredential:
    """What `answer` (JSON) says; its `id` names the passkey, and nothing of it is proven yet. Raises BadAnswer."""
    try:
        return parse_authentication_credential_json(answer)
    except WebAuthnException as error:
        raise BadAnswer from error


def verify(passkey: Passkey, read_answer: AuthenticationCredential, challenge: bytes | None) -> int:
    """How often `passkey` was used, by an answer to `challenge`. Raises BadAnswer, also where that did not grow."""
    try:
        return webauthn.verify_authentication_response(
            credential=read_answer,
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
            **_expected(challenge),
        ).new_sign_count
    except WebAuthnException as error:
        raise BadAnswer from error


def _expected(challenge: bytes | None) -> dict[str, Any]:
    """What an answer has to be about: the one question that was asked, here."""
    if challenge is None:
        raise BadAnswer
    return {
        "expected_challenge": challenge,
        "expected_rp_id": domain(),
        "expected_origin": list(settings.PASSKEY_ORIGINS),
    }


def domain() -> str:
    """The name that passkeys are bound to."""
    return urlsplit(settings.PASSKEY_ORIGINS[0]).hostname or ""


def _descriptors(passkeys: Iterable[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(each.credential)) for each in passkeys]
