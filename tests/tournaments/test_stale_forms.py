"""A form is out of date only where something changed that its act depends on, and keeps what was typed even then."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from common.journal.acts import ALL, Act, acts_in
from common.journal.models import JournalEntry
from games.models import Game
from games.results.services.results import claim_result
from players.models import Account, Club
from players.people.services.people import create_person
from testing.api.caller import Caller, error
from testing.factories import seated
from testing.tournaments import factories
from tests.threads import at_once
from tournaments.entries.services import byes, leaving
from tournaments.events.services import events
from tournaments.models import Entry, Event
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

SIX = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


@pytest.fixture
def event(club: Club, organiser: Account) -> Event:
    return factories.running(club, organiser, SIX, rounds=1, format="swiss-dutch", rounds_planned=5)


@pytest.fixture
def desk(client: Client, organiser: Account) -> Client:
    client.force_login(organiser)
    return client


def version_on(page: Any) -> str:
    found = re.search(r'name="version" value="(\d+)"', page.content.decode())
    assert found
    return found.group(1)


def games_of(event: Event) -> list[Game]:
    return list(Game.objects.filter(parent_scope__key=event.scope).select_related("white", "black").order_by("pk"))


def unrelated_report(event: Event, name: str) -> None:
    """A phone reports a game in which nobody is called `name`."""
    game = next(game for game in games_of(event) if name not in (game.white.name, game.black.name))
    claim_result(game.pk, seated(game, "white"), "1-0", source="page")


def pair_round_2(event: Event, organiser: Account) -> None:
    for game in games_of(event):
        claim_result(game.pk, organiser, "1-0", source="desk", role="arbiter", reason="seen")
    rounds.start_round(event.pk, organiser)


# --- what does not matter --------------------------------------------------------------------------


def test_a_report_of_another_game_does_not_stop_a_withdrawal(desk: Client, event: Event) -> None:
    page = f"/events/{event.pk}/entries/{factories.entry(event, 'Ada').pk}/withdraw"
    version = version_on(desk.get(page))
    unrelated_report(event, "Ada")
    answer = desk.post(page, {"reason": "Ada is ill.", "version": version})
    assert answer.status_code == 302
    assert factories.entry(event, "Ada").withdrawn_after == 1


def test_another_withdrawal_and_a_bye_do_not_stop_a_withdrawal(desk: Client, event: Event, organiser: Account) -> None:
    page = f"/events/{event.pk}/entries/{factories.entry(event, 'Ada').pk}/withdraw"
    version = version_on(desk.get(page))
    leaving.withdraw(event.pk, organiser, factories.entry(event, "Ben").pk)
    byes.request_bye(event.pk, organiser, factories.entry(event, "Cleo").pk, 2, "half")
    assert desk.post(page, {"reason": "ill", "version": version}).status_code == 302


@pytest.mark.usefixtures("template_contexts")
def test_a_report_does_not_stop_the_settings_of_the_event(desk: Client, event: Event) -> None:
    page = f"/events/{event.pk}/edit"
    form = typed_on(desk, page)
    unrelated_report(event, "Ada")
    assert desk.post(page, form | {"place": "Delft"}).status_code == 302
    assert factories.fresh(event).place == "Delft"


def test_a_new_member_does_not_stop_the_settings_of_a_club(desk: Client, club: Club, organiser: Account) -> None:
    version = version_on(desk.get("/clubs/rotterdam/settings"))
    create_person(actor=organiser, club=club, name="Gita")
    form = {"name": "GIPF Rotterdam", "place": "", "time_zone": "Europe/Amsterdam", "version": version}
    assert desk.post("/clubs/rotterdam/settings", form).status_code == 302


def test_the_api_takes_the_version_that_was_read_before_a_report(event: Event, organiser: Account) -> None:
    caller, entry = Caller(organiser), factories.entry(event, "Ada").pk
    seen = caller.read(f"/events/{event.pk}")["version"]
    unrelated_report(event, "Ada")
    caller.done(f"/events/{event.pk}/entries/{entry}/withdraw", {"reason": "ill", "version": seen})
    assert Entry.objects.get(pk=entry).withdrawn_after == 1


# --- what does matter --------------------------------------------------------------------------------


def test_a_round_that_was_paired_meanwhile_stops_a_withdrawal_and_keeps_its_reason(
    desk: Client, event: Event, organiser: Account
) -> None:
    page = f"/events/{event.pk}/entries/{factories.entry(event, 'Ada').pk}/withdraw"
    version = version_on(desk.get(page))
    unrelated_report(event, "Ada")
    pair_round_2(event, organiser)
    answer = desk.post(page, {"reason": "Ada had to leave <early>.", "version": version})
    text = answer.content.decode()
    assert answer.status_code == 409
    assert factories.entry(event, "Ada").withdrawn_after is None
    assert "Ada had to leave &lt;early&gt;." in text  # in the form, ready to be sent
    assert "Round 2 started" in text and organiser.username in text
    assert "1-0, says White" not in text, "a report that did not matter is not blamed"
    again = {"reason": "Ada had to leave <early>.", "version": version_on(answer)}
    assert desk.post(page, again).status_code == 302
    assert factories.entry(event, "Ada").withdrawn_after == 2


def test_the_same_entry_withdrawn_and_readmitted_meanwhile_stops_a_withdrawal(
    desk: Client, event: Event, organiser: Account
) -> None:
    entry = factories.entry(event, "Ada").pk
    page = f"/events/{event.pk}/entries/{entry}/withdraw"
    version = version_on(desk.get(page))
    leaving.withdraw(event.pk, organiser, entry)
    leaving.readmit(event.pk, organiser, entry)
    assert desk.post(page, {"reason": "ill", "version": version}).status_code == 409


@pytest.mark.usefixtures("template_contexts")
def test_settings_that_somebody_changed_are_shown_with_what_was_typed(
    desk: Client, event: Event, organiser: Account
) -> None:
    page = f"/events/{event.pk}/edit"
    mine = typed_on(desk, page) | {"place": "Delft"}
    assert desk.post(page, mine | {"place": "Leiden"}).status_code == 302
    answer = desk.post(page, mine)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="Delft"' in text and "Event changed: place" in text
    assert factories.fresh(event).place == "Leiden"
    assert desk.post(page, mine | {"version": version_on(answer)}).status_code == 302
    assert factories.fresh(event).place == "Delft"


def test_a_button_that_is_out_of_date_says_what_was_done_and_can_be_sent_again(
    desk: Client, club: Club, organiser: Account
) -> None:
    event = factories.draft(club, organiser)
    seen = JournalEntry.objects.filter(scope__key=event.scope).count()
    events.edit_event(event.pk, organiser, plan=factories.plan(place="Delft"))
    form = {"csrfmiddlewaretoken": "k" * 32}
    answer = desk.post(f"/events/{event.pk}/steps/announce", form | {"version": str(seen)})
    text = answer.content.decode()
    assert answer.status_code == 409 and factories.fresh(event).state == Event.State.DRAFT
    assert "Event changed: place" in text
    assert desk.post(f"/events/{event.pk}/steps/announce", form | {"version": version_on(answer)}).status_code == 302
    assert factories.fresh(event).state == Event.State.OPEN


def test_the_api_refuses_a_withdrawal_after_a_round_was_paired(event: Event, organiser: Account) -> None:
    caller, entry = Caller(organiser), factories.entry(event, "Ada").pk
    seen = caller.read(f"/events/{event.pk}")["version"]
    pair_round_2(event, organiser)
    late = caller.post(f"/events/{event.pk}/entries/{entry}/withdraw", {"reason": "ill", "version": seen})
    assert (late.status_code, error(late)["code"]) == (409, "stale")
    assert error(late)["version"] == caller.read(f"/events/{event.pk}")["version"]


def test_a_version_that_was_never_there_is_out_of_date(event: Event, organiser: Account) -> None:
    caller, entry = Caller(organiser), factories.entry(event, "Ada").pk
    late = caller.post(f"/events/{event.pk}/entries/{entry}/withdraw", {"reason": "ill", "version": 9999})
    assert (late.status_code, error(late)["code"]) == (409, "stale")


def test_what_every_act_of_an_event_changes_is_known() -> None:
    """An act that says nothing of it changes everything: safe, and a false alarm for whoever fills in a form."""
    acts = [act for act in acts_in("event") if not act.__module__.startswith("tests.")]
    assert [
        act.name for act in acts if not any("changes" in vars(each) for each in act.__mro__ if each is not Act)
    ] == []
    assert {act.name for act in acts if act.changes == ALL} == {"create-event", "delete-event", "import-event", "undo"}


# --- at one moment -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_database")
def test_a_withdrawal_among_reports_is_done(club: Club, organiser: Account) -> None:
    """Everybody reports at the moment at which one player is withdrawn: all of it is done, and nothing is refused."""
    event = factories.running(club, organiser, SIX, rounds=1, format="swiss-dutch", rounds_planned=5)
    entry = factories.entry(event, "Ada")
    page, desk = f"/events/{event.pk}/entries/{entry.pk}/withdraw", Client()
    desk.force_login(organiser)
    form = {"reason": "ill", "version": version_on(desk.get(page))}
    phones = [
        (game.pk, seated(game, side), side)
        for game in games_of(event)
        if "Ada" not in (game.white.name, game.black.name)
        for side in ("white", "black")
    ]
    reports = [
        lambda phone=phone: claim_result(phone[0], phone[1], "1-0", source="page", role=phone[2]) for phone in phones
    ]
    *_reports, answer = at_once(*reports, lambda: desk.post(page, form))
    assert not [each for each in _reports if isinstance(each, Exception)]
    assert answer.status_code == 302
    assert factories.entry(event, "Ada").withdrawn_after == 1
    assert JournalEntry.objects.filter(scope__key=event.scope, action="claim-result").count() == len(phones)


@pytest.mark.usefixtures("real_database")
def test_of_two_who_withdraw_the_same_entry_one_is_told(club: Club, organiser: Account) -> None:
    event = factories.running(club, organiser, SIX, rounds=1, format="swiss-dutch", rounds_planned=5)
    page = f"/events/{event.pk}/entries/{factories.entry(event, 'Ada').pk}/withdraw"
    desks = [Client(), Client()]
    for desk in desks:
        desk.force_login(organiser)
    form = {"reason": "ill", "version": version_on(desks[0].get(page))}
    answers = at_once(*(lambda desk=desk: desk.post(page, form) for desk in desks))
    assert sorted(answer.status_code for answer in answers) == [302, 409]
    assert JournalEntry.objects.filter(scope__key=event.scope, action="withdraw").count() == 1


def typed_on(desk: Client, page: str) -> dict[str, Any]:
    """The form of a page as a browser would send it back unchanged."""
    form = desk.get(page).context["form"]
    values = {name: form[name].value() for name in form.fields}
    typed = {name: value for name, value in values.items() if value not in (None, False, "", [])}
    return {name: list(each) if isinstance(each, (list, tuple)) else str(each) for name, each in typed.items()}
