"""A page that is followed, what its followers have seen of it, and what each is to be told."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from gipfel.server.live.pages import Page
from gipfel.server.live.parts import changed_parts
from gipfel.server.websocket import PingTimes

UNSETTLED = "?"
"""Behind the state of a page that may hold parts of another one."""


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
        self.has_moved = False
        """Whether news told what became of the page since it was made."""
        self.gone = 0
        self.followers: set[Follower] = set()
        self.clients: Counter[str] = Counter()
        """How many of its followers each client has."""
        self.due_since: float | None = None
        self._before = ""
        self._whole = self._change = self._news = ""  # messages, made once

    @property
    def seen(self) -> str:
        """What a follower has seen who has been sent all of the page; as it is settled it comes once more, whole."""
        seen = self.page.seen if self.page is not None else ""
        return seen if self.is_settled else seen + UNSETTLED

    def is_late(self, now: float, seconds: float) -> bool:
        """Whether it has been waiting for so long to be made."""
        return self.due_since is not None and now - self.due_since > seconds

    def take(self, page: Page, *, is_settled: bool = True, news: dict[str, Any] | None = None) -> None:
        """The page as it is from now on. `is_settled`: all of it is of the state that it says.

        A page that is not may hold what came after that state, or lack some of it: nothing is compared with it. `news`
        are for those who fetch it by themselves and have seen it as it was: they need not.
        """
        old = self.page if self.is_settled else None
        self.page, self.is_settled, self.has_moved = page, is_settled, False
        if old is not None and old.seen == page.seen and is_settled:
            return
        self._before = old.seen if old is not None else ""
        changed = changed_parts(old.parts, page.parts) if old is not None and is_settled else None
        self._change = self._message(changed) if changed is not None else ""
        self._news = self._dump_news(news) if news is not None else ""
        self._whole = ""

    def take_news(self, page: Page, news: Mapping[str, Any]) -> None:
        """The page at its next state, which `news` tell to those who have seen the state before.

        It is not made for that: its parts stay as they were. Others are told the state alone, and ask for the page.
        """
        self._before, self.page, self.has_moved = self.seen, page, True
        message = self._dump(seen=page.seen, **news)
        self._change = message if len(message) <= self.largest else ""
        self._news = self._whole = ""

    def message_for(self, seen: str, *, version_alone: bool) -> str:
        """What a client is to be told who has seen the state `seen`; "" for nothing."""
        if self.gone:
            return self._dump(gone=self.gone)
        if self.page is None or self.seen == seen:
            return ""
        if version_alone:
            return self._news if self._news and seen == self._before else self._dump(seen=self.page.seen)
        if seen == self._before and self._change:
            return self._change
        if self.has_moved:
            return self._dump(seen=self.page.seen)
        if not self._whole:
            self._whole = self._message(self.page.parts.html_of(self.page.parts.roots))
        return self._whole

    def _message(self, parts: Mapping[str, str]) -> str:
        assert self.page is not None
        message = self._dump(seen=self.page.seen, parts=parts)
        return message if len(message) <= self.largest else self._dump(seen=self.page.seen)

    def _dump_news(self, news: Mapping[str, Any]) -> str:
        assert self.page is not None
        message = self._dump(seen=self.page.seen, news=news)
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
            message = topic.message_for(self.seen[topic], version_alone=topic in self.version_alone)
            if topic.page is not None:
                self.seen[topic] = topic.seen
            if topic.gone:
                self.forget(topic)
            if message:
                yield message

    def forget(self, topic: Topic) -> None:
        """Follow it no longer."""
        self.seen.pop(topic, None)
        self.version_alone.discard(topic)
        topic.followers.discard(self)
