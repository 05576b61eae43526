"""Playing a program of this server: a game begins at once, and a worker makes the program's turns.

A program is a name at a seat, one for each level, and acts there through the same services as everybody. Its games are
never rated; those of a club's house players (`house_players`) may be. The search is compiled: only a worker loads it,
and nothing here does when it is imported.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from common.journal import services as journal
from common.journal.services import Stale
from games.core.replay import positions
from games.core.running import RunningGame
from games.fair_play import Question, Source, need_fair_play
from games.models import COLOURS
from games.recordings.services.online import create_online_game
from gipf_engine.analysis.kernels import has_kernel
from gipf_engine.analysis.levels import LEVELS
from gipf_engine.analysis.partner import choose
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS, Position
from gipf_engine.rules.errors import BadSetup
from gipf_engine.rules.laying import as_setup
from play.core.errors import PlayRefused
from play.core.player import Player, account_of_player, program_at
from play.core.playing import GameInPlay, load_game
from play.core.services.acting import need_person
from play.core.services.guests import Visitor, as_guest, check_games_of_guest, lock_players
from play.core.services.lobby import lobby_of
from play.core.services.sanctions import need_unsuspended
from play.core.setups import draw_seed, lay_out
from play.games.services.games import begin_online_game, play_turn
from play.models import Guest, OnlineGame
from play.partner.acts import BeginProgramGame
from players.core import limits
from players.core.queries.records import record_ids
from players.guest_names import name_program
from players.models import Person

MOST_RUNNING = 4
"""Games against programs that one player may have running."""
CONTROLS = ("1days+1", "300+3", "600+5", "1800+20")
"""The first is for who wants to play without hurry."""

_UNKNOWN_RULES = Message(_("The computer does not play this game yet."))
_UNKNOWN_LEVEL = Message(_("The computer plays at levels 1 to %(most)s."), {"most": len(LEVELS)})
_OVER = Message(_("The game is over in this position."))
_TOO_MANY = Message(
    _("You have %(most)s games against the computer running: finish one first."), {"most": MOST_RUNNING}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramGame:
    """What a person wants to play against a program. `colour` is the person's, "" for either by chance.

    `position`: the text of a position that the game starts from; "" for the start of the rules.
    """

    rules: str
    level: int
    colour: str = ""
    control: str = CONTROLS[0]
    position: str = ""


def rules_of_programs() -> list[str]:
    """The keys of the rules that programs play."""
    return [key for key, rules in all_rules().items() if rules.seats == TWO_SEATS and has_kernel(rules_for(key))]


def begin_program_game_as_guest(visitor: Visitor, wanted: ProgramGame) -> tuple[GameInPlay, str]:
    """`begin_program_game` by a visitor, and the token that the browser is to keep. Raises TooMany, too."""
    return as_guest(visitor, lambda guest: begin_program_game(guest, wanted))


def begin_program_game(player: Player, wanted: ProgramGame) -> GameInPlay:
    """Begin a game. Raises `PlayRefused`, `Refused` for what is no time control, and TooMany.

    `FairPlayRefused`: the position that it would start from is of another game that the player plays.
    """
    person = need_person(player)
    check_program(wanted.rules, wanted.level)
    position = read_position(wanted.rules, wanted.position) if wanted.position else None
    if position is not None:
        need_fair_play(player, Question(Source.SOLVER, wanted.rules, position))
    need_unsuspended(person)
    limits.CHALLENGES.take(str(person.pk))
    account, seed = account_of_player(player), draw_seed(wanted.rules) if position is None else ""
    setup = lay_out(wanted.rules, seed) if position is None else as_setup(position.text())
    control = str(parse_control(wanted.control))
    colour = wanted.colour or secrets.choice(COLOURS)
    with transaction.atomic(), journal.commit(lobby_of(player), account, BeginProgramGame, level=wanted.level) as act:
        people = lock_players([person])
        if isinstance(player, Guest):
            check_games_of_guest(player)
        need_few_running(person)
        two = [people[person.pk], _program(wanted.level)]
        white, black = two if colour == COLOURS[0] else two[::-1]
        game = create_online_game(rules=wanted.rules, setup=setup, white=white, black=black, rated=False)
        act.data |= {"game": game.pk}
        return begin_online_game(game, control, account, seed)


def check_program(rules: str, level: int) -> None:
    """A program that there is. Raises `PlayRefused`."""
    if rules not in rules_of_programs():
        raise PlayRefused(_UNKNOWN_RULES, field="rules")
    if not 1 <= level <= len(LEVELS):
        raise PlayRefused(_UNKNOWN_LEVEL, field="level")


def read_position(rules: str, text: str) -> Position:
    """A position that a game can start from. Raises `PlayRefused`."""
    try:
        position = rules_for(rules).position(text)
    except BadSetup as refused:
        raise PlayRefused(refused.message, field="position") from refused
    if position.outcome is not None:
        raise PlayRefused(_OVER, field="position")
    return position


def _program(level: int) -> Person:
    """The name of the program of a level at its seats. Inside an act in the lobby, where one goes on at a time."""
    known = {"name": name_program(level), "is_guest": True}
    return Person.guests.get_or_create(program_level=level, defaults=known)[0]


def need_few_running(person: Person) -> None:
    """Raise `PlayRefused` where a person has as many games against programs as one may. Inside an act in the lobby."""
    if _count_running(person) >= MOST_RUNNING:
        raise PlayRefused(_TOO_MANY)


def _count_running(person: Person) -> int:
    mine = [person.pk] if person.is_guest else record_ids(person.pk)
    as_white = Q(game__white__in=mine, game__black__program_level__isnull=False)
    as_black = Q(game__black__in=mine, game__white__program_level__isnull=False)
    return OnlineGame.objects.filter(as_white | as_black, ended_at=None).count()


def turns_tried(running: RunningGame) -> list[str]:
    """The turns that were played before in the position that a game has come to."""
    reached, before = running.reached.position, positions(running.start, running.tokens)
    return [token for token, position in zip(running.tokens, before, strict=False) if position == reached]


def play_for_program(game_id: int) -> None:
    """Make the turn of a program, if it is to move. It may be done twice: of two turns one counts.

    What happens to the position meanwhile asks for another turn itself, where that leaves a program to move.
    """
    try:
        game = load_game(game_id)
    except OnlineGame.DoesNotExist:
        return
    program = None if game.to_move is None or game.is_adjourned else program_at(game.game, game.to_move)
    if program is None or game.is_decided_elsewhere:
        return
    turn = choose(game.running.reached.position, program.level, game.scope, turns_tried(game.running))
    try:
        play_turn(game_id, program, turn, expect=game.version)
    except (Stale, PlayRefused):
        """Taken back, given up or out of time since."""
