"""Conditional turns: what a player by correspondence answers, decided while the opponent is to move.

A line begins with a turn of the opponent, and own turns and the opponent's alternate. The rules judge each of them when
the line is stored. No one else reads a line, so the journal says nothing of it; the answer is a turn like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from common.journal import services as journal
from common.journal.services import Stale
from games.core.running import scope_of
from games.models import Game
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from play.core.errors import PlayRefused
from play.core.player import Player, program_at
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import need_running, own_seat
from play.core.services.conditional_lines import lines_at
from play.games.services.games import play_turn
from play.models import ConditionalLine, Guest, OnlineGame
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account
from players.permissions import NotAllowed

MOST_LINES = 20
"""Lines of a player in a game."""
MOST_TURNS = 12
"""Turns of a line, the opponent's and one's own together."""
_SHOWN = 40
"""Characters of a wrong turn that are repeated."""

_BY_MAIL = Message(_("Conditional turns are for correspondence games."))
_YOUR_TURN = Message(_("It is your turn. Store conditional turns while your opponent is to move."))
_NO_ANSWER = Message(_("A line has your opponent’s turn, then your answer, and ends with a turn of yours."))
_TOO_LONG = Message(_("A line has at most %(most)s turns."), {"most": MOST_TURNS})
_TOO_MANY = Message(_("At most %(most)s lines a game. Delete one first."), {"most": MOST_LINES})
_WRONG = _("Turn %(number)s, “%(turn)s”: %(why)s")
_OTHER_ANSWER = _("You have stored another answer to “%(turn)s”: “%(answer)s”. Delete that line first.")
_IS_OVER = Message(_("The game is over by then."))


def store_line(game_id: int, player: Player, text: str) -> ConditionalLine:
    """Store a line of turns in any notation of the game, with blanks between them, for the position as it is.

    A line that begins like a shorter one takes its place; one that is there already stays as it is. Raises
    `NotAllowed` for one who does not play, `PlayRefused` and OnlineGame.DoesNotExist.
    """
    with transaction.atomic():
        journal.lock([scope_of(game_id)])  # no turn is made meanwhile
        game = load_game(game_id)
        seat = own_seat(game, player)
        _need_opponents_turn(game, seat)
        tokens = _read_line(game.running.reached.position, " ".join(text.replace("\0", "").split()))
        return _add_line(game, seat, tokens)


def _need_opponents_turn(game: GameInPlay, seat: int) -> None:
    need_running(game)
    if game.clock.control.is_real_time:
        raise PlayRefused(_BY_MAIL)
    if game.to_move == seat:
        raise PlayRefused(_YOUR_TURN)


def _read_line(position: Position, text: str) -> list[str]:
    """The turns in official notation."""
    words, at = text[: ConditionalLine.LONGEST].split(), 0
    tokens: list[str] = []
    while at < len(words):
        if len(tokens) == MOST_TURNS:
            raise PlayRefused(_TOO_LONG, field="turns")
        if position.outcome is not None:
            raise _wrong_turn(len(tokens) + 1, words[at], _IS_OVER)
        try:
            move, used = position.read_turn(words, at)
        except RuleError as error:
            raise _wrong_turn(len(tokens) + 1, words[at], error.message) from error
        tokens.append(position.notation(move))
        position, at = position.play(move), at + used
    if not tokens or len(tokens) % 2:
        raise PlayRefused(_NO_ANSWER, field="turns")
    return tokens


def _wrong_turn(number: int, turn: str, why: Message) -> PlayRefused:
    return PlayRefused(Message(_WRONG, {"number": number, "turn": turn[:_SHOWN], "why": why}), field="turns")


def _add_line(game: GameInPlay, seat: int, tokens: list[str]) -> ConditionalLine:
    others = lines_at(game.game, seat)
    for other in others:
        _check_agrees(other.tokens, tokens)
        if other.tokens[: len(tokens)] == tokens:
            return other
    shorter = [other for other in others if tokens[: len(other.tokens)] == other.tokens]
    if len(others) - len(shorter) >= MOST_LINES:
        raise PlayRefused(_TOO_MANY)
    for other in shorter:
        other.delete()
    person = (game.game.white, game.game.black)[seat]
    return ConditionalLine.objects.create(game=game.game, person=person, ply=game.plies, turns=" ".join(tokens))


def _check_agrees(stored: Sequence[str], tokens: Sequence[str]) -> None:
    """Raise `PlayRefused` where two lines answer the same turns with different ones."""
    common = next((at for at, pair in enumerate(zip(stored, tokens, strict=False)) if pair[0] != pair[1]), 0)
    if common % 2:
        values = {"turn": tokens[common - 1][:_SHOWN], "answer": stored[common][:_SHOWN]}
        raise PlayRefused(Message(_OTHER_ANSWER, values), field="turns")


def delete_line(game_id: int, player: Player, line_id: int) -> None:
    """Delete an own line. Raises `NotAllowed`, and ConditionalLine.DoesNotExist, as for a line of anyone else."""
    game = load_game(game_id)
    person = (game.game.white, game.game.black)[own_seat(game, player)]
    ConditionalLine.objects.get(pk=line_id, game=game.game, person=person).delete()


def own_lines(game: GameInPlay, player: Player) -> list[ConditionalLine]:
    """The lines that a player of the game has stored. Raises `NotAllowed`."""
    return lines_at(game.game, own_seat(game, player))


def make_stored_answer(game_id: int) -> None:
    """Make the turn that the player to move has stored, if there is one. It may be done twice: one of the turns counts.

    An offer of the opponent waits for the player, whom a turn would answer for. What happens to the position meanwhile
    asks again itself.
    """
    try:
        game = load_game(game_id)
    except OnlineGame.DoesNotExist:
        return
    seat = game.to_move
    if seat is None or game.is_decided_elsewhere or (game.offer and game.offering_seat != seat):
        return
    line = next((line for line in lines_at(game.game, seat) if line.ply == game.plies), None)
    player = _player_at(game.game, seat) if line is not None else None
    if line is None or player is None:
        return
    try:
        play_turn(game_id, player, line.tokens[0], expect=game.version)
    except (Stale, Refused, NotAllowed):
        """Taken back, given up, out of time or played since."""


def _player_at(game: Game, seat: int) -> Player | None:
    """Who sits there and can play: None for a program, and for an account that was closed."""
    if program_at(game, seat) is not None:
        return None
    person = (game.white_id, game.black_id)[seat]
    guest = Guest.objects.select_related("person").filter(person=person).first()
    return guest or Account.objects.filter(person__in=record_ids(person), is_active=True).first()


def delete_lines_of_erased(erasing: PersonErasing) -> list[Touched]:
    """What an erased person decided beforehand."""
    ConditionalLine.objects.filter(person__in=record_ids(erasing.person.pk)).delete()
    return []
