"""The bus of many machines: a channel of Redis."""

from __future__ import annotations

import asyncio
import logging
import time

from django.conf import settings
from redis import Redis, RedisError
from redis.asyncio import Redis as AsyncRedis

from common.live.bus import Hear

CHANNEL = "gipfel-live"
TELL_SECONDS = 0.25
"""How long an act may wait for Redis to take its message."""
REST_SECONDS = 5.0
"""After Redis has failed no one tries for so long: acts do not wait for it one after the other."""
_log = logging.getLogger(__name__)


class RedisBus:
    """Publish and subscribe. Redis may be away at any time: versions are compared meanwhile."""

    def __init__(self) -> None:
        self._redis = Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=TELL_SECONDS, socket_timeout=TELL_SECONDS, retry=None
        )
        self._silent_until = 0.0

    def publish(self, message: str) -> None:
        """Tell every process of every machine."""
        if time.monotonic() < self._silent_until:
            return
        try:
            self._redis.publish(CHANNEL, message)
        except (RedisError, OSError) as error:
            self._silent_until = time.monotonic() + REST_SECONDS
            _log.warning("Redis did not take a message for followers: %s", error)

    async def listen(self, hear: Hear) -> None:
        """Listen for ever; when Redis goes away, try again every second."""
        while True:
            try:
                await _listen_once(hear)
            except (RedisError, OSError) as error:
                _log.info("Redis tells followers nothing for now: %s", error)
            await asyncio.sleep(1)


async def _listen_once(hear: Hear) -> None:
    """Until the connection breaks."""
    client = AsyncRedis.from_url(settings.REDIS_URL, socket_connect_timeout=2, health_check_interval=25)
    async with client, client.pubsub() as channel:
        await channel.subscribe(CHANNEL)
        hear(None)
        async for message in channel.listen():
            if message["type"] == "message":
                hear(message["data"].decode())
