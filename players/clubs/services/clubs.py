"""Making and editing clubs."""

from __future__ import annotations

from django.utils.text import slugify

from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.clubs.acts import AdmitClub, CreateClub, EditClub
from players.core.acts import commit_permitted, require_act
from players.core.events import ClubAdmissionChanged
from players.core.time_zones import time_zones
from players.models import Account, Club, ClubPage, Grant
from players.names import NotAName, clean_name
from players.people.services.people import one_at_a_time
from players.roles import Role

LONGEST_SLUG = 40
TAKEN_BY_PAGES = frozenset({"new"})


def create_club(
    *,
    actor: Account,
    name: str,
    place: str = "",
    time_zone: str = "UTC",
    admitted: bool = False,
    example: bool = False,
) -> Club:
    """A new club with `actor` as its first organiser. Only an administrator of the server makes clubs.

    `admitted`: its games count in the rating lists of the whole server.
    """
    with commit_permitted(journal.SERVER, actor, CreateClub, admitted=admitted) as act:
        club = add_club(
            organiser=actor, name=name, place=place, time_zone=time_zone, admitted=admitted, example=example
        )
        act.data["club"] = club.pk
    return club


def add_club(
    *,
    organiser: Account,
    name: str,
    place: str = "",
    time_zone: str = "UTC",
    admitted: bool = False,
    example: bool = False,
) -> Club:
    """The rows of a new club, for a service that has the server's act open and its permission checked."""
    club = Club.objects.create(
        name=_a_name(name),
        slug=free_slug(name),
        place=_a_place(place),
        time_zone=_a_time_zone(time_zone),
        admitted=admitted,
        example=example,
    )
    scope = journal.open_scope(club.scope, journal.SERVER)
    Grant.objects.create(account=organiser, role=Role.ORGANISER, scope=scope)
    return club


def edit_club(
    *, actor: Account, club_id: int, name: str, place: str, time_zone: str, expect: int | None = None
) -> Club:
    """Change what a club is called and where it plays. Its address (slug) stays, so that links live."""
    with commit_permitted(f"club:{club_id}", actor, EditClub, expect=expect):
        club = Club.objects.get(pk=club_id)
        club.name, club.place, club.time_zone = _a_name(name), _a_place(place), _a_time_zone(time_zone)
        club.save(update_fields=["name", "place", "time_zone"])
    return club


def admit_club(*, actor: Account, club_id: int, admitted: bool) -> Club:
    """Let the club's games count in the rating lists of the whole server, or no longer. For its administrators.

    Organisers may invent an event, so the lists that all clubs share count only clubs that an administrator
    trusts. They are rated anew by a worker. Asking for what is so already changes nothing. Its events are locked, so
    that what is settled in one of them meanwhile is counted by the job that one of the two acts asks for.
    """
    require_act(actor, AdmitClub, journal.SERVER)
    club = Club.objects.get(pk=club_id)
    with one_at_a_time(), journal.commit(club.scope, actor, AdmitClub, admitted=admitted) as act:
        journal.lock(Scope.objects.filter(parent=act.scope).values_list("key", flat=True))
        club.refresh_from_db()
        if club.admitted != admitted:
            club.admitted = admitted
            club.save(update_fields=["admitted"])
            emit(ClubAdmissionChanged(club))
    return club


def free_slug(name: str) -> str:
    """A short address made of the name; numbered where it is taken. Names without Latin letters give "club"."""
    stem = slugify(name)[: LONGEST_SLUG - 5].strip("-") or "club"
    taken = set(Club.with_staged.filter(slug__startswith=stem).values_list("slug", flat=True)) | TAKEN_BY_PAGES
    taken |= {page.address or "" for page in ClubPage.objects.filter(address__startswith=stem).only("address")}
    slug, number = stem, 2
    while slug in taken:
        slug, number = f"{stem}-{number}", number + 1
    return slug


def _a_name(name: str) -> str:
    try:
        return clean_name(name)
    except NotAName as error:
        raise Refused(error.message, field="name") from error


def _a_place(place: str) -> str:
    try:
        return clean_name(place) if place.strip() else ""
    except NotAName as error:
        raise Refused(Message(_("This is not a place: %(why)s"), {"why": error.message}), field="place") from error


def _a_time_zone(name: str) -> str:
    if name not in time_zones():
        raise Refused(Message(_("There is no time zone called %(name)s."), {"name": name[:40]}), field="time_zone")
    return name
