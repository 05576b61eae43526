"""Requests made from the OpenAPI document, good and bad ones, to a running server: 9,000 in 10 min a database.

    python -m bench.drills.api_cases [--database …] [--examples 60] [--seed N] [--only TEXT]

For every operation, `--examples` requests that the document allows and as many that it does not, made by schemathesis.
They change the data, and the ids in later ones are ids of what is there then; half of the allowed ones have a body that
fits what is there. Wrong is a 5xx, and every answer whose
code, content type or body is not as the document says. Streams, which stay open, are left out (`slow_clients` and
tests/server have them). A short part of this is in ./test (tests/api).
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from bench.drills.running import Verdict, main
from bench.drills.site import Site

if TYPE_CHECKING:
    from testing.api.api_fixture import World

LONGEST = 60
"""Seconds after which a request is given up, and the drill with it: far beyond what a busy machine needs."""
SLOWEST = 3
"""Requests that are named with how long they took."""
ADMINISTRATORS = 200
"""Accounts that ask in turn: each may write 120 times a minute."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--examples", type=int, default=60, help="of each kind for each operation")
    parser.add_argument("--only", default="", help="only operations with this text in them (POST /api/v1/events)")


def work(site: Site, options: argparse.Namespace, verdict: Verdict) -> None:
    from schemathesis import Case, GenerationMode, Response

    from bench.drills.club import phone_of
    from players.models import Account
    from players.roles import Role
    from testing.api.api_fixture import make_world
    from testing.api.generated import MODES, faults, operations
    from testing.factories import holder_of

    good = _good_requests(make_world())
    accounts = [Account.objects.create_user(f"administrator-{number}", None) for number in range(ADMINISTRATORS)]
    keys = itertools.cycle([phone_of(holder_of(Role.ADMINISTRATOR, "server", account)).token for account in accounts])
    site.start_worker()
    site.start_web()
    chance, answers, began = random.Random(options.seed), Counter[int](), time.perf_counter()
    slowest: list[tuple[float, str]] = []

    def answered(case: Case) -> Response:
        """The answer, once what it needs has been computed: the first who asks hears when to come again."""
        given_up = time.monotonic() + LONGEST
        while True:
            headers = {**next(keys), "Accept-Encoding": "identity"}
            answer = case.call(base_url=site.url, headers=headers, timeout=LONGEST)
            if b'"being-computed"' not in (answer.content or b"") or time.monotonic() > given_up:
                return answer
            time.sleep(int(answer.headers["retry-after"][0]))

    def send(case: Case) -> Response:
        answer = answered(case)
        answers[answer.status_code] += 1
        slowest.append((answer.elapsed, f"{case.method} {case.path}"))
        slowest.sort(reverse=True)
        del slowest[SLOWEST:]
        return answer

    chosen = [each for each in operations() if options.only in each.label and not each.path.endswith("/stream")]
    asked = [(each, mode) for each in chosen for mode in MODES]
    chance.shuffle(asked)
    for operation, mode in asked:
        ids, body = _ids(chance), None
        if mode is GenerationMode.POSITIVE and operation.label in good:
            own, body = good[operation.label]
            ids |= own
        for line in faults(operation, mode, ids, options.examples, chance.randrange(2**32), send, body):
            verdict.require(False, line)
    told = ", ".join(f"{status}: {count}" for status, count in sorted(answers.items()))
    took = time.perf_counter() - began
    verdict.report(
        f"{site.database}: {answers.total()} requests to {len(asked) // 2} operations in {took:.0f} s; {told}"
    )
    verdict.report("slowest: " + ", ".join(f"{each} {seconds:.1f} s" for seconds, each in slowest))


def _good_requests(world: World) -> dict[str, tuple[dict[str, Any], Any]]:
    """By operation: the ids and the body of a request that is taken, as long as no one has changed what it is about."""
    from django.urls import resolve

    found = {}
    for (method, route), request in world.requests.items():
        path = re.sub(r"<\w+:(\w+)>", r"{\1}", route)
        found[f"{method} /api/v1/{path}"] = (dict(resolve(f"/api/v1{request.path}").kwargs), request.body)
    return found


def _ids(chance: random.Random) -> dict[str, Any]:
    """Ids of things that are there now and belong together, by the name that they have in addresses."""
    from games.models import Game
    from players.models import Club, Person
    from ratings.models import Pool
    from tournaments.models import Entry, Event

    found: dict[str, Any] = {"number": 1, "round_number": 1}
    event = Event.objects.filter(rounds__isnull=False).order_by("?").first() if chance.random() < 0.7 else None
    event = event or Event.objects.order_by("?").first()
    if event is not None:
        found["event_id"] = event.pk
        found["entry_id"] = Entry.objects.filter(event=event).values_list("pk", flat=True).order_by("?").first()
        found["game_id"] = Game.objects.filter(parent_scope__key=event.scope).values_list("pk", flat=True).first()
    found["slug"] = Club.objects.values_list("slug", flat=True).order_by("?").first()
    found["person_id"] = Person.objects.values_list("pk", flat=True).order_by("?").first()
    found["pool_id"] = Pool.objects.values_list("pk", flat=True).order_by("?").first()
    return {name: value for name, value in found.items() if value is not None}


if __name__ == "__main__":
    sys.exit(main(__doc__, work, add_options))
