"""What the statements say of players, in an event of teams; each test is named after its statements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from games.results.services.rating import set_rated_result
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.tournaments.confirming import asked, confirmed
from testing.tournaments.factories import fresh, last_point
from testing.tournaments.teams import announced_teams, line_up_all, running_teams, team
from tests.tournaments.checklist.ways import REFUSED
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import config_of
from tournaments.core.loader import load
from tournaments.core.preconditions import notices
from tournaments.events.services import events, lifecycle, undo
from tournaments.models import Event, PairedGame
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import standings
from tournaments.teams.services.exclusions import keep_teams_apart

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "team-swiss", "rounds_planned": 3, "tie_breaks": ("MPVGP", "EDE")}


def after_rounds(club: Club, organiser: Account, count: int) -> Event:
    """A Swiss of four teams after so many rounds, in which White has won on all boards."""
    event, players = running_teams(club, organiser, rounds=0, **SWISS)
    for number in range(1, count + 1):
        rounds.start_round(event.pk, organiser)
        line_up_all(event, players, number)
        for paired in PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=number):
            claim_result(paired.game_id, organiser, "1-0", source="desk")
    return fresh(event)


def correct(event: Event, organiser: Account, number: int, result: str, **more: Any) -> Any:
    """Another result on a board of round `number`."""
    paired = PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=number).earliest("pk")
    return claim_result(paired.game_id, organiser, result, source="desk", role="arbiter", reason="A slip.", **more)


def test_teams_a06_a07_a08_a10_what_was_announced_stays_once_round_1_is_paired(
    club: Club, organiser: Account, subtests: pytest.Subtests
) -> None:
    event, _players = running_teams(club, organiser, rounds=1, **SWISS)
    plan = config_of(fresh(event))
    changes: dict[str, Any] = {
        "format": "team-round-robin",
        "scoring": {"win": 30, "draw": 10, "loss": 0},
        "format_options": {**plan.format_options, "match_win": 3},
        "rounds_planned": 2,
    }
    for name, value in changes.items():
        with subtests.test(name):
            with pytest.raises(EventRefused) as refusal:
                events.edit_event(event.pk, organiser, plan=replace(plan, **{name: value}))
            assert refusal.value.field == name
            assert Caller(organiser).patch(f"/events/{event.pk}", {name: value}).status_code in REFUSED
            assert config_of(fresh(event)) == plan


def test_teams_a09_other_tie_breaks_are_confirmed_twice_once_round_1_is_paired(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=1, **SWISS)
    wanted = replace(config_of(fresh(event)), tie_breaks=("SB", "EDE"))
    assert asked(events.edit_event, event.pk, organiser, plan=wanted) != []
    confirmed(events.edit_event, event.pk, organiser, plan=wanted)
    assert fresh(event).tie_breaks == ["SB", "EDE"]


@pytest.mark.parametrize(("planned", "warned"), [(3, False), (4, True)])
def test_teams_a11_more_rounds_than_the_teams_can_play_are_told(
    club: Club, organiser: Account, planned: int, warned: bool
) -> None:
    """Four teams of two players: three rounds, whatever eight players could play."""
    event, _players = announced_teams(club, organiser, format="team-swiss", rounds_planned=planned)
    told = [str(each) for each in notices(load(event))]
    expected = f"{planned} rounds are planned, but 4 teams can play only 3 without meeting twice"
    assert told == ([expected] if warned else [])


@pytest.mark.parametrize(("points", "taken"), [((3, 1, 0), True), ((2, 2, 0), False), ((2, 1, 1), True)])
def test_teams_a19_two_drawn_matches_score_no_more_than_one_won_and_one_lost(
    club: Club, organiser: Account, points: tuple[int, int, int], taken: bool
) -> None:
    options = dict(zip(("match_win", "match_draw", "match_loss"), points, strict=True))
    if taken:
        announced_teams(club, organiser, format_options=options)
        return
    with pytest.raises(EventRefused, match="Two drawn matches"):
        announced_teams(club, organiser, format_options=options)


def test_teams_a27_a28_a29_a31_results_of_boards_are_those_of_all_games(club: Club, organiser: Account) -> None:
    """½-0 and a forfeit of both in one match of two boards: ½ : 0, so White's team of board 1 wins it by ½."""
    event, players = running_teams(club, organiser, **SWISS)
    line_up_all(event, players, 1)
    first, second, *_rest = PairedGame.objects.filter(pairing__round__event=event).order_by("pairing__board")
    for wrong in ("1-1", "1-1/2", "+=", "1--"):
        answer = Caller(organiser).post(f"/games/{first.game_id}/results", {"result": wrong, "role": "arbiter"})
        assert answer.status_code == 400, wrong
    claim_result(first.game_id, organiser, "1/2-0", source="desk")
    claim_result(second.game_id, organiser, "--", source="desk")
    rows = load(fresh(event))
    white = next(entry for entry in rows.rounds[0].pairings[0].entries)
    text = signed_in(organiser).get(f"/events/{event.pk}/pairings/1").content.decode()
    assert rows.team_of[white].name in text and "½ – 0" in text.replace("½–0", "½ – 0").replace("½ : 0", "½ – 0")


def test_teams_a01_a02_a03_a40_an_early_result_is_confirmed_twice_and_leaves_standard_rules(
    club: Club, organiser: Account
) -> None:
    event = after_rounds(club, organiser, 3)
    assert event.follows_rules
    before = [(row.rank, row.entry.number) for row in standings(event).rows]
    assert asked(correct, event, organiser, 1, "0-1") == ["correction"]
    assert [(row.rank, row.entry.number) for row in standings(fresh(event)).rows] == before
    confirmed(correct, event, organiser, 1, "0-1")
    assert not fresh(event).follows_rules
    for address in ("", "/pairings/1", "/teams", "/desk"):
        assert "not under standard rules" in signed_in(organiser).get(f"/events/{event.pk}{address}").content.decode()
    with pytest.raises(EventRefused):
        events.edit_event(event.pk, organiser, plan=replace(config_of(fresh(event)), format="team-league"))
    assert not fresh(event).follows_rules


def test_teams_a41_a44_a46_the_round_before_the_last_is_corrected_after_one_confirmation(
    club: Club, organiser: Account
) -> None:
    """One act is one line with both values, and one press goes back."""
    event = after_rounds(club, organiser, 2)
    lines = JournalEntry.objects.filter(scope__key=event.scope)
    before = lines.count()
    confirmed(correct, event, organiser, 1, "0-1")
    line = lines.latest("version")
    assert (lines.count(), line.data["old"], line.data["result"], line.actor) == (
        before + 1,
        "1-0",
        "0-1",
        organiser.pk,
    )
    assert event.pk == fresh(event).pk and fresh(event).follows_rules
    confirmed(undo.undo, event.pk, organiser, last_point(event), reason="It was right.")
    game = PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=1).earliest("pk").game
    assert game.result == "1-0"


def test_teams_a42_ratings_can_count_another_result_of_a_board(club: Club, organiser: Account) -> None:
    event = after_rounds(club, organiser, 1)
    game = PairedGame.objects.filter(pairing__round__event=event).earliest("pk").game
    set_rated_result(game.pk, organiser, "0-1")
    game.refresh_from_db()
    assert (game.result, game.rated_result) == ("1-0", "0-1")


def test_teams_a39_standings_say_that_they_are_not_final(club: Club, organiser: Account) -> None:
    event, players = running_teams(club, organiser, **SWISS)
    line_up_all(event, players, 1)
    assert not standings(fresh(event)).progress.is_final
    assert "not final" in Client().get(f"/events/{event.pk}").content.decode().lower()


def test_teams_a43_teams_are_kept_apart_freely_before_round_1_and_then_asked(club: Club, organiser: Account) -> None:
    event, _players = running_teams(club, organiser, rounds=0, **SWISS)
    ants, bees, cats = (team(event, name).pk for name in ("Ants", "Bees", "Cats"))
    keep_teams_apart(event.pk, organiser, [ants, bees])
    rounds.start_round(event.pk, organiser)
    assert asked(keep_teams_apart, event.pk, organiser, [ants, cats]) == ["forbidden-pairs"]
    confirmed(keep_teams_apart, event.pk, organiser, [ants, cats])
    assert not fresh(event).follows_rules


def test_teams_a33_a34_a35_a36_a37_a38_a_board_without_a_result_is_a_draw_for_the_next_pairing(
    club: Club, organiser: Account
) -> None:
    """Ants 1½ : ½ Cats with board 2 open, Dogs 0 : 2 Bees: so Ants and Bees are the winners, who meet.

    In the table the open board scores nothing: Ants have a point, and no match point yet.
    """
    event, players = running_teams(club, organiser, **SWISS)
    with pytest.raises(EventRefused, match="line-ups are missing in round 1: Ants – Cats"):
        rounds.start_round(event.pk, organiser, despite_open=True)
    line_up_all(event, players, 1)
    games = [paired.game_id for paired in PairedGame.objects.filter(pairing__round__event=event)]
    for game, result in ((games[0], "1-0"), (games[2], "0-1"), (games[3], "1-0")):
        claim_result(game, organiser, result, source="desk", role="arbiter")
    missing = "board 2 of round 1 has no result: Cy – Al"
    with pytest.raises(EventRefused, match=missing):
        rounds.start_round(event.pk, organiser)
    rounds.start_round(event.pk, organiser, despite_open=True)
    lines = Caller().read(f"/events/{event.pk}/team-standings")["lines"]
    assert {(each["team"]["name"], each["match_points"], each["game_points"]) for each in lines} == {
        ("Ants", "0.0", "1.0"), ("Bees", "2.0", "2.0"), ("Cats", "0.0", "0.0"), ("Dogs", "0.0", "0.0"),
    }  # fmt: skip
    assert _meetings(event, 2) == [{"Ants", "Bees"}, {"Cats", "Dogs"}]
    assert not Caller().read(f"/events/{event.pk}/rounds/2")["differences"]
    desk = signed_in(organiser).get(f"/events/{event.pk}/desk").content.decode()
    assert missing in desk
    for refused in ("1-1", "+="):
        assert Caller(organiser).post(f"/games/{games[1]}/results", {"result": refused}).status_code == 400
    assert asked(claim_result, games[1], organiser, "1-0", source="desk", role="arbiter") == ["late-decision"]
    confirmed(claim_result, games[1], organiser, "1-0", source="desk", role="arbiter")
    line = JournalEntry.objects.filter(scope__key=event.scope).latest("version")
    assert (line.data["old"], line.data["result"], line.data["paired_since"]) == ("pending", "1-0", [2, 2])
    assert _meetings(event, 2) == [{"Ants", "Bees"}, {"Cats", "Dogs"}]


def test_teams_a38_a_match_of_before_the_last_round_is_named_when_the_next_is_paired(
    club: Club, organiser: Account
) -> None:
    event, players = running_teams(club, organiser, **SWISS)
    line_up_all(event, players, 1)
    for paired in PairedGame.objects.filter(pairing__round__event=event)[1:]:
        claim_result(paired.game_id, organiser, "1-0", source="desk", role="arbiter")
    rounds.start_round(event.pk, organiser, despite_open=True)
    line_up_all(event, players, 2)
    for paired in PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=2):
        claim_result(paired.game_id, organiser, "1-0", source="desk", role="arbiter")
    text = signed_in(organiser).get(f"/events/{event.pk}/desk").content.decode()
    assert "Still to be played" in text and "board 1 of round 1 has no result: Ada – Cleo" in text
    with pytest.raises(EventRefused, match="board 1 of round 1 has no result"):
        rounds.start_round(event.pk, organiser)
    rounds.start_round(event.pk, organiser, despite_open=True)


def _meetings(event: Event, number: int) -> list[set[str]]:
    """Who meets in a round, by the names of teams."""
    rows = load(fresh(event))
    return [{rows.team_by_id[each].name for each in match.teams} for match in rows.rounds[number - 1].matches]


def test_teams_a54_a_schedule_of_teams_takes_no_buchholz(club: Club, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="no meaning in a format with fixed pairings"):
        announced_teams(club, organiser, tie_breaks=("BH",))


def test_teams_a56_numbers_by_lot_follow_from_the_seed_that_is_kept(club: Club, organiser: Account) -> None:
    event, _players = announced_teams(club, organiser, **SWISS)
    drawn = []
    for _again in range(2):
        lifecycle.start_event(event.pk, organiser, seeding="lot")
        drawn.append([each.number for each in load(fresh(event)).teams])
        assert fresh(event).lot_seed
        lifecycle.unstart_event(event.pk, organiser)
    assert drawn[0] == drawn[1]
