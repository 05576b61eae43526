"""Importing games of the past: a file is checked as a whole, stored at once or by a worker, and can be taken back."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from time import monotonic

from django.utils import timezone

from common.events import emit
from common.jobs import services as jobs
from common.journal import services as journal
from common.journal.models import Scope
from common.message_json import to_json
from games.core.events import GamesSettled
from games.core.services.errors import GameRefused
from games.histories.acts import AskForHistory, BringHistoryBack, HistoryAct, ImportHistory, TakeHistoryBack
from games.histories.history_file import NO_FILE, HistoryFile, is_for_two, read_file
from games.histories.known_lines import known_lines
from games.histories.services.history_storing import HistoryStore
from games.models import Game, History
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.core.events import PersonErasing, Touched
from players.core.queries.records import canonical_ids
from players.models import Account, Club, Person
from players.permissions import NotAllowed, require
from players.uploads.limits import LARGEST
from players.uploads.services import refuse_too_large

IMPORT_HISTORY = "import-history"
"""The kind of job that stores a large history; its subject is the history's scope, "history:12"."""
OTHER_STATE = _("This import is in another state by now: look at it again.")
SECONDS_AT_ONCE = 10.0
"""For so long a worker stores games before others' work gets its turn."""
MOST_AT_ONCE = 500
"""Games that a person waits for; more of them are a worker's work."""

People = Mapping[str, int | None]
"""By name of a file who that is; None: a new person."""


class HistoryRefused(GameRefused):
    """A file that is not imported. `file` has its problems, where those are why."""

    def __init__(self, message: Message, file: HistoryFile | None = None) -> None:
        super().__init__(message, field="file")
        self.file = file


def is_large(games: int) -> bool:
    """Whether storing so many is a worker's work."""
    return games > MOST_AT_ONCE


def import_history(
    club_id: int, actor: Account | None, data: bytes, *, rules: str, people: People, rated: bool = True
) -> History:
    """Take a file of games (`gipf_engine.ratings.history_file`) into a club. Its games are rated with the rules' lists.

    `people` says who the names are; who is not in it is new, and a member of the club. Games that are here already
    are left out. A large file is stored by a worker: the history is then `coming`. `actor` None: the server itself.
    Raises NotAllowed, Person.DoesNotExist and HistoryRefused; nothing is stored then.
    """
    club = Club.objects.get(pk=club_id)
    if actor is not None:
        require(actor, ImportHistory.permission, club.scope)
    if not is_for_two(rules):
        raise GameRefused(Message(_("This game is not played by two.")), field="rules")
    refuse_too_large(len(data))
    file = read_file(data, rules, timezone.localdate())
    if file.faults:
        raise HistoryRefused(Message(_("The file has mistakes: nothing was imported.")), file)
    who = {name: people.get(name) for name in file.names}
    check_people(file, who)
    new = len(file.games) - len(known_lines(club, rules, file, who))
    digest = hashlib.sha256(data).hexdigest()
    refuse_twice(club, rules, digest, new)
    history = History(
        club=club,
        rules=rules,
        rated=rated,
        account=actor.pk if actor is not None else None,
        asked_at=timezone.now(),
        digest=digest,
        games=new,
        content=pack(data),
        people=who,
    )
    return enter_history(history, actor, None if is_large(len(file.games)) else file)


def enter_history(history: History, actor: Account | None, file: HistoryFile | None) -> History:
    """Store a history whose file was checked, or (None: it is large) let a worker do it. Raises HistoryRefused."""
    club = history.club
    with journal.commit(club.scope, actor, AskForHistory if file is None else ImportHistory) as act:
        if history.pk is not None:
            require_checked(History.objects.only("state").filter(pk=history.pk).first())
        if History.objects.filter(club=club, state=History.State.COMING).exists():
            raise HistoryRefused(
                Message(_("Another file is being imported into this club: wait until it is complete."))
            )
        refuse_twice(club, history.rules, history.digest, history.games)
        history.state, history.found = History.State.COMING, {}
        history.save()
        journal.open_scope(history.scope, club.scope, hidden=True)
        act.data |= {"history": history.pk, "games": history.games}
        if file is None:
            jobs.request(IMPORT_HISTORY, history.scope)
        else:
            HistoryStore(history, file).store()
            _announce(history)
    return history


def require_checked(history: History | None) -> None:
    """Raise HistoryRefused where a file no longer waits to be imported."""
    if history is None or history.state != History.State.CHECKED:
        raise HistoryRefused(Message(OTHER_STATE))


def pack(data: bytes) -> bytes:
    """A file as it is kept while it waits."""
    return zlib.compress(data, 1)


def unpack(content: bytes | memoryview) -> bytes:
    """The file again."""
    return zlib.decompressobj().decompress(bytes(content), LARGEST + 1)


def check_people(file: HistoryFile, who: People) -> None:
    """Refuse persons who are not there, and one person on both sides of a game."""
    roots = canonical_ids({person for person in who.values() if person is not None})
    for person in who.values():
        if person is not None and person not in roots:
            raise Person.DoesNotExist
    for game in file.games:
        first, second = (roots.get(who.get(name) or 0) for name in (game.first, game.second))
        if first is not None and first == second:
            params = {"line": game.line, "first": game.first, "second": game.second}
            raise HistoryRefused(Message(_("Line %(line)d: %(first)s and %(second)s would be one person."), params))


def refuse_twice(club: Club, rules: str, digest: str, new: int) -> None:
    """Refuse a file that is here already, as it is or game by game."""
    if History.objects.filter(club=club, rules=rules, digest=digest, state=History.State.IN).exists():
        raise HistoryRefused(Message(_("This file was imported before: nothing was imported again.")))
    if not new:
        raise HistoryRefused(Message(_("Every game of this file is here already: nothing was imported again.")))


def store_history(history_id: int) -> None:
    """Store what a person asked for, in portions, if it is still to be done: the work of a worker.

    After some seconds it asks for the rest, so that other work gets its turn. A worker that is killed leaves what the
    next one goes on from. A refusal is kept for the history's page.
    """
    history = History.objects.select_related("club").filter(pk=history_id).first()
    if history is None:
        return
    if history.state == History.State.COMING:
        _store_or_give_up(history)
    elif history.state == History.State.REFUSED and Scope.objects.filter(key=history.scope).exists():
        HistoryStore(history, NO_FILE).remove()  # a worker was killed before it had removed all


def _store_or_give_up(history: History) -> None:
    actor = Account.objects.filter(pk=history.account).first() if history.account is not None else None
    store = HistoryStore(history, read_file(unpack(history.content), history.rules, timezone.localdate()))
    try:
        if history.account is not None:
            require_still(actor, history.club)
        _store_some(history, store, actor)
    except _Overtaken:
        return
    except NotAllowed:
        _give_up(store, Message(_("The account that requested it may no longer import games here.")))
    except Person.DoesNotExist:
        _give_up(store, Message(_("This person does not exist.")))
    except Refused as error:
        _give_up(store, error.message)


def _store_some(history: History, store: HistoryStore, actor: Account | None) -> None:
    """Store portions for some seconds, and ask for the rest; after the last one, show all."""
    until = monotonic() + SECONDS_AT_ONCE
    if not store.has_begun:
        check_people(store.file, store.people)
        refuse_twice(history.club, history.rules, history.digest, store.begin())
    for done in store.portions():
        jobs.progress(IMPORT_HISTORY, history.scope, done, history.games)
        if monotonic() > until and done < history.games:
            jobs.request(IMPORT_HISTORY, history.scope)
            return
    with journal.commit(history.club.scope, actor, ImportHistory, history=history.pk, games=history.games):
        if not History.objects.filter(pk=history.pk, state=History.State.COMING).exists():
            raise _Overtaken
        store.show()
        _announce(history)


def require_still(actor: Account | None, club: Club) -> None:
    """Raise NotAllowed where the one who asked is gone or may no longer import."""
    if actor is None:
        raise NotAllowed(ImportHistory.permission, club.scope)
    require(actor, ImportHistory.permission, club.scope)


class _Overtaken(Exception):
    """Another worker, which took this for left, has completed it."""


def _give_up(store: HistoryStore, why: Message) -> None:
    """Refuse what is not complete, and remove what was stored of it; what another worker has completed stays."""
    rows = History.objects.filter(pk=store.history.pk, state=History.State.COMING)
    if rows.update(state=History.State.REFUSED, refusal=to_json(why), content=b"", people={}):
        store.remove()


def take_back(history_id: int, actor: Account) -> History:
    """Take a whole import back: no one sees its games, no list counts them. Its people stay. Raises NotAllowed."""
    return _turn(history_id, actor, TakeHistoryBack, History.State.IN, History.State.BACK)


def bring_back(history_id: int, actor: Account) -> History:
    """Let an import that was taken back count again. Raises NotAllowed, and HistoryRefused where its file came anew."""
    return _turn(history_id, actor, BringHistoryBack, History.State.BACK, History.State.IN)


def _turn(history_id: int, actor: Account, act: type[HistoryAct], old: str, new: str) -> History:
    club = Club.objects.get(histories=history_id)
    require(actor, act.permission, club.scope)
    with journal.commit(club.scope, actor, act, history=history_id):
        history = History.objects.select_for_update(of=("self",)).defer("content", "people").get(pk=history_id)
        if history.state != old:
            raise HistoryRefused(Message(OTHER_STATE))
        same = History.objects.filter(club=club, rules=history.rules, digest=history.digest, state=History.State.IN)
        if new == History.State.IN and same.exists():
            raise HistoryRefused(Message(_("This file was imported before: nothing was imported again.")))
        history.state = new
        history.save(update_fields=["state"])
        journal.show_scopes_below(history.scope, shown=new == History.State.IN)
        _announce(history)
    return history


def _announce(history: History) -> None:
    """Its games are seen now, or no more: lists count them or not, since they count what is not hidden."""
    # All its games are of one rule set and one club: any of them tells which lists are concerned.
    emit(GamesSettled(list(Game.objects.filter(past__event__history=history)[:1])))


def forget_refusals(event: PersonErasing) -> list[Touched]:
    """Why a file of past games was refused may say a name of the one who is erased."""
    History.objects.filter(state=History.State.REFUSED).delete()
    return []
