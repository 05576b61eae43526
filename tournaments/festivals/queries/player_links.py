"""What a player's link for a festival shows: every section that the player is in, with the board of now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.queries.records import canonical_ids, record_ids
from players.models import Person
from tournaments.core.queries.events import PUBLIC
from tournaments.entries.entry_links import make_entry_token
from tournaments.entries.queries import OwnCheckIn, own_check_in
from tournaments.festivals.player_links import PlayerLink, make_player_token, read_player_token
from tournaments.models import Event, Festival, Member, RevokedPlayerLink
from tournaments.results.queries.seat_links import Slip, slips_of_people

NOT_A_LINK = _("This link is invalid or was revoked. Ask an organiser for a new card.")


class PlayerLinkDead(Refused):
    """The link of a player does not work, or not any more. `is_signed`: it did once."""

    at_a_form = False

    def __init__(self, *, is_signed: bool = False) -> None:
        super().__init__(Message(NOT_A_LINK))
        self.is_signed = is_signed


def revoked_number(festival_id: int, person_id: int) -> int:
    """How many links of a person were revoked: the number of the one that works. Three queries."""
    rows = RevokedPlayerLink.objects.filter(festival=festival_id, person__in=record_ids(person_id))
    return rows.count()


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """The player in one section: whether they can check in and have, the link for it, and the seats of the round."""

    event: Event
    check_in: OwnCheckIn
    card: str
    seats: Sequence[Slip]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What the page of a player's link shows."""

    festival: Festival
    name: str
    places: Sequence[PlayerPlace]


def player_page(token: str) -> PlayerPage:
    """The page of a link. PlayerLinkDead where it does not work."""
    link = read_player_token(token)
    festival = Festival.objects.select_related("club").filter(pk=link.festival).first() if link else None
    if link is None or festival is None:
        raise PlayerLinkDead
    root = canonical_ids([link.person]).get(link.person, 0)
    person = Person.objects.filter(pk=root, erased_at=None).first()
    if person is None or revoked_number(festival.pk, person.pk) != link.number:
        raise PlayerLinkDead(is_signed=True)
    members = _members(festival).filter(person__in=record_ids(person.pk))
    seats = slips_of_people([member.event_id for member in members], [member.person_id for member in members])
    return PlayerPage(
        festival, person.name, [_place_in_section(member, seats.get(member.event_id, ())) for member in members]
    )


def _members(festival: Festival) -> QuerySet[Member]:
    """Everyone who plays in a public section, by section."""
    playing = Member.objects.filter(
        event__festival_section__festival=festival, event__state__in=PUBLIC, entry__withdrawn_after=None
    )
    return playing.select_related("event").order_by("event__festival_section__pk", "pk")


def _place_in_section(member: Member, seats: Sequence[Slip]) -> PlayerPlace:
    card = make_entry_token(member.entry_id, member.person_id)
    return PlayerPlace(member.event, own_check_in(member.event, member.entry_id), card, seats)


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A card with a player's link: in which sections the player is."""

    person: int
    name: str
    sections: Sequence[Event]
    token: str


def player_cards(festival: Festival) -> list[PlayerCard]:
    """A card for everyone who plays in a public section, by name. Two queries."""
    cards: dict[int, list[Event]] = {}
    called: dict[int, str] = {}
    for member in _members(festival).select_related("event", "person__merged_into"):
        person = member.person.merged_into or member.person
        cards.setdefault(person.pk, []).append(member.event)
        called[person.pk] = person.name
    revoked = _revoked_numbers(festival)
    made = [
        PlayerCard(pk, called[pk], events, make_player_token(PlayerLink(festival.pk, pk, revoked[pk])))
        for pk, events in cards.items()
    ]
    return sorted(made, key=lambda card: (card.name.casefold(), card.person))


def _revoked_numbers(festival: Festival) -> Counter[int]:
    rows = list(RevokedPlayerLink.objects.filter(festival=festival).values_list("person", flat=True))
    roots = canonical_ids(rows)
    return Counter(roots.get(person, person) for person in rows)
