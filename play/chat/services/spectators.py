"""Chat of those who watch a game: everyone but its players reads it while the game runs, and they once it is over.

It acts in a scope of its own below that of the game, as the chat of the two does, and has nothing else in common with
it: another table, another address. People with an account write; guests and visitors read.
"""

from __future__ import annotations

from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from games.core.running import scope_of
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from play.chat.acts import MODERATION, ReportPlayer, WriteAsSpectator
from play.chat.services.chat import KEPT, OPEN_AFTER_THE_END, PORTION, clean_line
from play.core.errors import PlayRefused
from play.core.player import Player, seat_of_player
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import need_person
from play.core.services.sanctions import need_unmuted
from play.models import OnlineGame, Report, SpectatorMessage
from players.core import limits
from players.models import Account, Person

_PLAYS = Message(_("Spectators of your game write here. You can read it when the game is over."))
_CLOSED = Message(_("The chat of this game is closed."))
_OWN = Message(_("This message is your own."))
_TWICE = Message(_("You have reported this game. A moderator will look at it."))


def watched_game(game_id: int) -> GameInPlay:
    """A game that is played here and that everybody may watch. Raises OnlineGame.DoesNotExist."""
    if not OnlineGame.objects.filter(pk=game_id, game__parent_scope__hidden=False).exists():
        raise OnlineGame.DoesNotExist(game_id)
    return load_game(game_id)


def may_read(game: GameInPlay, *players: Player | None) -> bool:
    """Whether a reader, who may be an account and a guest's token at once, may see what spectators write."""
    return game.is_over or all(seat_of_player(game.game, player) is None for player in players)


def need_reader(game: GameInPlay, *players: Player | None) -> None:
    """Raise `PlayRefused` for a player of a game that goes on."""
    if not may_read(game, *players):
        raise PlayRefused(_PLAYS)


def write_as_spectator(game_id: int, account: Account, text: str) -> SpectatorMessage:
    """Write a line to all who watch. Raises `PlayRefused`, TooMany and OnlineGame.DoesNotExist."""
    line = clean_line(text)
    game = watched_game(game_id)
    author = check_spectator(game, account)
    limits.CHAT_MESSAGES.take(str(account.pk))
    journal.open_scope(spectators_scope(game_id), scope_of(game_id))
    with journal.commit(spectators_scope(game_id), account, WriteAsSpectator) as act:
        made = SpectatorMessage.objects.create(game=game.game, author=author, text=line, sent_at=timezone.now())
        act.data["message"] = made.pk
    return made


def check_spectator(game: GameInPlay, account: Account) -> Person:
    """Who writes. Raises `PlayRefused`, which says why, where the account cannot write beside this game."""
    author = need_person(account)
    need_reader(game, account)
    ended = game.online.ended_at
    if ended is not None and ended + OPEN_AFTER_THE_END < timezone.now():
        raise PlayRefused(_CLOSED)
    need_unmuted(author)
    return author


def report_spectator(game_id: int, account: Account, message: int, reason: str, text: str = "") -> Report:
    """Report what a person wrote beside a game (by its id). One report of a game is open at a time.

    Raises `PlayRefused`, TooMany, OnlineGame.DoesNotExist and SpectatorMessage.DoesNotExist.
    """
    game = watched_game(game_id)
    reporter = need_person(account)
    need_reader(game, account)
    found = SpectatorMessage.objects.select_related("author__merged_into").get(pk=message, game=game.game)
    person = found.author.merged_into or found.author
    if person == reporter:
        raise PlayRefused(_OWN)
    about = clean_line(text, most=Report.LONGEST) if text.strip() else ""
    limits.CHAT_REPORTS.take(str(account.pk))
    journal.open_scope(MODERATION, journal.SERVER)
    with journal.commit(MODERATION, account, ReportPlayer, game=game_id) as act:
        if Report.objects.filter(reporter=reporter, game=game.game, closed_at=None).exists():
            raise PlayRefused(_TWICE)
        made = Report.objects.create(
            reporter=reporter, person=person, game=game.game, spectator_message=found, reason=reason, text=about,
            made_at=timezone.now(),
        )  # fmt: skip
        act.data["report"] = made.pk
    return made


def spectators_scope(game_id: int) -> str:
    """The key of the scope in which lines of spectators are acts."""
    return f"spectators:{game_id}"


@jobs.every(3600)
def delete_old_lines() -> None:
    """Delete what has been kept for long enough, in portions; lines of a game with an open report stay with it."""
    old = SpectatorMessage.objects.filter(sent_at__lt=timezone.now() - KEPT)
    old = old.exclude(game__in=Report.objects.filter(closed_at=None).values("game"))
    while portion := list(old.values_list("pk", flat=True)[:PORTION]):
        SpectatorMessage.objects.filter(pk__in=portion).delete()
