"""Signing in and out, passwords."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from common.web import done_response, posted_data, try_service
from players.accounts import devices, sign_in_attempts
from players.accounts.forms import NewPasswordForm, PasswordMailForm, SignInForm
from players.accounts.queries import has_no_accounts
from players.accounts.services.passwords import ask_password_mail, link_tokens, set_password
from players.accounts.sign_in import admit
from players.core import limits, pages
from players.core.client_address import address_of
from players.core.pages import GET_OR_POST
from players.core.rate_limit import TooMany
from players.models import Account

_LINK_IN_SESSION, _USED = "one-time-link", "now"
"""The token of a one-time link waits in the session, so that the address with it is left at once: a page
with the token in its address would hand it on to anyone who sees the history."""


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def sign_in(request: HttpRequest) -> HttpResponse:
    """The sign-in form. An account that is signed in goes on at once."""
    if request.user.is_authenticated:
        return redirect(pages.next_page(request))
    if has_no_accounts():
        return redirect("start")
    form = SignInForm(posted_data(request))
    context = {
        "form": form,
        "next": pages.next_page(request),
        "passkeys": settings.PASSKEY_ORIGINS,
        "sign_up": settings.SIGN_UP,
    }
    if request.method == "POST" and form.is_valid():
        try:
            account = _try(request, **form.cleaned_data)
        except TooMany as refused:
            return pages.wait(request, refused, form, "players/accounts/sign_in.html", context)
        if account is not None:
            return admit(request, account, pages.next_page(request))
        form.add_error(None, _("The sign-in name or the password is wrong."))
    return pages.page(request, "players/accounts/sign_in.html", context)


def _try(request: HttpRequest, username: str, password: str) -> Account | None:
    """The account, if the password is right. Raises TooMany before anything slow is done."""
    attempt = sign_in_attempts.begin(username, address=address_of(request), device_id=devices.id_in(request))
    account = auth.authenticate(request, username=username, password=password)
    if not isinstance(account, Account):
        attempt.wrong()
        return None
    attempt.right()
    return account


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session. Only by a form: a link that another site sets must not sign anyone out."""
    auth.logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@require_http_methods(GET_OR_POST)
def password_help(request: HttpRequest) -> HttpResponse:
    """Mail with a one-time link where the server sends mail; else whom to ask."""
    form = PasswordMailForm(posted_data(request))
    context = {"form": form, "sends_mail": bool(settings.EMAIL_HOST)}
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        try:
            limits.MAIL_BY_CLIENT.take_from(request)
            limits.MAIL_BY_RECIPIENT.take(email.casefold())
        except TooMany as refused:
            return pages.wait(request, refused, form, "players/accounts/password_help.html", context)
        if try_service(form, lambda: ask_password_mail(email)):
            text = _("If an account has this address, a link is on its way. It works for one day.")
            return done_response(request, text, "sign-in")
    return pages.page(request, "players/accounts/password_help.html", context)


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def password_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Choose a password by a one-time link. Opening it uses nothing up: messengers open links to preview them."""
    account = _owner_of(uid)
    if token != _USED:
        if account is None or not link_tokens.check_token(account, token):
            return render(request, "players/accounts/link_is_dead.html", status=410)
        request.session[_LINK_IN_SESSION] = token
        return redirect("password-link", uid, _USED)
    kept = request.session.get(_LINK_IN_SESSION, "")
    if account is None or not link_tokens.check_token(account, kept):
        return render(request, "players/accounts/link_is_dead.html", status=410)
    form = NewPasswordForm(posted_data(request), owner=account)
    if request.method == "POST" and form.is_valid():
        set_password(account, form.cleaned_data["password"])
        request.session.flush()  # and with it the token
        messages.success(request, _("Password saved. Earlier passkeys and API keys were removed."))
        return admit(request, account, reverse(settings.LOGIN_REDIRECT_URL))
    return pages.page(request, "players/accounts/password_link.html", {"form": form, "account": account})


def _owner_of(uid: str) -> Account | None:
    """The account that a link is for, if it can still sign in."""
    try:
        number: Any = urlsafe_base64_decode(uid).decode("ascii")
        return Account.objects.filter(pk=int(number), is_active=True).first()
    except (ValueError, OverflowError):
        return None
