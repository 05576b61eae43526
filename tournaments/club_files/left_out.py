"""What of a club is not in its file, or is there to read alone: counted, so that nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet

from common.journal.models import JournalEntry
from games.histories.moved import MOVED_STATES
from games.models import Game, History, Recording, ScoreSheet
from gipf_engine.messages import gettext_noop as _
from play.models import OnlineGame
from players.models import Account, Club, Grant, GuardianConsent, HousePlayer, Invitation, JoinRequest
from ratings.models import Pool, RatingList
from tournaments.club_files.archive import LeftOut
from tournaments.core.formats import has_opponents
from tournaments.core.loader import load
from tournaments.models import Arena, Category, CheckIn, Event, LineUp, RoundDraft, Webhook

Rows = Sequence[tuple[str, QuerySet[Any]]]


def what_is_left_out(club: Club, events: Sequence[Event], people: Sequence[int]) -> list[LeftOut]:
    """Each kind of thing that there is and that is not moved, with how much there is of it."""
    counted = {what: rows.count() for what, rows in (*_of_club(club, events, people), *_of_events(club, events))}
    counted[_("Rounds of deals that are being played")] = sum(map(_open_rounds_of_deals, events))
    return [LeftOut(what, number) for what, number in counted.items() if number]


def _of_club(club: Club, events: Sequence[Event], people: Sequence[int]) -> Rows:
    scopes = [club.scope, *(event.scope for event in events)]
    incomplete = History.objects.filter(club=club).exclude(state__in=(*MOVED_STATES, History.State.REFUSED))
    return (
        (_("Accounts: each person gets a new one-time link there"), Account.objects.filter(person__in=people)),
        (_("Roles: give them again there"), Grant.objects.filter(scope__key__in=scopes)),
        (_("Open requests to join"), JoinRequest.objects.filter(club=club, account=None)),
        (_("Open invitations"), Invitation.objects.filter(club=club, answer="")),
        (_("Guardians who have not answered"), GuardianConsent.objects.filter(club=club, answers=None)),
        (_("House players: add them again there"), HousePlayer.objects.filter(club=club, until=None)),
        (_("Published rating lists: they stay here"), RatingList.objects.filter(pool__club=club)),
        (
            _("Rating lists that count games against programs, which are of no club"),
            Pool.objects.filter(club=club, admits_programs=True),
        ),
        (_("Imports of past games that are not complete"), incomplete),
        (
            _("Lines of journals: they are in the file to read, and new journals start there"),
            JournalEntry.objects.filter(scope__key__in=scopes),
        ),
    )


def _of_events(club: Club, events: Sequence[Event]) -> Rows:
    of_events = Q(parent_scope__key__in=[event.scope for event in events])
    games = Game.objects.filter(of_events | Q(past__event__history__club=club))
    running = [event for event in events if event.state == Event.State.RUNNING]
    others = Category.objects.filter(event__in=events).exclude(club=None).exclude(club=club)
    return (
        (_("Webhooks: their secrets stay here"), Webhook.objects.filter(event__in=events)),
        (
            _("Games being played here: they continue here alone"),
            OnlineGame.objects.filter(game__in=games, ended_at=None),
        ),
        (_("Records being written"), Recording.objects.filter(game__in=games, closed_at=None)),
        (_("Final positions and counts without a record"), ScoreSheet.objects.filter(game__in=games)),
        (_("Arenas that are running"), Arena.objects.filter(event__in=running)),
        (_("Drafts of rounds"), RoundDraft.objects.filter(event__in=events)),
        (_("Open check-ins"), CheckIn.objects.filter(event__in=events)),
        (_("Line-ups that captains handed in"), LineUp.objects.filter(team__event__in=running)),
        (_("Categories of the members of another club"), others),
    )


def _open_rounds_of_deals(event: Event) -> int:
    if has_opponents(event.format):
        return 0
    return sum(not round_.deals_are_over for round_ in load(event).rounds)
