"""What the public pages of an event show, how often they ask the database, and when they need not be sent again."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest import Subtests

from common.jobs.services import run_due
from games.models import Game, Source
from games.results.services.results import claim_result
from players.clubs.services.clubs import edit_club
from players.models import Account, Club, Grant
from players.people.services.merging import merge_persons
from players.people.services.people import rename_person
from ratings.ledger.services.ledgers import recompute
from ratings.pools.services.pools import pool_for
from testing.factories import AccountFactory, PersonFactory, player_in
from testing.ratings.factories import FIRST, closed_event, four
from testing.savepoints import undone
from testing.tournaments.factories import decide, draft, entry, fresh, game, running, with_players
from tournaments.core.loader import load
from tournaments.entries.services import entries
from tournaments.entries.services.numbering import Seeding
from tournaments.events.services import lifecycle
from tournaments.rounds.queries.rounds import round_page
from tournaments.rounds.services import rounds
from tournaments.standings.queries.standings import compute

CONDITIONAL = ("", "/pairings/1", "/games", "/crosstable", "/info", "/standings.csv", "/crosstable.csv", "/event.json")


def test_rounds_to_come_are_shown_ahead_where_the_schedule_is_fixed(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser, rounds=1)
    third = round_page(load(event), 3)
    assert third is not None and third.planned
    assert [(board.white.entry.name, board.black and board.black.entry.name) for board in third.boards] == [
        ("Ben", "Dan"),
        ("Cleo", "Ada"),
    ]
    assert "planned" in client.get(f"/events/{event.pk}/pairings/3").content.decode()
    swiss = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    assert "No round is paired yet" in client.get(f"/events/{swiss.pk}/pairings/1").content.decode()
    assert client.get(f"/events/{swiss.pk}/pairings/2").status_code == 404


def test_a_rest_is_explained(club: Club, organiser: Account) -> None:
    page = round_page(load(running(club, organiser, ("Ada", "Ben", "Cleo"), rounds=1)), 1)
    assert page is not None
    rest = page.boards[-1]
    assert (rest.white.entry.name, str(rest.bye), str(rest.why[0])) == (
        "Ada",
        "rests",
        "Free: the number of entrants is odd.",
    )


def test_boards_show_the_points_that_players_bring(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1/2-1/2"})
    rounds.start_round(event.pk, organiser)
    page = round_page(load(event), 2)
    assert page is not None
    brought = {side.entry.name: side.points for board in page.boards for side in (board.white, board.black) if side}
    assert brought == {"Ada": 10, "Ben": 5, "Cleo": 5, "Dan": 0}


def test_standings_say_that_they_are_not_final_while_results_are_missing(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    assert "Not final: 1 result is missing." in client.get(f"/events/{event.pk}").content.decode()
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert "Final standings after 1 round." in client.get(f"/events/{event.pk}").content.decode()


def test_a_row_opens_to_the_players_rounds_and_a_value_to_its_sum(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0", ("Ben", "Cleo"): "1-0"})
    page = client.get(f"/events/{event.pk}").content.decode()
    assert page.count('<details class="player-card"') == 4
    assert page.count('<details class="sum"') == 8, "wins and Sonneborn-Berger; nobody who shares a place met the other"
    assert f'<a href="/games/{game(event, "Ada", "Dan").pk}">1</a>' in page


def test_before_the_start_the_page_says_what_is_planned(club: Club, organiser: Account, client: Client) -> None:
    event = with_players(club, organiser, self_entry=True, about="Bring a clock.")
    page = client.get(f"/events/{event.pk}").content.decode()
    assert "Bring a clock." in page and "Open for registration" in page and "Register" in page


# --- few queries -------------------------------------------------------------------------------------


def pages_of(size: int, club: Club, organiser: Account) -> int:
    names = [f"Player {size} {number:02}" for number in range(size)]
    event = running(club, organiser, names, rounds=2, name=f"Open of {size}")
    return event.pk


def test_a_page_asks_as_often_for_twelve_players_as_for_four(
    club: Club, organiser: Account, client: Client, subtests: Subtests
) -> None:
    client.force_login(organiser)
    events = [pages_of(size, club, organiser) for size in (4, 12)]
    for path in ("", "/pairings/2", "/players", "/games", "/crosstable", "/info", "/event.json", "/desk", "/enter"):
        with subtests.test(path):
            asked = []
            for event in events:
                with undone(), CaptureQueriesContext(connection) as queries:
                    assert client.get(f"/events/{event}{path}").status_code == 200
                asked.append(len(queries))
            assert asked[0] == asked[1] <= 32


def test_standings_that_did_not_change_are_not_read_again(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=2)
    client.get(f"/events/{event.pk}")
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/events/{event.pk}")
    tables = " ".join(query["sql"] for query in queries)
    assert "tournaments_slot" not in tables and "games_game" not in tables


# --- answers that did not change ---------------------------------------------------------------------


def test_a_page_is_sent_again_only_when_something_happened(
    club: Club, organiser: Account, client: Client, subtests: Subtests
) -> None:
    event = running(club, organiser, rounds=1)
    for path in CONDITIONAL:
        url = f"/events/{event.pk}{path}"
        with subtests.test(path), undone():
            client.get(url)  # brings the cookie of the forms, of which the tag is made too
            tag = client.get(url).headers["ETag"]
            again = client.get(url, headers={"If-None-Match": tag})
            assert (again.status_code, again.content) == (304, b"")
            decide(event, organiser, {("Ada", "Dan"): "1-0"})
            after = client.get(url, headers={"If-None-Match": tag})
            assert after.status_code == 200 and after.headers["ETag"] != tag


def test_a_browser_that_comes_for_the_second_time_has_the_page_of_the_first(
    club: Club, organiser: Account, client: Client
) -> None:
    """The first answer brings the forms' key, and its tag is of that."""
    url = f"/events/{running(club, organiser, rounds=1).pk}"
    first = client.get(url)
    assert client.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    stranger = Client().get(url, headers={"If-None-Match": first.headers["ETag"]})
    assert stranger.status_code == 200, "it has the key of another browser"


def test_the_tag_is_another_one_in_another_language_and_for_another_address(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser, rounds=1)
    tags = {client.get(f"/events/{event.pk}{path}").headers["ETag"] for path in ("", "/games", "/info")}
    client.cookies["django_language"] = "fa"
    tags.add(client.get(f"/events/{event.pk}").headers["ETag"])
    client.cookies["theme"] = "dark"
    tags.add(client.get(f"/events/{event.pk}").headers["ETag"])
    assert len(tags) == 5


def test_a_browser_that_asks_in_another_language_gets_the_page_in_it(
    club: Club, organiser: Account, client: Client, subtests: Subtests
) -> None:
    """By the header alone, as browsers send it: no cookie tells the languages apart."""
    event = running(club, organiser, rounds=1)
    for path in CONDITIONAL:
        url = f"/events/{event.pk}{path}"
        with subtests.test(path):
            client.get(url)  # brings the cookie of the forms
            tag = client.get(url, headers={"Accept-Language": "en"}).headers["ETag"]
            persian = client.get(url, headers={"Accept-Language": "fa", "If-None-Match": tag})
            assert persian.status_code == 200 and persian.headers["ETag"] != tag
            assert "." in path or '<html lang="fa"' in persian.content.decode()  # a file has no such mark


def test_the_tag_is_another_one_when_the_club_has_another_name(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    url = f"/events/{event.pk}"
    client.get(url)
    tag = client.get(url).headers["ETag"]
    edit_club(actor=organiser, club_id=club.pk, name="Elsewhere", place=club.place, time_zone=club.time_zone)
    again = client.get(url, headers={"If-None-Match": tag})
    assert again.status_code == 200 and b"Elsewhere" in again.content


def test_whoever_is_signed_in_gets_a_page_again_only_when_it_says_something_else(
    club: Club, organiser: Account, client: Client, subtests: Subtests
) -> None:
    event = running(club, organiser, rounds=1)
    client.force_login(organiser)
    for path in (each for each in CONDITIONAL if each != "/info"):  # it tells of no result
        url = f"/events/{event.pk}{path}"
        with subtests.test(path), undone():
            client.get(url)  # brings the cookie of the forms
            tag = client.get(url).headers["ETag"]
            again = client.get(url, headers={"If-None-Match": tag})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
            assert "private" in again.headers["Cache-Control"]
            decide(event, organiser, {("Ada", "Dan"): "1-0"})
            after = client.get(url, headers={"If-None-Match": tag})
            assert after.status_code == 200 and after.headers["ETag"] != tag


def test_a_page_is_sent_again_to_whom_a_right_was_taken_or_somebody_else_signed_in(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser, rounds=1)
    url = f"/events/{event.pk}"
    client.force_login(organiser)
    client.get(url)
    tag = client.get(url).headers["ETag"]
    Grant.objects.filter(account=organiser).delete()
    after = client.get(url, headers={"If-None-Match": tag})
    assert after.status_code == 200 and b"/desk" not in after.content
    other = Client()
    other.force_login(AccountFactory())
    other.cookies["csrftoken"] = client.cookies["csrftoken"].value
    assert other.get(url, headers={"If-None-Match": after.headers["ETag"]}).status_code == 200


def test_whoever_is_not_signed_in_gets_no_tag_of_a_draft(club: Club, organiser: Account, client: Client) -> None:
    assert "ETag" not in client.get(f"/events/{draft(club, organiser).pk}").headers


@pytest.mark.django_db(transaction=True)
def test_a_name_that_changed_is_sent_again(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    tag = client.get(f"/events/{event.pk}").headers["ETag"]
    rename_person(actor=organiser, person_id=entry(event, "Ada").members.get().person_id, name="Ada L.", country="")
    answer = client.get(f"/events/{event.pk}", headers={"If-None-Match": tag})
    assert answer.status_code == 200 and "Ada L." in answer.content.decode()


# --- clubs and players -------------------------------------------------------------------------------


def test_the_home_of_a_club_shows_what_runs_comes_and_was(club: Club, organiser: Account, client: Client) -> None:
    ran = running(club, organiser, ("Ada", "Ben"), rounds=1, name="Closed Cup")
    decide(ran, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(ran.pk, organiser)
    running(club, organiser, ("Cleo", "Dan"), rounds=1, name="Running Cup")
    with_players(club, organiser, ("Eva",), name="Coming Cup", self_entry=True)
    draft(club, organiser, name="Secret Cup")
    page = client.get(f"/clubs/{club.slug}").content.decode()
    assert page.index("Running Cup") < page.index("Coming Cup") < page.index("Closed Cup")
    assert "Round 1: 1 game open" in page and "Secret Cup" not in page and "New event" not in page
    assert "Secret Cup" not in client.get(f"/clubs/{club.slug}/events").content.decode()
    client.force_login(organiser)
    page = client.get(f"/clubs/{club.slug}").content.decode()
    assert "Secret Cup" in page and "New event" in page


def test_the_home_of_a_club_asks_no_more_for_more_events(club: Club, organiser: Account, client: Client) -> None:
    asked = []
    for _more in range(2):
        for state in range(3):
            running(club, organiser, (f"A{state}{_more}", f"B{state}{_more}"), rounds=1)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/clubs/{club.slug}")
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_players_page_has_places_and_games_under_every_record(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    old = entry(event, "Ada").members.get().person
    kept = PersonFactory(name="Ada Lovelace", member_of=club)
    merge_persons(actor=organiser, kept_id=kept.pk, gone_id=old.pk)
    assert client.get(f"/people/{old.pk}").headers["Location"] == f"/people/{kept.pk}"
    page = client.get(f"/people/{kept.pk}").content.decode()
    assert "Spring Open" in page and "1 of 2" in page and "1-0" in page and "Not in a rating list yet" in page
    assert "Manage" not in page


def test_drafts_are_not_on_a_players_page(club: Club, organiser: Account, client: Client) -> None:
    event = draft(club, organiser, name="Secret Cup")
    made = entries.enter_person(event.pk, organiser, name="Ada")
    assert "Secret Cup" not in client.get(f"/people/{made.members.get().person_id}").content.decode()


def test_a_players_own_row_is_marked(club: Club, organiser: Account, client: Client) -> None:
    event = with_players(club, organiser, ("Ben", "Cleo"), self_entry=True)
    ada = player_in(club, name="Ada")
    entries.enter_myself(event.pk, ada)
    lifecycle.start_event(event.pk, organiser, seeding=Seeding.RATING)
    rounds.start_round(event.pk, organiser)
    client.force_login(ada)
    for path in ("", "/players", "/pairings/1", "/crosstable"):
        page = client.get(f"/events/{event.pk}{path}").content.decode()
        assert len(re.findall(r'<tr[^>]* class="me">', page)) == 1, path


def test_a_disputed_result_is_marked_on_the_pairings(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, rounds=1)
    made = game(event, "Ada", "Dan")
    claim_result(made.pk, AccountFactory(person=made.white), "1-0", source="page")
    claim_result(made.pk, AccountFactory(person=made.black), "0-1", source="page")
    assert "in dispute" in client.get(f"/events/{event.pk}/pairings/1").content.decode()
    assert compute(load(fresh(event))).open_games == 2


def test_a_clubs_list_is_shown_only_where_it_says_something_else(
    club: Club, organiser: Account, stranger: Account, client: Client
) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(event.pk, organiser)
    run_due()
    ada, ben = (entry(event, name).members.get().person for name in ("Ada", "Ben"))
    assert client.get(f"/people/{ada.pk}").content.decode().count("big-number") == 1

    elsewhere = with_players(Club.objects.get(slug="another"), stranger, ())
    for person in (ada, ben):
        entries.enter_person(elsewhere.pk, stranger, person_id=person.pk)
    lifecycle.start_event(elsewhere.pk, stranger)
    rounds.start_round(elsewhere.pk, stranger)
    for each in Game.objects.filter(parent_scope__key=elsewhere.scope):
        claim_result(each.pk, stranger, "1-0" if each.white == ada else "0-1", source=Source.DESK)
    lifecycle.close_event(elsewhere.pk, stranger)
    run_due()
    assert client.get(f"/people/{ada.pk}").content.decode().count("big-number") == 3  # the server and two clubs


def test_a_first_seed_of_a_knock_out_goes_straight_into_the_next_round(
    club: Club, organiser: Account, client: Client
) -> None:
    tree = running(club, organiser, ("Ada", "Ben", "Cleo"), rounds=1, format="knock-out")
    page = client.get(f"/events/{tree.pk}/pairings/1").content.decode()
    assert "bye: straight into the next round" in page and "no opponent was left" not in page
    swiss = running(club, organiser, ("Dan", "Eve", "Fay"), rounds=1, format="swiss-dutch", rounds_planned=2)
    assert "bye: no opponent was left" in client.get(f"/events/{swiss.pk}/pairings/1").content.decode()


def test_no_two_regions_of_a_clubs_home_have_one_name(club: Club, client: Client) -> None:
    people = four(club)
    for rules in ("gipf-basic", "lyngk-main"):
        closed_event(club, people, FIRST, rules=rules)
        recompute(pool_for(rules, club).pk)
    home = client.get(f"/clubs/{club.slug}").content.decode()
    names = re.findall(r'role="region"[^>]* aria-label="([^"]*)"', home)
    assert sorted(names) == ["GIPF, basic game", "LYNGK"]


def test_an_event_that_is_over_promises_no_changes(club: Club, organiser: Account, client: Client) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    pages = ("", "/pairings/1", "/crosstable", "/games")
    for page in pages:
        assert "Live</span></span>" in client.get(f"/events/{event.pk}{page}").content.decode(), page
    lifecycle.close_event(event.pk, organiser)
    for page in pages:
        assert "Live</span></span>" not in client.get(f"/events/{event.pk}{page}").content.decode(), page
