"""Which rated games that their players arranged count in the server's lists: the rules of docs/ratings.md.

What is found is stored with each game (`Game.left_out`), so that lists are read as fast as without. It follows from the
game's record, its day, memberships, admitted clubs, the other games of the two on that day, and what administrators
decided. A game is judged when it ends, and again by a worker whenever one of these changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from common.jobs import services as jobs
from common.journal import services as journal
from games.core.events import ArrangedGamesChanged
from games.models import Game, LeftOut, Record
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from players.core.events import ClubAdmissionChanged, MembershipsChanged, PersonsChanged
from players.core.queries.records import canonical_id, record_ids
from players.models import Account, HousePlayer, Membership
from players.permissions import require
from players.roles import Permission
from ratings.arranged.acts import SCOPE, PutBackIntoLists, RemoveFromLists
from ratings.models import Pool, RemovedGame
from ratings.pools.services.pools import RATE, admitting_pools, pool_for, wider_pools
from ratings.pools.services.recomputes import with_others

JUDGE = "judge-arranged-games"
EVERY = "all"
MOST_AT_ONCE = 200

_NOT_ARRANGED = Message(_("Only rated games that were played here without an event are taken out of the lists."))
_NO_REASON = Message(_("Give the reason: the players read it on the page of the game."))
_LONG_REASON = Message(_("A reason of at most %(most)d characters."), {"most": RemovedGame.LONGEST})

Days = list[tuple[date, date | None]]


class _Played(NamedTuple):
    """What of a game decides whether it counts."""

    pk: int
    rules: str
    left_out: str
    day: date
    low: int
    high: int
    plies: int | None
    outcome: str | None
    with_house_player: bool
    """Whether a house player of a club plays."""


def request_judging(games: Iterable[Game]) -> None:
    """Ask a worker for it: two games of one pair may have ended at the same moment, and not have seen each other."""
    jobs.request_many(JUDGE, (f"game:{game.pk}" for game in games if game.is_arranged and game.rated))


def request_judging_of(person: int) -> None:
    """Ask for the games of a player whose memberships changed."""
    jobs.request(JUDGE, f"person:{person}")


def request_judging_all() -> None:
    """Ask for all games: a club was admitted, or is no longer."""
    jobs.request(JUDGE, EVERY)


def judge_changed_games(event: ArrangedGamesChanged) -> None:
    """A game that has ended is judged at once, so that the lists are asked for that count it now."""
    for game in event.games:
        if game.rated and game.rated_on is not None:
            judge_game(game)
            request_judging([game])


def judge_games_of_one_person(event: PersonsChanged) -> None:
    """Two records became one person, or one became two."""
    if len(event.ids) > 1:
        for person in event.ids:
            request_judging_of(person)


def judge_games_of_member(event: MembershipsChanged) -> None:
    """Who is in an admitted club decides which games played here count, those of the person's programs too."""
    programs = Account.objects.filter(owner__person__in=record_ids(event.person.pk), person__isnull=False)
    for person in (event.person.pk, *programs.values_list("person", flat=True)):
        request_judging_of(person)


def judge_with_club(event: ClubAdmissionChanged) -> None:
    """What the members of a club play here counts in the server's lists, or no longer."""
    request_judging_all()


def judge_subject(subject: str) -> int:
    """Judge what a job is about; how many games count now and did not, or the other way round."""
    kind, _colon, number = subject.partition(":")
    if kind == "game":
        game = Game.objects.filter(pk=int(number)).first()
        return 0 if game is None else judge_game(game)
    if kind == "person":
        records = record_ids(int(number))
        return _judge(_arranged().filter(Q(white__in=records) | Q(black__in=records)))
    return _judge(_arranged())


def judge_game(game: Game) -> int:
    """Judge a game that has ended, with the others of the two on that day. It gets what was found."""
    one, two = record_ids(game.white_id), record_ids(game.black_id)
    of_two = Q(white__in=one, black__in=two) | Q(white__in=two, black__in=one)
    changed = _judge(_arranged().filter(of_two, rated_on=game.rated_on))
    game.refresh_from_db(fields=["left_out", "version"])
    return changed


def set_counting(actor: Account, games: Collection[int], *, counts: bool, reason: str) -> None:
    """Take games out of the server's lists, or put them back in, for a reason. For administrators of the server.

    What is so already changes nothing. Raises `NotAllowed`, `Refused`, and Game.DoesNotExist.
    """
    require(actor, Permission.MANAGE_SERVER, journal.SERVER)
    why = " ".join(reason.split())
    if not why or len(why) > RemovedGame.LONGEST:
        raise Refused(_LONG_REASON if why else _NO_REASON, field="reason")
    journal.open_scope(SCOPE, journal.SERVER)
    with journal.commit_many(SCOPE, actor, PutBackIntoLists if counts else RemoveFromLists) as acts:
        found = Game.objects.in_bulk(sorted(set(games))[:MOST_AT_ONCE])
        if len(found) != len(set(games)):
            raise Game.DoesNotExist
        if any(not each.is_arranged or not each.rated for each in found.values()):
            raise Refused(_NOT_ARRANGED)
        removed = set(RemovedGame.objects.filter(game__in=found).values_list("game", flat=True))
        for game in found.values():
            if (game.pk in removed) == counts:
                acts.begin(game=game.pk, reason=why)
                _set_removed(game, actor, "" if counts else why)
        for game in found.values():
            judge_game(game)


def _set_removed(game: Game, actor: Account, why: str) -> None:
    RemovedGame.objects.filter(game=game).delete()
    if why:
        RemovedGame.objects.create(game=game, reason=why, at=timezone.now(), by=actor.pk)


def _arranged() -> QuerySet[Game]:
    return Game.objects.filter(club=None, rated=True, rated_on__isnull=False)


def _judge(games: QuerySet[Game]) -> int:
    """Store of each of these games whether it counts. All games of a pair on a day are among them, or none."""
    played, members, removed = _read_played(games), _admitted_days(games), _removed(games)
    found = dict[int, str]()
    for _group, of_group in groupby(played, key=attrgetter("low", "high", "day")):
        counted = 0
        for each in of_group:
            found[each.pk], takes_place = _verdict(each, members, removed, counted)
            counted += takes_place
    changed = [each for each in played if each.left_out != found[each.pk]]
    if changed:
        _store_left_out(changed, found)
    return len(changed)


def _verdict(played: _Played, members: dict[int, Days], removed: set[int], counted: int) -> tuple[str, bool]:
    """Why a game does not count, or "", and whether it takes one of the places of its day.

    A game that an administrator took out keeps its place: no other one moves up. Games with a house player count in the
    lists of its club, too, where the server vouches for neither: they take places all the same.
    """
    is_short = played.outcome not in OVER_THE_BOARD and (played.plies or 0) < settings.RATED_LEAST_TURNS
    is_vouched = all(_was_member(members.get(each, []), played.day) for each in (played.low, played.high))
    if played.pk in removed:
        return LeftOut.REMOVED, is_vouched and not is_short
    if not is_vouched and not played.with_house_player:
        return LeftOut.UNVOUCHED, False
    if is_short:
        return LeftOut.SHORT, False
    if counted >= settings.RATED_GAMES_OF_A_PAIR:
        return LeftOut.PAIR, False
    return ("" if is_vouched else LeftOut.UNVOUCHED), True


def _was_member(days: Days, day: date) -> bool:
    return any(since <= day and (until is None or day <= until) for since, until in days)


def _read_played(games: QuerySet[Game]) -> list[_Played]:
    """The games by pair and day, in the order in which they ended."""
    record = Record.objects.filter(recordings__game=OuterRef("pk")).order_by("-pk")
    ended = Subquery(record.values("handed_in_at")[:1])
    rows = (
        games.annotate(one=canonical_id("white"), two=canonical_id("black"), ended=ended)
        .order_by("rated_on", "ended", "pk")
        .values_list(
            "pk", "rules", "left_out", "rated_on", "one", "two",
            Subquery(record.values("plies")[:1]), Subquery(record.values("outcome")[:1]),
        )
    )  # fmt: skip
    at_clubs = set(HousePlayer.objects.values_list("person", flat=True))
    played = [
        _Played(
            pk, rules, left_out, day, min(one, two), max(one, two), plies, outcome, not at_clubs.isdisjoint((one, two))
        )
        for pk, rules, left_out, day, one, two, plies, outcome in rows
    ]
    return sorted(played, key=attrgetter("low", "high", "day"))  # stable


def _admitted_days(games: QuerySet[Game]) -> dict[int, Days]:
    """By person when he was a member of admitted clubs: of everybody, where all games are asked for.

    A program is vouched for by its owner: the days are the owner's. A house player is one of its club.
    """
    rows = Membership.objects.filter(club__admitted=True).annotate(root=canonical_id("person"))
    seats = games.order_by().annotate(one=canonical_id("white"), two=canonical_id("black"))
    at_boards = Q(root__in=seats.values("one")) | Q(root__in=seats.values("two"))
    programs = Account.objects.filter(owner__person__isnull=False).annotate(root=F("person")).filter(at_boards)
    owners = dict(programs.values_list("person", canonical_id("owner__person")))
    days = dict[int, Days]()
    of_owners = rows.filter(root__in=owners.values()) if owners else rows.none()
    for person, since, until in rows.filter(at_boards).values_list("root", "since", "until"):
        days.setdefault(person, []).append((since, until))
    by_owner = dict[int, Days]()
    for person, since, until in of_owners.values_list("root", "since", "until"):
        by_owner.setdefault(person, []).append((since, until))
    of_clubs = HousePlayer.objects.filter(club__admitted=True).annotate(root=F("person")).filter(at_boards)
    days |= {person: [(since, until)] for person, since, until in of_clubs.values_list("pk", "since", "until")}
    return days | {program: by_owner.get(owner, []) for program, owner in owners.items()}


def _removed(games: QuerySet[Game]) -> set[int]:
    return set(RemovedGame.objects.filter(game__in=games.order_by().values("pk")).values_list("game", flat=True))


def _store_left_out(changed: Collection[_Played], found: dict[int, str]) -> None:
    """Write what was found, and ask for the lists anew that count one game more or less."""
    with transaction.atomic():
        for why in {found[each.pk] for each in changed}:
            games = [each.pk for each in changed if found[each.pk] == why]
            Game.objects.filter(pk__in=games).update(left_out=why, version=F("version") + 1)
        gone = {each.rules for each in changed if not each.left_out}
        come = {each.rules for each in changed if not found[each.pk]}
        pools = {*(pool_for(each) for each in sorted(come)), *Pool.objects.filter(rules__in=gone | come, club=None)}
        pools |= set(wider_pools(gone | come, [])) | set(admitting_pools({each.rules for each in changed}))
        for pool in with_others(pools):
            jobs.request(RATE, str(pool.pk))
