"""The pages that are followed in this process, and which of them may be one more: counted by client."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from gipfel.server.live.pages import versions_in
from gipfel.server.live.shares import Shares
from gipfel.server.live.topics import Follower, Topic

GONE_FOR_LACK_OF_PLACE, GONE_FOR_TOO_MANY = 503, 429


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is followed at once, and how quickly."""

    topics: int = 1000
    boards: int = 4000
    """Boards of running games, which have places of their own."""
    of_client: int = 300
    """Pages and boards, together, that the people of one client follow; a hall is one."""
    burst: int = 120
    pace: float = 4.0
    """Pages that no one follows yet which one client may name at once, and a second."""
    largest_message: int = 256 * 1024
    """Characters; a page that changed more is only told of, and its readers fetch it."""
    beat: float = 1.0
    """Seconds between two comparisons with the database."""
    rest: float = 2.0
    """A page that took a second to make is followed by so many seconds in which none is made."""
    linger: float = 60.0
    """Seconds for which a page is kept that no one follows any more: one that has not moved is not made again."""
    patience: float = 2.0
    """Seconds until a page is asked for again that could not be made."""


class Places:
    """All topics. `give_up` is called with one whose place another gets: it is `gone`, and is to be dropped."""

    def __init__(self, bounds: Bounds, scope_of: Callable[[str], str], give_up: Callable[[Topic], None]) -> None:
        self.bounds, self.scope_of, self.give_up = bounds, scope_of, give_up
        self.topics: dict[tuple[str, str], Topic] = {}
        self.shares = Shares(bounds.of_client, bounds.burst, bounds.pace)

    def enter(self, follower: Follower, address: str, language: str, seen: str) -> tuple[Topic, bool]:
        """What `follower` follows from now on, and whether it is new. It is `gone` where it cannot be followed."""
        client, topic = follower.client, self.topics.get((address, language))
        scope = self.scope_of(address)
        fresh = Topic(address, language, self.bounds.largest_message, versions_in(seen), scope)
        may_follow = self.shares.may_follow(client) or (topic is not None and client in topic.clients)
        is_new = topic is None
        is_paced = is_new and not scope  # no page is made for a board
        if not may_follow or (is_paced and not self.shares.take_new(client, time.monotonic())):
            topic = fresh
            topic.gone = GONE_FOR_TOO_MANY
        elif topic is None:
            topic = fresh
            if self._has_room(client, is_board=bool(scope)):
                self.topics[address, language] = topic
            else:
                topic.gone = GONE_FOR_LACK_OF_PLACE
        self._join(follower, topic, seen)
        return topic, is_new and not topic.gone

    def leave(self, follower: Follower, topic: Topic) -> None:
        """`follower` follows it no longer."""
        follower.forget(topic)
        topic.clients[follower.client] -= 1
        if topic.clients[follower.client] <= 0:
            del topic.clients[follower.client]
            if self.hold(topic):
                self.shares.count(follower.client, -1)

    def hold(self, topic: Topic) -> bool:
        """Whether it is one of the topics still: the last follower may leave while its page is made."""
        return self.topics.get((topic.address, topic.language)) is topic

    def remove(self, topic: Topic) -> None:
        """It is followed by no one any more, or cannot be."""
        if self.hold(topic):
            del self.topics[topic.address, topic.language]
            for client in topic.clients:
                self.shares.count(client, -1)

    def _join(self, follower: Follower, topic: Topic, seen: str) -> None:
        if not topic.gone and follower not in topic.followers:
            topic.clients[follower.client] += 1
            if topic.clients[follower.client] == 1:
                self.shares.count(follower.client, 1)
        topic.followers.add(follower)
        follower.seen[topic] = seen

    def _has_room(self, client: str, *, is_board: bool) -> bool:
        """Whether there is a place; where there is none, the one who has most more than `client` gives up one."""
        most = self.bounds.boards if is_board else self.bounds.topics
        if len(self.topics) < most:
            return True
        taken = [topic for topic in self.topics.values() if bool(topic.scope) is is_board]
        if len(taken) < most:
            return True
        greedy = self.shares.greediest(client)
        kept = next((topic for topic in taken if not topic.followers), None)
        given = kept or next((topic for topic in reversed(taken) if greedy and set(topic.clients) == {greedy}), None)
        if given is None:
            return False
        given.gone = GONE_FOR_LACK_OF_PLACE
        self.give_up(given)
        return True
