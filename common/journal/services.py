"""The one way to act: lock a scope, do the work, bump its version, write the line. One transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from common.compiled_query import CompiledInsert, CompiledObjects, CompiledUpdate, Write, write_together
from common.journal import submissions
from common.journal.acts import ANYWHERE, Act, find_act, kind_of
from common.journal.models import JournalEntry, Scope
from common.live.bus import announce

SERVER = "server"
_SCOPE = CompiledObjects(lambda key: Scope.objects.filter(key=key).order_by())
_MOVE = CompiledUpdate(Scope, ["version"])
_ENTRY = ("scope_id", "version", "at", "actor", "action", "data", "sending")
_ENTER = CompiledInsert(JournalEntry, _ENTRY)
_LOCKED = CompiledObjects(lambda key: Scope.objects.select_for_update().filter(key=key, hidden=False).order_by())


class HasPk(Protocol):
    """Who acts: an account. Only its id is kept."""

    @property
    def pk(self) -> Any: ...


class Stale(Exception):
    """Another act came in between: the caller saw version `expected`, the scope is at `found`.

    `lines` are the versions of the journal's lines that say what was done, () where it was not looked at one by one.
    """

    def __init__(self, key: str, expected: int, found: int, lines: tuple[int, ...] = ()) -> None:
        super().__init__(f"{key} is at version {found}, not {expected}")
        self.key, self.expected, self.found, self.lines = key, expected, found, lines


class Busy(Exception):
    """Others kept changing what an act was prepared with: nothing was done, and the same may succeed in a moment."""


@dataclass
class ActContext:
    """An act under way. Add to `data` what the line should say: ids and values, no names.

    `news` is what followers are told beside the version, if anything: it is for everybody to see. `writes` are carried
    out when the block has ended, together with the line: for what nothing in the block reads.
    """

    scope: Scope
    version: int
    data: dict[str, Any] = field(default_factory=dict)
    news: str = ""
    writes: list[Write] = field(default_factory=list)

    def write_now(self) -> None:
        """Carry out `writes` already, for what reads them."""
        write_together(self.writes)
        self.writes = []


def open_scope(key: str, parent: str | None = None, *, hidden: bool = False) -> Scope:
    """The scope called `key`, made under `parent` if it is new; `hidden` until `show_scope`."""
    above = open_scope(parent) if parent else None
    scope, _ = Scope.objects.get_or_create(key=key, defaults={"parent": above, "hidden": hidden})
    return scope


def open_scopes(keys: Iterable[str], parent: Scope, *, hidden: bool = False) -> list[Scope]:
    """New scopes under `parent`, in one query; `hidden` until they are shown."""
    return Scope.objects.bulk_create(Scope(key=key, parent=parent, hidden=hidden) for key in keys)


def show_scope(key: str) -> None:
    """All that belongs to a hidden scope is there: let it be seen. Inside the transaction that completes it."""
    Scope.objects.filter(key=key).update(hidden=False)


def show_scopes_below(parent: str, *, shown: bool = True) -> None:
    """Let the scopes below the scope `parent` be seen, or not any more. Inside the caller's act."""
    Scope.objects.filter(parent__key=parent).update(hidden=not shown)


def begin_scopes(keys: Iterable[str], parent: Scope, actor: HasPk | None, act: type[Act], **data: Any) -> None:
    """New scopes under `parent`, each with its first act, in two queries. Inside an act in `parent`."""
    made = Scope.objects.bulk_create(Scope(key=key, parent=parent, version=1) for key in keys)
    common = {"at": timezone.now(), "actor": actor.pk if actor is not None else None, "action": act.name, "data": data}
    JournalEntry.objects.bulk_create(JournalEntry(scope=scope, version=1, **common) for scope in made)


@contextmanager
def commit(
    key: str | Callable[[], Scope], actor: HasPk | None, act: type[Act], *, expect: int | None = None, **data: Any
) -> Iterator[ActContext]:
    """Open the scope `key` for `actor` to do `act`; everything inside is one transaction.

    Instead of a key it may be what finds the scope and locks it, where that is one query less.
    The scope's row is locked first, so acts in one scope never overlap. `expect` is the version the caller saw; if
    something that `act` depends on was done since, `Stale` is raised and nothing happens. `AlreadyDone` is raised where
    a form is sent again whose act was done the first time, and `submissions.Moved` where the request says what must be
    so (`If-Match`) and it is not. The server's scope is always there; for another that was never opened, or that is
    hidden, Scope.DoesNotExist is raised; and ValueError for an act that says nothing of scopes of this kind.
    """
    with transaction.atomic():
        scope = _begin(key)
        _check_kind(scope, act)
        if expect is not None:
            _check_not_overtaken(scope, expect, act, data)
        doing = ActContext(scope, scope.version + 1, dict(data))
        yield doing
        _write_entries(scope, actor, act, [doing])


@contextmanager
def commit_many(key: str, actor: HasPk | None, act: type[Act]) -> Iterator[ActsContext]:
    """`commit` for many acts of one kind in one scope: one lock, one transaction, an entry for each that is begun."""
    with transaction.atomic():
        doing = ActsContext(_begin(key))
        _check_kind(doing.scope, act)
        yield doing
        if doing.begun:
            _write_entries(doing.scope, actor, act, doing.begun)


def _check_kind(scope: Scope, act: type[Act]) -> None:
    """ValueError where no one would find the act by its entry."""
    if act.scopes != ANYWHERE and scope.key.partition(":")[0] not in act.scopes:
        raise ValueError(f"{act.__name__} takes place in scopes of the kinds {act.scopes}, not in {scope.key}")


def check_not_overtaken(key: str, expect: int | None, act: type[Act], **data: Any) -> None:
    """Raise Stale where `expect` is out of date (as `commit` says): before work that would have to be thrown away."""
    if expect is not None:
        _check_not_overtaken(_first(_SCOPE, key), expect, act, data)


def _check_not_overtaken(scope: Scope, expect: int, act: type[Act], data: Mapping[str, Any]) -> None:
    if scope.version == expect:
        return
    kind = kind_of(scope.key)
    since = JournalEntry.objects.filter(scope=scope, version__gt=expect).order_by("version")
    lines = tuple(
        version
        for version, name, entry in since.values_list("version", "action", "data")
        if act.is_overtaken_by(find_act(kind, name), entry, data)
    )
    if lines or act.depends_on is None or expect > scope.version:
        raise Stale(scope.key, expect, scope.version, lines)


@dataclass
class ActsContext:
    """Several acts of one kind under way, each with its own version and entry."""

    scope: Scope
    begun: list[ActContext] = field(default_factory=list)

    def begin(self, **data: Any) -> ActContext:
        """The next of the acts."""
        doing = ActContext(self.scope, self.scope.version + len(self.begun) + 1, data)
        self.begun.append(doing)
        return doing


def _begin(key: str | Callable[[], Scope]) -> Scope:
    """The scope, locked, with what the request says of it checked."""
    if key == SERVER:
        open_scope(SERVER)
    scope = lock_scope(key) if isinstance(key, str) else key()
    form = submissions.current()
    if form is not None and form.again:
        _refuse_if_done(form)
    submissions.check_condition(scope.key)
    return scope


def _write_entries(scope: Scope, actor: HasPk | None, act: type[Act], done: Sequence[ActContext]) -> None:
    """The entries of acts that are done, and the version that the last of them made."""
    by = actor.pk if actor is not None else None
    first, *others = [_values(scope, each, by, act.name) for each in done]
    write_together([*done[0].writes, _MOVE(scope.pk, done[-1].version), _ENTER(*first)])
    for each in done[1:]:
        each.write_now()
    if others:
        JournalEntry.objects.bulk_create(JournalEntry(**dict(zip(_ENTRY, each, strict=True))) for each in others)
    submissions.note_version(scope.key, done[-1].version)
    if act.moves:
        _move_version(act.moves)  # the last of all: others wait for this row until the transaction is committed
    else:
        announce(scope.key, done[-1].version, done[-1].news if len(done) == 1 else "")


def _values(scope: Scope, done: ActContext, actor: Any, action: str) -> tuple[Any, ...]:
    """An entry as a row."""
    form = submissions.current()
    return scope.pk, done.version, timezone.now(), actor, action, done.data, form and form.take_act()


def _first(scopes: CompiledObjects[Scope], key: str) -> Scope:
    for scope in scopes(key):
        return scope
    raise Scope.DoesNotExist(key)


def lock_scope(key: str) -> Scope:
    """A scope, locked till the caller's transaction ends. Raises Scope.DoesNotExist, for hidden ones too."""
    return _first(_LOCKED, key)


def lock(keys: Iterable[str]) -> None:
    """Lock scopes till the caller's transaction ends. An act that locks several holds the server's scope first."""
    list(Scope.objects.select_for_update().filter(key__in=list(keys)).order_by("pk"))


def was_done(form: submissions.Sending) -> bool:
    """Whether the next act of a form was done when the form was sent before."""
    return JournalEntry.objects.filter(sending=form.next_act).exists()


def _refuse_if_done(form: submissions.Sending) -> None:
    done = JournalEntry.objects.filter(sending=form.next_act).select_related("scope").first()
    if done is not None:
        raise submissions.AlreadyDone(done.scope.key, done.version)


def touch(keys: Iterable[str]) -> None:
    """Move the version of scopes without an act: what pages show of them changed for another reason (a name).

    Call it outside any transaction, so that scopes are locked one at a time.
    """
    for key in keys:
        _move_version(key)


def _move_version(key: str) -> None:
    Scope.objects.filter(key=key).update(version=F("version") + 1)
    announce(key)
