"""Tie-break games of a knock-out: played after a drawn match, with a faster clock, to decide who advances."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F

from common.journal.services import Stale
from games.models import Game
from games.results.services.create import NewGame
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.games.services.event_games import who_can_play
from players.models import Account
from tournaments.core.dates import today
from tournaments.core.errors import EventRefused
from tournaments.core.formats import option
from tournaments.core.loader import EventData, PairingRow, load, swaps_colours
from tournaments.core.mapping import people_of, sequence_of, store_games
from tournaments.core.services.base import EventCommand, State, event_act, need_state
from tournaments.core.tie_breaks import count_due
from tournaments.models import Pairing, Round
from tournaments.rounds.acts import StartTieBreakGames
from tournaments.rounds.services.boards import open_boards
from tournaments.rounds.services.rounds import need_unlocked


def start_tie_break_games(
    event_id: int, actor: Account, number: int, board: int, *, expect: int | None = None
) -> Round:
    """Let the two at a board of the last round play the tie-break games that are due after their drawn match.

    They are games of that board in which colours alternate. They decide who advances, score nothing, and count in
    rating lists only if the event says so. `expect` is the round's version that the caller saw. Raises NotAllowed,
    Stale, EventRefused, Round.DoesNotExist and Pairing.DoesNotExist.
    """
    with event_act(event_id, actor, StartTieBreakGames, round=number) as doing:
        need_state(doing.event, State.RUNNING)
        round_ = Round.objects.get(event=doing.event, number=number)
        if expect is not None and round_.version != expect:
            raise Stale(doing.event.scope, expect, round_.version)
        rows = load(doing.event)
        need_unlocked(rows.rounds[number - 1])
        pairing = _find_board(rows, number, board)
        due = count_due(rows, pairing)
        if not due:
            raise EventRefused(Message(_("No tie-break games are due on board %(board)d."), {"board": board}))
        doing.note(board=board, games=due)
        _store(doing, actor, rows, pairing, due)
        Round.objects.filter(pk=round_.pk).update(version=F("version") + 1)
        round_.refresh_from_db(fields=["version"])
    return round_


def _find_board(rows: EventData, number: int, board: int) -> PairingRow:
    for pairing in rows.rounds[number - 1].pairings:
        if pairing.board == board:
            return pairing
    raise Pairing.DoesNotExist(board)


def _store(doing: EventCommand, actor: Account, rows: EventData, pairing: PairingRow, due: int) -> None:
    event, people = doing.event, people_of(doing.event)
    assert pairing.white is not None and pairing.black is not None
    seats = [people[pairing.white], people[pairing.black]]
    first = pairing.games[-1].leg + 1
    legs = range(first, first + due)
    games = [
        NewGame(
            white=white,
            black=black,
            setup=Game.objects.values_list("setup", flat=True).get(pk=pairing.games[0].id),
            rated=event.rated and bool(option(event, "tie_rated")),
            played_on=today(event),
            sequence=sequence_of(pairing.round, pairing.board, leg),
            online=event.is_played_here and who_can_play(seats) == frozenset(seats),
        )
        for leg in legs
        for white, black in [seats[::-1] if swaps_colours(leg) else seats]
    ]
    open_boards(doing, actor, _stored(doing, pairing, legs, games))


def _stored(doing: EventCommand, pairing: PairingRow, legs: Sequence[int], games: Sequence[NewGame]) -> list[Game]:
    row = Pairing.objects.get(pk=pairing.id)
    return store_games(doing.event, doing.scope, [(row, leg) for leg in legs], games)
