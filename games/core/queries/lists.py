"""Lists of games, each row ready to print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from common.filters import Lookup, narrow
from games.core.broadcasts import shown_records
from games.core.labels import rules_name
from games.core.replay import Start, replay
from games.models import Game, Move
from gipf_engine.diagrams.base import Translate
from gipf_engine.messages import Message
from gipf_engine.results import PENDING, VOID
from gipf_engine.rules.possible_results import OVER_THE_BOARD
from players.core.queries.records import canonical_id, canonical_name, record_ids
from players.guest_names import shown_name
from players.models import Club
from players.people.queries.search import records_matching

NOTHING_ASKED: Mapping[str, Any] = MappingProxyType({"ordering": "-played_on"})

LOOKED_AT = 24
"""Of so many of the last games those with a record are shown first."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game in a list. Names and ids are those of the canonical persons; `parent_scope` is a scope's key.

    A guest has a name and no id. `svg` is the last position of its newest record as a small board, where boards were
    asked for.
    """

    id: int
    parent_scope: str
    white_id: int | None
    white: str
    black_id: int | None
    black: str
    result: str
    rules: str
    played_on: date | None
    has_record: bool
    svg: str = ""

    @property
    def rules_name(self) -> Message:
        """What players call the rules."""
        return rules_name(self.rules)


def newest(
    *, club: Club | None = None, limit: int = 6, with_boards: bool = False, translate: Translate = str
) -> list[GameRow]:
    """The games that were played last, of a club or of all: those with a result, or a record that ends the game.

    With boards, those of the last `LOOKED_AT` that have a record are preferred: a board is what one looks at.
    """
    is_whole = Exists(shown_records().filter(game=OuterRef("pk"), outcome__in=OVER_THE_BOARD))
    games = Game.objects.exclude(result=VOID).filter(~Q(result=PENDING) | is_whole, parent_scope__hidden=False)
    if club is not None:
        games = games.filter(club=club)
    # First which, then all about them: with every name joined to each, thousands of games would be put in order.
    last = games.order_by("-played_on", "-pk")
    if with_boards:
        has_record = Exists(shown_records().filter(game=OuterRef("pk")))
        looked_at = list(last.annotate(seen=has_record).values_list("pk", "seen")[: max(limit, LOOKED_AT)])
        newest_ids = [pk for pk, _seen in sorted(looked_at, key=lambda each: not each[1])[:limit]]
    else:
        newest_ids = list(last.values_list("pk", flat=True)[:limit])
    rows = rows_of(Game.objects.filter(pk__in=newest_ids).order_by("-played_on", "-pk"))
    return with_small_boards(rows, translate) if with_boards else rows


def games_of(person_id: int, asked: Mapping[str, Any] = NOTHING_ASKED) -> list[GameRow]:
    """The games of a person, under whichever record they were played: all, newest first, or those that are `asked` for.

    Games that the two arranged here and aborted are none.

    `opponent` is another person (id), `q` words of the opponent's name; the others are as the API has them.
    """
    records = record_ids(person_id)
    as_white, as_black = Q(white__in=records), Q(black__in=records)

    def met(people: Sequence[int] | QuerySet[Any, Any]) -> Q:
        return as_white & Q(black__in=people) | as_black & Q(white__in=people)

    lookups: dict[str, Lookup] = {
        "club": "club__slug",
        "rules": "rules",
        "result": "result",
        "from": "played_on__gte",
        "to": "played_on__lte",
        "opponent": lambda person: met(record_ids(person)),
        "q": lambda words: met(records_matching(words)),
    }
    aborted = Q(online=True, club=None, result=VOID)
    games = Game.objects.filter(as_white | as_black, parent_scope__hidden=False).exclude(aborted)
    return rows_of(narrow(games, asked, lookups))


def rows_of(games: QuerySet[Game]) -> list[GameRow]:
    """Games as rows ready to print. One query for the whole list."""
    values = games.annotate(
        white_person=_unless_guest("white"),
        white_name=canonical_name("white"),
        black_person=_unless_guest("black"),
        black_name=canonical_name("black"),
        has_record=Exists(shown_records().filter(game=OuterRef("pk"))),
    ).values_list(
        *("pk", "parent_scope__key", "white_person", "white_name", "black_person", "black_name"),
        *("result", "rules", "played_on", "has_record"),
    )
    return [_game_row(*row) for row in values]


def _game_row(
    game: int, parent_scope: str, white_id: int | None, white: str, black_id: int | None, black: str, *more: Any
) -> GameRow:
    names = (white_id, shown_name(white, white_id), black_id, shown_name(black, black_id))
    return GameRow(game, parent_scope, *names, *more)


def _unless_guest(seat: str) -> Case:
    """The id of who sits at a seat; null for a guest, of whom there is no page."""
    return Case(When(guests__in=(seat, "both"), then=None), default=canonical_id(seat))


def with_small_boards(rows: Sequence[GameRow], translate: Translate = str) -> list[GameRow]:
    """The rows with the last position of each game that has a record. Three queries."""
    recorded = [row.id for row in rows if row.has_record]
    records = {
        game: (pk, Start(rules, tuple(options), setup, handicap))
        for pk, game, rules, options, setup, handicap in shown_records()
        .filter(game__in=recorded)
        .order_by("number")
        .values_list("pk", "game", "game__rules", "game__options", "game__setup", "game__handicap")
    }
    tokens = _tokens(pk for pk, _start in records.values())
    drawn = {game: replay(start, tokens[pk]).last.svg(translate, "small") for game, (pk, start) in records.items()}
    return [replace(row, svg=drawn.get(row.id, "")) for row in rows]


def newest_lines(games: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """The turns of the newest record of each of these games that has one, as everybody may see it. Two queries."""
    records = dict(shown_records().filter(game__in=list(games)).order_by("number").values_list("game", "pk"))
    tokens = _tokens(records.values())
    return {game: tuple(tokens[pk]) for game, pk in records.items()}


def _tokens(records: Iterable[int]) -> dict[int, list[str]]:
    tokens: dict[int, list[str]] = defaultdict(list)
    moves = Move.objects.filter(record__in=list(records), ply__gt=0).order_by("record", "ply")
    for record, token in moves.values_list("record", "token"):
        tokens[record].append(token)
    return tokens
