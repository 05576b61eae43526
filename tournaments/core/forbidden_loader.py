"""Who is kept apart in events, as it is read with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

from common.compiled_query import CompiledQuery
from tournaments.core.formats import pairs_freely, pairs_teams_freely
from tournaments.models import Event, ForbiddenGroup, ForbiddenTeam


@dataclass(frozen=True, slots=True)
class ForbiddenRow:
    """Entries (ids) of whom no two may meet, from `first_round` to `last_round` (None: to the end); or `teams` (ids).

    `strength` "avoid": they may, where the criteria leave no choice.
    """

    id: int
    entries: tuple[int, ...]
    first_round: int
    last_round: int | None
    strength: str = ForbiddenGroup.Strength.NEVER.value
    teams: tuple[int, ...] = ()

    @property
    def is_soft(self) -> bool:
        """Whether two of them may meet where the criteria leave no choice."""
        return self.strength == ForbiddenGroup.Strength.AVOID


def load_forbidden(events: Sequence[Event]) -> dict[int, tuple[ForbiddenRow, ...]]:
    """The groups that are kept apart, by event; none where the format's schedule says who meets."""
    groups: dict[int, dict[int, ForbiddenRow]] = defaultdict(dict)
    of_teams = [event.pk for event in events if pairs_teams_freely(event.format)]
    free = [*of_teams, *(event.pk for event in events if pairs_freely(event.format))]
    rows: Iterable[tuple[Any, ...]]
    rows = _FORBIDDEN_OF_ONE(free[0]) if len(free) == 1 else _forbidden_members(Q(event__in=free))
    members: dict[int, list[int]] = defaultdict(list)
    for event, pk, first, last, strength, entry in rows:
        if entry is not None:
            members[pk].append(entry)
        groups[event][pk] = ForbiddenRow(pk, (), first, last, strength)
    teams = _forbidden_teams(of_teams) if of_teams else {}
    return {
        event.pk: tuple(
            replace(each, entries=tuple(members[each.id]), teams=tuple(teams.get(each.id, ())))
            for each in groups[event.pk].values()
        )
        for event in events
    }


def _forbidden_members(wanted: Q) -> QuerySet[ForbiddenGroup, Any]:
    found = ForbiddenGroup.objects.filter(wanted).order_by("pk", "members__entry")
    return found.values_list("event", "pk", "first_round", "last_round", "strength", "members__entry")


_FORBIDDEN_OF_ONE = CompiledQuery(lambda event: _forbidden_members(Q(event=event)))


def _forbidden_teams(events: Sequence[int]) -> dict[int, list[int]]:
    """By group (id) the teams of which no two may meet."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = ForbiddenTeam.objects.filter(group__event__in=events).order_by("group", "team")
    for group, team in rows.values_list("group", "team"):
        found[group].append(team)
    return found
