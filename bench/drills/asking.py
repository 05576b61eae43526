"""A plain client: one connection a request, so that it is known what was sent and not answered at any moment."""

from __future__ import annotations

import gzip
import http.client
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

AS_A_BROWSER = {"Accept-Encoding": "gzip"}
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True)
class HttpReply:
    """What came back. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cookies: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        return json.loads(self.body)


def ask(
    url: str,
    method: str,
    path: str,
    *,
    body: Any = None,
    form: Mapping[str, str] | None = None,
    content: bytes | None = None,
    cookies: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    seconds: float = 30,
    source: str = "",
    sent: Callable[[], None] = lambda: None,
) -> HttpReply:
    """One request to the site at `url`; OSError or HTTPException where no answer came.

    `body` goes as JSON, `form` as a form, `content` as it is. `source` is the address of this machine that it comes
    from. `sent` is called when all of it has left and no answer has been read.
    """
    said = dict(headers or {})
    data = None
    if form is not None:
        data, said["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
    elif content is not None:
        data, said["Content-Type"] = content, "application/octet-stream"
    elif body is not None:
        data, said["Content-Type"] = json.dumps(body).encode(), "application/json"
    if cookies:
        said["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    local = (source, 0) if source else None
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=seconds, source_address=local)
    try:
        connection.request(method, path, data, said)
        sent()
        response = connection.getresponse()
        content = response.read()
        given = [each.partition(";")[0].partition("=") for each in response.headers.get_all("Set-Cookie", [])]
        lower = {name.lower(): value for name, value in response.getheaders()}
        if lower.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return HttpReply(response.status, lower, content, {name: value for name, _, value in given})
    finally:
        connection.close()


def form_key(page: HttpReply) -> str:
    """The hidden field that guards the page's forms."""
    found = _TOKEN.search(page.body.decode())
    if found is None:
        raise ValueError(f"no form on this page ({page.status})")
    return found[1]
