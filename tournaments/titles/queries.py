"""A title ready to print: its rule in words, who holds it, and who could be awarded it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.journal import queries as journal
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable, Meeting
from gipf_engine.tournament.standings.rated_opponents import performance_rating
from gipf_engine.tournament.titles import Performance
from players.core.queries import records
from players.permissions import may
from players.roles import Permission
from ratings.core.queries import lists
from ratings.core.queries.rating_list import rating_list
from ratings.models import Pool
from tournaments.core.formats import game_of, has_opponents
from tournaments.core.mapping import cross_table
from tournaments.core.queries.cached import get_or_compute, rows_of
from tournaments.core.queries.events import Reader
from tournaments.core.queries.titles import awards_in_force
from tournaments.models import Award, Event, Title


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who meets the rule of a title and does not hold it; `why` in words, `basis` as it is kept with an award."""

    person: int
    name: str
    why: Message
    basis: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AwardLine:
    """A title that was awarded; `reason` is why it was withdrawn, "" while it is in force."""

    award: Award
    person: int
    name: str
    why: Message
    reason: str


@dataclass(frozen=True, slots=True)
class TitlePage:
    """A title for one reader; candidates are for those alone who may award it."""

    title: Title
    version: int
    rule: Message
    holders: tuple[AwardLine, ...]
    withdrawn: tuple[AwardLine, ...]
    candidates: tuple[Candidate, ...]
    may_edit: bool
    may_award: bool


def rule_in_words(title: Title) -> Message:
    """What the title is given for."""
    known = {"rating": title.rating, "games": title.games, "norms": title.norms}
    if title.kind == Title.Kind.RATING:
        return Message(_("Rating: at least %(rating)d. Rated games: at least %(games)d."), known)
    template = _("Norms: %(norms)d. Each norm: performance at least %(rating)d, games in the event at least %(games)d.")
    return Message(template, known)


def title_page(title: Title, reader: Reader) -> TitlePage:
    """The title with who holds it and, for officers, who could."""
    awards = title.awards.select_related("withdrawal").annotate(root=records.canonical_id("person"))
    rows = list(awards)
    names = records.names(row.root for row in rows)
    events = _event_names(row.basis for row in rows)
    lines = [_award_line(row, row.root, names.get(row.root, "–"), events) for row in rows]
    may_award = may(reader, Permission.MANAGE_PEOPLE, title.scope)
    return TitlePage(
        title,
        journal.version(title.scope),
        rule_in_words(title),
        tuple(line for line in lines if not line.reason),
        tuple(line for line in lines if line.reason),
        tuple(candidates(title)) if may_award else (),
        may_edit=may(reader, Permission.EDIT_CLUB, title.scope),
        may_award=may_award,
    )


def _award_line(award: Award, person: int, name: str, events: Mapping[int, str]) -> AwardLine:
    withdrawal = getattr(award, "withdrawal", None)
    reason = withdrawal.reason if withdrawal is not None else ""
    return AwardLine(award, person, name, why_of(award.basis, events), reason)


def why_of(basis: Mapping[str, Any], names: Mapping[int, str]) -> Message:
    """What a title was awarded for, in words; `names` are those of events."""
    if "norms" in basis:
        part = _("%(event)s, performance %(performance)d, games %(games)d")
        parts = [Message(part, {**norm, "event": names.get(norm["event"], "–")}) for norm in basis["norms"]]
        return Message(_("Norms in: %(norms)s"), {"norms": parts})
    return Message(_("Rating %(rating)d, games %(games)d"), basis)


def _event_names(bases: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """The names of the events in which norms were made. One query."""
    ids = {norm["event"] for basis in bases for norm in basis.get("norms", ())}
    return dict(Event.objects.filter(pk__in=ids).values_list("pk", "name"))


def candidates(title: Title) -> list[Candidate]:
    """Who meets the rule now and does not hold the title, by name."""
    held = set(awards_in_force().filter(title=title).values_list(records.canonical_id("person"), flat=True))
    found = _by_rating(title) if title.kind == Title.Kind.RATING else _by_norms(title)
    bases = {person: basis for person, basis in found.items() if person not in held}
    names, events = records.names(bases), _event_names(bases.values())
    made = [Candidate(person, names.get(person, "–"), why_of(basis, events), basis) for person, basis in bases.items()]
    return sorted(made, key=lambda each: (each.name, each.person))


def _by_rating(title: Title) -> dict[int, dict[str, Any]]:
    """By person the highest rating that meets the rule, from the lists of the club."""
    found: dict[int, dict[str, Any]] = {}
    for pool in lists.pools_of_club(title.club):
        if title.game not in ("", _game_of_pool(pool)):
            continue
        for row in rating_list(pool):
            if row.value < title.rating:
                break  # the strongest come first
            best = found.get(row.person_id, {"rating": 0})["rating"]
            if title.rating_rule.is_met(row.value, row.games) and row.value > best:
                found[row.person_id] = {"rating": row.value, "games": row.games}
    return found


def _game_of_pool(pool: Pool) -> str:
    return pool.game or pool.rules.partition("-")[0]


def _by_norms(title: Title) -> dict[int, dict[str, Any]]:
    """By person the norms that give the title, from the closed events of the club."""
    events = Event.objects.filter(club=title.club, state=Event.State.CLOSED).order_by("starts_on", "pk")
    counting = [event for event in events if title.game in ("", game_of(event)) and has_opponents(event.format)]
    performances: dict[int, list[Performance]] = {}
    for event in counting:
        for person, performance in performances_in(event).items():
            performances.setdefault(person, []).append(performance)
    return {
        person: {"norms": _norms(title, own)} for person, own in performances.items() if title.norm_rule.is_met(own)
    }


def _norms(title: Title, own: Sequence[Performance]) -> list[dict[str, int]]:
    return [
        {"event": each.event, "performance": each.rating, "games": each.games} for each in title.norm_rule.norms_of(own)
    ]


def performances_in(event: Event) -> dict[int, Performance]:
    """By canonical person the performance in a closed event; no one's without rated opponents. Kept by its version."""
    version = journal.version(event.scope)
    kept = get_or_compute(event, "performances", version, dict[int, Performance], lambda: _compute(event, version))
    roots = records.canonical_ids(kept)
    return {roots.get(person, person): performance for person, performance in kept.items()}


def _compute(event: Event, version: int) -> dict[int, Performance]:
    rows = rows_of(event, version)
    table = cross_table(rows)
    found: dict[int, Performance] = {}
    for number, entry in rows.by_number.items():
        rating = None if entry.annulled or entry.expelled else performance_rating(table, number)
        if rating is not None:
            found[entry.person] = Performance(event.pk, rating, _rated_games(table, number))
    return found


def _rated_games(table: CrossTable, number: int) -> int:
    """The games over the board against rated opponents."""
    cells = table.entrant(number).cells[: table.rounds_played]
    return sum(
        side.played and side.outcome is not None
        for cell in cells
        if isinstance(cell, Meeting) and table.entrant(cell.opponent).rating is not None
        for side in cell.games
    )
