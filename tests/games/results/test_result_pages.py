"""The pages on which players report and arbiters decide a result, and on which records are handed in."""

from __future__ import annotations

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client

from games.models import Claim, Game, Record
from games.records.forms import RecordForm
from games.results.forms import DecisionForm
from games.results.services.create import settle_games
from games.results.services.results import claim_result
from players.joining.forms import AskToJoinForm
from players.models import Account
from players.roles import Role
from testing.factories import GameFactory, holder_of, organiser_of, player_in, seated
from testing.games.game_records import WON_BY_BLACK

pytestmark = pytest.mark.django_db


def post(client: Client, game: Game, **fields: object):
    return client.post(f"/games/{game.pk}/result", fields)


def result_of(game: Game) -> str:
    game.refresh_from_db()
    return game.result


def test_a_player_sees_three_buttons_reports_and_sees_the_state(client: Client, game: Game) -> None:
    client.force_login(seated(game, "white"))
    page = client.get(f"/games/{game.pk}/result").content.decode()
    assert page.count('class="button big" name="result"') == 3
    assert f"You are <bdi>{game.white.name}</bdi> and played White." in page
    client.post(f"/games/{game.pk}/result", {"as": "white", "result": "1-0"})
    page = client.get(f"/games/{game.pk}/result").content.decode()
    assert "White has reported a result; it counts once Black reports the same." in page


def test_when_the_other_player_says_the_same_the_page_says_agreed(client: Client, game: Game) -> None:
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")
    client.force_login(seated(game, "black"))
    client.post(f"/games/{game.pk}/result", {"as": "black", "result": "1-0"})
    assert result_of(game) == "1-0"
    assert "Both players have reported the same result." in client.get(f"/games/{game.pk}/result").content.decode()


def test_visitors_are_shown_the_state_and_led_to_the_sign_in(client: Client, game: Game) -> None:
    page = client.get(f"/games/{game.pk}/result").content.decode()
    assert f'href="/sign-in?next=/games/{game.pk}/result"' in page
    assert '<form method="post" class="game-report">' not in page


@pytest.mark.parametrize("part", ["white", "black", "arbiter", "", "organiser"])
def test_only_seats_and_arbiters_of_this_game_speak(client: Client, game: Game, stranger: Account, part: str) -> None:
    """Anonymous, another club's organiser, a player of another game, an arbiter of another event."""
    fields = {"as": part, "result": "1-0", "version": 0}
    anonymous = client.post(f"/games/{game.pk}/result", fields)
    assert (anonymous.status_code, anonymous["Location"].partition("?")[0]) == (302, "/sign-in")
    elsewhere = GameFactory(club=game.club)
    for account in (stranger, seated(elsewhere, "white"), holder_of(Role.ARBITER, elsewhere.parent_scope.key)):
        client.force_login(account)
        assert client.post(f"/games/{game.pk}/result", fields).status_code == 403
    assert Claim.objects.count() == 0


def test_a_player_cannot_decide_nor_speak_for_the_other_seat(client: Client, game: Game) -> None:
    client.force_login(seated(game, "white"))
    for part in ("black", "arbiter", ""):
        answer = client.post(f"/games/{game.pk}/result", {"as": part, "result": "1-0", "version": 0})
        assert answer.status_code == 403
    assert Claim.objects.count() == 0


@pytest.mark.parametrize("result", ["", "+-", "void", "5-0", "<script>", "=HYPERLINK(1)", "x" * 5000])
def test_a_report_that_is_none_is_refused_with_words(client: Client, game: Game, result: str) -> None:
    client.force_login(seated(game, "white"))
    answer = client.post(f"/games/{game.pk}/result", {"as": "white", "result": result})
    assert answer.status_code == 400
    assert ("Choose a result." if not result else "This result does not exist.") in answer.content.decode()
    assert Claim.objects.count() == 0


def test_an_arbiter_of_the_event_decides_with_a_reason(client: Client, game: Game) -> None:
    client.force_login(holder_of(Role.ARBITER, game.parent_scope.key))
    answer = client.post(
        f"/games/{game.pk}/result",
        {"as": "arbiter", "result": "void", "reason": "Wrong colours", "version": game.version},
        follow=True,
    )
    assert "Wrong colours" in answer.content.decode()
    assert result_of(game) == "void"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"result": "9-9", "version": 0}, "This result does not exist."),
        ({"version": 0}, "Choose a result."),
        ({"result": "1-0"}, "This field is required."),
        ({"result": "1-0", "version": "x"}, "A valid integer is required."),
        ({"result": "1-0", "version": -1}, "greater than or equal to 0"),
        ({"result": "1-0", "version": 10**30}, "less than or equal to"),
        ({"result": "1-0", "version": 0, "reason": "x" * 301}, "no more than 300 characters"),
        ({"result": "void", "version": 0}, "Give a reason"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_with_words(
    client: Client, game: Game, organiser: Account, fields: dict[str, object], why: str
) -> None:
    client.force_login(organiser)
    answer = client.post(f"/games/{game.pk}/result", {"as": "arbiter", **fields})
    assert answer.status_code == 400
    assert why in answer.content.decode()
    assert (Claim.objects.count(), result_of(game)) == (0, "pending")


def test_a_late_decision_gets_a_page_with_both_values_and_can_be_made_again(
    client: Client, game: Game, organiser: Account
) -> None:
    seen = game.version
    claim_result(game.pk, organiser_of(game.club), "1-0", source="desk")
    client.force_login(organiser)
    late = client.post(
        f"/games/{game.pk}/result", {"as": "arbiter", "result": "0-1", "reason": "My sheet", "version": seen}
    )
    page = late.content.decode()
    assert late.status_code == 409
    assert "Another arbiter was faster" in page
    assert '<dt>In force now</dt><dd><span class="strong">1-0</span> White wins</dd>' in page
    assert '<dt>Your decision</dt><dd><span class="strong">0-1</span> Black wins</dd>' in page
    assert (result_of(game), Claim.objects.filter(late=True).count()) == ("1-0", 1)
    assert f'name="version" value="{game.version}"' in page
    again = client.post(
        f"/games/{game.pk}/result", {"as": "arbiter", "result": "0-1", "reason": "My sheet", "version": game.version}
    )
    assert (again.status_code, result_of(game)) == (302, "0-1")


def test_who_organises_and_plays_sees_both_forms(client: Client, game: Game) -> None:
    account = seated(game, "white")
    holder_of(Role.ORGANISER, game.club.scope, account)
    client.force_login(account)
    page = client.get(f"/games/{game.pk}/result").content.decode()
    assert 'name="as" value="white"' in page
    assert 'name="as" value="arbiter"' in page


def test_players_of_a_closed_event_are_sent_to_its_arbiter(client: Client, game: Game, organiser: Account) -> None:
    claim_result(game.pk, organiser, "1-0", source="desk")
    settle_games(game.parent_scope, datetime.date(2026, 3, 1))
    client.force_login(seated(game, "black"))
    page = client.get(f"/games/{game.pk}/result").content.decode()
    assert "This event is closed: ask its arbiter to correct the result." in page
    answer = client.post(f"/games/{game.pk}/result", {"as": "black", "result": "0-1"})
    assert (answer.status_code, Claim.objects.count()) == (400, 1)


# --- handicaps ------------------------------------------------------------------------------------


def set_odds(client: Client, game: Game, **fields: object):
    return client.post(f"/games/{game.pk}/handicap", fields)


def test_an_arbiter_sets_the_handicap_on_the_page(client: Client, game: Game, organiser: Account) -> None:
    client.force_login(organiser)
    assert "2 extra pieces for White" in client.get(f"/games/{game.pk}/result").content.decode()
    assert set_odds(client, game, handicap="0/2", version=0).status_code == 302
    game.refresh_from_db()
    assert (game.handicap, game.version) == ("0/2", 1)
    assert set_odds(client, game, handicap="", version=0).status_code == 409
    assert set_odds(client, game, handicap="", version=1).status_code == 302
    claim_result(game.pk, organiser, "1-0", source="desk")
    assert f'action="/games/{game.pk}/handicap"' not in client.get(f"/games/{game.pk}/result").content.decode()
    late = set_odds(client, game, handicap="0/1", version=3)
    assert late.status_code == 400
    assert "This game has started" in late.content.decode()


def test_rules_without_handicap_offer_none(client: Client, club, organiser: Account) -> None:
    game = GameFactory(club=club, rules="gipf-tournament")
    client.force_login(organiser)
    assert "Set the handicap" not in client.get(f"/games/{game.pk}/result").content.decode()
    assert set_odds(client, game, handicap="0/1", version=0).status_code == 400


@pytest.mark.parametrize(
    "fields", [{"handicap": "9/9", "version": 0}, {"handicap": "0/1"}, {"handicap": "<script>", "version": 0}]
)
def test_a_handicap_that_cannot_be_is_refused(client: Client, game: Game, organiser: Account, fields) -> None:
    client.force_login(organiser)
    answer = set_odds(client, game, **fields)
    assert (answer.status_code, game.handicap) == (400, "")
    assert "Please correct:" in answer.content.decode()


def test_only_arbiters_set_handicaps(client: Client, game: Game, stranger: Account) -> None:
    assert set_odds(client, game, handicap="0/1", version=0)["Location"].startswith("/sign-in")
    for account in (stranger, seated(game, "white")):
        client.force_login(account)
        assert set_odds(client, game, handicap="0/1", version=0).status_code == 403
    assert client.get(f"/games/{game.pk}/handicap").status_code == 405
    game.refresh_from_db()
    assert game.handicap == ""


# --- records --------------------------------------------------------------------------------------


def hand_in(client: Client, game: Game, text: str = "", file: bytes | None = None):
    fields: dict[str, object] = {"text": text}
    if file is not None:
        fields["file"] = SimpleUploadedFile("record.txt", file)
    return client.post(f"/games/{game.pk}/record", fields)


def test_a_record_is_pasted_and_shown(client: Client, game: Game) -> None:
    client.force_login(seated(game, "white"))
    answer = hand_in(client, game, WON_BY_BLACK)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.pk}?record=1")
    assert "Record saved." in client.get(answer["Location"]).content.decode()


def test_a_record_is_uploaded(client: Client, game: Game) -> None:
    client.force_login(seated(game, "black"))
    assert hand_in(client, game, file=b"\xef\xbb\xbf" + WON_BY_BLACK.encode()).status_code == 302
    assert Record.objects.get().plies == 24


def test_an_illegal_record_is_shown_where_it_broke_off_and_the_text_is_kept(client: Client, game: Game) -> None:
    client.force_login(seated(game, "white"))
    for answer in (hand_in(client, game, "1. c2 c2 2. d2"), hand_in(client, game, file=b"1. c2 c2 2. d2")):
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "Turn 1…, c2: " in page
        assert "Before turn 2" in page
        assert "1. c2 <mark>c2</mark> 2. d2" in page
        assert "white piece: b5, c2, e2, h5." in page  # the drawn position, in its words
        assert "1. c2 c2 2. d2</textarea>" in page
    assert Record.objects.count() == 0


def test_fields_of_which_one_is_required_are_not_called_optional() -> None:
    for form, names in ((RecordForm(), ("text", "file")), (DecisionForm(game=GameFactory()), ("reason",))):
        page = render_to_string("parts/form.html", {"form": form, "submit": "Save"})
        assert [name for name in names if f'name="{name}"' in page] == list(names)
        assert "optional" not in page
    assert "optional" in render_to_string(
        "parts/form.html", {"form": AskToJoinForm(asks_guardians=False), "submit": "Save"}
    )


@pytest.mark.parametrize(
    ("text", "file", "why"),
    [
        ("", None, "Paste the moves or choose a file"),
        ("1. c2", b"1. c2", "Paste the moves or choose a file"),
        ("", b"\xff\xfe\x00", "not UTF-8 text"),
        ("", b"c2 " * 100_000, "at most 256 KB"),
        ("", b"x" * (5 * 1024 * 1024), "at most 256 KB"),
        ("c2 " * 100_000, None, "at most 256 KB"),
        ("<script>alert(1)</script>", None, "Turn 1, &lt;script&gt;alert"),
        ("=HYPERLINK(1)", None, "Turn 1"),
    ],
)
def test_what_is_no_record_is_refused_with_words(
    client: Client, game: Game, text: str, file: bytes | None, why: str
) -> None:
    client.force_login(seated(game, "white"))
    answer = hand_in(client, game, text, file)
    assert answer.status_code == 400
    assert why in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()
    assert Record.objects.count() == 0


def test_a_text_of_five_megabytes_is_turned_away_before_it_is_read(client: Client, game: Game) -> None:
    client.force_login(seated(game, "white"))
    assert hand_in(client, game, "x" * (5 * 1024 * 1024)).status_code in (400, 413)
    assert Record.objects.count() == 0


def test_only_seats_and_arbiters_of_this_game_hand_in(client: Client, game: Game, stranger: Account) -> None:
    for answer in (client.get(f"/games/{game.pk}/record"), hand_in(client, game, WON_BY_BLACK)):
        assert answer["Location"].startswith("/sign-in?")
    for account in (stranger, player_in(game.club)):
        client.force_login(account)
        assert client.get(f"/games/{game.pk}/record").status_code == 403
        assert hand_in(client, game, WON_BY_BLACK).status_code == 403
    assert Record.objects.count() == 0
