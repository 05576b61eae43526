"""What a request's session says about signing in: when and where, and how long ago the password was proven."""

from __future__ import annotations

import secrets
import time
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from common.web import keep_cookie
from players.accounts import browsers, devices
from players.accounts.services.sessions import note_sign_in
from players.accounts.sessions import SIGNED_IN, digest_of_key, is_seal_of
from players.core.client_address import address_of
from players.models import Account, SecondFactor
from players.models.sign_in import LONGEST_ADDRESS

PROVED_AT, PENDING, CHALLENGE = "proved-at", "second-step", "passkey-challenge"
PENDING_SECONDS = 10 * 60
CHALLENGE_SECONDS = 5 * 60
FRESH_SECONDS = 10 * 60
"""For so long after the password was typed no one is asked for it again."""


@receiver(user_logged_in, dispatch_uid="players.sign_in")
def _note_in_session(sender: object, request: HttpRequest, user: Account, **more: Any) -> None:
    """Whichever way an account signs in, the session says from where. It is written when the answer goes out."""
    request.session[SIGNED_IN] = {
        "at": timezone.now().isoformat(timespec="seconds"),
        "address": address_of(request)[:LONGEST_ADDRESS],
        "browser": browsers.describe(request.headers.get("User-Agent", "")),
    }
    prove(request)


def session_id(request: HttpRequest) -> str:
    """The id by which the database keeps this request's session."""
    return digest_of_key(request.session.session_key or "")


def prove(request: HttpRequest) -> None:
    """Note that the sender of this request has just shown to be the account's owner."""
    request.session[PROVED_AT] = int(time.time())


def is_fresh(request: HttpRequest) -> bool:
    """Whether that was shown within the last ten minutes."""
    return time.time() - float(request.session.get(PROVED_AT, 0)) <= FRESH_SECONDS


def has_second_factor(account: Account) -> bool:
    """Whether a code is asked of `account` as well."""
    return SecondFactor.objects.filter(account=account).exists()


def admit(request: HttpRequest, account: Account, target: str) -> HttpResponse:
    """Go on after the right password, or a one-time link: to the code where the account has a second factor."""
    if not has_second_factor(account):
        return enter(request, account, target)
    request.session.flush()
    request.session[PENDING] = {
        "account": account.pk,
        "seal": account.get_session_auth_hash(),
        "until": int(time.time()) + PENDING_SECONDS,
        "next": target,
    }
    request.session.set_expiry(PENDING_SECONDS)
    return redirect("sign-in-code")


def pending(request: HttpRequest) -> tuple[Account, str] | None:
    """Who has passed the first step in this browser, and where to; None for no one, or where it is too long ago."""
    noted = request.session.get(PENDING)
    if noted is None or noted["until"] < time.time():
        return None
    account = Account.objects.filter(pk=noted["account"], is_active=True).first()
    if account is None or not is_seal_of(account, noted["seal"]):
        return None
    return account, noted["next"]


def new_challenge(request: HttpRequest) -> bytes:
    """What a passkey has to sign next in this session, within five minutes: 256 random bits."""
    if request.session.is_empty():  # of a visitor who goes away without an answer nothing stays for long
        request.session.set_expiry(PENDING_SECONDS)
    challenge = secrets.token_bytes(32)
    request.session[CHALLENGE] = {"bits": challenge.hex(), "until": int(time.time()) + CHALLENGE_SECONDS}
    return challenge


def take_challenge(request: HttpRequest) -> bytes | None:
    """What was to be signed: it is gone then, however the answer turns out. None where nothing was, or too late."""
    noted = request.session.pop(CHALLENGE, None)
    return bytes.fromhex(noted["bits"]) if noted and noted["until"] >= time.time() else None


def enter(request: HttpRequest, account: Account, target: str) -> HttpResponse:
    """Sign `account` in under a new session key, remember the browser, and go on in the account's language."""
    request.session.pop(PENDING, None)
    request.session.set_expiry(None)
    auth.login(request, account)
    device_id = devices.id_in(request) or devices.new_id()
    noted = request.session[SIGNED_IN]
    note_sign_in(account, device_id=device_id, address=noted["address"], browser=noted["browser"])
    response = redirect(target)
    keep_cookie(response, devices.COOKIE, device_id)
    if account.language:
        keep_cookie(response, settings.LANGUAGE_COOKIE_NAME, account.language)
    return response
