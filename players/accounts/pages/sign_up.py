"""Accounts that visitors make for themselves: by mail, or with a passkey."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data
from players.accounts import browsers
from players.accounts.forms import NewPasswordForm, SignUpMailForm, SignUpPasskeyForm
from players.accounts.pages.passkeys import ask
from players.accounts.queries import has_no_accounts
from players.accounts.services.accounts import free_username
from players.accounts.services.sign_up import ask_sign_up_mail, find_sign_up, sign_up_by_mail, sign_up_by_passkey
from players.accounts.sign_in import enter, take_challenge
from players.core import limits, pages
from players.core.pages import GET_OR_POST
from players.core.rate_limit import TooMany
from players.models import Account

PAGE = "players/accounts/sign_up.html"


@never_cache
@require_http_methods(GET_OR_POST)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for an account of one's own by mail; the same page has the form with a passkey."""
    _need_allowed()
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    form = SignUpMailForm(posted_data(request))
    context = _context(form, SignUpPasskeyForm(auto_id="passkey_%s"))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            limits.MAIL_BY_CLIENT.take_from(request)
            limits.SIGN_UP_BY_CLIENT.take_from(request)
            limits.MAIL_BY_RECIPIENT.take(given["email"].casefold())
        except TooMany as refused:
            return pages.wait(request, refused, form, PAGE, context)
        with RefusalsShown(form):
            ask_sign_up_mail(**given, language=get_language() or "")
            text = _("A link is on its way to your address. It works for one day.")
            return done_response(request, text, "sign-in")
    return pages.page(request, PAGE, context)


@sensitive_post_parameters("credential")
@never_cache
@require_POST
def by_passkey(request: HttpRequest) -> HttpResponse:
    """Make an account with a passkey: the script asks for the question first, and brings the answer then."""
    from players.accounts.passkeys import question_for_first

    _need_allowed()
    if not settings.PASSKEY_ORIGINS or request.user.is_authenticated:
        raise Http404
    form = SignUpPasskeyForm(request.POST, auto_id="passkey_%s")
    context = _context(SignUpMailForm(), form)
    if form.is_valid():
        name, answer = form.cleaned_data["name"], form.cleaned_data["credential"]
        if not answer:
            return ask(request, lambda challenge: question_for_first(name, challenge))
        try:
            limits.SIGN_UP_BY_CLIENT.take_from(request)
        except TooMany as refused:
            return pages.wait(request, refused, form, PAGE, context)
        with RefusalsShown(form):
            account = sign_up_by_passkey(
                name=name,
                language=get_language() or "",
                label=browsers.describe(request.headers.get("User-Agent", "")) or _("My passkey"),
                answer=answer,
                challenge=take_challenge(request),
            )
            return enter(request, account, reverse("account"))
    return pages.page(request, PAGE, context)


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def by_mail(request: HttpRequest, secret: str) -> HttpResponse:
    """Choose a password by the link of a mail: the account is made then. Opening the link uses nothing up."""
    _need_allowed()
    if request.user.is_authenticated:
        return redirect(settings.LOGIN_REDIRECT_URL)
    asked = find_sign_up(secret)
    if asked is None:
        return render(request, "players/accounts/link_is_dead.html", status=410)
    username = free_username(asked.name)
    form = NewPasswordForm(posted_data(request), owner=Account(username=username, email=asked.email))
    if request.method == "POST" and form.is_valid():
        with RefusalsShown(form):
            account = sign_up_by_mail(secret, form.cleaned_data["password"])
            return enter(request, account, reverse("account"))
    return pages.page(request, "players/accounts/sign_up_link.html", {"form": form, "username": username})


def _context(form: SignUpMailForm, passkey_form: SignUpPasskeyForm) -> dict[str, Any]:
    return {
        "form": form,
        "passkey_form": passkey_form,
        "sends_mail": bool(settings.EMAIL_HOST),
        "passkeys": settings.PASSKEY_ORIGINS,
    }


def _need_allowed() -> None:
    if not settings.SIGN_UP or has_no_accounts():
        raise Http404
