"""Which game the boards of a medley have: by a list, drawn, and what the event refuses."""

from __future__ import annotations

from hashlib import sha256

import pytest

from games.core.services.errors import RecordRefused
from games.models import Game
from games.records.services.submit_record import submit_record
from players.models import Account, Club
from testing.tournaments.factories import decide, draft, fresh
from testing.tournaments.medleys import GIPF, LYNGK, THREE_GAMES, YINSH, first_board, games_of_rounds, medley
from tournaments.core.draws import setup_of_game
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.core.medleys import results_of
from tournaments.models import Deal, Event
from tournaments.rounds.queries.setup_draws import game_draws, round_draws
from tournaments.rounds.services.rounds import delete_round, start_round

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def play_round(event: Event, organiser: Account) -> None:
    """Pair a round in which White wins everywhere."""
    start_round(event.pk, organiser)
    games = [game for pairing in load(fresh(event)).rounds[-1].pairings for game in pairing.games]
    for row in games:
        game = Game.objects.select_related("white", "black").get(pk=row.id)
        decide(event, organiser, {(game.white.name, game.black.name): "1-0"})


def test_a_list_goes_from_round_to_round(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "list", medley=(GIPF, YINSH, GIPF), rounds_planned=3)
    for _round in range(3):
        play_round(event, organiser)
    assert games_of_rounds(event) == [[GIPF, GIPF], [YINSH, YINSH], [GIPF, GIPF]]
    assert (event.rules, event.medley) == (GIPF, [GIPF, YINSH, GIPF])


def test_the_games_of_a_match_differ_where_the_event_says_so(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "list", games_per_round=2, mixed_matches=True)
    start_round(event.pk, organiser)
    assert games_of_rounds(event) == [[GIPF, YINSH, GIPF, YINSH]]
    seats = Game.objects.filter(paired__pairing__board=1, parent_scope__key=event.scope).order_by("paired__leg")
    assert [(game.white.name, game.black.name) for game in seats] == [("Ada", "Cleo"), ("Cleo", "Ada")]


def test_a_drawn_game_follows_from_the_seed_whose_hash_was_shown_before(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "round")
    deal = Deal.objects.get(event=event, round_number=1)
    text = f"medley-1:{','.join(THREE_GAMES)}:{deal.seed}"
    assert deal.commitment == sha256(text.encode()).hexdigest()
    (before,) = round_draws(load(event), 1)
    assert before.draws[0].seed is None
    for _round in range(3):
        play_round(event, organiser)
    first = THREE_GAMES[int(sha256(f"medley-1:{deal.seed}:0:1".encode()).hexdigest(), 16) % 3]
    played = [games[0] for games in games_of_rounds(event)]
    assert played[0] == first and sorted(played) == sorted(THREE_GAMES)
    rows = load(fresh(event))
    for number, rules in enumerate(played, 1):
        (draws,) = round_draws(rows, number)
        (shown,) = game_draws(rows, draws)
        assert (shown.board, shown.rules) == (0, rules) and len(shown.candidates) == 4 - number


def test_boards_are_drawn_from_what_both_have_played_least_and_laid_out(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "board", rounds_planned=2)
    for _round in range(2):
        play_round(event, organiser)
    rows = load(fresh(event))
    for round_ in rows.rounds:
        deal = Deal.objects.filter(event=event, round_number=round_.number).latest("number")
        (draws,) = round_draws(rows, round_.number)
        assert [each.rules for each in game_draws(rows, draws)] == [each.games[0].rules for each in round_.pairings]
        for pairing in round_.pairings:
            game = Game.objects.get(pk=pairing.games[0].id)
            assert game.setup == setup_of_game(event, game.rules, deal.seed, pairing.board)
            assert bool(game.setup) == (game.rules == LYNGK)
    for entry in rows.entries:
        first, second = (pairing.games[0].rules for pairing in rows.of_entry(entry.id))
        assert first != second


def test_a_round_that_is_taken_back_is_drawn_anew(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "round")
    start_round(event.pk, organiser)
    delete_round(event.pk, organiser, 1, reason="Too early.")
    assert Deal.objects.filter(event=event, round_number=1).count() == 2


def test_results_and_records_are_those_of_the_games_own_rules(club: Club, organiser: Account) -> None:
    event = medley(club, organiser, "list", agreed_draws=False)
    assert not results_of(event, GIPF).has_draws and results_of(event, YINSH).has_draws and results_of(event).has_draws
    start_round(event.pk, organiser)
    _pairing, row = first_board(event)
    with pytest.raises(RecordRefused) as refused:
        submit_record(row.id, organiser, '[Game "YINSH"]\n[Rules "yinsh-normal"]\n\ne5 f6', source="web")
    assert "this game is “GIPF, basic game”" in str(refused.value.message)


REFUSED = {
    "medley": [
        {"medley": (GIPF, GIPF)},
        {"medley": (GIPF, "chess")},
        {"medley": (GIPF, "guowuguan-gwg")},
        {"medley": (), "medley_order": "list"},
        {"format": "team-swiss", "rounds_planned": 3},
        {"format": "arena", "time_control": "3+2"},
        {"medley": (GIPF, YINSH) * 7},
    ],
    "medley_order": [{"medley_order": ""}, {"medley_order": "alphabet"}],
    "choice_minutes": [{"medley_order": "choice", "choice_minutes": 0}],
    "seeding_list": [{"seeding_list": "chess"}],
    "handicap": [{"handicap": "by-hand"}],
}


def test_what_no_medley_can_be(club: Club, organiser: Account, subtests: pytest.Subtests) -> None:
    for field, cases in REFUSED.items():
        for changes in cases:
            with subtests.test(field=field, changes=changes), pytest.raises(EventRefused) as refused:
                draft(club, organiser, **{"medley": (GIPF, YINSH), "medley_order": "list"} | changes)
            assert refused.value.field == field
