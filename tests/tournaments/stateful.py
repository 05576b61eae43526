"""Walks at random over everything that can be done with an event, and what must hold after each step.

A walk is repeated by its seed. What a service refuses is fine; anything else that is raised is a fault.
"""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

from django.test import Client
from django.urls import reverse

from common.journal.services import Stale
from games.core.services.errors import ClaimRefused
from games.models import Game
from games.results.services.results import claim_result
from gipf_engine.messages import Refused
from gipf_engine.results import RESULTS, Scoring, SideResult
from players.models import Account, Club
from players.people.services.merging import merge_persons
from players.people.services.people import rename_person
from testing.factories import PersonFactory, player_in
from testing.tournaments.confirming import confirmed
from testing.tournaments.factories import draft, fresh
from testing.tournaments.hand_edits import exchange_entries, swap_colours
from testing.tournaments.round_trips import WHOLE, taken_in
from tournaments.core.event_config import config_of
from tournaments.core.loader import EventData, load
from tournaments.entries.services import byes, entries, exclusions, leaving
from tournaments.events.services import events, lifecycle
from tournaments.events.services import undo as undo_services
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.models import ByeRequest, Entry, Event, ForbiddenGroup, Member, Pairing, RestorePoint, Slot
from tournaments.rounds.queries.pairing_explanations import get_explained_round
from tournaments.rounds.services import rounds as rounds_services
from tournaments.rounds.services import setup_redraws
from tournaments.standings.queries.standings import standings

CODES = [*(["1-0", "0-1"] * 4), "1/2-1/2", "1/2-0", "0-1/2", "0-0", "+-", "-+", "--", "void", "pending"]
HELD: tuple[tuple[str, Mapping[str, int], Mapping[str, Any]], ...] = (
    ("swiss-dutch", {}, {"rounds_planned": 4}),
    ("swiss-dutch", {"baku": True}, {"rounds_planned": 5}),
    ("swiss-dutch", {"colour_free": True}, {"rounds_planned": 4}),
    ("swiss-dutch", {}, {"rounds_planned": 4, "games_per_round": 2}),
    ("swiss-dutch", {}, {"rounds_planned": 4, "scoring": {"win": 30, "draw": 10, "loss": 0, "pairing_bye": 20}}),
    ("round-robin", {}, {}),
    ("double-round-robin", {"swapped": False}, {}),
    ("knock-out", {"third_place": True}, {}),
    ("knock-out", {}, {"games_per_round": 2}),
    ("league", {"groups": 2, "up": 1, "down": 1}, {}),
    ("scheveningen", {}, {}),
    ("keizer", {}, {"rounds_planned": 5}),
    ("mcmahon", {}, {"rounds_planned": 3}),
    ("double-scheveningen", {}, {}),
    ("swiss-dutch", {}, {"rounds_planned": 3, "rules": "lyngk-main", "setups": "board"}),
)
PUBLIC = ("event", "event-players", "event-games", "event-crosstable", "event-info", "event-json")
TABLES = ("event-standings-csv", "event-crosstable-csv")
ARBITERS = ("event-desk", "event-enter", "event-edit", "event-files", "event-start", "event-close", "event-reopen")
EXPECTED = (Refused, Stale, ClaimRefused)


class Walk:
    """One event of `club` and whatever is done with it. `done` counts the actions that were not refused."""

    def __init__(self, club: Club, organiser: Account, seed: int) -> None:
        self.chance, self.lots, self.club, self.organiser = Random(seed), Random(seed), club, organiser
        key, options, more = HELD[seed % len(HELD)]
        self.event = draft(club, organiser, format=key, format_options=dict(options), self_entry=True, **more)
        self.by_hand: set[int] = set()
        self.once_by_hand: set[int] = set()
        self.done: Counter[str] = Counter()
        self.last = ""
        self.players = [player_in(club, name=f"Player {letter}") for letter in "ABC"]
        for _number in range(self.chance.randint(3, 9)):
            self.step(self.enter)

    # --- steps ---------------------------------------------------------------------------------------

    def step(self, action: Callable[[], object] | None = None) -> None:
        """Do something, or be refused."""
        chosen = action or self.chance.choices(*zip(*self._actions(), strict=True))[0]
        self.last = chosen.__name__
        try:
            with patch("secrets.choice", self.lots.choice), patch("secrets.token_hex", self._seed):
                chosen()
        except EXPECTED:
            return
        self.done[self.last] += 1

    def _seed(self, size: int) -> str:
        return self.lots.randbytes(size).hex()

    def _actions(self) -> Iterator[tuple[Callable[[], object], int]]:
        """What can be tried, with how likely it is."""
        if fresh(self.event).state in ("draft", "open"):
            yield from ((self.enter, 4), (self.remove, 1), (self.announce, 2), (self.join, 1), (self.start, 4))
            yield from ((self.bye, 1), (self.forbid, 1), (self.retract, 1), (self.edit, 1), (self.rename, 1))
            return
        yield from ((self.start_round, 6), (self.decide_all, 6), (self.decide, 4), (self.report, 2), (self.enter, 1))
        yield from ((self.bye, 3), (self.cancel_bye, 1), (self.forbid, 1), (self.allow, 1), (self.withdraw, 1))
        yield from ((self.readmit, 1), (self.swap, 2), (self.exchange, 2), (self.take_back, 2), (self.redraw, 1))
        yield from ((self.deadline, 1), (self.rename, 1), (self.merge, 1), (self.close, 1), (self.reopen, 2))
        yield from ((self.unstart, 1), (self.edit, 1), (self.undo, 2))

    def _pick(self, found: Any) -> Any:
        """One of some rows; Refused where there is none, as if nothing had been tried."""
        rows = list(found.order_by("pk"))
        if not rows:
            raise Stale("nothing", 0, 0)
        return self.chance.choice(rows)

    @property
    def _entry(self) -> Entry:
        entry: Entry = self._pick(Entry.objects.filter(event=self.event))
        return entry

    @property
    def _round(self) -> int:
        return self.chance.randint(1, 6)

    def enter(self) -> None:
        name = f"Guest {self.chance.randrange(10**6)}"
        entries.enter_person(self.event.pk, self.organiser, name=name)

    def join(self) -> None:
        entries.enter_myself(self.event.pk, self.chance.choice(self.players))

    def remove(self) -> None:
        leaving.remove_entry(self.event.pk, self.organiser, self._entry.pk)

    def announce(self) -> None:
        events.announce(self.event.pk, self.organiser)

    def retract(self) -> None:
        events.retract(self.event.pk, self.organiser)

    def edit(self) -> None:
        plan = config_of(fresh(self.event))
        rounds = plan.rounds_planned and self.chance.randint(1, 6)
        events.edit_event(self.event.pk, self.organiser, plan=replace(plan, rounds_planned=rounds, place="Delft"))

    def start(self) -> None:
        lifecycle.start_event(self.event.pk, self.organiser, seeding=self.chance.choice(["rating", "lot"]))

    def unstart(self) -> None:
        lifecycle.unstart_event(self.event.pk, self.organiser)

    def start_round(self) -> None:
        rounds_services.start_round(self.event.pk, self.organiser, despite_open=self.chance.random() < 0.5)

    def take_back(self) -> None:
        number = fresh(self.event).rounds.count()
        rounds_services.delete_round(self.event.pk, self.organiser, number)
        self.by_hand.discard(number)

    def decide(self) -> None:
        game = self._pick(Game.objects.filter(parent_scope__key=self.event.scope))
        claim_result(game.pk, self.organiser, self.chance.choice(CODES), source="desk", reason="seen", role="arbiter")

    def decide_all(self) -> None:
        for game in Game.objects.filter(parent_scope__key=self.event.scope, result="pending").order_by("pk"):
            claim_result(game.pk, self.organiser, self.chance.choice(CODES[:9]), source="desk", reason="seen")

    def report(self) -> None:
        """A player reports, perhaps against the arbiter."""
        account = Account.objects.get(pk=self.chance.choice(self.players).pk)
        game = self._pick(Game.objects.filter(parent_scope__key=self.event.scope, white=account.person))
        claim_result(game.pk, account, self.chance.choice(CODES), source="page")

    def bye(self) -> None:
        kind = self.chance.choice(ByeRequest.Kind.values)
        byes.request_bye(self.event.pk, self.organiser, self._entry.pk, self._round, kind)

    def cancel_bye(self) -> None:
        asked = self._pick(ByeRequest.objects.filter(entry__event=self.event))
        byes.cancel_bye(self.event.pk, self.organiser, asked.entry_id, asked.round_number)

    def forbid(self) -> None:
        pair = [self._entry.pk, self._entry.pk]
        last = self.chance.choice([None, self._round])
        confirmed(
            exclusions.add_exclusion,
            self.event.pk,
            self.organiser,
            pair,
            first_round=self.chance.choice([1, 2]),
            last_round=last,
        )

    def allow(self) -> None:
        group = self._pick(ForbiddenGroup.objects.filter(event=self.event))
        confirmed(exclusions.remove_exclusion, self.event.pk, self.organiser, group.pk)

    def withdraw(self) -> None:
        annul = self.chance.choice([None, True, False])
        leaving.withdraw(self.event.pk, self.organiser, self._entry.pk, annul=annul)

    def readmit(self) -> None:
        leaving.readmit(self.event.pk, self.organiser, self._entry.pk)

    def swap(self) -> None:
        pairing = self._pick(Pairing.objects.filter(round__event=self.event))
        swap_colours(self.event.pk, self.organiser, pairing.pk, reason="by mistake")
        self._changed(pairing.round.number)

    def exchange(self) -> None:
        number = fresh(self.event).rounds.count()
        one, two = self._entry.pk, self._entry.pk
        exchange_entries(self.event.pk, self.organiser, number, one, two, reason="by mistake")
        self._changed(number)

    def _changed(self, number: int) -> None:
        self.by_hand.add(number)
        self.once_by_hand.add(number)

    def redraw(self) -> None:
        number = fresh(self.event).rounds.count() + self.chance.randint(0, 1)
        setup_redraws.redraw_setups(self.event.pk, self.organiser, number, reason="by mistake")

    def deadline(self) -> None:
        number = fresh(self.event).rounds.count()
        if number:
            day = self.chance.choice([None, datetime.date(2026, 3, 9)])
            rounds_services.set_deadline(self.event.pk, self.organiser, number, day)

    def rename(self) -> None:
        member = self._pick(Member.objects.filter(event=self.event))
        name = f"Renamed {self.chance.randrange(10**6)}"
        rename_person(actor=self.organiser, person_id=member.person.canonical_id, name=name, country="NL")

    def merge(self) -> None:
        """Somebody in the event turns out to be another record."""
        member = self._pick(Member.objects.filter(event=self.event))
        other = PersonFactory(name=f"Merged {self.chance.randrange(10**6)}", member_of=self.club)
        merge_persons(actor=self.organiser, kept_id=other.pk, gone_id=member.person.canonical_id)

    def undo(self) -> None:
        """Go back to any restore point; rounds that were taken back since may be there again."""
        point = self._pick(RestorePoint.objects.filter(event=self.event))
        confirmed(undo_services.undo, self.event.pk, self.organiser, point.version, reason="by mistake")
        self.by_hand |= self.once_by_hand

    def close(self) -> None:
        lifecycle.close_event(self.event.pk, self.organiser, early=self.chance.random() < 0.5)

    def reopen(self) -> None:
        lifecycle.reopen_event(self.event.pk, self.organiser, reason="one more round")

    # --- what must hold ------------------------------------------------------------------------------

    def check(self) -> None:
        """Everything that holds after any step."""
        event = fresh(self.event)
        rows = load(event)
        _everybody_once_a_round(rows)
        if event.state in ("running", "closed"):
            _points_are_the_sum_of_results(event, rows)
        if event.state == "running":
            self._rounds_are_as_the_rules_gave_them(rows)

    def _rounds_are_as_the_rules_gave_them(self, rows: EventData) -> None:
        """Whatever was corrected later, a round that nobody changed by hand is told to be as the rules give it."""
        for round_ in rows.rounds:
            if round_.number not in self.by_hand:
                found = get_explained_round(rows, round_.number)
                assert found.differences == (), f"round {round_.number}: {[str(each) for each in found.differences]}"

    def check_pages(self) -> None:
        """Every page of the event answers, whoever asks."""
        signed_in = Client()
        signed_in.force_login(self.organiser)
        event = fresh(self.event)
        for client, seen in ((signed_in, True), (Client(), event.state != "draft")):
            for address in _addresses(event, (*PUBLIC, *TABLES, *(ARBITERS if client is signed_in else ()))):
                answer = client.get(address)
                assert answer.status_code == 200 if seen else answer.status_code in (302, 403, 404), address

    def check_files(self) -> None:
        """Out, in and out again gives the same bytes, in every format that has a place for the event."""
        for kind, exporter in ((key, EXPORTERS[key]) for key in WHOLE):
            try:
                first = exporter.serialize(load(fresh(self.event)))
            except FileRefused:
                assert kind != "json"
                continue
            if kind != "json" and self.event.setups == "board" and load(fresh(self.event)).rounds:
                continue  # TRF says nothing of set-ups: it goes out, and comes in only as an event file
            again = taken_in(first, self.club, self.organiser)
            assert exporter.serialize(load(fresh(again))) == first, kind


def _addresses(event: Event, names: tuple[str, ...]) -> Iterator[str]:
    yield from (reverse(name, args=[event.pk]) for name in names)
    for number in range(1, event.rounds.count() + 1):
        yield reverse("event-round", args=[event.pk, number])


def _everybody_once_a_round(rows: EventData) -> None:
    """An entry has one seat a round, from when it came until it left."""
    for round_ in rows.rounds:
        seats = Counter(Slot.objects.filter(round=round_.id).values_list("entry", flat=True))
        assert set(seats.values()) <= {1}
        for entry in rows.entries:
            here = entry.withdrawn_after is None and (
                round_.known is None or (entry.number or 0) <= round_.known["last_number"]
            )
            knocked_out = rows.event.format == "knock-out"
            back_again = round_.known is not None and entry.number in round_.known["gone"]
            assert seats[entry.id] == 1 or not here or knocked_out or back_again, (round_.number, entry.name)


def _points_are_the_sum_of_results(event: Event, rows: EventData) -> None:
    """The points of the table, added up anew from the seats and results as they stand in the tables."""
    annulled = {entry.id for entry in rows.entries if entry.annulled}
    points: dict[int, int] = defaultdict(int)
    for slot in Slot.objects.filter(round__event=event).select_related("pairing"):
        if slot.side == Slot.Side.ALONE:
            points[slot.entry_id] += _of_bye(event.points, slot.pairing.kind)
            continue
        others = slot.pairing.slots.exclude(pk=slot.pk).values_list("entry", flat=True)
        if annulled & set(others) and slot.entry_id not in annulled:
            continue
        for paired in slot.pairing.paired_games.select_related("game"):
            side = slot.side if paired.leg == 1 else {"white": "black", "black": "white"}[slot.side]
            points[slot.entry_id] += _of_game(event.points, paired.game.result, side)
    for row in standings(event).rows:
        assert row.points == points[row.entry.id], (row.entry.name, row.points, points[row.entry.id])


def _of_bye(scoring: Scoring, kind: str) -> int:
    worth = {"pab": scoring.pairing_bye, "full": scoring.full_bye, "half": scoring.half_bye, "zero": scoring.zero_bye}
    return worth.get(kind, 0)


def _of_game(scoring: Scoring, code: str, side: str) -> int:
    """What a result is worth to one side."""
    outcome = RESULTS[code].outcome(side)
    if outcome is None:
        return 0
    if RESULTS[code].is_forfeit:
        return scoring.forfeit_win if outcome is SideResult.WIN else scoring.forfeit_loss
    return {SideResult.WIN: scoring.win, SideResult.DRAW: scoring.draw, SideResult.LOSS: scoring.loss}[outcome]
