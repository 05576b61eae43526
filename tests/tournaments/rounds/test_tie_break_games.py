"""Tie-break games of a knock-out: further games of a drawn match, which decide who advances and score nothing.

Two or four players are numbered by name: 1 – 4, 2 – 3. Ada (number 1) begins on board 1, and colours alternate.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.results.services.results import claim_result
from gipf_engine.clocks import parse_control
from play.core.playing import load_game
from play.models import OnlineGame
from players.models import Account, Club
from testing.tournaments.factories import decide, fresh, last_point, running, table
from testing.tournaments.here import running_here
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.preconditions import of_round, warnings_of_closing
from tournaments.core.queries.tables import bracket_of
from tournaments.core.tie_breaks import due_tie_breaks
from tournaments.events.services import undo
from tournaments.models import Event, PairedGame
from tournaments.results.queries.desk import desk
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds
from tournaments.rounds.services.boards import begin_next_games
from tournaments.rounds.services.tie_break_games import start_tie_break_games
from tournaments.standings.queries.crosstables import cross_grid
from tournaments.standings.queries.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]

DRAW = "1/2-1/2"
TWO_AND_ONE = {"tie_games": 2, "sudden_death": True, "tie_minutes": 5, "tie_seconds": 3, "third_place": True}
CUP = {"format": "knock-out", "rules": "gipf-standard", "format_options": TWO_AND_ONE}


def drawn(club: Club, organiser: Account, **changes: object) -> Event:
    """Ada – Dan is drawn, Ben has beaten Cleo."""
    event = running(club, organiser, rounds=1, **CUP | changes)
    enter(event, organiser, 1, [DRAW])
    ben = next(pairing for pairing in load(fresh(event)).rounds[0].pairings if pairing.board == 2)
    white_is_ben = load(fresh(event)).by_id[ben.white or 0].name == "Ben"
    enter(event, organiser, 2, ["1-0" if white_is_ben else "0-1"])
    return event


def enter(event: Event, organiser: Account, board: int, results: list[str], first: int = 1) -> None:
    """Results of the games at a board of the last round, from leg `first` on."""
    for leg, result in enumerate(results, first):
        paired = PairedGame.objects.get(
            pairing__round__event=event,
            pairing__round__number=len(load(fresh(event)).rounds),
            pairing__board=board,
            leg=leg,
        )
        claim_result(paired.game_id, organiser, result, source="desk")


def whites(event: Event) -> list[str]:
    """Who begins in each game of board 1 of round 1."""
    paired = PairedGame.objects.filter(pairing__round__event=event, pairing__round__number=1, pairing__board=1)
    return [each.game.white.name for each in paired.order_by("leg")]


def blocked(event: Event) -> list[str]:
    return [str(each) for each in of_round(load(fresh(event)))]


def test_tie_break_games_decide_who_advances_and_score_nothing(club: Club, organiser: Account) -> None:
    """Ada – Dan: ½; then 1-0 and 1-0 with colours swapped between: level. Sudden death, again swapped: Dan wins."""
    event = drawn(club, organiser)
    (due,) = due_tie_breaks(load(fresh(event)))
    assert (due.games, due.last, {due.white, due.black}) == (2, False, {"Ada", "Dan"})
    start_tie_break_games(event.pk, organiser, 1, 1)
    first = whites(event)[0]
    other = "Dan" if first == "Ada" else "Ada"
    assert whites(event) == [first, other, first]
    with pytest.raises(EventRefused, match="No tie-break games are due"):
        start_tie_break_games(event.pk, organiser, 1, 1)
    enter(event, organiser, 1, ["1-0", "1-0"], first=2)
    assert due_tie_breaks(load(fresh(event)))[0].last
    assert "has no winner" in blocked(event)[0]
    start_tie_break_games(event.pk, organiser, 1, 1)
    assert whites(event)[3] == other
    enter(event, organiser, 1, ["1-0" if other == "Dan" else "0-1"], first=4)
    rounds.start_round(event.pk, organiser)
    tree = bracket_of(load(fresh(event)))
    of_match = [seat for seat in tree[0].matches[0].seats if seat.entry]
    seats = {seat.entry.name: (seat.points, seat.tie_break, seat.goes_on) for seat in of_match if seat.entry}
    assert seats == {"Ada": (5, 10, False), "Dan": (5, 20, True)}
    assert {name: points for _rank, name, points in table(event)} == {"Ada": 5, "Dan": 5, "Ben": 10, "Cleo": 0}
    rows = load(fresh(event))
    crossed = cross_grid(rows, standings(fresh(event)))
    assert max(len(cell) for row in crossed.rows for cell in row.cells if cell) == 1


def test_only_what_the_event_rates_is_rated(club: Club, organiser: Account) -> None:
    for rated in (False, True):
        event = drawn(club, organiser, format_options=TWO_AND_ONE | {"tie_rated": rated})
        start_tie_break_games(event.pk, organiser, 1, 1)
        games = Game.objects.filter(paired__pairing__round__event=event, paired__pairing__board=1)
        assert list(games.order_by("paired__leg").values_list("rated", flat=True)) == [True, rated, rated]


def test_where_nothing_was_announced_none_are_due(club: Club, organiser: Account) -> None:
    event = drawn(club, organiser, format_options={})
    assert due_tie_breaks(load(fresh(event))) == ()
    with pytest.raises(EventRefused, match="No tie-break games are due"):
        start_tie_break_games(event.pk, organiser, 1, 1)


def test_the_match_for_third_place_and_the_final_have_them_too(club: Club, organiser: Account) -> None:
    """Ada and Ben win; both matches of round 2 are drawn. Closing warns of both until they are decided."""
    event = running(club, organiser, rounds=1, **CUP)
    for white, black in (("Ada", "Dan"), ("Ben", "Cleo")):
        won = PairedGame.objects.filter(pairing__round__event=event, game__white__name=white)
        pair, result = ((white, black), "1-0") if won.exists() else ((black, white), "0-1")
        decide(event, organiser, {pair: result})
    rounds.start_round(event.pk, organiser)
    for board in (1, 2):
        enter(event, organiser, board, [DRAW])
    assert len(warnings_of_closing(load(fresh(event)))) == 2
    for board in (1, 2):
        start_tie_break_games(event.pk, organiser, 2, board)
        enter(event, organiser, board, ["1-0", DRAW], first=2)
    assert warnings_of_closing(load(fresh(event))) == ()
    second = {pairing.board: pairing for pairing in load(fresh(event)).rounds[1].pairings}
    winners = [load(fresh(event)).by_id[second[board].black or 0].name for board in (1, 2)]
    assert [(rank, name) for rank, name, _points in table(event)][::2] == [(1, winners[0]), (3, winners[1])]


def test_an_undo_takes_them_back(club: Club, organiser: Account) -> None:
    event = drawn(club, organiser)
    start_tie_break_games(event.pk, organiser, 1, 1)
    undo.undo(event.pk, organiser, last_point(event), reason="too early")
    assert len(whites(event)) == 1
    assert due_tie_breaks(load(fresh(event)))[0].games == 2


def test_the_desk_offers_them_and_the_round_names_them(club: Club, organiser: Account, client: Client) -> None:
    event = drawn(club, organiser)
    client.force_login(organiser)
    assert len(desk(load(fresh(event))).tie_breaks) == 1
    page = client.get(reverse("event-desk", args=[event.pk])).content.decode()
    assert "Start 2 tie-break games" in page
    version = due_tie_breaks(load(fresh(event)))[0].version
    client.post(reverse("event-tie-breaks", args=[event.pk, 1]), {"board": "1", "version": str(version)})
    shown = round_page(load(fresh(event)), 1)
    assert shown is not None
    assert [str(each.label) for each in shown.boards[0].games] == [
        "None",
        "Tie-break game 1, 5 min + 3 s",
        "Tie-break game 2, 5 min + 3 s",
    ]
    public = client.get(reverse("event-round", args=[event.pk, 1])).content.decode()
    assert "Tie-break game 2, 5 min + 3 s" in public
    assert "Start 2 tie-break games" not in client.get(reverse("event-desk", args=[event.pk])).content.decode()


def test_on_this_server_each_begins_after_the_one_before_with_its_own_clock(club: Club, organiser: Account) -> None:
    event, _players = running_here(club, organiser, ("Ada", "Ben"), format="knock-out", format_options=TWO_AND_ONE)
    enter(event, organiser, 1, [DRAW])
    start_tie_break_games(event.pk, organiser, 1, 1)
    legs = dict(PairedGame.objects.filter(pairing__round__event=event).values_list("leg", "game"))
    assert load_game(legs[2]).online.control == str(parse_control("300+3"))
    assert not OnlineGame.objects.filter(game=legs[3]).exists()
    enter(event, organiser, 1, ["1-0"], first=2)
    begin_next_games(event.pk)
    assert load_game(legs[3]).online.control == str(parse_control("300+3"))
