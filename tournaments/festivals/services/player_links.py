"""Revoking the links of players."""

from __future__ import annotations

from players.core.acts import commit_permitted
from players.core.queries.records import canonical_ids
from players.models import Account, Person
from tournaments.festivals.acts import RevokePlayerLink
from tournaments.festivals.queries.player_links import revoked_number
from tournaments.models import Festival, RevokedPlayerLink


def revoke_player_link(festival_id: int, actor: Account, person_id: int) -> None:
    """Let a player's link work no more; the card, printed again, has a new one. What was reported by it stays.

    Raises NotAllowed, Festival.DoesNotExist, and Person.DoesNotExist for a person who plays in no section.
    """
    with commit_permitted(f"festival:{festival_id}", actor, RevokePlayerLink) as act:
        festival = Festival.objects.get(pk=festival_id)
        person = canonical_ids([person_id]).get(person_id)
        if person is None or not _plays(festival, person):
            raise Person.DoesNotExist
        act.data["person"] = person
        number = revoked_number(festival.pk, person)
        RevokedPlayerLink.objects.create(festival=festival, person=person, number=number)


def _plays(festival: Festival, person: int) -> bool:
    entered = Person.objects.filter(entries__event__festival_section__festival=festival)
    return bool(set(canonical_ids(entered.values_list("pk", flat=True)).values()) & {person})
