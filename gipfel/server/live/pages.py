"""Pages as a reader has them who is not signed in: followers are sent parts of these, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import unescape
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from common.live.bus import READ_FOR_FOLLOWERS, state_text
from gipfel.server.live.parts import Parts, split_parts
from gipfel.server.requests import environ_of

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_SEEN = re.compile(r'\sdata-seen="([^"]*)"')
_SCOPE = re.compile(r"([a-z]+(?::[0-9]+)?)=([0-9]+)")


@dataclass(frozen=True, slots=True)
class Page:
    """A page of which something can be followed.

    `seen` is its state as text, "event:12=57": scopes with their versions, which are in `versions` as well.
    """

    seen: str
    versions: Mapping[str, int]
    parts: Parts

    @property
    def is_bare(self) -> bool:
        """Whether it says its state and nothing else. Its followers fetch what they show by themselves."""
        return not self.parts.roots

    def moved_to(self, versions: Mapping[str, int]) -> Page:
        """The page at other versions of the same scopes, with the parts that it had."""
        return Page(state_text(versions), versions, self.parts)


class NotThere(Exception):
    """No one who is not signed in can follow this: `status` is what he was answered, 404 where nothing is to follow."""

    def __init__(self, status: int) -> None:
        super().__init__(str(status))
        self.status = status


class NotNow(Exception):
    """The application could not answer: try again in a moment."""


class AnonymousReader:
    """Asks the application for pages: a `GET` like any other, by no one, in a language.

    `base_url` is where the pages are. `language_cookie` is the cookie that says in which language. `address_of` tells
    where the page of a name is.
    """

    def __init__(
        self, application: Wsgi, base_url: str, language_cookie: str, address_of: Callable[[str], str] = str
    ) -> None:
        self.application, self.cookie, self.address_of = application, language_cookie, address_of
        self.site = urlsplit(base_url)

    def read(self, name: str, language: str) -> Page:
        """The page of this name. Raises NotThere, NotNow."""
        address = self.address_of(name)
        started: list[Any] = []
        answer = self.application(
            self._environ(address, language), lambda status, headers, *_: started.extend((status, headers))
        )
        try:
            body = b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()  # Django gives its connection back here
        status = int(started[0][:3])
        if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise NotNow
        if status != HTTPStatus.OK:
            raise NotThere(status)
        text = body.decode()
        is_json = dict(started[1]).get("Content-Type", "").startswith("application/json")
        return _parse_page(json.loads(text).get("seen", ""), "") if is_json else _parse(text)

    def _environ(self, address: str, language: str) -> dict[str, Any]:
        path, _, query = address.partition("?")
        headers = [(b"host", self.site.netloc.encode()), (b"cookie", f"{self.cookie}={language}".encode())]
        asked = {
            "method": "GET",
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "http_version": "1.1",
            "scheme": self.site.scheme,
            "headers": headers,
        }
        return environ_of(asked, BytesIO(), 0) | {READ_FOR_FOLLOWERS: True}


def versions_in(seen: str) -> dict[str, int]:
    """The versions that a state names: "event:12=57" is {"event:12": 57}."""
    return {scope: int(version) for scope, version in _SCOPE.findall(seen)}


def _parse(html: str) -> Page:
    seen = _SEEN.search(html)
    return _parse_page(unescape(seen[1]) if seen else "", html)


def _parse_page(seen: str, html: str) -> Page:
    """Raises NotThere where a page does not say of what it is made."""
    versions = versions_in(seen)
    if not versions:
        raise NotThere(HTTPStatus.NOT_FOUND)
    return Page(seen, versions, split_parts(html))
