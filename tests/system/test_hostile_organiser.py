"""Two clubs, one hostile organiser: whatever he may do, with his own things or another club's, changes only his club.

Every address that takes a form and every endpoint of the API that writes is tried, with ids of both clubs, and names
made of words that stand in the other club's texts. Before and after, every row of every table is compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from common.jobs.models import Job
from common.jobs.services import request as request_job
from common.jobs.services import run_due
from games.models import Game
from games.records.services.submit_record import submit_record
from games.results.services.results import claim_result
from play.challenges.services.challenges import NewChallenge, open_challenge
from play.clocks.services.vacations import book_vacation
from players.accounts.services.tokens import make_token
from players.clubs.services.clubs import admit_club
from players.clubs.services.invitations import invite_person
from players.joining.services import ask_to_join
from players.models import Account, Club, Grant, Membership, Person
from players.roles import Role
from ratings.arranged.services import JUDGE, request_judging_all, request_judging_of
from ratings.models import Pool
from testing.api.api_fixture import NEW_EVENT, game_of
from testing.api.caller import Caller
from testing.factories import ClubFactory, PersonFactory, holder_of, organiser_of, player_in
from testing.games.game_records import WON_BY_BLACK
from testing.games.history_files import imported
from testing.system.good_input import filled
from testing.system.html_forms import HtmlForm, as_sent
from testing.system.site_fixture import ORGANISER, Site
from testing.system.urls import endpoints
from testing.tables import row_changes
from testing.tournaments.confirming import confirmed
from testing.tournaments.duplicate_factories import attempt, playing
from testing.tournaments.factories import WELCOME, draft, entry, fresh, running, with_players
from testing.tournaments.teams import running_teams, team
from tests.system.ownership import ABOVE, Snapshot, differences, foreign_changes
from tournaments.announcements.services import publish_announcement
from tournaments.entries.services import entries as entries_services
from tournaments.entries.services import exclusions, leaving, moving_up
from tournaments.entries.services.questions import add_question
from tournaments.events.services import lifecycle
from tournaments.models import Event, ForbiddenGroup, WaitingPlayer
from tournaments.notices import services

WORDS = ("Winter League", "Time Control", "Anna Winter", "Board One", "Open Evening")
ABOUT = "Winter League: time control 15 minutes. Board one begins. Open evening. Founded by Anna Winter."
SMALL = ABOUT.lower()


@dataclass
class Victim:
    """The other club, its organiser, and by event the ids that stand in addresses."""

    club: Club
    organiser: Account
    events: list[Event]
    known: dict[str, object]
    job: Job

    @cached_property
    def reached(self) -> list[tuple[dict[str, object], dict[str, object]]]:
        """For each event, everything that an address may be about, and what fields say of it: each act is taken back,
        so that they stay what they are."""
        return [(ids, foreign_fields(self, ids)) for ids in self._ids()]

    def _ids(self) -> Iterator[dict[str, object]]:
        for event in reversed(self.events):
            first = event.entries.order_by("pk").first()
            own = {"event_id": event.pk, "entry_id": first.pk if first else 1}
            has_games = Game.objects.filter(parent_scope__key=event.scope).exists()
            own["game_id"] = game_of(event) if has_games else self.known["game_id"]
            own["version"] = event.restore_points.order_by("version").values_list("version", flat=True).last() or 1
            yield self.known | own


@pytest.fixture
def victim(site: Site) -> Victim:
    """A club with events in every state, whose texts are made of the words. The server's lists count it, and not the
    hostile organiser's."""
    admit_club(actor=site.world.administrator, club_id=site.world.club.pk, admitted=False)
    club = ClubFactory(name="Winter League", slug="winter", place="Board One")
    organiser, member = organiser_of(club), player_in(club, name="Anna Winter")
    make_token(account=member, label=f"key for {WORDS[2]}")
    events = [
        draft(club, organiser, name=WORDS[0], about=ABOUT),
        with_players(club, organiser, ("Uma", "Ugo"), name=WORDS[0], about=ABOUT, place=WORDS[3], self_entry=True),
        _event_under_way(club, organiser),
        _event_that_is_over(club, organiser),
    ]
    moving_up.set_entry_limit(events[1].pk, organiser, 2)
    entries_services.enter_myself(events[1].pk, player_in(club, name="Wim Winter"))
    running_, deals = events[2], playing(club, organiser, ("Uri", "Udi"), name=WORDS[0], about=ABOUT)
    arbiter = holder_of(Role.ARBITER, running_.scope, player_in(club, name="Open Evening"))
    in_a_month = timezone.localdate() + timedelta(days=30)
    webhook, _secret = services.add_webhook(running_.pk, organiser, "https://winter.example/", ["round.closed"])
    services.send_test(running_.pk, organiser, webhook.pk)
    guest = PersonFactory(name="Guest", member_of=Club.objects.get(slug="another"))
    invitation = invite_person(actor=organiser, club=club, person_id=guest.pk, since=running_.starts_on)
    run_due()
    job = Job.objects.create(kind="pair", subject=f"{running_.scope}:2", asked_at=timezone.now(), failures=3,
                             due_at=timezone.now() + timedelta(minutes=50), error=SMALL)  # fmt: skip
    known: dict[str, object] = site.known | {
        "slug": club.slug,
        "game_id": game_of(running_),
        "person_id": member.person_id,
        "membership_id": Membership.objects.get(person=member.person_id).pk,
        "waiting_id": WaitingPlayer.objects.get(event=events[1]).pk,
        "question_id": add_question(running_.pk, organiser, text="Any allergies?", kind="text").pk,
        "announcement_id": publish_announcement(running_.pk, organiser, **WELCOME).pk,
        "webhook_id": webhook.pk,
        "delivery_id": webhook.messages.get().pk,
        "group_id": ForbiddenGroup.objects.get(event=running_).pk,
        "team_id": team(running_teams(club, organiser)[0], "Ants").pk,
        "grant_id": Grant.objects.get(account=arbiter).pk,
        "token_id": member.tokens.get().pk,
        "invitation_id": invitation.pk,
        "pool_id": Pool.objects.get(club=club).pk,
        "attempt_id": attempt(deals, "Uri").pk,
        "report_id": 0,
        "line_id": 0,
        "sanction_id": 0,
        "vacation_id": book_vacation(member, in_a_month, in_a_month).pk,
        "challenge_id": open_challenge(member, NewChallenge(rules="gipf-basic", control="300+3")).pk,
        "request_id": ask_to_join(club=club, name=WORDS[4]).request.pk,
        "round_number": 1,
        "history_id": imported(club, organiser).pk,
    }
    return Victim(club, organiser, [fresh(event) for event in (*events, deals)], known, job)


def _event_under_way(club: Club, organiser: Account) -> Event:
    event = running(club, organiser, ("Ulf", "Una", "Udo", "Ute"), rules="gipf-basic", name=WORDS[1], about=ABOUT,
                    format="swiss-dutch", rounds_planned=3, rounds=1)  # fmt: skip
    game = game_of(event)
    submit_record(game, organiser, f'[Event "{WORDS[0]}"]\n\n{{{SMALL}}} {WON_BY_BLACK}')
    claim_result(game, organiser, "0-1", source="desk", reason=SMALL)
    confirmed(
        exclusions.add_exclusion, event.pk, organiser, [entry(event, name).pk for name in ("Ulf", "Una")], first_round=3
    )
    leaving.withdraw(event.pk, organiser, entry(event, "Ute").pk, reason=SMALL)
    return event


def _event_that_is_over(club: Club, organiser: Account) -> Event:
    event = running(club, organiser, ("Uri", "Ula"), rounds=1, name=WORDS[4], about=ABOUT)
    claim_result(game_of(event), organiser, "1-0", source="desk", reason=SMALL)
    lifecycle.close_event(event.pk, organiser)
    return event


@dataclass
class Watch:
    """Does acts one by one, each on the same rows, and keeps what they changed."""

    site: Site
    before: Snapshot
    foreign: list[str]
    own: set[str]
    acts: int = 0

    def act(self, name: str, act: Callable[[], Any]) -> None:
        """Do it, compare, and take it back."""
        with transaction.atomic():
            moved = row_changes()
            answer = act()
            after = self.before if moved is not None and moved == row_changes() else Snapshot.now()
            transaction.set_rollback(True)
        cache.clear()  # tables are kept by versions, and versions come again
        assert answer.status_code < 500, (name, answer.status_code)
        self.acts += 1
        self.foreign += [f"{name}: {change}" for change in foreign(self.site, self.before, after)]
        if any(differences(self.before, after)):
            self.own.add(name)


def foreign(site: Site, before: Snapshot, after: Snapshot) -> list[str]:
    """What changed that is not the hostile organiser's."""
    club = Club.objects.get(slug="rotterdam")
    return foreign_changes(before, after, club.pk, frozenset({site.world.organiser.pk}))


@pytest.fixture
def watch(site: Site, victim: Victim) -> Watch:
    return Watch(site, Snapshot.now(), [], set())


def test_every_table_has_an_owner_here() -> None:
    """A new table says in ownership.py whose its rows are; what stands nowhere there may not change at all."""
    for table, field in ABOVE.items():
        assert apps.get_model(table)._meta.get_field(field).is_relation


def foreign_fields(victim: Victim, ids: dict[str, object]) -> dict[str, object]:
    """What a field of each name says to reach into the other club."""
    event = fresh(Event.objects.get(pk=ids["event_id"]))
    entries = list(event.entries.order_by("pk").values_list("pk", flat=True)) or [1, 2]
    rounds = event.rounds.first()
    person = ids["person_id"]
    return {
        **dict.fromkeys(("person", "person_id", "other", "kept", "gone", "record"), person),
        **dict.fromkeys(("entry", "first"), entries[0]),
        "second": entries[1],
        "entries": entries[:2],
        "pairing": rounds.pairings.earliest("pk").pk if rounds else 1,
        "scope": victim.club.scope,
        "club": victim.club.slug,
        "username": Account.objects.get(person=person).username,
        "job": victim.job.pk,
    }


def with_words(data: dict[str, Any], word: str) -> dict[str, Any]:
    """The form with a name that is made of words of the other club's texts."""
    named = {key: word for key in ("name", "names", "label", "reason", "about", "place") if data.get(key) is not None}
    return data | named


@pytest.mark.slow
def test_no_form_reaches_another_club(watch: Watch, victim: Victim) -> None:
    site = watch.site
    for endpoint in endpoints():
        for _client, form in site.forms(endpoint.name):
            _try_form(watch, victim, endpoint.name, form)
    assert watch.foreign == []
    assert watch.acts > 150 and len(watch.own) > 40


def _try_form(watch: Watch, victim: Victim, name: str, form: HtmlForm) -> None:
    """As it stands; with each of the other club's ids in a field; and sent to each of the other club's things."""

    def send(action: str, data: dict[str, Any]) -> None:
        client: Client = watch.site.client(ORGANISER)
        watch.act(name, lambda: client.post(action, as_sent(data)))

    data, match, seen = filled(name, form), resolve(form.path), {form.path}
    send(form.action, with_words(data, WORDS[0]))
    for ids, all_fields in victim.reached:
        fields = {key: value for key, value in all_fields.items() if key in form.fields}
        if len(seen) == 1:
            for key, value in fields.items():
                send(form.action, data | {key: value})
        action = reverse(name, kwargs={key: ids.get(key, value) for key, value in match.kwargs.items()})
        if action not in seen:
            send(action, data | fields)
        seen.add(action)


@pytest.mark.slow
def test_no_endpoint_reaches_another_club(watch: Watch, victim: Victim) -> None:
    caller = Caller.of_old(watch.site.world.organiser)
    watch.before = Snapshot.now()
    for (method, route), request in watch.site.world.requests.items():

        def ask(path: str, body: Any, method: str = method, route: str = route) -> None:
            watch.act(f"{method} {route}", lambda: caller.ask(method, path, body))

        ask(request.path, request.body)
        sent, seen = request.body if isinstance(request.body, dict) else {}, {request.path}
        for ids, all_fields in victim.reached:
            fields = {key: value for key, value in all_fields.items() if key in sent}
            if len(seen) == 1:
                for key, value in fields.items():
                    ask(request.path, sent | {key: value})
            path = reach(route, ids)
            if path not in seen:
                ask(path, sent | fields if sent else request.body)
            seen.add(path)
    assert watch.foreign == []
    assert watch.acts > 100 and len(watch.own) > 25


def reach(route: str, ids: dict[str, object]) -> str:
    """The endpoint's path for something of the other club."""
    return "/" + re.sub(r"<\w+:(\w+)>", lambda each: str(ids[each[1]]), route)


@pytest.mark.slow
def test_no_story_of_persons_with_common_names_reaches_another_club(site: Site, victim: Victim) -> None:
    """Made, listed, entered, merged, renamed and erased, with every word ticked; what workers do after it included."""
    caller = Caller(site.world.organiser)
    run_due()  # what was asked for before
    before = Snapshot.now()
    club, member = "/clubs/rotterdam", victim.known["person_id"]
    event = caller.done("/events", NEW_EVENT)["id"]
    people = [caller.done(f"{club}/players", {"name": name})["id"] for name in (*WORDS, "winter", "Control", "Anna")]
    for name in (*WORDS, "League"):
        caller.post(f"/events/{event}/entries", {"name": name})
    caller.post(f"/events/{event}/entries", {"person_id": member})
    caller.post("/clubs/rotterdam/invitations", {"person_id": member})
    caller.post(f"/players/{people[0]}/merge", {"gone": member})
    caller.post(f"/players/{member}/merge", {"gone": people[0]})
    caller.post(f"/players/{people[1]}/merge", {"gone": people[2]})
    caller.patch(f"/players/{member}", {"name": "Somebody"})
    caller.post(f"/players/{member}/erasure", {"name": "Anna Winter"})
    caller.patch(f"/players/{people[3]}", {"name": "Winter League"})
    erased = 0
    for person in [*people, *Person.objects.filter(entries__event=event).values_list("pk", flat=True)]:
        name = Person.objects.get(pk=person).name
        told = caller.get(f"/players/{person}/erasure")
        words = [hit["key"] for hit in told.json()["words"]["shown"]] if told.status_code == 200 else []
        sent = {"typed": name, "words": words}
        erased += site.client(ORGANISER).post(f"{club}/people/{person}/erase", sent).status_code == 302
    caller.delete(f"/events/{event}")
    run_due()
    assert erased >= len(people)
    assert foreign(site, before, Snapshot.now()) == []
    assert Person.objects.get(pk=str(member)).name == "Anna Winter"


def test_what_an_act_on_the_other_clubs_rows_would_look_like(watch: Watch, victim: Victim) -> None:
    """The comparison sees a change of any of them: otherwise nothing above would mean anything."""
    for change in (
        lambda: Event.objects.filter(pk=victim.events[0].pk).update(name="Player 4F7A League"),
        lambda: Person.objects.filter(pk=str(victim.known["person_id"])).update(name="Player 4F7A"),
        lambda: Membership.objects.filter(club=victim.club).update(until=timezone.now().date()),
        lambda: Job.objects.filter(pk=victim.job.pk).update(error="Player 4F7A"),
        lambda: Grant.objects.filter(pk=str(victim.known["grant_id"])).delete(),
        lambda: request_judging_of(int(str(victim.known["person_id"]))),
        lambda: request_job(JUDGE, f"game:{victim.known['game_id']}"),
        request_judging_all,
    ):
        with transaction.atomic():
            change()
            assert foreign(watch.site, watch.before, Snapshot.now())
            transaction.set_rollback(True)
