"""The lobby as somebody sees it: his own games, and challenges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from common.journal import queries as journal
from engine.clocks import parse_control
from engine.messages import Message
from games.labels import rules_name
from games.models import COLOURS
from play.models import Challenge, OnlineGame
from play.playing import GameInPlay, load_games
from play.services.challenges import LOBBY, open_challenges
from players.models import Person
from players.queries import record_ids
from ratings.queries import current

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
    """An open challenge; `rating` is the challenger's in these rules, None for the unrated. `own`: the reader's."""

    challenge: Challenge
    rating: int | None
    own: bool = False

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


@dataclass(frozen=True)
class LobbyPage:
    """Everything on the page. `version` is the lobby's, for those who follow it."""

    version: int
    games: Sequence[OwnGame]
    received: Sequence[ChallengeRow]
    own: Sequence[ChallengeRow]
    others: Sequence[ChallengeRow]

    scope: str = LOBBY


def lobby_page(reader: Person | None) -> LobbyPage:
    """The lobby for `reader`, None for guests: everybody sees the challenges that are open to everybody."""
    mine = set(record_ids(reader.pk)) if reader is not None else set()
    audience = Q(audience=Challenge.Audience.EVERYBODY)
    if mine:
        audience |= Q(challenger__in=mine) | Q(opponent__in=mine)
    rows = list(open_challenges().filter(audience).order_by("-pk")[:MOST_SHOWN])
    shown = _rows(rows, mine)
    return LobbyPage(
        version=journal.version(LOBBY),
        games=own_games(reader) if reader is not None else (),
        received=[row for row in shown if row.challenge.opponent_id in mine],
        own=[row for row in shown if row.own],
        others=[row for row in shown if not row.own and row.challenge.opponent_id is None],
    )


def own_games(person: Person) -> list[OwnGame]:
    """The running games of a person, those in which it is his turn first, then by deadline."""
    mine = set(record_ids(person.pk))
    rows = (
        OnlineGame.objects.filter(Q(game__white__in=mine) | Q(game__black__in=mine), ended_at=None)
        .select_related("game__occasion", "game__white__merged_into", "game__black__merged_into")
        .order_by("deadline", "pk")
    )
    found = [OwnGame(game, 0 if game.game.white_id in mine else 1) for game in load_games(list(rows))]
    return sorted(found, key=lambda own: not own.is_turn)


def challenge_row(challenge: Challenge) -> ChallengeRow:
    """One challenge, for the page of its link."""
    return _rows([challenge], set())[0]


def _rows(challenges: Sequence[Challenge], mine: Collection[int]) -> list[ChallengeRow]:
    ratings = {rules: current(rules, None, _challengers(challenges, rules)) for rules in {c.rules for c in challenges}}
    return [
        ChallengeRow(each, ratings[each.rules].get(each.challenger_id), each.challenger_id in mine)
        for each in challenges
    ]


def _challengers(challenges: Iterable[Challenge], rules: str) -> set[int]:
    return {each.challenger_id for each in challenges if each.rules == rules}


def other_colour(challenge: Challenge) -> str:
    """The colour of whoever takes a challenge; "" where chance says."""
    return "" if not challenge.colour else COLOURS[1 - COLOURS.index(challenge.colour)]
