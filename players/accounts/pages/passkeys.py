"""Passkeys: signing in by one, and those of the own account.

The script of a page sends its form twice: without an answer, for a question to the device; then with the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data
from players.accounts import browsers
from players.accounts.forms import PasskeyForm
from players.accounts.pages.proof import to_prove
from players.accounts.services.passkeys import add_passkey, check_passkey, remove_passkey
from players.accounts.sign_in import enter, is_fresh, new_challenge, pending, prove, take_challenge
from players.core import limits, pages
from players.core.pages import GET_OR_POST
from players.models import Account, Passkey

_ANSWER = "credential"


@sensitive_post_parameters(_ANSWER)
@never_cache
@require_POST
def use(request: HttpRequest) -> HttpResponse:
    """Sign in by a passkey, take the second step by one, or prove by one again who one is."""
    from players.accounts.passkeys import question

    owner, target, page = _who_is_asked(request)
    answer = request.POST.get(_ANSWER, "")
    if not answer:
        return ask(request, lambda challenge: question(owner, challenge))
    account = check_passkey(answer, take_challenge(request), owner)
    if account is None:
        messages.error(request, _("This passkey was not accepted. Try again, or sign in another way."))
        return redirect(page)
    if request.user.is_authenticated:
        prove(request)
        return redirect(target)
    return enter(request, account, target)


def _who_is_asked(request: HttpRequest) -> tuple[Account | None, str, str]:
    """Whose passkey it has to be (None: anyone's), where it leads, and the page that asks for it."""
    target = pages.next_page(request)
    back = f"?{urlencode({'next': target})}"
    if isinstance(request.user, Account):
        return request.user, target, reverse("sign-in-again") + back
    waiting = pending(request)
    if waiting is not None:
        return *waiting, reverse("sign-in-code")
    return None, target, reverse("sign-in") + back


def ask(request: HttpRequest, write: Callable[[bytes], str]) -> HttpResponse:
    """The question for the device. Each is a row of a session, so that a client is asked so many."""
    if not settings.PASSKEY_ORIGINS:
        raise Http404
    limits.PASSKEY_QUESTIONS.take_from(request)
    return HttpResponse(write(new_challenge(request)), content_type="application/json")


@sensitive_post_parameters(_ANSWER)
@never_cache
@require_http_methods(GET_OR_POST)
def passkeys(request: HttpRequest) -> HttpResponse:
    """Those of the own account, and a further one. It outlives the session, so the sign-in has to be a fresh one."""
    reader = pages.require_signed_in(request)
    device = browsers.describe(request.headers.get("User-Agent", ""))
    form = PasskeyForm(posted_data(request), initial={"name": device})
    if request.method == "POST" and not is_fresh(request):
        return to_prove(request.path)
    if request.method == "POST" and form.is_valid():
        if not form.cleaned_data[_ANSWER]:
            return _ask_for_new(request, reader)
        with RefusalsShown(form):
            given = {"name": form.cleaned_data["name"], "answer": form.cleaned_data[_ANSWER]}
            add_passkey(reader, **given, challenge=take_challenge(request))
            return done_response(request, _("Passkey added."), "account-passkeys")
    context = {"form": form, "rows": reader.passkeys.order_by("pk"), "passkeys": settings.PASSKEY_ORIGINS}
    return pages.page(request, "players/accounts/passkeys.html", context)


def _ask_for_new(request: HttpRequest, reader: Account) -> HttpResponse:
    from players.accounts.passkeys import question_for_new

    return ask(request, lambda challenge: question_for_new(reader, challenge))


@require_POST
def remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Take one of the own away."""
    reader = pages.require_signed_in(request)
    try:
        remove_passkey(reader, passkey_id)
    except Passkey.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("The passkey no longer signs in here."), "account-passkeys")
