"""Every page says what a browser may load for it: settings.CONTENT_SECURITY_POLICY, the same for all pages."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse

_SHOWING_CODE = (HTTPStatus.NOT_FOUND, HTTPStatus.INTERNAL_SERVER_ERROR)


class ContentPolicy:
    """As `csp.middleware`, which puts the policy together anew for every answer: no page has one of its own here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_debug_page = settings.DEBUG and response.status_code in _SHOWING_CODE  # Django's own, with inline styles
        if self.policy and not is_debug_page:
            response.headers.setdefault(HEADER, self.policy)
        return response
