"""What one player offers the other: a draw, to take a turn back, to adjourn, to go on, a rematch.

One offer waits at a time in a game. One who makes the same offer that he was made agrees to it. Any turn answers an
offer of the opponent by no, and a turn that stands no longer where it stood is not taken back by an old answer.
"""

from __future__ import annotations

from collections.abc import Callable

from common.journal import services as journal
from common.journal.services import Stale
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.clocks.services.flags import load_own_game
from play.core.acts import FromPosition
from play.core.errors import PlayRefused
from play.core.player import Player, program_at
from play.core.playing import GameInPlay, colour_of, load_game
from play.core.services.acting import act_of_player, locked, set_columns
from play.core.services.conditional_lines import ask_answer
from play.core.setups import draw_seed
from play.models import OfferKind, OnlineGame
from play.table.acts import DECLINES, OFFERS
from play.table.services import agreements

_OFFERED = Message(_("You have made an offer. Make a turn before you offer another one."))
_ONCE = Message(_("You have offered this."))
_ANSWER_FIRST = Message(_("Answer your opponent’s offer first."))
_NO_OFFER = Message(_("Your opponent offers nothing of the kind now."))
_IN_THE_CLUB = Message(_("To play again, start a new game on the club’s page."))
_AS_IT_IS = Message(_("In a rated game a house player agrees to no takeback and to no pause."))

Agree = Callable[[GameInPlay, Player], GameInPlay]
AGREEMENTS: dict[OfferKind, tuple[Callable[[GameInPlay, int], None], Agree]] = {
    OfferKind.DRAW: (agreements.check_draw, agreements.draw),
    OfferKind.TAKEBACK: (agreements.check_takeback, agreements.take_back),
    OfferKind.ADJOURN: (agreements.check_adjourn, agreements.adjourn),
    OfferKind.RESUME: (agreements.check_resume, agreements.resume),
    OfferKind.REMATCH: (agreements.check_rematch, agreements.begin_rematch),
}
"""For each kind: what raises `PlayRefused` where a seat cannot offer it, and what is done when both agree.

The latter raises `Stale` where anything was done since the game was read.
"""


def make_offer(game_id: int, player: Player, kind: OfferKind) -> GameInPlay:
    """Offer something, or agree where the opponent has offered the same.

    Raises `NotAllowed` for one who does not play, `PlayRefused` and OnlineGame.DoesNotExist.
    """
    while True:
        game, seat = _load(game_id, player, kind)
        AGREEMENTS[kind][0](game, seat)
        _need_program_open(game, kind, 1 - seat)
        if _is_offered(game, kind, seat):
            return accept_offer(game_id, player, kind)
        _check_own(game, kind, seat)
        seed = draw_seed(game.game.rules) if kind == OfferKind.REMATCH else ""
        try:
            with act_of_player(game, player, OFFERS[kind], expect=game.version, ply=game.plies) as act:
                online = locked(game)
                made = {"offer": kind, "offer_by": colour_of(seat), "offer_ply": game.plies, "offer_open": True}
                if kind == OfferKind.REMATCH and not online.rematch_seed:
                    made["rematch_seed"] = seed
                set_columns(online, made)
            return _let_program_answer(game.with_row(online, act.version), kind, 1 - seat)
        except Stale:
            """Something was done in between: look whether it can still be offered."""


def _need_program_open(game: GameInPlay, kind: OfferKind, seat: int) -> None:
    """Raise `PlayRefused` for what a house player never agrees to."""
    program = program_at(game.game, seat)
    if program is None or not program.is_house_player:
        return
    if kind == OfferKind.REMATCH:
        raise PlayRefused(_IN_THE_CLUB)
    if game.game.rated and kind in (OfferKind.TAKEBACK, OfferKind.ADJOURN):
        raise PlayRefused(_AS_IT_IS)


def _let_program_answer(game: GameInPlay, kind: OfferKind, seat: int) -> GameInPlay:
    """The game after the answer of a program, if one sits there: it agrees to all but a draw."""
    program = program_at(game.game, seat)
    if program is None:
        return game
    answer = decline_offer if kind == OfferKind.DRAW else accept_offer
    return answer(game.game.pk, program, kind)


def accept_offer(game_id: int, player: Player, kind: OfferKind, *, expect: int | None = None) -> GameInPlay:
    """Agree to what the opponent offers. `expect`: the version at which the offer was seen.

    Raises as `make_offer` does, and `Stale` where another position stands there now.
    """
    while True:
        game, seat = _load(game_id, player, kind)
        if expect is not None:
            journal.check_not_overtaken(game.scope, expect, FromPosition)
        if not _is_offered(game, kind, seat):
            raise PlayRefused(_NO_OFFER)
        try:
            return AGREEMENTS[kind][1](game, player)
        except Stale:
            """Something was done in between: look whether the offer still waits."""


def decline_offer(game_id: int, player: Player, kind: OfferKind) -> GameInPlay:
    """Say no. Raises as `make_offer` does."""
    game, seat = _load(game_id, player, kind)
    with act_of_player(game, player, DECLINES[kind], ply=game.plies):
        online = locked(game)
        if not online.offer_open or (online.offer, online.offer_by) != (kind, colour_of(1 - seat)):
            raise PlayRefused(_NO_OFFER)
        online.offer_open = False
        online.save(update_fields=["offer_open"])
        if game.to_move == seat:
            ask_answer(game.game, seat)  # it waited for what the player says
    return load_game(game_id)


def _load(game_id: int, player: Player, kind: OfferKind) -> tuple[GameInPlay, int]:
    return load_own_game(game_id, player, ended=kind == OfferKind.REMATCH)


def _is_offered(game: GameInPlay, kind: OfferKind, seat: int) -> bool:
    return game.offer == kind and game.online.offer_by == colour_of(1 - seat)


def _check_own(game: GameInPlay, kind: OfferKind, seat: int) -> None:
    online: OnlineGame = game.online
    is_own = online.offer_by == colour_of(seat)
    if online.offer_open and not is_own:
        raise PlayRefused(_ANSWER_FIRST)
    if not is_own:
        return
    if kind == OfferKind.REMATCH or (kind == OfferKind.RESUME and online.offer_open):
        raise PlayRefused(_ONCE)
    if kind != OfferKind.RESUME and (online.offer_open or game.plies < online.offer_ply + 2):
        raise PlayRefused(_OFFERED)
