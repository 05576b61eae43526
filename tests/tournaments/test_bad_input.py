"""Missing, too long, of the wrong kind, markup, formulas: a clear message, a status of 4xx, and nothing stored."""

from __future__ import annotations

import pytest
from django.test import Client

from common.journal.models import JournalEntry
from players.models import Account, Club, Person
from testing.tournaments.factories import decide, draft, entry, fresh, game, running, with_players
from tests.tournaments.checklist.test_hand_pairing import confirm_page
from tournaments.core.event_config import config_of
from tournaments.core.loader import load
from tournaments.events.services import events
from tournaments.models import ByeRequest, Entry, Event, Round

GOOD = {
    "name": "Spring Open",
    "place": "Rotterdam",
    "starts_on": "2026-03-07",
    "ends_on": "2026-03-08",
    "time_zone": "Europe/Amsterdam",
    "rules": "gipf-standard",
    "handicap": "none",
    "setups": "round",
    "format": "round-robin",
    "games_per_round": "1",
    "points": "1-½-0",
    "tie_break_1": "DE",
    "rated": "on",
}
CHANGED = GOOD | {"standard_rules": "on"}
"""The same for an event that is under standard rules and stays so."""

BAD: list[tuple[dict[str, str], str]] = [
    ({"name": ""}, "This field is required"),
    ({"name": "n" * 81}, "no more than 80 characters"),
    ({"name": "<script>alert(1)</script>"}, "characters not allowed in names"),
    ({"name": '=HYPERLINK("http://example.org")'}, "must start with a letter or a digit"),
    ({"name": "null\0byte"}, "Null characters are not allowed"),
    ({"place": "<img src=x>"}, "characters not allowed in names"),
    ({"starts_on": "tomorrow"}, "Date has wrong format"),
    ({"starts_on": "2026-03-09"}, "The last day comes before the first"),
    ({"starts_on": "0001-01-01"}, "The year must be between"),
    ({"time_zone": "Mars/Olympus"}, "There is no time zone called"),
    ({"rules": "chess"}, "is not a valid choice"),
    ({"options": "claim_captures"}, "has no option"),
    ({"options": "nothing"}, "is not a valid choice"),
    ({"format": "chaos"}, "is not a valid choice"),
    ({"format": "swiss-dutch"}, "Enter the number of rounds"),
    ({"format": "swiss-dutch", "rounds_planned": "-1"}, "greater than or equal to 1"),
    ({"format": "swiss-dutch", "rounds_planned": "many"}, "Enter a whole number"),
    ({"games_per_round": "3"}, "is not a valid choice"),
    ({"setups": "match"}, "is not a valid choice"),
    ({"points": "own"}, "Enter how many points this is worth"),
    ({"points": "own", "win": "1", "draw": "0.75", "loss": "0"}, "no more than 1 decimal place"),
    ({"points": "own", "win": "1", "draw": "0.6", "loss": "0"}, "Two draws cannot score more"),
    ({"points": "own", "win": "NaN", "draw": "0", "loss": "0"}, "Enter a number"),
    ({"tie_break_2": "DE"}, "A tie-break is listed twice"),
    ({"tie_break_2": "BH"}, "has no meaning in a format with fixed pairings"),
    ({"tie_break_2": "XX"}, "Select a valid choice"),
    ({"about": "a" * 2001}, "no more than 2000 characters"),
]


@pytest.mark.parametrize(("wrong", "message"), BAD)
def test_a_new_event_that_cannot_be(club: Club, desk: Client, wrong: dict[str, str], message: str) -> None:
    answer = desk.post(f"/clubs/{club.slug}/events/new", GOOD | wrong)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert message in page
    assert "<script>alert" not in page and "<img src=x>" not in page
    assert not Event.objects.exists() and not JournalEntry.objects.exists()


def test_what_was_typed_stands_in_the_form_after_an_error(club: Club, desk: Client) -> None:
    page = desk.post(f"/clubs/{club.slug}/events/new", GOOD | {"place": "Délft", "ends_on": "soon"}).content.decode()
    assert 'value="Délft"' in page and 'value="Spring Open"' in page


def test_a_good_form_makes_the_event_as_typed(club: Club, desk: Client) -> None:
    answer = desk.post(
        f"/clubs/{club.slug}/events/new",
        GOOD
        | {
            "points": "own",
            "win": "1.5",
            "draw": "0.5",
            "loss": "0",
            "tie_break_2": "SB",
            "options": "repetition_draw",
        },
    )
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/events/{event.pk}/desk"
    assert (event.points.win, event.points.draw, event.tie_breaks) == (15, 5, ["DE", "SB"])
    assert (event.options, event.rated, event.self_entry, event.state) == (["repetition_draw"], True, False, "draft")


def test_the_edit_form_keeps_what_it_does_not_show_and_refuses_what_is_fixed(
    club: Club, organiser: Account, desk: Client
) -> None:
    event = draft(club, organiser, scoring={"pairing_bye": 5}, tie_breaks=("DE", "KS/L+1"))
    form = CHANGED | {"tie_break_2": "KS/L+1", "version": str(1), "place": "Leiden"}
    assert confirm_page(desk, desk.post(f"/events/{event.pk}/edit", form)).status_code == 302
    assert (fresh(event).points.pairing_bye, fresh(event).tie_breaks, fresh(event).place) == (
        5,
        ["DE", "KS/L+1"],
        "Leiden",
    )
    started = running(club, organiser)
    desk.post(f"/events/{started.pk}/edit", CHANGED | {"format": "double-round-robin", "rules": "gipf-basic"})
    assert (fresh(started).format, fresh(started).rules) == ("round-robin", "gipf-standard")


def test_an_edit_from_an_old_page_is_told_so(club: Club, organiser: Account, desk: Client) -> None:
    event = draft(club, organiser)
    events.edit_event(event.pk, organiser, plan=config_of(fresh(event)))
    answer = desk.post(f"/events/{event.pk}/edit", CHANGED | {"version": "1", "place": "Leiden"})
    assert answer.status_code == 409
    assert "Another arbiter was faster" in answer.content.decode()
    assert fresh(event).place == "Rotterdam"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "Type a name, or pick a person"),
        ({"name": "n" * 81}, "no more than 80 characters"),
        ({"name": "<script>x</script>"}, "characters not allowed in names"),
        ({"name": "=1+1"}, "must start with a letter or a digit"),
        ({"person_id": "9999"}, "This person does not exist"),
        ({"person_id": "99999999999999999999"}, "less than or equal to"),
        ({"person_id": "Ada"}, "A valid integer is required"),
    ],
)
def test_nobody_is_entered_from_a_bad_form(
    club: Club, organiser: Account, desk: Client, data: dict[str, str], message: str
) -> None:
    event = draft(club, organiser)
    answer = desk.post(f"/events/{event.pk}/enter", data)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert message in page and "<script>x" not in page
    assert not Entry.objects.exists() and not Person.objects.exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"names": ""}, "This field is required"),
        ({"names": "x" * 20_001}, "at most 20000 characters"),
        ({"names": "x\n" * 2_001}, "too many lines"),
        ({}, "This field is required"),
    ],
)
def test_what_is_no_pasted_list_is_shown_again(
    club: Club, organiser: Account, desk: Client, data: dict[str, str], message: str
) -> None:
    event = draft(club, organiser)
    answer = desk.post(f"/events/{event.pk}/enter/list", data)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    assert data.get("names", "")[:1_000] in answer.content.decode()


def test_a_search_finds_members_and_offers_the_name_as_new(club: Club, organiser: Account, desk: Client) -> None:
    event = with_players(club, organiser, names=("Ada Lindqvist",))
    entered = desk.get(f"/events/{event.pk}/enter?q=lind").content.decode()
    assert "a new person called “lind”" in entered and "Lindqvist</bdi> <span" not in entered
    other = draft(club, organiser)
    assert "Ada Lindqvist</bdi> <span" in desk.get(f"/events/{other.pk}/enter?q=LIND").content.decode()


def test_names_by_hand_that_clash_start_nothing(club: Club, organiser: Account, desk: Client) -> None:
    event = with_players(club, organiser)
    numbers = {f"number_{row.id}": "1" for row in load(event).entries}
    answer = desk.post(f"/events/{event.pk}/start", {"seeding": "hand", **numbers})
    assert answer.status_code == 400 and "no number twice" in answer.content.decode()
    assert desk.post(f"/events/{event.pk}/start", {"seeding": "magic"}).status_code == 400
    assert fresh(event).state == "open"
    order = ("Dan", "Ada", "Cleo", "Ben")
    numbers = {f"number_{entry(event, name).pk}": str(place) for place, name in enumerate(order, 1)}
    desk.post(f"/events/{event.pk}/start", {"seeding": "hand", **numbers})
    assert [row.name for row in load(fresh(event)).entries] == list(order)


@pytest.mark.parametrize("number", ["", "two", "-1", "²", "9999999999"])
def test_a_round_that_cannot_be_read_is_not_started(club: Club, organiser: Account, desk: Client, number: str) -> None:
    event = running(club, organiser)
    answer = desk.post(f"/events/{event.pk}/rounds/start", {"number": number})
    assert answer.status_code == 400 and "The round is missing from the form" in answer.content.decode()
    assert not Round.objects.exists()


def test_what_blocks_a_round_is_listed(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, rounds=1)
    answer = desk.post(f"/events/{event.pk}/rounds/start", {"number": "2"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "<li>board 1 of round 1 has no result: Ada – Dan</li>" in page
    assert "<li>board 2 of round 1 has no result: Ben – Cleo</li>" in page


def test_whoever_loses_the_race_for_a_round_gets_a_page_that_says_so(
    club: Club, organiser: Account, desk: Client
) -> None:
    event = running(club, organiser, rounds=1)
    answer = desk.post(f"/events/{event.pk}/rounds/start", {"number": "1"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f"Round 1 was already started by {organiser.username}." in page
    assert Round.objects.count() == 1


def test_a_draft_goes_only_when_its_name_was_typed(club: Club, organiser: Account, desk: Client) -> None:
    event = draft(club, organiser)
    answer = desk.post(f"/events/{event.pk}/delete", {"typed": "Autumn Open"})
    assert answer.status_code == 400 and "match the text above" in answer.content.decode()
    assert Event.objects.exists()
    assert (
        desk.post(f"/events/{event.pk}/delete", {"typed": "spring  open"}).headers["Location"] == f"/clubs/{club.slug}"
    )
    assert not Event.objects.exists()


def test_a_round_goes_only_when_its_name_was_typed(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, rounds=1)
    assert desk.post(f"/events/{event.pk}/pairings/1/delete", {"typed": "1"}).status_code == 400
    assert Round.objects.exists()
    desk.post(f"/events/{event.pk}/pairings/1/delete", {"typed": "Round 1", "version": "1"})
    assert not Round.objects.exists()


def test_a_round_with_results_says_why_it_stays(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, rounds=1)
    decide(event, organiser, {("Ada", "Dan"): "1-0"})
    assert "board 1 has a result" in desk.get(f"/events/{event.pk}/pairings/1/delete").content.decode()
    answer = desk.post(f"/events/{event.pk}/pairings/1/delete", {"typed": "Round 1"})
    assert answer.status_code == 409 and "Round 1 cannot be undone: board 1 has a result." in answer.content.decode()


def test_pairing_by_hand_needs_a_reason_that_is_not_too_long(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, rounds=1)
    draft = f"/events/{event.pk}/draft"
    desk.post(f"{draft}/begin", {"number": "1", "version": "1"})
    desk.post(f"{draft}/step", {"step": "swap", "one": "1"})
    for reason in ("", "r" * 301):
        assert desk.post(f"{draft}/end", {"reason": reason}).status_code in (400, 409)
    assert game(event, "Ada", "Dan")
    confirm_page(desk, desk.post(f"{draft}/end", {"reason": "because"}))
    assert game(event, "Dan", "Ada")
    assert desk.post(f"{draft}/begin", {"number": "1", "version": "1"}).status_code == 409
    for odd in ("x", "²", "9" * 30, ""):
        edit = f"/events/{event.pk}/pairings/1/edit"
        assert desk.post(edit, {"over-the-board": odd, "reason": "because"}).status_code == 404


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"round": "1", "kind": "half"}, "paired already"),
        ({"round": "9", "kind": "half"}, "has 3 rounds"),
        ({"round": "x", "kind": "half"}, "A valid integer is required"),
        ({"round": "2", "kind": "huge"}, "is not a valid choice"),
        ({"round": "2", "cancel": "yes"}, "Round 2 has no requested bye"),
    ],
)
def test_a_bye_that_cannot_be(club: Club, organiser: Account, desk: Client, data: dict[str, str], message: str) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    answer = desk.post(f"/events/{event.pk}/entries/{entry(event, 'Ada').pk}/bye", data)
    assert answer.status_code == 400 and message in answer.content.decode()
    assert not ByeRequest.objects.exists()


def test_withdrawing_asks_what_becomes_of_the_results(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, rounds=1)
    url = f"/events/{event.pk}/entries/{entry(event, 'Dan').pk}/withdraw"
    page = desk.get(url).content.decode()
    assert "0 of 3 games are done." in page and "Fewer than half" in page
    assert desk.post(url, {"annul": "perhaps"}).status_code == 400
    assert not entry(event, "Dan").withdrawn
    desk.post(url, {"annul": "yes"})
    assert entry(event, "Dan").annulled
    assert desk.post(url, {"annul": "yes"}).status_code == 409


def test_closing_lists_what_is_missing(club: Club, organiser: Account, desk: Client) -> None:
    event = running(club, organiser, rounds=3)
    url = f"/events/{event.pk}/close"
    assert "board 1 of round 1 has no result: Ada – Dan" in desk.get(url).content.decode()
    answer = desk.post(url)
    assert answer.status_code == 409 and "board 2 of round 3 has no result: Cleo – Ada" in answer.content.decode()
    assert fresh(event).state == "running"


def test_markup_in_names_is_shown_as_text_everywhere(club: Club, organiser: Account, desk: Client) -> None:
    """Even a name that came in some other way, such as from an old database, is only ever text."""
    event = running(club, organiser, rounds=1, about="<script>alert(2)</script>")
    Person.objects.filter(name="Ada").update(name="<script>alert(1)</script>")
    Event.objects.filter(pk=event.pk).update(name="<b>Open</b>")
    for path in (
        "",
        "/pairings/1",
        "/players",
        "/games",
        "/crosstable",
        "/info",
        "/desk",
        "/enter",
        "/start",
        "/close",
    ):
        page = desk.get(f"/events/{event.pk}{path}").content.decode()
        assert "<script>alert" not in page and "<b>Open" not in page, path


def test_names_that_look_like_formulas_are_harmless_in_spreadsheets(
    club: Club, organiser: Account, client: Client
) -> None:
    event = running(club, organiser, rounds=1)
    Person.objects.filter(name="Ada").update(name='=HYPERLINK("http://example.org")')
    for path in ("standings.csv", "crosstable.csv"):
        text = client.get(f"/events/{event.pk}/{path}").content.decode()
        assert "\"'=HYPERLINK(" in text
