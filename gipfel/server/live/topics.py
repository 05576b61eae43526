"""A page that is followed, what its followers have seen of it, and what each is to be told."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gipfel.server.live.pages import Page, versions_in
from gipfel.server.live.parts import changed_parts
from gipfel.server.websocket import PingTimes

UNSETTLED = "?"
"""Behind the state of a page that may hold parts of another one."""
MOST_STEPS = 8
"""Steps of a page that are kept for those who have not seen the last ones, and news that wait for those before them."""

News = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PageChange:
    """From one state of a page to the next, as messages made once: `change` for who is sent its parts, `news` for who
    fetches it alone; "" where there is none.
    """

    after: str
    change: str = ""
    news: str = ""


class Topic:
    """A page in a language, as it is now, and its followers. `address` is its name (gipfel.server.live.kinds).

    `seen_first`: the versions that the first one had seen. `scope`: all that is followed of a board.
    """

    def __init__(
        self,
        address: str,
        language: str,
        largest: int,
        seen_first: Mapping[str, int] | None = None,
        scope: str = "",
    ) -> None:
        self.address, self.language, self.largest, self.scope = address, language, largest, scope
        self.seen_first = seen_first or {}
        self.page: Page | None = None
        self.is_settled = True
        self.gone = 0
        self.followers: set[Follower] = set()
        self.clients: Counter[str] = Counter()
        """How many of its followers each client has."""
        self.due_since: float | None = None
        self.must_be_made = False
        """Whether it is due for more than the versions that are `awaited`."""
        self.awaited: dict[str, int] = {}
        """Versions of its scopes for which it is due, until it is made or news lead there."""
        self.composing: dict[str, int] = {}
        """Versions of its scopes of which news are being composed."""
        self._kept: dict[tuple[str, int], News] = {}
        self._made = ""  # the state as the page was made last; steps lead from there
        self._steps: dict[str, PageChange] = {}  # by the state before
        self._whole = ""  # a message, made once

    @property
    def seen(self) -> str:
        """What a follower has seen who has been sent all of the page; as it is settled it comes once more, whole."""
        seen = self.page.seen if self.page is not None else ""
        return seen if self.is_settled else seen + UNSETTLED

    def is_late(self, now: float, seconds: float) -> bool:
        """Whether it has been waiting for so long to be made."""
        return self.due_since is not None and now - self.due_since > seconds

    def is_behind(self, key: str, version: int) -> bool:
        """Whether the page is of an earlier version of this scope, of which it is made."""
        return self.page is not None and self.page.versions.get(key, version) < version

    def is_ahead_of(self, page: Page) -> bool:
        """Whether `page` is of an earlier version of a scope than is known here."""
        known = self.page.versions if self.page is not None else {}
        return any(known.get(key, 0) > version for key, version in page.versions.items())

    def wait_for(self, awaited: Mapping[str, int] | None) -> None:
        """It becomes due: for these versions, or, without any, whatever news there may be."""
        if awaited is None:
            self.must_be_made = True
        for key, version in (awaited or {}).items():
            self.awaited[key] = max(version, self.awaited.get(key, 0))

    def wait_no_more(self) -> None:
        """It is due no longer."""
        self.due_since, self.must_be_made = None, False
        self.awaited.clear()

    def has_caught_up(self) -> bool:
        """Whether news have led to all for which it became due."""
        return not self.must_be_made and not any(self.is_behind(*each) for each in self.awaited.items())

    def keep(self, key: str, version: int, news: News) -> None:
        """News of a version, until those before it are known too. The last few are kept."""
        self._kept[key, version] = news
        if len(self._kept) > MOST_STEPS:
            del self._kept[min(self._kept, key=lambda each: each[1])]

    def catch_up(self) -> bool:
        """Go on by the news that were kept, as far as they follow on the page; whether it has moved."""
        before = self.page
        while self.is_settled and (found := self._next_kept()) is not None:
            self._take_news(*found)
        self._kept = {each: news for each, news in self._kept.items() if self.is_behind(*each)}
        return self.page is not before

    def _next_kept(self) -> tuple[Page, News] | None:
        page = self.page
        for key, version in page.versions.items() if page is not None else ():
            news = self._kept.pop((key, version + 1), None)
            if page is not None and news is not None:
                return page.moved_to({**page.versions, key: version + 1}), news
        return None

    def take(self, page: Page, *, is_settled: bool = True, news: News | None = None) -> None:
        """The page as it is from now on. `is_settled`: all of it is of the state that it says.

        A page that is not may hold what came after that state, or lack some of it: nothing is compared with it. `news`
        are for those who fetch it by themselves and have seen it as it was: they need not.
        """
        old = self.page if self.is_settled else None
        self.page, self.is_settled = page, is_settled
        self._made, self._whole = self.seen, ""
        if old is not None and old.seen == page.seen and is_settled:
            return
        self._steps.clear()
        if old is not None:
            changed = changed_parts(old.parts, page.parts) if is_settled else None
            self._steps[old.seen] = PageChange(
                self.seen,
                self._message(changed) if changed is not None else "",
                self._fitting(self._dump(seen=page.seen, news=news)) if news is not None else "",
            )

    def _take_news(self, page: Page, news: News) -> None:
        """The page at its next state, which `news` tell to those who have seen the state before.

        It is not made for that: its parts stay as they were.
        """
        before, self.page = self.seen, page
        change = self._fitting(self._dump(seen=page.seen, **news))
        if not change:
            self._steps.clear()
            return
        self._steps[before] = PageChange(page.seen, change)
        if len(self._steps) > MOST_STEPS:
            del self._steps[next(iter(self._steps))]

    def next_for(self, seen: str, *, version_alone: bool) -> tuple[str, str]:
        """What a client is to be told next who has seen the state `seen`, "" for nothing, and what it has seen then."""
        if self.gone:
            return self._dump(gone=self.gone), seen
        if self.page is None or self.seen == seen:
            return "", seen
        step = self._steps.get(seen)
        if version_alone and step is not None and step.news:
            return step.news, step.after
        if not version_alone and step is not None and step.change:
            return step.change, step.after
        if self._is_past(seen):
            return "", seen
        if version_alone or self._made not in {self.seen, *self._steps}:
            return self._dump(seen=self.page.seen), self.seen
        if not self._whole:
            self._whole = self._message(self.page.parts.html_of(self.page.parts.roots))
        return self._whole, self._made

    def _is_past(self, seen: str) -> bool:
        """Whether a client has seen more than what is known here: it is not led back."""
        page, known = self.page, versions_in(seen)
        if page is None or known.keys() != page.versions.keys() or known == page.versions:
            return False
        return all(known[key] >= version for key, version in page.versions.items())

    def _message(self, parts: Mapping[str, str]) -> str:
        seen = self._made.removesuffix(UNSETTLED)
        return self._fitting(self._dump(seen=seen, parts=parts)) or self._dump(seen=seen)

    def _fitting(self, message: str) -> str:
        return message if len(message) <= self.largest else ""

    def _dump(self, **more: object) -> str:
        return json.dumps({"page": self.address, **more}, ensure_ascii=False, separators=(",", ":"))


class Follower:
    """One connection of a `client`: what it follows, and what it has seen of that. `news`: there may be more.

    `line` measures it, where something does.
    """

    def __init__(self, client: str = "", line: PingTimes | None = None) -> None:
        self.client, self.line = client, line
        self.news = asyncio.Event()
        self.seen: dict[Topic, str] = {}
        self.version_alone: set[Topic] = set()

    def messages(self) -> Iterator[str]:
        """Everything that is new, as it is at the moment when each message is taken."""
        for topic in list(self.seen):
            message = "?"
            while message and topic in self.seen:
                message, seen = topic.next_for(self.seen[topic], version_alone=topic in self.version_alone)
                self.seen[topic] = seen
                if topic.gone:
                    self.forget(topic)
                if message:
                    yield message

    def forget(self, topic: Topic) -> None:
        """Follow it no longer."""
        self.seen.pop(topic, None)
        self.version_alone.discard(topic)
        topic.followers.discard(self)
