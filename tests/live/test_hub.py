"""Followers are told what changed: once made for all, newest state first, and nothing that is not public."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.live.loop import run
from tests.live.scene import PATIENCE, Scene, told


def test_a_follower_who_has_seen_nothing_gets_the_whole() -> None:
    async def test() -> None:
        scene = Scene()
        message = await told(scene.follower())
        assert message["seen"] == "event:1=1"
        assert message["parts"] == {
            "all": '<ul id="all" data-part><li id="a" data-part>1</li><li id="b" data-part>1</li></ul>'
        }

    run(test)


def test_all_followers_get_the_change_alone_and_the_page_is_made_once() -> None:
    async def test() -> None:
        scene = Scene()
        many = [scene.follower(seen="event:1=1") for _ in range(50)]
        await _settled(scene)
        scene.move("b", "2")
        messages = [await told(each) for each in many]
        assert {json.dumps(each) for each in messages} == {
            json.dumps({"page": "/event/1", "seen": "event:1=2", "parts": {"b": '<li id="b" data-part>2</li>'}})
        }
        assert scene.application.asked == {"/event/1 language=en": 2}

    run(test)


def test_each_language_is_made_once() -> None:
    async def test() -> None:
        scene = Scene()
        for language in ("en", "fa", "fa", "ja", "en"):
            await told(scene.follower(language=language))
        assert sorted(scene.application.asked.items()) == [
            (f"/event/1 language={language}", 1) for language in ("en", "fa", "ja")
        ]

    run(test)


def test_nothing_is_told_of_other_scopes() -> None:
    async def test() -> None:
        scene = Scene()
        one, two = scene.follower("/event/1"), scene.follower("/event/2")
        await told(one), await told(two)
        scene.move("a", "2", key="event:2")
        await told(two)
        assert not list(one.messages())
        assert scene.application.asked["/event/1 language=en"] == 1

    run(test)


def test_who_was_away_gets_the_state_of_now() -> None:
    async def test() -> None:
        scene = Scene()
        stayed = scene.follower()
        await told(stayed)
        for number in range(2, 5):
            scene.move("a", str(number))
            await told(stayed)
        back = await told(scene.follower(seen="event:1=2"))
        assert back["seen"] == "event:1=4"
        assert '<li id="a" data-part>4</li>' in back["parts"]["all"]
        assert not list(scene.follower(seen="event:1=4").messages())

    run(test)


def test_a_slow_follower_gets_the_newest_state_and_no_queue() -> None:
    async def test() -> None:
        scene = Scene()
        slow, quick = scene.follower(), scene.follower()
        await told(slow), await told(quick)
        for number in range(2, 30):
            scene.move("b", str(number))
            await told(quick)
        assert (await told(slow))["seen"] == "event:1=29"
        assert not list(slow.messages())

    run(test)


def test_what_no_message_told_is_found_by_comparing_versions() -> None:
    async def test() -> None:
        scene = Scene(beat=0.01)
        followers = [scene.follower() for _ in range(20)]
        for each in followers:
            await told(each)
        scene.move("a", "2", told=False)
        assert [(await told(each))["seen"] for each in followers] == ["event:1=2"] * 20
        assert scene.application.asked["/event/1 language=en"] == 2

    run(test)


def test_versions_are_compared_by_one_query_however_many_follow() -> None:
    async def test() -> None:
        scene = Scene()
        for number in range(30):
            await told(scene.follower(f"/event/{1 + number % 2}", language=("en", "fa")[number % 2]))
        before = scene.queries
        scene.hub.hear(None)
        while scene.queries == before:
            await asyncio.sleep(0)
        assert scene.queries == before + 1

    run(test)


def test_pages_that_say_nothing_but_their_state_are_asked_for_once_and_then_moved_together() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.is_bare = True
        one, two = scene.follower("/event/1"), scene.follower("/event/2")
        await told(one), await told(two)
        before = scene.queries
        for key in ("event:1", "event:2"):
            scene.move("a", "2", key=key)
        assert (await told(one), await told(two)) == (
            {"page": "/event/1", "seen": "event:1=2", "parts": {}},
            {"page": "/event/2", "seen": "event:2=2", "parts": {}},
        )
        assert scene.queries == before + 1
        assert set(scene.application.asked.values()) == {1}

    run(test)


def test_a_message_with_the_version_moves_pages_that_say_nothing_else_and_nobody_is_asked() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.is_bare = True
        one, two = scene.follower("/event/1"), scene.follower("/event/2")
        await told(one), await told(two)
        before = scene.queries
        scene.hub.hear("event:1=3")
        assert (await told(one))["seen"] == "event:1=3"
        scene.hub.hear("event:1=2")  # it was overtaken
        assert not list(one.messages()) + list(two.messages())
        assert (scene.queries, set(scene.application.asked.values())) == (before, {1})

    run(test)


def test_a_version_that_was_read_before_a_message_leads_no_page_back() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.is_bare = True
        follower = scene.follower()
        await told(follower)
        scene.answers.clear()
        before = scene.queries
        scene.move("a", "2")
        while scene.queries == before:
            await asyncio.sleep(0)
        scene.hub.hear("event:1=3")
        assert (await told(follower))["seen"] == "event:1=3"
        scene.answers.set()
        scene.application.versions["event:1"] = 4
        scene.hub.hear("event:1")
        assert (await told(follower))["seen"] == "event:1=4"

    run(test)


def test_news_go_to_whoever_has_seen_the_version_before_and_others_are_told_the_version() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.is_bare = True
        one, slow, two = (scene.follower(f"/event/{number}", own=True) for number in (1, 1, 2))
        await told(one), await told(slow), await told(two)
        scene.hub.hear('event:1=2 {"x": 1}')
        news = {"told": {"x": 1}, "language": "en"}
        assert await told(one) == {"page": "/event/1", "seen": "event:1=2", "news": news}
        scene.hub.hear('event:1=3 {"x": 2}')
        assert (await told(one))["news"]["told"] == {"x": 2}
        assert await told(slow) == {"page": "/event/1", "seen": "event:1=3"}  # he lacks what lay between
        scene.hub.hear('event:2=2 {"x": 1}')
        assert await told(two) == {"page": "/event/2", "seen": "event:2=2"}
        scene.hub.hear("event:1=4 not to be read")
        assert await told(one) == {"page": "/event/1", "seen": "event:1=4"}
        assert set(scene.application.asked.values()) == {1}

    run(test)


def test_news_that_are_too_large_are_left_out() -> None:
    async def test() -> None:
        scene = Scene(largest_message=100)
        scene.application.is_bare = True
        follower = scene.follower(own=True)
        await told(follower)
        scene.hub.hear(f'event:1=2 ["{"x" * 100}"]')
        assert await told(follower) == {"page": "/event/1", "seen": "event:1=2"}

    run(test)


def test_a_message_with_the_version_has_any_other_page_asked_for() -> None:
    async def test() -> None:
        scene = Scene()
        follower = scene.follower()
        await told(follower)
        scene.move("a", "2", told=False)
        scene.hub.hear("event:1=2")
        assert (await told(follower))["parts"]["a"] == '<li id="a" data-part>2</li>'

    run(test)


def test_followers_of_a_bare_page_are_told_when_it_is_gone() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.is_bare = True
        follower = scene.follower()
        await told(follower)
        scene.application.status = "404 Not Found"
        del scene.application.versions["event:1"]
        scene.hub.hear("event:1")
        assert await told(follower) == {"page": "/event/1", "gone": 404}

    run(test)


def test_a_change_while_the_page_is_made_is_not_lost() -> None:
    async def test() -> None:
        scene = Scene()
        follower = scene.follower()
        await told(follower)
        scene.application.free.clear()
        scene.move("a", "2")
        while scene.application.asked.total() < 2:
            await asyncio.sleep(0)
        scene.move("a", "3")
        scene.application.free.set()
        message = await told(follower)
        while message["seen"] != "event:1=3":
            message = await told(follower)
        assert scene.application.asked.total() == 3

    run(test)


@pytest.mark.parametrize("order", [("version", "rows"), ("rows", "version")])
@pytest.mark.parametrize("is_first", [True, False], ids=["first page", "later page"])
def test_what_moves_between_the_statements_of_a_page_is_sent(order: tuple[str, str], is_first: bool) -> None:
    """The page that is read shows it at the version before already, or not yet at its own."""

    async def test() -> None:
        scene = Scene(beat=0.01)
        follower = scene.follower(seen="event:1=1")
        if not is_first:
            await _settled(scene)
        scene.application.order = order
        scene.application.meanwhile = lambda: scene.move("a", "moved", told=False)
        if not is_first:
            scene.move("b", "2", told=False)
        seen, is_shown = "", False
        while seen != ("event:1=2" if is_first else "event:1=3") or not is_shown:
            message = await told(follower)
            seen, is_shown = message["seen"], is_shown or "moved" in str(message["parts"])

    run(test)


@pytest.mark.parametrize("status", ["302 Found", "403 Forbidden", "404 Not Found"])
def test_what_is_not_public_is_not_followed(status: str) -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.status = status
        assert await told(scene.follower()) == {"page": "/event/1", "gone": int(status[:3])}
        assert not scene.hub.topics

    run(test)


def test_what_is_public_no_longer_is_told_to_nobody() -> None:
    async def test() -> None:
        scene = Scene()
        follower = scene.follower()
        await told(follower)
        scene.application.status = "404 Not Found"
        scene.move("a", "secret")
        assert await told(follower) == {"page": "/event/1", "gone": 404}
        scene.move("a", "more secret")
        assert not list(follower.messages())

    run(test)


@pytest.mark.parametrize("status", ["503 Service Unavailable", "429 Too Many Requests", "500 Internal Server Error"])
def test_a_page_that_cannot_be_made_now_is_made_later(status: str) -> None:
    async def test() -> None:
        scene = Scene()
        follower = scene.follower()
        await told(follower)
        scene.application.status = status
        scene.move("a", "2")
        while scene.application.asked.total() < 3:
            await asyncio.sleep(0)
        scene.application.status = "200 OK"
        assert (await told(follower))["seen"] == "event:1=2"

    run(test)


def test_who_fetches_his_own_page_is_told_the_version_alone() -> None:
    async def test() -> None:
        scene = Scene()
        assert await told(scene.follower(own=True)) == {"page": "/event/1", "seen": "event:1=1"}

    run(test)


def test_a_change_that_is_too_large_is_told_without_its_parts() -> None:
    async def test() -> None:
        scene = Scene(largest_message=1000)
        follower = scene.follower()
        await told(follower)
        scene.move("a", "x" * 1000)
        assert await told(follower) == {"page": "/event/1", "seen": "event:1=2"}

    run(test)


def test_a_page_that_nobody_follows_is_not_made() -> None:
    async def test() -> None:
        scene = Scene()
        follower = scene.follower()
        await told(follower)
        scene.hub.leave(follower)
        assert not scene.hub.topics
        scene.move("a", "2")
        await told(scene.follower("/event/2"))  # what came before it is done
        assert scene.application.asked.total() == 2

    run(test)


def test_more_pages_than_fit_are_refused() -> None:
    async def test() -> None:
        scene = Scene(topics=1)
        await told(scene.follower("/event/1"))
        assert await told(scene.follower("/event/2")) == {"page": "/event/2", "gone": 503}

    run(test)


async def _settled(scene: Scene) -> None:
    """Until every page has been made once."""
    async with asyncio.timeout(PATIENCE):
        while any(topic.page is None for topic in scene.hub.topics.values()):
            await asyncio.sleep(0)


def test_a_board_is_told_while_a_page_is_being_made_and_no_page_is_made_for_it() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.versions["game:5"] = 7
        scene.application.free.clear()  # the thread of pages is held up
        scene.follower("/event/1")
        player = scene.follower("/board/5", "game:5=7", own=True)
        scene.application.versions["game:5"] = 8
        scene.hub.hear("game:5")
        assert await told(player) == {"page": "/board/5", "seen": "game:5=8"}
        scene.application.free.set()
        await told(scene.follower("/event/2"))
        assert "/board/5 language=en" not in scene.application.asked

    run(test)


def test_a_board_of_no_game_is_gone() -> None:
    async def test() -> None:
        assert await told(Scene().follower("/board/6", own=True)) == {"page": "/board/6", "gone": 404}

    run(test)


def test_boards_have_places_that_pages_cannot_fill() -> None:
    async def test() -> None:
        scene = Scene(topics=1)
        scene.application.versions["game:5"] = 7
        await told(scene.follower("/event/1"))
        assert await told(scene.follower("/board/5", own=True)) == {"page": "/board/5", "seen": "game:5=7"}

    run(test)


def test_a_client_follows_so_many_pages_and_others_have_theirs() -> None:
    async def test() -> None:
        scene = Scene(of_client=1)
        one = scene.follower("/event/1")
        await told(one)
        assert await told(scene.follower("/event/2")) == {"page": "/event/2", "gone": 429}
        assert (await told(scene.follower("/event/1")))["seen"] == "event:1=1"  # the same page counts once
        assert (await told(scene.follower("/event/2", client="b")))["seen"] == "event:2=1"
        assert await told(scene.follower("/event/2")) == {"page": "/event/2", "gone": 429}

    run(test)


def test_a_place_that_was_left_is_free_again() -> None:
    async def test() -> None:
        scene = Scene(of_client=1)
        one, again = scene.follower("/event/1"), scene.follower("/event/1")
        scene.hub.leave(one)
        assert await told(scene.follower("/event/2")) == {"page": "/event/2", "gone": 429}
        scene.hub.leave(again)
        assert (await told(scene.follower("/event/2")))["seen"] == "event:2=1"
        assert scene.hub.shares.pages == {"a": 1}

    run(test)


def test_new_pages_of_a_client_are_paced() -> None:
    async def test() -> None:
        scene = Scene(burst=1, pace=0.0)
        await told(scene.follower("/event/1"))
        assert await told(scene.follower("/event/2")) == {"page": "/event/2", "gone": 429}
        assert (await told(scene.follower("/event/2", client="b")))["seen"] == "event:2=1"

    run(test)


def test_where_all_places_are_taken_the_client_with_most_makes_room() -> None:
    async def test() -> None:
        scene = Scene(topics=3)
        scene.application.versions |= {f"event:{number}": 1 for number in range(1, 6)}
        many = [scene.follower(f"/event/{number}") for number in (1, 2, 3)]
        for each in many:
            await told(each)
        assert (await told(scene.follower("/event/4", client="b")))["seen"] == "event:4=1"
        assert await told(many[2]) == {"page": "/event/3", "gone": 503}
        assert await told(scene.follower("/event/5")) == {"page": "/event/5", "gone": 503}  # who has most gets none

    run(test)


def test_the_page_of_a_client_that_has_taken_least_time_is_made_first() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.versions |= {f"event:{number}": 1 for number in range(1, 9)}
        await told(scene.follower("/event/1"))
        scene.application.free.clear()
        greedy = [scene.follower(f"/event/{number}") for number in range(2, 8)]
        other = scene.follower("/event/8", client="b")
        scene.application.free.set()
        await told(other)
        assert scene.application.asked.total() <= 3  # the one at work, and his
        for each in greedy:
            await told(each)

    run(test)


def test_what_waits_too_long_is_late() -> None:
    async def test() -> None:
        scene = Scene()
        scene.application.free.clear()
        scene.follower("/event/1")
        waiting = scene.follower("/event/2")
        assert scene.hub.is_late(waiting, 0.0) and not scene.hub.is_late(waiting, 3600.0)
        scene.application.free.set()
        await told(waiting)
        assert not scene.hub.is_late(waiting, 0.0)

    run(test)


def test_a_page_that_was_left_is_not_made_again_until_it_moves() -> None:
    async def test() -> None:
        scene = Scene(linger=3600)
        for _time in range(3):
            follower = scene.follower()
            await told(follower)
            scene.hub.leave(follower)
        assert scene.application.asked.total() == 1
        scene.move("a", "2")
        assert not scene.hub.topics
        assert (await told(scene.follower()))["seen"] == "event:1=2"

    run(test)
