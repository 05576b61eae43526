"""Of several processes whose readers follow a page, one makes it, and the others send what it has made."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from common.cached_values import JsonValues
from gipfel.server.live import shared
from gipfel.server.live.pages import Page
from gipfel.server.live.parts import Parts, split_parts
from gipfel.server.live.shared import SharedPages
from tests.live.loop import run
from tests.live.scene import Scene, told

STATE = {"event:1": 7}
PAGE = Page("event:1=7", STATE, split_parts('<ul id="all" data-part><li id="a" data-part>1</li></ul>'))


class SharedCache:
    """As Redis is: values as JSON, the same for all processes. `is_away` as django-redis tells of a Redis that is."""

    def __init__(self, *, is_away: bool = False) -> None:
        self.values: dict[str, bytes] = {}
        self.is_away, self._lock, self._json = is_away, threading.Lock(), JsonValues({})

    def get(self, key: str) -> Any:
        kept = None if self.is_away else self.values.get(key)
        return kept and self._json.loads(kept)

    def set(self, key: str, value: Any, _seconds: float) -> None:
        if not self.is_away:
            self.values[key] = self._json.dumps(value)

    def add(self, key: str, value: Any, _seconds: float) -> bool | None:
        if self.is_away:
            return None
        with self._lock:
            is_first = key not in self.values
            self.values.setdefault(key, self._json.dumps(value))
            return is_first

    def delete(self, key: str) -> None:
        self.values.pop(key, None)


def read_at_once(caches: list[SharedCache], page: Page = PAGE, *, is_settled: bool = True) -> tuple[int, list[Page]]:
    """How often a page is made that processes ask for at the same moment, and what each of them gets."""
    made: list[Page] = []
    got: list[Page] = []

    def make() -> tuple[Page, bool]:
        time.sleep(0.1)
        made.append(page)
        return page, is_settled

    def ask(cache: SharedCache) -> None:
        got.append(SharedPages(cache, "release").read("event:1", "en", STATE, make)[0])

    threads = [threading.Thread(target=ask, args=[cache]) for cache in caches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(made), got


def test_of_ten_processes_one_makes_it_and_all_have_it() -> None:
    assert read_at_once([SharedCache()] * 10) == (1, [PAGE] * 10)


def test_without_a_cache_each_makes_its_own() -> None:
    assert read_at_once([SharedCache(is_away=True)] * 3) == (3, [PAGE] * 3)


def test_what_moved_while_it_was_read_is_kept_for_no_one() -> None:
    assert read_at_once([SharedCache()] * 3, is_settled=False)[0] == 3


def test_what_is_made_of_more_than_was_asked_for_is_kept_for_no_one() -> None:
    more = Page("club:1=2 event:1=7", STATE | {"club:1": 2}, PAGE.parts)
    assert read_at_once([SharedCache()] * 3, more)[0] == 3


def test_one_that_fails_leaves_it_to_the_next() -> None:
    pages = SharedPages(SharedCache(), "release")

    def fail() -> tuple[Page, bool]:
        raise RuntimeError("no database")

    with pytest.raises(RuntimeError):
        pages.read("event:1", "en", STATE, fail)
    assert pages.read("event:1", "en", STATE, lambda: (PAGE, True)) == (PAGE, True)


def test_for_one_that_has_died_no_one_waits_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "WAIT_SECONDS", 0.1)
    cache = SharedCache()
    pages = SharedPages(cache, "release")
    reserved = pages._key_of_followed("event:1", "en", STATE) + ":made"
    cache.add(reserved, 1, 5)
    assert pages.read("event:1", "en", STATE, lambda: (PAGE, True)) == (PAGE, True)
    assert cache.get(reserved), "one that is only slow has it still: a third does not begin beside both"


@pytest.mark.parametrize(
    ("release", "name", "language", "state"),
    [
        ("next", "event:1", "en", STATE),
        ("release", "event:2", "en", STATE),
        ("release", "event:1", "fa", STATE),
        ("release", "event:1", "en", {"event:1": 8}),
    ],
)
def test_another_release_page_language_or_state_is_another_page(
    release: str, name: str, language: str, state: dict[str, int]
) -> None:
    cache, other = SharedCache(), Page("event:1=8", state, Parts({}, ()))
    SharedPages(cache, "release").read("event:1", "en", STATE, lambda: (PAGE, True))
    assert SharedPages(cache, release).read(name, language, state, lambda: (other, True))[0] == other


def test_followers_of_two_processes_are_told_what_one_of_them_has_made() -> None:
    async def test() -> None:
        cache = SharedCache()
        one = Scene(shared=SharedPages(cache, "release"))
        other = Scene(application=one.application, shared=SharedPages(cache, "release"))
        followers = [scene.follower(seen="event:1=1") for scene in (one, other)]
        for scene in (one, other):
            while scene.hub.pages.due or any(topic.page is None for topic in scene.hub.topics.values()):
                await asyncio.sleep(0.01)
        one.move("b", "2", told=False)
        for scene in (one, other):
            scene.hub.hear("event:1")
        messages = [await told(follower) for follower in followers]
        assert messages[0] == messages[1] and messages[0]["parts"] == {"b": '<li id="b" data-part>2</li>'}
        assert one.application.asked == {"/event/1 language=en": 2}, "once in each state"

    run(test)
