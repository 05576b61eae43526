"""A void game counts as if it had not been paired: from the tables to the next pairing, the standings and the pages."""

from __future__ import annotations

import pytest
from django.test import Client

from games.results.services.results import claim_result
from players.models import Account, Club
from testing.tournaments.factories import decide, game, running, table, values
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.models import Event
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds
from tournaments.standings.queries.crosstables import cross_grid
from tournaments.standings.queries.standings import explain_standings, standings

pytestmark = [pytest.mark.django_db, pytest.mark.core]


def void(event: Event, arbiter: Account, white: str, black: str) -> None:
    claim_result(
        game(event, white, black).pk, arbiter, "void", source="desk", role="arbiter", reason="The wrong board was set."
    )


def boards(event: Event, number: int) -> list[list[str]]:
    """Who sits at each board of a round, White first."""
    rows = load(event)
    return [[rows.by_id[entry].name for entry in pairing.entries] for pairing in rows.rounds[number - 1].pairings]


def swiss(club: Club, organiser: Account, names: tuple[str, ...], **changes: object) -> Event:
    return running(club, organiser, names, format="swiss-dutch", rounds_planned=3, **changes)


def test_two_whose_game_is_void_meet_again_with_the_colours_of_a_first_game(club: Club, organiser: Account) -> None:
    """Ada begins as drawn. A game that was played would give Ben White, and leave the two nobody to meet."""
    event = swiss(club, organiser, ("Ada", "Ben"), rounds=1)
    void(event, organiser, "Ada", "Ben")
    rounds.start_round(event.pk, organiser)
    assert boards(event, 2) == [["Ada", "Ben"]]
    page = round_page(load(event), 2)
    assert page is not None
    assert page.differences == ()


def test_a_void_game_is_no_draw_and_no_bye(club: Club, organiser: Account) -> None:
    """Round 1: Ada - Ben is void, Cleo has the bye. Round 2: Cleo has 1 point, the others none.

    Cleo, alone above, meets the first below, Ada; both had no game, so Cleo, the higher, has the colour of number 3,
    White as drawn for the odd ones. Ben is left and may have the bye.
    """
    event = swiss(club, organiser, ("Ada", "Ben", "Cleo"), rounds=1)
    void(event, organiser, "Ada", "Ben")
    assert table(event) == [(1, "Cleo", 10), (2, "Ada", 0), (2, "Ben", 0)]
    rounds.start_round(event.pk, organiser)
    assert boards(event, 2) == [["Cleo", "Ada"], ["Ben"]]
    assert load(event).rounds[1].pairings[-1].kind == "pab"


def test_one_void_game_of_two_leaves_the_other_as_the_meeting(club: Club, organiser: Account) -> None:
    """Ada and Ben have met in the game that counts, so that a field of two cannot be paired again."""
    event = swiss(club, organiser, ("Ada", "Ben"), rounds=1, games_per_round=2, tie_breaks=("WON", "BH"))
    void(event, organiser, "Ben", "Ada")
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert table(event) == [(1, "Ada", 10), (2, "Ben", 0)]
    assert values(event, "Ben") == ["0", "1.0"]
    with pytest.raises(EventRefused, match="cannot be paired"):
        rounds.start_round(event.pk, organiser)


def test_two_void_games_are_no_meeting(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, ("Ada", "Ben"), rounds=1, games_per_round=2)
    void(event, organiser, "Ada", "Ben")
    void(event, organiser, "Ben", "Ada")
    rounds.start_round(event.pk, organiser)
    assert boards(event, 2) == [["Ada", "Ben"]]


def test_tie_breaks_take_a_void_game_as_a_round_that_nobody_missed_by_choice(club: Club, organiser: Account) -> None:
    """Ada - Cleo is void, Ben beats Dan. Ada's round is a dummy with her own score, 0; REP counts her round."""
    event = swiss(club, organiser, ("Ada", "Ben", "Cleo", "Dan"), rounds=1, tie_breaks=("BH", "REP", "MB"))
    void(event, organiser, "Ada", "Cleo")
    decide(event, organiser, {("Dan", "Ben"): "0-1"})
    assert values(event, "Ada") == ["0.0", "1", "0.0"]
    row = next(row for row in explain_standings(event).rows if row.entry.name == "Ada")
    assert (row.won, row.drawn, row.lost) == (0, 0, 0)
    assert str(row.values[0].explanation) == "0.0 = 0 (void game)"


def test_cross_tables_and_cards_have_a_sign_for_void_games(club: Club, organiser: Account, client: Client) -> None:
    event = swiss(club, organiser, ("Ada", "Ben"), rounds=1)
    void(event, organiser, "Ada", "Ben")
    rows = load(event)
    marks = [
        [mark.text for cell in row.cells if cell for mark in cell] for row in cross_grid(rows, standings(event)).rows
    ]
    assert marks == [["∅"], ["∅"]]
    page = client.get(f"/events/{event.pk}/crosstable").content.decode()
    assert '∅<i class="w">2</i></a>' in page
    assert '∅<i class="b">1</i></a>' in page
    assert "Void game, not counted" in page
    assert "∅" in client.get(f"/events/{event.pk}").content.decode()


def test_in_a_round_robin_a_void_game_gives_nobody_anything(club: Club, organiser: Account) -> None:
    """Three: Ben - Cleo, then Cleo - Ada, then Ada - Ben. Ada beats both; Ben - Cleo is void."""
    event = running(club, organiser, ("Ada", "Ben", "Cleo"), rounds=3, tie_breaks=("SB", "DE"))
    void(event, organiser, "Ben", "Cleo")
    decide(event, organiser, {("Cleo", "Ada"): "0-1", ("Ada", "Ben"): "1-0"})
    assert table(event) == [(1, "Ada", 20), (2, "Ben", 0), (2, "Cleo", 0)]
    assert values(event, "Ben")[0] == values(event, "Cleo")[0] == "0.00"


def test_a_void_match_of_a_knock_out_has_to_be_played_off(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="knock-out", rounds=1)
    assert boards(event, 1) == [["Ada", "Dan"], ["Cleo", "Ben"]]
    decide(event, organiser, {("Cleo", "Ben"): "0-1"})
    void(event, organiser, "Ada", "Dan")
    with pytest.raises(EventRefused) as refusal:
        rounds.start_round(event.pk, organiser)
    assert [str(each) for each in refusal.value.blockers] == [
        "The match of Ada and Dan has no winner: play it off and hand in the deciding result."
    ]


def test_a_result_that_takes_a_void_games_place_counts(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, ("Ada", "Ben"), rounds=1)
    void(event, organiser, "Ada", "Ben")
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert table(event) == [(1, "Ada", 10), (2, "Ben", 0)]
