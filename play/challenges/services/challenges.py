"""Meeting: challenges to everybody, to one person or by a link, and taking them. Acts stand in the scope of the lobby.

One act at a time is in the lobby, so of two people who take one challenge one gets the game and the other is told.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.journal import services as journal
from common.streams import announce_to_person
from games.core.labels import rules_name
from games.models import COLOURS
from games.recordings.services.online import create_online_game
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules import all_rules, rules_for
from gipf_engine.rules.base import TWO_SEATS
from play.challenges.acts import DeclineChallenge, OpenChallenge, TakeChallenge, WithdrawChallenge
from play.core.acts import LOBBY
from play.core.errors import PlayRefused
from play.core.notified import CHALLENGE
from play.core.player import Player, account_of_player, person_of_player
from play.core.playing import GameInPlay
from play.core.services.acting import need_person
from play.core.services.blocks import need_no_blocked_visitor
from play.core.services.guests import Visitor, as_guest, check_games_of_guest, is_known, lock_players
from play.core.services.lobby import lobby_of
from play.core.services.sanctions import need_may_meet, need_unsuspended
from play.core.services.series import begin_series, place_in_series
from play.core.setups import draw_seed, lay_out
from play.games.services.games import begin_online_game
from play.models import Challenge, Guest
from play.models.series import SERIES_LENGTHS
from players.core import limits
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.identity import account_of
from players.models import Person
from players.notifications.services.notifications import ask_to_notify
from players.permissions import NotAllowed
from players.roles import Permission
from ratings.core.queries.lists import current

MOST_OPEN = 10
"""Challenges that one person may have open."""
TO_EVERYBODY_IN_REAL_TIME = timedelta(minutes=15)
TO_ONE_IN_REAL_TIME = timedelta(days=1)
IN_CORRESPONDENCE = timedelta(days=14)
HIGHEST_RATING = 4000

_UNKNOWN_RULES = Message(_("This game is not played by two."))
_YOURSELF = Message(_("You cannot play against yourself."))
_NO_ACCOUNT = Message(_("This person has no account here. Send a link instead."))
_IN_ITS_CLUB = Message(_("A house player cannot be challenged: members of its club play it on the club’s page."))
_TOO_MANY = Message(_("You have %(most)s open challenges: withdraw one first."), {"most": MOST_OPEN})
_GONE = Message(_("This challenge is no longer open: it was accepted or withdrawn."))
_NOT_FOR_YOU = Message(_("This challenge is for another player."))
_OUT_OF_RANGE = Message(_("This challenge is for players with another rating."))
_NO_HANDICAP = _("%(game)s is played without a handicap: leave it out, or choose another game.")
_OTHER_HANDICAP = _("This handicap does not exist in %(game)s: choose one of %(handicaps)s, or none.")
_NOT_FOR_GUESTS = Message(_("Sign in to accept this challenge: guests can only play unrated games."))
_UNRATED_FOR_PROGRAMS = Message(_("Games of a person against a program are unrated."))
_LINKS_ALONE = Message(_("Guests can offer unrated games by private link only. Sign in for other challenges."))
_UNRATED_FOR_GUESTS = Message(_("Games with guests are unrated, and for any rating."))
_CHOOSE_COLOUR = Message(_("Choose your colour: a handicap is for one side."))
_BAD_SERIES = Message(_("A series has 2, 4, 6, 8 or 10 games."))
_BAD_RANGE = Message(_("The lowest rating is above the highest."))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """What a person wants to play; fields as in `Challenge`. `opponent` is a person's id."""

    rules: str
    control: str
    audience: str = Challenge.Audience.EVERYBODY
    opponent: int | None = None
    colour: str = ""
    handicap: str = ""
    rated: bool = True
    least: int | None = None
    most: int | None = None
    guests: bool = False
    games: int = 1


def open_challenge(player: Player, new: NewChallenge) -> Challenge:
    """Offer to play. Guests offer unrated games by a link.

    Raises `PlayRefused`, `Refused` for what is no time control, TooMany and Person.DoesNotExist.
    """
    person = need_person(player)
    check_new_challenge(new)
    if isinstance(player, Guest) and (new.rated or new.audience != Challenge.Audience.LINK):
        raise PlayRefused(_LINKS_ALONE)
    if new.opponent is not None and new.opponent in record_ids(person.pk):
        raise PlayRefused(_YOURSELF, field="opponent")
    limits.CHALLENGES.take(str(person.pk))
    with journal.commit(lobby_of(player), account_of_player(player), OpenChallenge) as act:
        wanted = [person] if new.opponent is None else [person, Person.objects.get(pk=new.opponent)]
        people = lock_players(wanted)
        opponent = None if new.opponent is None else people[new.opponent]
        if isinstance(player, Guest):
            check_games_of_guest(player)
        need_unsuspended(people[person.pk])
        if opponent is not None and opponent.program_level is not None:
            raise PlayRefused(_IN_ITS_CLUB, field="opponent")
        if opponent is not None and not can_play(opponent):
            raise PlayRefused(_NO_ACCOUNT, field="opponent")
        if opponent is not None:
            need_may_meet(people[person.pk], opponent)
            if new.rated and opponent.is_program != people[person.pk].is_program:
                raise PlayRefused(_UNRATED_FOR_PROGRAMS, field="rated")
        if own_challenges(person).count() >= MOST_OPEN:
            raise PlayRefused(_TOO_MANY)
        now = timezone.now()
        known = {"challenger": people[person.pk], "opponent": opponent, "control": str(parse_control(new.control))}
        made = Challenge.objects.create(
            **asdict(new) | known,
            token=secrets.token_urlsafe(16),
            seed=draw_seed(new.rules),
            made_at=now,
            expires_at=now + _lifetime(new),
        )
        act.data |= {"challenge": made.pk}
        _announce(made)
        if opponent is not None:
            ask_to_notify(CHALLENGE, made.pk)
    return made


def check_new_challenge(new: NewChallenge) -> None:
    """What the rules of challenges say of one, without the database. Raises `PlayRefused` and `Refused`."""
    rules = all_rules().get(new.rules)
    if rules is None or rules.seats != TWO_SEATS:
        raise PlayRefused(_UNKNOWN_RULES, field="rules")
    parse_control(new.control)
    check_handicap(new.rules, new.handicap)
    if new.handicap and not new.colour:
        raise PlayRefused(_CHOOSE_COLOUR, field="colour")
    if new.least is not None and new.most is not None and new.least > new.most:
        raise PlayRefused(_BAD_RANGE, field="least")
    if new.guests and (new.rated or new.least is not None or new.most is not None):
        raise PlayRefused(_UNRATED_FOR_GUESTS, field="guests")
    if new.games not in (1, *SERIES_LENGTHS):
        raise PlayRefused(_BAD_SERIES, field="games")
    assert (new.opponent is not None) == (new.audience == Challenge.Audience.PERSON)


def check_handicap(key: str, handicap: str) -> None:
    """A handicap that these rules have; "" for none. Raises `PlayRefused`."""
    known = rules_for(key).handicaps()
    if not handicap or handicap in known:
        return
    names = {"game": rules_name(key), "handicaps": ", ".join(known)}
    raise PlayRefused(Message(_OTHER_HANDICAP if known else _NO_HANDICAP, names), field="handicap")


def _lifetime(new: NewChallenge) -> timedelta:
    if not parse_control(new.control).is_real_time:
        return IN_CORRESPONDENCE
    return TO_EVERYBODY_IN_REAL_TIME if new.audience == Challenge.Audience.EVERYBODY else TO_ONE_IN_REAL_TIME


def open_challenges() -> QuerySet[Challenge]:
    """The challenges that can be taken now."""
    return Challenge.objects.filter(closed_at=None, expires_at__gt=timezone.now()).select_related(
        "challenger__merged_into", "opponent"
    )


def own_challenges(person: Person) -> QuerySet[Challenge]:
    """Those of them that a person has made, under any of his records."""
    return open_challenges().filter(challenger__in=record_ids(person.pk))


def find_challenge(player: Player | None, challenge_id: int) -> Challenge:
    """An open challenge that the player may see without its link. Raises `PlayRefused`, Challenge.DoesNotExist."""
    found = Challenge.objects.select_related("challenger", "opponent").get(pk=challenge_id)
    person = person_of_player(player)
    mine = set(record_ids(person.pk)) if person is not None else set()
    if found.audience != Challenge.Audience.EVERYBODY and not mine & {found.challenger_id, found.opponent_id}:
        raise Challenge.DoesNotExist
    return found


def take_as_guest(visitor: Visitor, challenge: Challenge) -> tuple[GameInPlay, str]:
    """`take_challenge` by a visitor, and the token that the browser is to keep. Raises TooMany, too.

    Who was blocked and has signed out is known by browser and network alone.
    """
    need_no_blocked_visitor(visitor.device, visitor.address, challenge.challenger)
    return as_guest(visitor, lambda guest: take_challenge(guest, challenge))


def take_challenge(player: Player, challenge: Challenge) -> GameInPlay:
    """Play the game that is offered: it begins at once. `challenge` was found in the lobby, or by its link.

    Raises `PlayRefused`; where another was quicker, too.
    """
    person, account = need_person(player), account_of_player(player)
    seed = challenge.seed or draw_seed(challenge.rules)
    setup = lay_out(challenge.rules, seed)
    with transaction.atomic(), journal.commit(lobby_of(player), account, TakeChallenge, challenge=challenge.pk) as act:
        people = lock_players([person, challenge.challenger])
        challenger, taker = people[challenge.challenger_id], people[person.pk]
        held = Challenge.objects.select_for_update(of=("self",)).get(pk=challenge.pk)
        now = timezone.now()
        if held.closed_at is not None or held.expires_at <= now or not can_play(challenger):
            raise PlayRefused(_GONE)
        _check_taker(held, challenger, taker)
        if isinstance(player, Guest):
            check_games_of_guest(player)
        white, black = _colours(held, challenger, taker)
        game = create_online_game(
            rules=held.rules, setup=setup, white=white, black=black, rated=held.rated, handicap=held.handicap
        )
        held.closed_at, held.game = now, game
        held.save(update_fields=["closed_at", "game"])
        act.data |= {"game": game.pk}
        if held.opponent_id is not None:
            ask_to_notify(CHALLENGE, held.pk)
        begun = begin_online_game(game, held.control, account, seed)
        place_in_series(begun.online, begin_series(held), held.rules)
        return begun


def _check_taker(challenge: Challenge, challenger: Person, taker: Person) -> None:
    if challenger == taker:
        raise PlayRefused(_YOURSELF)
    if taker.is_guest and not challenge.guests:
        raise PlayRefused(_NOT_FOR_GUESTS)
    need_may_meet(taker, challenger)
    if challenge.rated and taker.is_program != challenger.is_program:
        raise PlayRefused(_UNRATED_FOR_PROGRAMS)
    if challenge.opponent_id is not None and challenge.opponent_id not in record_ids(taker.pk):
        raise PlayRefused(_NOT_FOR_YOU)
    if not is_in_range(challenge, current(challenge.rules, None, [taker.pk]).get(taker.pk)):
        raise PlayRefused(_OUT_OF_RANGE)


def is_in_range(challenge: Challenge, rating: int | None) -> bool:
    """Whether a person with this rating may take a challenge; where it has a range, the unrated may not."""
    if challenge.least is None and challenge.most is None:
        return True
    return rating is not None and (challenge.least or 0) <= rating <= (challenge.most or HIGHEST_RATING)


def _colours(challenge: Challenge, challenger: Person, taker: Person) -> tuple[Person, Person]:
    """White and Black."""
    colour = challenge.colour or secrets.choice(COLOURS)
    return (challenger, taker) if colour == "white" else (taker, challenger)


def close_challenge(player: Player, challenge: Challenge) -> None:
    """Withdraw one's own challenge, or decline one that was made to oneself. Closed before, nothing happens.

    Raises `NotAllowed` for anyone else.
    """
    person = person_of_player(player)
    mine = set(record_ids(person.pk)) if person is not None else set()
    act = WithdrawChallenge if challenge.challenger_id in mine else DeclineChallenge
    if not mine & {challenge.challenger_id, challenge.opponent_id}:
        raise NotAllowed(Permission.DECIDE_RESULT, LOBBY)
    with journal.commit(lobby_of(player), account_of_player(player), act, challenge=challenge.pk):
        _announce(challenge)
        Challenge.objects.filter(pk=challenge.pk, closed_at=None).update(closed_at=timezone.now())
        if challenge.opponent_id is not None:
            ask_to_notify(CHALLENGE, challenge.pk)


def _announce(challenge: Challenge) -> None:
    """Streams of those who made a challenge, or have to answer it, ask again once this is committed."""
    for person in filter(None, (challenge.challenger, challenge.opponent)):
        announce_to_person(person.canonical_id)


def close_challenges_of_erased(erasing: PersonErasing) -> list[Touched]:
    """What an erased person offered goes, as does what was offered to the person."""
    records = record_ids(erasing.person.pk)
    concerned = Challenge.objects.filter(Q(challenger__in=records) | Q(opponent__in=records), closed_at=None)
    concerned.update(closed_at=timezone.now())
    return []


def can_play(person: Person) -> bool:
    """Whether a person would answer: the person has an account that is not switched off, or is a guest who is known."""
    if person.is_guest:
        return is_known(person)
    account = account_of(person)
    return account is not None and account.is_active
