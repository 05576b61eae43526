"""Open pages follow what happens: two web processes on PostgreSQL and Redis, and a browser with many tabs."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest
from django.conf import LazySettings
from django.conf import settings as configured
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest import Subtests
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from common.live.bus import bus
from games.models import Game
from games.recordings.services.record_turns import finish_recording, record_turns
from players.models import Account, Club
from testing.factories import organiser_of
from testing.games.game_records import played, tokens_of
from testing.play.online import begin, play, two_accounts
from testing.servers import Redis, free_port
from testing.service.processes import Service
from testing.tournaments.factories import decide, draft, game, running
from tests.service.relay import Relay
from tournaments.circuits import services as circuits
from tournaments.models import Event
from tournaments.seasons.services import leagues

pytestmark = [pytest.mark.service, pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PATIENCE = 60_000
"""Milliseconds: pages without a connection look only every 15 s."""


@pytest.fixture
def nodes(service: Service, collected_files: None) -> list[int]:
    """The ports of two web processes."""
    ports = [free_port(), free_port()]
    for port in ports:
        service.web(port)
    return ports


@contextmanager
def told_by(redis: Redis, settings: LazySettings) -> Iterator[None]:
    """What the test does is told to the processes, as a process of the service tells it."""
    settings.REDIS_URL, settings.LIVE_BUS = redis.url, "common.live.redis.RedisBus"
    bus.cache_clear()
    yield
    bus.cache_clear()


@dataclass
class Scene:
    """What a statement is shown on: an event of its own, and a browser of its own, whose tabs share connections."""

    nodes: list[int]
    redis: Redis
    context: BrowserContext
    event: Event
    organiser: Account

    @property
    def node(self) -> int:
        return self.nodes[0]

    @property
    def round(self) -> str:
        """The path of its round."""
        return f"/events/{self.event.pk}/pairings/1"


def read_in(scene: Scene, language: str) -> None:
    """The pages of the scene's browser are in this language."""
    cookie = {"name": "django_language", "value": language}
    scene.context.add_cookies([{**cookie, "url": f"http://127.0.0.1:{port}"} for port in scene.nodes])


def open_tab(context: BrowserContext, port: int, path: str) -> Page:
    """A page that is connected."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}{path}")
    expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
    return page


def board(page: Page, text: str) -> None:
    """The page shows `text` on board 1, without having been loaded again."""
    expect(page.locator("#pairing-1 .result-link")).to_have_text(text, timeout=PATIENCE)


def eight_tabs_of_one_browser_follow_and_a_ninth_page_loads(scene: Scene) -> None:
    node, context, event = scene.node, scene.context, scene.event
    paths = cycle([f"/events/{event.pk}/pairings/1", f"/events/{event.pk}"])
    tabs = [open_tab(context, node, path) for path, _ in zip(paths, range(8), strict=False)]
    decide(event, scene.organiser, {("Ada", "Dan"): "1-0"})
    for tab in tabs[::2]:
        board(tab, "1-0")
    for tab in tabs[1::2]:
        expect(tab.locator("#standings tbody tr").first).to_contain_text("Ada", timeout=PATIENCE)
        expect(tab.locator("#standings tbody tr .strong").first).to_have_text("1", timeout=PATIENCE)
    ninth = open_tab(context, node, f"/events/{event.pk}/games")
    expect(ninth.locator("#games")).to_contain_text("1-0")


def both_nodes_tell_their_readers_in_english(scene: Scene) -> None:
    both_nodes_tell_their_readers(scene, "en")


def both_nodes_tell_their_readers_in_persian(scene: Scene) -> None:
    both_nodes_tell_their_readers(scene, "fa")


def both_nodes_tell_their_readers(scene: Scene, language: str) -> None:
    read_in(scene, language)
    tabs = [open_tab(scene.context, port, scene.round) for port in scene.nodes]
    decide(scene.event, scene.organiser, {("Ada", "Dan"): "0-1"})
    for tab in tabs:
        board(tab, "\u20660-1\u2069" if language == "fa" else "0-1")
        said = tab.locator("[data-live-said]")
        expect(said).to_contain_text("Ada")
        expect(said).to_contain_text({"en": "Black wins", "fa": "سیاه"}[language])


def what_the_committing_process_tells_nobody_is_followed_all_the_same(scene: Scene) -> None:
    """As where it died between its commit and its message: the test's own process is not on the service's Redis."""
    tab = open_tab(scene.context, scene.node, scene.round)
    decide(scene.event, scene.organiser, {("Ada", "Dan"): "1-0"})
    board(tab, "1-0")


def after_redis_is_gone_pages_still_follow(scene: Scene) -> None:
    tab = open_tab(scene.context, scene.node, scene.round)
    scene.redis.kill()
    decide(scene.event, scene.organiser, {("Ada", "Dan"): "1-0"})
    board(tab, "1-0")


def a_line_that_was_dropped_misses_nothing(scene: Scene) -> None:
    line = Relay(scene.node)
    try:
        tab = open_tab(scene.context, line.port, scene.round)
        line.drop()
        expect(tab.locator("[data-live-off]")).to_be_visible(timeout=PATIENCE)
        decide(scene.event, scene.organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "0-1"})
        line.restore()
        board(tab, "1-0")
        expect(tab.locator("#pairing-2 .result-link")).to_have_text("0-1")
        expect(tab.locator("[data-live-on]")).to_be_visible()
    finally:
        line.close()


def what_is_typed_and_where_the_reader_stands_stay(scene: Scene) -> None:
    node, context, event, organiser = scene.node, scene.context, scene.event, scene.organiser
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


def the_readers_own_row_stays_marked(scene: Scene) -> None:
    """What is sent to all says nothing of who reads."""
    tab = open_tab(scene.context, scene.node, scene.round)
    row = tab.locator("#pairing-1")
    tab.evaluate(f"document.querySelector('[data-live]').dataset.ownEntry = '{_entry_of(scene.event, 'Ada')}'")
    decide(scene.event, scene.organiser, {("Ada", "Dan"): "1-0"})
    board(tab, "1-0")
    expect(row).to_have_class(re.compile(r"\bme\b"))


def spectators_of_a_recording_see_it_move(scene: Scene) -> None:
    spectators_see_a_recording_move(scene, "en")


def spectators_of_a_recording_see_it_move_in_persian(scene: Scene) -> None:
    spectators_see_a_recording_move(scene, "fa")


def spectators_see_a_recording_move(scene: Scene, language: str) -> None:
    node, context, event, organiser = scene.node, scene.context, scene.event, scene.organiser
    read_in(scene, language)
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


def spectators_boards_follow_effects(scene: Scene) -> None:
    """The drawing is sent once; then what each turn does. Afterwards it is the one that is drawn anew.

    A page that hears nothing for some seconds looks at the whole, and gets a drawing: then another turn is tried.
    """
    watched = game(scene.event, "Ada", "Dan")
    Game.objects.filter(pk=watched.pk).update(rules="yinsh-normal")
    record_turns(watched.pk, scene.organiser, "e5", expect=0)
    paths = (f"/games/{watched.pk}", f"/events/{scene.event.pk}/pairings/1/boards")
    tabs = [open_tab(scene.context, scene.node, path) for path in paths]
    followed, placed = [0, 0], ["e5"]
    for version, turn in enumerate(("f6", "g7", "d4", "c4", "h8", "d6", "g5", "f8"), start=1):
        for tab in tabs:
            tab.evaluate("id => { document.querySelector(`#drawing-${id} svg`).dataset.drawnOnce = ''; }", watched.pk)
        record_turns(watched.pk, scene.organiser, turn, expect=version)
        placed.append(turn)
        for number, tab in enumerate(tabs):
            expect(tab.locator(f"#board-{watched.pk} .running-turn")).to_contain_text(turn, timeout=PATIENCE)
            followed[number] += tab.locator(f"#drawing-{watched.pk} svg[data-drawn-once]").count()
        if min(followed) >= TURNS_FOLLOWED:
            break
    assert min(followed) >= TURNS_FOLLOWED
    fresh = open_tab(scene.context, scene.node, paths[0])
    wanted = fresh.evaluate(LOOK, watched.pk)
    assert [group for group in wanted if group[1]] == [[point, 1] for point in sorted(placed)]
    assert [tab.evaluate(LOOK, watched.pk) for tab in tabs] == [wanted, wanted]


TURNS_FOLLOWED = 3
LOOK = """id => [...document.querySelectorAll(`#drawing-${id} .b-pieces > g`)]
  .map(group => [group.dataset.point, group.children.length]).sort()"""
MOVES_TRIED = 10
WITHIN = 1.0
"""Seconds."""


def spectators_see_a_move_within_a_second(scene: Scene) -> None:
    """From the commit to the page, by the clock of both; where the machine is busy, another move is tried."""
    watched = game(scene.event, "Ada", "Dan")
    tab = open_tab(scene.context, scene.node, f"/games/{watched.pk}")
    tab.evaluate(
        """id => new MutationObserver(() => {
          const shown = document.querySelector(`#board-${id} .running-turn`);
          if (shown) window.shown = [shown.textContent, Date.now() / 1000];
        }).observe(document.getElementById(`board-${id}`), { childList: true, subtree: true, characterData: true })""",
        watched.pk,
    )
    delays = []
    for version, turn in enumerate(tokens_of(played())[:MOVES_TRIED]):
        token = record_turns(watched.pk, scene.organiser, turn, expect=version).running.tokens[-1]
        committed = time.time()
        last = tab.locator(f"#board-{watched.pk} .running-turn")
        expect(last).to_contain_text(f"Turn {version + 1}: {token}", timeout=PATIENCE)
        delays.append(tab.evaluate("window.shown[1]") - committed)
        if delays[-1] <= WITHIN:
            break
    assert min(delays) <= WITHIN, delays


def organisers_tab(scene: Scene) -> Page:
    """A tab of a node, in which the organiser has signed in."""
    signed_in = Client()
    signed_in.force_login(scene.organiser)
    cookie = signed_in.cookies[configured.SESSION_COOKIE_NAME].value
    url = f"http://127.0.0.1:{scene.node}"
    scene.context.add_cookies([{"name": configured.SESSION_COOKIE_NAME, "value": cookie, "url": url}])
    return scene.context.new_page()


def a_second_recorder_sees_each_turn_and_is_led_to_the_record(scene: Scene) -> None:
    """Told by the connection: this page looks by itself only where it has none."""
    recorded, page = game(scene.event, "Ada", "Dan"), organisers_tab(scene)
    # An attribute, for the page's policy lets no expression be evaluated again and again.
    page.add_init_script(
        "document.addEventListener('live-line', ({ detail }) => {"
        " document.documentElement.toggleAttribute('data-follows', detail.isConnected); })"
    )
    page.goto(f"http://127.0.0.1:{scene.node}/games/{recorded.pk}/recorder")
    expect(page.locator("html[data-follows]")).to_be_attached(timeout=PATIENCE)
    other = organiser_of(scene.event.club)
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


def the_desk_is_told_of_results_from_elsewhere(scene: Scene) -> None:
    desk = organisers_tab(scene)
    # Whatever it misses before it is connected it is told then.
    desk.goto(f"http://127.0.0.1:{scene.node}/events/{scene.event.pk}/desk")
    decide(scene.event, organiser_of(scene.event.club), {("Ada", "Dan"): "1-0"})
    expect(desk.locator("[data-news-link]")).to_have_text("1 new result", timeout=PATIENCE)


def without_scripts_a_link_shows_the_page_anew(scene: Scene) -> None:
    browser = scene.context.browser
    assert browser is not None
    with closing(browser.new_context(java_script_enabled=False)) as context:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{scene.node}{scene.round}")
        decide(scene.event, scene.organiser, {("Ada", "Dan"): "1-0"})
        page.get_by_role("link", name="Check again").click()
        board(page, "1-0")


def _entry_of(event: Event, name: str) -> int:
    return int(event.entries.get(members__person__name=name).pk)


# --- what is not public -----------------------------------------------------------------------------


def first_answer(port: int, page: str) -> dict[str, Any]:
    """What a program is told first that follows a page."""
    with connect(f"ws://127.0.0.1:{port}/live", open_timeout=PATIENCE / 1000) as line:
        line.send(json.dumps({"language": "en", "follow": [{"page": page, "seen": ""}]}))
        answer: dict[str, Any] = json.loads(line.recv(timeout=PATIENCE / 1000))
        return answer


def followers_are_sent_what_everybody_is_shown_and_nothing_else(scene: Scene) -> None:
    node, event = scene.node, scene.event
    secret = draft(event.club, scene.organiser, name="Secret Cup").pk
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
    assert set(answer["parts"]) == {"event-lead", "event-round", "round-clock", "rounds", "round"}
    assert all(part in shown for part in answer["parts"].values())


def tables_over_several_events_move_with_one_result(scene: Scene) -> None:
    """Of a circuit, a league and all games of the club: no tab is loaded again."""
    event, organiser, club = scene.event, scene.organiser, scene.event.club
    circuit = circuits.create_circuit(club.pk, organiser, name="Grand Prix")
    circuits.add_event(circuit.pk, organiser, event.pk)
    league = leagues.create_league(club.pk, organiser, name="Club League", season="2026")
    leagues.add_division(league.pk, organiser, event.pk)
    paths = {
        f"/circuits/{circuit.pk}": "#circuit-standings tbody tr",
        f"/leagues/{league.pk}": "#division-1 tbody tr",
        f"/clubs/{club.slug}/all-time": "#all-time tbody tr",
    }
    tabs = [(open_tab(scene.context, scene.node, path), rows) for path, rows in paths.items()]
    for tab, _rows in tabs:
        tab.evaluate("window.kept = 'open since the start'")
    dan = game(event, "Ada", "Dan").black_id
    decide(event, organiser, {("Ada", "Dan"): "0-1"})
    for tab, rows in tabs:
        line = tab.locator(rows).filter(has=tab.locator(f"a[href='/people/{dan}']"))
        expect(line.locator(".strong").first).to_have_text(re.compile(r"^\s*[1-9]"), timeout=PATIENCE)
        if "all-time" not in rows:  # where players of the other statements have a point as well
            expect(tab.locator(rows).first).to_contain_text("Dan", timeout=PATIENCE)
        assert tab.evaluate("window.kept") == "open since the start"


def a_game_that_is_recorded_is_seen_to_move(scene: Scene) -> None:
    node, context, event, organiser = scene.node, scene.context, scene.event, scene.organiser
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


def watchers_of_a_game_are_pushed_its_turns_without_the_page(scene: Scene) -> None:
    white, black = two_accounts()
    played = begin(white, black)
    play(played, (white, "g2"))
    page, asked = scene.context.new_page(), []
    page.goto(f"http://127.0.0.1:{scene.node}/games/{played}")
    expect(page.locator("[data-live-on]")).to_be_visible(timeout=PATIENCE)
    page.on("request", lambda request: asked.append(request.url))
    for number, (account, token) in enumerate([(black, "b3"), (white, "f2"), (black, "c6")], 2):
        play(played, (account, token))
        expect(page.locator(".running-turn")).to_contain_text(f"Turn {number}: {token}", timeout=PATIENCE)
        expect(page.locator(".moves .turn")).to_have_count(number)
        expect(page.locator(f".game-svg[data-part] .b-pieces > [data-point='{token}'] use")).not_to_have_count(0)
        expect(page.locator(f".side-{number % 2} [data-to-move]")).to_have_count(1)
    expect(page.locator(".moves")).to_have_text(re.compile(r"g2\s*b3\s*f2\s*c6"))
    assert [url for url in asked if url.endswith(f"/games/{played}")] == []


# --- one service for all ----------------------------------------------------------------------------

TOLD_NOTHING = (
    what_the_committing_process_tells_nobody_is_followed_all_the_same,
    without_scripts_a_link_shows_the_page_anew,
    followers_are_sent_what_everybody_is_shown_and_nothing_else,
)
TOLD = (
    eight_tabs_of_one_browser_follow_and_a_ninth_page_loads,
    both_nodes_tell_their_readers_in_english,
    both_nodes_tell_their_readers_in_persian,
    a_line_that_was_dropped_misses_nothing,
    what_is_typed_and_where_the_reader_stands_stay,
    the_readers_own_row_stays_marked,
    spectators_of_a_recording_see_it_move,
    spectators_boards_follow_effects,
    spectators_of_a_recording_see_it_move_in_persian,
    spectators_see_a_move_within_a_second,
    a_second_recorder_sees_each_turn_and_is_led_to_the_record,
    the_desk_is_told_of_results_from_elsewhere,
    a_game_that_is_recorded_is_seen_to_move,
    tables_over_several_events_move_with_one_result,
    watchers_of_a_game_are_pushed_its_turns_without_the_page,
    after_redis_is_gone_pages_still_follow,  # the last: it stays away
)


def test_open_pages_follow(
    nodes: list[int],
    service: Service,
    redis: Redis,
    settings: LazySettings,
    chromium: Browser,
    club: Club,
    organiser: Account,
    subtests: Subtests,
) -> None:
    """Each statement in turn, with an event and a browser of its own."""
    settings.SECRET_KEY = service.environment["SECRET_KEY"]  # of the sessions

    def show(statement: Callable[[Scene], None]) -> None:
        with subtests.test(statement.__name__), closing(chromium.new_context()) as context:
            statement(Scene(nodes, redis, context, running(club, organiser, rounds=1), organiser))

    for each in TOLD_NOTHING:
        show(each)
    with told_by(redis, settings):
        for each in TOLD:
            show(each)
