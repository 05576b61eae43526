"""Two-factor sign-in: the second step, setting it up and switching it off, and an administrator's reset."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from common.journal import services as journal
from common.qr_codes import qr_code
from common.secret_keys import digest_of
from common.web import done_response, posted_data, try_service
from players.accounts import devices, totp
from players.accounts.forms import CodeForm, ProofForm, SetUpForm
from players.accounts.pages.proof import knows_code, knows_password, passkeys_of, to_prove
from players.accounts.services.second_factor import (
    check_code,
    needs_second_factor,
    refuse_where_needed,
    renew_recovery_codes,
    reset_second_factor,
    turn_off_second_factor,
    turn_on_second_factor,
)
from players.accounts.sign_in import enter, has_second_factor, is_fresh, pending, session_id
from players.core import limits, pages
from players.core.forms import LinkForm
from players.core.pages import GET_OR_POST
from players.core.rate_limit import TooMany
from players.models import Account, SecondFactor
from players.permissions import require
from players.roles import Permission

_SECRET = "second-factor-secret"  # noqa: S105  the name of a place in the session
"""Until it is confirmed by a code, a new secret waits in the session, encrypted."""


# --- the second step of signing in ----------------------------------------------------------------------------


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code after the password. A person who has not typed that, or too long ago, begins again."""
    waiting = pending(request)
    if waiting is None:
        return redirect("sign-in")
    account, target = waiting
    form = CodeForm(posted_data(request))
    context = {"form": form, "account": account, "passkeys": passkeys_of(account)}
    if request.method == "POST" and form.is_valid():
        key = _tries_key(request, account)
        try:
            limits.SECOND_STEP.take(key)
        except TooMany as refused:
            return pages.wait(request, refused, form, "players/accounts/sign_in_code.html", context)
        if check_code(account, form.cleaned_data["code"]):
            limits.SECOND_STEP.forgive(key)
            _count_recovery_codes(request, account)
            return enter(request, account, target)
        form.add_error("code", _("This code is wrong, or was used already. Wait for the next one."))
    return pages.page(request, "players/accounts/sign_in_code.html", context)


def _tries_key(request: HttpRequest, account: Account) -> str:
    """Known browsers are counted apart: anyone who knows the password and guesses codes elsewhere holds up none."""
    device_id = devices.id_in(request)
    known = devices.is_known(account, device_id)
    return f"{account.pk} {digest_of(device_id)}" if known else str(account.pk)


def _count_recovery_codes(request: HttpRequest, account: Account) -> None:
    left = account.recovery_codes.count()
    if left < totp.RECOVERY_CODES // 2:
        text = ngettext("You have %(number)d recovery code left.", "You have %(number)d recovery codes left.", left)
        messages.warning(request, text % {"number": left})


# --- the own second factor ------------------------------------------------------------------------------------


@never_cache
@require_GET
def overview(request: HttpRequest) -> HttpResponse:
    """Whether it is on, and what can be done."""
    reader = pages.require_signed_in(request)
    context = {
        "factor": SecondFactor.objects.filter(account=reader).first(),
        "left": reader.recovery_codes.count(),
        "is_needed": needs_second_factor(reader),
    }
    return pages.page(request, "players/accounts/second_factor.html", context)


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def set_up(request: HttpRequest) -> HttpResponse:
    """Show a new secret, and switch on once a code shows that the app has it."""
    reader = pages.require_signed_in(request)
    if has_second_factor(reader):
        return redirect("account-second-factor")
    if not is_fresh(request):
        return to_prove(request.path)
    secret = _new_secret_of(request)
    form = SetUpForm(posted_data(request))
    codes: list[str] = []

    def turn_on() -> None:
        code, kept = form.cleaned_data["code"], session_id(request)
        codes.extend(turn_on_second_factor(reader, secret=secret, code=code, kept_session=kept))

    if request.method == "POST" and try_service(form, turn_on):
        del request.session[_SECRET]
        return _show_codes(request, reader, codes)
    context = {"form": form, "secret": _in_groups(secret), "picture": _qr_code(secret, reader)}
    return pages.page(request, "players/accounts/second_factor_new.html", context)


def _new_secret_of(request: HttpRequest) -> str:
    """The secret that this session is setting up: the same until it is confirmed, however often the page is opened."""
    kept = request.session.get(_SECRET, "")
    secret = totp.decrypt(kept) if kept else None
    if secret is None:
        secret = totp.new_secret()
        request.session[_SECRET] = totp.encrypt(secret)
    return secret


def _qr_code(secret: str, reader: Account) -> str:
    """The address for the app as a QR code, in a data: address of an image."""
    server = f"Gipfel {urlsplit(settings.BASE_URL).hostname or ''}".strip()
    return qr_code(totp.app_address(secret, reader.username, server))


def _in_groups(secret: str) -> str:
    return " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def new_codes(request: HttpRequest) -> HttpResponse:
    """New recovery codes in place of the old ones."""
    reader = pages.require_signed_in(request)
    if not has_second_factor(reader):
        return redirect("account-second-factor")
    form = CodeForm(posted_data(request))
    if request.method == "POST" and form.is_valid() and knows_code(request, reader, form):
        return _show_codes(request, reader, renew_recovery_codes(reader))
    return pages.page(request, "players/accounts/second_factor_codes.html", {"form": form})


def _show_codes(request: HttpRequest, reader: Account, codes: list[str]) -> HttpResponse:
    return pages.render_once(request, "players/accounts/codes_shown.html", {"codes": codes, "account": reader})


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def turn_off(request: HttpRequest) -> HttpResponse:
    """Switch it off, by password and code."""
    reader = pages.require_signed_in(request)
    if not has_second_factor(reader):
        return redirect("account-second-factor")
    form = ProofForm(posted_data(request), asks_code=True)
    if request.method == "POST" and form.is_valid() and _may_turn_off(request, reader, form):
        turn_off_second_factor(reader)
        return done_response(request, _("Two-factor sign-in is switched off."), "account-second-factor")
    return pages.page(request, "players/accounts/second_factor_off.html", {"form": form})


def _may_turn_off(request: HttpRequest, reader: Account, form: Form) -> bool:
    """Whether it can be done and was proven. A code is used up by the question, so that comes last."""
    return (
        try_service(form, lambda: refuse_where_needed(reader))
        and knows_password(request, reader, form)
        and knows_code(request, reader, form)
    )


# --- another person's ------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(GET_OR_POST)
def reset(request: HttpRequest) -> HttpResponse:
    """Switch it off for a person who has lost phone and recovery codes."""
    administrator = require(request.user, Permission.RESET_SECOND_FACTOR, journal.SERVER)
    form = LinkForm(posted_data(request), initial={"username": request.GET.get("name", "")})

    def change() -> None:
        reset_second_factor(actor=administrator, account_id=form.cleaned_data["username"].pk)

    if request.method == "POST" and try_service(form, change):
        return done_response(request, _("You now sign in with your password only."), "second-factor-reset")
    return pages.page(request, "players/accounts/second_factor_reset.html", {"form": form})
