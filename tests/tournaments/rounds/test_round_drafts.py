"""A round before it is public: who sees it, and how it becomes public, now or at a time; and back."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import run_due
from common.journal.models import JournalEntry
from common.journal.services import Stale
from games.models import Game
from players.models import Account, Club
from testing.api.caller import Caller
from testing.factories import AccountFactory
from testing.tournaments.confirming import asked, confirmed
from testing.tournaments.factories import decide, entry, fresh, running
from testing.tournaments.hand_edits import swap_colours
from testing.tournaments.round_trips import NINE, exported
from tournaments.core.errors import EventRefused
from tournaments.core.loader import load
from tournaments.entries.services import byes, leaving
from tournaments.events.services import lifecycle
from tournaments.models import Entry, Event, Pairing, Round, RoundDraft
from tournaments.rounds.services import deferred_pairing, hand_pairing, round_drafts, rounds
from tournaments.rounds.services.round_drafts import publish_scheduled
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.core]
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 3, "tie_breaks": ("BH",)}
PAGES = ("", "/pairings", "/pairings/1", "/pairings/2", "/players", "/games", "/crosstable", "/info", "/event.json",
         "/standings.csv", "/crosstable.csv")  # fmt: skip
ENDPOINTS = ("", "/rounds", "/rounds/1", "/rounds/2", "/games", "/standings", "/crosstable", "/entries")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    """A Swiss of five before its first round."""
    return running(club, organiser, NINE[:5], **SWISS)


def draft(event: Event, organiser: Account) -> RoundDraft:
    return round_drafts.draft_round(event.pk, organiser, RoundOptions())


def seen_by(event: Event, account: Account | None) -> Iterator[tuple[str, int, Any]]:
    """What pages and endpoints of the event tell somebody, without what moves with every act."""
    client, caller = Client(), Caller(account)
    if account is not None:
        client.force_login(account)
    for page in PAGES:
        answer = client.get(f"/events/{event.pk}{page}")
        yield page, answer.status_code, _words(answer.content.decode()) if answer.status_code == 200 else []
    for path in ENDPOINTS:
        answer = caller.get(f"/events/{event.pk}{path}")
        said = answer.json() if answer.status_code == 200 else {}
        said = {name: value for name, value in said.items() if name != "version"}
        yield path, answer.status_code, said


def _words(page: str) -> list[str]:
    """The words of a page: versions, tokens of forms and the numbers of requests are other ones each time."""
    page = re.sub(r'<code class="request-id".*?</code>', "", page)
    return re.findall(r"[^\W\d_]+", re.sub(r"<[^>]*>", " ", page))


@pytest.mark.parametrize("who", ["visitor", "player", "organiser of another club"])
def test_nothing_of_a_draft_is_seen_by_others(event: Event, organiser: Account, stranger: Account, who: str) -> None:
    """All public pages, files and endpoints are the same with a draft, and while it is paired by hand."""
    player = AccountFactory(person=entry(event, "Ada").members.get().person)
    account = {"visitor": None, "player": player, "organiser of another club": stranger}[who]
    before = list(seen_by(event, account))
    draft(event, organiser)
    assert list(seen_by(event, account)) == before
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    confirmed(
        hand_pairing.take_step, event.pk, organiser, hand_pairing.HandStep(step=hand_pairing.StepKind.SWAP, one=1)
    )
    assert list(seen_by(event, account)) == before
    client, caller = Client(), Caller(account)
    if account is not None:
        client.force_login(account)
    assert client.get(f"/events/{event.pk}/draft").status_code in (302, 403)
    assert caller.get(f"/events/{event.pk}/draft").status_code in (401, 403)
    assert (Round.objects.count(), Pairing.objects.count(), Game.objects.count()) == (0, 0, 0)


def test_files_of_an_event_have_nothing_of_a_draft(event: Event, organiser: Account) -> None:
    files = [exported(event, kind) for kind in ("trf26", "json")]
    draft(event, organiser)
    assert [exported(event, kind) for kind in ("trf26", "json")] == files


def test_a_published_draft_is_the_round_that_would_have_been_started(
    club: Club, organiser: Account, event: Event
) -> None:
    other = running(club, organiser, [f"{name}2" for name in NINE[:5]], **SWISS)
    rounds.start_round(other.pk, organiser)
    draft(event, organiser)
    round_drafts.publish_round(event.pk, organiser)

    def shape(one: Event) -> list[tuple[int, str, list[int | None]]]:
        rows = load(fresh(one))
        places = rows.rounds[0].pairings
        return [(each.board, each.kind, [rows.by_id[who].number for who in each.entries]) for each in places]

    assert shape(event) == shape(other)
    assert Round.objects.get(event=event).known == Round.objects.get(event=other).known
    assert not RoundDraft.objects.exists() and Round.objects.get(event=event).by_hand is None


def test_one_draft_at_a_time_and_no_round_beside_it(event: Event, organiser: Account) -> None:
    draft(event, organiser)
    for act in (rounds.start_round, lifecycle.unstart_event):
        with pytest.raises(EventRefused, match="There is a draft of round 1"):
            act(event.pk, organiser)
    with pytest.raises(EventRefused, match="There is a draft of round 1"):
        draft(event, organiser)
    round_drafts.discard_draft(event.pk, organiser)
    rounds.start_round(event.pk, organiser)
    assert Round.objects.filter(event=event).count() == 1


def test_a_draft_that_moved_is_not_published_from_an_old_page(event: Event, organiser: Account) -> None:
    seen = draft(event, organiser).version
    hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    hand_pairing.abandon_hand_pairing(event.pk, organiser)
    with pytest.raises(Stale):
        round_drafts.publish_round(event.pk, organiser, expect=seen)


def test_what_happened_since_is_asked_before_it_is_published(event: Event, organiser: Account) -> None:
    draft(event, organiser)
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    assert asked(round_drafts.publish_round, event.pk, organiser) == ["bye-asked-for"]
    leaving.withdraw(event.pk, organiser, entry(event, "Cleo").pk)
    with pytest.raises(EventRefused, match="Cleo has withdrawn"):
        round_drafts.publish_round(event.pk, organiser)
    assert not Round.objects.exists()


def test_results_that_changed_since_are_asked(event: Event, organiser: Account) -> None:
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Cleo"): "1-0", ("Dan", "Ben"): "1-0"})
    draft(event, organiser)
    decide(event, organiser, {("Dan", "Ben"): "0-1"})
    assert asked(round_drafts.publish_round, event.pk, organiser) == ["results-changed"]


# --- at a time ------------------------------------------------------------------------------------------


def at_once(event: Event) -> None:
    """The time has come."""
    past = timezone.now() - datetime.timedelta(seconds=1)
    RoundDraft.objects.filter(event=event).update(publish_at=past)
    Job.objects.filter(kind="publish").update(due_at=past)
    run_due()


def in_an_hour() -> datetime.datetime:
    return timezone.now() + datetime.timedelta(hours=1)


@pytest.mark.postgresql
@pytest.mark.parametrize("ahead", [datetime.timedelta(hours=1), datetime.timedelta(days=9)], ids=str)
def test_a_draft_is_published_at_its_time(event: Event, organiser: Account, ahead: datetime.timedelta) -> None:
    draft(event, organiser)
    round_drafts.schedule_round(event.pk, organiser, timezone.now() + ahead)
    run_due()  # finds nothing to do yet, and leaves it for then
    assert not Round.objects.exists()
    at_once(event)
    assert Round.objects.filter(event=event, number=1).exists()
    line = JournalEntry.objects.get(scope__key=event.scope, action="publish-round")
    assert line.actor == organiser.pk
    publish_scheduled(event.pk, 1)
    assert Round.objects.count() == 1


@pytest.mark.postgresql
def test_a_time_is_taken_back_and_lies_ahead(event: Event, organiser: Account) -> None:
    draft(event, organiser)
    with pytest.raises(EventRefused, match="has passed"):
        round_drafts.schedule_round(event.pk, organiser, timezone.now())
    round_drafts.schedule_round(event.pk, organiser, in_an_hour())
    round_drafts.schedule_round(event.pk, organiser, None)
    at_once(event)
    assert not Round.objects.exists() and not Job.objects.filter(kind="publish").exists()


@pytest.mark.postgresql
def test_a_draft_against_which_something_new_speaks_is_held_back(event: Event, organiser: Account) -> None:
    draft(event, organiser)
    round_drafts.schedule_round(event.pk, organiser, in_an_hour())
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    at_once(event)
    held = RoundDraft.objects.get(event=event)
    assert not Round.objects.exists() and (held.held_back, held.publish_at) == (True, None)
    client = Client()
    client.force_login(organiser)
    assert "was not published as scheduled" in client.get(f"/events/{event.pk}/desk").content.decode()


def post_time(event: Event, organiser: Account, at: str) -> tuple[int, str]:
    """The status and the page that answer the form with the time of publishing."""
    client = Client()
    client.force_login(organiser)
    version = RoundDraft.objects.get(event=event).version
    answer = client.post(f"/events/{event.pk}/draft/schedule", {"publish_at": at, "version": version})
    return answer.status_code, answer.content.decode()


def test_the_time_of_publishing_is_that_of_the_place_of_the_event(event: Event, organiser: Account) -> None:
    """Amsterdam is two hours ahead of UTC in summer, and an hour in winter."""
    draft(event, organiser)
    for at, moment in (("2199-07-01T20:00", "2199-07-01T18:00"), ("2199-01-01T20:00", "2199-01-01T19:00")):
        assert post_time(event, organiser, at)[0] == 302
        kept = RoundDraft.objects.get(event=event).publish_at
        assert kept == datetime.datetime.fromisoformat(f"{moment}:00+00:00")
    assert post_time(event, organiser, "")[0] == 302
    assert RoundDraft.objects.get(event=event).publish_at is None


@pytest.mark.parametrize("at", ["tomorrow", "2001-01-01T10:00"])
def test_a_time_that_is_refused_stays_in_the_form(event: Event, organiser: Account, at: str) -> None:
    draft(event, organiser)
    status, page = post_time(event, organiser, at)
    assert status == 400
    (field,) = re.findall(r'<input type="datetime-local"[^>]*>', page)
    assert f'value="{at}"' in field and 'aria-invalid="true"' in field
    assert "Publish round 1" in page  # the rest of the page is there
    assert RoundDraft.objects.get(event=event).publish_at is None


@pytest.mark.postgresql
def test_what_was_confirmed_with_its_time_does_not_hold_a_draft_back(event: Event, organiser: Account) -> None:
    draft(event, organiser)
    byes.request_bye(event.pk, organiser, entry(event, "Ben").pk, 1, "half")
    confirmed(round_drafts.schedule_round, event.pk, organiser, in_an_hour())
    at_once(event)
    assert Round.objects.filter(event=event, number=1).exists()


def test_a_page_from_before_a_time_was_set_is_out_of_date(event: Event, organiser: Account) -> None:
    seen = draft(event, organiser).version
    round_drafts.schedule_round(event.pk, organiser, in_an_hour(), expect=seen)
    with pytest.raises(Stale):
        round_drafts.publish_round(event.pk, organiser, expect=seen)


# --- a draft again --------------------------------------------------------------------------------------


def test_the_last_round_becomes_a_draft_again_while_nothing_was_said(event: Event, organiser: Account) -> None:
    rounds.start_round(event.pk, organiser)
    shown = Caller().read(f"/events/{event.pk}/rounds/1")["boards"]
    with pytest.raises(EventRefused, match="Give a reason"):
        round_drafts.unpublish_round(event.pk, organiser, 1, reason="")
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="Too early.")
    assert Caller().get(f"/events/{event.pk}/rounds/1").status_code == 404
    assert not Game.objects.filter(parent_scope__key=event.scope).exists()
    round_drafts.publish_round(event.pk, organiser)
    again = Caller().read(f"/events/{event.pk}/rounds/1")["boards"]
    seats = [[[board["white"]["entry"]["id"], board["bye"]] for board in boards] for boards in (shown, again)]
    assert seats[0] == seats[1]


def test_virtual_points_go_and_come_back_with_their_round(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:8], rounds=1, **SWISS | {"format_options": {"baku": True}})
    entries = Entry.objects.filter(event=event).order_by("number").values_list("virtual_points", flat=True)
    given = list(entries)
    assert [bool(points) for points in given] == [True] * 4 + [False] * 4
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="Too early.")
    assert not any(entries.all())
    round_drafts.publish_round(event.pk, organiser)
    assert list(entries.all()) == given


def test_a_round_in_which_something_was_said_stays_public(event: Event, organiser: Account) -> None:
    rounds.start_round(event.pk, organiser)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    with pytest.raises(EventRefused, match="board 1 has a result"):
        round_drafts.unpublish_round(event.pk, organiser, 1, reason="Too early.")
    assert Round.objects.count() == 1


def test_a_round_made_by_hand_keeps_what_the_engine_gave(event: Event, organiser: Account) -> None:
    rounds.start_round(event.pk, organiser)
    swap_colours(event.pk, organiser, load(event).rounds[0].pairings[0].id, reason="Asked for.")
    kept = Round.objects.get(event=event).by_hand
    assert kept is not None and kept["engine"]["pairs"][0][:2] == [1, 3]
    round_drafts.unpublish_round(event.pk, organiser, 1, reason="Too early.")
    round_drafts.publish_round(event.pk, organiser)
    assert Round.objects.get(event=event).by_hand == kept


def test_a_large_field_is_drafted_by_a_worker(event: Event, organiser: Account, settings: Any) -> None:
    settings.ROUND_STEPS_ON_A_PAGE = 10
    assert deferred_pairing.request_round(event.pk, organiser, number=1, draft=True) is None
    run_due()
    assert RoundDraft.objects.filter(event=event, number=1).exists() and not Round.objects.exists()
