"""News of a page with parts: its followers take them, and the page is not asked for."""

from __future__ import annotations

import asyncio
import json
import threading
from itertools import islice
from typing import Any

from gipfel.server.live.topics import MOST_STEPS, Follower
from tests.live.loop import run
from tests.live.scene import PATIENCE, Scene, told


def compose(_address: str, _language: str, news: str) -> dict[str, Any] | None:
    return json.loads(news) or None


def part(name: str, text: str) -> str:
    return f'<li id="{name}" data-part>{text}</li>'


def news_of(**rows: str) -> str:
    return json.dumps({"parts": {name: part(name, text) for name, text in rows.items()}, "turn": rows})


def test_parts_that_a_message_brings_go_to_who_has_seen_the_state_before() -> None:
    async def test() -> None:
        scene = Scene(compose)
        one = scene.follower()
        await told(one)
        scene.hub.hear("event:1=2 " + news_of(a="2"))
        assert await told(one) == {
            "page": "/event/1",
            "seen": "event:1=2",
            "parts": {"a": part("a", "2")},
            "turn": {"a": "2"},
        }
        scene.hub.hear("event:1=3 " + news_of(b="3"))
        assert (await told(one))["parts"] == {"b": part("b", "3")}
        assert set(scene.application.asked.values()) == {1}

    run(test)


def test_after_news_a_page_that_is_made_brings_all_that_changed_since_it_was_made() -> None:
    async def test() -> None:
        scene = Scene(compose)
        follower = scene.follower()
        await told(follower)
        scene.application.versions["event:1"] = 2
        scene.application.rows["a"] = "2"
        scene.hub.hear("event:1=2 " + news_of(a="2"))
        await told(follower)
        scene.move("b", "3")
        assert (await told(follower))["parts"] == {"a": part("a", "2"), "b": part("b", "3")}

    run(test)


def test_a_page_is_made_where_news_are_missing_or_do_not_follow_on_what_is_shown() -> None:
    async def test() -> None:
        scene = Scene(compose)
        follower = scene.follower()
        await told(follower)
        scene.move("a", "2", told=False)
        scene.hub.hear("event:1=2 {}")
        assert (await told(follower))["parts"] == {"a": part("a", "2")}
        scene.move("a", "3", told=False)
        scene.move("a", "4", told=False)
        scene.hub.hear("event:1=4 " + news_of(a="news"))
        assert (await told(follower))["parts"] == {"a": part("a", "4")}
        scene.hub.hear("event:1=3 " + news_of(a="overtaken"))
        assert not list(follower.messages())

    run(test)


def messages(follower: Follower) -> list[tuple[str, list[str]]]:
    """What there is for a follower now: the states, and the parts that come with each."""
    found = map(json.loads, islice(follower.messages(), 2 * MOST_STEPS))
    return [(each["seen"].partition("=")[2], sorted(each.get("parts", {}))) for each in found]


async def hear(scene: Scene, version: int, **rows: str) -> None:
    """A version with its news, once followers are told of it."""
    (topic,) = scene.hub.topics.values()
    scene.application.versions["event:1"] = version
    scene.application.rows |= rows
    scene.hub.hear(f"event:1={version} {news_of(**rows)}")
    async with asyncio.timeout(PATIENCE):
        while topic.is_behind("event:1", version):
            await asyncio.sleep(0)


def test_who_is_behind_by_a_few_news_gets_those_one_after_the_other() -> None:
    async def test() -> None:
        scene = Scene(compose)
        slow = scene.follower()
        await told(slow)
        await hear(scene, 2, a="2")
        await hear(scene, 3, b="3")
        assert messages(slow) == [("2", ["a"]), ("3", ["b"])]
        assert messages(slow) == []
        assert messages(scene.follower(seen="event:1=2")) == [("3", ["b"])]
        assert messages(scene.follower()) == [("1", ["all"]), ("2", ["a"]), ("3", ["b"])], "the page as made, and news"
        assert set(scene.application.asked.values()) == {1}

    run(test)


def test_who_is_behind_by_more_than_is_kept_is_told_the_state_alone() -> None:
    async def test() -> None:
        scene = Scene(compose)
        slow = scene.follower()
        await told(slow)
        for version in range(2, 2 + MOST_STEPS + 1):
            await hear(scene, version, a=str(version))
        assert messages(slow) == [(str(MOST_STEPS + 2), [])]
        assert messages(scene.follower(seen="event:1=2"))[0] == ("3", ["a"])
        assert messages(scene.follower()) == [(str(MOST_STEPS + 2), [])]

    run(test)


def test_news_too_large_to_be_sent_are_told_by_their_state_and_those_after_them_by_parts() -> None:
    async def test() -> None:
        scene = Scene(compose, largest_message=200)
        slow, quick = scene.follower(), scene.follower()
        await told(slow), await told(quick)
        await hear(scene, 2, a="2")
        await hear(scene, 3, a="x" * 200)
        assert messages(quick) == [("3", [])]
        await hear(scene, 4, b="4")
        assert (messages(quick), messages(slow)) == ([("4", ["b"])], [("4", [])])

    run(test)


def test_news_are_told_while_the_page_waits_to_be_made() -> None:
    async def test() -> None:
        scene = Scene(compose)
        follower = scene.follower()
        await told(follower)
        scene.application.free.clear()  # the thread of pages is held up by another page
        other = scene.follower("/event/2")
        await asked(scene, "/event/2")
        scene.hub.hear("event:1")  # something moved, and nobody said what
        scene.application.versions["event:1"] = 2
        scene.hub.hear("event:1=2 " + news_of(a="2"))
        assert (await told(follower))["parts"] == {"a": part("a", "2")}
        scene.application.rows |= {"a": "2", "b": "moved"}
        scene.application.free.set()
        await told(other)
        await asked(scene, "/event/1", 2)

    run(test)


def test_a_page_to_which_news_have_led_need_not_be_made_any_more() -> None:
    async def test() -> None:
        scene = Scene(compose)
        follower = scene.follower()
        await told(follower)
        scene.application.free.clear()
        other = scene.follower("/event/2")
        await asked(scene, "/event/2")
        scene.application.versions["event:1"] = 3
        scene.hub.hear("event:1=3 " + news_of(b="3"))  # it has overtaken the one before
        while not scene.hub.is_late(follower, 0):
            await asyncio.sleep(0)
        scene.hub.hear("event:1=2 " + news_of(a="2"))
        assert [(await told(follower))["seen"], *messages(follower)] == ["event:1=2", ("3", ["b"])]
        assert not scene.hub.is_late(follower, 0)
        scene.application.free.set()
        await told(other)
        await told(scene.follower("/event/2", language="fa"))  # what was due before is done
        assert scene.application.asked["/event/1 language=en"] == 1

    run(test)


def test_a_page_that_was_read_before_the_last_news_leads_nobody_back() -> None:
    async def test() -> None:
        scene = Scene(compose)
        follower = scene.follower()
        await told(follower)
        scene.application.free.clear()
        scene.hub.hear("event:1")
        await asked(scene, "/event/1", 2)  # at version 1
        await hear(scene, 2, a="2")
        assert messages(follower) == [("2", ["a"])]
        scene.application.free.set()
        await asked(scene, "/event/1", 3)
        await told(scene.follower("/event/2"))
        assert messages(follower) == [], "nothing of the version before, and this one is known"

    run(test)


def test_who_has_seen_more_than_was_heard_is_not_led_back() -> None:
    async def test() -> None:
        scene = Scene(compose)
        await told(scene.follower())
        ahead = scene.follower(seen="event:1=2")
        assert messages(ahead) == []
        await hear(scene, 2, a="2")
        assert messages(ahead) == []
        await hear(scene, 3, b="3")
        assert messages(ahead) == [("3", ["b"])]

    run(test)


def test_versions_that_were_compared_before_news_came_have_no_page_made() -> None:
    """Neither where they are of the version before, nor where the news of theirs are being composed."""

    async def test() -> None:
        composed = threading.Event()

        def compose_slowly(address: str, language: str, news: str) -> dict[str, Any] | None:
            composed.wait(PATIENCE)
            return compose(address, language, news)

        scene = Scene(compose_slowly)
        follower = scene.follower()
        await told(follower)
        scene.application.versions["event:1"] = 2
        scene.hub.hear("event:1=2 " + news_of(a="2"))
        await compared(scene)
        composed.set()
        assert (await told(follower))["parts"] == {"a": part("a", "2")}
        scene.application.versions["event:1"] = 1
        await compared(scene)
        await told(scene.follower("/event/2"))
        assert scene.application.asked["/event/1 language=en"] == 1

    run(test)


def test_what_moves_while_a_page_is_read_first_has_it_read_again_and_other_messages_do_not() -> None:
    async def test() -> None:
        for heard, times in (("event:1=1", 2), ("event:1", 2), ("event:2=9", 1), ("event:2", 1)):
            scene = Scene(compose)
            scene.application.free.clear()
            follower = scene.follower()
            await asked(scene, "/event/1")
            scene.hub.hear(heard)
            scene.application.free.set()
            await told(follower)
            await told(scene.follower("/event/2"))
            await told(scene.follower("/event/2", language="fa"))
            assert scene.application.asked["/event/1 language=en"] == times, heard

    run(test)


async def asked(scene: Scene, page: str, times: int = 1) -> None:
    """Until a page was asked for so many times."""
    async with asyncio.timeout(PATIENCE):
        while scene.application.asked[f"{page} language=en"] < times:
            await asyncio.sleep(0)


async def compared(scene: Scene) -> None:
    """Once versions were compared, and what follows from that is known."""
    before = scene.queries
    scene.hub.hear(None)
    async with asyncio.timeout(PATIENCE):
        while scene.queries == before:
            await asyncio.sleep(0)
    await asyncio.sleep(0.05)
