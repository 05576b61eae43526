"""Proving again who one is in the midst of a session: by password, and by code where there is a second factor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.conf import settings
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from common.web import posted_data
from players.accounts.forms import ProofForm
from players.accounts.services.second_factor import check_code
from players.accounts.sign_in import has_second_factor, prove
from players.core import limits, pages
from players.core.pages import GET_OR_POST
from players.core.rate_limit import Pauses, TooMany
from players.models import Account


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def prove_again(request: HttpRequest) -> HttpResponse:
    """Ask for the password once more, and go on."""
    reader = pages.require_signed_in(request)
    asks_code = has_second_factor(reader)
    form = ProofForm(posted_data(request), asks_code=asks_code)
    target = pages.next_page(request)
    if (
        request.method == "POST"
        and form.is_valid()
        and knows_password(request, reader, form)
        and (not asks_code or knows_code(request, reader, form))
    ):
        prove(request)
        return redirect(target)
    context = {"form": form, "next": target, "passkeys": passkeys_of(reader)}
    return pages.page(request, "players/accounts/prove_again.html", context)


def to_prove(target: str) -> HttpResponse:
    """Send a reader whose sign-in is too old to the page that asks again, and from there to `target`."""
    return redirect(f"{reverse('sign-in-again')}?{urlencode({'next': target})}")


def passkeys_of(account: Account) -> tuple[str, ...] | None:
    """The addresses at which a passkey of `account` can be used; None where it has none, and nothing is to be said."""
    origins: tuple[str, ...] = settings.PASSKEY_ORIGINS
    return origins if account.passkeys.exists() else None


def knows_password(request: HttpRequest, reader: Account, form: Form) -> bool:
    """Whether the present password was typed."""
    wrong = _("This is not your current password.")
    return _is_right(limits.PRESENT_PASSWORD, request, reader, form, "old", reader.check_password, wrong)


def knows_code(request: HttpRequest, reader: Account, form: Form) -> bool:
    """Whether a code was typed that signs in. It is used up."""
    wrong = _("This code is wrong, or was used already. Wait for the next one.")
    return _is_right(limits.PRESENT_CODE, request, reader, form, "code", partial(check_code, reader), wrong)


def _is_right(
    pauses: Pauses,
    request: HttpRequest,
    reader: Account,
    form: Form,
    field: str,
    check: Callable[[str], bool],
    wrong: str,
) -> bool:
    """Check one field, else say what is wrong there. Tries are counted by session: those of one hold up no other."""
    key = f"{reader.pk} {request.session.session_key}"
    try:
        pauses.take(key)
    except TooMany as refused:
        form.add_error(field, pages.wait_text(refused.seconds))
        return False
    if not check(form.cleaned_data[field]):
        form.add_error(field, wrong)
        return False
    pauses.forgive(key)
    return True
