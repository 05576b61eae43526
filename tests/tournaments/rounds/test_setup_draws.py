"""What chance lays out: bound by a hash before the round, shown with it, the same for whoever computes it anew."""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.models import Game, Record
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from gipf_engine.rules import rules_for
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.tournaments.factories import decide, entry, fresh, game, running
from tournaments.core.errors import EventRefused
from tournaments.core.event_config import config_of
from tournaments.core.loader import load
from tournaments.entries.services import leaving
from tournaments.events.services import events as events_services
from tournaments.events.services import lifecycle
from tournaments.models import Deal, Event, Round
from tournaments.rounds.queries.setup_draws import round_draws
from tournaments.rounds.services import rounds, setup_redraws

pytestmark = pytest.mark.core

SECRETS = re.compile(r"[0-9a-f]{64}")


def lyngk(club: Club, organiser: Account, **changes: object) -> Event:
    """A LYNGK event of four that runs."""
    return running(club, organiser, **({"rules": "lyngk-main"} | changes))


def seed_in_force(event: Event, number: int) -> str:
    """Straight from the table, where the secret lies."""
    return Deal.objects.filter(event=event, round_number=number, board=0).latest("number").seed


def pieces_of(seed: str) -> str:
    """The recipe lyngk-setup-1, written anew: pick from what is left, from the last place down."""
    stream = b"".join(sha256(f"lyngk-setup-1:{seed}:{block}".encode()).digest() for block in range(9))
    rest, laid, at = list("IIIIIIIIBBBBBBBBRRRRRRRRGGGGGGGGKKKKKKKKJJJ"), "", 0
    while rest:
        if len(rest) == 1:
            return rest[0] + laid
        byte, at = stream[at], at + 1
        if byte < 256 - 256 % len(rest):
            place = byte % len(rest)
            rest[place], rest[-1] = rest[-1], rest[place]
            laid = rest.pop() + laid
    raise AssertionError


def setups(event: Event, number: int) -> dict[int, set[str]]:
    """By board."""
    found: dict[int, set[str]] = {}
    games = Game.objects.filter(paired__pairing__round__event=event, paired__pairing__round__number=number)
    for board, setup in games.values_list("paired__pairing__board", "setup"):
        found.setdefault(board, set()).add(setup)
    return found


# --- drawing ------------------------------------------------------------------------------------------


def test_a_round_has_one_set_up_that_follows_from_its_seed(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, rounds=2)
    for number in (1, 2):
        pieces = pieces_of(seed_in_force(event, number))
        assert setups(event, number) == {1: {pieces}, 2: {pieces}}
        assert rules_for("lyngk-main").start(pieces).turn == 0
    assert setups(event, 1) != setups(event, 2)


@pytest.mark.parametrize("rules", ["dvonn-drawn", "tzaar-drawn"])
def test_other_games_that_chance_lays_out_are_bound_and_shown_as_well(
    club: Club, organiser: Account, rules: str
) -> None:
    event = lyngk(club, organiser, rules=rules, rounds=1)
    seed, chance = seed_in_force(event, 1), rules_for(rules).chance
    assert chance is not None
    assert setups(event, 1) == {1: {chance.draw(seed)}, 2: {chance.draw(seed)}}
    deal = Deal.objects.get(event=event, round_number=1, board=0)
    assert deal.commitment == sha256(f"{chance.version}:{rules}:{seed}".encode()).hexdigest()


def test_the_hash_is_there_before_the_round_and_the_seed_fits_it_after(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser)
    (before,) = round_draws(load(event), 1)
    assert not before.started and before.draws[0].seed is None and before.draws[0].hashed is None
    rounds.start_round(event.pk, organiser)
    first, coming = round_draws(load(event), 1, 2)
    assert first.draws[0].commitment == before.draws[0].commitment
    assert first.draws[0].hashed == f"lyngk-setup-1:lyngk-main:{first.draws[0].seed}"
    assert sha256(str(first.draws[0].hashed).encode()).hexdigest() == first.draws[0].commitment
    assert coming.draws[0].seed is None
    assert not first.draws[0].late


def test_each_board_has_its_own_where_the_event_says_so(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, setups="board", rounds=1)
    seed = seed_in_force(event, 1)
    own = {board: sha256(f"lyngk-setup-1:{seed}:board:{board}".encode()).hexdigest() for board in (1, 2)}
    assert setups(event, 1) == {1: {pieces_of(own[1])}, 2: {pieces_of(own[2])}}


def test_both_games_of_a_two_game_round_have_the_same_set_up(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, setups="board", games_per_round=2, rounds=1)
    assert Game.objects.count() == 4
    assert [len(found) for found in setups(event, 1).values()] == [1, 1]
    assert setups(event, 1)[1] != setups(event, 1)[2]


def test_the_last_round_draws_nothing_for_a_next_one(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, names=("Ada", "Ben"), rounds=1)
    assert list(Deal.objects.filter(event=event).values_list("round_number", flat=True)) == [1]


def test_seeds_are_never_the_same(club: Club, organiser: Account) -> None:
    events = [lyngk(club, organiser, names=(f"A{n}", f"B{n}", f"C{n}"), rounds=2) for n in range(5)]
    seeds = list(Deal.objects.filter(event__in=events).values_list("seed", flat=True))
    assert len(seeds) == len(set(seeds)) == 15
    assert all(SECRETS.fullmatch(seed) for seed in seeds)


def test_games_that_begin_alike_draw_nothing(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    assert not Deal.objects.exists()
    assert setups(event, 1) == {1: {""}, 2: {""}}
    assert round_draws(load(event), 1) == []
    with pytest.raises(EventRefused, match="no draw is needed"):
        setup_redraws.redraw_setups(event.pk, organiser, 1, reason="please")


def test_a_start_taken_back_keeps_the_draw_unless_the_rules_change(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser)
    seed = seed_in_force(event, 1)
    lifecycle.unstart_event(event.pk, organiser)
    lifecycle.start_event(event.pk, organiser)
    assert seed_in_force(event, 1) == seed
    lifecycle.unstart_event(event.pk, organiser)
    events_services.edit_event(event.pk, organiser, plan=replace(config_of(fresh(event)), rules="lyngk-six"))
    lifecycle.start_event(event.pk, organiser)
    new = seed_in_force(event, 1)
    assert new != seed
    committed = Deal.objects.filter(event=event).latest("number").commitment
    assert committed == sha256(f"lyngk-setup-1:lyngk-six:{new}".encode()).hexdigest()


def test_the_kind_of_set_ups_is_fixed_once_a_round_is_paired(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser)
    events_services.edit_event(event.pk, organiser, plan=replace(config_of(event), setups="board"))
    rounds.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="can no longer change"):
        events_services.edit_event(event.pk, organiser, plan=replace(config_of(fresh(event)), setups="round"))
    assert len(setups(event, 1)[1] | setups(event, 1)[2]) == 2


def test_a_round_that_is_taken_back_gets_a_new_seed(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, rounds=1)
    shown = seed_in_force(event, 1)
    rounds.delete_round(event.pk, organiser, 1, reason="Somebody came late.")
    (draws,) = round_draws(load(event), 1)
    old, new = draws.draws
    assert (old.seed, old.replaced, old.reason) == (shown, True, "")
    assert (new.seed, new.replaced, new.reason) == (None, False, "Somebody came late.")
    rounds.start_round(event.pk, organiser)
    assert setups(event, 1)[1] == {pieces_of(seed_in_force(event, 1))} != {pieces_of(shown)}
    assert not round_draws(load(event), 1)[0].current[0].late


@pytest.mark.postgresql
def test_the_database_refuses_to_change_a_draw(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Deal.objects.filter(event=event).update(seed="0" * 64)


# --- drawing anew -------------------------------------------------------------------------------------


def test_before_the_round_an_arbiter_draws_anew_and_the_old_draw_stays_to_be_seen(
    club: Club, organiser: Account
) -> None:
    event = lyngk(club, organiser)
    old = seed_in_force(event, 1)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="A player saw the desk.", expect=1)
    (draws,) = round_draws(load(event), 1)
    assert [(draw.seed, draw.replaced, draw.reason) for draw in draws.draws] == [
        (old, True, ""),
        (None, False, "A player saw the desk."),
    ]
    line = JournalEntry.objects.get(scope__key=event.scope, action="redraw-setups")
    assert line.data["drawn"] == [{"round": 1, "board": 0, "commitment": draws.draws[1].commitment}]
    rounds.start_round(event.pk, organiser)
    assert setups(event, 1)[1] == {pieces_of(seed_in_force(event, 1))} != {pieces_of(old)}


def test_after_the_start_games_get_the_new_set_up_while_nothing_is_reported(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, rounds=1)
    version = Round.objects.get().version
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="Laid out wrong.")
    new = seed_in_force(event, 1)
    assert setups(event, 1) == {1: {pieces_of(new)}, 2: {pieces_of(new)}}
    assert Round.objects.get().version == version + 1
    assert {each.version for each in Game.objects.all()} == {1}
    (draws,) = round_draws(load(event), 1)
    assert draws.current[0].seed == new and draws.current[0].late


def test_one_board_alone_can_be_drawn_anew_where_each_has_its_own(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, setups="board", rounds=1)
    before = setups(event, 1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    with pytest.raises(EventRefused, match="board 1 has a result"):
        setup_redraws.redraw_setups(event.pk, organiser, 1, reason="all")
    with pytest.raises(EventRefused, match="board 1 has a result"):
        setup_redraws.redraw_setups(event.pk, organiser, 1, board=1, reason="one")
    setup_redraws.redraw_setups(event.pk, organiser, 1, board=2, reason="two")
    seed = Deal.objects.get(event=event, board=2).seed
    own = sha256(f"lyngk-setup-1:{seed}:board:2".encode()).hexdigest()
    assert setups(event, 1) == {1: before[1], 2: {pieces_of(own)}}
    (draws,) = round_draws(load(event), 1)
    assert [(draw.board, draw.replaced) for draw in draws.draws] == [(0, False), (2, False)]


def test_what_somebody_said_keeps_the_set_up(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, names=("Ada", "Ben"), rounds=1)
    played = game(event, "Ada", "Ben")
    player = Account.objects.create_user("ada", person=played.white)
    claim_result(played.pk, player, "1-0", source="page")
    with pytest.raises(EventRefused, match="board 1 has a report"):
        setup_redraws.redraw_setups(event.pk, organiser, 1, reason="late")
    assert played.setup in {game(event, "Ada", "Ben").setup}


def test_a_record_keeps_the_set_up(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, names=("Ada", "Ben"), rounds=1)
    played = game(event, "Ada", "Ben")
    position = rules_for("lyngk-main").start(played.setup)
    submit_record(played.pk, organiser, f"1. {position.notation(next(position.legal_moves()))}")
    assert Record.objects.count() == 1
    with pytest.raises(EventRefused, match="board 1 has a report"):
        setup_redraws.redraw_setups(event.pk, organiser, 1, reason="late")


def test_a_forfeit_of_somebody_who_left_does_not_stand_in_the_way(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, rounds=1)
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    old = setups(event, 1)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="Laid out wrong.")
    assert setups(event, 1) == {1: old[1], 2: {pieces_of(seed_in_force(event, 1))}}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reason": " "}, "Give a reason"),
        ({"reason": "r" * 301}, "at most 300"),
        ({"board": 1}, "the same set-up in this event"),
        ({"round_number": 3}, "No set-ups are drawn"),
        ({"round_number": 0}, "No set-ups are drawn"),
        ({"round_number": 99}, "No set-ups are drawn"),
    ],
)
def test_a_draw_that_makes_no_sense_is_refused(
    club: Club, organiser: Account, changes: dict[str, Any], message: str
) -> None:
    event = lyngk(club, organiser, rounds=1)
    with pytest.raises(EventRefused, match=message):
        setup_redraws.redraw_setups(event.pk, organiser, **{"round_number": 1, "reason": "because"} | changes)
    assert Deal.objects.filter(event=event).count() == 2


def test_a_board_that_is_not_there_is_refused(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser, names=("Ada", "Ben", "Cleo"), setups="board", rounds=1)
    for board in (2, 3, 9):  # board 2 is a rest
        with pytest.raises(EventRefused, match="no such board"):
            setup_redraws.redraw_setups(event.pk, organiser, 1, board=board, reason="because")


def test_two_who_draw_anew_at_once_draw_once(club: Club, organiser: Account) -> None:
    event = lyngk(club, organiser)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="one", expect=1)
    with pytest.raises(Stale):
        setup_redraws.redraw_setups(event.pk, organiser, 1, reason="other", expect=1)
    assert Deal.objects.filter(event=event).count() == 2


def test_only_who_runs_the_event_draws_anew(club: Club, organiser: Account, stranger: Account) -> None:
    event = lyngk(club, organiser)
    with pytest.raises(NotAllowed):
        setup_redraws.redraw_setups(event.pk, stranger, 1, reason="mine")
    assert Deal.objects.filter(event=event).count() == 1
