"""News of a page with parts: its followers take them, and the page is not asked for."""

from __future__ import annotations

import json
from typing import Any

from tests.live.loop import run
from tests.live.scene import Scene, told


def compose(_address: str, _language: str, news: str) -> dict[str, Any] | None:
    return json.loads(news) or None


def part(name: str, text: str) -> str:
    return f'<li id="{name}" data-part>{text}</li>'


def news_of(**rows: str) -> str:
    return json.dumps({"parts": {name: part(name, text) for name, text in rows.items()}, "turn": rows})


def test_parts_that_a_message_brings_go_to_who_has_seen_the_state_before() -> None:
    async def test() -> None:
        scene = Scene(compose)
        one, slow = scene.follower(), scene.follower()
        await told(one), await told(slow)
        scene.hub.hear("event:1=2 " + news_of(a="2"))
        assert await told(one) == {
            "page": "/event/1",
            "seen": "event:1=2",
            "parts": {"a": part("a", "2")},
            "turn": {"a": "2"},
        }
        scene.hub.hear("event:1=3 " + news_of(b="3"))
        assert (await told(one))["parts"] == {"b": part("b", "3")}
        assert await told(slow) == {"page": "/event/1", "seen": "event:1=3"}, "the state alone: it asks for the page"
        late = scene.follower(seen="event:1=1")
        assert await told(late) == {"page": "/event/1", "seen": "event:1=3"}
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
