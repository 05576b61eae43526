"""How a club shows itself, without reading its logo."""

from __future__ import annotations

from django.db.models import Q

from players.models import Club, ClubPage


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
