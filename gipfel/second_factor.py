"""Where the operator asks two-factor sign-in of a role, its holders first set it up: SECOND_FACTOR_FOR."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from players.accounts.services.second_factor import needs_second_factor
from players.accounts.sign_in import has_second_factor
from players.models import Account

OPEN = {"account-second-factor", "account-second-factor-new", "sign-in-again", "sign-out", "language", "theme"}
"""Addresses that whoever must set it up needs on the way."""


class RequireSecondFactor:
    """Lead to the set-up whoever holds such a role and has none. Keys to the API are not concerned."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if not settings.SECOND_FACTOR_ROLES or not isinstance(request.user, Account):
            return None
        match = request.resolver_match
        if match is not None and (match.url_name in OPEN or match.route.startswith("api/")):
            return None
        if has_second_factor(request.user) or not needs_second_factor(request.user):
            return None
        return redirect("account-second-factor")
