"""The journal of an event: its whole length, filtered and searched, for whoever may see the event."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from common.journal.acts import NOTHING, Part, acts_in
from common.journal.models import JournalEntry, Scope
from games.results.acts import Adjudicate
from games.results.services.results import claim_result
from players.grants.services.grants import grant
from players.models import Account, Club
from players.roles import Role
from testing.api.caller import Caller
from testing.clients import signed_in
from testing.factories import AccountFactory
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import decide, entry, fresh, game, plan, running
from testing.tournaments.hand_edits import swap_colours
from testing.tournaments.round_trips import NINE
from tournaments.core.loader import load
from tournaments.entries.services import byes, exclusions, leaving
from tournaments.events.services import events
from tournaments.journal.queries.journal_pages import JournalFilter, JournalLines, actions_of
from tournaments.models import Event
from tournaments.rounds.acts import SetDeadline, StartRound
from tournaments.rounds.services import hand_pairing, round_drafts, rounds
from tournaments.rounds.services.rounds import RoundOptions

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
SWISS: dict[str, Any] = {"format": "swiss-dutch", "rounds_planned": 5}


def lines_of(event: Event, reader: Account | None, **wanted: Any) -> JournalLines:
    return JournalLines(load(fresh(event)), reader, JournalFilter(**wanted))


def actions(event: Event, reader: Account | None, **wanted: Any) -> list[str]:
    """What was done, the latest first."""
    return [line.action for line in lines_of(event, reader, **wanted)[:]]


def changes(event: Event, reader: Account) -> dict[str, tuple[str, str]]:
    """Old and new values of the newest act."""
    (line, *_older) = lines_of(event, reader)[:1]
    return {change.field: (str(change.old), str(change.new)) for change in line.changes}


def test_the_whole_length_is_read_by_pages(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:2], rounds=1)
    made = game(event, *NINE[:2])
    for number in range(130):
        claim_result(made.pk, organiser, ("1-0", "0-1")[number % 2], source="desk", role="arbiter")
    total = JournalEntry.objects.filter(scope__key=event.scope).count()
    client, address = signed_in(organiser), f"/events/{event.pk}/journal"
    seen = "".join(client.get(f"{address}?page={page}").content.decode() for page in (1, 2))
    assert all(f'id="line-{version}"' in seen for version in range(1, total + 1))
    whole = Caller(organiser).read(f"/events/{event.pk}/journal?size=500")
    assert [line["version"] for line in whole["results"]] == list(range(total, 0, -1))


def test_the_number_of_queries_does_not_grow_with_the_journal(
    club: Club, organiser: Account, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = running(club, organiser, NINE[:2], rounds=1)
    made = game(event, *NINE[:2])
    for number in range(40):
        claim_result(made.pk, organiser, ("1-0", "0-1")[number % 2], source="desk", role="arbiter")
    rows = load(fresh(event))
    with django_assert_max_num_queries(9):
        assert len(JournalLines(rows, organiser, JournalFilter())[:20]) == 20


def test_old_and_new_values_are_told(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    rounds.set_deadline(event.pk, organiser, 1, event.ends_on)
    assert changes(event, organiser) == {"deadline": ("–", event.ends_on.isoformat())}
    events.edit_event(event.pk, organiser, plan=plan(**SWISS, agreed_draws=False, name="Autumn Open"))
    assert changes(event, organiser) == {"agreed_draws": ("yes", "no")}
    first = load(fresh(event)).rounds[0].pairings[0]
    swap_colours(event.pk, organiser, first.id, reason="as they wish")
    told = {
        field: tuple(text.strip("\u2066\u2069") for text in texts) for field, texts in changes(event, organiser).items()
    }
    assert told == {"pairings": ("1–3, 4–2", "3–1, 4–2")}
    byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, 2, "half")
    byes.request_bye(event.pk, organiser, entry(event, "Ada").pk, 2, "zero")
    assert changes(event, organiser) == {"bye": ("half a point", "no points")}
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk)
    assert changes(event, organiser) == {"withdrawn_after": ("–", "1")}


def test_a_corrected_result_tells_what_it_was(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:2], rounds=1)
    decide(event, organiser, {tuple(NINE[:2]): "1-0"})
    claim_result(
        game(event, *NINE[:2]).pk, organiser, "0-1", source="desk", role="arbiter", reason="The sheet says so."
    )
    (line,) = lines_of(event, organiser)[:1]
    assert [(str(each.old), str(each.new)) for each in line.changes] == [("\u20661-0\u2069", "\u20660-1\u2069")]
    assert (line.round, line.reason) == (1, "The sheet says so.")


def test_filters_and_search(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], rounds=1, **SWISS)
    decide(event, organiser, {("Ada", "Cleo"): "1-0"})
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk, reason="Caught a cold.")
    assert actions(event, organiser, kind="players")[0] == "withdraw"
    assert set(actions(event, organiser, round=1)) == {"claim-result", "start-round"}
    assert actions(event, organiser, text="cleo") == ["claim-result", "start-event", "enter-person"]
    assert actions(event, organiser, text="a cold") == ["withdraw"]
    assert actions(event, None, text="a cold") == []
    assert actions(event, organiser, kind="results", text="ben") == ["withdraw"]


def test_what_is_hidden_does_not_leak_through_the_journal(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:4], **SWISS)
    round_drafts.draft_round(event.pk, organiser, RoundOptions())
    draft = hand_pairing.begin_hand_pairing(event.pk, organiser, 1)
    step = hand_pairing.HandStep(step=hand_pairing.StepKind.SWAP, one=1)
    hand_pairing.take_step(event.pk, organiser, step, expect=draft.version)
    confirmed(exclusions.add_exclusion, event.pk, organiser, [entry(event, name).pk for name in ("Ada", "Ben")])
    grant(actor=organiser, account=AccountFactory(), role=Role.ARBITER, scope=event.scope)
    leaving.withdraw(event.pk, organiser, entry(event, "Dan").pk, reason="Ill.")
    public = Client().get(f"/events/{event.pk}/journal").content.decode()
    files = [Client().get(f"/events/{event.pk}/journal.{kind}").content.decode() for kind in ("csv", "json")]
    api = json.dumps(Caller().read(f"/events/{event.pk}/journal"))
    for text in (public, *files, api):
        assert "Dan" in text
        assert not any(word in text for word in ("as a draft", "by hand:", "Pairing forbidden", "the role", "Ill."))
    own = signed_in(organiser).get(f"/events/{event.pk}/journal").content.decode()
    assert [
        word for word in ("as a draft", "by hand:", "Pairing forbidden", "the role", "Ill.") if word not in own
    ] == []


def test_an_act_that_no_code_does_is_not_public(club: Club, organiser: Account) -> None:
    event = running(club, organiser, NINE[:2], rounds=1)
    unknown = {"version": 99, "at": timezone.now(), "action": "something-new", "data": {}}
    JournalEntry.objects.create(scope=Scope.objects.get(key=event.scope), **unknown)
    assert "something-new" in actions(event, organiser)
    assert actions(event, None) == [each for each in actions(event, organiser) if each != "something-new"]


def test_drafts_roles_and_attempts_are_not_public() -> None:
    assert StartRound.is_public() and SetDeadline.is_public() and Adjudicate.is_public()
    secret = {act.name for act in acts_in("event") if not act.is_public()}
    assert {"take-hand-step", "forbid", "ask-for-round", "grant", "begin-attempt", "end-attempt"} <= secret
    assert {"hand-in-attempt", "hand-in-file", "scrub-texts"} <= secret


def test_every_act_can_be_found_by_its_kind_or_changes_none_of_them() -> None:
    found = set().union(*(actions_of(kind) for kind in ("settings", "players", "rounds", "results")))
    assert {"start-round", "claim-result", "withdraw", "edit-event"} <= found
    assert {act.changes for act in acts_in("event") if act.name not in found} == {
        NOTHING,
        frozenset({Part.PRIZES}),
    }


def test_csv_is_text_for_a_spreadsheet(club: Club, organiser: Account) -> None:
    event = running(club, organiser, ("=1+1", "Ben"), rounds=1)
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk, reason="=HYPERLINK(0)")
    text = signed_in(organiser).get(f"/events/{event.pk}/journal.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    withdrawn = [row for row in rows if row["action"] == "withdraw"]
    assert {row["why"] for row in withdrawn} == {"'=HYPERLINK(0)"}
    assert {(row["changed"], row["before"], row["after"]) for row in withdrawn} >= {
        ("rounds played before withdrawing", "–", "1")
    }
    assert not any(cell.startswith("=") for row in rows for cell in row.values())


def test_a_draft_of_an_event_has_no_journal_for_others(club: Club, organiser: Account) -> None:
    event = events.create_event(club.pk, organiser, plan=plan())
    assert Caller().get(f"/events/{event.pk}/journal").status_code == 404
    assert signed_in(AccountFactory()).get(f"/events/{event.pk}/journal").status_code == 403
