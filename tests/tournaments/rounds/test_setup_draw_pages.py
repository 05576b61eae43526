"""Pages, API and files of an event that chance lays out: what they show when, to whom, and what they never show."""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from players.models import Account, Club
from players.roles import Role
from testing.factories import holder_of
from testing.tournaments.factories import decide, running
from tests.tournaments.rounds.test_setup_draws import lyngk, pieces_of, seed_in_force
from tournaments.models import Deal, Event
from tournaments.rounds.services import rounds, setup_redraws

EVERYWHERE = (
    *(
        "",
        "/pairings/1",
        "/pairings/2",
        "/pairings/3",
        "/pairings/1/setups",
        "/pairings/2/setups",
        "/pairings/3/setups",
    ),
    *("/players", "/games", "/crosstable", "/info", "/desk", "/desk?round=1", "/desk/news", "/edit", "/event.json"),
    *("/standings.csv", "/crosstable.csv", "/pairings/1/edit", "/pairings/1/delete", "/close"),
)
API = ("", "/rounds", "/rounds/1", "/rounds/2", "/rounds/1/setups", "/rounds/2/setups", "/rounds/3/setups", "/games")


def secrets_of(event: Event) -> set[str]:
    """All that must not be seen: seeds of rounds that have not started, those of their boards, and the pieces."""
    started = set(event.rounds.values_list("number", flat=True))
    hidden: set[str] = set()
    for number in set(Deal.objects.filter(event=event).values_list("round_number", flat=True)) - started:
        seed = seed_in_force(event, number)
        boards = {sha256(f"lyngk-setup-1:{seed}:board:{board}".encode()).hexdigest() for board in range(1, 9)}
        hidden |= {seed, *boards} | {pieces_of(each) for each in (seed, *boards)}
    return hidden


def everything_said(event: Event, clients: list[Client]) -> str:
    """Every page, file and answer about the event that one of these can open, and its journal's lines."""
    addresses = [f"/events/{event.pk}{path}" for path in EVERYWHERE]
    addresses += [f"/api/v1/events/{event.pk}{path}" for path in API]
    addresses += ["/", f"/clubs/{event.club.slug}", "/search?q=Spring", "/account", "/api/v1/"]
    addresses += [f"/games/{game}" for game in event.club.games.values_list("pk", flat=True)]
    said = [client.get(address).content.decode() for client in clients for address in addresses]
    return "\n".join([*said, json.dumps(list(JournalEntry.objects.values_list("data", flat=True)))])


@pytest.fixture
def readers(organiser: Account) -> list[Client]:
    """Nobody, and the event's organiser."""
    clients = [Client(), Client()]
    clients[1].force_login(organiser)
    return clients


@pytest.mark.parametrize("setups", ["round", "board"])
def test_no_seed_is_seen_before_its_round_starts(
    club: Club, organiser: Account, readers: list[Client], setups: str
) -> None:
    event = lyngk(club, organiser, setups=setups)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="before the start")
    check_that_nothing_leaks(event, readers)
    rounds.start_round(event.pk, organiser)
    setup_redraws.redraw_setups(event.pk, organiser, 1, reason="after the start")
    setup_redraws.redraw_setups(event.pk, organiser, 2, reason="the next one")
    check_that_nothing_leaks(event, readers)
    rounds.delete_round(event.pk, organiser, 1, reason="all wrong")
    check_that_nothing_leaks(event, readers)
    rounds.start_round(event.pk, organiser)
    rounds.start_round(event.pk, organiser, despite_open=True)
    check_that_nothing_leaks(event, readers)


def check_that_nothing_leaks(event: Event, readers: list[Client]) -> None:
    """Hashes of all draws are said somewhere, and no secret is."""
    hidden, said = secrets_of(event), everything_said(event, readers)
    assert len(hidden) >= 18
    assert not [secret for secret in hidden if secret in said]
    assert all(deal.commitment in said for deal in Deal.objects.filter(event=event))


def test_before_the_round_its_page_shows_the_hash(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser)
    page = client.get(f"/events/{event.pk}/pairings/1").content.decode()
    assert Deal.objects.get().commitment in page
    assert "secret until the round starts" in page


def test_after_the_start_the_page_shows_hash_and_seed_and_the_next_hash(
    club: Club, organiser: Account, client: Client
) -> None:
    event = lyngk(club, organiser, rounds=1)
    page = client.get(f"/events/{event.pk}/pairings/1").content.decode()
    first, coming = Deal.objects.order_by("round_number")
    assert first.commitment in page and first.seed in page
    assert coming.commitment in page and coming.seed not in page


def test_swiss_rounds_to_come_show_their_hash_beside_the_last_round(
    club: Club, organiser: Account, client: Client
) -> None:
    event = lyngk(club, organiser, format="swiss-dutch", rounds_planned=2, tie_breaks=("BH",), rounds=1)
    coming = Deal.objects.get(round_number=2)
    assert coming.commitment in client.get(f"/events/{event.pk}/pairings/1").content.decode()
    assert coming.commitment in client.get(f"/events/{event.pk}/pairings/2/setups").content.decode()


def test_the_page_of_set_ups_draws_them_and_says_how_to_check(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, rounds=1)
    page = client.get(f"/events/{event.pk}/pairings/1/setups").content.decode()
    seed = seed_in_force(event, 1)
    assert page.count('class="board board-lyngk"') == 1
    assert pieces_of(seed) in page
    (typed,) = set(re.findall(r"printf %s &#x27;([^&]*)&#x27; \| sha256sum|printf %s '([^']*)' \| sha256sum", page))
    text = "".join(typed)
    assert sha256(text.encode()).hexdigest() == Deal.objects.get(round_number=1).commitment


def test_each_board_with_its_own_set_up_is_drawn_with_its_players(
    club: Club, organiser: Account, client: Client
) -> None:
    event = lyngk(club, organiser, setups="board", rounds=1)
    page = client.get(f"/events/{event.pk}/pairings/1/setups").content.decode()
    assert page.count('class="board board-lyngk"') == 2
    assert "Ada" in page and "Dan" in page
    assert f"lyngk-setup-1:{seed_in_force(event, 1)}:board:1" in page


def test_the_game_page_shows_the_set_up(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, rounds=1)
    game = event.club.games.first()
    assert game is not None
    assert pieces_of(seed_in_force(event, 1)) in client.get(f"/games/{game.pk}").content.decode()


def test_other_games_have_no_page_of_set_ups(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    assert client.get(f"/events/{event.pk}/pairings/1/setups").status_code == 404
    assert client.get(f"/api/v1/events/{event.pk}/rounds/1/setups").status_code == 404
    assert "Set-up" not in client.get(f"/events/{event.pk}/pairings/1").content.decode()


def test_rounds_without_a_draw_have_no_page_of_set_ups(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser)
    for number in ("0", "2", "99"):
        assert client.get(f"/events/{event.pk}/pairings/{number}/setups").status_code == 404


def test_the_info_page_says_what_kind_of_set_ups(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, setups="board")
    assert "each board its own" in client.get(f"/events/{event.pk}/info").content.decode()


# --- drawing anew -------------------------------------------------------------------------------------


def test_an_arbiter_draws_anew_on_the_page_and_everybody_reads_why(
    club: Club, organiser: Account, client: Client, arbiter_to_be: Account
) -> None:
    event = lyngk(club, organiser, rounds=1)
    url = f"/events/{event.pk}/pairings/1/setups"
    assert "Draw again" not in client.get(url).content.decode()
    client.force_login(holder_of(Role.ARBITER, event.scope, arbiter_to_be))
    assert "Draw again" in client.get(url).content.decode()
    old = seed_in_force(event, 1)
    answer = client.post(url, {"reason": "A piece was missing", "drawn": "1"}, follow=True)
    assert answer.redirect_chain == [(url, 302)]
    assert seed_in_force(event, 1) != old
    page = Client().get(url).content.decode()
    assert old in page and seed_in_force(event, 1) in page and "A piece was missing" in page
    assert pieces_of(seed_in_force(event, 1)) in page
    journal = client.get(f"/events/{event.pk}/desk").content.decode()
    assert "Set-ups of round 1 redrawn" in journal and "A piece was missing" in journal


def test_one_board_alone_is_chosen_on_the_page(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, setups="board", rounds=1)
    client.force_login(organiser)
    client.post(f"/events/{event.pk}/pairings/1/setups", {"reason": "Table 2", "drawn": "1", "board": "2"})
    assert Deal.objects.latest("pk").board == 2
    journal = client.get(f"/events/{event.pk}/desk").content.decode()
    assert "Set-up of board 2 in round 1 redrawn" in journal


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        ({"drawn": "1"}, 400, "This field is required"),
        ({"reason": "r" * 301, "drawn": "1"}, 400, "no more than 300"),
        ({"reason": "x"}, 400, ""),
        ({"reason": "x", "drawn": "many"}, 400, ""),
        ({"reason": "x", "drawn": "0"}, 409, ""),
        ({"reason": "<script>", "drawn": "5"}, 409, ""),
    ],
)
def test_bad_input_draws_nothing(
    club: Club, organiser: Account, client: Client, data: dict[str, str], code: int, message: str
) -> None:
    event = lyngk(club, organiser, rounds=1)
    client.force_login(organiser)
    answer = client.post(f"/events/{event.pk}/pairings/1/setups", data)
    assert answer.status_code == code
    assert message in answer.content.decode()
    assert Deal.objects.count() == 2


def test_a_board_of_another_kind_draws_nothing(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, setups="board", rounds=1)
    client.force_login(organiser)
    for board in ("3", "x", "-1"):
        answer = client.post(f"/events/{event.pk}/pairings/1/setups", {"reason": "x", "drawn": "1", "board": board})
        assert answer.status_code == 400
    assert Deal.objects.count() == 2


def test_a_result_that_stands_in_the_way_is_named(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    client.force_login(organiser)
    answer = client.post(f"/events/{event.pk}/pairings/1/setups", {"reason": "late", "drawn": "1"})
    assert answer.status_code == 409
    assert "board 1 has a result" in answer.content.decode()


def test_nobody_else_draws_anew(club: Club, organiser: Account, client: Client, stranger: Account) -> None:
    event = lyngk(club, organiser, rounds=1)
    url, data = f"/events/{event.pk}/pairings/1/setups", {"reason": "mine", "drawn": "1"}
    assert client.post(url, data).headers["Location"].startswith("/sign-in?next=")
    client.force_login(stranger)
    assert client.post(url, data).status_code == 403
    assert Deal.objects.count() == 2


# --- API ----------------------------------------------------------------------------------------------


def test_the_api_tells_hashes_before_and_seeds_after(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, setups="board", rounds=1)
    assert client.get(f"/api/v1/events/{event.pk}").json()["setups"] == "board"
    told = client.get(f"/api/v1/events/{event.pk}/rounds/1/setups").json()
    seed = seed_in_force(event, 1)
    assert (told["started"], told["own"], told["draws"][0]["seed"]) == (True, True, seed)
    own = [sha256(f"lyngk-setup-1:{seed}:board:{board}".encode()).hexdigest() for board in (1, 2)]
    assert told["setups"] == [
        {"setup": pieces_of(own[0]), "boards": [1]},
        {"setup": pieces_of(own[1]), "boards": [2]},
    ]
    coming = client.get(f"/api/v1/events/{event.pk}/rounds/2/setups").json()
    assert (coming["started"], coming["draws"][0]["seed"], coming["setups"]) == (False, None, [])
    assert len(coming["draws"][0]["commitment"]) == 64


def test_the_file_of_an_event_has_its_draws(club: Club, organiser: Account, client: Client) -> None:
    event = lyngk(club, organiser, rounds=1)
    draws = client.get(f"/events/{event.pk}/event.json").json()["draws"]
    assert [(draw["round"], draw["seed"]) for draw in draws] == [(1, seed_in_force(event, 1)), (2, None)]
    for draw in draws[:1]:
        text = f"{draw['recipe']}:lyngk-main:{draw['seed']}"
        assert sha256(text.encode()).hexdigest() == draw["commitment"]
