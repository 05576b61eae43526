"""A whole event leaves as a file and comes back: the same bytes, whatever was played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from pytest import Subtests

from games.models import Claim, Game, Record
from games.records.services.submit_record import submit_record
from gipf_engine.tournament.trf import read
from players.models import Account, Club
from testing.games.game_records import WON_BY_BLACK
from testing.savepoints import undone
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, play, running, swiss_after_round_1, table, with_players
from testing.tournaments.hand_edits import exchange_entries
from testing.tournaments.round_trips import WHOLE, WISHES, Held, exported, play_somehow, taken_in
from tournaments.core.event_config import config_of
from tournaments.core.loader import load
from tournaments.entries.services import byes, exclusions, leaving
from tournaments.events.services import events
from tournaments.interchange.formats import importers
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.models import Event, Member, Round
from tournaments.rounds.services import rounds as rounds_services

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

KINDS = WHOLE if connection.vendor == "sqlite" else ["json"]
"""All are read and written from the same rows: on the other database one will do."""
HELD = [
    Held("swiss-dutch", {}, 9, 3, {"rounds_planned": 5}),
    Held("swiss-dutch", {}, 4, 0, {"rounds_planned": 3}),
    Held("swiss-dutch", {"baku": True}, 9, 2, {"rounds_planned": 5}),
    Held("swiss-dutch", {"baku": True}, 8, 0, {"rounds_planned": 5}),
    Held("swiss-dutch", {"colour_free": True}, 8, 2, {"rounds_planned": 5, "rated": False}),
    Held("swiss-dutch", {"colour_free": True}, 8, 0, {"rounds_planned": 5}),
    Held("swiss-dutch", {}, 8, 2, {"rounds_planned": 5, "scoring": {"win": 30, "draw": 10, "pairing_bye": 20}}),
    Held("round-robin", {}, 5, 3, {}),
    Held("double-round-robin", {"swapped": False}, 4, 2, {}),
    Held("knock-out", {"third_place": True}, 6, 2, {}),
    Held("league", {"groups": 2, "up": 2}, 9, 2, {}),
    Held("scheveningen", {}, 7, 2, {}),
    Held("keizer", {"apart": 1, "top": 40, "no_own": True}, 7, 3, {"rounds_planned": 9}),
    Held("mcmahon", {"band": 50, "upper_bar": 1600, "fold": True}, 9, 2, {"rounds_planned": 4}),
]


@pytest.mark.parametrize("held", HELD, ids=str)
def test_out_in_and_out_again_gives_the_same_bytes(
    club: Club, organiser: Account, held: Held, subtests: Subtests
) -> None:
    event = held.started(club, organiser)
    play_somehow(event, organiser, held.rounds)
    for kind in KINDS:
        with subtests.test(kind), undone():
            if held.format == "swiss-dutch":
                _wish(event, organiser, held.rounds, in_some_rounds=kind != "trf16")
            first = exported(event, kind)
            again = taken_in(first, club, organiser)
            assert exported(again, kind) == first
            assert {each.person_id for each in Member.objects.filter(event=again)} == {
                each.person_id for each in Member.objects.filter(event=event)
            }
            assert table(again) == table(event)


def _wish(event: Event, arbiter: Account, paired: int, *, in_some_rounds: bool) -> None:
    """Byes for the next round and a later one, two kept apart who have not met, and somebody who left."""
    byes.request_bye(event.pk, arbiter, entry(event, "Ben").pk, paired + 1, "half")
    byes.request_bye(event.pk, arbiter, entry(event, "Cleo").pk, paired + 2, "zero")
    rounds = {"first_round": 2, "last_round": 3} if in_some_rounds else {}
    ada = entry(event, "Ada").pk
    met = {each for pairing in load(fresh(event)).of_entry(ada) for each in pairing.entries}
    other = next(each.pk for each in event.entries.order_by("number") if each.pk not in met | {ada})
    confirmed(exclusions.add_exclusion, event.pk, arbiter, [ada, other], **rounds)
    leaving.withdraw(event.pk, arbiter, entry(event, "Dan").pk)


@pytest.mark.parametrize("kind", WHOLE)
def test_wishes_of_who_left_and_for_rounds_that_fell_away_travel_no_further(
    club: Club, organiser: Account, kind: str
) -> None:
    """Ben asked for half a point in round 1 and left; two were apart until round 4, and there are only two rounds."""
    event = running(club, organiser, format="swiss-dutch", rounds_planned=5)
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk)
    exclusions.add_exclusion(event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Cleo")], last_round=4)
    exclusions.add_exclusion(event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Dan")], first_round=3)
    events.edit_event(event.pk, organiser, plan=replace(config_of(fresh(event)), rounds_planned=2))
    first = exported(event, kind)
    assert exported(taken_in(first, club, organiser), kind) == first
    if kind != "json":
        assert b" H" not in first and first.count(b"\r\n260" if kind == "trf26" else b"\r\nXXP") == 1


def test_an_imported_event_goes_on_where_it_stood(club: Club, organiser: Account) -> None:
    """Round 2 pairs the winners Ben and Ada, as it would have at home."""
    event = swiss_after_round_1(club, organiser)
    again = taken_in(exported(event, "trf26"), club, organiser)
    assert (again.state, again.rules, again.tie_breaks) == ("running", "gipf-standard", ["BH/C1", "BH", "SB"])
    play(again, organiser, {("Ben", "Ada"): "0-1", ("Cleo", "Dan"): "0-1"})
    assert Claim.objects.filter(game__paired__pairing__round__event=again, source="import").count() == 2


def test_an_event_that_has_not_started_comes_back_as_a_draft(club: Club, organiser: Account) -> None:
    event = with_players(club, organiser, format="swiss-dutch", rounds_planned=3)
    ids = [entry(event, name).pk for name in ("Ada", "Cleo")]
    exclusions.add_exclusion(event.pk, organiser, ids)
    byes.request_bye(event.pk, organiser, ids[1], 2, "half")
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert again.state == "draft" and exported(again, "json") == first
    with pytest.raises(FileRefused, match="start the event first"):
        exported(event, "trf26")


# --- the event file holds everything --------------------------------------------------------------------


def test_two_games_a_round_travel_in_the_event_file_alone(club: Club, organiser: Account) -> None:
    event = running(club, organiser, format="swiss-dutch", rounds_planned=2, games_per_round=2)
    play(
        event,
        organiser,
        {("Ada", "Cleo"): "1-0", ("Cleo", "Ada"): "0-1", ("Ben", "Dan"): "1-0", ("Dan", "Ben"): "1/2-1/2"},
    )
    for kind in ("trf26", "trf16"):
        with pytest.raises(FileRefused) as refusal:
            exported(event, kind)
        assert [str(why) for why in refusal.value.blockers] == [
            "TRF has no place for rounds of two games: export JSON."
        ]
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    assert table(again) == table(event) == [(1, "Ada", 20), (2, "Ben", 15), (3, "Dan", 5), (4, "Cleo", 0)]


def test_records_annulled_results_and_void_games_travel_in_the_event_file(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rules="gipf-basic", rounds=2)
    made = Game.objects.filter(parent_scope__key=event.scope).earliest("pk")
    submit_record(made.pk, organiser, WON_BY_BLACK, source="desk")
    other = Game.objects.filter(parent_scope__key=event.scope).exclude(pk=made.pk).earliest("pk")
    decide(event, organiser, {(other.white.name, other.black.name): "0-0"})
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk, annul=True, reason="Ill.")
    with pytest.raises(FileRefused, match="results of Dan do not count"):
        exported(event, "trf26")
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    assert exported(again, "json") == first
    record = Record.objects.get(game__parent_scope__key=again.scope)
    assert (record.outcome, record.plies) == ("0-1", Record.objects.get(game=made).plies)


def test_what_chance_laid_out_travels_with_the_games(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rules="lyngk-main", rounds=1)
    first = exported(event, "json")
    again = taken_in(first, club, organiser)
    setups = [Game.objects.get(parent_scope__key=each.scope).setup for each in (event, again)]
    assert setups[0] and setups[0] == setups[1] and exported(again, "json") == first
    with pytest.raises(FileRefused, match="random set-ups"):
        importers.parse(exported(event, "trf26"), WISHES)


def test_the_reasons_of_a_round_travel_with_it(club: Club, organiser: Account) -> None:
    event = swiss_after_round_1(club, organiser)
    rounds_services.start_round(event.pk, organiser)
    again = taken_in(exported(event, "json"), club, organiser)
    assert Round.objects.get(event=again, number=2).known["results"] == "10"


def test_boards_exchanged_by_hand_are_no_news_of_a_schedule(club: Club, organiser: Account) -> None:
    """What the file says of a round is known: no comment is added on who meets too often."""
    event = Held("double-scheveningen", {}, 6, 1, {}).started(club, organiser)
    rounds_services.start_round(event.pk, organiser)
    exchange_entries(event.pk, organiser, 1, entry(event, "Ada").pk, entry(event, "Cleo").pk, reason="by mistake")
    first = exported(event, "json")
    assert b'"header": {}' in first
    assert exported(taken_in(first, club, organiser), "json") == first


def test_files_of_other_programs_are_read_as_they_stand(club: Club, organiser: Account) -> None:
    """The engine's reader sees in an exported file what the server sees."""
    file = read(exported(swiss_after_round_1(club, organiser), "trf26"))
    assert (file.repairs, file.table.rounds_played, file.document.program) == ((), 1, "Gipfel")
    assert [file.table.points(number) for number in (1, 2, 3, 4)] == [10, 10, 0, 0]
