"""A Swiss from start to close, and what organisers can choose in one. Every figure is worked out by hand."""

from __future__ import annotations

import pytest

from games.results.services.results import claim_result
from gipf_engine.tournament.crosstable import Bye, ByeKind, Meeting
from players.models import Account, Club
from testing.factories import PersonFactory
from testing.tournaments.factories import entry, fresh, game, play, running, table, values, with_players
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.mapping import cross_table
from tournaments.entries.services import byes, entries
from tournaments.events.services import lifecycle
from tournaments.models import Entry, Event, Round
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def test_four_players_meet_in_three_rounds_as_the_rules_say(club: Club, organiser: Account) -> None:
    """Round 1: 1-3 and 2-4, number 1 has White as drawn, number 2 Black.

    Ada and Ben win. Round 2: the winners meet, and Ben, who had Black, begins; Cleo had Black too. Ada and Dan win.
    Round 3: nobody meets again, so Ada (W B) - Dan (W B) and Ben (B W) - Cleo (B W). Both pairs have the same history:
    the higher score decides for Ada - Dan (2 to 1): Ada's last was Black, she begins; Ben and Cleo last had White:
    Ben, who has more points (1 to 0), gets what he is due, Black.
    """
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3, tie_breaks=("BH", "SB"))
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    play(event, organiser, {("Ben", "Ada"): "0-1", ("Cleo", "Dan"): "0-1"})
    play(event, organiser, {("Ada", "Dan"): "1-0", ("Cleo", "Ben"): "0-1"})
    lifecycle.close_event(event.pk, organiser)
    assert table(event) == [(1, "Ada", 30), (2, "Ben", 20), (3, "Dan", 10), (4, "Cleo", 0)]
    # Buchholz is the sum of the other three's points (6 in all): 6 - own. Sonneborn-Berger sums those beaten.
    assert values(event, "Ada") == ["3.0", "3.00"]
    assert values(event, "Ben") == ["4.0", "1.00"]
    assert values(event, "Dan") == ["5.0", "0.00"]
    assert fresh(event).state == "closed"


def test_the_bye_goes_to_the_lowest_and_is_worth_what_the_event_says(club: Club, organiser: Account) -> None:
    """Five players: 1-3 and 2-4 by halves of the even rest, number 5 has the bye, worth half a point here."""
    event = running(
        club,
        organiser,
        ("Ada", "Ben", "Cleo", "Dan", "Eve"),
        format="swiss-dutch",
        rounds_planned=3,
        scoring={"pairing_bye": 5},
    )
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    assert table(event)[2] == (3, "Eve", 5)
    assert load(event).rounds[0].pairings[-1].kind == "pab"


def test_rounds_of_two_games_swap_colours_and_add_points(club: Club, organiser: Account) -> None:
    """A pairing is two games; the bye of the odd field is worth two wins unless something else is set."""
    event = running(
        club,
        organiser,
        ("Ada", "Ben", "Cleo"),
        format="swiss-dutch",
        rounds_planned=2,
        games_per_round=2,
        tie_breaks=("WON",),
    )
    play(event, organiser, {("Ada", "Ben"): "1-0", ("Ben", "Ada"): "0-1"})
    assert table(event) == [(1, "Ada", 20), (2, "Cleo", 20), (3, "Ben", 0)]
    assert values(event, "Ada") == ["2"]
    # Round 2: Ada and Cleo have two points each and meet; Ben has the bye.
    rounds.start_round(event.pk, organiser)
    pairing = load(event).rounds[1].pairings[0]
    assert {load(event).by_id[each].name for each in pairing.entries} == {"Ada", "Cleo"}
    for made, code in zip(pairing.games, ("1/2-1/2", "1-0"), strict=True):
        claim_result(made.id, organiser, code, source="desk")
    # One draw and one win for whoever began the second game, by 1½ to ½.
    second = load(event).rounds[1].pairings[0]
    winner = load(event).by_id[second.black or 0].name
    assert {name: points for _rank, name, points in table(event)} == {
        winner: 35,
        ({"Ada", "Cleo"} - {winner}).pop(): 25,
        "Ben": 20,
    }


def test_games_without_a_result_block_the_next_round_by_name(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    with pytest.raises(EventRefused) as refusal:
        rounds.start_round(event.pk, organiser)
    assert "board 1 of round 1 has no result: Ada – Cleo" in [str(message) for message in refusal.value.blockers]
    assert Round.objects.count() == 1


# --- the colour that is drawn ---------------------------------------------------------------------------


def test_who_begins_round_1_is_drawn_and_the_journal_says_so(club: Club, organiser: Account) -> None:
    drawn = set()
    for _each in range(20):
        event = with_players(club, organiser, (f"A{_each}", f"B{_each}"), format="swiss-dutch", rounds_planned=1)
        lifecycle.start_event(event.pk, organiser)
        drawn.add(fresh(event).first_colour)
    assert drawn == {"w", "b"}


@pytest.mark.parametrize(("colour", "white"), [("w", "Ada"), ("b", "Cleo")])
def test_who_begins_round_1_can_be_set_by_hand(club: Club, organiser: Account, colour: str, white: str) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    lifecycle.start_event(event.pk, organiser, first_colour=colour)
    rounds.start_round(event.pk, organiser)
    assert game(event, white, ({"Ada", "Cleo"} - {white}).pop())


def test_a_colour_that_there_is_not_starts_nothing(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    with pytest.raises(EventRefused) as refusal:
        lifecycle.start_event(event.pk, organiser, first_colour="red")
    assert (refusal.value.field, fresh(event).state) == ("first_colour", "open")


def test_a_start_that_is_taken_back_forgets_colour_and_numbers(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    lifecycle.unstart_event(event.pk, organiser)
    assert (fresh(event).first_colour, entry(event, "Ada").number) == ("", None)


# --- acceleration and colours that play no part ---------------------------------------------------------

EIGHT = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def accelerated(club: Club, organiser: Account) -> Event:
    return running(club, organiser, EIGHT, format="swiss-dutch", format_options={"baku": True}, rounds_planned=5)


def test_baku_gives_the_upper_half_virtual_points_that_stay(club: Club, organiser: Account) -> None:
    """Of eight the first four are accelerated; five rounds: three accelerated ones, two of them by a whole point.

    So round 1 pairs 1-3 and 2-4 among the upper, 5-7 and 6-8 among the lower half.
    """
    event = accelerated(club, organiser)
    play(
        event,
        organiser,
        {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1", ("Eve", "Gus"): "1-0", ("Hal", "Fay"): "0-1"},
    )
    assert entry(event, "Dan").virtual_points == [10, 10, 5]
    assert entry(event, "Eve").virtual_points == []
    late = entries.enter_person(event.pk, organiser, person_id=PersonFactory(name="Ivy", member_of=club).pk)
    assert (late.number, late.virtual_points) == (9, [])
    accelerated_ = {each.number for each in cross_table(load(event)).entrants if each.accelerated}
    assert accelerated_ == {1, 2, 3, 4}


def test_whoever_is_away_in_round_1_is_not_counted_for_the_upper_half(club: Club, organiser: Account) -> None:
    """Seven are paired, so four of them are the upper half, Ada and Cleo to Eve; Ben's number is among theirs."""
    event = accelerated(club, organiser)
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    rounds.start_round(event.pk, organiser)
    upper = Entry.objects.filter(event=event).exclude(virtual_points=[]).values_list("number", flat=True)
    assert sorted(upper) == [1, 2, 3, 4, 5]


def test_a_first_round_taken_back_forgets_the_virtual_points(club: Club, organiser: Account) -> None:
    event = accelerated(club, organiser)
    rounds.start_round(event.pk, organiser)
    rounds.delete_round(event.pk, organiser, 1)
    assert not Entry.objects.filter(event=event).exclude(virtual_points=[]).exists()


def test_baku_needs_a_draw_worth_half_a_win(club: Club, organiser: Account) -> None:
    with pytest.raises(EventRefused, match="Baku acceleration needs a draw worth half a win") as refusal:
        running(
            club,
            organiser,
            format="swiss-dutch",
            format_options={"baku": True},
            rounds_planned=5,
            scoring={"win": 30, "draw": 10},
        )
    assert refusal.value.field == "format_options"


def test_where_colours_play_no_part_the_table_has_none(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", format_options={"colour_free": True}, rounds_planned=3)
    rounds.start_round(event.pk, organiser)
    table_ = cross_table(load(event))
    assert table_.colour_free and fresh(event).first_colour == ""
    met = [cell for each in table_.entrants for cell in each.cells if isinstance(cell, Meeting)]
    assert len(met) == 4 and {side.colour for cell in met for side in cell.games} == {None}


# --- coming and going -----------------------------------------------------------------------------------


def test_somebody_who_comes_late_gets_the_next_number_and_is_paired(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    play(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "0-1"})
    entries.enter_person(event.pk, organiser, person_id=PersonFactory(name="Eve", member_of=club).pk)
    rounds.start_round(event.pk, organiser)
    seated = {each for pairing in load(event).rounds[1].pairings for each in pairing.entries}
    assert entry(event, "Eve").pk in seated
    assert {name: points for _rank, name, points in table(event)}["Eve"] in (0, 10)


def test_byes_of_later_rounds_wait_in_the_cross_table(club: Club, organiser: Account) -> None:
    event = running(club, organiser, EIGHT, format="swiss-dutch", rounds_planned=5)
    byes.request_bye(event.pk, organiser, entry(event, "Hal").pk, 3, "half")
    hal = cross_table(load(event)).entrant(8)
    assert hal.cells == (None, None, Bye(ByeKind.HALF))
    play(
        event,
        organiser,
        {("Ada", "Eve"): "1-0", ("Fay", "Ben"): "0-1", ("Cleo", "Gus"): "1-0", ("Hal", "Dan"): "0-1"},
    )
    assert standings(fresh(event)).rounds == 1
