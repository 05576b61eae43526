"""Storing past games that come with a whole club: hidden, piece by piece, until the club is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from common import pieces
from common.events import emit
from common.journal import services as journal
from common.journal.models import Scope
from games.core.events import GamesSettled
from games.core.services.errors import RecordRefused
from games.histories.moved import MovedHistory, MovedPastEvent, MovedPastGame
from games.models import Claim, Game, History, PastEvent, PastGame
from games.records.services.submit_record import check_record, keep_records
from games.results.services.adjudicate import request_all
from games.results.services.create import claim_imported_results
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account, Club


@dataclass
class ComingHistory:
    """A history of which rows are stored and no one sees any."""

    history: History
    scope: Scope
    events: list[PastEvent] = field(default_factory=list)


def open_moved_history(club: Club, scope: Scope, moved: MovedHistory) -> ComingHistory:
    """The row of a history of a staged club, whose scope is `scope`. Inside the caller's transaction."""
    history = History.objects.create(
        club=club,
        rules=moved.rules,
        rated=moved.rated,
        account=None,
        asked_at=timezone.now(),
        state=History.State.REFUSED,  # until all is here: it is in no list, and one that is left over is removed
        digest=moved.digest,
        games=0,
    )
    return ComingHistory(history, journal.open_scopes([history.scope], scope, hidden=True)[0])


def store_moved_event(coming: ComingHistory, moved: MovedPastEvent) -> tuple[PastEvent, Scope]:
    """The row of one event and its scope. Inside the caller's transaction."""
    event = PastEvent.objects.create(
        history=coming.history,
        number=moved.number,
        name=moved.name,
        starts_on=moved.starts_on,
        ends_on=moved.ends_on,
    )
    coming.events.append(event)
    return event, journal.open_scopes([event.scope], coming.scope, hidden=True)[0]


def store_moved_games(
    coming: ComingHistory,
    event: PastEvent,
    parent_scope: Scope,
    games: Sequence[tuple[int, MovedPastGame]],
    people: Mapping[str, int],
    actor: Account,
) -> None:
    """Games of one event, each with its place there, their claims and records. Inside the caller's transaction.

    Raises Refused for a record that is not legal.
    """
    history = coming.history
    made = Game.objects.bulk_create(
        Game(
            parent_scope=parent_scope,
            club_id=history.club_id,
            rules=history.rules,
            white_id=people[each.white],
            black_id=people[each.black],
            rated=each.rated,
            played_on=each.played_on,
            rated_on=event.ends_on,
            sequence=place,
            result=each.result,
            rated_result=each.rated_result,
            version=1,
        )
        for place, each in games
    )
    PastGame.objects.bulk_create(
        PastGame(event=event, game=row, round=each.round, line=each.line)
        for row, (_place, each) in zip(made, games, strict=True)
    )
    claim_imported_results(made, actor)
    records = [(row, text) for row, (_place, each) in zip(made, games, strict=True) for text in each.records]
    try:
        keep_records([(row, check_record(row, text)) for row, text in records], actor)
    except RecordRefused as error:
        raise Refused(Message(_("A record of a past game: %(why)s"), {"why": error.message})) from error
    history.games += len(made)


def show_moved_histories(coming: Iterable[ComingHistory], withdrawn: Iterable[bool]) -> None:
    """Let everybody see histories of which all is here. Inside the transaction that shows the club."""
    for each, is_withdrawn in zip(coming, withdrawn, strict=True):
        journal.show_scope(each.history.scope)
        journal.show_scopes_below(each.history.scope, shown=not is_withdrawn)
        each.history.state = History.State.BACK if is_withdrawn else History.State.IN
        each.history.save(update_fields=["state", "games"])
        if not is_withdrawn:
            emit(GamesSettled(list(Game.objects.filter(past__event__history=each.history)[:1])))
            for event in each.events:
                request_all(event.scope)


def remove_moved_histories(club: Club, scope: Scope) -> None:
    """Remove, piece by piece, the past games of a staged club of which not everything came."""
    own = {"past__event__history__club": club}
    pieces.delete_in_pieces(Claim.objects.filter(game__past__event__history__club=club))
    pieces.delete_in_pieces(Game.objects.filter(**own))
    pieces.delete_in_pieces(PastEvent.objects.filter(history__club=club))
    pieces.delete_in_pieces(Scope.objects.filter(parent__parent=scope, key__startswith="past:"))
    pieces.delete_in_pieces(History.objects.filter(club=club))
    pieces.delete_in_pieces(Scope.objects.filter(parent=scope, key__startswith="history:"))
