"""The journal says what was done."""

from __future__ import annotations

import pytest
from django.utils import timezone

from common.journal.acts import find_act
from common.journal.models import JournalEntry, Scope
from games.results.services.create import set_handicap
from games.results.services.results import claim_result
from players.grants.services.grants import grant
from players.models import Account, Club
from players.roles import Role
from testing.factories import AccountFactory
from testing.tournaments.factories import draft, entry, fresh, game, plan, running
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from tournaments.core.loader import load
from tournaments.entries.services import byes, entries, leaving
from tournaments.events.services import events, lifecycle
from tournaments.journal.queries.journal_entries import journal_entries
from tournaments.models import Event
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.core

ISOLATED = "\u2066{}\u2069"


def said(event_id: int, newest: int = 60) -> list[str]:
    lines = journal_entries(load(Event.objects.get(pk=event_id)), newest)
    return [str(line.text) for line in reversed(lines)]


def test_every_act_on_an_event_has_its_sentence(club: Club, organiser: Account, arbiter_to_be: Account) -> None:
    event = draft(club, organiser)
    events.edit_event(event.pk, organiser, plan=plan(place="Delft", rated=False))
    events.announce(event.pk, organiser)
    events.retract(event.pk, organiser)
    entries.enter_many(event.pk, organiser, ["Ada", "Ben", "Cleo", "Dan"])
    entries.enter_person(event.pk, organiser, name="Eva")
    leaving.remove_entry(event.pk, organiser, entry(event, "Eva").pk)
    grant(actor=organiser, account=arbiter_to_be, role=Role.ARBITER, scope=event.scope)
    lifecycle.start_event(event.pk, organiser)
    lifecycle.unstart_event(event.pk, organiser)
    assert said(event.pk) == [
        "Event created",
        "Event changed: place, rated",
        "Event announced",
        "Announcement withdrawn",
        "Registered: Ada, Ben, Cleo, Dan",
        "Eva registered",
        "Eva was removed from the list",
        "Ada Arbiter has the role Arbiter",
        "Event started, pairing numbers assigned",
        "Start undone",
    ]


def test_every_act_on_a_round_has_its_sentence(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, handicap="by-hand", rules="gipf-basic")
    before = len(said(event.pk))
    made = game(event, "Ada", "Dan")
    swap_colours(event.pk, organiser, load(event).rounds[0].pairings[0].id, reason="Dan asked for it.")
    set_handicap(made.pk, organiser, "")
    ada = AccountFactory(person=entry(event, "Ada").members.get().person)
    claim_result(made.pk, ada, "0-1", source="page")
    claim_result(made.pk, organiser, "1-0", source="desk", expect=made.version, reason="I saw it.")
    claim_result(made.pk, organiser, "pending", source="desk", reason="Wrong board.")
    leaving.withdraw(event.pk, organiser, entry(event, "Cleo").pk)
    leaving.withdraw(event.pk, organiser, entry(event, "Ben").pk, annul=False)
    leaving.readmit(event.pk, organiser, entry(event, "Ben").pk)
    claim_result(made.pk, organiser, "1-0", source="desk")
    rounds.start_round(event.pk, organiser)
    rounds.delete_round(event.pk, organiser, 2, reason="Too early.")
    lifecycle.close_event(event.pk, organiser, early=True)
    lifecycle.reopen_event(event.pk, organiser, reason="Dan protests.")
    assert said(event.pk)[before:] == [
        "Round 1: pairing by hand started",
        "Round 1, paired by hand: colours swapped 1",
        "Round 1: pairing by hand finished, different from the rules",
        "Round 1, board 1: handicap –",
        f"Round 1, board 1: Black reported {ISOLATED.format('0-1')}",
        f"Round 1, board 1: arbiter entered {ISOLATED.format('1-0')}; too late, not counted",
        "Round 1, board 1: arbiter entered no result yet",
        "Cleo withdrew; all results were removed",
        "Ben withdrew; earlier results count",
        "Ben was reinstated",
        f"Round 1, board 1: arbiter entered {ISOLATED.format('1-0')}",
        "Round 2 started",
        "Round 2 undone",
        "Event closed",
        "Event reopened",
    ]
    first = next(line for line in journal_entries(load(fresh(event))) if "finished" in str(line.text))
    assert first.reason == "Dan asked for it."


def test_a_long_list_of_names_is_cut_short(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    entries.enter_many(event.pk, organiser, [f"Player {number}" for number in range(1, 10)])
    assert said(event.pk)[-1] == "Registered: Player 1, Player 2, Player 3, Player 4, Player 5, Player 6 and 3 more"


def test_a_swiss_has_exchanges_and_byes_in_its_journal(club: Club, organiser: Account) -> None:
    event = running(club, organiser, rounds=1, format="swiss-dutch", rounds_planned=3)
    rows = load(event)
    one, other = (rows.by_id[pairing.white or 0] for pairing in rows.rounds[0].pairings)
    exchange_entries(event.pk, organiser, 1, one.id, other.id, reason="Cousins.")
    byes.request_bye(event.pk, organiser, one.id, 2, "half")
    byes.cancel_bye(event.pk, organiser, one.id, 2)
    rounds.delete_round(event.pk, organiser, 1)
    assert said(event.pk)[-5:] == [
        f"Round 1, paired by hand: changed places {one.number} – {other.number}",
        "Round 1: pairing by hand finished, different from the rules",
        f"{one.name} requested a bye in round 2",
        f"Bye of {one.name} in round 2 cancelled",
        "Round 1 undone",
    ]


def test_an_act_that_the_journal_has_no_words_for_is_shown_by_its_action(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    unknown = {"version": 9, "at": timezone.now(), "action": "seed-drawn", "data": {}}
    JournalEntry.objects.create(scope=Scope.objects.get(key=event.scope), **unknown)
    assert find_act("event", "seed-drawn") is None
    line = journal_entries(load(event))[0]
    assert (str(line.text), line.actor) == ("Other act: seed-drawn", None)
