"""Which events and games are open data, and whose: the one rule that the file, the names and the jobs go by.

Events that are over, of clubs that chose a licence, in the month of their last day. Of their games those that count
and have a result, between people who are known, were not erased, and were of age on the day of the game (and when its
event began) as far as any of their entries says when they were born. So minors of today are left out, and a month does
not grow by itself when they come of age.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Q, QuerySet
from django.utils.crypto import salted_hmac

from common.pieces import batches
from games.models import Game
from gipf_engine.results import PENDING, VOID
from gipf_engine.tournament.categories import OF_AGE, age_on
from players.core.queries.records import canonical_id, record_ids_of
from players.models import GuardianConsent, Licence, Person
from tournaments.models import Event, Member, PairedGame

AT_ONCE = 100
"""Games of a portion, so that no long file is held in memory."""
_DIGITS = 24


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of an event with its place there, and the persons who play it, by their canonical ids."""

    game: Game
    round: int
    board: int
    leg: int
    white: int
    black: int


def next_month(month: date) -> date:
    """The first day of the month after the one that begins on this day."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def events_of_month(month: date) -> QuerySet[Event]:
    """The events whose games are in the file of the month, in its order."""
    return open_events().filter(ends_on__gte=month, ends_on__lt=next_month(month)).select_related("club").order_by("pk")


def read_month(text: str) -> date:
    """The first day of the month that is written "2026-03". ValueError for anything else."""
    return date.fromisoformat(f"{text}-01")


def open_events() -> QuerySet[Event]:
    """The events of all months. What an example club made up is nothing to research."""
    closed = Event.objects.filter(state=Event.State.CLOSED, example=False, club__example=False)
    return closed.exclude(club__open_licence=Licence.NONE)


def games_of_event(event: Event) -> Iterator[Sequence[OpenGame]]:
    """Those of its games that are in the file, in order of their boards, a portion at a time.

    Three queries a portion, and one for all.
    """
    # Of its scope too: PostgreSQL joins so many tables in the order in which they are written, and begins there.
    of_event = Q(game__parent_scope__key=event.scope, pairing__round__event=event)
    paired = PairedGame.objects.filter(of_event, _counts())
    in_order = paired.order_by("pairing__round__number", "pairing__board", "leg")
    for ids in batches(list(in_order.values_list("pk", flat=True)), lambda _id: 1, AT_ONCE):
        portion = [_open_game(row) for row in _paired_with_games(ids).order_by(*in_order.query.order_by)]
        minors = _minors((each, _first_day(each.game, event)) for each in portion)
        yield [each for each in portion if each.game.pk not in minors]


def pseudonym_of(person: int) -> str:
    """What a person (a canonical id) is called in all months. It follows from SECRET_KEY, which no one knows."""
    return salted_hmac("gipfel.open-data.player", str(person), algorithm="sha256").hexdigest()[:_DIGITS]


def _counts() -> Q:
    """Games that are settled, between people, none of whom was erased."""
    erased = Q()
    for seat in ("game__white", "game__black"):
        erased |= Q(**{f"{seat}__erased_at__isnull": False}) | Q(**{f"{seat}__merged_into__erased_at__isnull": False})
    programs = Person.staged.filter(Q(is_program=True) | Q(is_guest=True)).order_by().values("pk")
    stands = Q(game__rated_on__isnull=False, game__removed_at=None, game__parent_scope__hidden=False)
    result = Q(game__result__in=(PENDING, VOID))
    return stands & ~result & ~erased & ~Q(game__white__in=programs) & ~Q(game__black__in=programs)


def _paired_with_games(ids: Collection[int]) -> QuerySet[PairedGame]:
    rows = PairedGame.objects.filter(pk__in=ids).select_related("game__club", "game__parent_scope", "pairing__round")
    return rows.annotate(white=canonical_id("game__white"), black=canonical_id("game__black"))


def _open_game(row: PairedGame) -> OpenGame:
    pairing, seats = row.pairing, vars(row)
    return OpenGame(row.game, pairing.round.number, pairing.board, row.leg, seats["white"], seats["black"])


def _first_day(game: Game, event: Event) -> date:
    """The day of the game, or that on which its event starts where this is earlier: files may have one for all."""
    return min(game.played_on or event.starts_on, event.starts_on)


def _minors(games: Iterable[tuple[OpenGame, date]]) -> set[int]:
    """The ids of those of the games that a person played who was not of age on that day."""
    days = list(games)
    births = _births({person for game, _day in days for person in (game.white, game.black)})
    return {
        game.game.pk
        for game, day in days
        for birth in (*births[game.white], *births[game.black])
        if (age := age_on(birth, day)) is not None and age < OF_AGE
    }


def _births(persons: Collection[int]) -> dict[int, set[str]]:
    """By person what any of their entries says of the birth, and what a guardian was asked about."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    entered = Member.objects.filter(person__in=record_ids_of(persons), entry__details__has_key="birth").order_by()
    for person, details in entered.annotate(root=canonical_id("person")).values_list("root", F("entry__details")):
        found[person].add(str(details["birth"]))
    told = GuardianConsent.objects.filter(person__in=record_ids_of(persons)).order_by()
    for person, year in told.annotate(root=canonical_id("person")).values_list("root", "birth_year"):
        found[person].add(str(year))
    return found
