"""Lists as they were published: which there are, who stands in one, and how two versions of it differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import F, Q

from games.models import Claim
from gipf_engine.messages import Message
from gipf_engine.ratings import system_for
from gipf_engine.ratings.base import Parameter
from players.core.queries.records import canonical_name
from players.models import Person
from players.scope_labels import Label, labels
from ratings.core.ledger import games_of
from ratings.core.list_content import ListedPlayer, compare_days, compare_rows, unpack_days, unpack_rows
from ratings.core.queries.details import Detail, details
from ratings.models import Pool, RatingList

MOST_NAMED = 50
"""Games and events that are named as the reason of a correction."""
_GONE = ("–", "")
"""Instead of name and country of a player who was removed with an example club."""


@dataclass(frozen=True, slots=True)
class DatedList:
    """A date with its number and its versions, the newest first."""

    dated: date
    number: int
    versions: Sequence[RatingList]

    @property
    def newest(self) -> RatingList:
        """The version that is valid now."""
        return self.versions[0]

    @property
    def system_name(self) -> Message:
        """The system that was the club's rating then."""
        return Message(system_for(self.newest.system).name)


@dataclass(frozen=True, slots=True)
class DatedRow:
    """A line of a published list. Equal ratings share a rank. Names are those of today."""

    rank: int
    person_id: int
    name: str
    country: str
    value: int
    games: int
    provisional: bool
    rated_on: date
    details: Sequence[Detail]


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A player in two versions of a list: rating and games in each, None where the player is not in it."""

    person_id: int
    name: str
    before: ListedPlayer | None
    after: ListedPlayer | None

    @property
    def change(self) -> int | None:
        """The points between the versions."""
        return self.after.value - self.before.value if self.before and self.after else None


@dataclass(frozen=True, slots=True)
class ChangedGame:
    """A game of which something was said between two versions: what counts now; "" before: nothing was known.

    `reason` is what was said with the last result; "" where nothing was.
    """

    game_id: int
    white: str
    black: str
    day: date
    before: str
    after: str
    reason: str


class ChangedParameter(NamedTuple):
    """A parameter of the rating system that is another one in the newer version."""

    help: Message
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ListDifference:
    """What differs between two versions, and why, where it can be told.

    `days` are those whose games differ. `games` are the ones whose results changed; `parent_scopes` are the events of
    the other days: they were closed, reopened or taken in or out as a whole, or players of theirs are other records
    now.
    """

    older: RatingList
    newer: RatingList
    rows: Sequence[ChangedRow]
    days: Sequence[date]
    games: Sequence[ChangedGame]
    parent_scopes: Sequence[tuple[date, Label]]
    parameters: Sequence[ChangedParameter]

    @property
    def other_system(self) -> bool:
        """Whether the newer version is rated by another system."""
        return self.older.system != self.newer.system

    @property
    def other_days(self) -> bool:
        """Whether games count at once in one version, and in the other when their event is closed."""
        return self.older.counts_at_once != self.newer.counts_at_once


def dated_lists(pool: Pool) -> list[DatedList]:
    """Every list that a pool, or another one side by side with it, published; the newest date first. One query."""
    found: defaultdict[tuple[date, int], list[RatingList]] = defaultdict(list)
    rows = RatingList.objects.filter(pool__in=pool.side_by_side.order_by())
    rows = rows.defer("content", "days").order_by("-dated", "-version")
    for row in rows:
        found[row.dated, row.number].append(row)
    return [DatedList(dated, number, versions) for (dated, number), versions in found.items()]


def find_list(pool: Pool, number: int, version: int | None = None) -> RatingList | None:
    """The list with this number, in one version or (None) the newest; also where a system beside the pool's made it."""
    rows = RatingList.objects.filter(pool__in=pool.side_by_side.order_by(), number=number).order_by("-version")
    return (rows if version is None else rows.filter(version=version)).first()


def list_rows(listed: RatingList) -> list[DatedRow]:
    """Everybody in a published list, the strongest first. One query a thousand players."""
    rows = unpack_rows(bytes(listed.content))
    known, values = (
        _names_and_countries(row.person for row in rows),
        system_for(listed.system, listed.parameters).values,
    )
    listed_values = [value for value in values if value.listed]
    ranked: list[DatedRow] = []
    for place, row in enumerate(rows, start=1):
        tied = bool(ranked) and ranked[-1].value == row.value
        rank = ranked[-1].rank if tied else place
        name, country = known.get(row.person, _GONE)
        noted = details(listed_values, row.details)
        ranked.append(DatedRow(rank, row.person, name, country, *row[1:5], noted))
    return ranked


def _names_and_countries(ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Name and country of each record's person, as they are today."""
    wanted, found = sorted(set(ids)), dict[int, tuple[str, str]]()
    for start in range(0, len(wanted), 1000):
        rows = Person.objects.filter(pk__in=wanted[start : start + 1000])
        named = rows.values_list("pk", F("name"), "merged_into__name", "country")
        found |= {pk: (merged or name, country) for pk, name, merged, country in named}
    return found


def compare_lists(older: RatingList, newer: RatingList) -> ListDifference:
    """How two versions of one list differ, and why."""
    changed = compare_rows(unpack_rows(bytes(older.content)), unpack_rows(bytes(newer.content)))
    known = _names_and_countries(row.person for row in changed)
    days = compare_days(unpack_days(bytes(older.days)), unpack_days(bytes(newer.days)))
    games = _changed_games(newer.pool, days, older.published_at, newer.published_at)
    explained = {game.day for game in games}
    return ListDifference(
        older=older,
        newer=newer,
        rows=[ChangedRow(row.person, known.get(row.person, _GONE)[0], row.before, row.after) for row in changed],
        days=days,
        games=games,
        parent_scopes=_parent_scopes(newer.pool, [day for day in days if day not in explained]),
        parameters=_changed_parameters(older, newer),
    )


def _changed_games(pool: Pool, days: Sequence[date], since: datetime, until: datetime) -> list[ChangedGame]:
    """Games of these days of whose results something was said between two moments, and which end differently now."""
    claims = Claim.objects.filter(at__gt=since, at__lte=until, game__rules__in=pool.coverage.covered)
    games = games_of(pool).filter(Q(pk__in=claims.order_by().values("game"), counts_from__in=days[:MOST_NAMED]))
    named = games.annotate(white_name=canonical_name("white"), black_name=canonical_name("black"))
    rows = list(named.values_list("pk", "white_name", "black_name", "counts_from", "counted")[:MOST_NAMED])
    before, reasons = _claims_between([row[0] for row in rows], since, until)
    return [
        ChangedGame(pk, white, black, day, before.get(pk, ""), counted, reasons.get(pk, ""))
        for pk, white, black, day, counted in rows
        if day is not None and before.get(pk) != counted
    ]


def _claims_between(games: Iterable[int], since: datetime, until: datetime) -> tuple[dict[int, str], dict[int, str]]:
    """The last result that was said of each game until `since`, and why another one was said then, until `until`."""
    claims = Claim.objects.filter(game__in=list(games), at__lte=until, late=False, voided=None).order_by("number")
    rows = list(claims.values_list("game", "at", "result", "why__text"))
    before = {game: result for game, at, result, _why in rows if at <= since}
    return before, {game: why or "" for game, at, _result, why in rows if at > since}


def _parent_scopes(pool: Pool, days: Sequence[date]) -> list[tuple[date, Label]]:
    games, columns = games_of(pool).filter(Q(counts_from__in=days[:MOST_NAMED])), ("counts_from", "parent_scope__key")
    rows = sorted(set(games.order_by().values_list(*columns)))[:MOST_NAMED]
    called = labels(key for _day, key in rows)
    return [(day, called[key]) for day, key in rows if day is not None]


def _changed_parameters(older: RatingList, newer: RatingList) -> list[ChangedParameter]:
    if older.system != newer.system:
        return []
    before, after = (system_for(each.system, each.parameters) for each in (older, newer))
    return [
        ChangedParameter(
            Message(known.help), _tell(known, before.parameters[known.key]), _tell(known, after.parameters[known.key])
        )
        for known in before.all_known()
        if before.parameters[known.key] != after.parameters[known.key]
    ]


def _tell(known: Parameter, number: int) -> str:
    return str(number) if not known.digits else f"{number / 10**known.digits:.{known.digits}f}"


def lists_with_ids(ids: Iterable[int]) -> dict[int, RatingList]:
    """Published lists by their ids, each with its pool, without what they hold. One query, none for no ids."""
    wanted = set(ids)
    rows = RatingList.objects.filter(pk__in=wanted).select_related("pool__club").defer("content", "days")
    return {listed.pk: listed for listed in rows} if wanted else {}
