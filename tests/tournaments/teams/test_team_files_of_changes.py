"""Files of events of teams in which teams left, came late, asked for byes and are kept apart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pytest import Subtests

from gipf_engine.tournament.trf import TrfError
from players.models import Account, Club
from testing.factories import PersonFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, enter_persons, entry, fresh
from testing.tournaments.round_trips import exported, taken_in
from testing.tournaments.teams import FOUR_TEAMS, hand_in, line_up_all, running_teams, team
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.interchange.formats import json_importer
from tournaments.models import Event
from tournaments.rounds.services import rounds
from tournaments.teams.queries.matches import matches_page
from tournaments.teams.queries.tables import team_standings
from tournaments.teams.services import byes, exclusions, late, leaving
from tournaments.teams.services.line_ups import close_line_ups

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

SIX: Mapping[str, Sequence[str]] = {**FOUR_TEAMS, "Eels": ("Eva", "Eli"), "Foxes": ("Fay", "Flo")}
SWISS: Mapping[str, Any] = {"format": "team-swiss", "rounds_planned": 4}


def line_up_waiting(event: Event, organiser: Account, number: int, rosters: Mapping[str, Sequence[str]]) -> None:
    """Every team whose match waits sends its roster."""
    rows = load(fresh(event))
    for match in rows.rounds[number - 1].waiting_matches:
        for each in match.teams:
            name = rows.team_by_id[each].name
            hand_in(event, organiser, number, name, *rosters[name])


def win_as_white(event: Event, organiser: Account) -> None:
    rows = load(fresh(event))
    for pairing in rows.rounds[-1].open_pairings:
        white, black = (rows.by_id[each].name for each in pairing.entries)
        decide(event, organiser, {(white, black): "1-0"})


def changed(club: Club, organiser: Account) -> Event:
    """Round 1: the Dogs have a half-point bye, the Eels withdraw before line-ups are in, the Gnus come after it."""
    event, _players = running_teams(club, organiser, SIX, rounds=0, **SWISS)
    of = {name: team(event, name).pk for name in SIX}
    exclusions.keep_teams_apart(event.pk, organiser, [of["Ants"], of["Bees"]], last_round=3)
    avoid = {"strength": "avoid", "first_round": 2}
    confirmed(exclusions.keep_teams_apart, event.pk, organiser, [of["Cats"], of["Dogs"]], **avoid)
    byes.request_team_bye(event.pk, organiser, of["Dogs"], 1, "half")
    rounds.start_round(event.pk, organiser)
    leaving.withdraw_team(event.pk, organiser, of["Eels"])
    line_up_waiting(event, organiser, 1, SIX)
    win_as_white(event, organiser)
    gus = enter_late(event, organiser, club, "Gus", "Gil")
    late.add_late_team(event.pk, organiser, "Gnus", gus, captain=gus[0])
    byes.request_team_bye(event.pk, organiser, of["Bees"], 3, "zero")
    rounds.start_round(event.pk, organiser)
    return fresh(event)


def enter_late(event: Event, organiser: Account, club: Club, *names: str) -> list[int]:
    enter_persons(event, organiser, [PersonFactory(name=name, member_of=club) for name in names])
    return [entry(event, name).pk for name in names]


def told(event: Event) -> dict[str, Any]:
    """What the files have to carry, by names."""
    rows = load(fresh(event))
    names = {each.id: each.name for each in rows.teams}
    return {
        "gone": [(each.name, each.withdrawn_after, each.annulled) for each in rows.teams if each.withdrawn],
        "byes": [(each.name, each.byes) for each in rows.teams if each.byes],
        "apart": sorted(
            (sorted(names[each] for each in group.teams), group.first_round, group.last_round, group.strength)
            for group in rows.forbidden
        ),
        "rounds": [
            sorted(
                (names[match.white], match.kind, names.get(match.black or 0, ""), match.forfeit)
                for match in round_.matches
            )
            for round_ in rows.rounds
        ],
        "table": [
            (line.rank, line.team.name, line.match_points, line.game_points) for line in team_standings(rows).lines
        ],
    }


def test_the_event_file_has_teams_that_left_or_came_late_their_byes_and_who_is_kept_apart(
    club: Club, organiser: Account
) -> None:
    event = changed(club, organiser)
    before = told(event)
    assert before["gone"] == [("Eels", 1, False)] and before["byes"] == [("Bees", ((3, "zero"),))]
    assert before["apart"] == [(["Ants", "Bees"], 1, 3, "never"), (["Cats", "Dogs"], 2, None, "avoid")]
    assert ("Dogs", "half", "", "") in before["rounds"][0]
    assert [forfeit for *_teams, forfeit in before["rounds"][0] if forfeit] in (["+-"], ["-+"])
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    assert told(again) == before
    page = matches_page(load(again), 1)
    assert page is not None
    assert "Eels has withdrawn: lost by forfeit" in [str(match.forfeit) for match in page.matches]
    known = load(again).rounds[1].known
    assert known is not None and known["forbidden"] == [[[1, 2], 1, 3], [[3, 4], 2, None, "avoid"]]


def test_trf26_has_them_too(club: Club, organiser: Account) -> None:
    """A team that was absent has a zero-point bye there, as players have."""
    event = changed(club, organiser)
    line_up_waiting(event, organiser, 2, {**SIX, "Gnus": ("Gus", "Gil")})
    win_as_white(event, organiser)
    before = told(event)
    first = exported(event, "trf26")
    assert b"\n260 " in first and b"\n330 " in first and b"\n240 Z   2    5" in first
    again = taken_in(first, club, organiser)
    assert exported(again, "trf26") == first
    after = told(again)
    assert after["rounds"][0] == sorted([*before["rounds"][0], ("Gnus", "zero", "", "")])
    assert {**after, "rounds": ()} == {**before, "rounds": ()} and after["rounds"][1:] == before["rounds"][1:]


def test_a_team_whose_opponents_sent_no_line_up_keeps_its_boards_in_trf26(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, rounds=1, **SWISS)
    hand_in(event, players["Ada"], 1, "Ants", "Ada", "Al")
    close_line_ups(event.pk, organiser, 1)
    first = exported(event, "trf26")
    again = taken_in(first, club, organiser)
    assert exported(again, "trf26") == first
    assert [len(match.boards) for match in load(again).rounds[0].matches] == [2, 0]
    assert told(again) == told(event)


def test_matches_that_do_not_count_are_in_the_event_file_alone(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser)
    line_up_all(event, players, 1)
    win_as_white(event, organiser)
    leaving.withdraw_team(event.pk, organiser, team(event, "Dogs").pk)
    before = told(event)
    assert before["gone"] == [("Dogs", 1, True)] and len(before["table"]) == 3
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first and told(again) == before
    with pytest.raises((EventRefused, TrfError), match="do not count: export the event file"):
        exported(event, "trf26")


def test_a_file_with_impossible_teams_is_refused_with_the_place(
    club: Club, organiser: Account, subtests: Subtests
) -> None:
    event, _players = running_teams(club, organiser, rounds=1, **SWISS)
    byes.request_team_bye(event.pk, organiser, team(event, "Bees").pk, 2, "zero")
    leaving.withdraw_team(event.pk, organiser, team(event, "Ants").pk)
    data = json.loads(exported(event, "json"))
    forfeited = next(match for match in data["rounds"][0]["matches"] if "forfeit" in match)
    wrong = [
        (data["teams"][0], {"withdrawn_after": 2}, "left after a round that is not paired"),
        (data["teams"][0], {"withdrawn_after": None, "annulled": True}, "only results of teams that withdrew"),
        (data["teams"][1]["byes"][0], {"round": 1}, "asks for a bye in a round that is paired"),
        (forfeited, {"seated": False}, "forfeited as a whole has no boards"),
        (forfeited, {"forfeit": "++"}, "forfeit: "),
    ]
    for place, change, why in wrong:
        with subtests.test(change=change):
            before = dict(place)
            place.update(change)
            with pytest.raises(EventRefused, match=why):
                json_importer.parse(json.dumps(data).encode())
            place.clear()
            place.update(before)
    json_importer.parse(json.dumps(data).encode())
