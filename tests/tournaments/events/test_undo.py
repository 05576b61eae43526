"""Restore points before risky acts, and going back to them: exactly, with nothing that was said deleted."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, transaction
from django.test import Client

from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.core.services.errors import GameRefused
from games.models import Claim, Game, Record, VoidedClaim
from games.results.services.results import claim_result
from gipf_engine.results import PENDING, VOID
from players.grants.services.grants import grant
from players.models import Account, Club
from players.permissions import NotAllowed
from players.roles import Role
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import AccountFactory
from testing.system.html_forms import html_forms
from testing.tournaments.confirming import confirm_by_api, confirmed
from testing.tournaments.factories import decide, entry, fresh, game, last_point, plan, running, table
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from testing.tournaments.round_trips import NINE
from tests.tournaments.checklist.test_hand_pairing import confirm_page, play_round
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.core.loader import load
from tournaments.core.saved_event import TABLES, pack, save_event, unpack
from tournaments.entries.services import byes, entries, exclusions, leaving
from tournaments.events.services import events, lifecycle
from tournaments.events.services import undo as undo_services
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event, RestorePoint, Round, RoundDraft
from tournaments.rounds.services import hand_pairing, round_drafts
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 5, "tie_breaks": ("BH",)}
WHY = "It was the wrong button."
MOVING = ("version", "publish_at", "scheduled_by")
STAYS = {
    *("arena", "arenaplayer"),  # an arena that has started is not undone
    "event", "deal", "drawndeal", "reason", "explanation", "roundrequest", "importrequest", "pairedattempt",
    "restorepoint", "ruleexit", "revokedseatlink", "arbitercall", "webhook", "webhookmessage", "eventmail",
    "category", "categorymember", "placeprize", "prizerules",  # words that may name somebody, and what was promised
    "announcement",  # what was told was told
    "question", "answer",  # what players said of themselves, which comes back for no one
    "verifiedresult",  # of a claim, which stays too
    "eventtemplate",  # the club's
    "openmonth", "openmonthpart",  # of all events of a month; made anew when one is opened again
    "clubfile", "clubfilepart",  # of the whole club, as it was
    "circuit", "circuitevent", "league", "season", "division", "seasonmove",  # of several events
    "title", "award", "awardwithdrawal",  # of the club
    "festival", "festivalsection", "revokedplayerlink",  # of several events
    "stageplan", "stage", "stageevent", "stagequalifier", "stagepass",  # of several events, too
    "roundclock",  # time runs on
    "lineup", "lineupseat",  # what captains said, a secret of their teams
    "entrylimit", "waitingplayer",  # whoever left the list or had a place on it is not put elsewhere behind their back
}  # fmt: skip


def state(event: Event) -> Any:
    """All that an event consists of, but for versions, which never go back."""
    saved = save_event(event.pk)
    tables = {
        name: {pk: {key: value for key, value in row.items() if key not in MOVING} for pk, row in rows.items()}
        for name, rows in saved.tables.items()
    }
    games = {pk: {**each.columns, "version": 0} for pk, each in saved.games.items()}
    return saved.event, tables, games


def points(event: Event) -> list[int]:
    return list(RestorePoint.objects.filter(event=event).order_by("version").values_list("version", flat=True))


def undo(event: Event, organiser: Account, version: int) -> None:
    confirmed(undo_services.undo, event.pk, organiser, version, reason=WHY)


def swiss(club: Club, organiser: Account, players: int = 6, rounds: int = 0) -> Event:
    event = running(club, organiser, NINE[:players], **SWISS)
    for _round in range(rounds):
        rounds_services.start_round(event.pk, organiser)
        play_round(event, organiser)
    return event


def evidence() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Claim, Record, JournalEntry))


# --- what a point holds ---------------------------------------------------------------------------------


def test_every_table_of_an_event_is_brought_back_or_is_known_to_stay() -> None:
    there = {model._meta.model_name for model in apps.get_app_config("tournaments").get_models()}
    kept = {each.name for each in TABLES}
    assert kept | STAYS == there and not kept & STAYS


def test_a_point_is_read_as_it_was_written(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, rounds=2)
    byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, 3, "half")
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    saved = save_event(event.pk)
    assert unpack(pack(saved)) == saved


def test_a_point_holds_no_names(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, rounds=1)
    for point in RestorePoint.objects.filter(event=event):
        text = zlib.decompress(bytes(point.content)).decode()
        assert not any(name in text for name in (*NINE[:6], event.name, event.place))


def test_the_database_refuses_to_change_a_point(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, rounds=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        RestorePoint.objects.filter(event=event).update(version=0)


# --- going back -----------------------------------------------------------------------------------------


def _swap(event: Event, organiser: Account) -> None:
    swap_colours(event.pk, organiser, load(fresh(event)).rounds[-1].pairings[0].id, reason="x")


def _exchange(event: Event, organiser: Account) -> None:
    ids = [each.entries[0] for each in load(fresh(event)).rounds[-1].pairings[:2]]
    exchange_entries(event.pk, organiser, 2, *ids, reason="x")


def _by_hand(event: Event, organiser: Account) -> None:
    draft = hand_pairing.begin_hand_pairing(event.pk, organiser, 2)
    draft = hand_pairing.take_step(
        event.pk, organiser, hand_pairing.HandStep(step=hand_pairing.StepKind.SWAP, one=1), expect=draft.version
    )
    confirmed(hand_pairing.end_hand_pairing, event.pk, organiser, reason="x")


def _correct(event: Event, organiser: Account) -> None:
    made = load(fresh(event)).rounds[0].pairings[0].games[0]
    other = "0-1" if made.code == "1-0" else "1-0"
    confirmed(claim_result, made.id, organiser, other, source="desk", role="arbiter", reason="x")


def _settings(event: Event, organiser: Account) -> None:
    events.edit_event(event.pk, organiser, plan=plan(**SWISS, self_entry=True, agreed_draws=False))


ACTS: dict[str, Any] = {
    "withdraw": lambda event, by: leaving.withdraw(event.pk, by, entry(event, "Ada").pk),
    "late entry": lambda event, by: entries.enter_person(event.pk, by, name="Zoe"),
    "kept apart": lambda event, by: confirmed(
        exclusions.add_exclusion, event.pk, by, [entry(event, name).pk for name in ("Ada", "Ben")]
    ),
    "round taken back": lambda event, by: rounds_services.delete_round(event.pk, by, 2),
    "unpublish": lambda event, by: round_drafts.unpublish_round(event.pk, by, 2, reason="x"),
    "swap": _swap,
    "exchange": _exchange,
    "by hand": _by_hand,
    "correction": _correct,
    "settings": _settings,
    "deadline": lambda event, by: rounds_services.set_deadline(event.pk, by, 2, event.ends_on),
}


@pytest.mark.parametrize("what", ACTS)
def test_an_act_is_undone_and_the_undo_is_undone(club: Club, organiser: Account, what: str) -> None:
    """The event is as it was, and then as it was after the act: every row of it."""
    event = swiss(club, organiser, rounds=1)
    rounds_services.start_round(event.pk, organiser)
    before, there = state(event), evidence()
    number = len(points(event))
    ACTS[what](event, organiser)
    after = state(event)
    if what == "deadline":
        assert len(points(event)) == number
        return
    undo(event, organiser, points(event)[number])
    assert state(event) == before
    redo = last_point(event)
    undo(event, organiser, redo)
    assert state(event) == after
    assert all(now >= then for now, then in zip(evidence(), there, strict=True))


def test_a_round_that_was_played_goes_and_comes_back_with_its_results(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, rounds=1)
    after_round_1 = state(event), table(event)
    rounds_services.start_round(event.pk, organiser)
    play_round(event, organiser)
    rounds_services.start_round(event.pk, organiser)
    after_round_2, games = state(event), set(Game.objects.values_list("pk", flat=True))
    claims, lines = Claim.objects.count(), JournalEntry.objects.count()
    round_2 = JournalEntry.objects.get(scope__key=event.scope, action="start-round", data__round=2).version
    with pytest.raises(ConfirmationNeeded) as needed:
        undo_services.undo(event.pk, organiser, round_2, reason=WHY)
    assert "become void: 3" in str(needed.value.cautions[0].message)
    undo(event, organiser, round_2)
    assert (state(event), table(event)) == after_round_1
    removed = Game.objects.exclude(removed_at=None)
    assert {each.result for each in removed} == {VOID} and removed.count() == 3
    assert Claim.objects.count() == claims + 3 and VoidedClaim.objects.count() == 3
    assert JournalEntry.objects.count() == lines + 1
    undo(event, organiser, last_point(event))
    assert state(event) == after_round_2
    assert set(Game.objects.values_list("pk", flat=True)) == games
    assert not Game.objects.exclude(removed_at=None).exists()


def test_what_a_player_reported_before_the_point_counts_again(club: Club, organiser: Account) -> None:
    """White's word was waiting for Black's when the point was kept; both agreed since."""
    event = swiss(club, organiser, players=4)
    rounds_services.start_round(event.pk, organiser)
    made = game(event, "Ada", "Cleo")
    white, black = (AccountFactory(person=entry(event, name).members.get().person) for name in ("Ada", "Cleo"))
    claim_result(made.pk, white, "1-0", source="page")
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk)
    claim_result(made.pk, black, "1-0", source="page")
    made.refresh_from_db()
    assert made.result == "1-0"
    undo(event, organiser, last_point(event))
    made.refresh_from_db()
    assert made.result == PENDING and Claim.objects.filter(game=made).count() == 2
    claim_result(made.pk, black, "1-0", source="page")
    made.refresh_from_db()
    assert made.result == "1-0"


def test_nothing_can_be_said_of_a_game_that_went(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, players=4)
    rounds_services.start_round(event.pk, organiser)
    made = game(event, "Ada", "Cleo")
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    undo(event, organiser, last_point(event))
    with pytest.raises(GameRefused, match="removed from its event"):
        claim_result(made.pk, organiser, "0-1", source="desk", role="arbiter")
    assert Caller(organiser).post(f"/games/{made.pk}/results", {"result": "0-1"}).status_code == 409
    assert Client().get(f"/games/{made.pk}").status_code == 200


def test_ratings_leave_and_come_back_with_a_closed_event(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(event.pk, organiser, early=True)
    made = game(event, "Ada", "Ben")
    assert made.rated_on == event.ends_on
    undo(event, organiser, last_point(event))
    made.refresh_from_db()
    assert made.rated_on is None and fresh(event).state == Event.State.RUNNING
    undo(event, organiser, last_point(event))
    made.refresh_from_db()
    assert made.rated_on == event.ends_on and fresh(event).state == Event.State.CLOSED


def test_a_seed_that_was_shown_is_not_used_again(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("Lyn", "Gus"), rules="lyngk-main")
    rounds_services.start_round(event.pk, organiser)
    shown = list(event.deals.filter(round_number=1).values_list("seed", flat=True))
    setup = Game.objects.get(paired__pairing__round__event=event).setup
    undo(event, organiser, last_point(event))
    drawn = event.deals.filter(round_number=1).order_by("number")
    assert drawn.count() == 2 and drawn[1].seed not in shown
    undo(event, organiser, last_point(event))
    assert event.deals.filter(round_number=1).order_by("number").last().seed == shown[0]
    assert Game.objects.get(paired__pairing__round__event=event).setup == setup


def test_a_draft_comes_back_and_does_not_publish_itself(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    boards = RoundDraft.objects.get(event=event).boards
    round_drafts.discard_draft(event.pk, organiser)
    undo(event, organiser, last_point(event))
    draft = RoundDraft.objects.get(event=event)
    assert draft.boards == boards and draft.publish_at is None
    public = json.dumps(Caller().read(f"/events/{event.pk}/journal"))
    assert "The draft" not in public


def test_versions_never_go_back(club: Club, organiser: Account) -> None:
    """A form of before the undo does not fit after it."""
    event = swiss(club, organiser, rounds=1)
    rounds_services.start_round(event.pk, organiser)
    seen = [Round.objects.get(event=event, number=2).version]
    _swap(event, organiser)
    seen.append(Round.objects.get(event=event, number=2).version)
    undo(event, organiser, last_point(event))
    assert Round.objects.get(event=event, number=2).version not in seen


# --- who, when, and what others did meanwhile -----------------------------------------------------------


def test_whoever_saw_less_is_told_and_nothing_is_undone(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, players=4)
    rounds_services.start_round(event.pk, organiser)
    version = JournalEntry.objects.filter(scope__key=event.scope).latest("version").version
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    before = state(event)
    with pytest.raises(Stale):
        undo_services.undo(event.pk, organiser, last_point(event), reason=WHY, expect=version)
    with pytest.raises(EventRefused, match="Give a reason"):
        undo_services.undo(event.pk, organiser, last_point(event), reason=" ")
    assert state(event) == before


def test_only_who_may_do_it_undoes(club: Club, organiser: Account, arbiter_to_be: Account) -> None:
    event = running(club, organiser, ("Ada", "Ben"), rounds=1)
    point = last_point(event)
    with pytest.raises(NotAllowed):
        undo_services.undo(event.pk, AccountFactory(), point, reason=WHY)
    grant(actor=organiser, account=arbiter_to_be, role=Role.ARBITER, scope=event.scope)
    decide(event, organiser, {("Ada", "Ben"): "1-0"})
    lifecycle.close_event(event.pk, organiser, early=True)
    with pytest.raises(NotAllowed):
        undo_services.undo(event.pk, arbiter_to_be, last_point(event), reason=WHY)
    other = running(club, organiser, ("Cleo", "Dan"), rounds=1)
    with pytest.raises(RestorePoint.DoesNotExist):
        undo_services.undo(other.pk, organiser, max(points(event)) + 50, reason=WHY)


def test_the_journal_says_what_was_undone(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser)
    leaving.withdraw(event.pk, organiser, entry(event, "Ada").pk)
    undo(event, organiser, last_point(event))
    newest, gone, *_older = journal_entries(load(fresh(event)))
    assert str(newest.text) == "Undid everything since: Ada withdrew; earlier results count"
    assert (newest.reason, newest.is_undone, gone.is_undone) == (WHY, False, True)
    undo(event, organiser, last_point(event))
    newest, first, gone, *_older = journal_entries(load(fresh(event)))
    assert (newest.is_undone, first.is_undone, gone.is_undone) == (False, True, False)


def test_by_the_page_and_by_the_api(club: Club, organiser: Account) -> None:
    event = swiss(club, organiser, players=4)
    rounds_services.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    client, address = signed_in(organiser), f"/events/{event.pk}/undo/{last_point(event)}"
    assert f'href="{address}"' in client.get(f"/events/{event.pk}/desk").content.decode()
    (form,) = [each for each in html_forms(address, client.get(address).content.decode()) if "reason" in each.fields]
    page = client.post(address, form.untouched() | {"reason": WHY})
    assert page.status_code == 409 and "become void: 1" in page.content.decode()
    assert '<button class="button danger">Undo this</button>' in page.content.decode()
    assert confirm_page(client, page).status_code == 302
    assert not Round.objects.filter(event=event).exists()
    caller = Caller(organiser)
    (line, *_older) = caller.read(f"/events/{event.pk}/journal")["results"]
    assert line["action"] == "undo" and line["has_point"]
    confirm_by_api(caller, f"/events/{event.pk}/undo/{line['version']}", {"reason": WHY})
    assert Round.objects.filter(event=event).count() == 1
    assert caller.post(f"/events/{event.pk}/undo/999", {"reason": WHY}).status_code == 404
    assert Client().get(address).status_code in (302, 403)
