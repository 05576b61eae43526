"""The table of teams on the printed sheet, on the screen of the hall, and in a frame of another site."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from players.models import Account, Club
from testing.tournaments.factories import decide
from testing.tournaments.teams import line_up_all, running_teams
from tests.tournaments.festivals.test_festivals import made as festival_of
from tests.tournaments.teams.test_hidden_tables_of_teams import after_two_rounds
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.queries.rounds import round_page
from tournaments.sheets.queries import ROWS, slides_of
from tournaments.standings.services import hide_standings
from tournaments.teams.queries.tables import TeamLine, TeamStandings

pytestmark = pytest.mark.django_db
SHEET = ["1 Bees 2 0 0 4 4 4.0", "2 Ants 1 0 1 2 2 2.0", "2 Dogs 1 0 1 2 2 2.0", "4 Cats 0 0 2 0 0 0.0"]
"""Rank, team, won, drawn, lost, match points, game points, MPVGP."""
FRAME = ["1 Bees 4 4", "2 Ants 2 2", "2 Dogs 2 2", "4 Cats 0 0"]


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return after_two_rounds(club, organiser)


def tables(path: str) -> list[list[str]]:
    """The rows of each table that visitors read, as words."""
    answer = Client().get(path)
    assert answer.status_code == 200, path
    bodies = re.findall(r"<tbody>(.*?)</tbody>", answer.content.decode(), re.S)
    return [
        [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in re.split("<tr[^>]*>", body)[1:]] for body in bodies
    ]


def test_the_sheet_has_the_table_of_teams_above_that_of_the_players(event: Event) -> None:
    teams, players = tables(f"/events/{event.pk}/print/standings")
    assert teams == SHEET
    assert len(players) == 8 and players[0].startswith("1 Be")
    before, _players = tables(f"/events/{event.pk}/print/standings?round=1")
    assert before[0] == "1 Ants 1 0 0 2 2 2.0"


def test_the_screen_and_a_frame_show_teams_and_players_where_they_are_asked_for(event: Event) -> None:
    boards, teams = tables(f"/events/{event.pk}/screen")
    assert [row for row in boards if "–" in row] == ["Bees – Ants", "Cats – Dogs"] and len(boards) == 4 + 2
    assert teams == FRAME
    (players,) = tables(f"/events/{event.pk}/screen?show=players")
    assert len(players) == 8 and players[0].startswith("1 Be")
    assert tables(f"/embed/events/{event.pk}/standings") == [FRAME]
    assert tables(f"/embed/events/{event.pk}/standings?rows=2") == [FRAME[:2]]


def test_the_screen_of_a_festival_shows_teams_too(event: Event, club: Club, organiser: Account) -> None:
    festival = festival_of(club, organiser, event)
    assert tables(f"/festivals/{festival.pk}/screen?show=standings") == [FRAME]
    assert 'value="players"' in Client().get(f"/festivals/{festival.pk}/screen").content.decode()


def test_hidden_rounds_are_on_no_sheet_screen_or_frame(event: Event, organiser: Account) -> None:
    hide_standings(event.pk, organiser, hides=True, rounds=2)
    after_one = ["1 Ants 2 2", "1 Bees 2 2", "3 Cats 0 0", "3 Dogs 0 0"]
    assert tables(f"/events/{event.pk}/screen?show=standings") == [after_one]
    assert tables(f"/embed/events/{event.pk}/standings") == [after_one]
    assert tables(f"/events/{event.pk}/print/standings")[0][0] == "1 Ants 1 0 0 2 2 2.0"
    hide_standings(event.pk, organiser, hides=True)
    assert tables(f"/events/{event.pk}/screen?show=standings") == []
    assert tables(f"/embed/events/{event.pk}/standings") == []
    rows = [row for table in tables(f"/events/{event.pk}/print/standings") for row in table]
    assert not [row for row in rows if "Bees" in row]


def test_points_that_count_first_stand_first(club: Club, organiser: Account) -> None:
    """Ants beat Dogs by 1½ : ½, Bees draw with Cats."""
    event, players = running_teams(club, organiser, format_options={"game_points": True})
    line_up_all(event, players, 1)
    results = {("Ada", "Dan"): "1-0", ("Di", "Al"): "1/2-1/2", ("Ben", "Cleo"): "1-0", ("Cy", "Bo"): "1-0"}
    decide(event, organiser, results)
    (teams,) = tables(f"/embed/events/{event.pk}/standings")
    assert teams == ["1 Ants 1½ 2", "2 Bees 1 1", "2 Cats 1 1", "4 Dogs ½ 0"]


def test_a_screen_keeps_the_boards_of_a_match_together(event: Event) -> None:
    """Fourteen rows hold two matches of six boards with their headings, or the boards of one of twenty in two parts."""
    page = round_page(load(event), 2, with_reasons=False)
    assert page is not None
    first, board = page.boards[0], replace(page.boards[0], teams=())
    assert len(first.teams) == 2

    def parts(*sizes: int) -> list[int]:
        boards = [each for size in sizes for each in (first, *[board] * (size - 1))]
        return [len(slide.boards) for slide in slides_of(replace(page, boards=tuple(boards)), None, ["boards"])]

    assert parts(6, 6, 6) == [12, 6]
    assert parts(6, 20) == [6, 13, 7]
    plain = replace(page, boards=(board,) * (ROWS + 1))
    assert [len(slide.boards) for slide in slides_of(plain, None, ["boards"])] == [ROWS, 1]


def test_a_screen_parts_long_tables_of_teams(event: Event) -> None:
    line = TeamLine(None, 1, None, 0, 0, 0, 0, 0, ())  # type: ignore[arg-type]
    slides = slides_of(None, None, ["standings"], TeamStandings(1, True, (), (line,) * (ROWS + 1)))
    assert [(each.key, each.number, each.total, len(each.lines), each.by_games) for each in slides] == [
        ("teams", 1, 2, ROWS, True), ("teams", 2, 2, 1, True),
    ]  # fmt: skip
