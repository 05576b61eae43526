"""Where the time of one reported result goes: CPU and queries of each request, asked inside this process."""

from __future__ import annotations

import cProfile
import io
import pstats
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time
from typing import Any

from django.db import connection
from django.test import Client
from django.test.client import ClientHandler

from bench.drills.club import Seat
from bench.drills.running import Verdict

MOST_REPORTS, MOST_FUNCTIONS = 100, 45
KEY = "k" * 32


class Phone:
    """Requests to the application itself, through one handler: its middleware is made once, as in a web process."""

    def __init__(self) -> None:
        self.handler = ClientHandler(enforce_csrf_checks=True)

    def client(self, cookies: dict[str, str]) -> Client:
        client = Client(SERVER_NAME="127.0.0.1")
        client.handler = self.handler
        client.cookies.load(cookies)
        return client

    def browser(self, seat: Seat) -> Client:
        return self.client({"sessionid": seat.phone.session, "csrftoken": KEY})

    def form(self, seat: Seat) -> None:
        answer = self.browser(seat).get(f"/games/{seat.game}/result")
        assert answer.status_code == 200, answer.status_code

    def by_page(self, seat: Seat) -> None:
        form = {"csrfmiddlewaretoken": KEY, "result": "1-0", "as": seat.side}
        answer = self.browser(seat).post(f"/games/{seat.game}/result", form)
        assert answer.status_code == 302, answer.status_code

    def by_api(self, seat: Seat) -> None:
        path, kind = f"/api/v1/games/{seat.game}/results", "application/json"
        answer = self.client({}).post(path, {"result": "1-0"}, content_type=kind, headers=seat.phone.token)
        assert answer.status_code == 201, answer.content


def tell(seats: Sequence[Seat], verdict: Verdict) -> None:
    """Print a line for each request, its queries, and the functions that most of the time is spent below."""
    phone = Phone()
    for name, one in (("form", phone.form), ("report by page", phone.by_page), ("report by API", phone.by_api)):
        some = list(seats[:MOST_REPORTS])
        for seat in some[:5]:
            one(seat)  # templates, catalogs and prepared statements are there from now on
        asked: list[str] = []
        with connection.execute_wrapper(partial(_note, asked)):
            one(some[5])
        began = process_time()
        for seat in some:
            one(seat)
        verdict.report(f"{name}: {1000 * (process_time() - began) / len(some):.2f} ms of CPU, {len(asked)} queries")
        for query in asked:
            print(f"    {query[:150]}")
        _functions(one, some)


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
