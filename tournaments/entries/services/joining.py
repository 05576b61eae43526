"""Approving who asks to join: where it was for an event, they are entered as well, or wait for a place."""

from __future__ import annotations

from django.db import transaction

from players.joining.services import approve_join
from players.models import Account, JoinRequest, Person
from players.people.services.people import one_at_a_time
from tournaments.entries.services.entries import enter_in_turn
from tournaments.entries.services.questions import take_answers


@transaction.atomic
def approve_request(
    actor: Account, request_id: int, *, person_id: int | None = None, is_new: bool = False
) -> JoinRequest:
    """Make the asker a member with an account, and enter them where they asked to be. Both or neither.

    Where that event is full, they are on its waiting list.

    Raises NotAllowed, Refused and EventRefused, such as for an event that takes no one any more.
    """
    with one_at_a_time():
        request = approve_join(actor=actor, request_id=request_id, person_id=person_id, is_new=is_new)
        kind, _colon, event = request.scope.key.partition(":")
        if kind == "event":
            person = Person.objects.get(account=request.account)
            enter_in_turn(int(event), actor, person.pk)
            take_answers(request, person)
    return request
