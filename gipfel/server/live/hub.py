"""What is followed, and by whom. All of it happens in the event loop; only asking for a page takes a thread.

A topic is a page in a language, of a known kind (gipfel.server.live.kinds). When a scope that it is made of moves, it
is asked for once, and all followers get what changed. Pages that say nothing but their state need not be asked for: one
query tells the states of all of them. Where a message brings news of a page, they are composed once and sent to all who
have seen the state before them, and the page is not asked for either. Who is slow gets the newest state, and not what
lay between: nothing piles up.

Boards of running games have a way of their own: their versions are read together by one query, in a thread that makes
no page, and their number has a bound of its own. So whatever else is followed cannot keep a turn waiting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from common.live.bus import Bus, state_text
from gipfel.server.live.boards import BoardWay
from gipfel.server.live.pages import NotNow, NotThere, Page
from gipfel.server.live.parts import NO_PARTS
from gipfel.server.live.places import Bounds, Places
from gipfel.server.live.topics import Follower, Topic

Versions = Callable[[Iterable[str]], Mapping[str, int]]
Compose = Callable[[str, str, str], dict[str, Any] | None]
"""What the followers of a page (its address, its language) are told of the news in a message; None for nothing.

Of a page that has parts it is `parts` that take the place of those at the version before, and whatever stands beside.
"""
GONE_AS_MISSING = 404
_log = logging.getLogger(__name__)


class Reader(Protocol):
    """Who asks for pages: `gipfel.server.live.pages.AnonymousReader`."""

    def read(self, address: str, language: str) -> Page:
        """The page; raises NotThere, NotNow."""


class Hub:
    """All topics of this process. It starts with the first follower, and costs nothing before."""

    def __init__(
        self,
        reader: Reader,
        versions: Versions,
        bus: Bus,
        bounds: Bounds | None = None,
        compose: Compose | None = None,
        scope_of: Callable[[str], str] = lambda _name: "",
    ) -> None:
        self.reader, self.versions, self.bus, self.compose = reader, versions, bus, compose
        self.bounds = bounds or Bounds()
        self.places = Places(self.bounds, scope_of, self._give_up)
        self.boards = BoardWay(versions, self._take_board)
        self.topics, self.shares = self.places.topics, self.places.shares
        self._made_of: defaultdict[str, set[Topic]] = defaultdict(set)  # by the keys of their pages' scopes
        self._unmade: set[Topic] = set()
        self._due: dict[Topic, None] = {}  # in the order in which they became so
        self._wake = asyncio.Event()
        self._compare = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="followed-pages")
        self._composing = ThreadPoolExecutor(1, thread_name_prefix="followed-news")  # no page is waited for
        self._tasks: list[asyncio.Task[None]] = []
        self.hearers: list[Callable[[str | None], None]] = []
        """Who else is told what is heard."""

    def follow(self, follower: Follower, address: str, language: str, seen: str, *, version_alone: bool) -> None:
        """Tell `follower` from now on what becomes of a page, of which he has seen the state `seen`."""
        self.start()
        topic, is_new = self.places.enter(follower, address, language, seen)
        if is_new:
            self._unmade.add(topic)
            self._make_due(topic)
        if version_alone:
            follower.version_alone.add(topic)
        follower.news.set()

    def leave(self, follower: Follower) -> None:
        """The connection has ended."""
        for topic in list(follower.seen):
            self.places.leave(follower, topic)
            if not topic.followers:
                self._keep_for_a_while(topic)

    def is_late(self, follower: Follower, seconds: float) -> bool:
        """Whether something that `follower` follows has been waiting for so long to be made."""
        return any(topic.is_late(time.monotonic(), seconds) for topic in follower.seen)

    def hear(self, message: str | None) -> None:
        """A scope moved: "event:12=57", or its key alone; None: perhaps some did, and no one said which.

        News stand behind a blank.
        """
        for hearer in self.hearers:
            hearer(message)
        if message is None:
            self._compare.set()
            return
        state, _, news = message.partition(" ")
        key, _, version = state.partition("=")
        for topic in self._unmade:
            self._make_due(topic)
        for topic in list(self._made_of.get(key, ())):
            if version and news and topic.page is not None and self.compose is not None:
                self._move_with_news(topic, key, int(version), news)
            elif version and topic.page is not None and topic.page.is_bare:
                self._move_page(topic, {key: int(version)})
            else:
                self._make_due(topic)

    def _move_page(self, topic: Topic, versions: Mapping[str, int], news: dict[str, Any] | None = None) -> None:
        """Tell of a bare page that scopes are at these versions. Messages may overtake each other: none leads back."""
        page = topic.page
        if page is None or not self.places.hold(topic):
            return
        now = {key: max(version, versions.get(key, 0)) for key, version in page.versions.items()}
        if now != page.versions:
            topic.take(page.moved_to(now), news=news)
            self._tell(topic)

    def _move_parts(self, topic: Topic, key: str, version: int, news: dict[str, Any] | None) -> None:
        """Tell of a page, of which `news` has the parts that changed since the version before; else it is made."""
        page = topic.page
        if page is None or page.versions.get(key, version) >= version or not self.places.hold(topic):
            return
        is_next = page.versions[key] == version - 1 and topic.is_settled and topic.due_since is None
        if news is None or not is_next:
            self._make_due(topic)
            return
        topic.take_news(page.moved_to({**page.versions, key: version}), news)
        self._tell(topic)

    def _move_with_news(self, topic: Topic, key: str, version: int, message: str) -> None:
        """Tell of a page that a scope moved, and what is composed of `message` in a thread, in their order."""

        def move(composed: asyncio.Future[dict[str, Any] | None]) -> None:
            if composed.cancelled():
                return
            if (error := composed.exception()) is not None:
                _log.error("News of %s could not be composed", topic.address, exc_info=error)
            news = None if error is not None else composed.result()
            if topic.page is not None and not topic.page.is_bare:
                self._move_parts(topic, key, version, news)
            else:
                self._move_page(topic, {key: version}, news)

        assert self.compose is not None
        loop = asyncio.get_running_loop()
        composing = loop.run_in_executor(self._composing, self.compose, topic.address, topic.language, message)
        composing.add_done_callback(move)

    def _take_board(self, topic: Topic, version: int | None) -> None:
        """The version of a board that was due; None where there is no such game."""
        if not self.places.hold(topic):
            return
        topic.due_since = None
        if version is None:
            topic.gone = GONE_AS_MISSING
            self._give_up(topic)
        elif topic.page is None:
            versions = {topic.scope: version}
            self._take(topic, Page(state_text(versions), versions, NO_PARTS), is_settled=True)
            self._tell(topic)
        else:
            self._move_page(topic, {topic.scope: version})

    async def close(self) -> None:
        """End what runs beside."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thread.shutdown(wait=False)
        self._composing.shutdown(wait=False)
        self.boards.close()

    def start(self) -> None:
        """Begin to listen, unless that is done."""
        if not self._tasks:
            for runs in (self._make_pages(), self.boards.run(), self._compare_versions(), self._listen()):
                self._tasks.append(asyncio.create_task(runs))

    async def _listen(self) -> None:
        try:
            await self.bus.listen(self.hear)
        except Exception:
            _log.exception("No messages reach followers: what changes is found by comparing versions")

    def _keep_for_a_while(self, topic: Topic) -> None:
        """No one follows it any more: a client that comes back gets the page as made, unless it moves meanwhile."""
        if self.bounds.linger and topic.page is not None and topic.is_settled and not topic.scope:
            asyncio.get_running_loop().call_later(self.bounds.linger, self._drop_unfollowed, topic)
        else:
            self._drop(topic)

    def _drop_unfollowed(self, topic: Topic) -> None:
        if not topic.followers:
            self._drop(topic)

    def _make_due(self, topic: Topic) -> None:
        if not topic.followers and topic.page is not None:  # it was kept, and has moved
            self._drop(topic)
            return
        if topic.due_since is None:
            topic.due_since = time.monotonic()
        if topic.scope:
            self.boards.make_due(topic)
        else:
            self._due[topic] = None
            self._wake.set()

    def _drop(self, topic: Topic) -> None:
        self.places.remove(topic)
        self._due.pop(topic, None)
        self.boards.due.pop(topic, None)
        self._unlist(topic)

    def _give_up(self, topic: Topic) -> None:
        """It is gone: tell its followers."""
        self._drop(topic)
        self._tell(topic)

    def _take(self, topic: Topic, page: Page, *, is_settled: bool) -> None:
        """The page of a topic as it is from now on, which may be made of other scopes than before."""
        self._unlist(topic)
        topic.take(page, is_settled=is_settled)
        for key in page.versions:
            self._made_of[key].add(topic)

    def _unlist(self, topic: Topic) -> None:
        self._unmade.discard(topic)
        for key in topic.page.versions if topic.page is not None else ():
            self._made_of[key].discard(topic)
            if not self._made_of[key]:
                del self._made_of[key]

    async def _make_pages(self) -> None:
        """One page after the other; so much rest in between that those who ask for pages come first.

        First the page of the client who has taken least time: a client who has many made waits behind all others.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            while self._due:
                began = loop.time()
                await self._move_bare_ones()
                topic = min(self._due, key=lambda due: self.shares.taken(due.clients), default=None)
                if topic is not None:
                    del self._due[topic]
                    clients = list(topic.clients)
                    await self._make_page(topic)
                    self.shares.charge(clients, loop.time() - began, loop.time())
                await asyncio.sleep((loop.time() - began) * self.bounds.rest)
            self._wake.clear()

    async def _move_bare_ones(self) -> None:
        """Tell of all due pages that are bare. Those of which a scope is gone are asked for, as any other page."""
        bare = {topic: topic.page for topic in self._due if topic.page is not None and topic.page.is_bare}
        if not bare:
            return
        for topic in bare:
            del self._due[topic]
            topic.due_since = None
        keys = sorted({key for page in bare.values() for key in page.versions})
        try:
            now = await self.boards.read(keys)
        except Exception as error:
            _log.info("Versions cannot be read: %s", error)
            now = {}
        for topic, page in bare.items():
            if any(key not in now for key in page.versions):
                await self._make_page(topic)
                continue
            topic.take(page.moved_to({key: now[key] for key in page.versions}))
            self._tell(topic)

    async def _make_page(self, topic: Topic) -> None:
        """Ask for the page as it is now, and tell its followers."""
        loop = asyncio.get_running_loop()
        topic.due_since = None
        try:
            page, is_settled = await loop.run_in_executor(self._thread, self._read_page, topic)
        except NotThere as answer:
            topic.gone = answer.status
            self._drop(topic)
        except NotNow:
            loop.call_later(self.bounds.patience, self._make_due_again, topic)
            return
        except Exception:
            _log.exception("%s could not be made for its followers", topic.address)
            loop.call_later(self.bounds.patience, self._make_due_again, topic)
            return
        else:
            if not self.places.hold(topic):
                return
            self._take(topic, page, is_settled=is_settled)
            if not is_settled:
                self._make_due_again(topic)
        self._tell(topic)

    def _tell(self, topic: Topic) -> None:
        for follower in topic.followers:
            follower.news.set()

    def _read_page(self, topic: Topic) -> tuple[Page, bool]:
        """The page, and whether nothing moved while it was read.

        It is read by several statements: what is committed between them is in some parts of the page and not in others,
        whatever version it says.
        """
        known = topic.page.versions if topic.page is not None else topic.seen_first
        before = self.versions(known) if known else {}
        page = self.reader.read(topic.address, topic.language)
        after = self.versions(page.versions)
        moved = (
            before.get(key, version) != version or after.get(key, 0) != version
            for key, version in page.versions.items()
        )
        return page, not any(moved)

    def _make_due_again(self, topic: Topic) -> None:
        if self.places.hold(topic):
            self._make_due(topic)

    async def _compare_versions(self) -> None:
        """Find what no message told: one query a beat, however many follow."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._compare.wait(), self.bounds.beat)
            self._compare.clear()
            known = [topic for topic in self.topics.values() if topic.page is not None and topic.due_since is None]
            keys = sorted({key for topic in known if topic.page for key in topic.page.versions})
            if not keys:
                continue
            try:
                now = await self.boards.read(keys)
            except Exception as error:
                _log.info("Versions cannot be compared: %s", error)
                continue
            for topic in known:
                if topic.page and any(now.get(key, 0) != version for key, version in topic.page.versions.items()):
                    self._make_due(topic)
