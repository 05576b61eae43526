"""Open pages follow what happens: two web processes on PostgreSQL and Redis, and a browser with many tabs."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from common.live.bus import bus
from games.services import finish_recording, record_turns
from players.models import Account, Club
from tests.factories import organiser_of
from tests.games.records import played, tokens_of
from tests.servers import Redis, free_port
from tests.service.line import Line
from tests.service.processes import Service
from tests.tournaments.factories import decide, draft, game, running
from tournaments.models import Event

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATIENCE = 60_000
"""Milliseconds: pages without a connection look only every 15 s."""


@pytest.fixture
def node(service: Service, collected_files: None) -> int:
    """The port of a web process."""
    port = free_port()
    service.web(port)
    return port


@pytest.fixture
def nodes(node: int, service: Service) -> list[int]:
    """The ports of two web processes."""
    another = free_port()
    service.web(another)
    return [node, another]


@pytest.fixture
def told(redis: Redis, settings: LazySettings) -> Iterator[None]:
    """What the test does is told to the processes, as a process of the service tells it."""
    settings.REDIS_URL, settings.LIVE_BUS = redis.url, "common.live.redis.RedisBus"
    bus.cache_clear()
    yield
    bus.cache_clear()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser of its own: its tabs share connections."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return running(club, organiser, rounds=1)


def open_tab(context: BrowserContext, port: int, path: str) -> Page:
    """A page that is connected."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}{path}")
    expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
    return page


def board(page: Page, text: str) -> None:
    """The page shows `text` on board 1, without having been loaded again."""
    expect(page.locator("#pairing-1 .result-link")).to_have_text(text, timeout=PATIENCE)


def test_eight_tabs_of_one_browser_follow_and_a_ninth_page_loads(
    node: int, told: None, context: BrowserContext, event: Event, organiser: Account
) -> None:
    paths = cycle([f"/events/{event.pk}/pairings/1", f"/events/{event.pk}"])
    tabs = [open_tab(context, node, path) for path, _ in zip(paths, range(8), strict=False)]
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    for tab in tabs[::2]:
        board(tab, "1-0")
    for tab in tabs[1::2]:
        expect(tab.locator("#standings tbody tr").first).to_contain_text("Ada", timeout=PATIENCE)
        expect(tab.locator("#standings tbody tr .strong").first).to_have_text("1", timeout=PATIENCE)
    ninth = open_tab(context, node, f"/events/{event.pk}/games")
    expect(ninth.locator("#games")).to_contain_text("1-0")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_both_nodes_tell_their_readers_in_their_language(
    nodes: list[int], told: None, context: BrowserContext, event: Event, organiser: Account, language: str
) -> None:
    for port in nodes:
        context.add_cookies([{"name": "django_language", "value": language, "url": f"http://127.0.0.1:{port}"}])
    tabs = [open_tab(context, port, f"/events/{event.pk}/pairings/1") for port in nodes]
    decide(event, organiser, {("Ada", "Dan"): "0-1"})
    for tab in tabs:
        board(tab, "\u20660-1\u2069" if language == "fa" else "0-1")
        said = tab.locator("[data-live-said]")
        expect(said).to_contain_text("Ada")
        expect(said).to_contain_text({"en": "Black wins", "fa": "سیاه"}[language])


def test_what_the_committing_process_tells_nobody_is_followed_all_the_same(
    node: int, context: BrowserContext, event: Event, organiser: Account
) -> None:
    """As where it died between its commit and its message: the test's own process is not on the service's Redis."""
    tab = open_tab(context, node, f"/events/{event.pk}/pairings/1")
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    board(tab, "1-0")


def test_after_redis_is_gone_pages_still_follow(
    node: int, told: None, redis: Redis, context: BrowserContext, event: Event, organiser: Account
) -> None:
    tab = open_tab(context, node, f"/events/{event.pk}/pairings/1")
    redis.kill()
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    board(tab, "1-0")


def test_a_line_that_was_dropped_misses_nothing(
    node: int, told: None, context: BrowserContext, event: Event, organiser: Account
) -> None:
    line = Line(node)
    try:
        tab = open_tab(context, line.port, f"/events/{event.pk}/pairings/1")
        line.drop()
        expect(tab.locator("[data-live-off]")).to_be_visible(timeout=PATIENCE)
        decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "0-1"})
        line.restore()
        board(tab, "1-0")
        expect(tab.locator("#pairing-2 .result-link")).to_have_text("0-1")
        expect(tab.locator("[data-live-on]")).to_be_visible()
    finally:
        line.close()


def test_what_is_typed_and_where_the_reader_stands_stay(
    node: int, told: None, context: BrowserContext, event: Event, organiser: Account
) -> None:
    table, tab = (open_tab(context, node, f"/events/{event.pk}{path}") for path in ("", "/pairings/1"))
    row = table.locator(f"#entry-{_entry_of(event, 'Ada')}")
    row.locator("summary").first.click()
    tab.locator("#pairing-1 .result-link").focus()
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    expect(row.locator("td.strong")).to_have_text("1", timeout=PATIENCE)
    expect(row.locator(".player-card")).to_have_attribute("open", "")
    board(tab, "1-0")
    assert tab.evaluate("document.activeElement.textContent") == "1-0"
    # A field of a part in which somebody types holds that part back until it is left.
    tab.evaluate("document.querySelector('#pairing-2 td').append(document.createElement('input'))")
    tab.locator("#pairing-2 input").fill("half a wo")
    decide(event, organiser, {("Ben", "Cleo"): "0-1"})
    expect(tab.locator("[data-live-held]")).to_be_visible(timeout=PATIENCE)
    assert tab.locator("#pairing-2 input").input_value() == "half a wo"
    tab.locator("#pairing-2 input").fill("")
    tab.locator("#pairing-1 .result-link").focus()
    expect(tab.locator("#pairing-2 .result-link")).to_have_text("0-1", timeout=PATIENCE)
    expect(tab.locator("[data-live-on]")).to_be_visible()


def test_the_readers_own_row_stays_marked(
    node: int, told: None, chromium: Browser, event: Event, organiser: Account
) -> None:
    """What is sent to all says nothing of who reads."""
    tab_context = chromium.new_context()
    tab = open_tab(tab_context, node, f"/events/{event.pk}/pairings/1")
    row = tab.locator("#pairing-1")
    tab.evaluate(f"document.querySelector('[data-live]').dataset.ownEntry = '{_entry_of(event, 'Ada')}'")
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    board(tab, "1-0")
    expect(row).to_have_class(re.compile(r"\bme\b"))
    tab_context.close()


@pytest.mark.parametrize("language", ["en", "fa"])
def test_spectators_of_a_recording_see_it_move(
    node: int, told: None, context: BrowserContext, event: Event, organiser: Account, language: str
) -> None:
    context.add_cookies([{"name": "django_language", "value": language, "url": f"http://127.0.0.1:{node}"}])
    watched = game(event, "Ada", "Dan")
    tabs = [open_tab(context, node, path) for path in (f"/games/{watched.pk}", f"/events/{event.pk}/pairings/1/boards")]
    for version, turn in enumerate(("g2", "b3", "f2")):
        record_turns(watched.pk, organiser, turn, expect=version)
        for tab in tabs:
            expect(tab.locator(f"#board-{watched.pk} .running-turn")).to_contain_text(turn, timeout=PATIENCE)
            expect(tab.locator(f"#board-{watched.pk} svg")).to_be_visible()
            expect(tab.locator("[data-live-said]")).to_contain_text(turn)
    expect(tabs[0].locator("#running-turns .turn")).to_have_count(3)
    finish_recording(watched.pk, organiser, expect=3, result="1-0", termination="resigned")
    expect(tabs[0].locator("[data-live-changed]")).to_be_visible(timeout=PATIENCE)


def sign_in(context: BrowserContext, port: int, service: Service, settings: LazySettings, account: Account) -> None:
    """This browser is `account` at the web process at `port`."""
    settings.SECRET_KEY = service.environment["SECRET_KEY"]
    signed_in = Client()
    signed_in.force_login(account)
    cookie = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": f"http://127.0.0.1:{port}"}])


MOVES_TRIED = 10
WITHIN = 1.0
"""Seconds."""


def test_spectators_see_a_move_within_a_second(
    node: int, told: None, context: BrowserContext, event: Event, organiser: Account
) -> None:
    """From the commit to the page, by the clock of both; where the machine is busy, another move is tried."""
    watched = game(event, "Ada", "Dan")
    tab = open_tab(context, node, f"/games/{watched.pk}")
    tab.evaluate(
        """id => new MutationObserver(() => {
          const shown = document.querySelector(`#board-${id} .running-turn`);
          if (shown) window.shown = [shown.textContent, Date.now() / 1000];
        }).observe(document.getElementById(`board-${id}`), { childList: true, subtree: true, characterData: true })""",
        watched.pk,
    )
    delays = []
    for version, turn in enumerate(tokens_of(played())[:MOVES_TRIED]):
        token = record_turns(watched.pk, organiser, turn, expect=version).running.tokens[-1]
        committed = time.time()
        last = tab.locator(f"#board-{watched.pk} .running-turn")
        expect(last).to_contain_text(f"Turn {version + 1}: {token}", timeout=PATIENCE)
        delays.append(tab.evaluate("window.shown[1]") - committed)
        if delays[-1] <= WITHIN:
            break
    assert min(delays) <= WITHIN, delays


@pytest.fixture
def organisers_tab(
    node: int, told: None, service: Service, settings: LazySettings, context: BrowserContext, organiser: Account
) -> Page:
    """A tab of a node, in which the organiser has signed in."""
    sign_in(context, node, service, settings, organiser)
    return context.new_page()


def test_a_second_recorder_sees_each_turn_and_is_led_to_the_record(
    node: int, organisers_tab: Page, event: Event, club: Club
) -> None:
    """Told by the connection: this page looks by itself only where it has none."""
    recorded, page = game(event, "Ada", "Dan"), organisers_tab
    # An attribute, for the page's policy lets no expression be evaluated again and again.
    page.add_init_script(
        "document.addEventListener('live-line', ({ detail }) => {"
        " document.documentElement.toggleAttribute('data-follows', detail.isConnected); })"
    )
    page.goto(f"http://127.0.0.1:{node}/games/{recorded.pk}/recorder")
    expect(page.locator("html[data-follows]")).to_be_attached(timeout=PATIENCE)
    other = organiser_of(club)
    turns = page.locator("#recorder-side .turn")
    record_turns(recorded.pk, other, "g2", expect=0)
    expect(turns).to_have_text(["g2"], timeout=PATIENCE)
    record_turns(recorded.pk, other, "b3", expect=1)
    expect(turns).to_have_text(["g2", "b3"], timeout=PATIENCE)
    finish_recording(recorded.pk, other, expect=2)
    expect(page.locator("[data-ended]")).to_contain_text("as record 1 of the game", timeout=PATIENCE)
    expect(turns).to_have_text(["g2", "b3"])
    page.get_by_role("link", name="See the record").click()
    expect(page.locator(".moves")).to_contain_text("b3")


def test_the_desk_is_told_of_results_from_elsewhere(node: int, organisers_tab: Page, event: Event, club: Club) -> None:
    desk = organisers_tab
    # Whatever it misses before it is connected it is told then.
    desk.goto(f"http://127.0.0.1:{node}/events/{event.pk}/desk")
    decide(event, organiser_of(club), {("Ada", "Dan"): "1-0"})
    expect(desk.locator("[data-news-link]")).to_have_text("1 new result", timeout=PATIENCE)


def test_without_scripts_a_link_shows_the_page_anew(
    node: int, chromium: Browser, event: Event, organiser: Account
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{node}/events/{event.pk}/pairings/1")
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    page.get_by_role("link", name="Look again").click()
    board(page, "1-0")
    context.close()


def _entry_of(event: Event, name: str) -> int:
    return int(event.entries.get(members__person__name=name).pk)


# --- what is not public -----------------------------------------------------------------------------


def first_answer(port: int, page: str) -> dict[str, Any]:
    """What a program is told first that follows a page."""
    with connect(f"ws://127.0.0.1:{port}/live", open_timeout=PATIENCE / 1000) as line:
        line.send(json.dumps({"language": "en", "follow": [{"page": page, "seen": ""}]}))
        answer: dict[str, Any] = json.loads(line.recv(timeout=PATIENCE / 1000))
        return answer


def test_followers_are_sent_what_everybody_is_shown_and_nothing_else(
    node: int, club: Club, organiser: Account, event: Event
) -> None:
    secret = draft(club, organiser, name="Secret Cup").pk
    hidden = [
        f"{kind}:{secret}" for kind in ("event", "event-crosstable", "event-games", "event-screen", "event-state")
    ]
    assert all(set(first_answer(node, page)) == {"page", "gone"} for page in hidden)
    unknown = (f"event-desk:{event.pk}", f"event-edit:{event.pk}", "account", f"/events/{event.pk}/desk")
    for page in unknown:
        with pytest.raises(ConnectionClosedError, match="no such page"):
            first_answer(node, page)
    answer = first_answer(node, f"event-round:{event.pk}:1")
    with urllib.request.urlopen(f"http://127.0.0.1:{node}/events/{event.pk}/pairings/1") as response:
        shown = response.read().decode()
    assert set(answer["parts"]) == {"rounds", "round"}
    assert all(part in shown for part in answer["parts"].values())


def test_a_game_that_is_recorded_is_seen_to_move(
    node: int, told: None, context: BrowserContext, event: Event, organiser: Account
) -> None:
    game = event.rounds.get().pairings.get(board=1).paired_games.get().game_id
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{node}/games/{game}")
    expect(page.get_by_text("No record of this game has been handed in.")).to_be_visible()
    version = record_turns(game, organiser, "g2", expect=0).running.version
    turns = page.locator("#running-turns .turn")
    expect(turns).to_have_text(["g2"], timeout=PATIENCE)
    expect(page.locator("[id^=board-] svg desc")).to_contain_text("Last move: from g1 to g2.")
    record_turns(game, organiser, "d2", expect=version)
    expect(turns).to_have_text(["g2", "d2"], timeout=PATIENCE)
