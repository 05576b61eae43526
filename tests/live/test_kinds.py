"""What can be followed is named by kind and ids in one way, and no query string is a page of its own."""

from __future__ import annotations

import pytest
from django.urls import resolve

from gipfel.server.live.kinds import KINDS, address_of, is_known, name_of, scope_of

KNOWN = {
    "event:12": "/events/12",
    "event-round:12:3": "/events/12/pairings/3",
    "event-crosstable:12": "/events/12/crosstable",
    "event-games:12": "/events/12/games",
    "event-screen:12": "/events/12/screen",
    "event-board-screen:12": "/events/12/screen/boards",
    "event-announcements:12": "/events/12/announcements",
    "event-boards:12:3": "/events/12/pairings/3/boards",
    "event-state:12": "/events/12/state",
    "game:40": "/games/40",
    "game-analysis:40:1:12": "/games/40/analysis/1/12",
    "game-state:40": "/games/40/state",
    "league:3": "/leagues/3",
    "league-season:3:1": "/leagues/3/seasons/1",
    "circuit:3": "/circuits/3",
    "club-all-time:rotterdam": "/clubs/rotterdam/all-time",
    "festival:3": "/festivals/3",
    "festival-screen:3": "/festivals/3/screen",
    "notifications-seen:7:a-B_9": "/notifications/7/a-B_9",
    "play": "/play",
    "play-seen:5:1": "/play/5/seen?seat=1",
    "play-chat-seen:5:a-B_9": "/play/5/chat/a-B_9",
    "play-spectators-seen:5": "/play/5/spectators/seen",
    "stages:3": "/stages/3",
}


@pytest.mark.parametrize(("name", "address"), KNOWN.items())
def test_a_name_leads_to_its_page_and_back(name: str, address: str) -> None:
    assert is_known(name)
    assert address_of(name) == address
    path, _mark, query = address.partition("?")
    assert name_of(resolve(path), query) == (name, True)


def test_each_kind_is_tried() -> None:
    assert {name.partition(":")[0] for name in KNOWN} == set(KINDS)


@pytest.mark.parametrize("query", ["page=2", "x=1", "page=2&x=1"])
def test_another_query_is_the_same_page_and_fetched_by_its_reader(query: str) -> None:
    assert name_of(resolve("/events/12"), query) == ("event:12", False)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "/events/12",
            "event",
            "event:",
            "event:0",
            "event:012",
            "event:12:1",
            "event:12?x=1",
            "event:x",
            "event:１",
        ),
        *("event-round:12", "play:1", "play-seen:5", "play-seen:5:2", "play-seen:5:seat=1", "event:9999999999999999"),
        *("person:1", "event-desk:12", "play-chat-seen:5:a/b", "game:40\n", "play-chat-seen:5:" + "a" * 61),
    ],
)
def test_nothing_else_is_followed(name: str) -> None:
    assert not is_known(name)


def test_boards_are_followed_by_their_scope_and_others_as_pages() -> None:
    assert scope_of("play-seen:5:1") == "game:5"
    assert scope_of("game:5") == scope_of("event:5") == ""
