"""What holds the events of a club together, its templates, titles and rating lists, as parts of its file.

Events are called by their places in the file, from 0, people by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from players.core.queries.records import canonical_id
from players.models import Club
from ratings.ledger.replaying import replay
from ratings.models import Pool
from tournaments.club_files.rows import row_values
from tournaments.core.event_values import plain
from tournaments.models import (
    Award,
    Circuit,
    Entry,
    EventTemplate,
    Festival,
    League,
    Season,
    Stage,
    StageEvent,
    StagePlan,
    Title,
)

CIRCUIT = ("name", "about", "game", "scale", "own", "tied", "counted", "ties")
SEASON = ("number", "name", "up", "down", "ended_at")
MOVE = ("division", "to", "by_hand", "reason")
PLAN = ("name", "about")
"""Of leagues and events in stages."""
STAGE = ("number", "name", "first", "rest", "seeding", "settings")
FESTIVAL = ("name", "place", "about", "starts_on", "ends_on")
TITLE = ("name", "game", "kind", "rating", "games", "norms")
TEMPLATE = ("name", "plan", "standard_rules", "made_at")
LIST = (
    *("rules", "game", "system", "parameters", "is_main", "publishes", "inactive_after"),
    *("counts_at_once", "admits_programs"),
)
Places = Mapping[int, int]
"""By id of an event its place in the file."""
Keys = Mapping[int, str]


def series_part(club: Club, at: Places, keys: Keys) -> dict[str, Any]:
    """Circuits, leagues, events in stages and festivals."""
    return {
        "circuits": [_circuit(each, at) for each in Circuit.objects.filter(club=club).order_by("pk")],
        "leagues": [_league(each, at, keys) for each in League.objects.filter(club=club).order_by("pk")],
        "stages": [_plan_of_stages(each, at) for each in StagePlan.objects.filter(club=club).order_by("pk")],
        "festivals": [_festival(each, at) for each in Festival.objects.filter(club=club).order_by("pk")],
    }


def _circuit(circuit: Circuit, at: Places) -> dict[str, Any]:
    places = circuit.places.order_by("pk").values_list("event", "weight")
    return {**row_values(circuit, CIRCUIT), "events": [[at[event], weight] for event, weight in places]}


def _league(league: League, at: Places, keys: Keys) -> dict[str, Any]:
    seasons = [_season_values(each, at, keys) for each in league.seasons.order_by("number")]
    return {**row_values(league, PLAN), "seasons": seasons}


def _season_values(season: Season, at: Places, keys: Keys) -> dict[str, Any]:
    moves = season.moves.annotate(root=canonical_id("person"))
    return {
        **row_values(season, SEASON),
        "divisions": [[each.level, at[each.event_id]] for each in season.divisions.order_by("level")],
        "moves": sorted(
            ({"person": keys[each.root], **row_values(each, MOVE)} for each in moves),
            key=lambda move: (move["division"], move["person"]),
        ),
    }


def _plan_of_stages(plan: StagePlan, at: Places) -> dict[str, Any]:
    stages = [_stage_values(each, at) for each in plan.stages.order_by("number")]
    return {**row_values(plan, PLAN), "stages": stages}


def _stage_values(stage: Stage, at: Places) -> dict[str, Any]:
    return {
        **row_values(stage, STAGE),
        "events": [_stage_event(each, at) for each in stage.events.order_by("pk")],
        "passes": _numbered_entries(stage.passes.order_by("pk").values_list("entry", flat=True), at),
    }


def _stage_event(place: StageEvent, at: Places) -> dict[str, Any]:
    taken = list(place.qualifiers.order_by("seed").values_list("entry", "seed"))
    numbers = _numbers_of_entries([entry for entry, _seed in taken], at)
    return {
        "event": at[place.event_id],
        "purpose": place.purpose,
        "qualifiers": [[*numbers[entry], seed] for entry, seed in taken if entry in numbers],
    }


def _numbers_of_entries(entries: Any, at: Places) -> dict[int, tuple[int, int]]:
    """By entry (id) the place of its event and its pairing number; those that are gone are left out."""
    rows = Entry.objects.filter(pk__in=list(entries), number__isnull=False, event__in=list(at))
    found = rows.values_list("pk", "event", "number")
    return {pk: (at[event], number) for pk, event, number in found if number is not None}


def _numbered_entries(entries: Any, at: Places) -> list[list[int]]:
    found = _numbers_of_entries(entries, at)
    return [[*found[entry]] for entry in entries if entry in found]


def _festival(festival: Festival, at: Places) -> dict[str, Any]:
    sections = festival.sections.order_by("pk").values_list("event", flat=True)
    return {**row_values(festival, FESTIVAL), "sections": [at[event] for event in sections]}


# --- templates, titles, lists -------------------------------------------------------------------------


def templates_part(club: Club) -> list[dict[str, Any]]:
    """The settings that the club keeps for new events."""
    return [row_values(each, TEMPLATE) for each in EventTemplate.objects.filter(club=club).order_by("name", "pk")]


def titles_part(club: Club, at: Places, keys: Keys) -> list[dict[str, Any]]:
    """Titles with all that was awarded and withdrawn."""
    found = []
    for title in Title.objects.filter(club=club).order_by("pk"):
        awards = title.awards.select_related("withdrawal").annotate(root=canonical_id("person")).order_by("pk")
        found.append({**row_values(title, TITLE), "awards": [_award(each, keys[each.root], at) for each in awards]})
    return found


def _award(award: Award, person: str, at: Places) -> dict[str, Any]:
    basis = dict(award.basis)
    if "norms" in basis:
        basis["norms"] = [{**norm, "event": at.get(norm["event"])} for norm in basis["norms"]]
    withdrawal = getattr(award, "withdrawal", None)
    withdrawn = None
    if withdrawal is not None:
        withdrawn = {"on": plain(withdrawal.withdrawn_on), "reason": withdrawal.reason}
    return {"person": person, "awarded_on": plain(award.awarded_on), "basis": basis, "withdrawn": withdrawn}


def pools_in_order(club: Club) -> list[Pool]:
    """The rating lists of a club; the systems of one list side by side, the main one first."""
    return list(Pool.objects.filter(club=club).order_by("rules", "game", "-is_main", "system"))


def lists_part(club: Club) -> list[dict[str, Any]]:
    """By what the lists of the club count and rate."""
    return [row_values(pool, LIST) for pool in pools_in_order(club)]


def ratings_part(club: Club, keys: Keys) -> list[dict[str, Any]]:
    """What the lists come to, rated from nothing. None of it is brought in: the other server has to find the same."""
    found = []
    for pool in pools_in_order(club):
        standings = sorted(
            (
                {
                    "person": keys[person],
                    "value": row.value,
                    "games": row.games,
                    "provisional": row.provisional,
                    "details": plain(dict(row.details)),
                    "last_change": row.last_change,
                    "last_rated_on": plain(row.last_rated_on),
                }
                for person, row in replay(pool).standings.items()
                if person in keys
            ),
            key=lambda row: (len(row["person"]), row["person"]),
        )
        found.append({"list": [pool.rules, pool.game, pool.system], "players": standings})
    return found
