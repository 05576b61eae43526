"""What acts on people, clubs and accounts have in common, and how any act is done that takes a permission."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from common.journal import services as journal
from common.journal.acts import NOTHING, Act, Parts
from players.models import Account
from players.permissions import require
from players.roles import Permission

CLUB, SERVER = "club", journal.SERVER


class ClubAct(Act):
    """An act in a club that leaves what the club itself is: members come and go."""

    scopes: ClassVar[tuple[str, ...]] = (CLUB,)
    permission: ClassVar[Permission | None] = None
    """None: its service decides who may do it, or the server does it."""
    changes: ClassVar[Parts] = NOTHING


class HomeAct(ClubAct):
    """An act on a person or an account, written where those read it who look after them: in a club, or the server."""

    scopes = (CLUB, SERVER)


class ServerAct(ClubAct):
    """An act on the whole server, or on an account by its owner."""

    scopes = (SERVER,)


def require_act(actor: Account, act: type[Act], key: str) -> None:
    """Raise NotAllowed where `actor` has not the permission that `act` takes in the scope `key`."""
    assert isinstance(act.permission, Permission)
    require(actor, act.permission, key)


@contextmanager
def commit_permitted(
    key: str, actor: Account, act: type[Act], *, expect: int | None = None, **data: Any
) -> Iterator[journal.ActContext]:
    """`journal.commit` for an act that takes a permission. Raises NotAllowed where `actor` has it not in the scope."""
    require_act(actor, act, key)
    with journal.commit(key, actor, act, expect=expect, **data) as context:
        yield context
