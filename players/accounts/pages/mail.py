"""Which mail one gets: the choice, and the way out by the link of a mail."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from common.web import done_response, posted_data, try_service
from players.accounts.forms import MailForm
from players.accounts.services.subscriptions import choose_mail, chosen_mail, offered_mail, read_token, unsubscribe
from players.core import pages
from players.core.pages import GET_OR_POST


@never_cache
@require_http_methods(GET_OR_POST)
def choose(request: HttpRequest) -> HttpResponse:
    """Choose which mail one gets."""
    reader = pages.require_signed_in(request)
    form = MailForm(posted_data(request), kinds=offered_mail(reader), chosen=chosen_mail(reader))
    if request.method == "POST" and try_service(form, lambda: choose_mail(reader, form.cleaned_data)):
        return done_response(request, _("Your choice of mail is saved."), "account-mail")
    context = {"form": form, "account": reader, "sends_mail": bool(settings.EMAIL_HOST)}
    return pages.page(request, "players/accounts/account_mail.html", context)


@never_cache
@csrf_exempt  # mail programs post here with one click (RFC 8058); the token of the address is the permission
@require_http_methods(GET_OR_POST)
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Turn one kind of mail off by the link of a mail, without signing in."""
    found = read_token(token)
    if found is None:
        raise Http404
    account_id, kind = found
    if request.method == "POST":
        unsubscribe(account_id, kind)
    return render(
        request, "players/accounts/unsubscribe.html", {"label": _(kind.label), "done": request.method == "POST"}
    )
