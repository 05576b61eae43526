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
from players.accounts.services.subscriptions import unsubscribe_token
from players.accounts.services.tokens import make_token
from players.accounts.totp import new_secret
from players.joining.services import approve_join, ask_to_join
from players.models import Grant, Membership, Person
from players.people.services.merging import merge_persons
from players.roles import Role
from ratings.models import Pool
from testing.api.api_fixture import World, game_of, make_world, offer_role
from testing.api.caller import Caller
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
from testing.ratings.factories import POOL_PAGES, publish_version, systems_beside
from testing.system.finished_work import deals_over, large_file, record_archive, record_file
from testing.system.html_forms import HtmlForm, as_sent, html_forms
from testing.system.one_time import link_parts, passkey_of, session_of
from testing.system.play_pages import named_in_addresses, pages_of_play
from testing.system.urls import Endpoint
from testing.tables import Rows, changed, row_changes, rows_of_all_tables
from testing.tournaments.confirming import confirmed
from testing.tournaments.duplicate_factories import attempt
from testing.tournaments.factories import (
    category_with_prizes,
    entry,
    fresh,
    last_point,
    numbered_off_list,
    running,
    with_players,
)
from tournaments.core.loader import load
from tournaments.entries.queries import entry_tokens
from tournaments.entries.services import byes, entries, exclusions
from tournaments.events.services import lifecycle
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.models import Event, ForbiddenGroup, RoundRequest, WaitingPlayer
from tournaments.notices import services
from tournaments.results.queries.seat_links import slips_of
from tournaments.rounds.services import rounds

VISITOR, ADMINISTRATOR, ORGANISER, PLAYER, STRANGER = "visitor", "administrator", "organiser", "player", "stranger"
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

    def open(self) -> Site:
        """Let everybody sign in and have a key to the API, a visitor practise, and remember what the tables hold."""
        visitor = Client()
        visitor.post(reverse("practice"), {"rules": "guowuguan-gwg", "number": 7})
        self.cookies[VISITOR] = visitor.cookies
        self.callers[VISITOR] = Caller()
        for who in (ADMINISTRATOR, ORGANISER, PLAYER, STRANGER):
            account, client = getattr(self.world, who), Client()
            client.force_login(account)
            self.cookies[who], self.callers[who] = client.cookies, Caller.of_old(account)
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
                    yield client, form

    def _page(self, client: Client, who: str, page: str) -> tuple[str, str]:
        """Where `client` is led that asks for `page`, and what stands there. It is the same for all of a test."""
        if (who, page) not in self.read:
            answer = client.get(page, follow=True)
            assert answer.status_code == 200, (page, answer.status_code)
            address = answer.redirect_chain[-1][0] if answer.redirect_chain else page
            self.read[who, page] = (address, answer.content.decode())
        return self.read[who, page]


def make_site() -> Site:
    """A club with events in every state, people with and without accounts, an example club, a job that fails."""
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
    run_due()
    Job.objects.create(kind="rate", subject="0", asked_at="2026-03-07T20:00Z", due_at="2030-01-01T00:00Z", error="No.")
    table = _table_of_the_player(world)
    known: dict[str, object] = {
        "slug": club.slug,
        "event_id": table.pk,
        "entry_id": entry(table, player.name).pk,
        "game_id": _game(table, player),
        "number": 1,
        "action": "announce",
        "key": "gipf-standard",
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
        "invitation_id": world.to_player.pk,
        "offer_id": world.offer.pk,
        "text": days.today().isoformat(),
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
        **{name: {"sheet": "standings"} for name in ("event-sheet", "event-sheet-pdf")},
        "mail-unsubscribe": {"token": unsubscribe_token(world.player, REMINDERS)},
        "seat-link": {"token": slips_of(table.rounds.get())[0][0].token},
        "entry-missed-byes": {"event_id": table.pk, "entry_id": entry(table, "Late Comer").pk},
        "entry-link": {"token": dict(entry_tokens(table))[entry(table, player.name).pk]},
        "practice-attempt-step": {"attempt_id": world.practised, "action": "undo"},
        **dict.fromkeys(("day-past", "day-draw", "day-line"), of_yesterday),
    }
    file = EXPORTERS["trf26"].serialize(load(world.closed))
    rotate_key()  # the first signature makes one
    return Site(world, known, special, _pages(world, known, special), file).open()


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
    return Game.objects.filter(occasion__key=event.scope).get(Q(white=person) | Q(black=person)).pk


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
    waiting = running(world.club, world.organiser, ("Pat", "Quy"), format="swiss-dutch", rounds_planned=1)
    RoundRequest.objects.create(
        event=waiting, round_number=1, account=world.organiser.pk, asked_at=timezone.now(), refusal={}
    )
    compared, off_list = deals_over(world), numbered_off_list(world.club, world.organiser)
    asked, approved = (ask_to_join(club=world.club, name=name) for name in ("Asking Person", "Approved Person"))
    approve_join(actor=world.organiser, request_id=approved.request.pk)
    return {
        "event-start": before,
        "event-forget-round": {"event_id": waiting.pk},
        "event-join": before,
        "event-leave": {"event_id": world.entered.pk},
        **{name: {"event_id": world.crowded.pk} for name in OF_WAITING_LIST},
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
        "event-draft-action": {"event_id": world.drafted.pk, "action": "publish"},
        "event-undo": {"event_id": world.drafted.pk, "version": last_point(world.drafted)},
        "event-import-state": dict.fromkeys(("request_id", "import_id"), large_file(world).pk),
        "history": {"history_id": (past := History.objects.get(club=world.club, state="in")).pk},
        "past-event": {"past_id": past.events.get().pk},
        **{name: {"request_id": asked.request.pk} for name in ("join-approve", "join-decline")},
        "join-request": {"secret": approved.secret},
        "event-ask": {"event_id": world.open.pk},
        "event-close": {"event_id": world.started.pk},
        "event-reopen": {"event_id": world.closed.pk},
        "event-signed": {"event_id": world.closed.pk},
        "club-person-account": {"person_id": newcomer.pk},
        "club-person-home": {"person_id": MembershipFactory(person__name="Guest", club=world.club).person_id},
        "club-invitation-withdraw": {"invitation_id": world.by_club.pk},
        "club-role-offer-withdraw": {"offer_id": offer_role(world.organiser, world.stranger, world.club).pk},
        "account-role-give-up": {"grant_id": Grant.objects.get(account=world.organiser, role=Role.ARBITER).pk},
        "club-remove-example": {"slug": ClubFactory(name="Example club", slug="example", example=True).slug},
        **{key: {"number": 1, "version": 2} for key in ("rating-list", "rating-list-csv", "rating-list-difference")},
        "rating-history": {"person_id": world.closed.members.earliest("pk").person_id},
        "game-rated-result": {"game_id": game_of(world.closed)},
        "game-boards": recorded,
        "game-board-picture": recorded,
        "record-file-new": {"key": world.running.scope},
        "record-file": {"file_id": record_file(world).pk},
        "games-archive": {"archive_id": record_archive().pk},
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


def _pages(
    world: World, known: dict[str, object], special: dict[str, dict[str, object]]
) -> dict[str, list[tuple[str, str]]]:
    """By endpoint, who fills in its forms and on which pages they are."""
    people = f"/clubs/rotterdam/people/{known['person_id']}"
    newcomer, guest = (
        f"/clubs/rotterdam/people/{special[name]['person_id']}" for name in ("club-person-account", "club-person-home")
    )
    practice = [(PLAYER, f"/practice/{special['practice-attempt']['attempt_id']}")]
    return (
        {"practice-attempt": practice, "practice-attempt-step": practice}
        | {"join-request": [(VISITOR, f"/join/{special['join-request']['secret']}")]}
        | {"seat-link": [(VISITOR, f"/report/{special['seat-link']['token']}")]}
        | {"entry-link": [(VISITOR, f"/here/{special['entry-link']['token']}")]}
        | pages_of_play(world.online, special, VISITOR, PLAYER, ADMINISTRATOR)
        | _pages_of_accounts(known, special)
        | _pages_of_people(world, known, people, newcomer, guest)
        | _pages_of_events(world, known, special)
    )


def _pages_of_accounts(
    known: dict[str, object], special: dict[str, dict[str, object]]
) -> dict[str, list[tuple[str, str]]]:
    return {
        "account-email": [(ORGANISER, "/account/email")],
        "account-mail": [(PLAYER, "/account/mail"), (ORGANISER, "/account/mail")],
        "mail-unsubscribe": [(VISITOR, reverse("mail-unsubscribe", args=[special["mail-unsubscribe"]["token"]]))],
        "account-erase": [(PLAYER, "/account/erase")],
        "account-key-remove": [(PLAYER, "/account")],
        "account-role-give-up": [(ORGANISER, "/account")],
        "role-offer-answer": [(PLAYER, "/account")],
        "account-home": [(PLAYER, "/account")],
        "account-keys": [(PLAYER, "/account")],
        "account-leave": [(PLAYER, "/account")],
        "account-password": [(ORGANISER, "/account/password")],
        "sign-in-again": [(PLAYER, "/sign-in/again")],
        "second-factor-reset": [(ADMINISTRATOR, "/account/second-factor/reset")],
        "account-passkeys": [(PLAYER, "/account/passkeys")],
        "account-passkey-remove": [(PLAYER, "/account/passkeys")],
        "sign-in-passkey": [(VISITOR, "/sign-in"), (PLAYER, "/sign-in/again")],
        "account-session-end": [(PLAYER, "/account/sessions")],
        "account-sessions-end": [(PLAYER, "/account/sessions")],
        "jobs": [(ADMINISTRATOR, "/jobs")],
        "language": [(VISITOR, "/about")],
        "password-help": [(VISITOR, "/sign-in/help")],
        "password-link": [(VISITOR, reverse("password-link", args=[known["uid"], known["token"]]))],
        "practice": [(VISITOR, "/practice")],
        "practice-table": [(VISITOR, "/practice/table")],
        "practice-step": [(VISITOR, "/practice/table")],
        "day": [(PLAYER, "/day")],
        "day-resign": [(PLAYER, "/day")],
        **{name: [(ADMINISTRATOR, f"/ratings/{known['pool_id']}/{page}")] for name, page in POOL_PAGES.items()},
        "rating-system": [(ADMINISTRATOR, "/ratings/new")],
        "club-rating-system": [(ORGANISER, "/clubs/rotterdam/ratings/new")],
        "sign-in": [(VISITOR, "/sign-in")],
        "sign-out": [(PLAYER, "/about")],
        "theme": [(VISITOR, "/about")],
    }


def _pages_of_people(
    world: World, known: dict[str, object], pia: str, newcomer: str, guest: str
) -> dict[str, list[tuple[str, str]]]:
    club, other = "/clubs/rotterdam", PersonFactory(name="Other Person", member_of=world.club)
    former = PersonFactory(name="Former", member_of=world.club)
    Membership.objects.filter(person=former).update(until="2025-01-01")
    return {
        "club-admit": [(ADMINISTRATOR, f"{club}/settings"), (ADMINISTRATOR, "/server/clubs")],
        "club-invitation-withdraw": [(ORGANISER, f"{club}/people")],
        "club-join": [(VISITOR, f"{club}/join")],
        "event-ask": [(VISITOR, f"/events/{world.open.pk}/ask")],
        "join-approve": [(ORGANISER, f"{club}/joining")],
        "join-decline": [(ORGANISER, f"{club}/joining")],
        "joining-switch": [(ORGANISER, f"{club}/joining")],
        "invitation-answer": [(PLAYER, "/account")],
        "club-membership": [(ORGANISER, f"{club}/memberships/{known['membership_id']}")],
        "club-new": [(ADMINISTRATOR, "/clubs/new")],
        "club-organiser-new": [(ORGANISER, f"{club}/roles")],
        "club-person-account": [(ADMINISTRATOR, f"{newcomer}/account")],
        "club-person-erase": [(ORGANISER, f"{pia}/erase")],
        "club-person-home": [(ADMINISTRATOR, guest)],
        "club-person-join": [(ORGANISER, f"{club}/people/{former.pk}"), (ORGANISER, f"{club}/people/new?q=former")],
        "club-person-link": [(ADMINISTRATOR, pia)],
        "club-person-merge": [(ORGANISER, f"{pia}/merge?other={other.pk}")],
        "club-person-new": [(ORGANISER, f"{club}/people/new?q=Pia"), (ORGANISER, f"{club}/people/new")],
        "club-person-rename": [(ORGANISER, f"{pia}/name")],
        "club-person-switch": [(ADMINISTRATOR, pia)],
        "club-person-unlink": [(ADMINISTRATOR, pia)],
        "club-person-unmerge": [(ORGANISER, pia)],
        "club-remove-example": [(ADMINISTRATOR, "/clubs/example/settings")],
        "club-role-revoke": [(ORGANISER, f"{club}/roles")],
        "club-role-offer-withdraw": [(ORGANISER, f"{club}/roles")],
        "club-roles": [(ORGANISER, f"{club}/roles")],
        "club-settings": [(ORGANISER, f"{club}/settings")],
    }


def _pages_of_events(
    world: World, known: dict[str, object], special: dict[str, dict[str, object]]
) -> dict[str, list[tuple[str, str]]]:
    def by_organiser(*pages: str) -> list[tuple[str, str]]:
        return [(ORGANISER, page) for page in pages]

    def entry_page(name: str, what: str) -> list[tuple[str, str]]:
        return by_organiser(f"/events/{special[name]['event_id']}/entries/{special[name]['entry_id']}/{what}")

    def event(one: Event, page: str) -> str:
        return f"/events/{one.pk}/{page}"

    table, game = f"/events/{known['event_id']}", f"/games/{known['game_id']}"
    recorder = f"/games/{special['game-recorder']['game_id']}/recorder"
    leaving = entry(world.running, "Max").pk
    return {
        "entry-bye": entry_page("entry-bye", "bye"),
        "entry-readmit": entry_page("entry-readmit", "readmit"),
        "entry-remove": entry_page("entry-remove", "remove"),
        "entry-withdraw": by_organiser(
            f"{table}/entries/{known['entry_id']}/withdraw", event(world.running, f"entries/{leaving}/withdraw")
        ),
        "event-category-new": by_organiser(f"{table}/categories/new"),
        "event-category-edit": by_organiser(f"{table}/categories/{known['category_id']}"),
        "event-category-delete": by_organiser(f"{table}/categories/new"),
        "event-prizes-edit": by_organiser(f"{table}/prizes/edit"),
        "event-entry-limit": by_organiser(event(world.crowded, "waiting")),
        "event-move-up": by_organiser(event(world.crowded, "waiting")),
        "event-waiting-remove": by_organiser(event(world.crowded, "waiting")),
        "event-waiting-leave": [(PLAYER, event(world.crowded, "enter"))],
        "event-birth-years": by_organiser(f"{table}/birth-years"),
        "event-numbers": by_organiser(f"/events/{special['event-numbers']['event_id']}/numbers"),
        "event-renumber": by_organiser(f"/events/{special['event-numbers']['event_id']}/numbers"),
        "entry-rating": entry_page("entry-rating", "rating"),
        "event-check-in": by_organiser(f"{table}/check-in", event(world.swiss, "check-in")),
        "event-webhooks": by_organiser(f"{table}/webhooks"),
        "event-webhook": by_organiser(f"{table}/webhooks"),
        "event-arrivals": by_organiser(f"{table}/check-in"),
        "event-absent-byes": by_organiser(f"{table}/check-in"),
        "event-here": [(PLAYER, f"{table}/players")],
        "entry-missed-byes": entry_page("entry-missed-byes", "bye"),
        "seat-link-revoke": by_organiser(f"{table}/pairings/1/slips"),
        "event-exclusions": by_organiser(f"{table}/apart"),
        "event-exclusion-delete": by_organiser(f"{table}/apart"),
        "event-deadline": by_organiser(f"{table}/pairings/1/deadline"),
        "event-explain": by_organiser(f"{table}/pairings/1"),
        "event-forget-round": by_organiser(f"/events/{special['event-forget-round']['event_id']}/desk"),
        "event-close": by_organiser(event(world.started, "close")),
        "event-delete": by_organiser(event(world.draft, "delete")),
        "event-edit": by_organiser(event(world.open, "edit")),
        "event-enter": by_organiser(event(world.open, "enter?q=person")),
        "event-enter-list": by_organiser(event(world.open, "enter/list")),
        "event-import": by_organiser("/clubs/rotterdam/events/import"),
        "history-import": by_organiser("/clubs/rotterdam/histories"),
        "history": by_organiser(f"/clubs/rotterdam/histories/{special['history']['history_id']}"),
        "event-join": [(PLAYER, event(world.open, "enter"))],
        "event-leave": [(PLAYER, event(world.entered, "enter"))],
        "event-new": by_organiser("/clubs/rotterdam/events/new"),
        "event-reopen": by_organiser(event(world.closed, "reopen")),
        "event-result": by_organiser(f"{table}/desk", f"{table}/results/{known['game_id']}"),
        "event-result-undo": by_organiser(f"/events/{world.locked.pk}/results/{game_of(world.locked, 2)}"),
        "event-round-lock": by_organiser(f"/events/{world.locked.pk}/desk"),
        "event-round-unlock": by_organiser(f"/events/{world.locked.pk}/pairings/1/unlock"),
        "event-round-delete": by_organiser(event(world.running, "pairings/1/delete")),
        "event-round-unpublish": by_organiser(f"{table}/pairings/1/unpublish"),
        "event-draft-action": by_organiser(
            *(event(one, "draft") for one in (world.drafted, world.by_hand)), event(world.running, "desk")
        ),
        "event-round-edit": by_organiser(event(world.here, "pairings/1/edit")),
        "event-undo": by_organiser(event(world.drafted, f"undo/{last_point(world.drafted)}")),
        "event-setups": by_organiser(f"/events/{special['event-setups']['event_id']}/pairings/1/setups"),
        "event-start": by_organiser(event(world.open, "start")),
        "event-start-round": by_organiser(event(world.started, "desk"), event(world.running, "desk")),
        "event-step": by_organiser(*(event(one, "desk") for one in (world.draft, world.open, world.started))),
        "attempt": [(PLAYER, f"/attempts/{special['attempt']['attempt_id']}")],
        "attempt-begin": [(PLAYER, f"/attempts/{special['attempt-begin']['attempt_id']}")],
        "attempt-resign": [(PLAYER, f"/attempts/{special['attempt']['attempt_id']}")],
        "attempt-record": by_organiser(f"/attempts/{special['attempt-record']['attempt_id']}/record"),
        "event-deals-close": by_organiser(event(world.deals, "pairings/1/deals/close")),
        "game-handicap": by_organiser(f"{game}/result"),
        "game-rated-result": by_organiser(f"/games/{special['game-rated-result']['game_id']}/result"),
        "game-record": by_organiser(f"{game}/record"),
        "game-recorder": by_organiser(recorder),
        "game-recorder-back": by_organiser(recorder),
        "game-recorder-finish": by_organiser(recorder),
        "game-score": by_organiser(f"{game}/score"),
        "record-file-new": by_organiser(f"/records/new/{world.running.scope}"),
        "game-result": [(ORGANISER, f"{game}/result"), (PLAYER, f"{game}/result")],
    }
