"""Drawing set-ups anew: a verb of its own, with a reason, while nothing was reported where it matters."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import F

from games.models import Claim
from games.services import lay_out
from journal.services import Stale
from phrases import Phrase
from phrases import gettext_noop as _
from players.models import Account
from players.roles import Act
from tournaments import blockers
from tournaments.deals import ALL_BOARDS, chance_of, setup_of
from tournaments.models import Deal, Event, Round
from tournaments.refusals import EventRefused
from tournaments.rows import EventRows, RoundRow, load
from tournaments.services.acting import Doing, State, event_act, need_reason, need_state
from tournaments.services.deals import deals_of_round, draw_anew
from tournaments.services.rounds import reported

_WHY = Phrase(_("Say why the set-up is drawn anew."))


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
    stays to be seen. `expect` is how many draws of the round the caller saw. Raises NotAllowed, Stale and EventRefused.
    """
    need_reason(reason, _WHY)
    with event_act(event_id, actor, Act.RUN_ROUNDS, "redraw-setups", round=round_number, board=board) as doing:
        need_state(doing.event, State.RUNNING)
        drawn = len(deals_of_round(doing, round_number))
        if expect is not None and expect != drawn:
            raise Stale(doing.event.scope, expect, drawn)
        rows = load(doing.event)
        concerned = _concerned(rows, round_number, board)
        if concerned is not None:
            _check_nothing_said(rows, concerned)
        doing.give_reason(reason)
        deal = draw_anew(doing, round_number, board)
        assert deal is not None
        if concerned is not None:
            _lay_out(doing, concerned, deal)
    return deal


def _concerned(rows: EventRows, number: int, board: int) -> RoundRow | None:
    """The round with the boards that would get another set-up; None while it has not started."""
    event = rows.event
    if chance_of(event) is None:
        raise EventRefused(Phrase(_("In this game every board begins alike: there is nothing to draw.")))
    if board != ALL_BOARDS and event.setups != Event.Setups.BOARD:
        raise EventRefused(Phrase(_("All boards of a round have the same set-up here.")), field="board")
    round_ = rows.round(number)
    if round_ is None:
        if number != rows.coming or board != ALL_BOARDS:
            raise EventRefused(Phrase(_("Nothing is drawn yet for this round.")), field="board" if board else "")
        return None
    boards = tuple(each for each in round_.pairings if each.games and board in (ALL_BOARDS, each.board))
    if not boards:
        raise EventRefused(Phrase(_("Round %(round)d has no such board."), {"round": number}), field="board")
    return replace(round_, pairings=boards)


def _check_nothing_said(rows: EventRows, round_: RoundRow) -> None:
    stopping = blockers.of_taking_back(rows, round_) or reported(rows, round_)
    if stopping:
        raise EventRefused(Phrase(_("The set-up stays: %(reasons)s."), {"reasons": stopping}), stopping)


def _lay_out(doing: Doing, round_: RoundRow, deal: Deal) -> None:
    """Give the games their new set-up. A forfeit of somebody who left is no game any more, and stays as it is."""
    ids = [game.id for pairing in round_.pairings for game in pairing.games]
    decided = set(Claim.objects.filter(game__in=ids).values_list("game", flat=True))
    for pairing in round_.pairings:
        for game in pairing.games:
            if game.id not in decided:
                lay_out(game.id, setup_of(doing.event, deal, pairing.board))
    Round.objects.filter(pk=round_.id).update(version=F("version") + 1)
