"""A club and its people as values that leave a server and come to another. No ids, accounts or mail addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

Period = tuple[date, date | None]
"""Since when a person is a member, and until when (None: still)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedClub:
    """What is the club's own, on every server: columns of `Club` and `ClubPage`. `logo` is a PNG, b"" for none."""

    name: str
    place: str = ""
    time_zone: str = "UTC"
    takes_requests: bool = True
    asks_guardians: bool = False
    open_licence: str = ""
    colour: str = ""
    logo: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedConsent:
    """What a guardian answered, each time with the moment. The guardian's address stays where it was given."""

    birth_year: int
    guardian: str
    asked_at: datetime
    answers: Sequence[tuple[str, datetime]]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPerson:
    """A person of a club. `looked_after`: the club manages the record. `erased`: the name is a pseudonym."""

    name: str
    country: str = ""
    looked_after: bool = False
    erased: bool = False
    periods: tuple[Period, ...] = ()
    consents: tuple[MovedConsent, ...] = ()
