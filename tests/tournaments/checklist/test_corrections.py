"""Results that are missing when the next round is paired, and results that are corrected after it was.

Swiss of four with the lower number winning: 1-3 and 4-2 | 2-1 and 3-4 | 1-4 and 3-2, by the rules.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from games.models import Claim, Game
from games.results.services.rating import set_rated_result
from games.results.services.results import claim_result
from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.clients import signed_in
from testing.factories import AccountFactory
from testing.system.html_forms import html_forms
from testing.tournaments.confirming import asked, confirm_by_api, confirmed
from testing.tournaments.factories import decide, entry, fresh, game, running, table
from testing.tournaments.round_trips import NINE, exported, taken_in
from tests.tournaments.checklist.test_hand_pairing import confirm_page, play_round
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.event_config import config_of
from tournaments.core.loader import load
from tournaments.core.prize_plan import CategoryPlan
from tournaments.entries.services import byes
from tournaments.events.services import events
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import ByeRequest, Event
from tournaments.results.queries.desk import desk as desk_of
from tournaments.rounds.services import round_drafts
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services.rounds import RoundOptions
from tournaments.standings import services as prizes

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 5, "tie_breaks": ("BH",)}
WHY = "The score sheet says so."


def after_rounds(club: Club, organiser: Account, rounds: int, players: int = 6) -> Event:
    """A Swiss in which the lower number won `rounds` rounds."""
    event = running(club, organiser, NINE[:players], **SWISS)
    for _round in range(rounds):
        rounds_services.start_round(event.pk, organiser)
        play_round(event, organiser)
    return event


def with_one_missing(club: Club, organiser: Account) -> Event:
    """Four players: Ada has beaten Cleo in round 1, and Dan and Ben still play."""
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    return event


def game_in(event: Event, number: int) -> Game:
    """The game on board 1 of a round."""
    return Game.objects.get(pk=load(fresh(event)).rounds[number - 1].pairings[0].games[0].id)


def other_result(made: Game) -> str:
    return "0-1" if made.result == "1-0" else "1-0"


def correct(made: Game, organiser: Account, code: str, **more: Any) -> Any:
    return claim_result(made.pk, organiser, code, source="desk", role="arbiter", **{"reason": WHY} | more)


# --- A11 ------------------------------------------------------------------------------------------------


def test_a11_more_rounds_than_the_field_can_play_are_told_before_round_1(club: Club, organiser: Account) -> None:
    told = "5 rounds are planned, but 4 players can play only 3 without meeting twice"
    event = running(club, organiser, NINE[:4], **SWISS)
    assert [str(message) for message in desk_of(load(event)).notices] == [told]
    assert told in signed_in(organiser).get(f"/events/{event.pk}/desk").content.decode()
    enough = running(club, organiser, NINE[4:9], **SWISS)
    assert desk_of(load(enough)).notices == ()


# --- A24 ------------------------------------------------------------------------------------------------


def test_a24_a_second_half_point_bye_is_asked_and_no_player_takes_one(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:5], **SWISS)
    ben = entry(event, "Ben")
    account = AccountFactory(person=ben.members.get().person)
    byes.request_bye(event.pk, account, ben.pk, 1, "half")
    byes.request_bye(event.pk, account, ben.pk, 1, "half")
    with pytest.raises(EventRefused, match="a half-point bye already"):
        byes.request_bye(event.pk, account, ben.pk, 2, "half")
    path = f"/events/{event.pk}/entries/{ben.pk}/byes"
    answer = Caller(organiser).post(path, {"round": 2, "kind": "half"})
    assert (answer.status_code, error(answer)["cautions"][0]["key"]) == (409, "second-half-bye")
    assert ByeRequest.objects.filter(entry=ben).count() == 1
    confirm_by_api(Caller(organiser), path, {"round": 2, "kind": "half"})
    assert ByeRequest.objects.filter(entry=ben).count() == 2
    assert asked(byes.request_bye, event.pk, organiser, entry(event, "Ada").pk, 5, "half") == ["late-half-bye"]


def test_a24_on_the_page(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:5], **SWISS)
    ben, client = entry(event, "Ben"), signed_in(organiser)
    byes.request_bye(event.pk, organiser, ben.pk, 1, "half")
    page = client.post(f"/events/{event.pk}/entries/{ben.pk}/bye", {"round": "2", "kind": "half"})
    assert page.status_code == 409 and "a half-point bye already" in page.content.decode()
    confirm_page(client, page)
    assert ByeRequest.objects.filter(entry=ben).count() == 2


# --- A33 to A38 -----------------------------------------------------------------------------------------


def test_a33_a_missing_result_counts_as_a_draw_for_the_pairing_and_as_nothing_in_the_table(
    club: Club, organiser: Account
) -> None:
    """With ½ for both, Ada (1) meets one of those who play; the other one has a half too and meets Cleo (0)."""
    event = with_one_missing(club, organiser)
    rounds_services.start_round(event.pk, organiser, despite_open=True)
    rows = load(fresh(event))
    met = {frozenset(rows.by_id[who].name for who in pairing.entries) for pairing in rows.rounds[1].pairings}
    assert met == {frozenset(("Ada", "Ben")), frozenset(("Cleo", "Dan"))}
    assert {name: points for _rank, name, points in table(event)} == {"Ada": 10, "Ben": 0, "Cleo": 0, "Dan": 0}


def test_a34_pairing_with_results_missing_names_the_games(club: Club, organiser: Account) -> None:
    event = with_one_missing(club, organiser)
    told = "board 2 of round 1 has no result: Dan – Ben"
    with pytest.raises(EventRefused) as refused:
        rounds_services.start_round(event.pk, organiser)
    assert [str(message) for message in refused.value.blockers] == [told]
    page = signed_in(organiser).get(f"/events/{event.pk}/desk").content.decode()
    assert told in page and "Open games count as draws for this pairing only." in page
    made = Caller(organiser).done(f"/events/{event.pk}/rounds", {"number": 2, "despite_open": True})
    assert made["number"] == 2 and game(event, "Dan", "Ben").result == "pending"


def test_a35_a_missing_result_is_entered_until_the_event_is_closed(club: Club, organiser: Account) -> None:
    event = with_one_missing(club, organiser)
    rounds_services.start_round(event.pk, organiser, despite_open=True)
    correct(game(event, "Dan", "Ben"), organiser, "1/2-1/2", reason="")
    assert {name: points for _rank, name, points in table(event)}["Dan"] == 5


def test_a36_a_decisive_result_after_a_later_pairing_is_asked_and_logged(club: Club, organiser: Account) -> None:
    event = with_one_missing(club, organiser)
    rounds_services.start_round(event.pk, organiser, despite_open=True)
    made = game(event, "Dan", "Ben")
    with pytest.raises(ConfirmationNeeded) as needed:
        correct(made, organiser, "1-0", reason="")
    (caution,) = needed.value.cautions
    assert str(caution.message) == "round 2 was paired while this game counted as a draw"
    assert not Claim.objects.filter(game=made).exists()
    confirmed(correct, made, organiser, "1-0", reason="")
    line = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result").latest("version")
    assert (line.data["result"], line.data["old"], line.data["paired_since"]) == ("1-0", "pending", [2, 2])


def test_a38_an_older_missing_game_is_named_again_when_the_next_round_is_paired(club: Club, organiser: Account) -> None:
    event = with_one_missing(club, organiser)
    rounds_services.start_round(event.pk, organiser, despite_open=True)
    for each in load(fresh(event)).rounds[1].pairings:
        correct(Game.objects.get(pk=each.games[0].id), organiser, "1-0", reason="")
    with pytest.raises(EventRefused, match="board 2 of round 1 has no result: Dan – Ben"):
        rounds_services.start_round(event.pk, organiser)
    with pytest.raises(EventRefused, match="board 2 of round 1"):
        round_drafts.draft_round(event.pk, organiser, RoundOptions())


# --- A39 ------------------------------------------------------------------------------------------------


TABLES = ("", "/crosstable", "/categories", "/what-if", "/screen")
PRINTED = ("standings", "crosstable", "categories")
MISSING = "Not final: 1 result is missing."


def test_a39_everything_says_that_it_is_not_final(club: Club, organiser: Account) -> None:
    event = with_one_missing(club, organiser)
    prizes.save_category(event.pk, organiser, CategoryPlan("Everybody", "hand"))
    client, home = signed_in(organiser), f"/events/{event.pk}"
    for page in (*(home + each for each in TABLES), *(f"{home}/print/{each}" for each in PRINTED)):
        assert MISSING in client.get(page).content.decode(), page
    for name in ("standings", "crosstable"):
        rows = list(csv.DictReader(io.StringIO(client.get(f"{home}/{name}.csv").content.decode("utf-8-sig"))))
        assert rows and {row["final"] for row in rows} == {"no"}
    for path in ("standings", "crosstable", "what-if"):
        assert Caller().read(f"{home}/{path}")["is_final"] is False, path
    file = exported(event, "trf26")
    assert b"### Not final: 1 of 5 rounds paired, 1 results missing" in file
    copy = taken_in(file, club, organiser)
    assert exported(copy, "trf26").count(b"### Not final") == 1


def test_a39_at_the_end_nothing_says_so(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:2], rounds=1, format="swiss-dutch", rounds_planned=1)
    play_round(event, organiser)
    client, home = signed_in(organiser), f"/events/{event.pk}"
    assert b"Not final" not in exported(event, "trf26")
    for page in (home, f"{home}/crosstable", f"{home}/screen", f"{home}/print/crosstable"):
        text = client.get(page).content.decode()
        assert "Not final" not in text and "Final standings after 1 round." in text, page
    for name in ("standings", "crosstable"):
        rows = list(csv.DictReader(io.StringIO(client.get(f"{home}/{name}.csv").content.decode("utf-8-sig"))))
        assert rows and {row["final"] for row in rows} == {"yes"}
    assert Caller().read(f"{home}/crosstable")["is_final"] is True


# --- A40, A41 -------------------------------------------------------------------------------------------


def test_a40_a_result_of_long_ago_is_confirmed_twice_with_what_follows(club: Club, organiser: Account) -> None:
    event = after_rounds(club, organiser, 3)
    made = game_in(event, 1)
    with pytest.raises(ConfirmationNeeded) as first:
        correct(made, organiser, other_result(made))
    assert [int(caution.level) for caution in first.value.cautions] == [4] and not first.value.again
    with pytest.raises(ConfirmationNeeded) as second:
        correct(made, organiser, other_result(made), confirm=[first.value.key])
    assert second.value.again and "keep their pairings" in str(second.value.message)
    with pytest.raises(ConfirmationNeeded):
        correct(made, organiser, other_result(made), confirm=[second.value.key])
    before = made.result
    made.refresh_from_db()
    assert made.result == before
    confirmed(correct, made, organiser, other_result(made))


def test_a41_the_round_before_the_last_is_corrected_after_one_confirmation(club: Club, organiser: Account) -> None:
    event = after_rounds(club, organiser, 3)
    made = game_in(event, 2)
    old, new = made.result, other_result(made)
    with pytest.raises(EventRefused, match="Give a reason"):
        correct(made, organiser, new, reason="")
    with pytest.raises(ConfirmationNeeded) as needed:
        correct(made, organiser, new)
    assert str(needed.value.cautions[0].message) == f"round 3 was paired with {old}"
    correct(made, organiser, new, confirm=[needed.value.key])
    line = JournalEntry.objects.filter(scope__key=event.scope, action="claim-result").latest("version")
    assert (line.data["old"], line.data["result"], line.data["paired_since"]) == (old, new, [3, 3])
    words = str(journal_entries(load(fresh(event)), newest=1)[0].text)
    assert "it was" in words and "round 3 was paired with that" in words


def test_a41_by_the_page_of_the_result_by_the_desk_and_by_the_api(club: Club, organiser: Account) -> None:
    event = after_rounds(club, organiser, 3)
    made, client = game_in(event, 2), signed_in(organiser)
    address, new = f"/events/{event.pk}/results/{made.pk}", other_result(made)
    body = {"result": new, "version": str(made.version), "reason": WHY}
    row = client.post(address, body, headers={"X-Desk": "row"})
    assert row.json()["go"].startswith(address)
    page = client.post(address, body)
    assert page.status_code == 409 and "was paired with" in page.content.decode()
    confirm_page(client, page)
    made.refresh_from_db()
    assert made.result == new
    other = game_in(event, 1)
    confirm_by_api(
        Caller(organiser),
        f"/games/{other.pk}/results",
        {"result": other_result(other), "reason": WHY, "role": "arbiter", "version": other.version},
    )
    own = client.get(f"/games/{other.pk}/result").content.decode()
    (form,) = [each for each in html_forms(f"/games/{other.pk}/result", own) if "reason" in each.fields]
    other.refresh_from_db()
    page = client.post(form.path, form.untouched() | {"result": other_result(other), "reason": WHY})
    assert page.status_code == 409 and confirm_page(client, page).status_code == 302


def test_a41_nothing_is_asked_in_the_last_round_or_where_the_schedule_is_fixed(club: Club, organiser: Account) -> None:
    event = after_rounds(club, organiser, 2)
    made = game_in(event, 2)
    assert asked(correct, made, organiser, other_result(made)) == []
    robin = running(club, organiser, NINE[:4], rounds=3)
    play_round(robin, organiser)
    made = game_in(robin, 1)
    assert asked(correct, made, organiser, other_result(made)) == []


# --- A45 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["trf26", "trf16", "json"])
def test_a45_changed_tie_breaks_and_results_for_ratings_alone_are_lines_that_survive(
    club: Club, organiser: Account, kind: str
) -> None:
    event = after_rounds(club, organiser, 1, 4)
    confirmed(events.edit_event, event.pk, organiser, plan=replace(config_of(fresh(event)), tie_breaks=("WIN", "DE")))
    set_rated_result(game(event, "Ada", "Cleo").pk, organiser, "0-1")
    lines = [
        "Tie-breaks @ Round 1: BH became WIN DE; ",
        "Rated result @ Round 1: 1-3 counts as 0-1 for ratings, before as 1-0; ",
    ]
    file = exported(event, kind)
    copy = taken_in(file, club, organiser)
    for made in (file, exported(copy, kind), exported(copy, "trf26"), exported(copy, "json")):
        text = made.decode()
        assert [text.count(line) for line in lines] == [1, 1]
        assert text.count(f"; account {organiser.pk}") == len(lines)
    assert exported(copy, kind) == file


def test_a42_every_cross_table_marks_a_result_that_ratings_count_otherwise(
    club: Club, organiser: Account, client: Client
) -> None:
    event = after_rounds(club, organiser, 1, 4)
    home = f"/events/{event.pk}"
    client.force_login(organiser)
    pages = (f"{home}/crosstable", f"{home}/print/crosstable")
    assert not any("<sup" in client.get(page).content.decode() for page in pages)
    set_rated_result(game(event, "Ada", "Cleo").pk, organiser, "0-1")
    for page in pages:
        text = client.get(page).content.decode()
        assert text.count("R</sup>") == 2, "at both players"
        assert "atings count another result" in text
    assert client.get(f"{home}/crosstable.csv").content.decode().count("[0-1]") == 2
    rows = client.get(f"/api/v1{home}/crosstable").json()["rows"]
    rated = [mark["rated"] for row in rows for cell in row["cells"] for mark in cell or () if mark["game"]]
    assert sorted(set(rated)) == ["", "0-1"] and rated.count("0-1") == 2
