"""Pairing numbers of teams that follow ratings; each test is named after its statements."""

from __future__ import annotations

from typing import Any

import pytest

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import PersonFactory
from testing.tournaments.confirming import asked, confirm_by_api, confirmed
from testing.tournaments.factories import enter_persons, entry, fresh, last_point
from testing.tournaments.round_trips import exported, taken_in
from testing.tournaments.teams import FOUR_TEAMS, Players, announced_teams, line_up_all, running_teams, team
from tournaments.core.loader import load
from tournaments.core.team_extras import HEADER_OF_TEAMS
from tournaments.core.team_tables import extras_of
from tournaments.entries.services import numbering
from tournaments.events.services import lifecycle, undo
from tournaments.models import Event, PairedGame, Round
from tournaments.rounds.queries.pairing_explanations import get_explained_round
from tournaments.rounds.services import hand_pairing, round_drafts, rounds
from tournaments.rounds.services.rounds import RoundOptions
from tournaments.teams.services import late
from tournaments.teams.services.exclusions import keep_teams_apart

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SWISS: dict[str, Any] = {"format": "team-swiss", "rounds_planned": 5, "tie_breaks": ("MPVGP", "EDE")}


def play(event: Event, organiser: Account, players: Players, teams: Any, count: int) -> None:
    """Rounds 1 to `count`, in which White wins on all boards."""
    for number in range(1, count + 1):
        rounds.start_round(event.pk, organiser)
        line_up_all(event, players, number, teams)
        for paired in PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=number):
            claim_result(paired.game_id, organiser, "1-0", source="desk")


def rate(event: Event, organiser: Account, ratings: dict[str, int]) -> None:
    """Give players ratings, by hand."""
    for name, value in ratings.items():
        numbering.set_rating(event.pk, organiser, entry(event, name).pk, value, reason="National.")


def names(event: Event) -> list[str]:
    """The teams by pairing number."""
    rows = load(fresh(event))
    assert [each.number for each in rows.teams] == list(range(1, len(rows.teams) + 1))
    return [each.name for each in rows.teams]


def reasons(event: Event) -> list[list[tuple[str, ...]]]:
    """By round and match why the teams meet; every round is as the rules give it."""
    rows, found = load(fresh(event)), []
    for round_ in rows.rounds:
        told = get_explained_round(rows, round_.number)
        assert not told.differences and not told.missing
        found.append([tuple(str(each) for each in told.reasons[match.id]) for match in round_.matches])
    return found


def come_late(event: Event, organiser: Account, name: str, ratings: dict[str, int]) -> None:
    """A team of players who register while the event runs."""
    enter_persons(event, organiser, [PersonFactory(name=each, member_of=event.club) for each in ratings])
    rate(event, organiser, ratings)
    late.add_late_team(event.pk, organiser, name, [entry(event, each).pk for each in ratings])


def short_name(event: Event, number: str, text: str) -> None:
    """What a file said of one team."""
    Event.objects.filter(pk=event.pk).update(file_header={HEADER_OF_TEAMS: {"nicknames": {number: text}}})


def test_teams_a51_until_round_4_numbers_follow_ratings_once_the_list_is_confirmed(
    club: Club, organiser: Account
) -> None:
    """Ants, Bees, Cats and Dogs are 1 to 4; then Di gets 1900, so that the mean of the Dogs is 950 and they are 1."""
    event, players = running_teams(club, organiser, rounds=0, **SWISS)
    play(event, organiser, players, FOUR_TEAMS, 2)
    short_name(event, "4", "DOG")
    client = signed_in(organiser)
    before, page = reasons(event), f"/events/{event.pk}/numbers"
    assert "The pairing numbers match the ratings." in client.get(page).content.decode()
    rate(event, organiser, {"Di": 1900})
    assert asked(numbering.renumber, event.pk, organiser) == ["renumbering"] * 4
    assert "mean rating of each team" in client.get(page).content.decode()
    assert "Dogs: number 4 becomes 1" in client.post(f"{page}/renumber").content.decode()
    assert names(event) == ["Ants", "Bees", "Cats", "Dogs"]
    confirm_by_api(Caller(organiser), page, {})
    moved = last_point(event)
    assert names(event) == ["Dogs", "Ants", "Bees", "Cats"]
    assert reasons(event) == before and extras_of(fresh(event)).nicknames == {1: "DOG"}
    line = "### Changed @ Round 2: when paired: teams 1 was 4, 2 was 1, 3 was 2, 4 was 3"
    assert line in exported(event, "trf26").decode()
    copy = taken_in(exported(event, "json"), club, organiser)
    assert reasons(copy) == before and exported(copy, "json") == exported(event, "json")
    rounds.start_round(event.pk, organiser)
    assert reasons(event)[:2] == before
    confirmed(undo.undo, event.pk, organiser, moved, reason="Not yet.")
    assert names(event) == ["Ants", "Bees", "Cats", "Dogs"] and reasons(event) == before
    assert extras_of(fresh(event)).nicknames == {4: "DOG"}


def test_teams_a52_after_round_4_numbers_stay_but_a_late_team_gets_the_earned_one(
    club: Club, organiser: Account
) -> None:
    """Eight teams, since six could be left without a fourth opponent."""
    others = {"Eels": ("Eva", "Eli"), "Foxes": ("Fay", "Flo"), "Hares": ("Hugo", "Hedy"), "Ibises": ("Ida", "Ian")}
    teams = {**FOUR_TEAMS, **others}
    event, players = announced_teams(club, organiser, teams, **SWISS)
    rate(event, organiser, {"Ada": 2000, "Al": 2000, "Ben": 1900, "Bo": 1900})
    lifecycle.start_event(event.pk, organiser)
    play(event, organiser, players, teams, 4)
    before = reasons(event)
    rate(event, organiser, {"Cleo": 2200})
    refused = Caller(organiser).post(f"/events/{event.pk}/numbers", {})
    assert refused.status_code == 409 and "Round 4 is paired" in refused.content.decode()
    come_late(event, organiser, "Gnus", {"Gus": 2000, "Gil": 1900})
    assert names(event) == ["Ants", "Gnus", "Bees", "Cats", "Dogs", *others]
    assert reasons(event) == before
    rounds.start_round(event.pk, organiser)
    rows = load(fresh(event))
    gnus = team(event, "Gnus").pk
    assert any(gnus in match.teams for match in rows.rounds[4].matches)


def test_teams_a52_a_late_team_moves_a_draft_and_what_is_kept_of_rounds_by_hand(club: Club, organiser: Account) -> None:
    """Ants may not meet Bees, and Bees and Cats were exchanged by hand. Gnus get number 1, then Hens."""
    event, _players = running_teams(club, organiser, rounds=0, **SWISS)
    keep_teams_apart(event.pk, organiser, [team(event, name).pk for name in ("Ants", "Dogs")])
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step = hand_pairing.HandStep(step=hand_pairing.StepKind.EXCHANGE, one=2, other=3)
    confirmed(hand_pairing.take_step, event.pk, organiser, step)
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason="A couple.")
    confirmed(round_drafts.publish_round, event.pk, organiser)
    kept = Round.objects.get(event=event)
    assert kept.by_hand is not None and kept.known is not None and kept.known["forbidden"] == [[[1, 4], 1, None]]
    pairs = kept.by_hand["engine"]["pairs"]
    come_late(event, organiser, "Gnus", {"Gus": 2000, "Gil": 1900})
    moved = Round.objects.get(event=event)
    assert moved.by_hand == {
        "engine": {"pairs": [[white + 1, black + 1, lot] for white, black, lot in pairs], "byes": []}
    }
    assert moved.known is not None and moved.known["forbidden"] == [[[2, 5], 1, None]]
    assert moved.known["teams"] == [[2, 1], [3, 2], [4, 3], [5, 4]]
    told = [str(each) for each in get_explained_round(load(fresh(event)), 1).differences]
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="Hens are here.")
    come_late(event, organiser, "Hens", {"Hal": 2100, "Hal II": 2100})
    assert names(event) == ["Hens", "Gnus", "Ants", "Bees", "Cats", "Dogs"]
    assert fresh(event).round_draft.engine["pairs"] == [[white + 2, black + 2, lot] for white, black, lot in pairs]
    assert any("Ants – Cats" in each or "Cats – Ants" in each for each in told), told
