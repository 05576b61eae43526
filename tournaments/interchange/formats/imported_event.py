"""An event as it was read from a file, whatever its format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models.functions import Coalesce

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.results import PENDING
from gipf_engine.tournament.lots import Lots
from players.core.queries.memberships import clubs_of
from players.models import Club, Membership, Person
from players.names import normalize_name
from players.people.name_matches import Candidate
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import EventConfig
from tournaments.core.standard_rules import departures
from tournaments.interchange.formats.imported_teams import ImportedMatch, ImportedTeam

# --- what was changed in a file, in groups: hundreds of lines with the same fault are told as one ---------


@dataclass(frozen=True, slots=True)
class RepairGroup:
    """The first repair of a kind, and the numbers of the lines that have another one like it."""

    first: Message
    lines: tuple[int, ...] = ()


def group_repairs(repairs: Sequence[Message]) -> list[RepairGroup]:
    """The kinds of repairs in the order in which they first come. What is not of a line stands by itself."""
    found: dict[object, list[Message]] = {}
    for repair in repairs:
        found.setdefault(_kind(repair), []).append(repair)
    return [RepairGroup(first, tuple(_line_number(each) for each in others)) for first, *others in found.values()]


def _kind(repair: Message) -> object:
    what = repair.params.get("what")
    return what.template if isinstance(what, Message) and _line_number(repair) else str(repair)


def _line_number(repair: Message) -> int:
    number = repair.params.get("number")
    return number if isinstance(number, int) else 0


# --- an event that is being imported: read and checked, and nothing of it stored yet ----------------------


WITHOUT_TEAMS = Message(_("The file has no teams: choose a format of players."))
WITH_TEAMS = Message(_("Teams meet in this file: choose a format of teams."))


class FileRefused(EventRefused):
    """A file that is not taken: every problem, each with its line or its place in the file.

    Or, with `writing`, an event that a format has no place for.
    """

    def __init__(self, problems: Sequence[Message], *, writing: bool = False) -> None:
        params = {"reasons": list(problems[:1]), "more": len(problems) - 1}
        message = _("This file cannot be imported: %(reasons)s")
        if writing:
            message = _("This file cannot be written: %(reasons)s")
        elif len(problems) > 1:
            message = _("This file cannot be imported: %(reasons)s (and %(more)d more)")
        super().__init__(Message(message, params), problems, field="" if writing else "file")


STANDING = (
    *("number", "rating", "rating_source", "rating_day"),
    *("group", "withdrawn_after", "annulled", "expelled", "no_half_byes"),
)


@dataclass(frozen=True, slots=True)
class ImportedEntry:
    """A player of the file. `ref` is how the file's rounds refer to it: the pairing number, or the place in the list.

    `number` is None where the event had not started. `details` are what is kept for files alone.
    """

    ref: int
    number: int | None
    name: str
    country: str = ""
    rating: int | None = None
    withdrawn_after: int | None = None
    annulled: bool = False
    group: int | None = None
    virtual_points: tuple[int, ...] = ()
    expelled: bool = False
    no_half_byes: bool = False
    rating_source: str = ""
    rating_day: date | None = None
    details: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def standing(self) -> dict[str, Any]:
        """Where it stands in the event, under the names that `Entry` and `EntryRow` have for it too."""
        return {name: getattr(self, name) for name in STANDING}


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game of a pairing, in the order of the legs. `records` are texts.

    `rules` are those of a game of a medley, `chooser` the entry (ref) that chooses them, `chosen` that it did.
    """

    result: str
    played_on: date | None = None
    rated: bool = True
    rated_result: str = ""
    handicap: str = ""
    setup: str = ""
    records: tuple[str, ...] = ()
    rules: str = ""
    chooser: int | None = None
    chosen: bool = False

    @property
    def is_choice_open(self) -> bool:
        """Whether it is still to be chosen what is played."""
        return self.chooser is not None and not self.chosen and self.result == PENDING


@dataclass(frozen=True, slots=True)
class ImportedDeal:
    """A deal that was played: its number in the draw, what it laid out, and par."""

    number: int
    setup: str
    par: int


@dataclass(frozen=True, slots=True)
class ImportedDraw:
    """The draw of a round of deals. `version` names recipe, solver and limit; `skipped` are numbers not played."""

    seed: str
    version: str
    commitment: str
    deals: tuple[ImportedDeal, ...]
    skipped: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ImportedAttempt:
    """How a person played a deal: fields as in `games.models.Attempt`, and each turn with its time."""

    ending: str
    result: str
    begun_at: datetime | None
    ended_at: datetime
    turns: tuple[tuple[str, datetime], ...]
    fault: str
    counts: Mapping[str, int] | None = field(hash=False)


@dataclass(frozen=True, slots=True)
class ImportedPairing:
    """Two players (refs) and their games, or one with attempts at the round's deals or a kind of bye.

    Without `has_colours` the file does not say who began.
    """

    kind: str
    white: int
    black: int | None = None
    games: tuple[ImportedGame, ...] = ()
    attempts: tuple[ImportedAttempt, ...] = ()
    has_colours: bool = True


@dataclass(frozen=True, slots=True)
class ImportedRound:
    """A round, its pairings in the order of the boards, byes last. `draw` is where everybody played its deals.

    Where teams meet, `matches` say which pairings are boards of which match.
    """

    pairings: tuple[ImportedPairing, ...]
    deadline: date | None = None
    known: Mapping[str, Any] | None = field(default=None, hash=False)
    by_hand: Mapping[str, Any] | None = field(default=None, hash=False)
    draw: ImportedDraw | None = None
    matches: tuple[ImportedMatch, ...] = ()
    line_ups_due: datetime | None = None


@dataclass(frozen=True, slots=True)
class ImportedExit:
    """By what the event left standard rules: fields as in `RuleExit`."""

    setting: str
    after_round: int
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class RankComparison:
    """The ranks of a file beside those that the tie-breaks of the event give. `guessed`: from the ranks themselves."""

    codes: tuple[str, ...]
    guessed: bool
    ranked: int
    differences: tuple[Message, ...]


Apart = tuple[tuple[int, ...], int, int | None, str]
"""A group that is kept apart: refs, first round, last round (None: to the end), strength."""


@dataclass(frozen=True, slots=True)
class ImportedEvent:
    """A whole event. `plan` is checked; `repairs` list all that was not taken as it stood in the file.

    `byes` are those asked for rounds to come: (ref, round, kind). `apart` are groups of refs with first and last round
    and whether they never meet or only where it cannot be avoided; `teams_apart` are such groups of teams.
    `exits` say by what it left standard rules where it was held. `lots` are None where the file has no seed.
    `paired_otherwise`: its rounds were paired in a way that is not known here, so that they are not compared with those
    that the format gives. `ranks` is None where the file has none, or the format has a table of its own kind.
    `source` names the format of the file, marked for the catalogs.
    """

    plan: EventConfig
    entries: tuple[ImportedEntry, ...]
    rounds: tuple[ImportedRound, ...] = ()
    byes: tuple[tuple[int, int, str], ...] = ()
    apart: tuple[Apart, ...] = ()
    first_colour: str = ""
    header: Mapping[str, Any] = field(default_factory=dict, hash=False)
    repairs: tuple[Message, ...] = ()
    exits: tuple[ImportedExit, ...] = ()
    lots: Lots | None = None
    paired_otherwise: bool = False
    ranks: RankComparison | None = None
    source: str = ""
    teams: tuple[ImportedTeam, ...] = ()
    teams_apart: tuple[Apart, ...] = ()

    @property
    def outside_rules(self) -> tuple[str, ...]:
        """By what the event is outside standard rules: keys of settings, none where it follows them."""
        return tuple(dict.fromkeys((*(each.setting for each in self.exits), *departures(self.plan))))

    @property
    def has_started(self) -> bool:
        """Whether everybody has a pairing number."""
        return bool(self.entries) and all(entry.number is not None for entry in self.entries)

    @property
    def games(self) -> int:
        return sum(len(pairing.games) for round_ in self.rounds for pairing in round_.pairings)


# --- which persons of the server the players of a file may be ---------------------------------------------
# By their names, as searches compare them.


TRF_NAME = 33
"""Where TRF cuts names."""


@dataclass(frozen=True, slots=True)
class Match:
    """A player of the file and who that may be. `chosen` is the one member of the club who is called so, else None."""

    entry: ImportedEntry
    candidates: tuple[Candidate, ...]
    chosen: int | None


def matches(incoming: ImportedEvent, club: Club) -> list[Match]:
    """Everybody in the file, in its order. Four queries."""
    members = _members(club)
    by_key = _find_named({key for entry in incoming.entries for key in _keys(entry.name)}, members)
    wanted = {pk for found in by_key.values() for pk in found}
    free = Person.objects.filter(pk__in=wanted, merged_into=None, erased_at=None, program_level=None)
    people = {person.pk: person for person in free}
    clubs = {pk: tuple(each.name for each in rows) for pk, rows in clubs_of(people).items()}
    return [_match(entry, by_key, people, set(members), clubs) for entry in incoming.entries]


def _find_named(keys: set[str], members: Mapping[int, str]) -> dict[str, set[int]]:
    """Who is called so, by any record of theirs; members also by their names as TRF cuts them."""
    by_key: dict[str, set[int]] = {}
    records = Person.objects.filter(folded__in=keys).annotate(root=Coalesce("merged_into_id", "pk"))
    for key, root in records.values_list("folded", "root"):
        by_key.setdefault(key, set()).add(root)
    for root, name in members.items():
        by_key.setdefault(normalize_name(name[:TRF_NAME]), set()).add(root)
    return by_key


def _match(
    entry: ImportedEntry,
    by_key: Mapping[str, set[int]],
    people: Mapping[int, Person],
    members: set[int],
    clubs: Mapping[int, tuple[str, ...]],
) -> Match:
    found = {pk for key in _keys(entry.name) for pk in by_key.get(key, ()) if pk in people}
    ours = [pk for pk in found if pk in members]
    in_order = [people[pk] for pk in sorted(found, key=lambda pk: (pk not in members, pk))]
    candidates = tuple(Candidate(each.pk, each.name, each.country, clubs.get(each.pk, ())) for each in in_order)
    return Match(entry, candidates, ours[0] if len(ours) == 1 else None)


def known_people(found: Iterable[Match]) -> dict[int, int]:
    """The persons that are chosen without asking, by the file's own numbers; no one twice."""
    chosen: dict[int, int] = {}
    for match in found:
        if match.chosen is not None and match.chosen not in chosen.values():
            chosen[match.entry.ref] = match.chosen
    return chosen


def _keys(name: str) -> set[str]:
    """The name as searches compare it, as it stands and with "Surname, First" turned round."""
    last, comma, first = name.partition(",")
    return {normalize_name(name), normalize_name(f"{first} {last}")} if comma else {normalize_name(name)}


def _members(club: Club) -> dict[int, str]:
    """The canonical members of a club and their names."""
    rows = Membership.objects.filter(club=club, until=None).annotate(
        root=Coalesce("person__merged_into_id", "person_id"),
        name=Coalesce("person__merged_into__name", "person__name"),
    )
    return dict(rows.values_list("root", "name"))
