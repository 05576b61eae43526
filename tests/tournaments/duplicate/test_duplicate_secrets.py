"""Nothing that lies face down, and nobody's line, is in any answer of the server before it may be seen.

Two deals that differ in hidden tiles alone get the same bytes on every page, endpoint and export, for every reader,
until one of the tiles turns; also in refusals, in what is written to the log, and under the same ETag.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import caches
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from common.jobs.models import Job
from common.jobs.services import progress, run_due
from games.attempts.services import attempts
from games.attempts.services.attempts import begin_attempt, play_turn, resign_attempt
from games.core.replay import Start, play_through
from games.models import Attempt, AttemptTurn
from gipf_engine.rules import rules_for
from players.accounts.services.tokens import make_token
from players.erasure.exports import own_data
from players.models import Account, Club
from testing.marks import examples
from testing.tournaments.duplicate_factories import account_for, attempt, give_up, playing
from testing.tournaments.round_trips import exported
from tests.tournaments.done_twice import clock, undone
from tournaments.duplicate.services import close_deals
from tournaments.models import Deal, DrawnDeal, Event

__all__ = ["clock"]

pytestmark = [pytest.mark.django_db, pytest.mark.core]
RULES = ("guowuguan-gwg", "guowuguan-okuan")
Answers = dict[tuple[str, str], tuple[int, bytes, str]]
"""By reader and address: the status, what is told, and its ETag."""
_CHANGING = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|data-form-key="[^"]*"|name="form_key" value="[^"]*"')


def addresses(event: Event) -> list[str]:
    """Every page and endpoint that says something of a round of deals."""
    home, round_ = f"/events/{event.pk}", f"/events/{event.pk}/pairings/1"
    attempts = Attempt.objects.filter(parent_scope__key=event.scope).order_by("pk").values_list("pk", flat=True)
    pages = [home, round_, f"{round_}/deals", f"{round_}/deals.json", f"{round_}/setups", f"{home}/crosstable"]
    pages += [f"{home}/event.json", f"{home}/standings.csv", f"{home}/desk", f"{home}/files/json", f"{home}/players"]
    pages += [f"/attempts/{pk}" for pk in attempts]
    api = [
        f"/events/{event.pk}",
        *(f"/events/{event.pk}/{what}" for what in ("rounds/1", "standings", "file?kind=json")),
    ]
    api += [f"/events/{event.pk}/rounds/1/deals", f"/events/{event.pk}/rounds/1/setups", f"/events/{event.pk}/entries"]
    api += [f"/attempts/{pk}" for pk in attempts]
    return pages + [f"/api/v1{address}" for address in api]


class Readers:
    """A visitor, the organiser, and two players, one of whom plays."""

    def __init__(self, organiser: Account) -> None:
        self.clients, self.keys = {"visitor": Client()}, {"visitor": {}}
        for name, account in (("organiser", organiser), ("Ada", account_for("Ada")), ("Ben", account_for("Ben"))):
            self.clients[name] = Client()
            self.clients[name].force_login(account)
            self.keys[name] = {"Authorization": f"Token {make_token(account=account, label='t').key}"}

        for client in self.clients.values():
            client.get("/")  # the first page gives a browser its cookie, which is part of every ETag

    def read(self, event: Event) -> Answers:
        """What everybody gets at every address, without what is new in each answer."""
        for cache in caches.all():
            cache.clear()
        return dict(self._answers(event))

    def _answers(self, event: Event) -> Iterator[tuple[tuple[str, str], tuple[int, bytes, str]]]:
        for who, client in self.clients.items():
            for address in addresses(event):
                answer = client.get(address, headers=self.keys[who] if address.startswith("/api/") else {})
                body = b"".join(answer) if answer.streaming else answer.content
                body = body.replace(answer.headers.get("X-Request-ID", "-").encode(), b"")
                yield (who, address), (answer.status_code, _CHANGING.sub(b"", body), answer.headers.get("ETag", ""))


def differing(before: Answers, after: Answers) -> list[tuple[str, str]]:
    return [key for key in before if before[key] != after[key]]


def swapped(setup: str, hidden: list[int], turn: int) -> str:
    """The set-up with its hidden tiles moved on by `turn` places among each other."""
    tiles = [setup[at : at + 2] for at in range(0, len(setup), 2)]
    moved = [tiles[hidden[(place + turn) % len(hidden)]] for place in range(len(hidden))]
    for place, tile in zip(hidden, moved, strict=True):
        tiles[place] = tile
    return "".join(tiles)


HIDDEN = {"guowuguan-gwg": [1, 2, 3, 4], "guowuguan-okuan": list(range(20, 32))}
"""The places of a set-up that lie face down: the four middle generals, the twelve commons (GUO 2)."""


def replace_setup(old: str, new: str) -> None:
    """Another deal in place of the one that was drawn. The database refuses that to everybody but this test."""
    Attempt.objects.filter(setup=old).update(setup=new)
    with connection.cursor() as cursor:
        table = DrawnDeal._meta.db_table
        if connection.vendor == "sqlite":
            cursor.execute(f"DROP TRIGGER {table}_append_only")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks still to come cannot be altered
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_append_only")
        cursor.execute(f"UPDATE {table} SET setup = %s WHERE setup = %s", [new, old])
        if connection.vendor != "sqlite":
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {table}_append_only")


@pytest.mark.postgresql
@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_two_deals_that_differ_face_down_get_the_same_bytes(club: Club, organiser: Account, key: str) -> None:
    event = playing(club, organiser, ("Ada", "Ben"), rules=key, format_options={"deals": 1, "solver_limit": 50_000})
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    move = next(iter(play_through(Start(key, (), mine.setup), ()).legal_moves()))
    if str(move) != "/":
        play_turn(mine.pk, ada, str(move))
    readers = Readers(organiser)
    before = readers.read(event)
    assert {status for status, _body, _etag in before.values()} <= {200, 401, 403, 404, 302}
    other = swapped(mine.setup, HIDDEN[key], 1)
    assert other != mine.setup
    replace_setup(mine.setup, other)
    assert differing(before, readers.read(event)) == []


@pytest.mark.postgresql
@pytest.mark.slow
def test_the_bytes_differ_when_a_hidden_tile_turns(club: Club, organiser: Account) -> None:
    """The comparison above can fail: after a refill of O-Kuan five hidden tiles lie open."""
    key = "guowuguan-okuan"
    event = playing(club, organiser, ("Ada", "Ben"), rules=key, format_options={"deals": 1, "solver_limit": 50_000})
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    play_turn(mine.pk, ada, "/")
    readers = Readers(organiser)
    before = readers.read(event)
    replace_setup(mine.setup, swapped(mine.setup, HIDDEN[key], 1))
    found = differing(before, readers.read(event))
    assert {address for _who, address in found} == {f"/attempts/{mine.pk}", f"/api/v1/attempts/{mine.pk}"}
    assert {who for who, _address in found} == {"Ada"}


@examples(15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 12), moved=st.integers(1, 3))
def test_what_the_player_is_told_is_the_same_until_a_tile_turns(seed: int, turns: int, moved: int) -> None:
    """Without the server: views, words, choices and refusals of two such deals along one line."""
    key = "guowuguan-gwg"
    chance = rules_for(key).chance
    assert chance is not None
    setup = chance.draw(f"{seed:064x}")
    one, two = Start(key, (), setup).position(), Start(key, (), swapped(setup, HIDDEN[key], moved)).position()
    for at in range(turns):
        assert one.view(0) == two.view(0)
        moves = [str(move) for move in one.legal_moves()]
        assert moves == [str(move) for move in two.legal_moves()]
        assert repr(one) == repr(two)
        lifts = [move for move in moves if "x" not in move]  # a pass turns a general
        if not lifts:
            return
        token = lifts[(seed + at) % len(lifts)]
        one, two = one.play(one.parse(token)), two.play(two.parse(token))


@pytest.mark.slow
def test_a_players_line_is_nobody_elses_before_the_round_is_over(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, ("Ada", "Ben"))
    readers = Readers(organiser)
    give_up(attempt(event, "Ada"))
    before = readers.read(event)
    mine = attempt(event, "Ada")
    AttemptTurn.objects.create(attempt=mine, ply=1, token="/", at=mine.ended_at)
    Attempt.objects.filter(pk=mine.pk).update(
        result="won", counts={"won": 1, "gates": 5, "generals": 6, "rounds": 3, "moves": 20}
    )
    after = readers.read(event)
    found = [key for key in differing(before, after) if key[0] != "Ada"]
    assert found == []


@pytest.mark.slow
def test_no_answer_file_or_log_line_holds_a_secret(
    club: Club, organiser: Account, caplog: pytest.LogCaptureFixture
) -> None:
    event = playing(club, organiser)
    ada = account_for("Ada")
    begin_attempt(attempt(event, "Ada").pk, ada)
    readers = Readers(organiser)
    with caplog.at_level(logging.DEBUG):
        told = [body for _status, body, _etag in readers.read(event).values()]
        refused = [
            client.post(f"/attempts/{attempt(event, 'Ada').pk}", {"turn": turn}).content
            for client in readers.clients.values()
            for turn in ("9.123", "nonsense", "1xG", "")
        ]
        record = f"/attempts/{attempt(event, 'Ben').pk}/record"
        refused += [client.post(record, {"text": "/ 1xG"}).content for client in readers.clients.values()]
    secrets = [Deal.objects.get(event=event).seed, *DrawnDeal.objects.values_list("setup", flat=True)]
    everything = b"".join([*told, *refused, exported(event, "json"), caplog.text.encode()])
    assert not [secret for secret in secrets if secret.encode() in everything]


# --- what is not an answer: rows, cached pages, log lines, broken pages ------------------------------------

HOLDERS = {"games.Attempt", "games.AttemptTurn", "tournaments.DrawnDeal", "tournaments.Deal"}
"""The tables of an event that hold what may not be seen, and nobody reads but services and views."""


def other_rows() -> str:
    """Every row of every other table, but for the numbers that the database gives: journal, jobs, sessions, all."""
    models = [model for model in apps.get_models() if model._meta.label not in HOLDERS]
    found = {
        model._meta.label: [
            {name: value for name, value in row.items() if name != "id"}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in models
    }
    return json.dumps(found, cls=DjangoJSONEncoder, default=str, indent=1)


def cached() -> dict[str, bytes]:
    """What the caches of this process hold, by key."""
    return {key: value for cache in caches.all() for key, value in getattr(cache, "_cache", {}).items()}


def both_deals(event: Event, work: Callable[[], Any]) -> tuple[Any, Any]:
    """What `work` returns on the event's first deal, and on one that differs face down."""
    setup = attempt(event, "Ada").setup
    with undone():
        first = work()
    with undone():
        replace_setup(setup, swapped(setup, HIDDEN[event.rules], 1))
        second = work()
    return first, second


@pytest.mark.postgresql
@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("key", RULES)
def test_journal_jobs_and_all_other_rows_are_the_same_bytes(club: Club, organiser: Account, key: str) -> None:
    event = playing(club, organiser, ("Ada", "Ben"), rules=key, format_options={"deals": 1, "solver_limit": 50_000})
    mine, ada = attempt(event, "Ada"), account_for("Ada")

    def work() -> str:
        begin_attempt(mine.pk, ada)
        progress("end-attempt", mine.scope, 1, 2)
        with pytest.raises(attempts.AttemptRefused):
            play_turn(mine.pk, ada, "9.123")
        if key.endswith("gwg"):
            play_turn(mine.pk, ada, "/")
        resign_attempt(mine.pk, ada)
        return other_rows()

    first, second = both_deals(event, work)
    assert "end-attempt" in first
    assert first == second


@pytest.mark.postgresql
@pytest.mark.usefixtures("clock")
@pytest.mark.slow
def test_cached_pages_and_tables_are_the_same_bytes(club: Club, organiser: Account) -> None:
    event = playing(club, organiser, ("Ada", "Ben"), format_options={"deals": 1, "solver_limit": 50_000})
    mine = attempt(event, "Ada")
    begin_attempt(mine.pk, account_for("Ada"))
    readers = Readers(organiser)

    def work() -> dict[str, bytes]:
        readers.read(event)
        return cached()

    first, second = both_deals(event, work)
    assert first.keys() == second.keys()
    assert {key for key in first if first[key] != second[key]} == set()
    secrets = [mine.setup, Deal.objects.get(event=event).seed]
    assert not [key for key, value in first.items() for secret in secrets if secret.encode() in value]


@pytest.mark.postgresql
@pytest.mark.usefixtures("clock")
def test_a_page_or_a_job_that_breaks_tells_nothing(
    club: Club, organiser: Account, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The page of an error, the log with its traceback, and the row of the job that failed."""
    event = playing(club, organiser, ("Ada", "Ben"), format_options={"deals": 1, "solver_limit": 50_000})
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    client = Client(raise_request_exception=False)
    client.force_login(ada)

    def break_down(*_args: object, **_more: object) -> None:
        raise RuntimeError(f"broken at {attempts.position_of(mine)!r}")

    def work() -> tuple[bytes, str, list[str]]:
        caplog.clear()
        with monkeypatch.context() as broken, caplog.at_level(logging.DEBUG):
            broken.setattr(attempts, "store_turns", break_down)
            broken.setattr(attempts, "_finish", break_down)
            page = client.post(f"/attempts/{mine.pk}", {"turn": "/"})
            now = timezone.now()
            Attempt.objects.filter(pk=mine.pk).update(begun_at=now - timedelta(hours=1), deadline=now)
            Job.objects.filter(kind=attempts.END).update(due_at=timezone.now())
            run_due()
        assert page.status_code == 500
        body = page.content.replace(page.headers["X-Request-ID"].encode(), b"")
        log = re.sub(r"\w+ +gipfel\.requests.*\n", "", caplog.text.replace(page.headers["X-Request-ID"], ""))
        return _CHANGING.sub(b"", body), log, list(Job.objects.exclude(error="").values_list("error", flat=True))

    first, second = both_deals(event, work)
    assert "RuntimeError" in first[1] and first[2] == ["RuntimeError: broken at <guowuguan-gwg, round 1, 0 moves>"]
    assert (first[0], first[2]) == (second[0], second[2])
    assert first[1].splitlines() == second[1].splitlines()
    assert mine.setup not in first[1]


def test_all_of_it_is_shown_when_the_round_is_over(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    resign_attempt(mine.pk, ada)
    close_deals(event.pk, organiser, 1)
    told = Client().get(f"/api/v1/events/{event.pk}/rounds/1/deals").json()
    assert told["over"]
    assert told["draw"]["seed"] == Deal.objects.get(event=event).seed
    assert json.dumps(told).count(mine.setup) == 2, "with the deal, and in the draw"


def _attempts_of(account: Account) -> list[dict[str, object]]:
    found = own_data(account)["attempts"]
    assert isinstance(found, list)
    return found


def test_ones_own_export_has_the_turns_and_the_set_up_only_when_all_may_see_it(club: Club, organiser: Account) -> None:
    event = playing(club, organiser)
    mine, ada = give_up(attempt(event, "Ada"), ["/"]), account_for("Ada")
    (first, _second) = _attempts_of(ada)
    assert (first["turns"], first["setup"], first["ending"]) == (["/"], None, "resigned")
    close_deals(event.pk, organiser, 1)
    assert _attempts_of(ada)[0]["setup"] == mine.setup
