"""Pages for frames of other sites: /embed/ alone may be framed, knows no reader, sets no cookie and takes no act."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.test import Client
from django.urls import get_resolver
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Study
from games.results.services.results import claim_result
from games.studies.services.studies import create_study
from games.studies.sources import new_chapter
from players.models import Account, Club
from testing.factories import AccountFactory, PersonFactory
from testing.tournaments.factories import decide, draft, running
from tournaments.events.services import lifecycle
from tournaments.models import Event, Round
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A round robin of four, of which Ada won against Dan on board 1."""
    return running(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1)


def public_study() -> Study:
    """A study that everybody may read, made once."""
    found = Study.objects.first()
    if found is None:
        account = AccountFactory(person=PersonFactory(name="Stu Dent"))
        found = create_study(account, "Edges", [new_chapter("gipf-basic")], visibility="public")
    return found


def addresses(event: Event) -> list[str]:
    game = Game.objects.earliest("pk")
    return [
        f"/embed/events/{event.pk}/standings",
        f"/embed/events/{event.pk}/boards",
        f"/embed/games/{game.pk}",
        "/embed/clubs/rotterdam",
        f"/embed/studies/{public_study().slug}",
    ]


def test_these_are_all() -> None:
    """Every address that begins so, by the names of its views."""
    found = set()
    for name in (each for each in get_resolver().reverse_dict if isinstance(each, str)):
        routes = [route for found_, *_more in get_resolver().reverse_dict.getlist(name) for route, _ids in found_]
        if any(route.startswith("embed/") for route in routes):
            found.add(name)
    assert found == {"embed-standings", "embed-boards", "embed-game", "embed-club", "embed-study"}


def test_any_site_may_frame_them_and_none_any_other_page(event: Event, client: Client) -> None:
    for address in addresses(event):
        answer = client.get(address)
        assert "frame-ancestors *" in answer.headers["Content-Security-Policy"], address
        assert "X-Frame-Options" not in answer.headers
        assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    for address in ("/", f"/events/{event.pk}", f"/events/{event.pk}/pairings/1", "/sign-in", "/embed/events/0/boards"):
        answer = client.get(address)
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], address
        assert answer.headers["X-Frame-Options"] == "DENY"


def test_they_know_no_reader(event: Event, club: Club, organiser: Account, client: Client) -> None:
    """No cookie is set or looked at; a draft is not there even for the one who may see it."""
    client.force_login(organiser)
    client.cookies["theme"] = "dark"
    for address in addresses(event):
        answer = client.get(address)
        page = answer.content.decode()
        assert answer.status_code == 200 and not answer.cookies and 'data-theme="auto"' in page
        assert organiser.username not in page and "<form" not in page and "csrf" not in page
        assert answer.headers["Cache-Control"] == "public, max-age=30"
        assert client.post(address).status_code == 405
    hidden = draft(club, organiser)
    assert client.get(f"/events/{hidden.pk}").status_code == 200
    refused = client.get(f"/embed/events/{hidden.pk}/standings")
    assert refused.status_code == 302 and refused.headers["Location"].startswith("/sign-in?next=")


def test_language_and_theme_come_from_the_address(event: Event, client: Client) -> None:
    standings, boards, *_others = addresses(event)
    page = client.get(f"{standings}?language=fa&theme=dark").content.decode()
    assert '<html lang="fa" dir="rtl" data-theme="dark"' in page
    assert (
        '<html lang="en" dir="ltr" data-theme="auto"' in client.get(f"{boards}?language=xx&theme=pink").content.decode()
    )
    assert '<html lang="en"' in client.get("/about").content.decode()


def test_standings_and_boards_follow_the_results(event: Event, organiser: Account, client: Client) -> None:
    standings, boards, *_others = addresses(event)
    names = [("Ada", "Dan"), ("Ben", "Cleo")]
    shown = re.findall(r"<bdi>(\w+)</bdi></td>.*?<bdi>(\w+)</bdi></td>", client.get(boards).content.decode())
    assert shown == names
    decide(event, organiser, dict.fromkeys(names, "1-0"))
    page = client.get(boards).content.decode()
    assert page.count("1-0") == 2
    rows = re.findall(
        r"<bdi>(\w+)</bdi>.*?<td class=\"num strong\">([^<]+)</td>", client.get(standings).content.decode()
    )
    assert sorted(rows[:2]) == [("Ada", "1"), ("Ben", "1")] and len(rows) == 4
    short = client.get(f"{standings}?rows=2").content.decode()
    assert short.count("<tr>") == 3
    assert client.get(f"{boards}?round=2").status_code == 404


def test_a_club_shows_its_public_events(event: Event, club: Club, organiser: Account, client: Client) -> None:
    hidden = draft(club, organiser)
    client.force_login(organiser)
    page = client.get("/embed/clubs/rotterdam").content.decode()
    assert f"/events/{event.pk}" in page and f"/events/{hidden.pk}" not in page
    assert client.get("/embed/clubs/nowhere").status_code == 404


def test_the_code_to_copy_is_on_the_pages_of_the_event_and_of_the_club(event: Event, client: Client) -> None:
    framed = addresses(event)
    for page, names in ((f"/events/{event.pk}/info", framed[:2]), ("/clubs/rotterdam", framed[3:4])):
        text = client.get(page).content.decode()
        for address in names:
            assert f'value="&lt;iframe src=&quot;http://testserver{address}&quot;' in text, address
            assert "frame-ancestors *" in client.get(address).headers["Content-Security-Policy"]


def test_a_finished_event_has_the_file_for_the_federation_one_click_away(
    event: Event, organiser: Account, client: Client
) -> None:
    assert "File for the federation" not in client.get(f"/events/{event.pk}").content.decode()
    client.force_login(organiser)
    for number in (1, 2, 3):
        Round.objects.filter(event=event, number=number).exists() or rounds.start_round(event.pk, organiser)
        for game in Game.objects.filter(result="pending"):
            claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter")
    lifecycle.close_event(event.pk, organiser)
    link = re.search(
        r'href="([^"]+)" download>.*?File for the federation', client.get(f"/events/{event.pk}").content.decode()
    )
    assert link is not None
    assert client.get(link[1]).content.decode().startswith("012 ")
    assert "File for the federation" not in Client().get(f"/events/{event.pk}").content.decode()


class OtherSite(BaseHTTPRequestHandler):
    """A site of another origin, whose one page is `frames`."""

    frames = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.frames)

    def log_message(self, *args: object) -> None:
        """Nothing is logged."""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_another_site_shows_the_frame_and_no_other_page(
    event: Event, live_server: LiveServer, chromium: Browser
) -> None:
    shown = (addresses(event)[0], f"/events/{event.pk}")
    OtherSite.frames = "".join(f'<iframe src="{live_server.url}{address}"></iframe>' for address in shown).encode()
    with ThreadingHTTPServer(("localhost", 0), OtherSite) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_page()
        page.goto(f"http://localhost:{server.server_address[1]}/")
        expect(page.frame_locator("iframe").nth(0).get_by_text("Cleo")).to_be_visible()
        expect(page.frame_locator("iframe").nth(1).get_by_text("Cleo")).to_have_count(0)
        page.close()
        server.shutdown()
