"""The lower rated player of a board chooses its game: once, in time, or an arbiter settles it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.core.services.errors import ClaimRefused, RecordRefused, TurnRefused
from games.models import Game
from games.recordings.services.record_turns import record_turns
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from play.models import OnlineGame
from players.models import Account, Club
from players.permissions import NotAllowed
from testing.factories import player_in, seated
from testing.tournaments.factories import draft, entry, fresh, last_point
from testing.tournaments.medleys import GIPF, LYNGK, THREE_GAMES, YINSH, first_board, games_of_rounds, medley
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import entries, numbering
from tournaments.events.queries.own_tasks import own_tasks
from tournaments.events.services import events, lifecycle
from tournaments.events.services.undo import undo
from tournaments.medleys.services import choose_game, settle_choices, settle_due_choices
from tournaments.models import Event, GameChoice
from tournaments.rounds.services.rounds import start_round

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def paired(club: Club, organiser: Account, **changes: object) -> tuple[Event, Game, Account, Account]:
    """A medley with round 1 paired: board 1, and the accounts of its chooser and of the other player there."""
    event = medley(club, organiser, "choice", **changes)
    start_round(event.pk, organiser)
    pairing, row = first_board(event)
    game = Game.objects.get(pk=row.id)
    white, black = seated(game, "white"), seated(game, "black")
    return event, game, *((white, black) if row.chooser == pairing.white else (black, white))


def rules_of(event: Event) -> tuple[str, str]:
    """What is played on board 1, and what was chosen there."""
    row = first_board(event)[1]
    return row.rules, row.chosen or ""


def test_the_lower_rated_chooses_and_of_two_unrated_the_higher_number(club: Club, organiser: Account) -> None:
    event, _game, _chooser, _other = paired(club, organiser)
    pairings = load(event).rounds[0].pairings
    numbers = {row.id: row.number for row in load(event).entries}
    assert [numbers[pairing.games[0].chooser or 0] for pairing in pairings] == [3, 4]
    rated = medley(club, organiser, "choice", names=("Eva", "Finn"), rounds_planned=1)
    numbering.set_rating(rated.pk, organiser, entry(rated, "Finn").pk, 1700, reason="known")
    start_round(rated.pk, organiser)
    assert first_board(rated)[1].chooser == entry(rated, "Eva").pk


def test_the_player_chooses_once_and_an_arbiter_corrects(club: Club, organiser: Account) -> None:
    event, game, chooser, other = paired(club, organiser)
    assert [task.game for task in own_tasks(chooser).choices] == [game.pk] and not own_tasks(other).choices
    with pytest.raises(NotAllowed):
        choose_game(event.pk, other, game.pk, LYNGK)
    choose_game(event.pk, chooser, game.pk, LYNGK)
    assert rules_of(event) == (LYNGK, LYNGK) and Game.objects.get(pk=game.pk).setup
    assert not own_tasks(chooser).choices
    line = JournalEntry.objects.filter(scope__key=event.scope).latest("version")
    assert line.data["board"] == 1 and line.data["rules"] == LYNGK
    with pytest.raises(EventRefused, match="already chosen"):
        choose_game(event.pk, chooser, game.pk, YINSH)
    choose_game(event.pk, organiser, game.pk, YINSH)
    assert rules_of(event) == (YINSH, YINSH) and not Game.objects.get(pk=game.pk).setup


def test_nothing_is_said_of_a_game_before_it_is_chosen(club: Club, organiser: Account) -> None:
    event, game, chooser, _other = paired(club, organiser)
    for refusal, say in (
        (ClaimRefused, lambda: claim_result(game.pk, chooser, "1-0", source="page")),
        (RecordRefused, lambda: submit_record(game.pk, chooser, "1. Ga1", source="web")),
        (TurnRefused, lambda: record_turns(game.pk, organiser, "a1", expect=0)),
    ):
        with pytest.raises(refusal, match="not chosen yet"):
            say()
    choose_game(event.pk, chooser, game.pk, GIPF)
    claim_result(game.pk, chooser, "1-0", source="page")
    with pytest.raises(EventRefused, match="started or was reported"):
        choose_game(event.pk, organiser, game.pk, YINSH)


def test_what_cannot_be_chosen(club: Club, organiser: Account) -> None:
    event, game, chooser, _other = paired(club, organiser)
    with pytest.raises(EventRefused, match="one of the games") as refused:
        choose_game(event.pk, chooser, game.pk, "tzaar-fixed")
    assert refused.value.field == "rules"
    with pytest.raises(Stale):
        choose_game(event.pk, chooser, game.pk, GIPF, expect=99)
    listed = medley(club, organiser, "list", names=("Eva", "Finn"), rounds_planned=1)
    start_round(listed.pk, organiser)
    with pytest.raises(Game.DoesNotExist):
        choose_game(listed.pk, organiser, first_board(listed)[1].id, YINSH)


def test_games_of_earlier_rounds_stay(club: Club, organiser: Account) -> None:
    event, game, _chooser, _other = paired(club, organiser, format="round-robin", rounds_planned=None)
    start_round(event.pk, organiser, despite_open=True)
    with pytest.raises(EventRefused, match="Round 2 has started"):
        choose_game(event.pk, organiser, game.pk, YINSH)


def test_the_two_games_of_a_match_are_chosen_apart_and_differ(club: Club, organiser: Account) -> None:
    event, game, chooser, _other = paired(club, organiser, games_per_round=2, mixed_matches=True)
    second = first_board(event)[0].games[1]
    choose_game(event.pk, chooser, game.pk, LYNGK)
    with pytest.raises(EventRefused, match="other game of this match"):
        choose_game(event.pk, chooser, second.id, LYNGK)
    choose_game(event.pk, chooser, second.id, GIPF)
    assert games_of_rounds(event)[0][:2] == [LYNGK, GIPF]


def test_what_is_not_chosen_is_settled_by_the_desk_or_when_the_time_is_up(club: Club, organiser: Account) -> None:
    event, game, chooser, _other = paired(club, organiser, choice_minutes=10)
    choose_game(event.pk, chooser, game.pk, YINSH)
    settle_due_choices(event.pk)
    assert GameChoice.objects.filter(rules="").count() == 1
    GameChoice.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    settle_due_choices(event.pk)
    settle_due_choices(event.pk)
    assert games_of_rounds(event) == [[YINSH, GIPF]] and not GameChoice.objects.filter(rules="").exists()
    with pytest.raises(EventRefused, match="All games"):
        settle_choices(event.pk, organiser, 1)


def test_an_undone_choice_is_open_again_and_the_board_that_began_leaves_the_event(
    club: Club, organiser: Account
) -> None:
    accounts = [player_in(club, name=name) for name in ("Eva", "Finn")]
    event = on_this_server(club, organiser, accounts)
    start_round(event.pk, organiser)
    _pairing, row = first_board(event)
    assert row.online and not OnlineGame.objects.filter(game=row.id).exists()
    chooser = next(each for each in accounts if entry(event, each.person.name).pk == row.chooser)
    choose_game(event.pk, chooser, row.id, YINSH)
    assert OnlineGame.objects.filter(game=row.id).exists()
    undo(event.pk, organiser, last_point(event), reason="By mistake.")
    again = first_board(event)[1]
    assert again.id != row.id and again.is_choice_open
    assert Game.objects.get(pk=row.id).removed_at is not None
    choose_game(event.pk, chooser, again.id, LYNGK)
    assert Game.objects.get(pk=again.id).rules == LYNGK and OnlineGame.objects.filter(game=again.id).exists()


def on_this_server(club: Club, organiser: Account, accounts: list[Account]) -> Event:
    """A medley on this server, started, in which these play."""
    event = draft(
        *(club, organiser),
        format="swiss-dutch",
        rounds_planned=1,
        medley=THREE_GAMES,
        medley_order="choice",
        time_control="10+5",
    )
    events.announce(event.pk, organiser)
    for account in accounts:
        entries.enter_person(event.pk, organiser, person_id=account.person.pk)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    return fresh(event)
