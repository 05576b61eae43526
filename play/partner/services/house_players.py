"""Programs of this server that play for a club: who adds and removes them, and games that members start with them.

A house player is a program at one level of one game, with a name of its own that ends as those of all programs do. Its
rated games count in lists that admit programs (`ratings`), and in no other.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.events import emit
from common.journal import services as journal
from games.models import COLOURS
from games.recordings.services.online import create_online_game
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules
from play.core.errors import PlayRefused
from play.core.playing import GameInPlay
from play.core.services.acting import need_person
from play.core.services.guests import lock_players
from play.core.services.lobby import lobby_of
from play.core.services.sanctions import need_unsuspended
from play.core.setups import draw_seed, lay_out
from play.games.services.games import begin_online_game
from play.models import OnlineGame
from play.partner.acts import AddHousePlayer, BeginHouseGame, RemoveHousePlayer
from play.partner.services import check_program, need_few_running
from players.core import limits
from players.core.acts import commit_permitted
from players.core.events import MembershipsChanged
from players.core.queries.records import record_ids
from players.models import Account, Club, HousePlayer, Membership, Person
from players.names import LONGEST
from players.program_names import MARK, mark_program

MOST_OF_A_CLUB = 12
"""House players that a club may have at a time."""
MOST_GAMES = 8
"""Games that a house player may have running at a time."""

_THERE = Message(_("Your club already has a house player with this game and level."))
_MANY_OF_CLUB = Message(_("A club has at most %(most)s house players: remove one first."), {"most": MOST_OF_A_CLUB})
_NOT_A_MEMBER = Message(_("Only members of the club can play its house players."))
_REMOVED = Message(_("This house player is no longer in the club."))
_BUSY = Message(
    _("This house player has %(most)s games running, the most that it plays at once. Try again when one is over."),
    {"most": MOST_GAMES},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHousePlayer:
    """Which program a club wants, and the clock of its games."""

    rules: str
    level: int
    control: str


def house_players_of(club: Club) -> QuerySet[HousePlayer]:
    """Those that start games."""
    return HousePlayer.objects.filter(club=club, until=None).select_related("person", "club")


def add_house_player(*, actor: Account, club: Club, new: NewHousePlayer) -> HousePlayer:
    """Let a program play for a club; one that the club had before comes back with its name and ratings.

    Raises `NotAllowed`, `PlayRefused`, and `Refused` for what is no time control.
    """
    check_program(new.rules, new.level)
    control, today = str(parse_control(new.control)), timezone.localdate()
    with commit_permitted(club.scope, actor, AddHousePlayer) as act:
        known = HousePlayer.objects.filter(club=club, rules=new.rules, level=new.level).first()
        if known is not None and known.is_there:
            raise PlayRefused(_THERE)
        if house_players_of(club).count() >= MOST_OF_A_CLUB:
            raise PlayRefused(_MANY_OF_CLUB)
        if known is None:
            person = Person.objects.create(
                name=_name(club, new.rules, new.level), program_level=new.level, example=club.example
            )
            known = HousePlayer(person=person, club=club, rules=new.rules, level=new.level, since=today)
        known.control, known.until = control, None
        known.save()
        act.data |= {"person": known.pk}
        emit(MembershipsChanged(known.person))
    return known


def remove_house_player(*, actor: Account, club: Club, person_id: int) -> None:
    """Let a program play for a club no more: running games go on, and nothing that it played goes.

    Raises `NotAllowed`, and HousePlayer.DoesNotExist where the club does not have it now.
    """
    with commit_permitted(club.scope, actor, RemoveHousePlayer, person=person_id):
        found = house_players_of(club).get(pk=person_id)
        found.until = max(found.since, timezone.localdate())
        found.save(update_fields=["until"])
        emit(MembershipsChanged(found.person))


def is_member(person: Person | None, club: Club) -> bool:
    """Whether a person is a member of a club today. One query for a person."""
    if person is None:
        return False
    today = timezone.localdate()
    rows = Membership.objects.filter(person__in=record_ids(person.pk), club=club, since__lte=today)
    return rows.filter(Q(until=None) | Q(until__gte=today)).exists()


def begin_house_player_game(account: Account, person_id: int, *, rated: bool, colour: str = "") -> GameInPlay:
    """Begin a game of a member with a house player, by its id as a person. `colour` is the member's, "" for chance.

    Raises `PlayRefused`, TooMany, and HousePlayer.DoesNotExist for what no club had ever.
    """
    person, asked = need_person(account), HousePlayer.objects.select_related("club").get(pk=person_id)
    if not is_member(person, asked.club):
        raise PlayRefused(_NOT_A_MEMBER)
    need_unsuspended(person)
    limits.CHALLENGES.take(str(person.pk))
    seed = draw_seed(asked.rules)
    setup, mine = lay_out(asked.rules, seed), colour or secrets.choice(COLOURS)
    with (
        transaction.atomic(),
        journal.commit(lobby_of(account), account, BeginHouseGame, house_player=person_id) as act,
    ):
        house_player = HousePlayer.objects.select_related("person").get(pk=person_id)
        people = lock_players([person, house_player.person])
        if not house_player.is_there:
            raise PlayRefused(_REMOVED)
        need_few_running(person)
        if count_games(person_id) >= MOST_GAMES:
            raise PlayRefused(_BUSY)
        two = [people[person.pk], people[person_id]]
        white, black = two if mine == COLOURS[0] else two[::-1]
        game = create_online_game(rules=house_player.rules, setup=setup, white=white, black=black, rated=rated)
        act.data |= {"game": game.pk}
        return begin_online_game(game, house_player.control, account, seed)


def count_games(person_id: int) -> int:
    """How many games of a house player run."""
    sits = Q(game__white=person_id) | Q(game__black=person_id)
    return OnlineGame.objects.filter(sits, ended_at=None).count()


def _name(club: Club, rules: str, level: int) -> str:
    """ "Rotterdam · LYNGK, level 4 (program)": the club's name is cut where the whole would be too long."""
    behind = f" · {all_rules()[rules].name}, level {level}"
    return mark_program(club.name[: LONGEST - len(behind) - len(MARK)].rstrip() + behind)
