"""A site on which every address leads somewhere, and every form is on some page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie

from django.db.models import Q
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone
from pyotp import TOTP

from common.jobs.models import Job
from common.jobs.services import run_due, run_now
from common.signing.services import rotate_key
from games.models import Game, History
from games.recordings.services.record_turns import record_turns
from games.records.services.submit_record import submit_record
from games.results.services.adjudicate import ADJUDICATE
from play.solitaires.services import days
from play.solitaires.services.days import begin_day
from play.table.services.reminders import REMINDERS
from players.accounts.services.second_factor import turn_on_second_factor
from players.accounts.services.sign_up import new_link_secret
from players.accounts.services.subscriptions import unsubscribe_token
from players.accounts.services.tokens import make_token
from players.accounts.totp import new_secret
from players.clubs.services.club_pages import Look, edit_club_page
from players.guardians.services import new_link_secret as new_guardian_secret
from players.joining.services import approve_join, ask_to_join
from players.models import Grant, GuardianConsent, HousePlayer, Membership, Person, SignUp
from players.notifications.services.notifications import bell_token
from players.people.services.merging import merge_persons
from players.roles import Role
from players.uploads.forms import keep_text
from ratings.models import Pool
from testing.api.api_fixture import World, game_of, make_world, offer_role
from testing.api.caller import Caller
from testing.api.desk_requests import timed_events
from testing.factories import (
    AccountFactory,
    ClubFactory,
    MembershipFactory,
    PersonFactory,
    holder_of,
    organiser_of,
    player_in,
)
from testing.games.game_records import WON_BY_BLACK
from testing.games.history_files import SMALL
from testing.play.factories import day_attempt, day_deal
from testing.ratings.factories import publish_version, systems_beside
from testing.system.finished_work import deals_over, large_file, open_month, record_archive, record_file
from testing.system.form_pages import ADMINISTRATOR, ORGANISER, PLAYER, STRANGER, VISITOR, pages_of_site
from testing.system.html_forms import HtmlForm, as_sent, html_forms
from testing.system.one_time import link_parts, passkey_of, push_device_of, session_of
from testing.system.play_pages import named_in_addresses
from testing.system.urls import Endpoint
from testing.tables import Rows, changed, row_changes, rows_of_all_tables
from testing.tournaments.confirming import confirmed
from testing.tournaments.duplicate_factories import attempt
from testing.tournaments.factories import (
    WELCOME,
    call_by_slip,
    category_with_prizes,
    entry,
    fresh,
    last_point,
    numbered_off_list,
    running,
    unverified,
    with_players,
)
from testing.tournaments.medleys import LYNGK
from tournaments.announcements.services import publish_announcement
from tournaments.club_files.services.making import ask_for_club_file
from tournaments.core.loader import load
from tournaments.core.verification import provisional_results
from tournaments.entries.queries import entry_tokens
from tournaments.entries.services import byes, entries, exclusions
from tournaments.entries.services.questions import add_question
from tournaments.events.services import lifecycle
from tournaments.events.services.templates import save_template
from tournaments.festivals.queries.player_links import player_cards
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Event, ForbiddenGroup, RoundRequest, WaitingPlayer
from tournaments.notices import services
from tournaments.results.queries.seat_links import slips_of
from tournaments.rounds.services import round_clocks, rounds

OF_WAITING_LIST = ("event-waiting", "event-entry-limit", "event-waiting-leave", "event-move-up", "event-waiting-remove")
PREVIEWED = ("event-import", "history-import")


@dataclass
class Site:
    """The world of the API's tests, and what only pages show. `pages`: by endpoint, for whom its forms are where."""

    world: World
    known: dict[str, object]
    special: dict[str, dict[str, object]]
    pages: dict[str, list[tuple[str, str]]]
    file: bytes
    callers: dict[str, Caller] = field(default_factory=dict)
    cookies: dict[str, SimpleCookie] = field(default_factory=dict)
    rows: Rows = field(default_factory=dict)
    unmoved: int | None = None
    """What `row_changes` was when the tables were last seen to be as they were; None where they were not."""
    read: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """The pages that a test has looked for forms on, by who and where: their addresses and texts."""

    def address(self, endpoint: Endpoint, **other: object) -> str:
        """The address of `endpoint`, for something that it is about. `other` ids take the place of the usual ones."""
        known = self.known | self.special.get(endpoint.name, {}) | other
        assert set(endpoint.ids) <= set(known), f"say in site_fixture.py what stands in {endpoint.route}"
        return reverse(endpoint.name, kwargs={each: known[each] for each in endpoint.ids})

    def open(self, *, remembered: bool = True) -> Site:
        """Let everybody sign in and have a key to the API, a visitor practise, and remember what the tables hold."""
        visitor = Client()
        visitor.post(reverse("practice"), {"rules": "guowuguan-gwg", "number": 7})
        self.cookies[VISITOR] = visitor.cookies
        self.callers[VISITOR] = Caller()
        for who in (ADMINISTRATOR, ORGANISER, PLAYER, STRANGER):
            account, client = getattr(self.world, who), Client()
            client.force_login(account)
            self.cookies[who], self.callers[who] = client.cookies, Caller.of_old(account)
        if remembered:
            self.remember()
        return self

    def remember(self) -> None:
        """The tables are to stay as they are now."""
        self.rows, self.unmoved = rows_of_all_tables(), row_changes()

    def client(self, who: str) -> Client:
        """A new window of the browser in which `who` has signed in."""
        client = Client()
        client.cookies = self.cookies.get(who, SimpleCookie()).copy()
        return client

    def touched(self) -> list[str]:
        """The tables that are no longer as they were when the site was opened. They are read where a row has moved."""
        changes = row_changes()
        if changes is not None and changes == self.unmoved:
            return []
        found = changed(self.rows, rows_of_all_tables())
        self.unmoved = None if found else changes
        return found

    def forms(self, name: str) -> Iterator[tuple[Client, HtmlForm]]:
        """Each form that goes to the endpoint `name`, once for each set of fields, in the browser that shows it."""
        seen = set()
        for who, page in self.pages.get(name, ()):
            client = self.client(who)
            found = html_forms(*self._page(client, who, page))
            for form in found:
                shape = (re.sub(r"\d+", "0", form.path), *form.fields)
                if resolve(form.path).url_name == name and shape not in seen:
                    seen.add(shape)
                    if name in PREVIEWED and "file" in form.fields:  # a second page says what it holds
                        form.fields["file"].value = self.file if name == "event-import" else SMALL.encode()
                        second = client.post(form.action, as_sent(form.untouched()))
                        found += html_forms(form.action, second.content.decode())
                        if self.rows:
                            self.remember()  # the file is kept until it is confirmed
                    yield client, form

    def _page(self, client: Client, who: str, page: str) -> tuple[str, str]:
        """Where `client` is led that asks for `page`, and what stands there. It is the same for all of a test."""
        if (who, page) not in self.read:
            answer = client.get(page, follow=True)
            assert answer.status_code == 200, (page, answer.status_code)
            address = answer.redirect_chain[-1][0] if answer.redirect_chain else page
            self.read[who, page] = (address, answer.content.decode())
        return self.read[who, page]


def make_site(*, remembered: bool = True) -> Site:
    """A club with events in every state, people with and without accounts, an example club, a job that fails.

    Beside a large database its rows are not `remembered`: all of them would be held here.
    """
    world = make_world()
    club, administrator, player = world.club, world.administrator, world.player.person
    assert player is not None
    twin = PersonFactory(name="Pia's twin", member_of=club)
    merge_persons(actor=administrator, kept_id=player.pk, gone_id=twin.pk)
    arbiter = holder_of(Role.ARBITER, world.open.scope, player_in(club, name="Ada Arbiter"))
    spare, secret = AccountFactory(username="spare"), new_secret()
    turn_on_second_factor(spare, secret=secret, code=TOTP(secret).now())
    organiser_of(club)
    make_token(account=world.player, label="phone")
    ask_for_club_file(club.pk, world.organiser)
    run_due()
    Job.objects.create(kind="rate", subject="0", asked_at="2026-03-07T20:00Z", due_at="2030-01-01T00:00Z", error="No.")
    table = _table_of_the_player(world)
    known: dict[str, object] = {
        "upload_id": keep_text(world.organiser, b"sent in parts").pk,
        "slug": club.slug,
        "study_slug": world.study.slug,
        "chapter": 1,
        "turn": 4,
        "event_id": table.pk,
        "entry_id": entry(table, player.name).pk,
        "game_id": _game(table, player),
        "festival_id": world.festival.festival.pk,
        "stages_id": world.stages.ready.pk,
        "stage_number": 2,
        "title_id": world.title.title.pk,
        "award_id": world.title.award.pk,
        "league_id": world.league.league.pk,
        "circuit_id": world.circuit.circuit.pk,
        "number": 1,
        "ply": 0,
        "action": "announce",
        "key": "gipf-standard",
        "picture": "push",
        "kind": "trf26",
        "person_id": player.pk,
        "other_id": PersonFactory(name="Opponent", member_of=club).pk,
        "membership_id": Membership.objects.get(person=player).pk,
        "category_id": category_with_prizes(table, world.organiser, [entry(table, player.name).pk]),
        "waiting_id": WaitingPlayer.objects.filter(event=world.crowded).latest("pk").pk,
        "group_id": ForbiddenGroup.objects.get(event=table).pk,
        "grant_id": Grant.objects.get(role=Role.ARBITER, account=arbiter).pk,
        "token_id": world.player.tokens.get(label="phone").pk,
        "session_id": session_of(world.player),
        "passkey_id": passkey_of(world.player),
        "notification_id": world.player.notifications.latest("pk").pk,
        "device_id": push_device_of(world.player),
        "invitation_id": world.to_player.pk,
        "offer_id": world.offer.pk,
        "text": days.today().isoformat(),
        "call_id": call_by_slip(table, "Wim"),
        "question_id": add_question(table.pk, world.organiser, text="Any allergies?", kind="text").pk,
        "announcement_id": publish_announcement(table.pk, world.organiser, **WELCOME).pk,
        "webhook_id": services.add_webhook(table.pk, world.organiser, "https://a.example/x", ["round.closed"])[0].pk,
        "pool_id": Pool.objects.filter(club=club).earliest("pk").pk,
        **link_parts(arbiter),
    }
    publish_version(Pool.objects.get(pk=known["pool_id"]))
    begin_day(world.player, player)
    line = day_attempt(day_deal(days.today() - timedelta(days=1)), player)
    of_yesterday = {"text": line.day.day.isoformat(), "attempt_id": line.attempt_id}
    special = _special(world, PersonFactory(name="No Account", member_of=club)) | {
        **systems_beside(Pool.objects.get(pk=known["pool_id"])),
        "practice-step": {"action": "undo"},
        "practice-attempt": {"attempt_id": world.practised},
        **named_in_addresses(world.online, world.player),
        "study-copy": {"study_slug": world.study_of_another.slug},
        "embed-study": {"study_slug": world.study_of_another.slug},
        **{name: {"sheet": "standings"} for name in ("event-sheet", "event-sheet-pdf")},
        "notifications-seen": {"account_id": world.player.pk, "token": bell_token(world.player.pk)},
        "mail-unsubscribe": {"token": unsubscribe_token(world.player, REMINDERS)},
        **{key: {"token": slips_of(table.rounds.get())[0][0].token} for key in ("seat-link", "seat-link-call")},
        "event-result-verify": _unverified(world),
        "entry-missed-byes": {"event_id": table.pk, "entry_id": entry(table, "Late Comer").pk},
        "entry-move": {"event_id": world.festival.north.pk, "entry_id": world.festival.nia},
        "title-delete": {"title_id": world.title.unused.pk},
        "league-delete": {"league_id": world.league.empty.pk},
        "league-division-remove": {"event_id": world.league.low.pk},
        "league-move-back": {"person_id": world.league.liv.pk},
        "circuit-delete": {"circuit_id": world.circuit.empty.pk},
        "circuit-event-remove": {"event_id": world.circuit.first.pk},
        "festival-delete": {"festival_id": world.festival.empty.pk},
        "festival-section-remove": {"event_id": world.festival.south.pk},
        "stage-playoff": {"stages_id": world.stages.tied.pk},
        "stage-pass-undo": {"entry_id": world.stages.entry("Stage Dan")},
        "festival-link-revoke": {"person_id": world.festival.nias_person},
        "festival-player": {"token": player_cards(world.festival.festival)[0].token},
        "entry-link": {"token": dict(entry_tokens(table))[entry(table, player.name).pk]},
        "practice-attempt-step": {"attempt_id": world.practised, "action": "undo"},
        **dict.fromkeys(("day-past", "day-draw", "day-line"), of_yesterday),
    }
    file = EXPORTERS["trf26"].serialize(load(world.closed))
    rotate_key()  # the first signature makes one
    return Site(world, known, special, pages_of_site(world, known, special), file).open(remembered=remembered)


def _table_of_the_player(world: World) -> Event:
    """A Swiss of four, where the player sits at one board."""
    event = with_players(
        world.club, world.organiser, ("Wim", "Xia", "Yve"), rules="gipf-basic", handicap="by-hand",
        format="swiss-dutch", rounds_planned=3, tie_breaks=("BH",),
    )  # fmt: skip
    entries.enter_person(event.pk, world.organiser, person_id=world.player.person_id)
    lifecycle.start_event(event.pk, world.organiser)
    rounds.start_round(event.pk, world.organiser)
    byes.open_check_in(event.pk, world.organiser)
    round_clocks.start_clock(event.pk, world.organiser, 1, minutes=60)
    entries.enter_person(event.pk, world.organiser, name="Late Comer")
    confirmed(
        exclusions.add_exclusion,
        event.pk,
        world.organiser,
        [entry(event, name).pk for name in ("Wim", "Xia")],
        first_round=2,
    )
    return fresh(event)


def _game(event: Event, person: Person | None) -> int:
    return Game.objects.filter(parent_scope__key=event.scope).get(Q(white=person) | Q(black=person)).pk


def _unverified(world: World) -> dict[str, object]:
    """A result that another arbiter entered, in an event that wants two persons for each."""
    event = unverified(world.club, world.organiser)
    return {"event_id": event.pk, "game_id": provisional_results(event)[0].game}


def _sign_up_secret() -> str:
    """The secret in the link of a visitor who signs up."""
    asked = SignUp.objects.create(name="Self Made", email="self@made.example", made_at=timezone.now())
    return new_link_secret(asked)


def _guardian_secret(world: World) -> str:
    """The secret in the link of a guardian, who is asked about a member."""
    member = player_in(world.club)
    asked = GuardianConsent.objects.create(
        club=world.club, person=member.person, birth_year=2015, email="parent@club.example", asked_at=timezone.now()
    )
    return new_guardian_secret(asked)


def _digest_of_logo(world: World) -> str:
    """That of the club's logo."""
    page = edit_club_page(actor=world.organiser, club=world.club, look=Look("moss", "gipf", b"PNG"))
    return page.digest[:16]


def _timed(world: World) -> dict[str, dict[str, object]]:
    """Where the clock is started, paused, changed, removed and resumed."""
    bare, ticking, paused = timed_events(world.club, world.organiser)
    by_event = {bare: ("start",), ticking: ("pause", "time", "remove"), paused: ("resume",)}
    return {f"event-clock-{what}": {"event_id": event.pk} for event, acts in by_event.items() for what in acts}


def _teams(world: World) -> dict[str, dict[str, object]]:
    """Where teams are registered, and where a captain hands in a line-up."""
    announced = {"event_id": world.teams.announced.pk, "team_id": world.teams.owls}
    running = {"event_id": world.teams.running.pk, "team_id": world.teams.moles}
    names = ("event-teams", "event-team", "event-team-new", "event-team-rename", "event-team-remove", "event-roster")
    line_ups = ("event-line-up", "event-line-up-deadline", "event-line-ups-close")
    swiss = {"event_id": world.teams.swiss.pk, "team_id": world.teams.ravens, "round_number": 2}
    swiss["group_id"] = world.teams.apart
    in_swiss = (
        *("event-team-bye", "event-team-bye-cancel", "event-team-half-byes", "event-team-late", "event-teams-apart"),
    )
    late = {"event_id": world.teams.late.pk}
    return {
        **dict.fromkeys(names, announced),
        **dict.fromkeys((*line_ups, "event-team-withdraw"), running),
        **dict.fromkeys((*in_swiss, "event-teams-apart-delete"), swiss),
        "event-team-missed-byes": late | {"team_id": world.teams.yaks},
        "event-team-readmit": late | {"team_id": world.teams.zebras},
    }


def _medley(world: World) -> dict[str, dict[str, object]]:
    """Where a game is chosen, and the standings of one game."""
    known: dict[str, object] = {"event_id": world.medley.event.pk, "game_id": world.medley.game, "rules": LYNGK}
    return dict.fromkeys(("event-choice", "event-choices-settle", "event-standings-game"), known)


def _special(world: World, newcomer: Person) -> dict[str, dict[str, object]]:
    """Where an endpoint is about something else than the others are."""
    before = {"event_id": world.open.pk, "entry_id": entry(world.open, "Ada").pk}
    chance = running(world.club, world.organiser, ("Lyn", "Gus"), rules="lyngk-main", rounds=1)
    played = running(world.club, world.organiser, ("Rex", "Ora"), rules="gipf-basic", rounds=1)
    recorded = {"game_id": submit_record(game_of(played), world.organiser, WON_BY_BLACK).game_id}
    run_now(ADJUDICATE, [f"game:{recorded['game_id']}"])
    begun = game_of(running(world.club, world.organiser, ("Zed", "Yma"), rules="gipf-basic", rounds=1))
    record_turns(begun, world.organiser, "g2 b4", expect=0)
    recording = {"game_id": begun}
    published = {"month": open_month(world)}
    waiting = running(world.club, world.organiser, ("Pat", "Quy"), format="swiss-dutch", rounds_planned=1)
    RoundRequest.objects.create(
        event=waiting, round_number=1, account=world.organiser.pk, asked_at=timezone.now(), refusal={}
    )
    house_player = HousePlayer.objects.get(club=world.club)
    compared, off_list = deals_over(world), numbered_off_list(world.club, world.organiser)
    asked, approved = (ask_to_join(club=world.club, name=name) for name in ("Asking Person", "Approved Person"))
    approve_join(actor=world.organiser, request_id=approved.request.pk)
    return _timed(world) | {
        "event-start": before,
        "event-forget-round": {"event_id": waiting.pk},
        "event-join": before,
        "event-leave": {"event_id": world.entered.pk},
        **{f"arena-{act}": {"event_id": world.arena.pk} for act in ("join", "pause", "leave", "stop")},
        **{name: {"event_id": world.crowded.pk} for name in OF_WAITING_LIST},
        **_teams(world),
        **_medley(world),
        "event-setups": {"event_id": chance.pk},
        "attempt": {"attempt_id": attempt(world.deals, "Pia", 2).pk},
        "attempt-begin": {"attempt_id": attempt(world.deals, "Pia", 1).pk},
        "attempt-resign": {"attempt_id": attempt(world.deals, "Pia", 2).pk},
        "attempt-record": {"attempt_id": attempt(world.deals, "Quy", 1).pk},
        "event-deals": {"event_id": compared.pk},
        "event-deals-json": {"event_id": compared.pk},
        "event-deals-close": {"event_id": world.deals.pk},
        "entry-remove": before,
        "entry-bye": {"event_id": world.swiss.pk, "entry_id": entry(world.swiss, "Sue").pk},
        "entry-readmit": {"event_id": world.running.pk, "entry_id": entry(world.running, "Oda").pk},
        "event-numbers": {"event_id": off_list.pk},
        "event-renumber": {"event_id": off_list.pk},
        "entry-rating": {"event_id": off_list.pk, "entry_id": entry(off_list, "Ute").pk},
        "event-step": {"event_id": world.draft.pk},
        "event-delete": {"event_id": world.draft.pk},
        "event-start-round": {"event_id": world.started.pk},
        "event-draft": {"event_id": world.drafted.pk},
        "event-draft-check": {"event_id": world.drafted.pk},
        "event-draft-action": {"event_id": world.drafted.pk, "action": "publish"},
        "event-undo": {"event_id": world.drafted.pk, "version": last_point(world.drafted)},
        "event-import-state": dict.fromkeys(("request_id", "import_id"), large_file(world).pk),
        "history": {"history_id": (past := History.objects.get(club=world.club, state="in")).pk},
        "past-event": {"past_id": past.events.get().pk},
        **{name: {"request_id": asked.request.pk} for name in ("join-approve", "join-decline")},
        "join-request": {"secret": approved.secret},
        "sign-up-link": {"secret": _sign_up_secret()},
        "guardian": {"secret": _guardian_secret(world)},
        "event-template-delete": {"template_id": save_template(world.open.pk, world.organiser, name="Open").pk},
        "club-logo": {"digest": _digest_of_logo(world)},
        "club-short": {"address": "gipf"},
        "embed-club": {"slug": world.club.slug},
        "event-share-round": {"event_id": world.running.pk, "number": 1},
        "event-ask": {"event_id": world.open.pk},
        "event-close": {"event_id": world.started.pk},
        "event-reopen": {"event_id": world.closed.pk},
        "event-signed": {"event_id": world.closed.pk},
        "club-person-account": {"person_id": newcomer.pk},
        "club-person-home": {"person_id": MembershipFactory(person__name="Guest", club=world.club).person_id},
        **{f"club-house-player-{act}": {"person_id": house_player.pk} for act in ("remove", "play")},
        "club-invitation-withdraw": {"invitation_id": world.by_club.pk},
        "club-role-offer-withdraw": {"offer_id": offer_role(world.organiser, world.stranger, world.club).pk},
        "account-role-give-up": {"grant_id": Grant.objects.get(account=world.organiser, role=Role.ARBITER).pk},
        "club-remove-example": {"slug": ClubFactory(name="Example club", slug="example", example=True).slug},
        **{key: {"number": 1, "version": 2} for key in ("rating-list", "rating-list-csv", "rating-list-difference")},
        "rating-history": {"person_id": world.closed.members.earliest("pk").person_id},
        "game-rated-result": {"game_id": game_of(world.closed)},
        "game-boards": recorded,
        "game-board-picture": recorded,
        "game-board-png": recorded,
        "game-board-code": recorded,
        "record-file-new": {"key": world.running.scope},
        "record-file": {"file_id": record_file(world).pk},
        "games-archive": {"archive_id": record_archive().pk},
        "open-data-games": published,
        "open-data-names": published,
        "game-recorder": recording,
        "game-recorder-back": recording,
        "game-recorder-continue": recording,
        "game-recorder-finish": recording,
        "game-recorder-state": recording,
        "game-recorder-steps": recording,
        "game-record-text": recorded,
        "game-record-json": recorded,
        "game-certificate": recorded,
        "game-certificate-json": recorded,
        "game-certificate-picture": recorded,
        "game-certificate-signed": recorded,
    }
