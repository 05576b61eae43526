"""The news of a club, as a page and as a feed: what was announced and finished, and nothing that was taken back."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client

from players.models import Account, Club
from testing.factories import ClubFactory
from testing.tournaments.factories import decide, draft, running
from tournaments.events.services import events, lifecycle
from tournaments.notices.queries import club_news

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def news(club: Club) -> list[tuple[str, str]]:
    return [(item.event.name, str(item.text)) for item in club_news(club)]


def test_events_are_news_when_they_are_announced_and_when_they_are_over(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, name="Hidden Cup")
    assert news(club) == []
    events.announce(event.pk, organiser)
    assert news(club) == [("Hidden Cup", "Event announced")]
    events.retract(event.pk, organiser)
    assert news(club) == []
    over = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(over, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(over.pk, organiser)
    assert news(club) == [("Spring Open", "Event finished"), ("Spring Open", "Event announced")]
    lifecycle.reopen_event(over.pk, organiser, reason="A result was wrong.")
    assert news(club) == [("Spring Open", "Event announced")]
    assert news(ClubFactory()) == []


def test_the_page_and_the_feed_tell_the_same(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, name="Cup & Plate")
    draft(club, organiser, name="Secret")
    events.announce(event.pk, organiser)
    page = Client().get(f"/clubs/{club.slug}/news").content.decode()
    assert "Cup &amp; Plate" in page and "Secret" not in page
    assert f'href="/clubs/{club.slug}/news.atom"' in page
    answer = Client().get(f"/clubs/{club.slug}/news.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert titles == ["Cup & Plate: Event announced"]
    again = ElementTree.fromstring(Client().get(f"/clubs/{club.slug}/news.atom").content)
    ids = [[entry.findtext(f"{ATOM}id") for entry in each.findall(f"{ATOM}entry")] for each in (feed, again)]
    assert ids[0] == ids[1]
