"""When players were last able to reach the server, as its web processes note it: in Redis, else in rows.

Many nodes that wrote one row twice a second would wait for each other. Redis may be away, and forgets: so each process
writes the row now and then as well, and where Redis has nothing, the row counts.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from django.conf import settings
from redis import Redis, RedisError

from play.core.playing import from_ms, to_ms
from play.models import Presence

KEPT_MS = 86_400_000
"""After that Redis forgets what was noted."""
_MOST_SECONDS = 0.25


def noted_at(sign: int) -> int | None:
    """The instant that was noted last for `sign`, one of `Presence`'s numbers; None for none, or an unknown one."""
    if (shared := _redis()) is not None:
        try:
            found = shared.get(_name_in_redis(sign))
            return int(found) if found else None
        except (RedisError, OSError):
            pass
    return noted_in_row(sign)


def noted_in_row(sign: int) -> int | None:
    """The instant in the row of `sign`; None where there is none."""
    moment = Presence.objects.filter(pk=sign).values_list("at", flat=True).first()
    return None if moment is None else to_ms(moment)


def note(sign: int, moment: int, kept_ms: int = KEPT_MS) -> bool:
    """Note an instant in Redis, for so many milliseconds. False where there is no Redis, or it does not answer."""
    if (shared := _redis()) is None:
        return False
    try:
        shared.set(_name_in_redis(sign), moment, px=kept_ms)
    except (RedisError, OSError):
        return False
    return True


def note_in_row(sign: int, moment: int) -> None:
    """Note an instant in the row of `sign`."""
    Presence.objects.update_or_create(pk=sign, defaults={"at": from_ms(moment)})


def forget(sign: int) -> None:
    """Nothing is noted for `sign` any more, in Redis and in rows."""
    if (shared := _redis()) is not None:
        with suppress(RedisError, OSError):
            shared.delete(_name_in_redis(sign))
    Presence.objects.filter(pk=sign).delete()


@cache
def _redis() -> Redis | None:
    """A client for each process; None where the server has no Redis."""
    url = settings.REDIS_URL
    return Redis.from_url(url, socket_connect_timeout=_MOST_SECONDS, socket_timeout=_MOST_SECONDS) if url else None


def _name_in_redis(sign: int) -> str:
    return f"gipfel-sign-of-life:{sign}"
