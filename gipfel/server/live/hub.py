"""What is followed, and by whom. All of it happens in the event loop; only asking for a page takes a thread.

A topic is a page in a language, of a known kind (gipfel.server.live.kinds). When a scope that it is made of moves, it
is asked for once, in the whole system (gipfel.server.live.shared), and all followers get what changed. Pages that say
nothing but their state need not be asked for: one query tells the states of all of them. Where a message brings news of
a page, they are composed once and sent to all who have seen the state before them, and the page is not asked for
either; who is behind by a few gets those, one after the other. Who is slower gets the newest state, and not what lay
between: nothing piles up.

Boards of running games have a way of their own: their versions are read together by one query, in a thread that makes
no page, and their number has a bound of its own. So whatever else is followed cannot keep a turn waiting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress

from common.live.bus import Bus, state_text
from gipfel.server.live.boards import BoardWay
from gipfel.server.live.making import PageWay, Reader, Versions
from gipfel.server.live.news import Compose, News, NewsWay
from gipfel.server.live.pages import NotNow, NotThere, Page
from gipfel.server.live.parts import NO_PARTS
from gipfel.server.live.places import Bounds, Places
from gipfel.server.live.shared import SharedPages
from gipfel.server.live.topics import Follower, Topic

GONE_AS_MISSING = 404
_log = logging.getLogger(__name__)


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
        shared: SharedPages | None = None,
    ) -> None:
        self.bus = bus
        self.bounds = bounds or Bounds()
        self.places = Places(self.bounds, scope_of, self._give_up)
        self.boards = BoardWay(versions, self._take_board)
        self.news = NewsWay(compose, self._take_news)
        self.topics, self.shares = self.places.topics, self.places.shares
        self.pages = PageWay(reader, versions, self.shares, self.bounds.rest, shared)
        self._made_of: defaultdict[str, set[Topic]] = defaultdict(set)  # by the keys of their pages' scopes
        self._compare = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.hearers: list[Callable[[str | None], None]] = []
        """Who else is told what is heard."""

    def follow(self, follower: Follower, address: str, language: str, seen: str, *, version_alone: bool) -> None:
        """Tell `follower` from now on what becomes of a page, of which he has seen the state `seen`."""
        self.start()
        topic, is_new = self.places.enter(follower, address, language, seen)
        if is_new:
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
        key, _, number = state.partition("=")
        version = int(number or 0)
        self.pages.hear(key, version)
        topics = list(self._made_of.get(key, ()))
        told = self.news.hear(topics, key, version, news) if version and news else []
        for topic in topics:
            if topic not in told:
                self._hear_version(topic, key, version)

    def _hear_version(self, topic: Topic, key: str, version: int) -> None:
        if version and topic.page is not None and topic.page.is_bare:
            self._move_page(topic, {key: version})
        elif not version:
            self._make_due(topic)
        elif topic.is_behind(key, version):
            self._make_due(topic, {key: version})

    def _move_page(self, topic: Topic, versions: Mapping[str, int], news: News = None) -> None:
        """Tell of a bare page that scopes are at these versions. Messages may overtake each other: none leads back."""
        page = topic.page
        if page is None or not self.places.hold(topic):
            return
        now = {key: max(version, versions.get(key, 0)) for key, version in page.versions.items()}
        if now != page.versions:
            topic.take(page.moved_to(now), news=news)
            self._tell(topic)

    def _take_news(self, topic: Topic, key: str, version: int, news: News) -> None:
        """What was composed of a message. A page takes the parts that changed since the version before, else is made.

        Where that version is not known here the news are kept: it may still come, or the page is made at it.
        """
        if topic.page is None or topic.page.is_bare:
            self._move_page(topic, {key: version}, news)
        elif topic.is_behind(key, version) and self.places.hold(topic):
            if news is not None:
                topic.keep(key, version, news)
                self._catch_up(topic)
            if topic.is_behind(key, version):
                self._make_due(topic, {key: version})

    def _catch_up(self, topic: Topic) -> None:
        """Go on by news that were kept; a page that was due for these versions alone need not be made any more."""
        if not topic.catch_up():
            return
        self._tell(topic)
        if topic.due_since is not None and topic.has_caught_up():
            topic.wait_no_more()
            self.pages.due.pop(topic, None)

    def _take_board(self, topic: Topic, version: int | None) -> None:
        """The version of a board that was due; None where there is no such game."""
        if not self.places.hold(topic):
            return
        topic.wait_no_more()
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
        self.pages.close()
        self.news.close()
        self.boards.close()

    def start(self) -> None:
        """Begin to listen, unless that is done."""
        if not self._tasks:
            making = self.pages.run(self._move_bare_ones, self._make_page)
            for runs in (making, self.boards.run(), self._compare_versions(), self._listen()):
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

    def _make_due(self, topic: Topic, awaited: Mapping[str, int] | None = None) -> None:
        """It is to be made: for the versions that are `awaited`, unless news lead there before, or whatever is told."""
        if not topic.followers and topic.page is not None:  # it was kept, and has moved
            self._drop(topic)
            return
        topic.wait_for(awaited)
        if topic.due_since is None:
            topic.due_since = time.monotonic()
        if topic.scope:
            self.boards.make_due(topic)
        else:
            self.pages.make_due(topic)

    def _drop(self, topic: Topic) -> None:
        self.places.remove(topic)
        self.pages.due.pop(topic, None)
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
        for key in topic.page.versions if topic.page is not None else ():
            self._made_of[key].discard(topic)
            if not self._made_of[key]:
                del self._made_of[key]

    async def _move_bare_ones(self) -> None:
        """Tell of all due pages that are bare. Those of which a scope is gone are asked for, as any other page."""
        bare = {topic: topic.page for topic in self.pages.due if topic.page is not None and topic.page.is_bare}
        if not bare:
            return
        for topic in bare:
            del self.pages.due[topic]
            topic.wait_no_more()
        keys = sorted({key for page in bare.values() for key in page.versions})
        try:
            now = await self.boards.read(keys)
        except Exception as error:
            _log.info("Versions cannot be read: %s", error)
            now = {}
        for topic, before in bare.items():
            page = topic.page or before  # what was heard since may have moved it further
            if any(key not in now for key in page.versions):
                await self._make_page(topic)
                continue
            topic.take(page.moved_to({key: max(now[key], version) for key, version in page.versions.items()}))
            self._tell(topic)

    async def _make_page(self, topic: Topic) -> None:
        """Ask for the page as it is now, and tell its followers."""
        loop = asyncio.get_running_loop()
        topic.wait_no_more()
        before = topic.page
        try:
            page, is_settled = await self.pages.read(topic)
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
            if topic.page is not before and topic.is_ahead_of(page):
                self._make_due_again(topic)  # news were told meanwhile, and none is taken back
                return
            self._take(topic, page, is_settled=is_settled)
            if not is_settled:
                self._make_due_again(topic)
            self._catch_up(topic)
        self._tell(topic)

    def _tell(self, topic: Topic) -> None:
        for follower in topic.followers:
            follower.news.set()

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
                self._compare_topic(topic, now)

    def _compare_topic(self, topic: Topic, now: Mapping[str, int]) -> None:
        """Have a page made that is behind, other than by news that are being composed, or whose scope is gone."""
        versions = topic.page.versions if topic.page is not None else {}
        if any(key not in now for key in versions):
            self._make_due(topic)
        elif behind := {
            key: now[key] for key, version in versions.items() if now[key] > max(version, topic.composing.get(key, 0))
        }:
            self._make_due(topic, behind)
