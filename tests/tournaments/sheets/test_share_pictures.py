"""Pictures of events for links that are shared: what is on them, who may ask, and how often."""

from __future__ import annotations

import json
import re
from io import BytesIO

import pytest
from django.core.cache import cache, caches
from django.test import Client
from PIL import Image, ImageChops

from common.limited_process import Limits
from players.models import Account, Club
from testing.api.limits import limit
from testing.tournaments.factories import decide, draft, running
from tournaments.models import Event
from tournaments.sheets import share_pictures
from tournaments.sheets.share_pictures import HEIGHT, MOST_LINES, WIDTH, PictureLine, SharePicture, draw

pytestmark = [pytest.mark.django_db, pytest.mark.core]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()
    caches["tries"].clear()


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """Round 1 of a round robin is paired: Ada – Dan and Ben – Cleo."""
    return running(club, organiser, rounds=1)


def address(page: str) -> str:
    """The path of the picture that a page names."""
    found = re.search(r'<meta property="og:image" content="http://testserver([^"]+)">', page)
    assert found, page[:1500]
    return found[1]


@pytest.mark.slow
def test_the_pages_of_an_event_name_their_pictures(event: Event, organiser: Account) -> None:
    client = Client()
    pictures = {}
    for page in ("", "/pairings/1"):
        pictures[page] = address(client.get(f"/events/{event.pk}{page}").content.decode())
    assert pictures == {
        "": f"/events/{event.pk}/share/standings.png",
        "/pairings/1": f"/events/{event.pk}/share/round-1.png",
    }
    for path in pictures.values():
        answer = client.get(path)
        assert answer["Content-Type"] == "image/png" and "public" in answer["Cache-Control"]
        assert Image.open(BytesIO(answer.content)).size == (WIDTH, HEIGHT)
    before = client.get(pictures["/pairings/1"]).content
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    assert client.get(pictures["/pairings/1"]).content != before, "a result is on the picture"


def test_what_is_on_it_is_what_the_table_says() -> None:
    svg = SharePicture("Spring Open", "GIPF", "Round 1", [PictureLine("1", "Ada & <b>", "3½")]).svg()
    assert re.findall(r">([^<>]+)</text>", svg) == ["Spring Open", "GIPF", "Round 1", "1", "Ada &amp; &lt;b&gt;", "3½"]
    many = SharePicture("E", "", "", [PictureLine(str(number), "N", "") for number in range(50)]).svg()
    assert many.count(">N</text>") == MOST_LINES


@pytest.mark.slow
def test_long_and_unseen_text_is_cut_and_names_of_every_script_are_drawn() -> None:
    assert "…" in SharePicture("x" * 80, "", "", []).svg()
    assert "\x00" not in SharePicture("a\x00\ud800b", "", "", []).svg()
    for name, other in (("Łukas", "Žukas"), ("مریم", "کریم"), ("山田", "太郎")):
        one, two = (Image.open(BytesIO(draw_of(each))).convert("RGB") for each in (name, other))
        assert ImageChops.difference(one, two).getbbox() is not None, f"boxes stand for {name}"


def draw_of(name: str) -> bytes:
    return draw(json.dumps(SharePicture("Open", "", "", [PictureLine("", name, "")]).svg()).encode())


@pytest.mark.slow
def test_persian_is_written_from_the_right(event: Event) -> None:
    left, right = (SharePicture("Open", "", "", [], is_rtl=rtl).svg() for rtl in (False, True))
    assert 'x="64" y="110"' in left and 'x="1136" y="110"' in right
    assert Client().get(f"/events/{event.pk}/share/standings.png", headers={"accept-language": "fa"}).status_code == 200


def test_drafts_and_rounds_that_are_not_there_have_none(club: Club, organiser: Account, event: Event) -> None:
    secret = draft(club, organiser)
    assert Client().get(f"/events/{secret.pk}/share/standings.png").status_code == 302, "to the sign-in"
    assert Client().get(f"/events/{event.pk}/share/round-9.png").status_code == 404
    client = Client()
    client.force_login(organiser)
    assert "og:image" not in client.get(f"/events/{secret.pk}").content.decode()
    assert "private" in client.get(f"/events/{secret.pk}/share/standings.png")["Cache-Control"]


@pytest.mark.parametrize(
    ("limits", "seconds"),
    [
        pytest.param(Limits(cpu_seconds=20, wall_seconds=0.001, memory=2**29), "5", id="the machine is busy"),
        pytest.param(Limits(cpu_seconds=0, wall_seconds=30, memory=2**29), "60", id="it computes too long"),
    ],
)
def test_a_picture_that_takes_too_long_is_to_be_asked_for_later(
    event: Event, monkeypatch: pytest.MonkeyPatch, limits: Limits, seconds: str
) -> None:
    monkeypatch.setattr(share_pictures, "LIMITS", limits)
    answer = Client().get(f"/events/{event.pk}/share/standings.png")
    assert answer.status_code == 503
    assert answer["Retry-After"] == seconds


def test_visitors_ask_for_so_many_and_what_is_kept_does_not_count(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit(monkeypatch, "HEAVY_BY_READER", 1)
    codes = [Client().get(f"/events/{event.pk}/share/{name}.png").status_code for name in ("standings", "standings")]
    assert codes == [200, 200]
    assert Client().get(f"/events/{event.pk}/share/round-1.png").status_code == 429
