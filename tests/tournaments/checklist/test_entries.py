"""Who plays: ratings, numbers, who may not meet, who leaves."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from django.test import Client

from common.jobs.services import run_due
from common.journal.models import JournalEntry
from players.models import Account, Club
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import AccountFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import (
    decide,
    draft,
    entry,
    fresh,
    running,
    swiss_after_round_1,
    table,
    values,
    with_players,
)
from testing.tournaments.round_trips import WISHES, exported, taken_in
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import byes, leaving
from tournaments.entries.services.numbering import Seeding, sort_entries
from tournaments.events.services import lifecycle
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Entry
from tournaments.rounds.services import hand_pairing, round_drafts, rounds
from tournaments.rounds.services.hand_pairing import HandStep, StepKind
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = pytest.mark.django_db


def test_a48_the_rating_of_a_member_comes_from_the_clubs_list(club: Club, organiser: Account) -> None:
    """Both enter at 1500, and Ada wins: 1500 + 40 · ½ and 1500 - 40 · ½. Nobody can type another rating."""
    first = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(first, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(first.pk, organiser)
    run_due()
    event, caller = draft(club, organiser), Caller(organiser)
    for member in first.members.all():
        wished = {"person_id": member.person_id, "rating": 2222}
        refused = caller.post(f"/events/{event.pk}/entries", wished)
        assert refused.status_code == 400 and "no field rating" in refused.json()["fields"]["rating"][0]
        caller.done(f"/events/{event.pk}/entries", {"person_id": member.person_id})
    lifecycle.start_event(event.pk, organiser)
    rows = load(fresh(event))
    assert {entry.name: entry.rating for entry in rows.entries} == {"Ada": 1520, "Ben": 1480}


def test_a56_a_draw_can_be_repeated_from_its_seed(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, [f"Player {number}" for number in range(9)])
    lifecycle.start_event(event.pk, organiser, seeding="lot", first_colour="w")
    seed = JournalEntry.objects.get(scope__key=event.scope, action="start-event").data["seed"]
    rows = load(fresh(event))
    again = sort_entries(rows.entries, Seeding.LOT, ratings={}, seed=seed)
    assert [each.id for each in again] == [rows.by_number[number].id for number in sorted(rows.by_number)]


def test_a56_starting_again_draws_no_other_lot(club: Club, organiser: Account) -> None:
    """Else whoever does not like the numbers would start again until they are good."""
    event = with_players(club, organiser, [f"Player {number}" for number in range(9)])
    drawn = []
    for _time in range(3):
        lifecycle.start_event(event.pk, organiser, seeding="lot", first_colour="w")
        seed = JournalEntry.objects.filter(scope__key=event.scope, action="start-event").latest("version").data["seed"]
        drawn.append((seed, {number: row.id for number, row in load(fresh(event)).by_number.items()}))
        lifecycle.unstart_event(event.pk, organiser)
    assert drawn[0] == drawn[1] == drawn[2]
    other = with_players(club, organiser, ("Ada", "Ben"))
    lifecycle.start_event(other.pk, organiser, seeding="lot", first_colour="w")
    assert JournalEntry.objects.get(scope__key=other.scope, action="start-event").data["seed"] != drawn[0][0]


def test_a56_a_tie_that_is_drawn_twice_is_drawn_alike(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, [f"Player {number}" for number in range(9)], tie_breaks=("LOT",))
    drawn = []
    for _time in range(2):
        lifecycle.start_event(event.pk, organiser, seeding="lot", first_colour="w")
        drawn.append(table(event))
        lifecycle.unstart_event(event.pk, organiser)
    assert drawn[0] == drawn[1] and [rank for rank, _name, _points in drawn[0]] == list(range(1, 10))
    seed = fresh(event).lot_seed
    by_digest = sorted(range(9), key=lambda number: sha256(f"{seed}:{number + 1}".encode()).hexdigest())
    assert [name for _rank, name, _points in drawn[0]] == [f"Player {number}" for number in by_digest]


def test_a56_the_seed_of_a_tie_is_shown_from_the_start_on(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, tie_breaks=("LOT",))
    before = Client().get(f"/events/{event.pk}/info").content.decode()
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    told = f'<code class="ltr">{fresh(event).lot_seed}</code>'
    assert told in Client().get(f"/events/{event.pk}/info").content.decode()
    assert "Lots follow from this seed" not in before


def test_a43_forbidden_pairs_are_free_before_round_1(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=3)
    body = {"entries": [entry(event, name).pk for name in ("Ada", "Cleo")]}
    Caller(organiser).done(f"/events/{event.pk}/apart", body)
    rounds.start_round(event.pk, organiser)
    met = [set(pairing.entries) for pairing in load(fresh(event)).rounds[0].pairings]
    assert set(body["entries"]) not in met


def test_a57_who_withdrew_stays_in_the_standings_and_is_marked(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    leaving.withdraw(event.pk, organiser, entry(event, "Cleo").pk)
    assert "withdrawn" in signed_in(organiser).get(f"/events/{event.pk}").content.decode()
    assert "Cleo" in [name for _rank, name, _points in table(event)]


def test_a44_an_act_is_one_entry_with_time_user_round_old_and_new_value(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    before = JournalEntry.objects.count()
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    confirmed(hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind.EXCHANGE, one=1, other=2))
    assert JournalEntry.objects.count() == before + 2
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason="x")
    line = JournalEntry.objects.filter(scope__key=event.scope).latest("version")
    assert JournalEntry.objects.count() == before + 3
    assert (line.actor, line.action, line.data["round"]) == (organiser.pk, "end-hand-pairing", 1)
    assert line.at is not None
    old, new = line.data["changed"]["pairings"]
    assert old["pairs"] != new["pairs"]


def test_a39_an_event_with_a_result_missing_is_not_closed(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    caller = Caller(organiser)
    assert caller.post(f"/events/{event.pk}/close", {"early": True}).status_code == 409
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    assert caller.post(f"/events/{event.pk}/close", {"early": True}).status_code == 200
    assert Entry.objects.filter(event=event).count() == 2


def test_a56_the_seed_is_shown(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser)
    lifecycle.start_event(event.pk, organiser, seeding="lot", first_colour="w")
    seed = JournalEntry.objects.get(scope__key=event.scope, action="start-event").data["seed"]
    assert f'<code class="ltr">{seed}</code>' in Client().get(f"/events/{event.pk}/info").content.decode()
    assert Client().get(f"/events/{event.pk}/event.json").json()["event"]["seed_of_numbers"] == seed
    assert seed in str(journal_entries(load(fresh(event)), newest=1)[0].text)
    lifecycle.unstart_event(event.pk, organiser)
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    assert seed not in Client().get(f"/events/{event.pk}/info").content.decode()


def test_a50_equal_ratings_are_ordered_by_title_and_then_by_name(club: Club, organiser: Account) -> None:
    """All are unrated, and Zoe entered first. Kim has the higher title of the two who have one."""
    event = with_players(club, organiser, ("Zoe", "Ada", "Max", "Kim"))
    for name, title in (("Max", "CM"), ("Kim", "FM")):
        Entry.objects.filter(pk=entry(event, name).pk).update(details={"title": title})
    lifecycle.start_event(event.pk, organiser, first_colour="w")
    numbers = {each.name: each.number for each in load(fresh(event)).entries}
    assert sorted(numbers, key=lambda name: numbers[name] or 0) == ["Kim", "Max", "Ada", "Zoe"]
    other = with_players(club, organiser, ("Yan", "Bob"))
    page = signed_in(organiser).get(f"/events/{other.pk}/start").content.decode()
    assert "by rating, then by title, then by name" in page


def test_a25_who_is_flagged_gets_no_half_point_bye_by_any_way(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben", "Cleo", "Dan", "Eve"), format="swiss-dutch", rounds_planned=5)
    ben = entry(event, "Ben")
    number = ben.number or 0
    account, caller, client = AccountFactory(person=ben.members.get().person), Caller(organiser), signed_in(organiser)
    path, page = f"/events/{event.pk}/entries/{ben.pk}", f"/events/{event.pk}/entries/{ben.pk}/bye"
    byes.request_bye(event.pk, organiser, ben.pk, 2, "half")
    assert "Cancel the half-point bye" in caller.post(f"{path}/half-byes", {"half_byes": False}).content.decode()
    byes.cancel_bye(event.pk, organiser, ben.pk, 2)
    client.post(page, {"half_byes": "no"})
    assert Entry.objects.get(pk=ben.pk).no_half_byes
    for who in (account, organiser):
        with pytest.raises(EventRefused, match="Half-point byes are stopped for this player"):
            byes.request_bye(event.pk, who, ben.pk, 1, "half")
    stopped = "Half-point byes are stopped for this player."
    assert stopped in client.post(page, {"round": "1", "kind": "half"}).content.decode()
    assert stopped in caller.post(f"{path}/byes", {"round": 1, "kind": "half"}).content.decode()
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    confirmed(hand_pairing.take_step, event.pk, organiser, HandStep(step=StepKind.UNPAIR, one=number))
    with pytest.raises(EventRefused, match="Half-point byes are stopped for Ben"):
        hand_pairing.take_step(event.pk, organiser, HandStep(step=StepKind.BYE, one=number, kind="half"))
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    round_drafts.discard_draft(event.pk, organiser)
    document = json.loads(exported(event, "json"))
    assert [each["name"] for each in document["entries"] if each.get("no_half_byes")] == ["Ben"]
    document["byes"] = [{"entry": number, "round": 2, "kind": "half"}]
    with pytest.raises(FileRefused, match="half-point byes of this player are stopped"):
        importers.parse(json.dumps(document).encode(), WISHES)
    copy = taken_in(exported(event, "trf26"), club, organiser)
    assert entry(copy, "Ben").no_half_byes
    assert caller.done(f"{path}/half-byes", {"half_byes": True})["no_half_byes"] is False
    byes.request_bye(event.pk, organiser, ben.pk, 1, "half")


def test_a57_who_is_expelled_leaves_the_standings_and_the_games_count_for_the_opponents(
    club: Club, organiser: Account
) -> None:
    """After round 1 Ada (beat Cleo) and Ben (beat Dan) lead. Without Ada Ben is first."""
    event = swiss_after_round_1(club, organiser)
    before = {name: points for _rank, name, points in table(event)}
    ada, sums = entry(event, "Ada"), values(event, "Cleo")
    with pytest.raises(EventRefused, match="Give a reason"):
        leaving.withdraw(event.pk, organiser, ada.pk, expel=True)
    client, page = signed_in(organiser), f"/events/{event.pk}/entries/{ada.pk}/withdraw"
    assert "Give a reason" in client.post(page, {"expel": "on"}).content.decode()
    client.post(page, {"expel": "on", "reason": "Used a telephone."})
    after = table(event)
    assert {name: points for _rank, name, points in after} == {n: p for n, p in before.items() if n != "Ada"}
    assert (after[0][:2], after[-1][0]) == ((1, "Ben"), 2)
    assert values(event, "Cleo") == sums
    assert "expelled" in client.get(f"/events/{event.pk}/players").content.decode()
    assert "Ada was expelled" in str(journal_entries(load(fresh(event)), newest=1)[0].text)
    for kind in ("json", "trf26"):
        copy = taken_in(exported(event, kind), club, organiser)
        assert entry(copy, "Ada").expelled and table(copy) == after
    leaving.readmit(event.pk, organiser, ada.pk)
    assert len(table(event)) == len(before)
    said = {"expel": True, "reason": "Again."}
    assert Caller(organiser).done(f"/events/{event.pk}/entries/{ada.pk}/withdraw", said)["expelled"] is True
