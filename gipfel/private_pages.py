"""What is made for somebody who is signed in is for no shared cache, and a browser asks before it shows it again."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from play.core.web_visitors import COOKIE


class PrivatePages:
    """Add `Cache-Control: private, no-cache` for signed-in readers, guests and API tokens where a view says nothing.

    Answers without a body (304) get it as well: caches take over the headers of what they keep.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_private = request.user.is_authenticated or COOKIE in request.COOKIES
        if is_private and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response
