"""What players, organisers and the server do in an arena, from its start to the end by its clock.

An arena's games stand in rounds, so that standings, files and the desk are those of all events: the round of a game is
the first in which neither of its players has one yet. A job pairs who is free, and asks for itself again until
the event is closed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from common.jobs import services as jobs
from common.journal.services import touch
from games.models import Game
from games.results.services.create import settle_games
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing.arena import pair_free
from gipf_engine.tournament.pairing.base import Pair, RoundPairings
from play.core.playing import now_ms
from play.core.services.sanctions import need_unsuspended
from play.core.setups import draw_seed, lay_out
from play.games.services.event_games import begin_event_games
from players.models import Account, Person
from players.notifications.services.notifications import ask_to_notify
from players.people.services.people import lock_person
from tournaments.arenas.acts import CloseArena, JoinArena, LeaveArena, PairArena, PauseArena, StopArena
from tournaments.core import preconditions
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.formats import option
from tournaments.core.loader import EventData, load
from tournaments.core.mapping import make_games
from tournaments.core.played_here import board_settings
from tournaments.core.queries.arenas import ArenaSeat, arena_of, is_over, players_to_pair, seats_of
from tournaments.core.services.base import PAIRING, EventCommand, State, event_act, need_state, prepared_act
from tournaments.entries.services.entries import enter_persons, require_guardian
from tournaments.entries.services.leaving import own_entry
from tournaments.entries.services.waiting_list import is_full
from tournaments.models import Arena, ArenaPlayer, Entry, Event, Pairing, Round, Slot

PAIR_ARENA = "pair-arena-players"
"""The kind of job that pairs who is free, or closes an arena that is over. Its subject is "event:12"."""
PAUSE, LAST_GAMES = timedelta(seconds=4), timedelta(seconds=10)
"""Between two looks at who is free, and at whether the last game is over."""

_NO_ARENA = Message(_("This arena is not running."))
_OVER = Message(_("This arena is over."))


# --- beginning and end --------------------------------------------------------------------------------


def begin_arena(doing: EventCommand) -> None:
    """Let the clock of an arena run from now on, and pair players. Inside the act that starts the event."""
    now = timezone.now()
    ends_at = now + timedelta(minutes=option(doing.event, "minutes"))
    Arena.objects.create(event=doing.event, started_at=now, ends_at=ends_at)
    jobs.request_once_in(PAIR_ARENA, doing.event.scope, PAUSE)


def take_arena_back(doing: EventCommand) -> None:
    """The start of an event is taken back: no one has been paired. Inside the caller's act."""
    Arena.objects.filter(event=doing.event).delete()
    ArenaPlayer.objects.filter(entry__event=doing.event).delete()


def stop_arena(event_id: int, actor: Account, *, expect: int | None = None) -> None:
    """Pair no one any more; games under way are finished, then the event closes by itself.

    Raises NotAllowed, Stale and EventRefused.
    """
    with event_act(event_id, actor, StopArena, expect=expect) as doing:
        arena = _need_time_left(doing.event)
        now = timezone.now()
        doing.note_change(ends_at=(arena.ends_at, now))
        Arena.objects.filter(pk=arena.pk).update(ends_at=now)
        jobs.request_once_in(PAIR_ARENA, doing.event.scope, timedelta())


def _need_time_left(event: Event) -> Arena:
    """The arena of an event while players are paired in it. Raises EventRefused."""
    need_state(event, State.RUNNING)
    arena = arena_of(event)
    if arena is None:
        raise EventRefused(_NO_ARENA)
    if is_over(arena):
        raise EventRefused(_OVER)
    return arena


# --- players come and go ------------------------------------------------------------------------------


def join_arena(event_id: int, account: Account) -> Entry:
    """Be paired from now on. One who is not registered is, where players may register themselves and there is room.

    Raises `EventRefused`, and `PlayRefused` for a person who may begin no games at present.
    """
    if account.person is None:
        raise EventRefused(Message(_("Your account is not linked to a player yet: ask your organiser to link it.")))
    need_unsuspended(account.person)
    with event_act(event_id, account, JoinArena) as doing:
        _need_time_left(doing.event)
        entry = own_entry(doing.event, account)
        is_new = entry is None
        if entry is None:
            entry = _enter(doing, lock_person(account.person.pk))
        if entry.withdrawn:
            raise EventRefused(Message(_("You have left this arena. An organiser can reinstate you.")))
        doing.note(entry=entry.pk, is_new=is_new)
        ArenaPlayer.objects.update_or_create(entry=entry, defaults={"ready_since": timezone.now()})
    return entry


def _enter(doing: EventCommand, person: Person) -> Entry:
    if not doing.event.self_entry:
        raise EventRefused(Message(_("Only organisers can register players for this event: ask one of them.")))
    if is_full(doing.event):
        raise EventRefused(Message(_("The arena is full.")))
    require_guardian(doing.event, person)
    (entry,) = enter_persons(doing, [person])
    return entry


def pause_arena(event_id: int, account: Account) -> None:
    """Be paired no more until one joins again; a game that is under way goes on."""
    with event_act(event_id, account, PauseArena) as doing:
        _need_time_left(doing.event)
        entry = _need_entry(doing.event, account)
        doing.note(entry=entry.pk)
        ArenaPlayer.objects.filter(entry=entry).update(ready_since=None)


def leave_arena(event_id: int, account: Account) -> None:
    """Leave for good. What was played counts; a game that is under way has to be finished first."""

    def prepare(rows: EventData) -> Entry:
        entry = _need_entry(rows.event, account)
        own = rows.of_entry(entry.pk)
        if own and own[-1].is_open:
            raise EventRefused(Message(_("Finish your game first.")))
        return entry

    with prepared_act(event_id, account, LeaveArena, prepare) as (doing, rows, entry):
        _need_time_left(doing.event)
        doing.note(entry=entry.pk)
        doing.note_change(withdrawn_after=(None, len(rows.rounds)))
        Entry.objects.filter(pk=entry.pk).update(withdrawn_after=len(rows.rounds))
        ArenaPlayer.objects.filter(entry=entry).delete()


def _need_entry(event: Event, account: Account) -> Entry:
    entry = own_entry(event, account)
    if entry is None or entry.withdrawn:
        raise EventRefused(Message(_("You are not in this arena.")))
    return entry


class _NothingToDo(Exception):
    """An act of the server turns out to be none: nothing is written."""


# --- the server pairs, and closes ---------------------------------------------------------------------


def run_arena(event_id: int) -> None:
    """Pair who is free; once time is up and the last game over, close the event. It may be done by any number."""
    event = Event.objects.filter(pk=event_id).first()
    arena = arena_of(event) if event is not None else None
    if event is None or arena is None:
        return
    over = is_over(arena)
    if over and _close(event):
        return
    if over and timezone.now() - arena.ends_at < LAST_GAMES:
        touch([event.scope])  # pages say that time is up
    jobs.request_once_in(PAIR_ARENA, event.scope, LAST_GAMES if over else PAUSE)
    if not over and pair_free(players_to_pair(load(event)), now_ms()):
        _pair(event)


def _close(event: Event) -> bool:
    """Make the table final as soon as no game is open; whether it is."""

    def prepare(rows: EventData) -> int:
        if rows.event.state != State.RUNNING or preconditions.open_boards(rows):
            raise _NothingToDo
        return len(rows.rounds)

    try:
        prepare(load(event))
        with prepared_act(event.pk, None, CloseArena, prepare) as (doing, _rows, rounds):
            doing.note(rounds=rounds, rated_on=doing.event.ends_on.isoformat())
            doing.event.state = State.CLOSED
            doing.event.save(update_fields=["state"])
            settle_games(doing.scope, doing.event.ends_on)
    except _NothingToDo:
        return False
    return True


def _pair(event: Event) -> None:
    """Pair who is free, and let their games begin."""

    def prepare(rows: EventData) -> list[Pair]:
        return pair_free(players_to_pair(rows), now_ms())

    try:
        prepared = prepared_act(event.pk, None, PairArena, prepare)
        with prepared as (doing, rows, pairs):
            there = _still_free(rows)
            pairs = [pair for pair in pairs if {pair.white, pair.black} <= there]
            if not pairs or _is_past(doing.event):
                raise _NothingToDo
            _begin_games(doing, rows, pairs)
    except _NothingToDo:
        """A person paused, or the end came, while the server was thinking."""


def _is_past(event: Event) -> bool:
    arena = arena_of(event)
    return arena is None or is_over(arena)


def _begin_games(doing: EventCommand, rows: EventData, pairs: Sequence[Pair]) -> None:
    games = [game for number, group in _by_round(rows, pairs) for game in _store(doing, rows, number, group)]
    seeds = {game.pk: seed for game, seed in games}
    doing.note(entries=[rows.by_number[number].id for pair in pairs for number in (pair.white, pair.black)])
    begin_event_games([game for game, _seed in games], doing.scope, None, board_settings(doing.event), seeds)
    ask_to_notify(PAIRING, doing.event.pk)


def _still_free(rows: EventData) -> set[int]:
    """The numbers of those who are free under the lock: a person may pause while the server thinks."""
    seats: Sequence[ArenaSeat] = [seat for seat in seats_of(rows).values() if seat.free_since is not None]
    return {number for seat in seats if (number := rows.by_id[seat.entry].number) is not None}


def _by_round(rows: EventData, pairs: Sequence[Pair]) -> list[tuple[int, list[Pair]]]:
    """The pairs by the round that each belongs to: the first in which neither player has a game yet."""
    found: dict[int, list[Pair]] = defaultdict(list)
    for pair in pairs:
        both = (rows.of_entry(rows.by_number[number].id) for number in (pair.white, pair.black))
        found[1 + max((own[-1].round for own in both if own), default=0)].append(pair)
    return sorted(found.items())


def _store(doing: EventCommand, rows: EventData, number: int, pairs: list[Pair]) -> list[tuple[Game, str]]:
    """Write the boards of these pairs behind those that the round has, and their games, each with its seed."""
    event = doing.event
    round_, _is_new = Round.objects.get_or_create(
        event=event, number=number, defaults={"started_at": timezone.now(), "version": 0}
    )
    Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
    stored = rows.round(number)
    first = 1 + max((pairing.board for pairing in stored.pairings), default=0) if stored else 1
    boards = Pairing.objects.bulk_create(
        Pairing(round=round_, board=board, kind=Pairing.Kind.GAME) for board, _pair in enumerate(pairs, first)
    )
    Slot.objects.bulk_create(
        Slot(pairing=board, round=round_, entry_id=rows.by_number[seat].id, side=side)
        for board, pair in zip(boards, pairs, strict=True)
        for seat, side in ((pair.white, Slot.Side.WHITE), (pair.black, Slot.Side.BLACK))
    )
    seeds = {board.board: draw_seed(event.rules) for board in boards}
    made = make_games(
        rows,
        doing.scope,
        boards,
        RoundPairings(number, tuple(pairs)),
        today(event),
        lambda board, rules: lay_out(rules, seeds[board]),
    )
    return [(each.game, seeds[board.board]) for each, board in zip(made, boards, strict=True)]
