"""Standard rules: what leaves them is asked twice, and an event that left them says so for good."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from common.journal.models import JournalEntry
from players.models import Account, Club
from testing.api.caller import Caller, error
from testing.clients import signed_in
from testing.tournaments.confirming import confirm_by_api, confirmed
from testing.tournaments.factories import draft, entry, fresh, last_point, plan, running, with_players
from testing.tournaments.round_trips import NINE, exported, taken_in
from tests.tournaments.checklist.test_corrections import after_rounds, correct, game_in, other_result
from tests.tournaments.checklist.test_hand_pairing import confirm_page
from tests.tournaments.checklist.ways import form_to
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.event_config import EventConfig, config_of
from tournaments.core.loader import load
from tournaments.core.standard_rules import departures
from tournaments.entries.services import exclusions
from tournaments.events.presets import PRESETS
from tournaments.events.services import events, lifecycle, undo
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event, ForbiddenGroup, RuleExit
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 5, "tie_breaks": ("BH",)}
SAYS_SO = "not under standard rules"
OUTSIDE: list[tuple[str, dict[str, Any]]] = [
    ("format", {"format": "knock-out", "tie_breaks": None}),
    ("colour-free", {"format_options": {"colour_free": True}}),
    ("two-games", {"games_per_round": 2}),
    ("points", {"scoring": {"win": 20, "draw": 10, "loss": 0}}),
    ("points", {"scoring": {"win": 30, "draw": 10, "loss": 0}}),
    ("points-unplayed", {"scoring": {"zero_bye": 10}}),
    ("points-unplayed", {"scoring": {"half_bye": 7}}),
    ("points-unplayed", {"scoring": {"full_bye": 7}}),
    ("points-unplayed", {"scoring": {"forfeit_win": 7}}),
    ("handicap", {"handicap": "by-hand"}),
]


def changed(event: Event, change: dict[str, Any]) -> EventConfig:
    return replace(config_of(fresh(event)), **change)


def stored(event: Event) -> tuple[Any, ...]:
    return config_of(fresh(event)), list(event.rule_exits.values_list("setting")), JournalEntry.objects.count()


@pytest.mark.parametrize(("setting", "change"), OUTSIDE)
def test_a01_a_setting_outside_is_asked_twice_and_then_with_what_follows(
    club: Club, organiser: Account, setting: str, change: dict[str, Any]
) -> None:
    event = (
        announced(draft(club, organiser, **SWISS), organiser)
        if setting == "format"
        else draft(club, organiser, **SWISS)
    )
    before, wanted = stored(event), changed(event, change)
    with pytest.raises(ConfirmationNeeded) as first:
        events.edit_event(event.pk, organiser, plan=wanted)
    assert [(each.key, int(each.level)) for each in first.value.cautions] == [(setting, 4)]
    with pytest.raises(ConfirmationNeeded) as second:
        events.edit_event(event.pk, organiser, plan=wanted, confirm=[first.value.key])
    assert second.value.again and "all its pages and files" in str(second.value.message)
    with pytest.raises(ConfirmationNeeded):
        events.edit_event(event.pk, organiser, plan=wanted, confirm=[second.value.key])
    assert stored(event) == before
    events.edit_event(event.pk, organiser, plan=wanted, confirm=[first.value.key, second.value.key])
    assert not fresh(event).follows_rules and [each.setting for each in event.rule_exits.all()] == [setting]


def announced(event: Event, organiser: Account) -> Event:
    events.announce(event.pk, organiser)
    return fresh(event)


def test_a_draft_that_becomes_a_knock_out_is_asked_once_with_what_follows(club: Club, organiser: Account) -> None:
    """FIDE has no rules for it, and nobody relies on a draft; once it is announced, it is asked as ever."""
    event = draft(club, organiser, **SWISS)
    wanted = changed(event, {"format": "knock-out", "tie_breaks": None})
    with pytest.raises(ConfirmationNeeded) as asked:
        events.edit_event(event.pk, organiser, plan=wanted)
    assert [each.key for each in asked.value.cautions] == ["format", "consequence", "consequence"]
    assert not asked.value.again and fresh(event).format == "swiss-dutch"
    events.edit_event(event.pk, organiser, plan=wanted, confirm=[asked.value.key])
    assert fresh(event).format == "knock-out"


def test_a01_on_the_page_and_by_the_api(club: Club, organiser: Account) -> None:
    event = draft(club, organiser, **SWISS)
    client, page = signed_in(organiser), f"/events/{event.pk}/edit"
    asked = client.post(page, form_to(client, page).untouched() | {"points": "2-1-0"})
    assert asked.status_code == 409 and "do not score 1, ½ and 0" in asked.content.decode()
    assert config_of(fresh(event)).scoring["win"] == 10
    page = asked.content.decode()
    assert 'aria-label="Pages of this event"' in page and f"<bdi>{event.name}</bdi>" in page, "the event stays round it"
    confirm_page(client, asked)
    assert config_of(fresh(event)).scoring["win"] == 20 and not fresh(event).follows_rules
    other, caller = draft(club, organiser, **SWISS), Caller(organiser)
    answer = caller.patch(f"/events/{other.pk}", {"games_per_round": 2})
    assert (answer.status_code, error(answer)["cautions"][0]["key"]) == (409, "two-games")
    first = error(answer)["confirm"]
    again = error(caller.patch(f"/events/{other.pk}", {"games_per_round": 2, "confirm": [first]}))
    made = caller.patch(f"/events/{other.pk}", {"games_per_round": 2, "confirm": [first, again["confirm"]]})
    assert made.status_code == 200 and made.json()["standard_rules"] is False
    assert [each["setting"] for each in made.json()["left_rules"]] == ["two-games"]


def test_a01_a_new_event_that_shall_follow_them_is_asked_and_one_that_shall_not_is_made(
    club: Club, organiser: Account
) -> None:
    address = f"/clubs/{club.slug}/events/new"
    client = signed_in(organiser)
    filled = form_to(client, f"{address}?preset=afternoon", address).untouched() | {
        "name": "Two",
        "points": "2-1-0",
        "do": "create",
    }
    asked = client.post(address, filled)
    assert asked.status_code == 409 and not Event.objects.exists()
    confirm_page(client, asked)
    assert not Event.objects.get(name="Two").follows_rules
    del filled["standard_rules"]
    assert client.post(address, filled | {"name": "Free", "points": "1-½-0"}).status_code == 302
    assert [each.setting for each in Event.objects.get(name="Free").rule_exits.all()] == ["chosen"]


STANDARD = {"forfeit_win": 10, "forfeit_loss": 0, "full_bye": 10, "half_bye": 5, "zero_bye": 0}


@pytest.mark.parametrize("name", STANDARD)
def test_a20_a_bye_and_a_forfeit_have_one_value_each_under_standard_rules(
    club: Club, organiser: Account, name: str
) -> None:
    """Each other value from 0 to a win leaves the rules, says the API; a forfeit loss above a loss is refused."""
    caller, event = Caller(organiser), draft(club, organiser, **SWISS)
    for tenths in range(11):
        answer = caller.patch(f"/events/{event.pk}", {"scoring": {name: tenths / 10}})
        if tenths == STANDARD[name]:
            assert answer.status_code == 200 and answer.json()["standard_rules"] is True
        elif name == "forfeit_loss":
            assert answer.status_code == 400 and "A forfeit cannot score more" in str(error(answer))
        else:
            assert [each["key"] for each in error(answer)["cautions"]] == ["points-unplayed"], tenths
    assert fresh(event).follows_rules


def test_a20_a_file_with_a_bye_of_another_value_is_taken_in_outside_standard_rules(
    club: Club, organiser: Account
) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    document = json.loads(exported(event, "json"))
    document["event"]["scoring"]["zero_bye"] = 10
    copy = taken_in(json.dumps(document).encode(), club, organiser)
    assert not copy.follows_rules and [each.setting for each in copy.rule_exits.all()] == ["points-unplayed"]


def test_a02_nothing_brings_it_back(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], **SWISS)
    two = changed(event, {"scoring": {"win": 20, "draw": 10, "loss": 0}})
    confirmed(events.edit_event, event.pk, organiser, plan=two)
    events.edit_event(event.pk, organiser, plan=changed(event, {"scoring": {}}))
    with pytest.raises(EventRefused, match="cannot be undone"):
        events.edit_event(event.pk, organiser, plan=config_of(fresh(event)), standard_rules=True)
    answer = Caller(organiser).patch(f"/events/{event.pk}", {"standard_rules": True})
    assert answer.status_code == 400 and "cannot be undone" in answer.content.decode()
    client, page = signed_in(organiser), f"/events/{event.pk}/edit"
    client.post(page, form_to(client, page).untouched() | {"standard_rules": "on", "place": "Delft"})
    assert fresh(event).place == "Delft" and not fresh(event).follows_rules
    for kind in ("json", "trf26", "trf16"):
        file = exported(event, kind)
        copy = taken_in(file, club, organiser)
        assert not copy.follows_rules and [each.setting for each in copy.rule_exits.all()] == ["points"]
        assert exported(copy, kind) == file
    with pytest.raises(DatabaseError), transaction.atomic():
        RuleExit.objects.filter(event=event).update(setting="format")


def test_a02_undo_brings_the_pairs_back_and_not_the_rules(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    pair = [each.pk for each in event.entries.all()[:2]]
    confirmed(exclusions.add_exclusion, event.pk, organiser, pair)
    undo.undo(event.pk, organiser, last_point(event), reason="A mistake.")
    assert not ForbiddenGroup.objects.filter(event=event).exists()
    assert not fresh(event).follows_rules
    assert [each.setting for each in event.rule_exits.all()] == ["forbidden-pairs"]


def test_a03_every_page_says_so_and_what_is_read_by_programs_too(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    pages = ["", "/pairings/1", "/players", "/games", "/crosstable", "/info", "/desk", "/edit", "/enter", "/apart"]
    client = signed_in(organiser)
    for page in pages:
        assert SAYS_SO not in client.get(f"/events/{event.pk}{page}").content.decode(), page
    ids = [entry(event, name).pk for name in ("Ada", "Ben")]
    confirmed(exclusions.add_exclusion, event.pk, organiser, ids)
    for page in pages:
        assert SAYS_SO in client.get(f"/events/{event.pk}{page}").content.decode(), page
    pages = ["/screen", "/print/standings", "/print/crosstable", "/feed.atom"]
    for page in pages:
        assert SAYS_SO in client.get(f"/events/{event.pk}{page}").content.decode(), page
    made = game_in(event, 1)
    for page in ("", "/result"):
        assert SAYS_SO in client.get(f"/games/{made.pk}{page}").content.decode(), page
    for name in ("standings", "crosstable", "categories", "prizes", "journal"):
        rows = list(
            csv.DictReader(io.StringIO(client.get(f"/events/{event.pk}/{name}.csv").content.decode("utf-8-sig")))
        )
        assert {row["standard_rules"] for row in rows} <= {"no"} and (rows or name in ("categories", "prizes")), name
    public = signed_in(organiser)
    public.logout()
    assert SAYS_SO in public.get(f"/events/{event.pk}").content.decode()
    said = public.get(f"/events/{event.pk}/event.json").json()
    assert said["event"]["standard_rules"] is False and said["event"]["left_rules"][0]["setting"] == "forbidden-pairs"
    assert Caller().read(f"/events/{event.pk}")["standard_rules"] is False


def test_a04_journal_and_files_name_round_time_account_and_setting(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    confirmed(exclusions.add_exclusion, event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Ben")])
    (left,) = event.rule_exits.all()
    line = JournalEntry.objects.filter(scope__key=event.scope).latest("version")
    assert (line.actor, line.data["left_rules"], left.after_round) == (organiser.pk, ["forbidden-pairs"], 1)
    words = str(journal_entries(load(fresh(event)), newest=1)[0].text)
    assert words.startswith("Pairing forbidden: Ada, Ben. Not under standard rules since then: forbidden pairings")
    at = left.at.isoformat(timespec="seconds")
    told = f"### Left standard rules @ Round 1: forbidden pairings changed after round 1 was paired; {at}; account "
    assert f"{told}{organiser.pk}\r\n" in exported(event, "trf26").decode()
    (said,) = json.loads(exported(event, "json"))["left_rules"]
    assert said == {"setting": "forbidden-pairs", "after_round": 1, "at": at, "by": f"account {organiser.pk}"}


def test_a05_the_usual_answers_are_under_standard_rules(club: Club, organiser: Account) -> None:
    address = f"/clubs/{club.slug}/events/new"
    client = signed_in(organiser)
    client.post(address, form_to(client, address).untouched() | {"name": "Usual", "do": "create"})
    event = Event.objects.get(name="Usual")
    assert event.follows_rules and event.points.pairing_bye == event.points.win == 10
    assert draft(club, organiser, **SWISS).follows_rules
    assert not draft(club, organiser, format="knock-out").follows_rules


@pytest.mark.parametrize("preset", PRESETS, ids=lambda each: each.key)
def test_a05_presets_say_whether_they_are(preset: Any) -> None:
    names = ("format", "handicap", "rounds_planned")
    made = plan(**{name: preset.values[name] for name in names if name in preset.values})
    assert preset.follows_rules is not bool(departures(made))


def test_a40_an_early_result_cannot_change_under_standard_rules(club: Club, organiser: Account) -> None:
    event = after_rounds(club, organiser, 3)
    made = game_in(event, 1)
    with pytest.raises(ConfirmationNeeded) as first:
        correct(made, organiser, other_result(made))
    with pytest.raises(ConfirmationNeeded, match="no longer follows standard rules") as second:
        correct(made, organiser, other_result(made), confirm=[first.value.key])
    assert fresh(event).follows_rules
    correct(made, organiser, other_result(made), confirm=[first.value.key, second.value.key])
    assert [each.setting for each in event.rule_exits.all()] == ["early-result"]


def test_a43_forbidden_pairs_are_free_before_round_1_and_then_leave_standard_rules(
    club: Club, organiser: Account
) -> None:
    event = with_players(club, organiser, NINE[:6], **SWISS)
    two = [entry(event, name).pk for name in ("Ada", "Ben")]
    exclusions.remove_exclusion(event.pk, organiser, exclusions.add_exclusion(event.pk, organiser, two).pk)
    kept = exclusions.add_exclusion(event.pk, organiser, two)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    rounds.start_round(event.pk, organiser)
    with pytest.raises(ConfirmationNeeded) as needed:
        exclusions.remove_exclusion(event.pk, organiser, kept.pk)
    assert [(each.key, int(each.level)) for each in needed.value.cautions] == [("forbidden-pairs", 4)]
    client, page = signed_in(organiser), f"/events/{event.pk}/apart"
    other = [str(entry(event, name).pk) for name in ("Cleo", "Dan")]
    asked = client.post(page, form_to(client, page).untouched() | {"entries": other})
    assert asked.status_code == 409 and ForbiddenGroup.objects.count() == 1 and fresh(event).follows_rules
    for _time in range(2):
        keys = re.findall(r'name="confirm" value="(\w+)"', asked.content.decode())
        asked = client.post(page, form_to(client, page).untouched() | {"entries": other, "confirm": keys})
    assert ForbiddenGroup.objects.count() == 2 and not fresh(event).follows_rules
    caller, path = Caller(organiser), f"/events/{event.pk}/apart/{kept.pk}"
    answer = caller.delete(path)  # outside, a change in the middle is still asked
    assert answer.status_code == 409 and error(answer)["cautions"][0]["message"] == "round 1 is paired already"
    assert caller.ask("DELETE", path, {"confirm": ["wrong"]}).status_code == 409
    assert caller.ask("DELETE", path, {"confirm": [error(answer)["confirm"]]}).status_code == 204
    three = [entry(event, name).pk for name in ("Ada", "Cleo")]
    confirm_by_api(caller, f"/events/{event.pk}/apart", {"entries": three})
    assert event.rule_exits.count() == 1
