"""Where the time of one reported result goes: CPU and queries of each request, asked inside this process."""

from __future__ import annotations

import cProfile
import io
import pstats
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.drills.club import Seat
from bench.drills.running import Verdict

MOST_REPORTS, MOST_FUNCTIONS = 100, 45
KEY = "k" * 32


def tell(seats: Sequence[Seat], verdict: Verdict) -> None:
    """Print a line for each request, its queries, and the functions that most of the time is spent below."""
    for name, one in (("form", _form), ("report by page", _by_page), ("report by API", _by_api)):
        some = list(seats[:MOST_REPORTS])
        for seat in some[:5]:
            one(seat)  # templates, catalogs and prepared statements are there from now on
        with CaptureQueriesContext(connection) as asked:
            one(some[5])
        began = process_time()
        for seat in some:
            one(seat)
        verdict.say(f"{name}: {1000 * (process_time() - began) / len(some):.2f} ms of CPU, {len(asked)} queries")
        for query in asked.captured_queries:
            print(f"    {query['sql'][:150]}")
        _functions(one, some)


def _functions(one: Callable[[Seat], Any], seats: list[Seat]) -> None:
    profile, text = cProfile.Profile(), io.StringIO()
    with profile:
        for seat in seats:
            one(seat)
    pstats.Stats(profile, stream=text).sort_stats("cumulative").print_stats(MOST_FUNCTIONS)
    print(text.getvalue())


def _client(seat: Seat) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.cookies.load({"sessionid": seat.phone.session, "csrftoken": KEY})
    return client


def _form(seat: Seat) -> None:
    answer = _client(seat).get(f"/games/{seat.game}/result")
    assert answer.status_code == 200, answer.status_code


def _by_page(seat: Seat) -> None:
    form = {"csrfmiddlewaretoken": KEY, "result": "1-0", "as": seat.side}
    answer = _client(seat).post(f"/games/{seat.game}/result", form)
    assert answer.status_code == 302, answer.status_code


def _by_api(seat: Seat) -> None:
    answer = Client().post(
        f"/api/v1/games/{seat.game}/results",
        {"result": "1-0"},
        content_type="application/json",
        headers=seat.phone.token,
    )
    assert answer.status_code == 201, answer.content
