"""The lobby as a person sees it: his own games, and challenges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from common.journal import queries as journal
from games.core.labels import handicap_words, rules_name
from games.models import COLOURS
from gipf_engine.clocks import parse_control
from gipf_engine.messages import Message
from play.challenges.services.challenges import is_in_range, open_challenges
from play.core.acts import LOBBY
from play.core.playing import GameInPlay, load_games
from play.core.services.blocks import hidden_from
from play.core.setups import hash_of
from play.models import Challenge, OnlineGame
from players.core.queries.records import record_ids
from players.models import Person
from ratings.core.queries.lists import current

MOST_SHOWN = 100
"""Open challenges of others on one page, the newest."""


@dataclass(frozen=True)
class OwnGame:
    """A running game of the reader."""

    game: GameInPlay
    seat: int

    @property
    def opponent(self) -> Person:
        person = self.game.game.black if self.seat == 0 else self.game.game.white
        return person.merged_into or person

    @property
    def is_turn(self) -> bool:
        """Whether the reader is to make a turn."""
        return self.game.to_move == self.seat

    @property
    def rules_name(self) -> Message:
        return rules_name(self.game.game.rules)

    @property
    def control(self) -> Message:
        """Its time control in words."""
        return parse_control(self.game.online.control).explain()


@dataclass(frozen=True)
class ChallengeRow:
    """An open challenge; `rating` is the challenger's in these rules, None for the unrated. `own`: the reader's.

    `fits`: the reader's rating is one that it is for.
    """

    challenge: Challenge
    rating: int | None
    own: bool = False
    fits: bool = True

    @property
    def challenger(self) -> Person:
        return self.challenge.challenger.merged_into or self.challenge.challenger

    @property
    def rules_name(self) -> Message:
        return rules_name(self.challenge.rules)

    @property
    def control(self) -> Message:
        """Its time control in words."""
        return parse_control(self.challenge.control).explain()

    @property
    def setup_hash(self) -> str:
        """The hash of the seed that lays it out; "" where nothing is laid out by chance."""
        return hash_of(self.challenge.rules, self.challenge.seed)

    @property
    def handicap(self) -> Message | None:
        """Its handicap in words."""
        return handicap_words(self.challenge.rules, self.challenge.handicap)


@dataclass(frozen=True, slots=True)
class ChallengeFilter:
    """Which challenges a person looks for; "" and None are any.

    `colour` is the one that the reader gets; `least` and `most` bound the rating of the challenger.
    """

    rules: str = ""
    clock: str = ""
    colour: str = ""
    least: int | None = None
    most: int | None = None

    @property
    def has_range(self) -> bool:
        """Whether ratings matter."""
        return self.least is not None or self.most is not None

    def select(self, challenges: QuerySet[Challenge]) -> QuerySet[Challenge]:
        """Those that fit, the newest first. Ratings are no column of theirs: where they matter, all are selected."""
        if self.rules:
            challenges = challenges.filter(rules=self.rules)
        if self.colour:
            challenges = challenges.filter(colour__in=("", _other(self.colour)))
        found = challenges.order_by("-pk")
        if self.clock:
            days = Q(control__contains=DAYS)
            found = found.filter(days if self.clock == CORRESPONDENCE else ~days)
        return found if self.has_range else found[:MOST_SHOWN]

    def has_rating(self, rating: int | None) -> bool:
        """Whether a person with this rating is looked for; who has none is not where a range was given."""
        if not self.has_range:
            return True
        return rating is not None and (self.least or 0) <= rating <= (rating if self.most is None else self.most)


EVERYTHING = ChallengeFilter()
DAYS = "days"
"""Part of the text of each time control by correspondence, and of no other (`gipf_engine.clocks.controls`)."""
REAL_TIME, CORRESPONDENCE = "real-time", "correspondence"
"""Kinds of clocks: a game goes on at once, or over days."""


@dataclass(frozen=True)
class LobbyPage:
    """Everything on the page. `version` is the lobby's, for those who follow it."""

    version: int
    games: Sequence[OwnGame]
    received: Sequence[ChallengeRow]
    own: Sequence[ChallengeRow]
    others: Sequence[ChallengeRow]

    scope: str = LOBBY


def lobby_page(reader: Person | None, wanted: ChallengeFilter = EVERYTHING) -> LobbyPage:
    """The lobby for `reader`, None for strangers: everybody sees the challenges that are open to everybody.

    Of those of others it shows what is `wanted`, and the newest where there are many.
    """
    mine = set(record_ids(reader.pk)) if reader is not None else set[int]()
    own = open_challenges().filter(Q(challenger__in=mine) | Q(opponent__in=mine)).order_by("-pk") if mine else ()
    unseen = mine | set(hidden_from(reader)) if reader is not None else mine
    others = open_challenges().filter(audience=Challenge.Audience.EVERYBODY).exclude(challenger__in=unseen)
    shown = _challenge_rows(own, mine, reader)
    found = _challenge_rows(wanted.select(others), mine, reader)
    return LobbyPage(
        version=journal.version(LOBBY),
        games=own_games(reader) if reader is not None else (),
        received=[row for row in shown if not row.own],
        own=[row for row in shown if row.own],
        others=[row for row in found if wanted.has_rating(row.rating)][:MOST_SHOWN],
    )


def own_games(person: Person) -> list[OwnGame]:
    """The running games of a person, those in which it is his turn first, then by deadline."""
    mine = set(record_ids(person.pk))
    rows = (
        OnlineGame.objects.filter(Q(game__white__in=mine) | Q(game__black__in=mine), ended_at=None)
        .select_related("game__parent_scope", "game__white__merged_into", "game__black__merged_into")
        .order_by("deadline", "pk")
    )
    found = [OwnGame(game, 0 if game.game.white_id in mine else 1) for game in load_games(list(rows))]
    return sorted(found, key=lambda own: not own.is_turn)


def challenge_row(challenge: Challenge) -> ChallengeRow:
    """One challenge, for the page of its link."""
    return _challenge_rows([challenge], set(), None)[0]


def _challenge_rows(
    challenges: Iterable[Challenge], mine: Collection[int], reader: Person | None
) -> list[ChallengeRow]:
    challenges = list(challenges)
    too = {reader.pk} if reader is not None else set[int]()
    ratings = {
        rules: current(rules, None, _challengers(challenges, rules) | too) for rules in {c.rules for c in challenges}
    }
    return [
        ChallengeRow(
            each,
            ratings[each.rules].get(each.challenger_id),
            own=each.challenger_id in mine,
            fits=reader is None or is_in_range(each, ratings[each.rules].get(reader.pk)),
        )
        for each in challenges
    ]


def _challengers(challenges: Iterable[Challenge], rules: str) -> set[int]:
    return {each.challenger_id for each in challenges if each.rules == rules}


def other_colour(challenge: Challenge) -> str:
    """The colour of the one who takes a challenge; "" where chance says."""
    return _other(challenge.colour) if challenge.colour else ""


def _other(colour: str) -> str:
    return COLOURS[1 - COLOURS.index(colour)]
