"""The stream of pages that follow (`/live`) tells nothing that lies face down before it may be seen, and nobody's line.

What followers of an event of deals are sent is compared byte by byte between two deals that differ in hidden tiles
alone: the whole of each page, what changes by each act, and what a connection gets from the endpoint itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.wsgi import get_wsgi_application
from django.db import connections

from common.journal.queries import versions
from games.attempts.services.attempts import begin_attempt, play_turn, resign_attempt
from games.models import Attempt
from gipfel.server.live.endpoint import LiveEndpoint
from gipfel.server.live.hub import Hub
from gipfel.server.live.pages import AnonymousReader, NotThere
from gipfel.server.live.places import Bounds
from gipfel.server.live.topics import Topic
from players.models import Account, Club
from testing.factories import ClubFactory, organiser_of
from testing.tournaments.duplicate_factories import account_for, attempt, playing
from tests.live.loop import run
from tests.live.scene import SilentBus
from tests.live.test_endpoint import Connection
from tests.tournaments.done_twice import clock, undone
from tests.tournaments.duplicate.test_duplicate_secrets import HIDDEN, RULES, addresses, replace_setup, swapped
from tournaments.duplicate.services import close_deals
from tournaments.models import Event

pytestmark = [pytest.mark.core, pytest.mark.slow]

__all__ = ["clock"]

ONE_DEAL = {"deals": 1, "solver_limit": 50_000}
Act = Callable[[], object]


def reader() -> AnonymousReader:
    """Who makes the pages of followers, as the server sets it up."""
    return AnonymousReader(get_wsgi_application(), "http://127.0.0.1:8000", settings.LANGUAGE_COOKIE_NAME)


def pages_of(event: Event) -> list[str]:
    """Every page that somebody might follow: those that can be, and those that must not be."""
    home = f"/events/{event.pk}"
    more = [f"{home}/state", f"{home}/news", f"{home}/games", f"{home}/pairings/1/boards", f"{home}/desk"]
    return [*(each for each in addresses(event) if not each.startswith("/api/")), *more]


def follow(event: Event) -> dict[str, Topic]:
    """Each page as the hub holds it; those that cannot be followed are left out.

    In one language: another has other words for what is read of the same rows.
    """
    topics = {page: Topic(page, "en", Bounds().largest_message) for page in pages_of(event)}
    return {page: topic for page, topic in topics.items() if take(topic)}


def take(topic: Topic) -> bool:
    """Make the page of a topic as it is now; False where nobody can follow it."""
    for cache in caches.all():
        cache.clear()
    try:
        topic.take(reader().read(topic.address, topic.language))
    except NotThere:
        return False
    return True


def sent_by(event: Event, act: Act) -> dict[str, tuple[str, str, str]]:
    """What followers of each page are sent when `act` is done: all of it, the change alone, or the version alone."""
    topics = follow(event)
    before = {key: topic.page.seen for key, topic in topics.items() if topic.page is not None}
    act()
    told = {}
    for key, topic in topics.items():
        assert take(topic)
        told[key] = (
            topic.next_for("", version_alone=False)[0],
            topic.next_for(before[key], version_alone=False)[0],
            topic.next_for("", version_alone=True)[0],
        )
    return told


def acts_of(event: Event, organiser: Account) -> list[Act]:
    """What happens in a round of deals, step by step."""
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    return [
        lambda: begin_attempt(mine.pk, ada),
        lambda: play_turn(mine.pk, ada, "/") if event.rules.endswith("gwg") else None,
        lambda: resign_attempt(mine.pk, ada),
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("clock", "kept_connection")
@pytest.mark.parametrize("key", RULES)
def test_followers_of_two_deals_that_differ_face_down_are_sent_the_same_bytes(
    club: Club, organiser: Account, key: str
) -> None:
    event = playing(club, organiser, ("Ada", "Ben"), rules=key, format_options=ONE_DEAL)
    setup = attempt(event, "Ada").setup
    other = swapped(setup, HIDDEN[key], 1)
    assert other != setup
    for act in acts_of(event, organiser):
        with undone():
            first = sent_by(event, act)
        with undone():
            replace_setup(setup, other)
            second = sent_by(event, act)
        assert first and {key for key in first if first[key] != second[key]} == set()
        assert not [message for messages in first.values() for message in messages if setup in message]
        act()


@pytest.mark.django_db
@pytest.mark.usefixtures("clock", "kept_connection")
def test_how_somebody_played_is_sent_when_the_round_is_over_and_not_before(club: Club, organiser: Account) -> None:
    """The same comparison, of what a line came to: it fails when the deals are closed, and only then."""
    event = playing(club, organiser, ("Ada", "Ben"), format_options=ONE_DEAL)
    mine, ben = attempt(event, "Ada"), attempt(event, "Ben")
    begin_attempt(mine.pk, account_for("Ada"))
    resign_attempt(mine.pk, account_for("Ada"))
    won = {"won": 1, "gates": 5, "generals": 6, "rounds": 3, "moves": 20}
    acts: list[tuple[Act, bool]] = [
        (lambda: begin_attempt(ben.pk, account_for("Ben")), False),
        (lambda: close_deals(event.pk, organiser, 1), True),
    ]
    for act, shown in acts:
        with undone():
            first = sent_by(event, act)
        with undone():
            Attempt.objects.filter(pk=mine.pk).update(result="won", counts=won)
            second = sent_by(event, act)
        round_ = f"/events/{event.pk}/pairings/1"
        assert (first[round_] != second[round_]) == shown
        assert shown or first == second


@pytest.mark.postgresql
def test_a_connection_gets_the_same_bytes_and_no_page_of_an_attempt(real_database: None) -> None:
    """By the endpoint itself, with its thread and its connection to the database."""
    event = playing(club := ClubFactory(), organiser_of(club), ("Ada", "Ben"), format_options=ONE_DEAL)
    mine, ada = attempt(event, "Ada"), account_for("Ada")
    begin_attempt(mine.pk, ada)
    asked = pages_of(event)
    first = told(asked)
    replace_setup(mine.setup, swapped(mine.setup, HIDDEN[event.rules], 1))
    assert told(asked) == first
    gone = {page for page, message in first.items() if "gone" in json.loads(message)}
    assert {f"/attempts/{pk}" for pk in Attempt.objects.values_list("pk", flat=True)} <= gone
    assert f"/events/{event.pk}/pairings/1" not in gone
    assert not [message for message in first.values() if mine.setup in message]


def told(pages: list[str]) -> dict[str, str]:
    """The first message of each page that a connection follows, as it is sent."""

    async def listen() -> dict[str, str]:
        bounds = Bounds(beat=3600, rest=0, patience=0)
        hub = Hub(reader(), versions, SilentBus(), bounds)
        line = Connection(LiveEndpoint(hub, ("en",), lambda _scope: "one", 10, lambda _name: True))
        await line.hear()
        found: dict[str, str] = {}
        for page in pages:
            line.say({"language": "en", "follow": [{"page": page, "seen": ""}]})
            found[page] = (await line.hear())["text"]
        await line.leave()
        for thread in (hub.pages._thread, hub.boards._thread):
            thread.submit(connections.close_all).result()
        await hub.close()
        return found

    return run(listen)
