"""Who begins, where the format leaves it open: bound by a hash before the round, shown with it, the same for all."""

from __future__ import annotations

from hashlib import sha256

import pytest
from django.test import Client

from games.core.questions import SeedOf
from games.models import Game
from players.models import Account, Club
from testing.api.caller import Caller
from testing.tournaments.factories import FOUR, decide, entry, fresh, with_players
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.events.services import lifecycle
from tournaments.models import Deal, Event, Pairing
from tournaments.rounds.queries.games import seed_of_board
from tournaments.rounds.queries.setup_draws import round_draws
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services import setup_redraws
from tournaments.rounds.services.setup_draws import deals_of

pytestmark = pytest.mark.core

KNOCK_OUT = {"format": "knock-out"}
COLOUR_FREE = {"format": "swiss-dutch", "format_options": {"colour_free": True}, "rounds_planned": 3}


def started(club: Club, organiser: Account, *, rounds: int = 0, **changes: object) -> Event:
    """An event of four that runs, in which nobody chose a colour."""
    event = with_players(club, organiser, FOUR, **changes)
    lifecycle.start_event(event.pk, organiser)
    for _number in range(rounds):
        rounds_services.start_round(event.pk, organiser, despite_open=True)
    return fresh(event)


def boards(event: Event, number: int) -> dict[int, tuple[int, int]]:
    """By board the pairing numbers, who begins first."""
    rows = load(event)
    return {
        pairing.board: tuple(rows.by_id[each].number or 0 for each in pairing.entries)
        for pairing in rows.rounds[number - 1].pairings
    }


def by_recipe(seed: str, one: int, two: int) -> tuple[int, int]:
    """The two, who begins first, computed from the documented text with hashlib alone."""
    lower, higher = sorted((one, two))
    digest = sha256(f"first-move-1:{seed}:{lower}:{higher}".encode()).hexdigest()
    return (lower, higher) if digest[0] in "01234567" else (higher, lower)


@pytest.mark.parametrize("changes", [KNOCK_OUT, COLOUR_FREE, COLOUR_FREE | {"rules": "lyngk-main"}])
def test_who_begins_follows_from_the_seed_that_was_bound_before(
    club: Club, organiser: Account, changes: dict[str, object]
) -> None:
    event = started(club, organiser, **changes)
    (before,) = round_draws(load(event), 1)
    assert (before.started, before.lots, before.draws[0].seed) == (False, True, None)
    rounds_services.start_round(event.pk, organiser)
    draw = round_draws(load(event), 1)[0].draws[0]
    assert draw.seed is not None and not draw.late
    assert sha256(str(draw.hashed).encode()).hexdigest() == draw.commitment == before.draws[0].commitment
    found = boards(event, 1)
    assert found == {board: by_recipe(draw.seed, *pair) for board, pair in found.items()}
    assert set(Pairing.objects.values_list("lot", flat=True)) == {1}


def test_either_of_two_begins_sooner_or_later(club: Club, organiser: Account) -> None:
    """The round is taken back and paired again: each time there is a new seed."""
    event = started(club, organiser, **COLOUR_FREE)
    seen = set()
    for _time in range(40):
        rounds_services.start_round(event.pk, organiser)
        seen.add(boards(event, 1)[1])
        rounds_services.delete_round(event.pk, organiser, 1, reason="again")
        if len(seen) == 2:
            break
    assert seen == {(1, 3), (3, 1)}
    assert len({deal.seed for deal in deals_of(event, 1)}) == len(deals_of(event, 1))


def test_in_a_later_round_of_a_knock_out_whoever_began_less_often_begins_without_a_lot(
    club: Club, organiser: Account
) -> None:
    event = started(club, organiser, rounds=1, **KNOCK_OUT)
    names = dict(enumerate(FOUR, 1))
    first = boards(event, 1)
    decide(event, organiser, {(names[first[1][0]], names[first[1][1]]): "1-0"})
    decide(event, organiser, {(names[first[2][0]], names[first[2][1]]): "0-1"})
    rounds_services.start_round(event.pk, organiser)
    # Board 1 was won by who began, board 2 by who did not: the latter begins the final.
    assert boards(event, 2) == {1: (first[2][1], first[1][0])}
    assert Pairing.objects.get(round__number=2).lot is None


def test_a_colour_that_was_chosen_goes_by_turns_and_draws_nothing(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, FOUR, **KNOCK_OUT)
    lifecycle.start_event(event.pk, organiser, first_colour="b")
    rounds_services.start_round(event.pk, organiser)
    assert boards(event, 1) == {1: (4, 1), 2: (2, 3)}
    assert not Deal.objects.exists()


def test_a_round_that_nothing_was_drawn_for_keeps_what_its_format_proposes(club: Club, organiser: Account) -> None:
    """An event from before there were lots: its coming round has no seed, the one after it has."""
    event = started(club, organiser, **COLOUR_FREE)
    Deal.objects.filter(event=event).delete()
    rounds_services.start_round(event.pk, organiser)
    assert boards(event, 1) == {1: (1, 3), 2: (4, 2)}
    assert set(Pairing.objects.values_list("lot", flat=True)) == {None}
    assert Deal.objects.get(event=event).round_number == 2


def test_what_is_changed_by_hand_was_not_drawn(club: Club, organiser: Account) -> None:
    event = started(club, organiser, rounds=1, **COLOUR_FREE)
    board = Pairing.objects.get(round__event=event, board=1)
    swap_colours(event.pk, organiser, board.pk, reason="They agreed.")
    assert list(Pairing.objects.order_by("board").values_list("lot", flat=True)) == [None, 1]
    exchange_entries(
        event.pk, organiser, 1, entry(event, "Ada").pk, entry(event, "Dan").pk, reason="They are brothers."
    )
    assert set(Pairing.objects.values_list("lot", flat=True)) == {None}


def test_a_seed_is_drawn_again_before_the_round_and_not_after(club: Club, organiser: Account) -> None:
    event = started(club, organiser, **KNOCK_OUT)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="Somebody saw the screen.")
    rounds_services.start_round(event.pk, organiser)
    assert set(Pairing.objects.values_list("lot", flat=True)) == {2}
    with pytest.raises(EventRefused, match="undo it, or swap colours on a board"):
        setup_redraws.redraw_setups(event.pk, organiser, 1, reason="Again.")


def test_a_set_up_drawn_again_leaves_who_begins(club: Club, organiser: Account) -> None:
    event = started(club, organiser, rounds=1, **COLOUR_FREE, rules="lyngk-main")
    before = boards(event, 1)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="A piece was missing.")
    assert boards(event, 1) == before
    assert set(Pairing.objects.values_list("lot", flat=True)) == {1}


# --- pages and API -----------------------------------------------------------------------------------


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_pages_show_the_hash_first_and_everything_else_with_the_round(
    club: Club, organiser: Account, client: Client
) -> None:
    event = started(club, organiser, **COLOUR_FREE)
    deal = Deal.objects.get(event=event)
    shown = page(client, f"/events/{event.pk}/pairings/1/setups")
    assert "First moves in round 1" in shown and deal.commitment in shown
    assert deal.seed not in shown
    rounds_services.start_round(event.pk, organiser)
    pair = boards(event, 1)[1]
    text = f"first-move-1:{deal.seed}:{min(pair)}:{max(pair)}"
    shown = page(client, f"/events/{event.pk}/pairings/1/setups")
    assert f"printf %s &#x27;first-move-1:gipf-standard:{deal.seed}&#x27;" in shown.replace("'", "&#x27;")
    assert f"printf %s &#x27;{text}&#x27;" in shown.replace("'", "&#x27;")
    assert sha256(text.encode()).hexdigest() in shown
    shown = page(client, f"/events/{event.pk}/pairings/1")
    assert f"{FOUR[pair[0] - 1]}" in shown and "has the first move (drawn by lot)." in shown
    assert "by the lot drawn before round 1 and the pairing numbers" not in shown
    assert "The rules give" not in shown


def test_the_round_of_a_knock_out_says_that_it_is_by_the_rules(club: Club, organiser: Account, client: Client) -> None:
    for _event in range(4):  # one of them is turned, but for one in 256
        event = started(club, organiser, rounds=1, **KNOCK_OUT)
        shown = page(client, f"/events/{event.pk}/pairings/1")
        assert "By the rules" not in shown and "The rules give" not in shown


def test_the_api_tells_the_lots(club: Club, organiser: Account) -> None:
    event = started(club, organiser, **KNOCK_OUT)
    before = Caller().read(f"/events/{event.pk}/rounds/1/setups")
    assert (before["started"], before["lots"], before["draws"][0]["seed"]) == (False, [], None)
    rounds_services.start_round(event.pk, organiser)
    told = Caller().read(f"/events/{event.pk}/rounds/1/setups")
    assert [(lot["board"], sha256(lot["text"].encode()).hexdigest()) for lot in told["lots"]] == [
        (board, lot["digest"]) for board, lot in enumerate(told["lots"], 1)
    ]
    begins = [entry(event, FOUR[pair[0] - 1]).pk for pair in boards(event, 1).values()]
    assert [lot["begins"] for lot in told["lots"]] == begins


def test_an_event_whose_format_says_who_begins_draws_nothing(club: Club, organiser: Account) -> None:
    for changes in ({}, {"format": "swiss-dutch", "rounds_planned": 3}):
        started(club, organiser, rounds=1, **changes)
    assert not Deal.objects.exists()
    assert set(Pairing.objects.values_list("lot", flat=True)) == {None}


def test_a_certificate_of_a_game_without_a_set_up_names_no_seed(club: Club, organiser: Account) -> None:
    event = started(club, organiser, rounds=1, **KNOCK_OUT)
    lyngk = started(club, organiser, rounds=1, **COLOUR_FREE, rules="lyngk-main")
    games = {each: Game.objects.filter(paired__pairing__round__event=each).first() for each in (event, lyngk)}
    assert seed_of_board(SeedOf(games[event])) is None
    assert seed_of_board(SeedOf(games[lyngk])).recipe == "lyngk-setup-1"
