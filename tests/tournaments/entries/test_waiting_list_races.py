"""Places of an event that has a limit, at the same moment, in processes of one server: no place is given twice."""

from __future__ import annotations

import pytest

from players.models import Account, Club
from testing.factories import ClubFactory, organiser_of, player_in
from testing.tournaments.factories import with_players
from tests.tournaments.rounds.test_round_races import SEEDS, raced
from tournaments.entries.services import entries, leaving, moving_up
from tournaments.models import Entry, Event, Member, WaitingPlayer

pytestmark = [pytest.mark.usefixtures("real_database"), pytest.mark.postgresql]


def limited(most: int, players: int) -> tuple[Club, Event, list[Account]]:
    """An open event for so many players in which some have registered themselves."""
    club = ClubFactory()
    organiser = organiser_of(club)
    event = with_players(club, organiser, (), self_entry=True)
    moving_up.set_entry_limit(event.pk, organiser, most)
    accounts = [player_in(club, name=f"Player {number}") for number in range(players)]
    for account in accounts:
        entries.enter_myself(event.pk, account)
    return club, event, accounts


@pytest.mark.parametrize("seed", SEEDS)
def test_two_who_take_the_last_place_at_once_get_it_and_wait(seed: int) -> None:
    club, event, _players = limited(2, 1)
    two = [player_in(club, name=name) for name in ("Eva", "Fay")]
    done = raced(seed, *(lambda who=who: entries.enter_myself(event.pk, who) for who in two))
    assert sorted(each.__name__ for each in done) == ["Entry", "WaitingPlayer"]
    assert Entry.objects.filter(event=event).count() == 2
    (waiting,) = WaitingPlayer.objects.filter(event=event)
    assert waiting.person == two[done.index(WaitingPlayer)].person


@pytest.mark.parametrize("seed", SEEDS)
def test_two_withdrawals_at_once_move_up_two_different_people(seed: int) -> None:
    _club, event, players = limited(2, 5)
    done = raced(seed, *(lambda who=who: leaving.leave_event(event.pk, who) for who in players[:2]))
    assert done == [type(None), type(None)]
    entered = set(Member.objects.filter(event=event).values_list("person", flat=True))
    assert entered == {players[2].person_id, players[3].person_id}
    assert WaitingPlayer.objects.get(event=event).person == players[4].person


@pytest.mark.parametrize("seed", SEEDS)
def test_who_leaves_the_list_while_a_place_becomes_free_does_not_block_it(seed: int) -> None:
    _club, event, players = limited(2, 4)
    raced(
        seed,
        lambda: leaving.leave_event(event.pk, players[0]),
        lambda: moving_up.leave_waiting_list(event.pk, players[2]),
    )
    entered = set(Member.objects.filter(event=event).values_list("person", flat=True))
    waiting = set(WaitingPlayer.objects.filter(event=event).values_list("person", flat=True))
    one, two, three = (account.person_id for account in players[1:])
    assert (entered, waiting) in (({one, three}, set()), ({one, two}, {three}))
