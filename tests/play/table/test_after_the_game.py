"""What pages say while a game is played here and after it: its state, why it ended, and where it is listed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from common.jobs.services import run_due
from common.journal import queries as journal
from games.core.queries.lists import games_of, newest
from games.core.running import scope_of
from games.models import Game
from games.recordings.services.record_turns import record_turns
from games.records.services.submit_record import submit_record
from play.core.services.blocks import block_person
from play.games.services.games import abort, resign
from play.models import OfferKind
from play.table.services.offers import make_offer
from players.models import Account, Club, Person
from ratings.core.queries.lists import current
from testing.factories import GameFactory, seated
from testing.games.game_records import played, tokens_of
from testing.play.online import (
    begin,
    first_turns,
    guest_browser,
    let_time_pass,
    lyngk,
    play,
    reference_turns,
    two_accounts,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def players() -> tuple[Account, Account]:
    return two_accounts()


def ratings_now(rules: str, players: tuple[Account, Account]) -> list[tuple[Person, int]]:
    people = [player.person for player in players]
    found = current(rules, None, [person.pk for person in people])
    return [(person, found[person.pk]) for person in people]


def page_of(account: Account | None, address: str) -> str:
    client = Client()
    if account is not None:
        client.force_login(account)
    return client.get(address).content.decode()


def test_a_spectator_of_a_running_game_reads_that_it_is_in_progress(players: tuple[Account, Account]) -> None:
    game = begin(*players)
    play(game, *reference_turns(*players)[:2])
    page = page_of(None, reverse("game", args=[game]))
    assert "No result reported yet" not in page
    assert "no result yet" not in page
    assert "In progress" in page
    assert Client().get(f"/api/v1/games/{game}").json()["explanation"] == "In progress."
    resign(game, players[0])
    assert "In progress" not in page_of(None, reverse("game", args=[game]))


def test_a_game_over_the_board_waits_for_reports_as_before(club: Club) -> None:
    game: Game = GameFactory(club=club)
    assert "No result reported yet" in page_of(None, reverse("game", args=[game.pk]))


def test_an_end_by_rule_says_why_on_the_board(players: tuple[Account, Account]) -> None:
    game = begin(*players)
    play(game, *reference_turns(*players))
    for player in players:
        assert "0-1, White had no piece left in the reserve" in page_of(player, reverse("play-game", args=[game]))


def test_what_a_rated_game_did_to_the_ratings_stands_on_its_board(players: tuple[Account, Account]) -> None:
    """Both are unrated before; of the second game the list knows nothing yet."""
    first = begin(*players)
    board = reverse("play-game", args=[first])
    assert "new ratings" not in page_of(players[0], board)
    play(first, *reference_turns(*players))
    assert "New ratings appear in a moment." in page_of(players[0], board)
    while run_due():
        pass
    told = {person.name: value for person, value in ratings_now("gipf-basic", players)}
    page = page_of(players[1], board)
    assert told["Wanda"] < told["Bela"]
    for name, value in told.items():
        assert f'<bdi>{name}</bdi> <span class="num ltr">– → {value}</span>' in page
    second = begin(*players)
    play(second, *reference_turns(*players))
    while run_due():
        pass
    (_wanda, (_bela, after)) = ratings_now("gipf-basic", players)
    again = page_of(players[1], reverse("play-game", args=[second]))
    assert f'<bdi>Bela</bdi> <span class="num ltr">{told["Bela"]} → {after}</span>' in again
    assert f"– → {told['Bela']}" in page_of(players[1], board), "of the first game what that one did"


def test_why_a_game_does_not_count_stands_on_its_board(players: tuple[Account, Account]) -> None:
    game = begin(*players)
    play(game, *reference_turns(*players)[:2])
    resign(game, players[0])
    while run_due():
        pass
    page = page_of(players[1], reverse("play-game", args=[game]))
    assert "It ended before turn 10, and not by the rules." in page


def test_a_clock_of_days_says_how_much_is_for_this_turn(players: tuple[Account, Account]) -> None:
    game = begin(*players, control="3days+10")
    board = reverse("play-game", args=[game])
    assert "You can abort until both players have moved" in page_of(players[0], board)
    let_time_pass(game, 60_000)
    assert page_of(players[0], board).count("2 days for this turn, then 10 days for the rest of the game") == 1
    let_time_pass(game, 25 * 3_600_000)
    assert re.search(r"46:\d\d:\d\d for this turn, then 10 days for the rest", page_of(players[0], board))
    let_time_pass(game, 3 * 86_400_000)
    assert "The time of this turn is over: 8 days for the rest of the game" in page_of(players[1], board)


def test_the_hash_of_the_next_set_up_is_folded(players: tuple[Account, Account]) -> None:
    game = lyngk(*players)
    first_turns(game, *players)
    resign(game, players[0])
    make_offer(game, players[1], OfferKind.REMATCH)
    page = page_of(players[0], reverse("play-game", args=[game]))
    folded = page[page.index('<details class="why small" id="next-set-up">') :]
    assert len(re.findall(r"<code>[0-9a-f]{64}</code>", folded[: folded.index("</details>")])) == 1
    assert not re.search(r"<code[^>]*>[0-9a-f]{64}", re.sub(r"(?s)<details.*?</details>", "", page))


def test_neither_of_two_is_offered_a_challenge_where_one_has_blocked_the_other(
    players: tuple[Account, Account],
) -> None:
    game = begin(*players)
    play(game, *reference_turns(*players))
    people, board = [player.person.pk for player in players], reverse("play-game", args=[game])
    for reader, other in ((0, 1), (1, 0)):
        assert f"?opponent={people[other]}" in page_of(players[reader], reverse("person", args=[people[other]]))
        assert f"?opponent={people[other]}" in page_of(players[reader], board)
    block_person(players[0], people[1])
    for reader, other in ((0, 1), (1, 0)):
        assert f"?opponent={people[other]}" not in page_of(players[reader], reverse("person", args=[people[other]]))
        after = page_of(players[reader], board)
        assert f"?opponent={people[other]}" not in after
        assert "offer-rematch" not in after


def test_an_aborted_game_is_on_nobodys_list(players: tuple[Account, Account]) -> None:
    aborted, lost = begin(*players), begin(*players)
    play(lost, *reference_turns(*players)[:2])
    abort(aborted, players[0])
    resign(lost, players[0])
    for player in players:
        assert [row.id for row in games_of(player.person.pk)] == [lost]


def test_games_of_guests_stand_apart_in_the_collection(players: tuple[Account, Account]) -> None:
    guest_browser()
    of_guest = Game.objects.get()
    Game.objects.filter(pk=of_guest.pk).update(result="1-0")
    other = begin(*players)
    play(other, *reference_turns(*players))

    def listed(**asked: str) -> set[int]:
        page = Client().get(reverse("games"), asked).content.decode()
        return {pk for pk in (of_guest.pk, other) if f'class="versus" href="{reverse("game", args=[pk])}"' in page}

    def by_api(**asked: str) -> list[int]:
        return [row["id"] for row in Client().get("/api/v1/collection", asked).json()["games"]]

    assert (listed(), by_api()) == ({other}, [other])
    assert (listed(guests="only"), by_api(guests="true")) == ({of_guest.pk}, [of_guest.pk])


def test_a_few_turns_that_one_player_handed_in_do_not_lead_the_newest_games(club: Club) -> None:
    whole: Game = GameFactory(club=club, rules="gipf-basic")
    submit_record(whole.pk, seated(whole, "white"), " ".join(tokens_of(played())))
    part: Game = GameFactory(club=club, rules="gipf-basic")
    submit_record(part.pk, seated(part, "white"), " ".join(tokens_of(played())[:4]))
    assert [row.id for row in newest(club=club)] == [whole.pk]


def test_a_few_turns_that_one_player_handed_in_do_not_hide_a_live_recording(club: Club) -> None:
    game: Game = GameFactory(club=club, rules="gipf-basic")
    tokens = tokens_of(played())
    submit_record(game.pk, seated(game, "white"), " ".join(tokens[:4]))
    address = reverse("game", args=[game.pk])
    assert "Being recorded" not in page_of(None, address)
    version = journal.version(scope_of(game.pk))
    record_turns(game.pk, seated(game, "black"), " ".join(tokens[:6]), expect=version)
    page = page_of(None, address)
    assert "Being recorded" in page
    assert "?record=1#game" in page
    assert "Being recorded" not in page_of(None, f"{address}?record=1")


def test_blocking_from_a_running_game_leads_back_to_its_board(players: tuple[Account, Account]) -> None:
    game = begin(*players)
    board, client = reverse("play-game", args=[game]), Client()
    client.force_login(players[0])
    assert f'name="game" value="{game}"' in client.get(board).content.decode()
    address = reverse("play-block", args=[players[1].person.pk])
    assert client.post(address, {"block": "yes", "game": str(game)}).headers["Location"] == board
    assert client.post(address, {"block": "no"}).headers["Location"] == reverse("play-settings")
