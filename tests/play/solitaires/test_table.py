"""The table of a deal: what can be chosen, what is played without asking, and nothing that lies face down."""

from __future__ import annotations

import random

import pytest
from django.template.loader import render_to_string

from gipf_engine.rules.errors import IllegalMove
from play.core.replay import PlayedDeal
from play.solitaires.queries.table import table_of
from testing.play.factories import GWG, OPEN_SETUP, played, setup_of, swap_tiles

OKUAN = "guowuguan-okuan"


def page_of(deal: PlayedDeal) -> str:
    return render_to_string("play/core/parts/table.html", {"table": table_of(deal, address="/here", version=3)})


def test_every_legal_turn_is_a_button_of_one_form_and_says_what_it_does() -> None:
    table = table_of(played(), address="/here", version=3)
    tokens = [choice.token for group in table.groups for choice in group.choices]
    assert tokens == [str(move) for move in played().position.legal_moves()]
    markup = page_of(played())
    assert all(f'name="turn" value="{token}"' in markup for token in tokens)
    assert 'value="3.125" data-spots="3.1 3.2 3.5">55 梅, 54 雜九, 64 紅頭: full fourteen</button>' in markup
    assert '<input type="hidden" name="version" value="3">' in markup


def test_who_only_looks_on_gets_no_form_and_nothing_to_hit() -> None:
    table = table_of(played(), playable=False)
    assert table.groups == ()
    assert "data-spot" not in table.svg


@pytest.mark.parametrize(
    ("rules", "one", "other"),
    [
        (GWG, 1, 2),  # generals between the outer two
        (GWG, 2, 4),
        (OKUAN, 20, 31),  # the commons
        ("guowuguan-tongwuguan", 30, 31),
    ],
)
def test_tables_that_differ_only_in_what_lies_face_down_are_the_same_bytes_until_it_turns(
    rules: str, one: int, other: int
) -> None:
    a, b = played(rules), played(rules, swap_tiles(OPEN_SETUP, one, other))
    chance, steps, parted = random.Random(4), 0, False
    while not parted and a.outcome is None:
        assert page_of(a) == page_of(b)
        token = chance.choice([str(move) for move in a.position.legal_moves()])
        a, b = a.with_turns([token]), b.with_turns([token])
        steps += 1
        parted = a.position.view() != b.position.view()
    assert steps > 0


def test_tables_part_when_a_tile_is_turned_up() -> None:
    """O-Kuan's commons are drawn face down: the first refill turns the last five of them up."""
    a, b = played(OKUAN), played(OKUAN, swap_tiles(OPEN_SETUP, 20, 31))
    assert page_of(a) == page_of(b)
    assert page_of(a.with_turns(["/"])) != page_of(b.with_turns(["/"]))


def test_refills_without_a_choice_are_played_at_once_and_told() -> None:
    for number in range(1, 400):
        deal = played(setup=setup_of(number)).begun()
        if deal.tokens and deal.outcome is None:
            break
    assert set(deal.tokens) == {"/"} and deal.position.forced_move() is None
    told = [str(message) for message in table_of(deal).news]
    assert told == [f"Refills played for you (no choice): {len(deal.tokens)}."]


def test_what_was_chosen_is_taken_back_with_all_that_followed_by_itself() -> None:
    deal = played()
    after = deal.played("3.125")
    assert after.tokens[0] == "3.125"
    assert after.before_last_choice() == deal
    assert deal.before_last_choice() is None
    with pytest.raises(IllegalMove):
        deal.played("2.135")
