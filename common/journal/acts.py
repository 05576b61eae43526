"""What can be done in a scope: one class an act, which says everything that depends on which act it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain
from typing import Any, ClassVar

Data = Mapping[str, Any]
"""What an entry of the journal holds beside its act: ids and values."""


class Part(StrEnum):
    """Parts of what a scope holds that acts change and depend on."""

    SETTINGS = "settings"  # what an organiser filled in
    STATE = "state"  # draft, open, running, closed
    ENTRIES = "entries"  # who is on the list
    ENTRY = "entry"  # one entry: withdrawn or not, its byes
    APART = "apart"  # who must not meet
    PAIRINGS = "pairings"  # rounds, and who sits where
    RESULTS = "results"  # what was claimed of games
    REQUEST = "request"  # the round that a worker is asked for
    DRAFT = "draft"  # the round that arbiters alone see
    PRIZES = "prizes"  # categories, prizes, and what they are given by
    LIMIT = "limit"  # how many players there may be, and whether those who wait move up
    POSITION = "position"  # what stands on the board of a game in play
    CLOCK = "clock"  # whose time runs there, and how much is left


Parts = frozenset[Part]
ALL: Parts = frozenset(Part)
NOTHING: Parts = frozenset()
PUBLIC: Parts = ALL - {Part.APART, Part.DRAFT, Part.REQUEST}
"""What everybody may see who may see the scope at all."""
_ANY = "*"
ANYWHERE = (_ANY,)
"""Scopes of any kind: those of acts on games, which take place wherever a game is played."""


class Act:
    """One kind of act. Subclass it with a `name`, once for each act, in the `acts` of the subject that has the service.

    A form carries the version of its scope. What was done since stands in the journal, one entry a version: an entry
    whose act changed nothing that this one depends on is no reason to refuse the form, so a phone's report does not
    stop a withdrawal.
    """

    scopes: ClassVar[tuple[str, ...]] = ()
    """The kinds of scopes that it takes place in: "club" of "club:3"."""
    name: ClassVar[str] = ""
    """What entries store: short, stable, unique among the acts in scopes of one kind."""
    permission: ClassVar[str | None] = None
    """The `players.roles.Permission` that it takes; None where its service decides by a seat or an account."""
    changes: ClassVar[Parts] = ALL
    depends_on: ClassVar[Parts | None] = None
    """None: on everything, also on what moves the version of its scope without an act."""
    sentence: ClassVar[str] = ""
    """How the journal puts it, marked for the catalogs, with parameters."""
    webhook: ClassVar[str] = ""
    """The kind of message that webhooks send."""
    moves: ClassVar[str] = ""
    """The key of a scope that followers watch instead of the act's own: each entry moves its version too, as the last
    thing in the transaction. So acts in many scopes do not wait for each other, and one page shows them all."""
    public: ClassVar[bool | None] = None
    """Whether everybody who may see its scope may read that it was done; None: where it changes what is public."""
    public_where: ClassVar[str] = ""
    """The value of its data that has to be true in an entry that everybody may read; empty: in all of them."""

    def __init_subclass__(cls) -> None:
        """Register the class, unless it is a base without a name. ValueError where two have one name in one scope."""
        if not cls.name:
            return
        for kind in cls.scopes:
            others = _acts.values() if kind == _ANY else [_acts.get(each, {}) for each in (kind, _ANY)]
            if any(cls.name in acts for acts in others):
                raise ValueError(f"two acts called {cls.name} in scopes of the kind {kind}")
        for kind in cls.scopes:
            _acts.setdefault(kind, {})[cls.name] = cls

    @classmethod
    def is_public(cls) -> bool:
        """Whether everybody who may see its scope may read entries of it."""
        return bool(cls.changes & PUBLIC) if cls.public is None else cls.public

    @classmethod
    def sentence_for(cls, data: Data) -> str:
        """How the journal puts an entry with this data."""
        return cls.sentence

    @classmethod
    def additions_for(cls, data: Data) -> Iterable[str]:
        """What else an entry with this data tells, inner ones first: sentences around its own, which is `%(act)s`."""
        return []

    @classmethod
    def webhook_for(cls, data: Data) -> str:
        """The kind of message that webhooks send about an act with this data; empty for none."""
        return cls.webhook

    @classmethod
    def is_overtaken_by(cls, done: type[Act] | None, entry: Data, data: Data) -> bool:
        """Whether an act that was done since a form was shown changed what this one depends on.

        `done` is None for an act that no code does any more. `entry` is what the journal holds of it, `data` what this
        act is about: where the two only have single entries of players in common, it matters which.
        """
        if cls.depends_on is None:
            return True
        shared = cls.depends_on & (done.changes if done is not None else ALL)
        if shared == {Part.ENTRY} and "entry" in data:
            return bool(entry.get("entry") == data["entry"])
        return bool(shared)


_acts: dict[str, dict[str, type[Act]]] = {}


def find_act(kind: str, name: str) -> type[Act] | None:
    """The act called `name` in scopes of this kind; None for one that no code does any more."""
    return _acts.get(kind, {}).get(name) or _acts.get(_ANY, {}).get(name)


def acts_in(kind: str) -> Iterator[type[Act]]:
    """Every act in scopes of this kind."""
    return chain.from_iterable(_acts.get(each, {}).values() for each in (kind, _ANY))


def every_act() -> frozenset[type[Act]]:
    """Every act in scopes of any kind."""
    return frozenset(act for acts in _acts.values() for act in acts.values())


def kind_of(key: str) -> str:
    """The kind of a scope: "club" of "club:3", "server" of "server"."""
    return key.partition(":")[0]
