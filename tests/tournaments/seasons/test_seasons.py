"""Leagues by their services: who moves up and down, by hand too, and the next season. Expected values by hand."""

from __future__ import annotations

from datetime import date

import pytest

from common.journal.services import Stale
from players.models import Account, Club, Person
from players.permissions import NotAllowed
from testing.factories import ClubFactory, organiser_of, player_in
from testing.tournaments.circuits import people, played
from testing.tournaments.factories import draft
from testing.tournaments.seasons import LeagueWorld, league_world
from tournaments.core.errors import EventRefused
from tournaments.core.queries.journals import journal_lines
from tournaments.events.services import lifecycle
from tournaments.models import Division, Event, League, Season, SeasonMove
from tournaments.seasons.queries import LeaguePage, champions_of, league_page
from tournaments.seasons.services import leagues as services
from tournaments.seasons.services.next_season import end_season
from tournaments.standings.services import hide_standings

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
NEXT = {"name": "2027", "starts_on": date(2027, 1, 9), "ends_on": date(2027, 4, 10)}


@pytest.fixture
def world(club: Club, organiser: Account) -> LeagueWorld:
    return league_world(club, organiser)


def moves(page: LeaguePage) -> dict[str, tuple[str, int | None]]:
    return {line.name: (line.move, line.to) for table in page.tables for line in table.lines}


def players(event: Event) -> list[str]:
    return list(event.members.order_by("pk").values_list("person__name", flat=True))


def test_the_page_says_who_leads_and_who_would_move(world: LeagueWorld, organiser: Account) -> None:
    page = league_page(world.league, None)
    assert moves(page) == {"Lea": ("", None), "Leo": ("down", 2), "Lia": ("up", 1), "Liv": ("", None)}
    assert [line.name for line in page.leaders] == ["Lea"]
    assert page.open_points == ()


def test_the_next_season_has_a_draft_for_each_division_with_the_players_moved(
    world: LeagueWorld, organiser: Account
) -> None:
    coming = end_season(world.league.pk, organiser, **NEXT)  # type: ignore[arg-type]  # by name
    top, low = (division.event for division in coming.divisions.order_by("level"))
    assert (players(top), players(low)) == (["Lea", "Lia"], ["Leo", "Liv"])
    assert (top.name, top.state, top.starts_on) == ("Club League 2027 · 1", Event.State.DRAFT, date(2027, 1, 9))
    assert (top.format, top.rules) == (world.top.format, world.top.rules)
    over = Season.objects.get(league=world.league, number=1)
    assert over.ended_at is not None
    rows = SeasonMove.objects.filter(season=over).values_list("person__name", "division", "to", "by_hand")
    assert sorted(rows) == [("Leo", 1, 2, False), ("Lia", 2, 1, False), ("Liv", 2, 2, True)]


def test_what_moved_is_kept_though_results_change_later(world: LeagueWorld, organiser: Account) -> None:
    end_season(world.league.pk, organiser, **NEXT)  # type: ignore[arg-type]
    lifecycle.reopen_event(world.low.pk, organiser, reason="A slip")
    page = league_page(world.league, None, 1)
    assert page.is_over
    assert moves(page)["Lia"] == ("up", 1)
    (champion,) = champions_of(world.league)
    assert [name for _person, name in champion.names] == ["Lea"]


def test_a_season_does_not_end_before_its_events(club: Club, world: LeagueWorld, organiser: Account) -> None:
    lifecycle.reopen_event(world.top.pk, organiser, reason="A slip")
    with pytest.raises(EventRefused, match="Top 2026 is not finished"):
        end_season(world.league.pk, organiser, **NEXT)  # type: ignore[arg-type]
    with pytest.raises(EventRefused, match="no divisions"):
        end_season(world.empty.pk, organiser, **NEXT)  # type: ignore[arg-type]


def test_who_share_a_place_across_the_border_are_decided_by_hand(club: Club, organiser: Account) -> None:
    one, other, third, fourth = people(club, "Una", "Uwe", "Vera", "Viv")
    top = played(club, organiser, [one, other], {("Una", "Uwe"): "1-0"}, name="Top", tie_breaks=("WON",))
    low = played(club, organiser, [third, fourth], {("Vera", "Viv"): "1/2-1/2"}, name="Low", tie_breaks=("WON",))
    league = services.create_league(club.pk, organiser, name="League", season="2026")
    for event in (top, low):
        services.add_division(league.pk, organiser, event.pk)
    assert {line.name for table in league_page(league, None).tables for line in table.lines if line.is_open} == {
        "Vera", "Viv",
    }  # fmt: skip
    with pytest.raises(EventRefused, match="Vera, Viv share a place"):
        end_season(league.pk, organiser, **NEXT)  # type: ignore[arg-type]
    services.move_by_hand(league.pk, organiser, fourth.pk, to=1, reason="Won the blitz game")
    coming = end_season(league.pk, organiser, **NEXT)  # type: ignore[arg-type]
    assert players(coming.divisions.get(level=1).event) == ["Una", "Viv"]


def test_a_player_can_leave_and_a_move_can_be_taken_back(world: LeagueWorld, organiser: Account) -> None:
    services.move_by_hand(world.league.pk, organiser, world.lia.pk, to=None, reason="Moves to another town")
    assert moves(league_page(world.league, None))["Lia"] == ("out", None)
    services.take_back_move(world.league.pk, organiser, world.lia.pk)
    assert moves(league_page(world.league, None))["Lia"] == ("up", 1)
    with pytest.raises(SeasonMove.DoesNotExist):
        services.take_back_move(world.league.pk, organiser, world.lia.pk)
    newest = [str(line.text) for line in journal_lines(world.league.scope)][:2]
    assert newest == [
        "Lia moves by the standings again", "Lia leaves the league after this season, decided by hand",
    ]  # fmt: skip


def test_moves_by_hand_are_checked(club: Club, world: LeagueWorld, organiser: Account) -> None:
    (stranger,) = people(club, "Xia")
    with pytest.raises(EventRefused, match="no such division"):
        services.move_by_hand(world.league.pk, organiser, world.lia.pk, to=3, reason="Up")
    with pytest.raises(EventRefused, match="reason"):
        services.move_by_hand(world.league.pk, organiser, world.lia.pk, to=1, reason="  ")
    with pytest.raises(Person.DoesNotExist):
        services.move_by_hand(world.league.pk, organiser, stranger.pk, to=1, reason="Strong")


def test_divisions_close_ranks_when_one_is_removed(world: LeagueWorld, organiser: Account) -> None:
    services.remove_division(world.league.pk, organiser, world.top.pk)
    assert list(Division.objects.filter(season__league=world.league).values_list("event", "level")) == [
        (world.low.pk, 1)
    ]
    assert not SeasonMove.objects.exists()


def test_what_is_no_division_is_refused(club: Club, world: LeagueWorld, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="already a division"):
        services.add_division(world.empty.pk, organiser, world.top.pk)
    for split in (
        draft(club, organiser, format="league"),
        draft(club, organiser, format="team-swiss", rounds_planned=3),
    ):
        with pytest.raises(EventRefused, match="groups or teams"):
            services.add_division(world.league.pk, organiser, split.pk)
    elsewhere = ClubFactory()
    foreign = draft(elsewhere, organiser_of(elsewhere))
    with pytest.raises(EventRefused, match="no such event"):
        services.add_division(world.league.pk, organiser, foreign.pk)


def test_only_organisers_of_the_club_write(club: Club, world: LeagueWorld) -> None:
    league = world.league.pk
    for account in (player_in(club), organiser_of(ClubFactory())):
        with pytest.raises(NotAllowed):
            services.create_league(club.pk, account, name="Mine", season="1")
        with pytest.raises(NotAllowed):
            services.edit_league(league, account, name="Mine")
        with pytest.raises(NotAllowed):
            services.add_division(league, account, world.free.pk)
        with pytest.raises(NotAllowed):
            services.remove_division(league, account, world.top.pk)
        with pytest.raises(NotAllowed):
            services.move_by_hand(league, account, world.lia.pk, to=1, reason="Mine")
        with pytest.raises(NotAllowed):
            services.take_back_move(league, account, world.liv.pk)
        with pytest.raises(NotAllowed):
            end_season(league, account, **NEXT)  # type: ignore[arg-type]
        with pytest.raises(NotAllowed):
            services.delete_league(league, account)


def test_a_season_does_not_end_while_standings_are_hidden(world: LeagueWorld, organiser: Account) -> None:
    hide_standings(world.top.pk, organiser, hides=True)
    with pytest.raises(EventRefused, match="Top 2026 hides its standings"):
        end_season(world.league.pk, organiser, **NEXT)  # type: ignore[arg-type]
    hide_standings(world.top.pk, organiser, hides=False)
    end_season(world.league.pk, organiser, **NEXT)  # type: ignore[arg-type]


def test_an_end_that_was_confirmed_on_an_old_page_is_refused(world: LeagueWorld, organiser: Account) -> None:
    version = league_page(world.league, None).version
    services.take_back_move(world.league.pk, organiser, world.liv.pk)
    with pytest.raises(Stale):
        end_season(world.league.pk, organiser, expect=version, **NEXT)  # type: ignore[arg-type]


def test_a_league_is_changed_and_deleted_and_its_events_stay(world: LeagueWorld, organiser: Account) -> None:
    services.edit_league(world.league.pk, organiser, name="Liga", season="26/27", up=0)
    page = league_page(League.objects.get(pk=world.league.pk), None)
    assert (page.league.name, page.season.name, moves(page)["Lia"]) == ("Liga", "26/27", ("", None))
    services.delete_league(world.league.pk, organiser)
    assert Event.objects.filter(pk__in=[world.top.pk, world.low.pk]).count() == 2
