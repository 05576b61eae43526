"""What erasing a person will change in free texts, before anyone does it.

Texts that others wrote may name a person. Looked at are only those of scopes that the person is tied to: events that
they entered or played in, and the other events of clubs that they belong to. Nothing anywhere else is read.

* **Whole names** go where the one who erases may edit the event: then every name of the person counts. Else,
  the event's organisers have agreed to one name alone, and only that counts: the one under which the person was
  entered, not changed since, in an event that has started. No one rewrites another club's texts by choosing a name.
* **Single words** of a name are words of other sentences too. They are ticked one by one, and go only
  in texts that this account may edit or has written.

Apps are asked for what they own: which scopes a person is tied to, which texts lie there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any

from django.db.models import Model

from common.events import Question, ask
from common.journal import queries as journal
from gipf_engine.messages import Message
from players import scope_labels
from players.core.queries.records import record_ids
from players.erasure.scrubbing import Excerpt, NameFinder, Span, decompose, excerpt
from players.identity import account_of
from players.models import Account, Club, Membership, Person
from players.people.acts import RenamePerson
from players.permissions import scopes_where
from players.roles import Permission

MOST_SHOWN = 200
"""How many hits of a kind are shown. Of single words no more can be ticked: edit those texts first, then erase."""

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """That a person has to do with the scope of an event.

    `records` are the person's records that it knows. `plays`: they entered or played there; else they only belong to
    its club. `since`: when they were entered (None: not known). `agreed`: its organiser knows and has begun; False
    for an event that has not started, which people enter by themselves. `secret`: only who may edit it knows of it.
    """

    scope: str
    records: frozenset[int]
    plays: bool
    since: datetime | None = None
    agreed: bool = True
    secret: bool = False

    def __or__(self, other: Tie) -> Tie:
        """Both as one; `since` and `agreed` of the one that knows since when."""
        known = self if self.since is not None else other
        return replace(known, records=self.records | other.records, plays=self.plays or other.plays)


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text in a scope that a person is tied to: where it is stored, and what it is called on pages.

    `part` leads to it inside a JSON column. `writer` is the account that wrote it, where that is known.
    """

    scope: str
    model: type[Model]
    pk: int
    field: str
    text: str
    what: Message
    part: Path = ()
    writer: int | None = None

    @property
    def key(self) -> str:
        """Which text this is, and which wording of it."""
        place = ".".join([self.model._meta.model_name or "", str(self.pk), self.field, *map(str, self.part)])
        return f"{place}-{hashlib.sha256(self.text.encode()).hexdigest()[:8]}"


@dataclass(frozen=True)
class TiesWanted(Question[Iterable[Tie]]):
    """Which scopes is a person tied to? `records` are those of the person, `clubs` has by club those that belong to it.

    It counts, too, who belonged to a club once.
    """

    records: Sequence[int]
    clubs: Mapping[int, frozenset[int]]


@dataclass(frozen=True)
class TextsWanted(Question[Iterable[OwnText]]):
    """Which texts that are not empty lie in scopes that a person is tied to (`ties`, by scope)?

    They change in acts on their scope alone, so that those of a scope whose version stays need not be read again.
    """

    ties: Mapping[str, Tie]


@dataclass(frozen=True)
class ReportsWanted(Question[Iterable[OwnText]]):
    """What do workers report of scopes that a person is tied to (`ties`, by scope)? A few short texts."""

    ties: Mapping[str, Tie]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text inside a JSON value, with the way to it."""
    if isinstance(value, str) and value:
        yield path, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from leaves(each, (*path, index))


# --- what is found --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """What stands in one text (`apart`): whole names that go, words that may be ticked, whole names that stay."""

    own: OwnText
    text: str
    edits: bool
    wholes: tuple[Span, ...] = ()
    words: tuple[Span, ...] = ()
    stays: tuple[Span, ...] = ()

    def ticks(self) -> dict[str, Span]:
        """The words by what stands in a tick-box."""
        return {f"{self.own.key}-{number}": span for number, span in enumerate(self.words)}


def names_of(person: Person) -> tuple[str, ...]:
    """What a person is called by, the longest first: names of all records, the account's sign-in name and address."""
    names = set(Person.objects.filter(pk__in=record_ids(person.pk)).values_list("name", flat=True))
    if (account := account_of(person)) is not None:
        names |= {account.username, account.email} - {""}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


@dataclass(frozen=True, slots=True)
class ScopeView:
    """All that decides what is found in a scope at `version`: who erases, and which of `every` name go there.

    `names` are those that go where the one who erases is not the writer; `edits`: they may edit the scope's texts.
    """

    version: int
    tie: Tie
    names: tuple[str, ...]
    every: tuple[str, ...]
    edits: bool
    actor: int


class TextSearch:
    """Looks for names in texts, and remembers what it found: nothing is searched again for the same names.

    So texts are read and searched before anything is locked, and under the lock those alone whose scope has another
    version by then.
    """

    def __init__(self) -> None:
        self._scopes: dict[str, tuple[ScopeView, list[Found]]] = {}
        self._finders: dict[tuple[str, ...], NameFinder] = {}
        self._known: dict[tuple[str, tuple[str, ...], tuple[str, ...], bool], Found | None] = {}

    def look(self, own: OwnText, names: tuple[str, ...], every: tuple[str, ...], *, edits: bool) -> Found | None:
        """What stands in a text where `names` of `every` name may go, and single words if the eraser `edits` it."""
        wanted = (own.text, names, every, edits)
        if wanted not in self._known:
            self._known[wanted] = _look(own, self._finder(names), self._finder(every), edits=edits)
        hit = self._known[wanted]
        return hit and replace(hit, own=own)

    def knows(self, scope: str, view: ScopeView) -> bool:
        """Whether the scope was searched when it looked the same."""
        return scope in self._scopes and self._scopes[scope][0] == view

    def found_in(self, scope: str) -> list[Found]:
        """What was found in a scope when it was searched."""
        return self._scopes[scope][1]

    def remember(self, scope: str, view: ScopeView, found: list[Found]) -> None:
        """The scope was searched, all of it."""
        self._scopes[scope] = view, found

    def _finder(self, names: tuple[str, ...]) -> NameFinder:
        if names not in self._finders:
            self._finders[names] = NameFinder(names)
        return self._finders[names]


class Erasure:
    """The erasure of a person by an account, not done yet: names, ties, and what is found in texts."""

    def __init__(self, person: Person, actor: Account, search: TextSearch | None = None) -> None:
        self.person = person
        self.actor = actor
        self.search = search or TextSearch()
        self.records = record_ids(person.pk)
        self.account = account_of(person)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return names_of(self.person)

    @cached_property
    def _names_of_records(self) -> dict[int, str]:
        return dict(Person.objects.filter(pk__in=self.records).values_list("pk", "name"))

    @cached_property
    def clubs(self) -> dict[int, frozenset[int]]:
        """By club that the person belongs or belonged to, or that made a record, the records concerned."""
        members = Membership.objects.filter(person__in=self.records).values_list("club", "person")
        made = Person.objects.filter(pk__in=self.records).exclude(home=None).values_list("home", "pk")
        found: dict[int, frozenset[int]] = {}
        for club, record in [*members, *made]:
            found[club] = found.get(club, frozenset()) | {record}
        return found

    @cached_property
    def ties(self) -> dict[str, Tie]:
        """By scope, what the person has to do with it."""
        found: dict[str, Tie] = {}
        for tie in chain.from_iterable(ask(TiesWanted(self.records, self.clubs))):
            known = found.get(tie.scope)
            found[tie.scope] = tie if known is None else known | tie
        return found

    def find_texts(self) -> list[Found]:
        """Every text of the person's scopes that holds one of the names, or a word of one.

        Read are those of scopes that were not searched since something was done in them.
        """
        views = self._views()
        unknown = {scope: tie for scope, tie in self.ties.items() if not self.search.knows(scope, views[scope])}
        hits: dict[str, list[Found]] = {scope: [] for scope in unknown}
        for hit in self._look(TextsWanted(unknown), views):
            hits[hit.own.scope].append(hit)
        for scope, found in hits.items():
            self.search.remember(scope, views[scope], found)
        in_texts = [hit for scope in self.ties for hit in self.search.found_in(scope)]
        return [*in_texts, *self._look(ReportsWanted(self.ties), views)]

    def _views(self) -> dict[str, ScopeView]:
        """How each scope looks now. The version is asked for before any text is read."""
        versions = journal.versions(self.ties)
        may_edit = scopes_where(self.actor, Permission.EDIT_EVENT, self.ties)
        renamed = self._rename_times()
        return {
            scope: ScopeView(
                version=versions.get(scope, 0),
                tie=tie,
                names=self.names if scope in may_edit else self._names_agreed(tie, renamed),
                every=self.names,
                edits=scope in may_edit,
                actor=self.actor.pk,
            )
            for scope, tie in self.ties.items()
        }

    def _look(self, wanted: TextsWanted | ReportsWanted, views: Mapping[str, ScopeView]) -> Iterator[Found]:
        """What stands in the texts that are wanted."""
        for texts in ask(wanted):
            for own in texts:
                view = views[own.scope]
                edits = view.edits or own.writer == self.actor.pk
                if view.tie.secret and not edits:
                    continue
                names = self.names if edits else view.names
                if (hit := self.search.look(own, names, self.names, edits=edits)) is not None:
                    yield hit

    def _names_agreed(self, tie: Tie, renamed: Mapping[int, datetime]) -> tuple[str, ...]:
        """The names that the organisers of an event know, where the one who erases is none of them."""
        if not tie.agreed:
            return ()
        known = {
            name
            for record, name in self._names_of_records.items()
            if record in tie.records and (record not in renamed or (tie.since and renamed[record] < tie.since))
        }
        return tuple(sorted(known))

    def _rename_times(self) -> dict[int, datetime]:
        """By record, when it last got another name. The journals of clubs and of the server tell."""
        keys = ["server", *(f"club:{club}" for club in Club.objects.values_list("pk", flat=True))]
        return {line.data["person"]: line.at for line in journal.lines_about(self.records, keys, RenamePerson.name)}


def _look(own: OwnText, finder: NameFinder, every: NameFinder, *, edits: bool) -> Found | None:
    text = decompose(own.text)
    wholes = tuple(finder.wholes(text))
    words = tuple(every.words(text)) if edits else ()
    stays = () if edits else tuple(span for span in every.wholes(text) if not any(span.meets(one) for one in wholes))
    return Found(own, text, edits, wholes, words, stays) if wholes or words or stays else None


# --- what is shown --------------------------------------------------------------------------------------

STAND_IN = "Player …"
"""What is shown for the pseudonym, which is drawn when the person is erased."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One place in a text as it is shown: of which event, what text, and the words around it.

    The words around it are left out where the reader may not edit the text, and so perhaps not read it.
    """

    key: str
    scope: str
    label: scope_labels.Label
    what: Message
    excerpt: Excerpt

    @property
    def before(self) -> str:
        return f"{self.excerpt.left}{self.excerpt.found}{self.excerpt.right}"

    @property
    def after(self) -> str:
        return f"{self.excerpt.left}{STAND_IN}{self.excerpt.right}"


@dataclass(frozen=True, slots=True)
class Hits:
    """At most MOST_SHOWN hits, and how many more there are."""

    shown: tuple[Hit, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What would change: whole names, single words to tick, and whole names that stay since others decide there."""

    wholes: Hits
    words: Hits
    stays: Hits


def preview(actor: Account, person: Person) -> Preview:
    """What erasing `person` by `actor` would change in texts; nothing for one who is erased. Nothing is stored."""
    found = Erasure(person, actor).find_texts() if person.erased_at is None else []
    labels = scope_labels.labels({each.own.scope for each in found})

    def hits(rows: Iterable[tuple[str, Found, Span]]) -> Hits:
        listed = list(rows)
        shown = (
            Hit(key, each.own.scope, labels[each.own.scope], each.own.what, _limit_excerpt(each, span))
            for key, each, span in listed[:MOST_SHOWN]
        )
        return Hits(tuple(shown), max(0, len(listed) - MOST_SHOWN))

    return Preview(
        wholes=hits((each.own.key, each, span) for each in found for span in each.wholes),
        words=hits((key, each, span) for each in found for key, span in each.ticks().items()),
        stays=hits((each.own.key, each, span) for each in found for span in each.stays),
    )


def _limit_excerpt(found: Found, span: Span) -> Excerpt:
    full = excerpt(found.text, span)
    return full if found.edits else Excerpt("", full.found, "")
