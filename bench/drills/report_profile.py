"""Where the time of one reported result goes: CPU and queries of each request, asked inside this process."""

from __future__ import annotations

import cProfile
import io
import json
import pstats
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time
from typing import Any
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

from django.db import connection

from bench.drills.club import Seat
from bench.drills.running import Verdict

MOST_REPORTS, MOST_FUNCTIONS, ROUNDS = 100, 45, 10
KEY = "k" * 32


class Phone:
    """Requests to the application itself, as the web process makes them of what it receives."""

    def __init__(self) -> None:
        from gipfel.wsgi import application

        self.application = application

    def form(self, seat: Seat) -> None:
        """The page with the buttons."""
        self._ask(200, "GET", f"/games/{seat.game}/result", **_cookies(seat))

    def by_page(self, seat: Seat) -> None:
        """The form, sent."""
        body = urlencode({"csrfmiddlewaretoken": KEY, "result": "1-0", "as": seat.side}).encode()
        kind = {"CONTENT_TYPE": "application/x-www-form-urlencoded"}
        self._ask(302, "POST", f"/games/{seat.game}/result", body, **kind, **_cookies(seat))

    def after(self, seat: Seat) -> None:
        """The page that it leads to."""
        self._ask(200, "GET", f"/games/{seat.game}/reported", **_cookies(seat))

    def by_api(self, seat: Seat) -> None:
        """The result as JSON."""
        body = json.dumps({"result": "1-0"}).encode()
        key = {"HTTP_AUTHORIZATION": seat.phone.token["Authorization"], "CONTENT_TYPE": "application/json"}
        self._ask(201, "POST", f"/api/v1/games/{seat.game}/results", body, **key)

    def _ask(self, expected: int, method: str, path: str, body: bytes = b"", **more: str) -> None:
        environ: dict[str, Any] = {"REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": io.BytesIO(body), **more}
        environ |= {"CONTENT_LENGTH": str(len(body)) if body else "", "REMOTE_ADDR": "127.0.0.1"}
        setup_testing_defaults(environ)
        heads: list[str] = []
        answer = self.application(environ, lambda status, _headers, *_: heads.append(status))
        b"".join(answer)
        answer.close()
        assert heads[0].startswith(str(expected)), heads


def _cookies(seat: Seat) -> dict[str, str]:
    return {"HTTP_COOKIE": f"sessionid={seat.phone.session}; csrftoken={KEY}", "HTTP_ACCEPT_ENCODING": "gzip"}


def tell(seats: Sequence[Seat], verdict: Verdict) -> None:
    """Print a line for each request, its queries, and the functions that most of the time is spent below."""
    phone, some = Phone(), list(seats[:MOST_REPORTS])
    requests = {"form": phone.form, "report by page": phone.by_page, "page after it": phone.after}
    for name, one in (requests | {"report by API": phone.by_api}).items():
        for seat in some[:5]:
            one(seat)  # templates, catalogs and prepared statements are there from now on
        asked: list[str] = []
        with connection.execute_wrapper(partial(_note, asked)):
            one(some[5])
        rounds = sorted(_milliseconds(one, some[number::ROUNDS]) for number in range(ROUNDS))
        verdict.report(f"{name}: {rounds[0]:.2f} to {rounds[-1]:.2f} ms of CPU, {len(asked)} queries")
        for query in asked:
            print(f"    {query[:150]}")
        _functions(one, some)


def _milliseconds(one: Callable[[Seat], Any], seats: Sequence[Seat]) -> float:
    """CPU of this process for one request of each seat, on average."""
    began = process_time()
    for seat in seats:
        one(seat)
    return 1000 * (process_time() - began) / len(seats)


def _note(asked: list[str], execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    """Every statement but the beginning and the end of a transaction goes through here."""
    asked.append(sql)
    return execute(sql, *rest)


def _functions(one: Callable[[Seat], Any], seats: list[Seat]) -> None:
    profile, text = cProfile.Profile(), io.StringIO()
    with profile:
        for seat in seats:
            one(seat)
    pstats.Stats(profile, stream=text).sort_stats("cumulative").print_stats(MOST_FUNCTIONS)
    print(text.getvalue())
