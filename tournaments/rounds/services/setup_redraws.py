"""Drawing set-ups anew: a service of its own, with a reason, while nothing was reported where it matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import F

from common.journal.services import Stale
from games.models import Claim
from games.results.services.internal import set_setup
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.games.services.event_games import follow_after_commit
from players.models import Account
from tournaments.core import preconditions
from tournaments.core.draws import ALL_BOARDS, deals_of, plays_deals, recipe_of, setup_by_seed, setup_generator_of
from tournaments.core.errors import EventRefused
from tournaments.core.loader import EventData, GameRow, RoundRow
from tournaments.core.services.base import State, need_reason, need_state, prepared_act
from tournaments.models import Deal, Event, Round
from tournaments.rounds.acts import RedrawSetups
from tournaments.rounds.services.rounds import has_report
from tournaments.rounds.services.setup_draws import draw_anew, new_seed

_WHY = Message(_("Give a reason for redrawing the set-up."))


def redraw_setups(
    event_id: int,
    actor: Account,
    round_number: int,
    *,
    board: int = ALL_BOARDS,
    reason: str,
    expect: int | None = None,
) -> Deal:
    """Draw the seed of a round anew: of the coming one, or of one that started where nothing was reported yet.

    `board` draws for one board alone, in a round that started and where each board has its own set-up. The old draw
    stays to be seen, and who begins in a round that started stays as it was drawn.
    `expect` is how many draws of the round the caller saw. Raises NotAllowed, Stale and EventRefused.
    """
    need_reason(reason, _WHY)

    def prepare(rows: EventData) -> _Redraw:
        need_state(rows.event, State.RUNNING)
        drawn = len(deals_of(rows.event, round_number))
        if expect is not None and expect != drawn:
            raise Stale(rows.event.scope, expect, drawn)
        concerned, seed = _find_concerned(rows, round_number, board), new_seed()
        if concerned is not None:
            _check_untouched(rows, concerned)
        return _Redraw(drawn, seed, concerned, _setups(rows.event, seed, concerned))

    act = prepared_act(event_id, actor, RedrawSetups, prepare, round=round_number, board=board)
    with act as (doing, rows, redraw):
        drawn = len(deals_of(doing.event, round_number))
        if drawn != redraw.drawn:
            raise Stale(doing.event.scope, redraw.drawn, drawn)
        doing.set_reason(reason)
        deal = draw_anew(doing, round_number, board, redraw.seed)
        assert deal is not None
        if redraw.round is not None:
            _check_untouched(rows, redraw.round)
            _lay_out(redraw.round, redraw.setups)
            follow_after_commit([game.id for game in redraw.games if game.online])
    return deal


@dataclass(frozen=True, slots=True)
class _Redraw:
    """A draw that is not stored yet: how many there were before it, its seed, and what it lays out, by board."""

    drawn: int
    seed: str
    round: RoundRow | None
    setups: Mapping[int, str]

    @property
    def games(self) -> Iterator[GameRow]:
        """The games on the boards concerned."""
        for pairing in self.round.pairings if self.round is not None else ():
            yield from pairing.games


def _setups(event: Event, seed: str, round_: RoundRow | None) -> dict[int, str]:
    """What a new seed lays out on the boards concerned."""
    boards = [pairing.board for pairing in round_.pairings] if round_ is not None else []
    return {board: setup_by_seed(event, seed, board) for board in boards}


def _find_concerned(rows: EventData, number: int, board: int) -> RoundRow | None:
    """The round with the boards that would get another set-up; None while it has not started."""
    event = rows.event
    if recipe_of(event) is None:
        raise EventRefused(Message(_("This game has one fixed set-up: no draw is needed.")))
    if plays_deals(event) and rows.round(number) is not None:
        raise EventRefused(Message(_("The round has started: undo it to draw other deals.")))
    if setup_generator_of(event) is None and rows.round(number) is not None:
        raise EventRefused(Message(_("The round has started: undo it, or swap colours on a board.")))
    if board != ALL_BOARDS and event.setups != Event.Setups.BOARD:
        raise EventRefused(Message(_("All boards of a round have the same set-up in this event.")), field="board")
    round_ = rows.round(number)
    if round_ is None:
        if number != rows.coming or board != ALL_BOARDS:
            raise EventRefused(Message(_("No set-ups are drawn for this round yet.")), field="board" if board else "")
        return None
    boards = tuple(each for each in round_.pairings if each.games and board in (ALL_BOARDS, each.board))
    if not boards:
        raise EventRefused(Message(_("Round %(round)d has no such board."), {"round": number}), field="board")
    return replace(round_, pairings=boards)


def _check_untouched(rows: EventData, round_: RoundRow) -> None:
    stopping = preconditions.of_taking_back(rows, round_) or has_report(rows, round_)
    if stopping:
        raise EventRefused(Message(_("The set-up cannot change: %(reasons)s."), {"reasons": stopping}), stopping)


def _lay_out(round_: RoundRow, setups: Mapping[int, str]) -> None:
    """Give the games their new set-up. A forfeit of a person who left is no game any more, and stays as it is."""
    boards = {game.id: pairing.board for pairing in round_.pairings for game in pairing.games}
    decided = set(Claim.objects.filter(game__in=boards).values_list("game", flat=True))
    set_setup({game: setups[board] for game, board in boards.items() if game not in decided})
    Round.objects.filter(pk=round_.id).update(version=F("version") + 1)
