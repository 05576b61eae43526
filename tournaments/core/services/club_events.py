"""What holds several events of a club together (circuits, leagues, festivals, stages), and its titles.

Each has a scope of its own in that of its club, whose kind is the first that its acts name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from django.db import models

from common.journal import services as journal
from common.journal.acts import Act
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from players.core.acts import commit_permitted, require_act
from players.models import Account, Club
from tournaments.core.errors import EventRefused
from tournaments.models import Event


class OfClub(Protocol):
    """A row of a club with a scope of its own."""

    pk: int

    @property
    def scope(self) -> str:
        """The key of its scope."""


Made = TypeVar("Made", bound=OfClub)
Row = TypeVar("Row", bound=models.Model)


def make_in_club(club_id: int, actor: Account, act: type[Act], make: Callable[[Club], Made]) -> Made:
    """What `make` stores for the club, with a scope of its own, in whose journal and the club's it is noted.

    Raises NotAllowed, and what `make` raises.
    """
    key, kind = f"club:{club_id}", act.scopes[0]
    with commit_permitted(key, actor, act) as doing:
        made = make(Club.objects.get(pk=club_id))
        doing.data[kind] = made.pk
        journal.open_scope(made.scope, key)
        with journal.commit(made.scope, actor, act):
            pass
    return made


def delete_in_club(
    rows: type[Row],
    pk: int,
    actor: Account,
    act: type[Act],
    expect: int | None,
    check: Callable[[Row], None] | None = None,
) -> None:
    """Delete the row, as its journal and that of its club note; `check` refuses it under the lock.

    Raises NotAllowed, Stale, DoesNotExist, and what `check` raises.
    """
    kind = act.scopes[0]
    key = f"{kind}:{pk}"
    require_act(actor, act, key)
    club = rows._default_manager.values_list("club", flat=True).get(pk=pk)
    with (
        journal.commit(f"club:{club}", actor, act, **{kind: pk}),
        journal.commit(key, actor, act, expect=expect),
    ):
        row = rows._default_manager.get(pk=pk)
        if check is not None:
            check(row)
        row.delete()


def event_of_club(event_id: int, club_id: int) -> Event:
    """The event of this club. EventRefused for one of another club, or that was deleted meanwhile."""
    event = Event.objects.filter(pk=event_id, club=club_id).first()
    if event is None:
        raise EventRefused(Message(_("The club has no such event any more. Choose another one.")), field="event")
    return event
