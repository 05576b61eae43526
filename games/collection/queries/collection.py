"""The collection: all games that everybody may see, searched by who, what, when, how it ended, and by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet

from games.analysis.queries import complete_analyses
from games.core.broadcasts import held_back_records, shown_records
from games.core.queries.lists import GameRow, rows_of
from games.core.questions import scopes_named, unpublished_scopes
from games.fair_play import Question, Source, need_fair_play
from games.models import Game, IndexedPosition, Record
from gipf_engine.messages import Message, Refused
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import RESULTS, VOID
from gipf_engine.rules import OFFICIAL, rules_for
from gipf_engine.rules.base import Position
from gipf_engine.rules.errors import RuleError
from players.core.queries.records import record_ids_of as records_of_people
from players.people.queries.search import first_matching

MOST_COUNTED = 10_000
"""Games that are counted; beyond them it is said that there are more."""
MOST_IN_STATISTICS = 10_000
"""Games, the latest entered, of which the next turns are counted."""
MOST_TURNS = 30
"""Next turns that are listed, the most frequent ones."""
MOST_LOOKED_AT = 3_000
"""Legal turns of a position that are tried to find how a next turn is written."""
LONGEST_NAME, LONGEST_OPENING, LONGEST_GAME = 80, 400, 10_000
"""Of what is asked for: characters of a name and of an opening, turns of a game."""
MOST_PEOPLE, MOST_PARENT_SCOPES = 50, 50
"""Of a name that many have, so many are looked for."""
ORDERINGS = ("-entered", "entered")
"""By when a game was entered, which is the order of the indexes: a page is found without sorting all games."""
_PLAYED = [code for code, result in RESULTS.items() if result.played]


@dataclass(frozen=True)
class CollectionQuery:
    """What is looked for; every part that is empty finds everything.

    `record`: only games with (True) or without (False) one. `analysed`: only games whose analysis is complete.
    `fewest` and `most` are turns of a record. `position`: it came up in the game, itself or a mirror image, whichever
    way it was reached. `guests`: only games of guests (True) or only those of others (False). `ordering` is one of
    `ORDERINGS`.
    """

    player: str = ""
    opponent: str = ""
    event: str = ""
    rules: str = ""
    result: str = ""
    since: date | None = None
    until: date | None = None
    fewest: int | None = None
    most: int | None = None
    record: bool | None = None
    analysed: bool = False
    position: Position | None = None
    guests: bool | None = False
    ordering: str = ORDERINGS[0]


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that was found; `ply`: after how many turns the position came up in it, None without a position."""

    row: GameRow
    ply: int | None


@dataclass(frozen=True, slots=True)
class FoundGames:
    """One page of what was found. `count` stops at `MOST_COUNTED`."""

    games: tuple[FoundGame, ...]
    count: int

    @property
    def more_than_counted(self) -> bool:
        """Whether there are more than were counted."""
        return self.count > MOST_COUNTED


@dataclass(frozen=True, slots=True)
class NextTurn:
    """What was played next in a position, its mirror images together: how often, and how those games ended.

    `token` is the turn as it is written in the position that was asked for; "" where no legal turn was found.
    `position` is the text of the position after it. `other` are games without a result over the board.
    """

    token: str
    position: str
    games: int
    white: int
    draws: int
    black: int

    @property
    def other(self) -> int:
        """Games that ended otherwise, or not at all."""
        return self.games - self.white - self.draws - self.black


def read_position(rules: str, text: str, opening: str, reader: object) -> Position | None:
    """The position that `reader` asks for, by its text or by the turns that lead to it; None for neither.

    Raises Refused, with the name of what is wrong, and `FairPlayRefused` for a position
    of a game that the reader plays.
    """
    if not text and not opening:
        return None
    if text and opening:
        raise Refused(Message(_("Give either the position or the opening.")), field="opening")
    if not rules:
        raise Refused(Message(_("Choose the rules: a position is one of a game.")), field="rules")
    position = _from_text(rules, text) if text else _from_opening(rules, opening)
    need_fair_play(reader, Question(Source.COLLECTION, rules, position))
    return position


def _from_opening(rules: str, opening: str) -> Position:
    book = rules_for(rules)
    if book.chance is not None:
        raise Refused(Message(_("This game starts from a random set-up: give the position instead.")), field="opening")
    return _play_tokens(book.start(), opening.split())


def _from_text(rules: str, text: str) -> Position:
    try:
        return rules_for(rules).position(text)
    except RuleError as error:
        message = Message(_("This is not a position under these rules: %(why)s."), {"why": error.message})
        raise Refused(message, field="position") from None


def _play_tokens(position: Position, tokens: Sequence[str]) -> Position:
    at = 0
    while at < len(tokens):
        try:
            move, used = position.read_turn(tokens, at)
            position = position.play(move)
        except RuleError as error:
            params = {"token": tokens[at][:40], "why": error.message}
            raise Refused(Message(_("%(token)s: %(why)s."), params), field="opening") from None
        at += used
    return position


def find_games(query: CollectionQuery, start: int, size: int) -> FoundGames:
    """The games from number `start` on, `size` at most, as they are ordered. A constant number of queries."""
    minus = "-" * query.ordering.startswith("-")
    if query.position is None:
        games = Game.objects.filter(_conditions(query), _was_played())
        ids: list[tuple[int, int | None]] = [
            (game, None) for game in games.order_by(f"{minus}pk").values_list("pk", flat=True)[start : start + size]
        ]
        count = games.order_by()[: MOST_COUNTED + 1].count()
    else:
        positions = _positions(query)
        reached = positions.values("game").annotate(first=Min("ply")).order_by(f"{minus}game")
        ids = list(reached.values_list("game", "first")[start : start + size])
        count = positions.order_by().values("game").distinct()[: MOST_COUNTED + 1].count()
    rows = {row.id: row for row in rows_of(Game.objects.filter(pk__in=[game for game, _ply in ids]))}
    return FoundGames(tuple(FoundGame(rows[game], ply) for game, ply in ids if game in rows), count)


def next_turns(query: CollectionQuery) -> list[NextTurn]:
    """What was played next in the position, the most frequent first; of at most `MOST_IN_STATISTICS` games."""
    assert query.position is not None
    rows = _positions(query).filter(next_key__isnull=False).order_by("-game")
    counted: dict[int, Counter[str]] = {}
    for key, result in rows.values_list("next_key", "game__result")[:MOST_IN_STATISTICS]:
        assert key is not None
        counted.setdefault(key, Counter())[result] += 1
    frequent = sorted(counted, key=lambda key: -counted[key].total())[:MOST_TURNS]
    written = _written(query.position, set(frequent))
    return [
        NextTurn(
            *written.get(key, ("", "")),
            games=counted[key].total(),
            white=counted[key]["1-0"],
            draws=counted[key]["1/2-1/2"],
            black=counted[key]["0-1"],
        )
        for key in frequent
    ]


def public_games() -> QuerySet[Game]:
    """Every game of the collection that has a record, in the order in which they were entered."""
    return Game.objects.filter(_conditions(CollectionQuery(guests=None)), Exists(_records("pk"))).order_by("pk")


def games_to_export(query: CollectionQuery, after: int, size: int) -> list[int]:
    """Games with a record, in the order in which they were entered, from the one behind `after` on."""
    if query.position is None:
        games = Game.objects.filter(_conditions(query), Exists(_records("pk")), pk__gt=after)
        return list(games.order_by("pk").values_list("pk", flat=True)[:size])
    positions = _positions(query).filter(game__gt=after)
    return list(positions.order_by("game").values_list("game", flat=True).distinct()[:size])


def _written(position: Position, wanted: set[int]) -> dict[int, tuple[str, str]]:
    """For keys of next positions the turn that leads there, the first one where mirror images give several."""
    found: dict[int, tuple[str, str]] = {}
    for move in islice(position.legal_moves(), MOST_LOOKED_AT):
        after = position.play(move)
        key = after.key()
        if key in wanted and key not in found:
            found[key] = position.notation(move, OFFICIAL), after.text()
            if len(found) == len(wanted):
                break
    return found


def _positions(query: CollectionQuery) -> QuerySet[IndexedPosition]:
    assert query.position is not None
    shown = IndexedPosition.objects.exclude(record__in=held_back_records())
    return shown.filter(_conditions(query, "game__"), key=query.position.key())


def _records(game: str) -> QuerySet[Record]:
    return shown_records().filter(game=OuterRef(game))


def _was_played() -> Q:
    """A game that has a result over the board, or a record."""
    return Q(result__in=_PLAYED) | Q(Exists(_records("pk")))


def _conditions(query: CollectionQuery, game: str = "") -> Q:
    """What is asked for as a condition on games, reached over `game` ("" or "game__")."""
    names = {
        "rules": query.rules,
        "result": query.result,
        "played_on__gte": query.since,
        "played_on__lte": query.until,
    }
    wanted = Q(
        **{f"{game}parent_scope__hidden": False}, **{f"{game}{name}": value for name, value in names.items() if value}
    )
    if unpublished := unpublished_scopes():
        wanted &= ~Q(**{f"{game}parent_scope__key__in": unpublished})
    if not query.result:
        wanted &= ~Q(**{f"{game}result": VOID})
    if query.guests is not None:
        without = Q(**{f"{game}guests": ""})
        wanted &= ~without if query.guests else without
    if query.event:
        wanted &= Q(**{f"{game}parent_scope__key__in": scopes_named(query.event, MOST_PARENT_SCOPES)})
    return wanted & _seated(query, game) & _with_record(query, game)


def _seated(query: CollectionQuery, game: str) -> Q:
    people = [_people_named(name) for name in (query.player, query.opponent) if name]
    if not people:
        return Q()
    if len(people) == 1:
        return Q(**{f"{game}white__in": people[0]}) | Q(**{f"{game}black__in": people[0]})
    one, other = people
    seats: list[dict[str, Any]] = [{"white": one, "black": other}, {"white": other, "black": one}]
    first, second = (Q(**{f"{game}{seat}__in": ids for seat, ids in pair.items()}) for pair in seats)
    return first | second


def _people_named(name: str) -> list[int]:
    """The records of people of this name, those merged into them too."""
    return records_of_people(first_matching(name).order_by("pk").values_list("pk", flat=True)[:MOST_PEOPLE])


def _with_record(query: CollectionQuery, game: str) -> Q:
    wanted = Q()
    records = _records("game" if game else "pk")
    if query.record is not None:
        wanted &= Q(Exists(records)) if query.record else ~Q(Exists(records))
    if query.analysed:
        wanted &= Q(Exists(records.filter(pk__in=complete_analyses())))
    lengths = {"plies__gte": query.fewest, "plies__lte": query.most}
    asked = {name: value for name, value in lengths.items() if value is not None}
    return wanted & Q(Exists(records.filter(**asked))) if asked else wanted
