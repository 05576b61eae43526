"""What is in a file of past games, as a page or a program is told before anything of it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

import msgspec

from games.histories.history_file import HistoryFile, LineGroup, in_groups
from games.histories.known_lines import Known
from players.people.name_matches import Candidate, NameMatch, describe_people

MOST_LISTED = 100
"""New people, and lines with another result, that are listed."""


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name that may be of a known person: the ids of candidates, and the rest as in `NameMatch`."""

    name: str
    candidates: tuple[int, ...]
    chosen: int | None
    is_near: bool


@dataclass(frozen=True, slots=True)
class FoundHistory:
    """A file that was read: how much is in it, what is wrong with it, and who may be meant.

    `known` games are here already, those of the lines `otherwise` with another result. `new_names` are the first of
    `more_new` more.
    """

    games: int
    events: int
    players: int
    first_day: date | None
    last_day: date | None
    faults: tuple[LineGroup, ...]
    cautions: tuple[LineGroup, ...]
    known: int
    otherwise: tuple[int, ...]
    names: tuple[FoundName, ...]
    new_names: tuple[str, ...]
    more_new: int

    @property
    def new(self) -> int:
        """How many games would be stored."""
        return self.games - self.known

    @property
    def near(self) -> int:
        """How many names a person has to say of who is meant."""
        return sum(name.is_near for name in self.names)

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return cast("dict[str, Any]", msgspec.to_builtins(self, enc_hook=str))


def describe_file(file: HistoryFile, matches: Sequence[NameMatch], known: Known) -> FoundHistory:
    """What is said of a file that was read."""
    days = [game.on for game in file.games]
    new = [match.name for match in matches if not match.candidates]
    return FoundHistory(
        games=len(file.games),
        events=len(file.events),
        players=len(file.names),
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        faults=tuple(in_groups(file.faults)),
        cautions=tuple(in_groups(file.cautions)),
        known=len(known),
        otherwise=tuple([line for line, same in known.items() if not same][:MOST_LISTED]),
        names=tuple(
            FoundName(each.name, tuple(one.id for one in each.candidates), each.chosen, each.is_near)
            for each in matches
            if each.candidates
        ),
        new_names=tuple(new[:MOST_LISTED]),
        more_new=max(0, len(new) - MOST_LISTED),
    )


def found_from(values: Mapping[str, Any]) -> FoundHistory:
    """What was kept of a file."""
    return msgspec.convert(values, FoundHistory)


def name_matches(names: Sequence[FoundName]) -> list[NameMatch]:
    """The names with those who may be meant, as they are called now; who is gone since is left out. Three queries."""
    people: Mapping[int, Candidate] = describe_people({pk for name in names for pk in name.candidates})
    return [
        NameMatch(
            each.name,
            tuple(people[pk] for pk in each.candidates if pk in people),
            each.chosen if each.chosen in people else None,
            each.is_near,
        )
        for each in names
    ]
