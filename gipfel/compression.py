"""Answers are compressed on their way, save those that say that nobody may change them."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressAnswers(GZipMiddleware):
    """As Django's, but Cache-Control: no-transform (RFC 9111, 5.2.2.6) is heeded: such an answer has a digest."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the answer, or leave it."""
        if "no-transform" in response.headers.get("Cache-Control", ""):
            return response
        return super().process_response(request, response)
