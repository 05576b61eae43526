"""The page of a game, its boards, and its record as a file."""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from PIL import Image

from games.models import Game, Move
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from gipf_engine.games.lyngk.setups import draw_setup
from gipf_engine.rules.record import read_record
from gipf_engine.rules.verdict import check
from players.core import limits
from players.models import Account
from ratings.models import Rating
from ratings.pools.services.pools import pool_for
from testing.factories import GameFactory, PersonFactory, seated
from testing.games.game_records import CHAMPIONSHIP, WON_BY_BLACK

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(club) -> Game:
    white, black = (PersonFactory(name=name, member_of=club) for name in ("Wilma Wit", "Zack <script>Zwart"))
    return GameFactory(club=club, white=white, black=black)


@pytest.fixture
def recorded(game: Game) -> Game:
    submit_record(game.pk, seated(game, "white"), f"{{Good luck}} {WON_BY_BLACK} {{Thanks}}")
    return game


def text_of(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return answer.content.decode()


BOARD = '<svg xmlns="http://www.w3.org/2000/svg" class="board'


def test_a_game_without_a_record_shows_who_played_and_how_it_ended_and_no_empty_board(
    client: Client, game: Game, organiser: Account
) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    page = text_of(client, f"/games/{game.pk}")
    assert "No record of this game has been handed in." in page
    assert "White wins" in page
    assert "Wilma Wit" in page
    assert BOARD not in page
    assert "Hand in a record" not in page  # an onlooker has nothing to do here


def test_a_set_up_is_shown_before_anybody_wrote_a_move(client: Client, club) -> None:
    dealt = GameFactory(club=club, rules="lyngk-main", setup=draw_setup("0" * 64))
    page = text_of(client, f"/games/{dealt.pk}")
    assert BOARD in page
    assert "LYNGK board, White is to move" in page


def test_names_are_escaped(client: Client, game: Game) -> None:
    page = text_of(client, f"/games/{game.pk}")
    assert "<script>Zwart" not in page
    assert "<bdi>Zack &lt;script&gt;Zwart</bdi>" in page


def test_the_moves_stand_in_a_numbered_list_and_each_leads_to_its_position(client: Client, recorded: Game) -> None:
    page = text_of(client, f"/games/{recorded.pk}")
    assert page.count("<li value=") == 12
    assert '<li value="12">' in page
    assert 'href="?record=1&amp;ply=24#game" data-go="24" aria-current="true"' in page
    assert "Good luck" in page
    assert "Thanks" in page
    assert (
        "All 24 turns are legal and end the game: Black wins, because White had no piece left in the reserve." in page
    )


def test_stepping_works_by_links_alone(client: Client, recorded: Game) -> None:
    first = text_of(client, f"/games/{recorded.pk}?ply=0")
    assert 'rel="prev" aria-disabled="true"' in first
    assert 'rel="next" href="?record=1&amp;ply=1#game"' in first
    middle = text_of(client, f"/games/{recorded.pk}?record=1&ply=1")
    assert 'rel="prev" href="?record=1&amp;ply=0#game"' in middle
    assert "Last move: from g1 to g2." in middle
    assert 'data-step="last" href="?record=1&amp;ply=24#game"' in middle


@pytest.mark.parametrize(
    "query", ["ply=25", "ply=-1", "ply=x", "ply=²", "ply=99999999", "record=2", "record=0", "record=x"]
)
def test_a_place_that_is_not_there_is_no_page(client: Client, recorded: Game, query: str) -> None:
    text_of(client, f"/games/{recorded.pk}?{query}", 404)


@pytest.mark.parametrize("address", ["", "/record.txt", "/result", "/boards/1"])
def test_a_game_that_is_not_there_is_no_page(client: Client, db: None, address: str) -> None:
    text_of(client, f"/games/987654{address}", 404)
    text_of(client, f"/games/99999999999999999999{address}", 404)


def test_boards_come_drawn_with_words_for_stepping_in_the_page(client: Client, recorded: Game) -> None:
    answer = client.get(f"/games/{recorded.pk}/boards/1?v=abc")
    told = json.loads(answer.content)
    assert (told["from"], len(told["boards"])) == (0, 25)
    assert told["boards"][0]["words"][0] == "White is to move."
    assert told["boards"][0]["svg"].startswith("<svg")
    assert "style=" not in told["boards"][0]["svg"]  # the page allows no inline style
    assert told["boards"][1]["effects"] == "p:g1:W:reserve.0 m:g1:g2:W"
    assert told["boards"][1]["path"] == ["g1", "g2"]
    assert "max-age=86400" in answer["Cache-Control"]
    later = json.loads(client.get(f"/games/{recorded.pk}/boards/1?from=20").content)
    assert (later["from"], len(later["boards"])) == (20, 5)
    assert later["boards"][4] == told["boards"][24]
    assert later["boards"][0]["svg"].startswith("<svg"), "the first of those that are asked for is drawn"
    assert client.get(f"/games/{recorded.pk}/boards/1?from=25").status_code == 404
    assert client.get(f"/games/{recorded.pk}/boards/2").status_code == 404


def test_every_claim_is_shown_with_who_when_and_what(client: Client, game: Game, organiser: Account) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    claim_result(game.pk, seated(game, "black"), "0-1", source="api")
    page = text_of(client, f"/games/{game.pk}")
    assert "The players have reported different results; the arbiter decides." in page
    claim_result(game.pk, organiser, "1-0", source="desk", reason="Seen by <b>all</b>")
    page = text_of(client, f"/games/{game.pk}")
    assert "The arbiter has decided." in page
    assert "Seen by &lt;b&gt;all&lt;/b&gt;" in page
    assert page.count(">current<") == 1
    assert organiser.username not in page


def test_players_and_arbiters_are_offered_what_they_can_do(client: Client, game: Game, organiser: Account) -> None:
    client.force_login(seated(game, "white"))
    assert f'href="/games/{game.pk}/result">Report the result' in text_of(client, f"/games/{game.pk}")
    client.force_login(organiser)
    page = text_of(client, f"/games/{game.pk}")
    assert f'href="/games/{game.pk}/result">Decide the result' in page
    assert f'href="/games/{game.pk}/record"' in page


def test_the_page_takes_the_same_number_of_queries_for_any_number_of_moves_and_claims(
    client: Client, recorded: Game, organiser: Account, django_assert_max_num_queries
) -> None:
    for result in ("1-0", "0-1", "1-0", "0-1"):
        claim_result(recorded.pk, organiser, result, source="desk", reason="to and fro")
    with django_assert_max_num_queries(15):
        text_of(client, f"/games/{recorded.pk}")


def test_players_stand_with_their_ratings_of_today(client: Client, game: Game) -> None:
    Rating.objects.create(
        pool=pool_for("gipf-basic"),
        person=game.white,
        value=1642,
        games=16,
        provisional=False,
        last_rated_on=datetime.date(2026, 3, 1),
    )
    assert '<span class="num quiet">1642</span>' in text_of(client, f"/games/{game.pk}")


def test_the_record_can_be_taken_away_and_is_legal_and_named(client: Client, recorded: Game) -> None:
    answer = client.get(f"/games/{recorded.pk}/record.txt")
    assert answer["Content-Disposition"] == f'attachment; filename="gipf-basic-2026-03-01-game-{recorded.pk}.txt"'
    record = read_record(answer.content.decode())
    assert dict(record.tags) == {
        "Game": "gipf",
        "Rules": "basic",
        "Date": "2026.03.01",
        "White": "Wilma Wit",
        "Black": "Zack <script>Zwart",
        "Result": "0-1",
    }
    verdict = check(record)
    assert (verdict.legal, verdict.agrees, verdict.plies, verdict.outcome) == (True, True, 24, "0-1")
    assert [note.text for note in record.notes[0]] == ["Good luck"]
    assert [note.text for note in record.notes[24]] == ["Thanks"]


def test_an_open_record_is_written_with_the_result_beside_it_and_how_it_came(
    club, client: Client, organiser: Account
) -> None:
    game = GameFactory(club=club, rules="gipf-tournament")
    submit_record(game.pk, seated(game, "white"), CHAMPIONSHIP)
    text = client.get(f"/games/{game.pk}/record.txt").content.decode()
    assert '[Result "*"]' in text
    assert "Termination" not in text
    claim_result(game.pk, organiser, "1-0", source="desk")
    record = read_record(client.get(f"/games/{game.pk}/record.txt").content.decode())
    assert (record.tags["Result"], record.tags["Termination"]) == ("1-0", "arbiter")
    assert check(record).agrees


def test_a_record_handed_back_in_is_the_same_record(client: Client, recorded: Game) -> None:
    text = client.get(f"/games/{recorded.pk}/record.txt").content.decode()
    # Tags of the day and the result came with it; moves and comments are those that are kept.
    again = submit_record(recorded.pk, seated(recorded, "black"), text)
    first = recorded.records.get(number=1)
    assert list(again.moves.values_list("ply", "token", "comment")) == list(
        first.moves.values_list("ply", "token", "comment")
    )
    recorded.refresh_from_db()
    assert recorded.result == "0-1"


def test_without_a_record_there_is_nothing_to_take_away(client: Client, game: Game) -> None:
    text_of(client, f"/games/{game.pk}/record.txt", 404)


@pytest.mark.parametrize("address", ["", "/record.txt", "/boards/1"])
def test_reading_pages_take_no_posts(client: Client, recorded: Game, address: str) -> None:
    assert client.post(f"/games/{recorded.pk}{address}").status_code == 405


@pytest.fixture
def annotated(game: Game) -> Game:
    """Four turns, the third with a variation of three."""
    submit_record(game.pk, seated(game, "white"), "1. c2 d2 2. c6 (2. f2 g2 {quiet} 3. b3) 2... d7 *")
    return game


def test_a_variation_is_stepped_through_like_the_game(client: Client, annotated: Game) -> None:
    page = text_of(client, f"/games/{annotated.pk}?variation=1&ply=4")
    assert 'href="?record=1&amp;variation=1&amp;ply=4#game" data-go="4" aria-current="true">g2</a>' in page
    assert 'rel="next" href="?record=1&amp;variation=1&amp;ply=5#game"' in page
    assert "<bdi>quiet</bdi>" in page
    assert "4</span> / <span data-of>5</span>" in page
    told = json.loads(client.get(f"/games/{annotated.pk}/boards/1?variation=1").content)
    assert (told["last"], len(told["boards"])) == (5, 6)
    game = json.loads(client.get(f"/games/{annotated.pk}/boards/1").content)
    assert game["boards"][2] == told["boards"][2]
    assert game["boards"][3] != told["boards"][3]


def test_the_turns_that_a_variation_shares_with_the_game_are_the_games(client: Client, annotated: Game) -> None:
    page = text_of(client, f"/games/{annotated.pk}?variation=1&ply=2")
    assert 'rel="next" href="?record=1&amp;ply=3#game"' in page


@pytest.mark.parametrize("query", ["variation=2", "variation=1&ply=6", "variation=x"])
def test_a_variation_that_is_not_there_is_no_page(client: Client, annotated: Game, query: str) -> None:
    text_of(client, f"/games/{annotated.pk}?{query}", 404)


def test_the_board_is_flipped_by_a_link_and_stays_so(client: Client, recorded: Game) -> None:
    page = text_of(client, f"/games/{recorded.pk}?ply=1")
    assert 'data-flip href="?record=1&amp;ply=1&amp;flip=1#game"' in page
    flipped = text_of(client, f"/games/{recorded.pk}?ply=1&flip=1")
    assert 'data-flip href="?record=1&amp;ply=1#game"' in flipped
    assert 'rel="next" href="?record=1&amp;ply=2&amp;flip=1#game"' in flipped
    assert 'href="?record=1&amp;ply=5&amp;flip=1#game" data-go="5"' in flipped
    one, other = (json.loads(client.get(f"/games/{recorded.pk}/boards/1{each}").content) for each in ("", "?flip=1"))
    assert one["boards"][0]["svg"] != other["boards"][0]["svg"]
    assert one["boards"][0]["words"] == other["boards"][0]["words"]
    assert one["boards"][1:] == other["boards"][1:], "effects know no side"


def test_what_each_player_has_stands_beside_the_board(client: Client, recorded: Game) -> None:
    """Twelve pieces in reserve at the start of the basic game, one fewer after the first turn."""
    first, second = json.loads(client.get(f"/games/{recorded.pk}/boards/1").content)["boards"][:2]
    assert first["has"] == ["Reserve: 12 · Captured: 0"] * 2
    assert second["has"][0] == "Reserve: 11 · Captured: 0"
    assert (first["turn"], second["turn"]) == (0, 1)
    assert "Reserve: 11 · Captured: 0" in text_of(client, f"/games/{recorded.pk}?ply=1")


def test_clocks_stand_beside_the_board_as_they_showed_at_that_turn(client: Client, recorded: Game) -> None:
    for ply, left in ((1, 598_000), (2, 3_723_000), (3, 570_500)):
        Move.objects.filter(record__game=recorded, ply=ply).update(clock_ms=left)
    boards = json.loads(client.get(f"/games/{recorded.pk}/boards/1").content)["boards"]
    assert [board["clocks"] for board in boards[:5]] == [
        ["", ""],
        ["9:58", ""],
        ["9:58", "1:02:03"],
        ["9:30", "1:02:03"],
        ["9:30", "1:02:03"],
    ]


def test_a_link_to_the_page_tells_others_what_it_is_about(client: Client, recorded: Game) -> None:
    assert 'content="Wilma Wit – Zack &lt;script&gt;Zwart">' in text_of(client, f"/games/{recorded.pk}")
    claim_result(recorded.pk, seated(recorded, "black"), "0-1", source="page")
    page = text_of(client, f"/games/{recorded.pk}?ply=3")
    assert '<meta property="og:title" content="Wilma Wit – Zack &lt;script&gt;Zwart 0-1">' in page
    assert 'name="description" content="GIPF, basic game · ' in page
    assert "Black wins · 24 turns" in page
    assert f'<link rel="canonical" href="http://testserver/games/{recorded.pk}">' in page


def test_the_record_is_taken_away_in_gf1_and_read_as_the_same_game(client: Client, recorded: Game) -> None:
    official, gf1 = (text_of(client, f"/games/{recorded.pk}/record.txt{each}") for each in ("", "?style=gf1"))
    assert official != gf1
    assert "1. g1-g2 " in gf1  # the dot and the first spot, where the official form has the spot alone
    assert check(read_record(gf1)).tokens == check(read_record(official)).tokens
    name = client.get(f"/games/{recorded.pk}/record.txt?style=gf1")["Content-Disposition"]
    assert name.endswith('-gf1.txt"')
    text_of(client, f"/games/{recorded.pk}/record.txt?style=runes", 404)


def test_tags_turns_and_verdict_are_taken_away_as_json(client: Client, recorded: Game) -> None:
    told = json.loads(text_of(client, f"/games/{recorded.pk}/record.json"))
    assert (told["tags"]["Game"], told["tags"]["White"], told["tags"]["Result"]) == ("gipf", "Wilma Wit", "0-1")
    assert told["opening"] == "{Good luck}"
    assert (len(told["turns"]), told["turns"][0]["token"], told["turns"][1]["seat"]) == (24, "g2", 1)
    assert told["verdict"] == {
        "legal": True,
        "plies": 24,
        "outcome": "0-1",
        "reason": "reserve",
        "tally": None,
        "agrees": True,
        "error": None,
    }


def test_a_position_is_taken_away_as_a_picture_that_stands_alone(client: Client, recorded: Game) -> None:
    answer = client.get(f"/games/{recorded.pk}/boards/1.svg?ply=1&flip=1")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Disposition"].endswith('-turn-1.svg"')
    svg = answer.content.decode()
    assert ElementTree.fromstring(svg).get("width") == "720"
    assert "Last move: from g1 to g2." in svg
    assert svg != client.get(f"/games/{recorded.pk}/boards/1.svg?ply=1").content.decode()


def pixel_of(png: bytes, svg: str, point: str) -> tuple[int, int, int]:
    """The colour in the middle of a point of the board, which the drawing says where it lies."""
    root = ElementTree.fromstring(svg)
    left, top, width, _height = map(float, root.get("viewBox", "").split())
    (group,) = [each for each in root.iter() if each.get("data-point") == point and each.get("transform")]
    x, y = (float(each) for each in re.findall(r"-?[\d.]+", group.get("transform", ""))[:2])
    picture = Image.open(BytesIO(png)).convert("RGB")
    scale = picture.width / width
    colour = picture.getpixel((round((x - left) * scale), round((y - top) * scale)))
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def test_a_position_is_taken_away_as_pixels_of_the_turn_that_is_asked_for(client: Client, recorded: Game) -> None:
    address = f"/games/{recorded.pk}/boards/1"
    svg = client.get(f"{address}.svg?ply=1").content.decode()
    before, after = (client.get(f"{address}.png?ply={ply}") for ply in (0, 1))
    assert after["Content-Type"] == "image/png"
    assert after["Content-Disposition"].endswith('-turn-1.png"')
    picture = Image.open(BytesIO(after.content))
    # The drawing is 341.13 units wide and 384 high, as an SVG of 720 by 810.
    assert (picture.format, picture.width, picture.height) == ("PNG", 1200, 1350)
    # White has brought in a piece on g2; before, three black lines cross there.
    assert min(pixel_of(after.content, svg, "g2")) > 235
    assert max(pixel_of(before.content, svg, "g2")) < 80
    assert picture.convert("RGB").getpixel((2, picture.height // 2)) == (0xFB, 0xFA, 0xF7)  # paper beside the board
    assert client.get(f"{address}.png?ply=999").status_code == 404
    assert client.get(f"/games/{recorded.pk}").content.decode().count("data-picture") == 2


def test_a_picture_has_the_letters_and_patterns_that_its_reader_likes(client: Client, recorded: Game) -> None:
    address = f"/games/{recorded.pk}/boards/1.svg?ply=1"
    assert "<style>.p-letter,.p-mark{display:none}</style>" in client.get(address).content.decode()
    client.cookies["letters"] = "on"
    assert "<style>.p-mark{display:none}</style>" in client.get(address).content.decode()
    client.cookies["patterns"] = "on"
    assert "<style>" not in client.get(address).content.decode()


def test_pictures_are_drawn_once_and_only_so_many_for_one_reader(
    client: Client, recorded: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.clear()
    address = f"/games/{recorded.pk}/boards/1.png"
    monkeypatch.setattr(limits, "HEAVY_BY_READER", replace(limits.HEAVY_BY_READER, tries=1))
    first = client.get(f"{address}?ply=2")
    assert first.status_code == 200
    assert client.get(f"{address}?ply=3").status_code == 429
    assert client.get(f"{address}?ply=2").content == first.content  # it is kept, and counts no more
