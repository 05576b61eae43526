"""Races of real threads at a house player: it never has more games than it plays at once, and a club has it once."""

from __future__ import annotations

from functools import partial

import pytest

from play.core.errors import PlayRefused
from play.models import OnlineGame
from play.partner.services.house_players import MOST_GAMES, NewHousePlayer, add_house_player, begin_house_player_game
from players.models import Account, Club, HousePlayer
from testing.factories import ClubFactory, organiser_of, player_in
from tests.forks import at_one_database

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]

NEW = NewHousePlayer(rules="gipf-basic", level=1, control="600+5")


def _begins(member: Account, computer: int) -> bool:
    try:
        begin_house_player_game(member, computer, rated=True)
    except PlayRefused:
        return False
    return True


def _adds(officer: Account, club: Club) -> bool:
    try:
        add_house_player(actor=officer, club=club, new=NEW)
    except PlayRefused:
        return False
    return True


def test_of_many_who_press_at_one_moment_as_many_play_as_it_has_games() -> None:
    club = ClubFactory()
    computer = add_house_player(actor=organiser_of(club), club=club, new=NEW)
    members = [player_in(club) for _member in range(MOST_GAMES)]
    for member in members[: MOST_GAMES - 2]:
        assert _begins(member, computer.pk)
    answers = at_one_database(*[partial(_begins, member, computer.pk) for member in members[-6:]])
    assert sorted(answers) == [False, False, False, False, True, True]
    assert OnlineGame.objects.filter(ended_at=None).count() == MOST_GAMES


def test_two_officers_add_it_at_one_moment_and_the_club_has_it_once() -> None:
    club = ClubFactory()
    answers = at_one_database(*[partial(_adds, organiser_of(club), club) for _officer in range(3)])
    assert sorted(answers) == [False, False, True]
    assert HousePlayer.objects.count() == 1
