"""Games with house players in rating lists: those that admit programs count them, and no other does."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.db import IntegrityError, transaction
from django.test import Client

from common.jobs.services import run_due
from common.journal import queries as journal
from games.models import Game, LeftOut
from gipf_engine.messages import Refused
from play.core.player import program_at
from play.core.playing import load_game
from play.games.services.games import play_turn, resign
from play.partner.services.house_players import NewHousePlayer, add_house_player, begin_house_player_game
from players.clubs.services.clubs import admit_club
from players.models import Account, Club, HousePlayer
from ratings.arranged.queries import why_left_out
from ratings.models import Pool, Rating
from ratings.pools.services.pools import pool_for, set_parameters
from ratings.pools.services.side_by_side import add_system
from testing.api.caller import Caller
from testing.factories import GameFactory, PersonFactory, administrator, organiser_of, player_in
from testing.games.game_records import played, tokens_of
from testing.ratings.factories import closed_event, four

pytestmark = [pytest.mark.django_db, pytest.mark.core]
RULES = "gipf-basic"


@pytest.fixture
def computer(club: Club) -> HousePlayer:
    return add_house_player(
        actor=organiser_of(club), club=club, new=NewHousePlayer(rules=RULES, level=1, control="600+5")
    )


def finish(member: Account, computer: HousePlayer, turns: int = 24, *, rated: bool = True) -> Game:
    """A game of the member, with White, that the house player wins: by the rules after 24 turns or by resignation."""
    game = begin_house_player_game(member, computer.pk, rated=rated, colour="white").game.pk
    program = program_at(load_game(game).game, 1)
    assert program is not None
    for ply, token in enumerate(tokens_of(played())[:turns]):
        play_turn(game, (member, program)[ply % 2], token, expect=load_game(game).version)
    if turns < 24:
        resign(game, member)
    return Game.objects.get(pk=game)


def admit(pool: Pool, actor: Account) -> Pool:
    return set_parameters(pool.pk, actor, {}, admits_programs=True)


def rated_in(pool: Pool) -> dict[int, int]:
    run_due()
    return dict(Rating.objects.filter(pool=pool).values_list("person", "value"))


def test_lists_count_it_once_they_admit_programs_and_no_more_when_they_do_not(
    club: Club, computer: HousePlayer
) -> None:
    """Two at 1500 with K 40: the winner gains 20. What was played before counts, too."""
    member, officer, boss = player_in(club), organiser_of(club), administrator()
    finish(member, computer)
    of_club, of_server, wide = pool_for(RULES, club), pool_for(RULES), pool_for("project", club)
    programs = pool_for(f"programs:{RULES}")
    lists = (of_club, of_server, wide, programs)
    assert [rated_in(pool) for pool in lists] == [{}, {}, {}, {}], "lists of people, and the one of programs"
    both = {member.person_id: 1480, computer.pk: 1520}
    admit(of_club, officer)
    assert [rated_in(pool) for pool in lists] == [both, {}, {}, {}]
    admit(of_server, boss)
    admit(wide, officer)
    assert [rated_in(pool) for pool in lists] == [both, both, both, {}]
    finish(member, computer)
    assert rated_in(of_club)[computer.pk] == rated_in(of_server)[computer.pk] > 1520, "a new game asks for them"
    set_parameters(of_club.pk, officer, {}, admits_programs=False)
    assert rated_in(of_club) == {}


def test_a_casual_game_counts_nowhere(club: Club, computer: HousePlayer) -> None:
    admit(pool_for(RULES, club), organiser_of(club))
    finish(player_in(club), computer, rated=False)
    assert rated_in(pool_for(RULES, club)) == {}


def test_a_club_that_the_server_does_not_admit_counts_it_alone(club: Club, computer: HousePlayer) -> None:
    boss, member = administrator(), player_in(club)
    admit_club(actor=boss, club_id=club.pk, admitted=False)
    admit(pool_for(RULES, club), organiser_of(club))
    admit(pool_for(RULES), boss)
    game = finish(member, computer)
    assert (game.left_out, set(rated_in(pool_for(RULES, club)))) == (
        LeftOut.UNVOUCHED,
        {member.person_id, computer.pk},
    )
    assert rated_in(pool_for(RULES)) == {}
    admit_club(actor=boss, club_id=club.pk, admitted=True)
    assert set(rated_in(pool_for(RULES))) == {member.person_id, computer.pk}


@pytest.mark.parametrize("admitted", [True, False])
def test_short_games_and_more_than_the_most_of_a_day_count_nowhere(
    club: Club, computer: HousePlayer, admitted: bool, settings: LazySettings
) -> None:
    """So that no one feeds the house player, or is fed: nine turns of ten, and the second of one a day."""
    settings.RATED_GAMES_OF_A_PAIR = 1
    admit_club(actor=administrator(), club_id=club.pk, admitted=admitted)
    pool, member = admit(pool_for(RULES, club), organiser_of(club)), player_in(club)
    short = finish(member, computer, 9)
    assert (short.left_out, rated_in(pool)) == (LeftOut.SHORT, {})
    finish(member, computer)
    second = finish(member, computer)
    run_due()
    second.refresh_from_db()
    assert second.left_out == LeftOut.PAIR
    assert rated_in(pool)[computer.pk] == 1520


def test_another_clubs_list_does_not_count_it(club: Club, computer: HousePlayer) -> None:
    other = GameFactory().club
    assert other is not None and other != club
    admit(pool_for(RULES, other), organiser_of(other))
    finish(player_in(club), computer)
    assert computer.pk not in rated_in(pool_for(RULES, other))


def test_games_of_an_event_against_a_program_count_where_programs_are_admitted(club: Club) -> None:
    people = [*four(club)[:1], PersonFactory(name="Engine (program)"), PersonFactory(name="Other (program)")]
    closed_event(club, people, "A-B 1-0, B-C 1-0")
    pool = admit(pool_for(RULES, club), organiser_of(club))
    assert set(rated_in(pool)) == {people[0].pk, people[1].pk}, "two programs are in lists of their own"


@pytest.mark.postgresql
def test_the_setting_is_of_the_whole_list_and_of_no_list_of_programs(club: Club) -> None:
    boss, main = administrator(), pool_for(RULES)
    beside = add_system(main.pk, boss, "glicko2")
    admit(main, boss)
    assert set(main.side_by_side.values_list("admits_programs", flat=True)) == {True}
    assert add_system(main.pk, boss, "live").admits_programs
    set_parameters(beside.pk, boss, {}, admits_programs=False)
    assert set(main.side_by_side.values_list("admits_programs", flat=True)) == {True}
    assert any(entry.data.get("admits_programs") is True for entry in journal.entries(main.scope))
    programs = pool_for(f"programs:{RULES}")
    with pytest.raises(Refused, match="This list is of games between programs"):
        admit(programs, boss)
    with pytest.raises(IntegrityError), transaction.atomic():
        Pool.objects.filter(pk=programs.pk).update(admits_programs=True)


def test_form_and_api_set_it_and_the_list_says_so(club: Club, computer: HousePlayer) -> None:
    officer, pool = organiser_of(club), pool_for(RULES, club)
    finish(player_in(club), computer)
    assert (
        Caller(officer).ask("PATCH", f"/pools/{pool.pk}", {"admits_programs": True}).json()["admits_programs"] is True
    )
    run_due()
    page = Client().get(f"/ratings/{pool.pk}").content.decode()
    assert f'{club.name} · GIPF, basic game, level 1</bdi></a> <span class="badge">program</span>' in page
    names = [row["player"]["name"] for row in Caller(None).get(f"/pools/{pool.pk}/ratings").json()["results"]]
    assert names[0] == f"{club.name} · GIPF, basic game, level 1 (program)"
    client = Client()
    client.force_login(officer)
    form = client.get(f"/ratings/{pool.pk}/settings").content.decode()
    assert "Games against programs" in form
    assert (
        "Games against programs"
        not in client.get(f"/ratings/{pool_for(f'programs:{RULES}').pk}/settings").content.decode()
    )


def test_the_page_of_a_game_says_why_it_does_not_count(club: Club, computer: HousePlayer) -> None:
    game = finish(player_in(club), computer, 9)
    assert str(why_left_out(game)) == "It ended before turn 10, and not by the rules."
