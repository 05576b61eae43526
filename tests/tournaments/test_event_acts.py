"""What classes of acts on events say beside their names: who reads them, what webhooks tell, what is kept before."""

from __future__ import annotations

import pytest
from django.db.models import Q

from common.journal.acts import acts_in
from common.journal.models import JournalEntry
from players.models import Account, Club
from testing.tournaments.factories import draft
from tournaments.core.acts import EventAct, StartEvent, event_acts
from tournaments.core.services.base import is_risky
from tournaments.core.webhooks import ADDED, HAPPENINGS, ROUND_CHANGED
from tournaments.entries.acts import EnterMyself, EnterPerson, MoveUp, RequestBye, Withdraw
from tournaments.events.acts import EditEvent
from tournaments.journal.queries.journal_pages import public_entries
from tournaments.models import Event
from tournaments.rounds.acts import EndHandPairing, ScheduleRound, StartRound, TakeHandStep

State = Event.State


def test_webhooks_are_told_what_they_can_ask_for() -> None:
    assert {act.webhook for act in acts_in("event")} <= {*HAPPENINGS, ""}
    assert EndHandPairing.webhook_for({"published": True}) == ROUND_CHANGED
    assert EndHandPairing.webhook_for({}) == ""
    for act in (EnterPerson, EnterMyself):
        assert (act.webhook_for({"entry": 3}), act.webhook_for({"waiting": 3})) == (ADDED, "")


def test_who_moved_up_is_said_once() -> None:
    assert [*MoveUp.additions_for({"moved_up": [3]})] == []
    assert len([*Withdraw.additions_for({"moved_up": [3]})]) == 1
    assert [len([*StartEvent.additions_for(data)]) for data in ({}, {"seed": "a"}, {"seed": "a", "moved_up": [3]})] == [
        0,
        1,
        2,
    ]


@pytest.mark.parametrize(
    ("act", "draft", "running"),
    [
        (StartEvent, True, True),
        (EditEvent, False, True),
        (StartRound, False, True),
        (RequestBye, False, False),
        (TakeHandStep, False, False),
        (ScheduleRound, False, False),
    ],
)
def test_a_point_is_kept_before_what_cannot_be_taken_back_alone(
    act: type[EventAct], draft: bool, running: bool
) -> None:
    assert (is_risky(act, State.DRAFT), is_risky(act, State.RUNNING)) == (draft, running)


def test_news_name_nobody() -> None:
    news = [act for act in event_acts() if act.is_news]
    assert StartRound in news
    assert [act.name for act in news if "%(player" in act.sentence or not act.is_public()] == []


@pytest.mark.django_db
def test_what_was_paired_by_hand_is_read_by_all_once_it_is_published(club: Club, organiser: Account) -> None:
    event = draft(club, organiser)
    (line,) = JournalEntry.objects.filter(scope__key=event.scope)
    for version, published in ((8, True), (9, False)):
        data = {"round": 1, "published": published}
        JournalEntry.objects.create(
            scope=line.scope, version=version, at=line.at, action=EndHandPairing.name, data=data
        )
    of_hand = Q(scope=line.scope, action=EndHandPairing.name)
    assert [each.version for each in JournalEntry.objects.filter(of_hand, public_entries())] == [8]
