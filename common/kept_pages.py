"""Pages that are alike for all readers who are not signed in, kept for a minute under the state they are made of.

A page that many open at once, as the standings after a round, is drawn for the first of them. What is a reader's own in
it, the key of its forms, is put in as it is sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from common import theme
from common.cached_values import read_as
from common.journal import submissions
from common.live.bus import STREAM

KEPT_SECONDS = 60
"""A page tells what time of day it is by its texts alone ("today"), so it may be a minute old."""
LONGEST = 400_000
"""Characters of a page that is kept."""
FORM_KEY = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]*')
ALIKE = {theme.COOKIE, submissions.SEEN_COOKIE}
"""Cookies that no page is made of, or that are part of its key, beside those of forms and language."""


@dataclass(frozen=True, slots=True)
class KeptPage:
    """The parts of a page between which the key of its forms stands, and the versions of scopes that it shows."""

    parts: list[str]
    seen: dict[str, int]


def answer_kept(
    request: HttpRequest, made_of: object, make: Callable[[], HttpResponse], looks: frozenset[str] = frozenset()
) -> HttpResponse:
    """The page of this address that is kept for the state `made_of`, or the one that `make` makes, kept from then on.

    `looks` are further cookies that `made_of` accounts for. A request with other cookies, with a query, or of a
    reader who is signed in gets a page of its own.
    """
    known = ALIKE | looks | {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    if request.method != "GET" or request.META.get("QUERY_STRING") or not request.COOKIES.keys() <= known:
        return make()
    key = _key_of_page(request, made_of)
    kept = read_as(KeptPage, cache.get(key))
    if kept is None:
        with submissions.noted_versions() as seen:
            answer = make()
        kept = _keep_page(key, answer, seen)
    else:
        answer = HttpResponse((get_token(request) if len(kept.parts) > 1 else "").join(kept.parts))
    for scope, version in kept.seen.items():
        submissions.note_version(scope, version)
    return answer


def _key_of_page(request: HttpRequest, made_of: object) -> str:
    place = (request.scheme, request.get_host(), request.path, request.META.get(STREAM, ""))
    return f"page:{sha256(repr((place, get_language(), theme.of(request), made_of)).encode()).hexdigest()}"


def _keep_page(key: str, answer: HttpResponse, seen: dict[str, int]) -> KeptPage:
    """Keep a page that is whole and has nothing of its own beside its text."""
    is_page = answer.status_code == 200 and not answer.streaming and not answer.cookies
    if is_page and set(answer.headers) == {"Content-Type"} and answer["Content-Type"] == HttpResponse()["Content-Type"]:
        text = answer.content.decode()
        if len(text) <= LONGEST:
            made = KeptPage(FORM_KEY.split(text), seen)
            cache.set(key, made, KEPT_SECONDS)
            return made
    return KeptPage([], seen)
