"""In what part an account speaks about a game, from a seat or as an arbiter, and of which games no one may."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from games.core.questions import why_not_played
from games.models import Attempt, Claimant, Game
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from players.models import Account
from players.permissions import may
from players.roles import Permission


def seat_of(game: Game, account: Account | AnonymousUser | None) -> Claimant | None:
    """The seat of the account's person, also where either record of a merged person sits there."""
    if not isinstance(account, Account) or account.person_id is None:
        return None
    if account.person_id in (game.white_id, game.black_id):  # nearly always: no merge has to be looked up
        return Claimant.WHITE if account.person_id == game.white_id else Claimant.BLACK
    assert account.person is not None
    person = account.person.canonical_id
    if game.white.canonical_id == person:
        return Claimant.WHITE
    return Claimant.BLACK if game.black.canonical_id == person else None


def is_arbiter(game: Game, account: Account | AnonymousUser | None) -> bool:
    """Whether the account may decide this game's result."""
    return may(account, Permission.DECIDE_RESULT, game.parent_scope.key)


def may_enter_result(game: Game, account: Account | AnonymousUser | None) -> bool:
    """Whether the account may enter this game's result, if no one else has said anything against it."""
    return may(account, Permission.ENTER_RESULT, game.parent_scope.key)


def may_record(game: Game, account: object) -> bool:
    """Whether the account may enter the game's turns and hand in its record: from a seat, or as an arbiter."""
    if not isinstance(account, Account):
        return False
    return seat_of(game, account) is not None or is_arbiter(game, account)


def is_player(attempt: Attempt, account: Account | AnonymousUser | None) -> bool:
    """Whether it is the account's own attempt, also where either record of a merged person plays it."""
    if not isinstance(account, Account) or account.person_id is None:
        return False
    if account.person_id == attempt.player_id:
        return True
    assert account.person is not None
    return attempt.player.canonical_id == account.person.canonical_id


# --- games of which no one may say anything ---------------------------------------------------------------


def refuse_locked(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game whose result its parent scope has locked, with the reason that this gives."""
    if game.result_locked:
        locked = Message(_("This round is locked: an arbiter has to unlock it before a result can change."))
        raise refusal(why_not_played(game) or locked)


def refuse_unsettled(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game of which it is not settled yet what is played: it takes no turn and no record."""
    if game.result_locked and (why := why_not_played(game)) is not None:
        raise refusal(why)


def refuse_removed(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game that an undo took out of its parent scope."""
    if game.removed_at is not None:
        raise refusal(Message(_("This game was removed from its event and can no longer be changed.")))


def refuse_online(game: Game, refusal: type[Refused]) -> None:
    """Raise `refusal` for a game that is played on the server's board: no one else tells of it."""
    if game.online:
        raise refusal(Message(_("This game is played on this server: turns and result come from its board.")))
