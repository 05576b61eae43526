"""Pages about the own account: person, language, password, keys."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from common.web import RefusalsShown, done_response, posted_data, try_service
from players import scope_labels
from players.accounts.forms import ChangePasswordForm, EmailForm, NewPasswordForm, ProgramForm, TokenForm
from players.accounts.pages.proof import knows_password, to_prove
from players.accounts.queries import shown_programs
from players.accounts.services import tokens
from players.accounts.services.accounts import set_email
from players.accounts.services.passwords import set_password
from players.accounts.services.programs import make_program
from players.accounts.services.tokens import LONGEST_LABEL, make_token
from players.accounts.sign_in import enter, has_second_factor, is_fresh
from players.clubs.forms import HomeForm
from players.clubs.queries import invitations
from players.clubs.queries.clubs import home_choices
from players.core import pages
from players.core.pages import GET_OR_POST
from players.core.queries.memberships import clubs_of
from players.grants.queries import offers_to
from players.identity import person_of
from players.models import Account, ApiToken
from players.roles import ROLE_NAMES, Role

TYPED_OF_KEY = ("label", "account", "days", "per_minute")


@never_cache
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """Everything about the own account, with what can be done."""
    reader = pages.require_signed_in(request)
    typed: dict[str, Any] = {name: request.GET[name][:LONGEST_LABEL] for name in TYPED_OF_KEY if name in request.GET}
    if "label" in typed:
        typed["scopes"] = request.GET.getlist("scopes")
    return render(
        request, "players/accounts/account.html", _context(reader) | {"form": TokenForm(initial=typed, owner=reader)}
    )


def _context(reader: Account) -> dict[str, object]:
    person = person_of(reader)
    held = list(reader.grants.select_related("scope").order_by("pk"))
    offered = list(offers_to(reader))
    labels = scope_labels.labels({grant.scope.key for grant in held} | {offer.scope.key for offer in offered})
    clubs = clubs_of([person.pk]).get(person.pk, []) if person is not None else []
    return {
        "account": reader,
        "person": person,
        "clubs": clubs,
        "invitations": invitations.of_person(person) if person is not None else [],
        "home_form": HomeForm(
            clubs=home_choices(reader), initial={"club": reader.home.slug if reader.home else ""}, auto_id="home_%s"
        ),
        "roles": [(grant, _(ROLE_NAMES[Role(grant.role)]), labels[grant.scope.key]) for grant in held],
        "offers": [(offer, _(ROLE_NAMES[Role(offer.role)]), labels[offer.scope.key]) for offer in offered],
        "tokens": list(tokens.keys_of(reader)),
        "programs": reader.programs.count(),
        "has_second_factor": has_second_factor(reader),
        "passkeys": reader.passkeys.count(),
    }


@sensitive_post_parameters()
@never_cache
@require_http_methods(GET_OR_POST)
def password(request: HttpRequest) -> HttpResponse:
    """Change the password. Every other session of the account ends."""
    reader = pages.require_signed_in(request)
    if not reader.has_usable_password():
        return _first_password(request, reader)
    keys = reader.tokens.count()
    form = ChangePasswordForm(posted_data(request), owner=reader, keys=keys)
    if request.method == "POST" and form.is_valid() and knows_password(request, reader, form):
        given = form.cleaned_data
        keep_keys = not given["remove_keys"]
        removed = set_password(reader, given["password"], keep_keys=keep_keys, keep_passkeys=True)
        text = _("The password is changed. Other devices are signed out.")
        if removed:
            text += " " + _("API keys removed.")
        messages.success(request, text)
        return enter(request, reader, reverse("account"))
    return pages.page(
        request, "players/accounts/account_password.html", {"form": form, "passkeys": reader.passkeys.count()}
    )


def _first_password(request: HttpRequest, reader: Account) -> HttpResponse:
    """A password for an account that was made with a passkey, which proves who it is."""
    if not is_fresh(request):
        return to_prove(request.path)
    form = NewPasswordForm(posted_data(request), owner=reader)
    if request.method == "POST" and form.is_valid():
        set_password(reader, form.cleaned_data["password"], keep_keys=True, keep_passkeys=True)
        messages.success(request, _("Password saved."))
        return enter(request, reader, reverse("account"))
    return pages.page(request, "players/accounts/account_password.html", {"form": form, "passkeys": 0})


@sensitive_post_parameters("old")
@never_cache
@require_http_methods(GET_OR_POST)
def email(request: HttpRequest) -> HttpResponse:
    """Change where password help goes."""
    reader = pages.require_signed_in(request)
    asks_password = reader.has_usable_password()
    if not asks_password and not is_fresh(request):
        return to_prove(request.path)
    form = EmailForm(posted_data(request), initial={"email": reader.email}, asks_password=asks_password)
    proven = form.is_valid() and (not asks_password or knows_password(request, reader, form))
    if request.method == "POST" and proven:
        address = form.cleaned_data["email"]
        if try_service(form, lambda: set_email(reader, address)):
            return done_response(request, _("Address changed."), "account")
    return pages.page(request, "players/accounts/account_email.html", {"form": form})


@require_POST
def new_token(request: HttpRequest) -> HttpResponse:
    """Make a key to the API and show it, this once. It outlives the session, so the sign-in has to be a fresh one."""
    reader = pages.require_signed_in(request)
    form = TokenForm(request.POST, owner=reader)
    if form.is_valid() and not is_fresh(request):
        typed = {name: request.POST[name] for name in TYPED_OF_KEY if request.POST.get(name)}
        query = urlencode(typed | {"scopes": form.cleaned_data["scopes"]}, doseq=True)
        return to_prove(f"{reverse('account')}?{query}")
    if form.is_valid():
        with RefusalsShown(form):
            made = make_token(**form.asked)
            return pages.render_once(request, "players/accounts/key_shown.html", {"made": made})
    return pages.page(request, "players/accounts/account.html", _context(reader) | {"form": form})


@never_cache
@require_http_methods(GET_OR_POST)
def programs(request: HttpRequest) -> HttpResponse:
    """The programs of the reader, which can be made here; for administrators all programs, with their owners."""
    reader = pages.require_signed_in(request)
    form, shown = ProgramForm(posted_data(request)), shown_programs(reader)
    if request.method == "POST" and try_service(form, lambda: make_program(reader, form.cleaned_data["name"])):
        return done_response(
            request, _("Program created. It plays by keys that you create for it."), "account-programs"
        )
    own = [each for each in shown if each.account.owner == reader]
    others = [each for each in shown if each.account.owner != reader and each.owner is not None]
    context = {"form": form, "own": own, "others": others}
    return pages.page(request, "players/accounts/programs.html", context)


@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Take a key back."""
    reader = pages.require_signed_in(request)
    try:
        tokens.revoke_token(account=reader, token_id=token_id)
    except ApiToken.DoesNotExist:
        raise Http404 from None
    return done_response(request, _("The key no longer works."), "account")
