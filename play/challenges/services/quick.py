"""Quick pairing: the one who wants a game gets it at once where a person waits for one, and else waits to be paired.

A challenge to everybody that fits is taken. Else players wait in a pool, one for each game and clock, and are paired by
rating (`gipf_engine.pool_pairing`) when a person comes, and as time widens what they accept: the pages of those who
wait ask for it. People meet people, and programs meet programs. Two are paired by an act that takes their rows away, or
none: so no one is paired twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from games.models import Game
from games.recordings.services.online import create_online_game
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.pool_pairing import Waiting, pair_waiting
from play.challenges.acts import PairSeekers, SeekGame, StopSeeking
from play.challenges.services.challenges import (
    NewChallenge,
    can_play,
    check_new_challenge,
    is_in_range,
    open_challenge,
    open_challenges,
    take_challenge,
)
from play.core.errors import PlayRefused
from play.core.player import Player, account_of_player, person_of_player
from play.core.playing import GameInPlay, load_game, to_ms
from play.core.services.acting import need_person
from play.core.services.blocks import hidden_from, who_refuse_visitor
from play.core.services.guests import Visitor, as_guest, check_games_of_guest, lock_players
from play.core.services.lobby import lobby_for_game
from play.core.services.sanctions import need_may_meet, need_unsuspended
from play.core.setups import draw_seed, lay_out
from play.games.services.games import begin_online_game
from play.models import Block, Challenge, Guest, OnlineGame, Seek
from players.core import limits
from players.core.events import PersonErasing, Touched
from players.core.queries.records import record_ids
from players.models import Account, Person
from ratings.core.queries.lists import current

GONE_AFTER = timedelta(seconds=75)
"""After which no one is there who has not said so: browsers let a page in the background speak once a minute."""
_MOST_CHALLENGES = 20
_NOT_HERE = Message(_("This player is no longer here."))


@dataclass(frozen=True, slots=True)
class QuickGame:
    """What a person wants to play at once. `members`: with people who have an account alone, so that it is rated."""

    rules: str
    control: str
    members: bool = False


def seek_as_guest(visitor: Visitor, wanted: QuickGame) -> tuple[GameInPlay | None, str]:
    """`seek_game` by a visitor, and the token that the browser is to keep. Raises TooMany, too."""
    refused_by = who_refuse_visitor(visitor.device, visitor.address)
    found, token = as_guest(visitor, lambda guest: _take_or_wait(guest, wanted, refused_by))
    return _pair(None, found) if isinstance(found, Seek) else found, token


def seek_game(player: Player, wanted: QuickGame) -> GameInPlay | None:
    """Begin a game with the one who waits for one like it, or wait; by correspondence, by a challenge to everybody.

    Raises `PlayRefused`, `Refused` for what is no time control, and TooMany.
    """
    found = _take_or_wait(player, wanted, ())
    return _pair(account_of_player(player), found) if isinstance(found, Seek) else found


def _take_or_wait(player: Player, wanted: QuickGame, refused_by: Collection[int]) -> GameInPlay | Seek | None:
    """The game of an open challenge, or what the player waits for, None by correspondence.

    `refused_by` are persons who want no game with a person who may be this guest.
    """
    person = need_person(player)
    control = str(parse_control(wanted.control))
    check_new_challenge(NewChallenge(rules=wanted.rules, control=control))
    need_unsuspended(person)
    limits.CHALLENGES.take(str(person.pk))
    if (game := _take_fitting_challenge(player, person, wanted.rules, control, refused_by)) is not None:
        return game
    if not parse_control(control).is_real_time:
        open_challenge(player, _offer(player, wanted.rules, control))
        return None
    return _wait(player, person, QuickGame(wanted.rules, control, wanted.members), refused_by)


def _offer(player: Player, rules: str, control: str) -> NewChallenge:
    is_guest = isinstance(player, Guest)
    audience = Challenge.Audience.LINK if is_guest else Challenge.Audience.EVERYBODY
    return NewChallenge(rules=rules, control=control, audience=audience, rated=not is_guest, guests=is_guest)


def _take_fitting_challenge(
    player: Player, person: Person, rules: str, control: str, refused_by: Collection[int]
) -> GameInPlay | None:
    """The game of an open challenge to everybody that asks for nothing else; None where there is none left."""
    offered = open_challenges().filter(audience=Challenge.Audience.EVERYBODY, rules=rules, control=control)
    offered = offered.filter(colour="", handicap="", games=1, challenger__is_program=person.is_program)
    if person.is_guest:
        offered = offered.filter(guests=True).exclude(challenger__in=refused_by)
    else:
        offered = offered.exclude(challenger__in=[*record_ids(person.pk), *hidden_from(person)])
    rating = current(rules, None, [person.pk]).get(person.pk)
    for challenge in offered.order_by("pk")[:_MOST_CHALLENGES]:
        if challenge.challenger_id == person.pk or not is_in_range(challenge, rating):
            continue
        try:
            return take_challenge(player, challenge)
        except PlayRefused:
            continue  # another was quicker, or the two may not meet
    return None


def _wait(player: Player, person: Person, wanted: QuickGame, refused_by: Collection[int]) -> Seek:
    now = timezone.now()
    pool = lobby_for_game(wanted.rules, wanted.control)
    with transaction.atomic(), journal.commit(pool, account_of_player(player), SeekGame):
        people = lock_players([person])
        if isinstance(player, Guest):
            check_games_of_guest(player)
        Seek.objects.filter(person__in=_records_of_seeker(person)).delete()
        return Seek.objects.create(
            person=people[person.pk],
            rules=wanted.rules,
            control=wanted.control,
            rating=current(wanted.rules, None, [person.pk]).get(person.pk),
            members=wanted.members and not person.is_guest,
            refuses=list(refused_by),
            made_at=now,
            seen_at=now,
        )


def keep_seeking(player: Player) -> GameInPlay | None:
    """Say that who waits is still there, and pair whom time has brought near enough. The player's game, if it began."""
    person = person_of_player(player)
    own = own_seek(person)
    if person is None:
        return None
    if own is None:  # another person's page has paired the two
        return _newest_game(person)
    Seek.objects.filter(pk=own.pk).update(seen_at=timezone.now())
    return _pair(account_of_player(player), own)


def _newest_game(person: Person) -> GameInPlay | None:
    """The game of a person that began last, where it goes on in real time."""
    mine = _records_of_seeker(person)
    newest = OnlineGame.objects.filter(Q(game__white__in=mine) | Q(game__black__in=mine)).order_by("-pk").first()
    if newest is None or newest.ended_at is not None or not parse_control(newest.control).is_real_time:
        return None
    return load_game(newest.pk)


def stop_seeking(player: Player) -> None:
    """Wait no more; nothing happens to the one who does not."""
    own = own_seek(person_of_player(player))
    if own is None:
        return
    with journal.commit(lobby_for_game(own.rules, own.control), account_of_player(player), StopSeeking):
        Seek.objects.filter(pk=own.pk).delete()


@jobs.every(600)
def forget_who_is_gone() -> None:
    """Delete what was looked for by players who closed the page without a word."""
    Seek.objects.filter(seen_at__lt=timezone.now() - GONE_AFTER).delete()


def own_seek(person: Person | None) -> Seek | None:
    """What a person waits for."""
    return None if person is None else Seek.objects.filter(person__in=_records_of_seeker(person)).first()


def _records_of_seeker(person: Person) -> Collection[int]:
    return [person.pk] if person.is_guest else record_ids(person.pk)


def waiting_seeks() -> QuerySet[Seek]:
    """Those who wait and are there, the first who came first."""
    seen_since = timezone.now() - GONE_AFTER
    return Seek.objects.filter(seen_at__gte=seen_since).select_related("person__merged_into").order_by("pk")


def _pool(rules: str, control: str, now: datetime) -> QuerySet[Seek]:
    there = Seek.objects.filter(rules=rules, control=control, seen_at__gte=now - GONE_AFTER)
    return there.select_related("person").order_by("pk")


def _pair(account: Account | None, own: Seek) -> GameInPlay | None:
    """Begin the games of all who fit now. The player's own, also where another person has begun it meanwhile."""
    refused = set[tuple[int, int]]()
    while (pairs := _fitting(own)) and not set(pairs) <= refused:
        for one, other in pairs.keys() - refused:
            try:
                _begin(account, *pairs[one, other])
            except PlayRefused:
                refused.add((one, other))  # suspended since, for instance, or another person has paired one of them
    return None if Seek.objects.filter(pk=own.pk).exists() else _newest_game(own.person)


def _fitting(own: Seek) -> dict[tuple[int, int], tuple[Seek, Seek]]:
    """Who waits in the pool of `own` and fits now, by the ids of the two."""
    now = timezone.now()
    waiting = list(_pool(own.rules, own.control, now))
    by_person = {seek.person_id: seek for seek in waiting}
    pairs = pair_waiting(_as_waiting(waiting, _blocks([*by_person])), to_ms(now))
    found = [(by_person[one.key], by_person[other.key]) for one, other in pairs]
    return {(one.pk, other.pk): (one, other) for one, other in found}


def _begin(account: Account | None, one: Seek, other: Seek) -> None:
    """Begin the game of two, in a transaction of its own: so it locks two persons alone, in one order."""
    pool, seed = lobby_for_game(one.rules, one.control), draw_seed(one.rules)
    with transaction.atomic(), journal.commit(pool, account, PairSeekers) as act:
        people = lock_players([one.person, other.person])
        players = [people[seek.person_id] for seek in (one, other)]
        need_may_meet(*players)
        if not all(map(can_play, players)):
            raise PlayRefused(_NOT_HERE)
        if Seek.objects.filter(pk__in=(one.pk, other.pk)).delete()[0] != len(players):
            raise PlayRefused(_NOT_HERE)
        secrets.SystemRandom().shuffle(players)
        game = create_online_game(
            rules=one.rules,
            setup=lay_out(one.rules, seed),
            white=players[0],
            black=players[1],
            rated=not any(player.is_guest for player in players),
            handicap="",
        )
        act.data["games"] = [game.pk]
        begin_online_game(game, one.control, None, seed)


def _as_waiting(seeks: Sequence[Seek], blocks: dict[int, set[int]]) -> list[Waiting]:
    """Those who wait as values that need no database. One query."""
    ids = {seek.person_id for seek in seeks}
    guests = {seek.person_id for seek in seeks if seek.person.is_guest}
    programs = {seek.person_id for seek in seeks if seek.person.is_program}
    last = _last_opponents(ids) if len(ids) > 1 else {}
    return [
        Waiting(
            seek.person_id,
            seek.rating,
            to_ms(seek.made_at),
            last.get(seek.person_id),
            frozenset(
                blocks.get(seek.person_id, set())
                | set(seek.refuses)
                | (guests if seek.members else set())
                | (programs if seek.person_id not in programs else ids - programs)
            ),
        )
        for seek in seeks
    ]


def _last_opponents(people: Collection[int]) -> dict[int, int]:
    """With whom each of these was paired last on this server."""
    last: dict[int, int] = {}
    games = Game.objects.filter(Q(white__in=people) | Q(black__in=people), online=True).order_by("-pk")
    for white, black in games.values_list("white", "black")[: 20 * len(people)]:
        last.setdefault(white, black)
        last.setdefault(black, white)
    return last


def _blocks(people: Collection[int]) -> dict[int, set[int]]:
    refuses: dict[int, set[int]] = {}
    for by, person in Block.objects.filter(by__in=people, person__in=people).values_list("by", "person"):
        refuses.setdefault(by, set()).add(person)
    return refuses


def delete_seek_of_erased(erasing: PersonErasing) -> list[Touched]:
    """An erased person waits for no one."""
    Seek.objects.filter(person__in=record_ids(erasing.person.pk)).delete()
    return []
