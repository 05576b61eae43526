"""DATABASE_URL as Django's settings, with as many hosts as PostgreSQL's own addresses may name.

PostgreSQL's manual, 34.1.1.3: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`. Each
connection asks the hosts in their order and takes the first that fits, so a standby that was promoted is found.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

FIND_LOSS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
"""Seconds, and milliseconds in the last: a machine that vanished is given up by then. The system's own defaults are
two hours, in which a thread waits for it. What the address says comes before these."""
_HOST = re.compile(r"(?P<name>\[[^\]]+\]|[^:\[\]]+)(?::(?P<port>\d{1,5}))?")
_USUAL_PORT = "5432"


def parse(address: str) -> dict[str, Any]:
    """An entry of DATABASES; ImproperlyConfigured, without the password, where it is no address."""
    parts = urlsplit(address)
    user, at, hosts = parts.netloc.rpartition("@")
    named = [_HOST.fullmatch(host) for host in hosts.split(",")] if "," in hosts else []
    if not all(named):
        raise ImproperlyConfigured(
            f"DATABASE_URL names the hosts {hosts!r}; write them as one:5432,two:5432, with commas and nothing else."
        )
    known = [host for host in named if host is not None]
    if known:
        address = urlunsplit(parts._replace(netloc=f"{user}{at}{known[0]['name']}"))
    found: dict[str, Any] = dict(dj_database_url.parse(address))
    if known:
        found["HOST"] = ",".join(host["name"].strip("[]") for host in known)
        found["PORT"] = ",".join(host["port"] or _USUAL_PORT for host in known)
    if found["ENGINE"].endswith("postgresql"):
        found["OPTIONS"] = FIND_LOSS | found.get("OPTIONS", {})
    return found
