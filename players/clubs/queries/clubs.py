"""Clubs that are narrowed to what they are, how a club shows itself, and which could look after an account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from common.filters import narrow
from players.core.queries.memberships import clubs_of
from players.identity import person_of
from players.models import Account, Club, ClubPage


def find_clubs(asked: Mapping[str, Any]) -> QuerySet[Club]:
    """The clubs that are as `asked` says: `q`, `admitted` (None: whichever) and `ordering`."""
    return narrow(Club.objects.all(), asked, {"admitted": _admitted}, ("name", "place"))


def _admitted(admitted: bool | None) -> Q:
    return Q() if admitted is None else Q(admitted=admitted)


def page_of_club(club: Club) -> ClubPage:
    """Colour, address and digest of the logo; an empty one where the club has none. One query."""
    return ClubPage.objects.defer("logo").filter(club=club).first() or ClubPage(club=club)


def club_at(address: str) -> Club | None:
    """The club that a short address leads to: by its own, or its slug."""
    return Club.objects.filter(Q(slug=address) | Q(page__address=address)).first()


def logo_of(slug: str) -> tuple[bytes, str] | None:
    """The PNG of a club's logo and its digest; None where it has none."""
    found = ClubPage.objects.filter(club__slug=slug).exclude(digest="").values_list("logo", "digest").first()
    return None if found is None else (bytes(found[0]), found[1])


def home_choices(account: Account) -> list[Club]:
    """The clubs that could look after an account: those of its person, and the one that does now."""
    person = person_of(account)
    clubs = clubs_of([person.pk]).get(person.pk, []) if person is not None else []
    return clubs if account.home is None or account.home in clubs else [*clubs, account.home]
